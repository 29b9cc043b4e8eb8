import Foundation
import OppEngine
import OppSession
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// Answers that are odd, wrong or cut, as bytes
@Suite(.limited) struct WebAnswerTests {
  let server: LoopbackServer
  let client = WebClient.patient

  init() throws { server = try LoopbackServer() }

  /// The body of the response to a server that sends these bytes and closes, or the reason why there is none
  private func outcome(
    _ answer: [UInt8], _ method: WebRequest.Method = .get, timeLimit: Duration? = nil
  ) async throws -> String {
    server.on("/x") { _ in ServerAnswer(body: answer, fault: .raw) }
    var request = WebRequest(method, try WebAddress(server.url + "/x"))
    request.timeLimit = timeLimit
    switch await client.send(request) {
    case .success(let response): return String(decoding: response.body, as: UTF8.self)
    case .failure(let failure): return failure.reason
    }
  }

  private func outcome(_ answer: String) async throws -> String {
    try await outcome(Array(answer.utf8))
  }

  static let answers = [
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-T: 1\r\n\r\n",
    "HTTP/1.1 103 Early Hints\r\nLink: <a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=x\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.1 302 Found\r\nLocation: /nowhere\r\nContent-Length: 5\r\n\r\nhello",
    "HTTP/1.1 500 No\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nX-T: 1\r\n\r\n",
  ]

