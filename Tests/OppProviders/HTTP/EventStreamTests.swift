import OppEngine
import OppSession
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// Server-sent events, as https://html.spec.whatwg.org/multipage/server-sent-events.html has them
@Suite(.limited) struct EventStreamTests {
  private func events(_ text: String, pieces: Int) throws -> (events: [String], ServerEventParser) {
    var parser = ServerEventParser()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      try parser.take(Array(rest.prefix(pieces)))
      rest = rest.dropFirst(pieces)
    }
    var events: [String] = []
    while let event = parser.next() { events.append("\(event.type)|\(event.data)|\(event.id)") }
    return (events, parser)
  }

  static let streams: [(text: String, events: [String])] = [
    ("data: a\n\n", ["message|a|"]), ("data:a\r\n\r\n", ["message|a|"]),
    ("data: a\r\r", ["message|a|"]),
    ("\u{FEFF}data: a\n\n", ["message|a|"]), (": x\n\ndata: a\n\n", ["message|a|"]),
    ("data: YHOO\ndata: +2\ndata: 10\n\n", ["message|YHOO\n+2\n10|"]),
    (
      "data: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third\n\n",
      ["message|first event|1", "message|second event|", "message| third|"]
    ),
    ("event: add\ndata: 7\n\nevent: remove\n\ndata: 8\n\n", ["add|7|", "message|8|"]),
    ("data\n\ndata\ndata\n\ndata:", ["message||", "message|\n|"]),
    ("data: ü\r\nid: 3\r\nunknown: x\r\n\r\n", ["message|ü|3"]), ("data: never ended\n", []),
  ]

  @Test(arguments: streams)
  func `events are the same in pieces of any size`(text: String, expected: [String]) throws {
    for pieces in [1, 2, 3, 1000] {
      #expect(try events(text, pieces: pieces).events == expected, "\(pieces)")
    }
  }

  @Test func `a pause is a number of milliseconds, and not longer than an hour`() throws {
    #expect(try events("retry: 50\n\n", pieces: 9).1.pause == .milliseconds(50))
    #expect(try events("retry: x\n\n", pieces: 9).1.pause == nil)
    #expect(try events("retry: 99999999999\n\n", pieces: 9).1.pause == .seconds(3600))
  }

  @Test func `an event that is cut leaves nothing for the next connection`() throws {
    for cut in ["data: cut\n", "event: cut\ndata: cut\ndata: c", "event: cut\r"] {
      var parser = ServerEventParser()
      try parser.take(Array(cut.utf8))
      parser.reset()
      try parser.take(Array("data: whole\n\n".utf8))
      let event = parser.next()
      #expect(event.map { "\($0.type) \($0.data)" } == "message whole", "\(cut)")
    }
  }

  @Test func `an event without an end is refused`() throws {
    var parser = ServerEventParser()
    let line = Array("data: \(String(repeating: "x", count: 1000))\n".utf8)
    #expect(throws: WebFault.tooLarge(limit: 1 << 20)) {
      for _ in 0..<1100 { try parser.take(line) }
    }
  }

  @Test func `a reader that falls behind pauses the transfer`() async {
    let feed = EventFeed()
    let block = [UInt8](repeating: 0, count: 16 << 10)
    var count = 0
    while block.withUnsafeBytes({ feed.put($0) }) { count += 1 }
    #expect(count == 16)
    #expect(!feed.takeResumption())
    guard case .bytes(let bytes) = await feed.next() else {
      Issue.record("it has ended")
      return
    }
    #expect(bytes.count == 256 << 10)
    #expect(feed.takeResumption())
    #expect(!feed.takeResumption())
  }

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

  @Test func `events come when they are sent, and a stream that ends is opened again`() async throws
  {
    let server = try LineServer(
      [.hear, .say(Self.head + "retry: 1\nid: 7\nda"), .say("ta: a\n\ndata: b\n\ndata: lost")],
      [.hear, .hear, .hear, .hear, .hear, .hear, .say(Self.head + "data: c\n\n"), .hold])
    var events = WebClient.patient.events(
      of: WebRequest(.get, try WebAddress("http://\(server.address)/events")))
    var data: [String] = []
    for _ in 0..<3 { data.append(try #require(try await events.next()).data) }
    #expect(data == ["a", "b", "c"])
    server.stop()
    var heard: [String] = []
    for await event in server.events { if case .heard(let line) = event { heard.append(line) } }
    #expect(heard.contains("Last-Event-ID: 7\r"), "\(heard)")
  }

  @Test func `a reader that does not read has a flood wait, and then reads all of it`() async throws
  {
    let server = try LineServer([
      .hear, .say(Self.head), .flood("data: \(String(repeating: "x", count: 8000))\n\n"),
    ])
    var events = WebClient.patient.events(
      of: WebRequest(.get, try WebAddress("http://\(server.address)/events")))
    for _ in 0..<500 {
      #expect(try await events.next()?.data.utf8.count == 8000)
    }
    server.stop()
  }

  @Test func `a response that is no stream is a failure, and 204 the end`() async throws {
    let server = try LoopbackServer()
    server.on("/page") { _ in .page() }
    server.on("/401") { _ in .status(401) }
    server.on("/204") { _ in .status(204) }
    server.on("/moved") { _ in .redirect(to: "/204") }
    func next(_ path: String) async throws -> String {
      var events = WebClient.patient.events(of: WebRequest(.get, try WebAddress(server.url + path)))
      do throws(FetchFailure) {
        return try await events.next()?.data ?? "the end"
      } catch {
        return error.reason
      }
    }
    #expect(
      try await next("/page") == "127.0.0.1 responded with a page in place of a stream of events")
    #expect(try await next("/401") == "127.0.0.1 wants a password or a token (401)")
    #expect(try await next("/204") == "the end")
    #expect(try await next("/moved") == "the end")
    server.stop()
  }

  @Test func `a stream that is dropped ends its transfer`() async throws {
    let server = try LineServer([.hear, .say(Self.head + "data: a\n\n"), .hold])
    let client = WebClient.patient
    do {
      var events = client.events(
        of: WebRequest(.get, try WebAddress("http://\(server.address)/events")))
      #expect(try await events.next()?.data == "a")
    }
    for await event in server.events where event == .closed(0) { break }
    server.stop()
    _ = client
  }

  @Test func `a reader that is cancelled ends the transfer`() async throws {
    let server = try LineServer([.hear, .say(Self.head + "data: a\n\n"), .hold])
    let client = WebClient.patient
    let request = WebRequest(.get, try WebAddress("http://\(server.address)/events"))
    let task = Task {
      var events = client.events(of: request)
      _ = try await events.next()
      return try await events.next()
    }
    for await event in server.events where event == .connected(0) { break }
    task.cancel()
    await #expect(throws: FetchFailure.self) { try await task.value }
    server.stop()
  }
}
