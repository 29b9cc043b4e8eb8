import OppEngine
import OppModel
import OppSession
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
    ("https://a.org?q=50%&r=a b", "https://a.org/?q=50%25&r=a%20b"),
    ("https://a.org/ü?x={1}|[2]\"<>", "https://a.org/%C3%BC?x=%7B1%7D%7C%5B2%5D%22%3C%3E"),
    ("https://a.org/a%2fb?", "https://a.org/a%2fb?"), ("https://a.org:/x", "https://a.org/x"),
    ("https://bücher.de/", "https://bücher.de/"), ("http://127.0.0.1", "http://127.0.0.1/"),
  ])
  func `an address is what is sent`(text: String, sent: String) throws {
    let address = try WebAddress(text)
    #expect(address.text == sent)
    #expect(!"\(address)".contains("secret"))
  }

  @Test(arguments: [
    "", "example.org", "ftp://example.org", "https://", "https:///path", "http://a:99999/",
    "https://exa mple.org/", "https://a.org/\u{0}", "https://a.org/\r\nx",
    "https://good.org\\@evil.org/", "http://2130706433/", "http://0x7f.1/", "http://127.1/",
    "http://[::1/",
    "http://[::1]x/", "http://[nas]/", "http://a:-1/", "http://a:b/", "https://a%2eorg/",
    "file:///etc/passwd", "://",
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

  @Test func `a user may have signs of its own`() throws {
    let address = try WebAddress("https://ada@b.org:p%2fw@dav.example.org/")
    #expect(address.host == "dav.example.org")
    #expect(address.userInformation == "ada@b.org:p/w")
  }

  /// The examples of RFC 3986, section 5.4, that lead to a service
  static let references = [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"),
    ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q"), ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"),
    (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
    ("..", "http://a/b/"),
    ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
    ("../../", "http://a/"),
    ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
    (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("https://b.org:8443/x?y", "https://b.org:8443/x?y"), ("//b.org:80", "http://b.org:80/"),
    ("g h", "http://a/b/c/g%20h"),
  ]

  @Test(arguments: references)
  func `a reference is resolved as RFC 3986 has it`(reference: String, target: String) throws {
    #expect(try WebAddress("http://me:pw@a/b/c/d;p?q").resolving(reference)?.text == target)
  }

  @Test(arguments: [
    "ftp://example.org/", "g:h", "http:g", "https:///x", "file:///etc/passwd", "//",
    "javascript:alert(1)",
    "http://a:99999/", "/\u{0}",
  ])
  func `a reference to nothing that can be requested is none`(reference: String) throws {
    #expect(try WebAddress("http://a/b/c/d;p?q").resolving(reference) == nil)
  }

  @Test func `a reference loses the user of its address`() throws {
    let address = try WebAddress("https://me:pw@example.org/dav/me/")
    #expect(address.resolving("cal/1.ics")?.text == "https://example.org/dav/me/cal/1.ics")
    #expect(address.resolving("cal/1.ics")?.userInformation == nil)
  }

  /// RFC 4648, section 10
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"), ("ü?", "w7w/"),
  ])
  func `a user and a password are encoded in base 64`(text: String, encoded: String) {
    #expect(Base64.encoded(text) == encoded)
  }

  /// RFC 4648, section 5, and the salt of RFC 7636, appendix A
  @Test(
    arguments: [
      ([], ""), ([0xFB, 0xFF], "-_8"), ([0], "AA"), ([3, 236, 255, 224, 193], "A-z_4ME"),
    ] as [([UInt8], String)])
  func `bytes are encoded for addresses`(bytes: [UInt8], encoded: String) {
    #expect(Base64.addressEncoded(bytes) == encoded)
  }
}