  @Test(arguments: answers)
  func `an answer that is cut at any byte is closed or broken off`(answer: String) async throws {
    let bytes = Array(answer.utf8)
    // A response ends with its length, or with the last chunk: a missing line end behind that is no loss.
    let end = answer.contains("chunked") ? bytes.count - "X-T: 1\r\n\r\n".utf8.count : bytes.count
    for length in 0..<end {
      let outcome = try await outcome(Array(bytes.prefix(length)))
      #expect(
        ["127.0.0.1 closed the connection", "127.0.0.1 broke off its response"].contains(outcome),
        "\(length): \(outcome)")
    }
    for length in end..<bytes.count { _ = try await outcome(Array(bytes.prefix(length))) }
    server.stop()
  }

  @Test func `a POST is sent once, wherever the answer is cut`() async throws {
    let bytes = Array(Self.answers[0].utf8)
    for length in stride(from: 0, to: bytes.count, by: 7) {
      let before = server.requests.count
      _ = try await outcome(Array(bytes.prefix(length)), .post)
      #expect(server.requests.count == before + 1, "\(length)")
    }
    server.stop()
  }

  static let read: [(String, String)] = [
    (
      "a trailer",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-T: 1\r\n\r\n"
    ),
    (
      "a trailer without a body",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: 1\r\n\r\n"
    ),
    ("no reason", "HTTP/1.1 200\r\nContent-Length: 5\r\n\r\nhello"),
    ("line feeds alone", "HTTP/1.1 200 OK\nContent-Length: 5\n\nhello"),
    ("a folded header", "HTTP/1.1 200 OK\r\nX: a\r\n b\r\nContent-Length: 5\r\n\r\nhello"),
    ("HTTP/2 in words", "HTTP/2 200\r\nContent-Length: 5\r\n\r\nhello"),
    ("HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\nhello"),
    ("100 first", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello"),
    ("no headers", "HTTP/1.1 200 OK\r\n\r\nhello"),
    ("more than its length", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello, world"),
  ]

  @Test(arguments: read)
  func `an odd answer is read`(name: String, answer: String) async throws {
    #expect(try await outcome(answer) == (name.contains("without a body") ? "" : "hello"))
    server.stop()
  }

  @Test func `a header in Latin-1 is read`() async throws {
    let head = "HTTP/1.1 200 OK\r\nContent-Disposition: attachment; filename=\"M"
    server.on("/x") { _ in
      ServerAnswer(
        body: Array(head.utf8) + [0xFC] + Array("ll.ics\"\r\nContent-Length: 2\r\n\r\nok".utf8),
        fault: .raw)
    }
    let request = WebRequest(.get, try WebAddress(server.url + "/x"))
    let response = try await client.send(request).get()
    #expect(response.header("Content-Disposition") == "attachment; filename=\"Müll.ics\"")
    #expect(response.text == "ok")
    server.stop()
  }

  @Test(arguments: [200, 401, 500])
  func `a trailer ends no status`(status: Int) async throws {
    let answer =
      "HTTP/1.1 \(status) X\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nX-T: 1\r\n\r\n"
    let outcome = try await outcome(answer)
    #expect(status == 200 ? outcome == "x" : outcome.contains("\(status)"))
    server.stop()
  }

  static let notHTTP = [
    "hello", "hello\r\n\r\n", "ICY 200 OK\r\n\r\n", "HTTP/1.2 200 OK\r\n\r\n",
    "HTTP/1.1 20 OK\r\n\r\n",
    "HTTP/1.1 abc OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -3\r\n\r\nabc",
    "HTTP/1.1 200 OK\r\nno colon\r\n\r\nabc", "HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\nabc",
    "SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n", "<html>hello</html>", "\0\0\0\0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  ]

  @Test(arguments: notHTTP)
  func `an answer in another language is not HTTP`(answer: String) async throws {
    #expect(try await outcome(answer) == "the answer of 127.0.0.1 is not HTTP")
    server.stop()
  }

  static let refused: [(answer: String, reason: String)] = [
    (
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nhello",
      "the response of 127.0.0.1 says two lengths of itself"
    ),
    (
      "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-4/9\r\nContent-Length: 5\r\n\r\nhello",
      "127.0.0.1 sent a part only"
    ),
    (
      "HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 5\r\n\r\nhello",
      "the response of 127.0.0.1 is encoded in a way that cannot be read"
    ),
    (
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello",
      "the response of 127.0.0.1 is encoded in a way that cannot be read"
    ),
    (
      "HTTP/1.1 200 OK\r\nContent-Length: 99000000000\r\n\r\nhello",
      "the response of 127.0.0.1 is longer than 32 MiB"
    ),
    ("HTTP/1.1 100 Continue\r\n\r\n", "127.0.0.1 broke off its response"),
    ("", "127.0.0.1 closed the connection"),
  ]

  @Test(arguments: refused)
  func `an answer that cannot be right is refused`(answer: String, reason: String) async throws {
    #expect(try await outcome(answer) == reason)
    server.stop()
  }

  @Test func `a bomb is refused at the limit, and unpacked below it`() async throws {
    // 100,000 bytes of zero in gzip (RFC 1952): 132 bytes, of which most are zero as well.
    let start: [UInt8] = [
      31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 237, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 109, 13, 15,
      160,
    ]
    let end: [UInt8] = [128, 87, 3, 125, 149, 17, 212, 160, 134, 1, 0]
    let middle = [UInt8](repeating: 0, count: 132 - start.count - end.count)
    server.on("/x") { _ in
      ServerAnswer(headers: [("Content-Encoding", "gzip")], body: start + middle + end)
    }
    var request = WebRequest(.get, try WebAddress(server.url + "/x"))
    request.sizeLimit = 100_000
    #expect(try await client.send(request).get().body.count == 100_000)
    request.sizeLimit = 99_999
    #expect(
      await client.send(request).failure?.reason
        == "the response of 127.0.0.1 is longer than 99999 bytes")
    server.stop()
  }

  @Test func `a head without an end is refused, of many lines or of a single one`() async throws {
    let lines = String(repeating: "X-Header: some text\r\n", count: 20_000)
    let line = "X-Header: \(String(repeating: "x", count: 300_000))\r\n"
    for lines in [lines, line] {
      #expect(
        try await outcome("HTTP/1.1 200 OK\r\n\(lines)\r\n")
          == "the head of the response of 127.0.0.1 is longer than 256 KiB")
    }
    server.stop()
  }

  @Test func `an answer that is mutated by chance never crashes or hangs`() async throws {
    var random = SplitMix64(seed: 11)
    let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"
    for _ in 0..<(isLong ? 5000 : 500) {
      var bytes = Array(Self.answers[Int.random(in: 0..<6, using: &random)].utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
        default: if bytes.count > 1 { bytes.remove(at: place) }
        }
      }
      _ = try await outcome(bytes)
    }
    server.on("/x") { _ in .json("{}") }
    let request = WebRequest(.get, try WebAddress(server.url + "/x"))
    #expect(try await client.send(request).get().text == "{}")
    server.stop()
  }
}
