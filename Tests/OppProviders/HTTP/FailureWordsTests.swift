import OppEngine
import OppModel
import OppSession
import OppTestLimits
import Testing

@testable import OppProviders

/// The words for failures: what happened, and what a person can do
@Suite(.limited) struct FailureWordsTests {
  static let faults: [(fault: WebFault, line: String)] = [
    (
      .unknownHost,
      "unreachable: there is no host nas.lan. Check the address, and whether this machine is online"
    ),
    (
      .refusesConnection,
      "unreachable: nas.lan refuses the connection. Check that its service runs, and the port"
    ),
    (.noConnection, "unreachable: nas.lan cannot be reached. If this continues, check the network"),
    (
      .tookTooLong,
      "unreachable: nas.lan did not respond in time. If this continues, check the network"
    ),
    (.closed, "unreachable: nas.lan closed the connection. If this continues, look at its log"),
    (.brokenOff, "unreachable: nas.lan broke off its response. If this continues, look at its log"),
    (
      .notHTTP,
      "unreadable: the answer of nas.lan is not HTTP. Check the port and http:// or https://"
    ),
    (
      .twoLengths,
      "unreadable: the response of nas.lan says two lengths of itself. Report it to whoever runs nas.lan"
    ),
    (.partOnly, "unreadable: nas.lan sent a part only. Report it to whoever runs nas.lan"),
    (
      .tooLarge(limit: 8 << 20),
      "unreadable: the response of nas.lan is longer than 8 MiB. Check the address"
    ),
    (
      .headTooLarge(limit: 256 << 10),
      "unreadable: the head of the response of nas.lan is longer than 256 KiB. Check the address"
    ),
    (
      .badEncoding,
      "unreadable: the response of nas.lan is encoded in a way that cannot be read. Report it to whoever runs nas.lan"
    ),
    (
      .expired,
      "unreachable: the certificate of nas.lan has expired. Check this machine's clock, then renew it on nas.lan"
    ),
    (
      .notYetValid,
      "unreachable: the certificate of nas.lan is not valid yet. Check this machine's clock"
    ),
    (
      .selfSigned,
      "misconfigured: the certificate of nas.lan is signed by itself. If nas.lan is yours, name its certificate in SSL_CERT_FILE"
    ),
    (
      .unknownAuthority,
      "misconfigured: the certificate of nas.lan is signed by an authority that this machine does not know. Install that authority, or name it in SSL_CERT_FILE"
    ),
    (
      .otherHost,
      "misconfigured: the certificate of nas.lan is for another host. Write the host that it names"
    ),
    (
      .noAuthorities(isOwn: false),
      "misconfigured: there are no certificate authorities on this machine. Install ca-certificates"
    ),
    (
      .noAuthorities(isOwn: true),
      "misconfigured: the file that SSL_CERT_FILE names has no certificates. Correct SSL_CERT_FILE"
    ),
    (
      .wantsCertificate,
      "misconfigured: nas.lan wants a client certificate, which Opp cannot send. Use another address"
    ),
    (
      .notTLS,
      "unreachable: nas.lan does not answer to https://. Write http:// if it is a device of your home"
    ),
    (
      .proxyWantsPassword,
      "refused: the proxy wants a password. Write it into http_proxy or https_proxy"
    ),
    (
      .proxyUnreachable("p.org"),
      "unreachable: the proxy p.org cannot be reached. Check http_proxy, https_proxy and no_proxy"
    ),
    (
      .proxyRefuses("p.org"),
      "unreachable: the proxy p.org refuses to connect to nas.lan. Check http_proxy, https_proxy and no_proxy"
    ),
    (
      .noLibrary,
      "misconfigured: this machine has no libcurl, which requests need. Install libcurl (`apt-get install libcurl4`)"
    ),
  ]

  @Test(arguments: faults)
  func `a fault has a sentence and an advice`(fault: WebFault, line: String) {
    let failure = fault.failure(host: "nas.lan")
    #expect("\(failure.kind): \(failure.reason). \(failure.remedy ?? "")" == line)
  }

  static let statuses: [(status: Int, hasCredentials: Bool, line: String)] = [
    (401, true, "refused: a.org responded with 401. Check the key, the password or the token"),
    (403, true, "refused: a.org responded with 403. Check the key, the password or the token"),
    (
      401, false,
      #"refused: a.org wants a password or a token (401). Give one, as with `token: env("…")`"#
    ),
    (
      403, false,
      "refused: a.org refuses this program or this machine (403). Read the service's terms of use"
    ),
    (402, false, "refused: a.org wants to be paid (402). See your account there"),
    (407, true, "refused: the proxy wants a password. Write it into http_proxy or https_proxy"),
    (429, true, "limited: a.org responded with 429. "),
    (
      451, false, "misconfigured: a.org may not answer for legal reasons (451). Use another service"
    ),
    (511, false, "refused: this network wants you to log in first. Open a page in a browser"),
    (300, false, "misconfigured: a.org responded with 300. Correct the address"),
    (404, true, "misconfigured: a.org responded with 404. Correct the address"),
    (418, false, "misconfigured: a.org responded with 418. Correct the address"),
    (408, false, "broken: a.org responded with 408. "),
    (502, true, "broken: a.org responded with 502. "),
  ]

  @Test(arguments: statuses)
  func `a status has a sentence and an advice`(status: Int, hasCredentials: Bool, line: String) {
    let failure = StatusFailure(status: status, host: "a.org", hasCredentials: hasCredentials)
    #expect("\(failure.kind): \(failure.reason). \(failure.remedy ?? "")" == line)
  }

  private func response(_ body: String, _ type: String = "text/html") throws -> WebResponse {
    WebResponse(
      status: 200, headers: ["content-type": type], body: Array(body.utf8),
      address: try WebAddress("https://a.org/x"), bytes: 0)
  }

  @Test(arguments: [
    ("<!DOCTYPE html><p>", true), ("\u{FEFF} \n<HTML lang=en>", true), ("<!-- x --> <html>", true),
    ("<?xml version='1.0'?><!DOCTYPE html PUBLIC>", true), ("<head>", true),
    (#"{"a": 1}"#, false), ("BEGIN:VCALENDAR", false), ("ok", false), ("", false),
    ("<?xml version='1.0'?><multistatus/>", false), ("<!-- without an end", false),
  ])
  func `the body decides whether a response is a page`(body: String, isPage: Bool) throws {
    #expect(try response(body).isPage == isPage)
    #expect(try response(body, "application/json").isPage == isPage)
  }

  @Test func `a page with a password is a login`() throws {
    let failure = try response("<html><input name=p type=\"password\">").unreadable("JSON")
    #expect(failure.kind == .refused)
    #expect(failure.reason == "a.org responded with a page to log in, in place of JSON")
    #expect(
      try response("<html>hi").unreadable("JSON").reason
        == "a.org responded with a page in place of JSON")
  }
}
