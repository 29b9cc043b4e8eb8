import Foundation
import OppEngine
import OppSession
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// Whom requests trust, and whom secrets are told
@Suite(.limited) struct WebTrustTests {
  @Test(.enabled(if: OpenSSLServer.program != nil, "there is no openssl"))
  func `an untrusted certificate is refused, and nothing is sent`() async throws {
    let server = try OpenSSLServer(try #require(OpenSSLServer.program))
    var request = WebRequest(
      .get, try WebAddress("https://localhost:\(server.port)/me.ics?key=hunter2"))
    request.authorize(bearer: Secret(variable: "TOKEN", revealed: "hunter2"))
    let result = await WebClient.patient.send(request)
    let said = try server.stop()
    guard case .failure(let failure) = result else {
      Issue.record("\(said)")
      return
    }
    #expect(failure.kind == .misconfigured)
    #expect(failure.reason == "the certificate of localhost is signed by itself")
    #expect(!said.contains("hunter2"))
    #expect(!said.contains("HTTP/1.1"))
  }

  static let certificates: [(name: String, certificate: String, options: [String], said: String?)] =
    [
      ("good", TestCertificates.good, ["-www"], nil),
      ("expired", TestCertificates.expired, [], "the certificate of localhost has expired"),
      (
        "not yet valid", TestCertificates.notYetValid, [],
        "the certificate of localhost is not valid yet"
      ),
      (
        "other host", TestCertificates.otherHost, [],
        "the certificate of localhost is for another host"
      ),
      (
        "client certificate", TestCertificates.good,
        ["-www", "-Verify", "1", "-verify_return_error"],
        "localhost wants a client certificate, which Opp cannot send"
      ),
    ]

  @Test(.enabled(if: OpenSSLServer.program != nil, "there is no openssl"), arguments: certificates)
  func `a certificate of an authority in SSL_CERT_FILE is trusted, if it is right`(
    name: String, certificate: String, options: [String], said: String?
  ) async throws {
    let server = try OpenSSLServer(
      try #require(OpenSSLServer.program), certificate: certificate, options: options)
    let authority = server.authority
    let client = WebClient { $0 == "SSL_CERT_FILE" ? authority : nil }
    let request = WebRequest(.get, try WebAddress("https://localhost:\(server.port)/"))
    switch await client.send(request) {
    case .success(let response):
      #expect(said == nil)
      #expect(response.status == 200)
    case .failure(let failure): #expect(failure.reason == said, "\(name)")
    }
    _ = try server.stop()
  }

  @Test(.enabled(if: OpenSSLServer.program != nil, "there is no openssl"))
  func `an authority that this machine does not know, and a file of none`() async throws {
    let server = try OpenSSLServer(
      try #require(OpenSSLServer.program), certificate: TestCertificates.good)
    let request = WebRequest(.get, try WebAddress("https://localhost:\(server.port)/"))
    for (file, said) in [
      (
        nil,
        "the certificate of localhost is signed by an authority that this machine does not know"
      ),
      ("/nowhere/a.pem", "the file that SSL_CERT_FILE names has no certificates"),
    ] as [(String?, String)] {
      let client = WebClient { $0 == "SSL_CERT_FILE" ? file : nil }
      guard case .failure(let failure) = await client.send(request) else {
        Issue.record("it was answered")
        continue
      }
      #expect(failure.kind == .misconfigured)
      #expect(failure.reason == said)
    }
    _ = try server.stop()
  }

  @Test func `a service without TLS gets no plain request`() async throws {
    let server = try LineServer([.say("HTTP/1.1 400 Bad Request\r\n\r\n"), .hold])
    defer { server.stop() }
    let request = WebRequest(.get, try WebAddress("https://localhost:\(server.port)/"))
    guard case .failure(let failure) = await WebClient.patient.send(request) else {
      Issue.record("it was answered")
      return
    }
    #expect(failure.reason == "localhost does not answer to https://")
  }

  private func hop(_ url: String, body: String? = nil) throws -> Redirect {
    var request = WebRequest(.get, try WebAddress(url), body: body.map { Array($0.utf8) })
    request.authorize(bearer: Secret(variable: "TOKEN", revealed: "hunter2"))
    return Redirect(request)
  }

  @Test(arguments: ["http://dav.example.org/", "http://dav.example.org:443/", "http://other.org/"])
  func `a redirect from https to http is not followed`(target: String) throws {
    var hop = try hop("https://dav.example.org/")
    let failure = #expect(throws: FetchFailure.self) { try hop.follow(target, status: 302) }
    #expect(failure?.reason == "dav.example.org redirects from https:// to http://")
  }

  @Test(arguments: [
    ("https://dav.example.org/me", "https://dav.example.org/you", true),
    ("https://dav.example.org/me", "https://dav.example.org:8443/", false),
    ("https://dav.example.org/me", "https://other.org/", false),
    ("https://dav.example.org/me", "https://dav.example.org.other.org/", false),
    ("http://nas.lan/me", "https://nas.lan/me", true),
    ("http://nas.lan:8080/me", "https://nas.lan/me", false),
  ])
  func `a secret follows a redirect within its service only`(
    from: String, to: String, goesOn: Bool
  ) throws {
    var hop = try hop(from, body: "key=hunter2")
    try hop.follow(to, status: 307)
    #expect(hop.headers.contains { $0.isNamed("Authorization") } == goesOn)
    #expect((hop.body != nil) == goesOn)
    #expect(hop.carriesSecret == goesOn)
  }

  @Test func `a secret is sent in the open within the home only`() throws {
    #expect(
      try hop("http://dav.example.org/").refusal?.reason
        == "a secret is sent to dav.example.org over https:// only")
    for near in ["http://nas.lan/", "http://localhost/", "http://192.168.1.4/", "https://x.org/"] {
      #expect(try hop(near).refusal == nil)
    }
  }
}
