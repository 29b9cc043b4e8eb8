import OppModel
import OppTestLimits
import OppTesting
import Testing

@testable import OppProviders

/// Against the examples of RFC 6455, and a server that is played by each test
@Suite(.limited) struct WebSocketTests {
  // MARK: - Digests and frames

  @Test(
    arguments: [
      ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
      ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
      ),
      // Lengths around a block of 64 bytes; the digests are those of `sha1sum`.
      (String(repeating: "a", count: 55), "c1c8bbdc22796e28c0e15163d20899b65621d65a"),
      (String(repeating: "a", count: 56), "c2db330f6083854c99d4b5bfb6e8f29f201be699"),
      (String(repeating: "a", count: 64), "0098ba824b5c16427bd7a1122a5a442a25ec644d"),
    ])
  func `the digest is that of FIPS 180`(text: String, digest: String) {
    let hexadecimal = SHA1.digest(Array(text.utf8)).map { byte in
      (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
    #expect(hexadecimal.joined() == digest)
  }

  @Test func `a frame is masked, and its length has one of three forms`() {
    #expect(
      WebSocketFrame(kind: .text, payload: Array("Hello".utf8)).bytes(mask: [
        0x37, 0xFA, 0x21, 0x3D,
      ])
        == [0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58])
    for (count, head) in [
      (125, [0x81, 0xFD]), (126, [0x81, 0xFE, 0, 126]), (65_535, [0x81, 0xFE, 0xFF, 0xFF]),
      (65_536, [0x81, 0xFF, 0, 0, 0, 0, 0, 1, 0, 0]),
    ] as [(Int, [UInt8])] {
      let bytes = WebSocketFrame(kind: .text, payload: [UInt8](repeating: 7, count: count))
        .bytes(mask: [0, 0, 0, 0])
      #expect(Array(bytes.prefix(head.count)) == head)
      #expect(bytes.count == head.count + 4 + count)
    }
  }

  /// The messages of bytes that come at once, and byte by byte, with the breach at the end
  private func read(_ bytes: [UInt8]) -> String {
    func text(_ pieces: [[UInt8]]) -> String {
      var reader = WebSocketReader()
      var found: [String] = []
      do {
        for piece in pieces {
          reader.add(piece)
          while let message = try reader.next() {
            switch message {
            case .text(let text): found.append(text)
            case .ping(let payload): found.append("ping \(payload)")
            case .pong: found.append("pong")
            case .closed(let code): found.append("closed \(code ?? 0)")
            }
          }
        }
      } catch {
        found.append("\(error.rawValue)")
      }
      return found.joined(separator: ", ")
    }
    let whole = text([bytes])
    #expect(text(bytes.map { [$0] }) == whole)
    return whole
  }

  @Test(
    arguments: [
      ([0x81, 5] + Array("Hello".utf8), "Hello"),
      ([0x01, 3] + Array("Hel".utf8) + [0x80, 2] + Array("lo".utf8), "Hello"),
      (
        [0x01, 3] + Array("Hel".utf8) + [0x89, 1, 9, 0x80, 2] + Array("lo".utf8), "ping [9], Hello"
      ),
      // Half of a letter in one frame, the rest in the next
      ([0x01, 1, 0xC3, 0x80, 1, 0xA9], "é"), ([0x81, 1, 0xC3], "1007"),
      ([0x81, 0, 0x8A, 0], ", pong"), ([0x88, 2, 0x03, 0xE8], "closed 1000"),
      ([0x88, 0], "closed 0"),
      // Masked, a reserved bit, an unknown kind, a binary message
      ([0x81, 0x85, 1, 2, 3, 4, 0, 0, 0, 0, 0], "1002"), ([0xC1, 0], "1002"), ([0x83, 0], "1002"),
      ([0x82, 0], "1003"),
      // A continuation of nothing, a text within a text, a ping in parts or too long
      ([0x80, 0], "1002"), ([0x01, 0, 0x81, 0], "1002"), ([0x09, 0], "1002"),
      ([0x89, 126, 0, 126], "1002"),
      // A long form for a short length, a length with the first bit, one that is too long
      ([0x81, 126, 0, 125], "1002"), ([0x81, 127, 0x80, 0, 0, 0, 0, 0, 0, 0], "1002"),
      ([0x81, 127, 0, 0, 0, 0, 1, 0, 0, 1], "1009"),
      // Half of a code, a code that is never sent, a reason that is no text
      ([0x88, 1, 3], "1002"), ([0x88, 2, 0x03, 0xED], "1002"),
      ([0x88, 3, 0x03, 0xE8, 0xFF], "1007"),
    ] as [([UInt8], String)])
  func `frames are messages, and what is not allowed ends the connection`(
    bytes: [UInt8], expected: String
  ) {
    #expect(read(bytes) == expected)
  }

  @Test func `parts that are too long together end the connection`() throws {
    var reader = WebSocketReader()
    let part = [UInt8](repeating: 0x61, count: 12 << 20)
    let head: [UInt8] = [127, 0, 0, 0, 0, 0, 0xC0, 0, 0]
    reader.add([0x01] + head + part)
    #expect(try reader.next() == nil)
    reader.add([0x80] + head + part)
    #expect(throws: WebSocketBreach.tooLong) { try reader.next() }
  }

  // MARK: - Connections

  private func open(_ server: ByteServer, path: String = "/api") async throws -> WebSocket {
    try await WebSocket.open(
      WebAddress("http://\(server.address)\(path)"), trust: WebTrust(variable: { _ in nil }))
  }

  @Test func `a request is agreed on, and texts go both ways`() async throws {
    let server = try ScriptedHome.server({ home in
      let lines = try home.upgrade()
      try home.send(lines[0] + " " + (lines.first { $0.hasPrefix("Host") } ?? ""))
      try home.send(kind: 0x89, [1, 2])
      let pong = try home.frame()
      let text = try home.frame()
      try home.send("\(pong) \(String(decoding: text.payload, as: UTF8.self))")
      try home.send(kind: 0x88, [0x03, 0xE9])
      home.connection.hold()
    })
    defer { server.stop() }
    var socket = try await open(server)
    let deadline = ContinuousClock.now + .seconds(20)
    #expect(
      try await socket.next(until: deadline)
        == "GET /api HTTP/1.1 Host: \(server.address)")
    // The ping is answered by the wait for the next text.
    #expect(try await socket.next(until: .now + .milliseconds(50)) == nil)
    socket.send("grüße")
    #expect(
      try await socket.next(until: deadline) == "(kind: 10, payload: [1, 2]) grüße")
    await #expect(throws: WebSocketFault.closed(1001)) { try await socket.next(until: deadline) }
  }

  @Test(
    arguments: [
      ("HTTP/1.1 404 Not Found\r\n\r\n", "noWebSocket(status: 404)"),
      (
        "HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        "noWebSocket(status: 101)"
      ),
      ("SSH-2.0-OpenSSH\r\n", "noWebSocket(status: 0)"),
      ("", "transport(OppProviders.WebFault.closed)"),
    ])
  func `a service that is none is known by its answer`(answer: String, said: String) async throws {
    let server = try ByteServer([
      { connection in
        _ = try connection.read(20)
        try connection.send(Array(answer.utf8))
      }
    ])
    defer { server.stop() }
    do {
      _ = try await open(server)
      Issue.record("it was opened")
    } catch {
      #expect("\(error)" == said)
    }
  }

  @Test(arguments: [("another key", ""), (nil, "Sec-WebSocket-Extensions: permessage-deflate\r\n")])
  func `an answer to another request is refused`(key: String?, header: String) async throws {
    let server = try ScriptedHome.server({ home in
      try home.upgrade(key: key, also: header)
      home.connection.hold()
    })
    defer { server.stop() }
    await #expect(throws: WebSocketFault.noWebSocket(status: 101)) { try await open(server) }
  }
}
