import Foundation
import OppTestLimits
import Testing

@testable import OppProviders

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

@Suite(.limited, .waiting) struct PageServerTests {
  private func server(_ page: String = "<p>one</p>") throws -> PageServer {
    try PageServer(port: 0, page: Array(page.utf8))
  }

  /// A browser that has sent a request
  private func browser(_ server: PageServer, _ request: String) throws -> Int32 {
    let address = try LineAddress("127.0.0.1:\(server.port)", usualPort: 1)
    let target = try #require(SocketTarget.targets(of: address).first)
    let descriptor = socket(target.family, SocketTarget.stream, 0)
    #expect(target.connect(descriptor, milliseconds: 5000))
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    let sent = Array(request.utf8).withUnsafeBytes { SocketTarget.send($0, to: descriptor) }
    #expect(sent == request.utf8.count)
    return descriptor
  }

  /// What a browser has received when the server has nothing more to do, and whether the connection has ended
  private func received(_ descriptor: Int32, _ server: PageServer) -> (text: String, isOver: Bool) {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var quiet = 0
    while quiet < 4 {
      server.serve(milliseconds: 20)
      let count = recv(descriptor, &buffer, buffer.count, 0)
      if count == 0 { return (String(decoding: bytes, as: UTF8.self), true) }
      if count > 0 { bytes += buffer[..<count] } else { quiet += 1 }
    }
    return (String(decoding: bytes, as: UTF8.self), false)
  }

  private func get(_ server: PageServer, _ line: String, host: String? = nil) -> String {
    "\(line)\r\nHost: \(host ?? "127.0.0.1:\(server.port)")\r\n\r\n"
  }

  @Test func `a page is shown, and loaded anew when it changes`() throws {
    let server = try server()
    let browser = try browser(server, get(server, "GET / HTTP/1.1"))
    defer { close(browser) }
    let first = received(browser, server)
    #expect(
      first.text.hasPrefix("HTTP/1.1 200 OK\r\n") && first.text.hasSuffix("\r\n\r\n<p>one</p>"))
    #expect(first.text.contains("Content-Security-Policy: default-src 'none'"))
    #expect(!first.isOver)
    server.replace(page: Array("<p>two</p>".utf8))
    let rest = received(browser, server)
    #expect(rest.text == "<meta http-equiv=\"refresh\" content=\"0\"/>\n" && rest.isOver)
    let again = try self.browser(server, get(server, "GET / HTTP/1.1"))
    defer { close(again) }
    #expect(received(again, server).text.hasSuffix("<p>two</p>"))
  }

  @Test(arguments: [
    ("GET /favicon.ico HTTP/1.1", nil, "404"), ("POST / HTTP/1.1", nil, "405"),
    ("GET /", nil, "400"), ("nonsense", nil, "400"), ("HEAD / HTTP/1.1", nil, "200"),
    ("GET / HTTP/1.1", "evil.example", "421"), ("GET / HTTP/1.1", "127.0.0.1:1", "421"),
  ])
  func `anything else is answered in short`(line: String, host: String?, status: String) throws {
    let server = try server()
    let browser = try browser(server, get(server, line, host: host))
    defer { close(browser) }
    let (text, isOver) = received(browser, server)
    #expect(text.hasPrefix("HTTP/1.1 \(status) ") && text.hasSuffix("\r\n\r\n") && isOver)
  }

  @Test func `a request may come in pieces, and one without end is cut off`() throws {
    let server = try server()
    let pieces = try browser(server, "GET / HTTP/1.1\r\n")
    defer { close(pieces) }
    #expect(received(pieces, server).text == "")
    let rest = Array("Host: localhost:\(server.port)\r\n\r\n".utf8)
    _ = rest.withUnsafeBytes { SocketTarget.send($0, to: pieces) }
    #expect(received(pieces, server).text.hasSuffix("<p>one</p>"))
    let endless = try browser(server, String(repeating: "x", count: 20_000))
    defer { close(endless) }
    #expect(received(endless, server).isOver)
  }

  @Test
  func `a large page is sent as fast as it is read, and of too many browsers the oldest goes`()
    throws
  {
    let server = try server(String(repeating: "long ", count: 600_000))
    var browsers: [Int32] = []
    for _ in 0..<40 {
      browsers.append(try browser(server, get(server, "GET / HTTP/1.1")))
      server.serve(milliseconds: 20)
    }
    defer { for browser in browsers { close(browser) } }
    let last = received(browsers[39], server)
    #expect(last.text.utf8.count > 3_000_000 && !last.isOver)
  }

  @Test func `a port that is taken is no port`() throws {
    let server = try server()
    #expect(throws: PageServer.Failure.self) { try PageServer(port: server.port, page: []) }
  }
}
