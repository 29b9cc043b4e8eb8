import OppEngine
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct WebAddressTests {
  @Test(arguments: [
    ("https://example.org", "https://example.org/"),
    (" HTTPS://Example.org/a b ", "https://Example.org/a%20b"),
    ("http://[::1]:8080/x?q=1#part", "http://[::1]:8080/x?q=1"),
    ("https://me:secret@example.org/cal", "https://example.org/cal"),
  ])
  func `an address is what is sent`(text: String, sent: String) throws {
    let address = try WebAddress(text)
    #expect(address.text == sent)
    #expect(!"\(address)".contains("secret"))
  }

  @Test(arguments: [
    "", "example.org", "ftp://example.org", "https://", "https:///path", "http://a:99999/",
    "https://exa mple.org/\u{0}", "file:///etc/passwd", "://",
    "https://example.org/" + String(repeating: "x", count: 20_000),
  ])
  func `what is no address of a service is refused`(text: String) {
    #expect(throws: FetchFailure.self) { try WebAddress(text) }
  }

  @Test func `queries and paths are encoded`() throws {
    let address = try WebAddress("https://example.org/api?old=1")
      .adding(path: "a/b", "c d").adding(query: [("q", "x&y=z+ü"), ("n", "")])
    #expect(
      address.text == "https://example.org/api/a%2Fb/c%20d?old=1&q=x%26y%3Dz%2B%C3%BC&n=")
  }

  @Test(arguments: [
    ("localhost", true), ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true),
    ("10.0.0.8", true), ("172.16.0.1", true), ("172.32.0.1", false), ("192.168.1.2", true),
    ("192.169.1.2", false), ("fd00::1", true), ("fe80::1", true), ("2001:db8::1", false),
    ("nas", true), ("nas.local", true), ("example.org", false), ("10.0.0.8.example.org", false),
    ("fd.example.org", false), ("8.8.8.8", false),
  ])
  func `a near host is one of the machine or of the home`(host: String, isNear: Bool) {
    #expect(PrivateHost.contains(host) == isNear)
  }

  @Test func `a secret is sent over https or within the home only`() async throws {
    var request = WebRequest(.get, try WebAddress("http://example.invalid/?key=hunter2"))
    request.markSecret()
    guard case .failure(let failure) = await WebClient.patient.send(request) else {
      Issue.record("it was sent")
      return
    }
    #expect(failure.kind == .misconfigured)
    #expect(failure.reason == "a secret is sent to example.invalid over https:// only")
  }

  @Test func `user and password of an address become a header`() throws {
    let request = WebRequest(.get, try WebAddress("https://me:pass%40word@example.org/"))
    #expect(request.headers == [WebHeader(name: "Authorization", value: "Basic bWU6cGFzc0B3b3Jk")])
    #expect(request.carriesSecret)
  }

  @Test func `a header with a line end is not sent`() async throws {
    var request = WebRequest(.get, try WebAddress("https://example.invalid/"))
    request.set("If-None-Match", "x\r\nEvil: yes")
    #expect(await WebClient.patient.send(request).isFailure)
  }

  @Test func `a reference is resolved at its address`() throws {
    let address = try WebAddress("https://example.org/dav/me/")
    #expect(address.resolving("cal/1.ics")?.text == "https://example.org/dav/me/cal/1.ics")
    #expect(address.resolving("/x")?.text == "https://example.org/x")
    #expect(address.resolving("ftp://example.org/") == nil)
  }
}
