import OppEngine
import OppModel
import OppSession
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// Against a server of the tests' own on this machine
@Suite(.limited) struct WebClientTests {
  let server: LoopbackServer
  let client = WebClient.patient

  init() throws { server = try LoopbackServer() }

  private func request(_ path: String, _ method: WebRequest.Method = .get) throws -> WebRequest {
    WebRequest(method, try WebAddress(server.url + path))
  }

  private func failure(_ request: WebRequest) async -> FetchFailure? {
    switch await client.send(request) {
    case .success: nil
    case .failure(let failure): failure
    }
  }

  @Test func `a response has its status, headers and body, and its duration`() async throws {
    server.on("/a") { _ in .json(#"{"x": 1}"#) }
    let exchange = await client.exchange(try request("/a?q=1"))
    let response = try exchange.result.get()
    #expect(response.status == 200)
    #expect(response.mediaType == "application/json")
    #expect(response.text == #"{"x": 1}"#)
    #expect(exchange.bytes > 100 && exchange.bytes < 1000)
    #expect(response.bytes == exchange.bytes)
    let seen = try #require(server.requests.first)
    #expect(seen.query == ["q": "1"])
    #expect(seen.header("User-Agent")?.hasPrefix("opp/") == true)
    server.stop()
  }

  @Test(arguments: [WebRequest.Method.post, .put, .report, .propfind, .options, .delete, .patch])
  func `methods, headers and bodies arrive as they are`(method: WebRequest.Method) async throws {
    server.on("/dav") { _ in ServerAnswer(status: 207, text: "<multistatus/>") }
    var request = WebRequest(
      method, try WebAddress(server.url + "/dav"), text: "<query/>", type: "application/xml")
    request.set("Depth", "1")
    let response = try await client.send(request).get()
    #expect(response.status == 207)
    let seen = try #require(server.requests.first)
    #expect(seen.method == method.rawValue)
    #expect(seen.text == "<query/>")
    #expect(seen.header("Depth") == "1")
    #expect(seen.header("Content-Type") == "application/xml")
    server.stop()
  }

  @Test func `a body goes over a connection of its own`() async throws {
    server.on("/hook") { _ in .json("{}") }
    for _ in 0..<3 { _ = try await client.send(try request("/hook")).get() }
    let before = server.connectionCount
    for count in 1...3 {
      let address = try WebAddress(server.url + "/hook")
      _ = try await client.send(WebRequest(.post, address, text: "x", type: "text/plain")).get()
      #expect(server.connectionCount == before + count)
    }
    server.stop()
  }

  @Test func `a service that closes after each response gets every body`() async throws {
    // Announces the length that the body has, and closes without having said so.
    server.on("/hook") { _ in .fault(.wrongLength(2), text: "ok") }
    let address = try WebAddress(server.url + "/hook")
    for count in 0..<20 {
      let request = WebRequest(.post, address, text: "body \(count)", type: "text/plain")
      _ = try await client.send(request).get()
    }
    #expect(server.requests.map(\.text) == (0..<20).map { "body \($0)" })
    server.stop()
  }

  @Test(arguments: [
    (["5", "7"], false), (["7", "5"], false), (["5", "5"], true), (["5"], true),
  ])
  func `a response with two different lengths is refused`(
    lengths: [String], isTaken: Bool
  ) async throws {
    let headers = lengths.map { "Content-Length: \($0)\r\n" }.joined()
    server.on("/two") { _ in .fault(.raw, text: "HTTP/1.1 200 OK\r\n\(headers)\r\nhello") }
    let failure = await failure(try request("/two"))
    #expect((failure == nil) == isTaken, "\(String(describing: failure))")
    server.stop()
  }

  @Test func `an error status is a failure that names the host only`() async throws {
    let cases: [(Int, FetchFailure.Kind)] = [
      (400, .misconfigured), (401, .refused), (403, .refused), (404, .misconfigured),
      (407, .refused),
      (410, .misconfigured), (429, .limited), (500, .broken), (503, .broken), (599, .broken),
    ]
    for (status, kind) in cases {
      server.on("/s\(status)") { _ in
        .status(status, headers: [("WWW-Authenticate", "Basic realm=x")])
      }
      let failure = await failure(try request("/s\(status)?key=hunter2"))
      #expect(failure?.kind == kind)
      #expect(failure?.reason.contains("hunter2") == false)
    }
    server.stop()
  }

  @Test func `304 and expected statuses are responses`() async throws {
    server.on("/same") { _ in .status(304) }
    server.on("/gone") { _ in .json("{}", status: 410) }
    #expect(try await client.send(try request("/same")).get().status == 304)
    var request = try request("/gone")
    request.expectedStatuses = [410]
    #expect(try await client.send(request).get().status == 410)
    server.stop()
  }

  @Test(arguments: [
    ("120", Int64(120)), ("0", 0), ("Fri, 31 Dec 1999 23:59:59 GMT", 59),
    ("Friday, 31-Dec-99 23:59:59 GMT", 59), ("Fri Dec 31 23:59:59 1999", 59),
    ("Fri, 31 Dec 1999 23:00:00 GMT", 0), ("99999999999999999999", RetryAfter.maximum),
    ("soon", nil), ("-5", nil), ("", nil),
  ])
  func `Retry-After counts in seconds or to a date`(text: String, seconds: Int64?) async throws {
    for status in [429, 503] {
      server.on("/later\(status)") { _ in
        .status(
          status, headers: [("Retry-After", text), ("Date", "Fri, 31 Dec 1999 23:59:00 GMT")])
      }
      #expect(await failure(try request("/later\(status)"))?.retryAfter == seconds)
    }
    server.stop()
  }

  @Test func `a response longer than the limit is not read to its end`() async throws {
    server.on("/endless") { _ in .fault(.endless) }
    server.on("/announced") { _ in .fault(.wrongLength(1 << 40), text: "x") }
    server.on("/exact") { _ in ServerAnswer(text: String(repeating: "x", count: 1000)) }
    for path in ["/endless", "/announced"] {
      var request = try request(path)
      request.sizeLimit = 1 << 20
      #expect(
        await failure(request)
          == WebFault.tooLarge(limit: 1 << 20).failure(host: "127.0.0.1"))
    }
    var request = try request("/exact")
    request.sizeLimit = 1000
    #expect(try await client.send(request).get().body.count == 1000)
    request.sizeLimit = 999
    #expect(await failure(request)?.kind == .unreadable)
    server.stop()
  }

  @Test func `a service that does not respond in time is given up`() async throws {
    server.on("/silent") { _ in .fault(.silence) }
    server.on("/drip") { _ in .fault(.closeAfter(3), text: "abcdef") }
    var request = try request("/silent")
    request.timeLimit = .milliseconds(50)
    #expect(
      await failure(request)
        == WebFault.tookTooLong.failure(host: "127.0.0.1"))
    request.timeLimit = .zero
    #expect(await failure(request)?.kind == .unreachable)
    server.stop()
  }

  @Test func `a connection that breaks off is a failure, whatever came before`() async throws {
    server.on("/middle") { _ in .fault(.closeAfter(3), text: "abcdef") }
    server.on("/wrong") { _ in .fault(.wrongLength(100), text: "abcdef") }
    for path in ["/middle", "/wrong"] {
      #expect(
        await failure(try request(path))
          == WebFault.brokenOff.failure(host: "127.0.0.1"), "\(path)")
    }
    server.stop()
  }

  @Test func `garbage in place of HTTP is a failure`() async throws {
    let garbage = [
      "", "hello", "HTTP/1.1\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n", "HTTP/1.1 -5 OK\r\n\r\n",
      "HTTP/1.1 99999 OK\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -3\r\n\r\nabc",
      "HTTP/1.1 200 OK\r\nContent-Length: banana\r\nno colon\r\n: empty\r\n\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "\0\0\0\0\r\n\r\n",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc",
      "HTTP/1.1 302 Found\r\n\r\n", "HTTP/1.1 302 Found\r\nLocation: ::::\r\n\r\n",
      "HTTP/1.1 401 No\r\nWWW-Authenticate: \"\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest\r\nContent-Length: 0\r\n\r\n",
      "HTTP/1.1 100 Continue\r\n\r\n", "ICY 200 OK\r\n\r\n", "HTTP/2 200\r\n\r\n",
      "HTTP/1.1 200 OK\r\nSet-Cookie: \r\nSet-Cookie: ;;;=\r\nX: \u{FF}\u{FE}\r\n\r\n",
    ]
    for (index, text) in garbage.enumerated() {
      server.on("/g\(index)") { _ in .fault(.raw, text: text) }
      var request = try request("/g\(index)")
      request.timeLimit = .seconds(5)
      let result = await client.send(request)
      if case .success(let response) = result {
        #expect((200..<300).contains(response.status), "\(text.debugDescription)")
      }
    }
    // The client is as good as before.
    server.on("/fine") { _ in .json("{}") }
    #expect(try await client.send(try request("/fine")).get().text == "{}")
    server.stop()
  }

  @Test func `a reset connection is retried, except where a second request would deliver twice`()
    async throws
  {
    server.on("/shaky") { $0.count < 2 ? .fault(.reset) : .json("{}") }
    #expect(try await client.send(try request("/shaky")).get().text == "{}")
    #expect(server.requests(to: "/shaky").count == 3)
    // With clients of their own: a connection used before is opened anew by the platform as well.
    for (method, count) in [(WebRequest.Method.get, 1 + WebClient.maximumRetries), (.post, 1)] {
      let other = try LoopbackServer()
      other.on("/") { _ in .fault(.reset) }
      let result = await WebClient.patient.send(WebRequest(method, try WebAddress(other.url)))
      #expect(result.isFailure)
      #expect(other.requests.count == count)
      other.stop()
    }
    server.stop()
  }

  @Test func `a service that is not there is unreachable`() async throws {
    server.stop()
    let other = try LoopbackServer()
    let address = try WebAddress(other.url)
    other.stop()
    #expect(await failure(WebRequest(.get, address))?.kind == .unreachable)
  }

  @Test func `a request ends at once when its task is cancelled`() async throws {
    server.on("/silent") { _ in .fault(.silence) }
    let request = try request("/silent")
    for _ in 0..<20 {
      let task = Task { await client.send(request) }
      task.cancel()
      let result = await task.value
      #expect(result.isFailure)
    }
    // And when the request has been sent already.
    let task = Task { await client.send(request) }
    while server.requests.isEmpty { await Task.yield() }
    task.cancel()
    #expect(await task.value.isFailure)
    server.stop()
  }

  @Test func `many requests side by side, some of which fail, all end`() async throws {
    server.on("/ok") { _ in .json("{}") }
    server.on("/reset") { _ in .fault(.reset) }
    server.on("/middle") { _ in .fault(.closeAfter(1), text: "abc") }
    let paths = ["/ok", "/reset", "/middle", "/missing"]
    let successes = try await withThrowingTaskGroup(of: Int.self) { group in
      for index in 0..<80 {
        let request = try request(paths[index % 4])
        group.addTask { [client] in await client.send(request).isFailure ? 0 : 1 }
      }
      return try await group.reduce(0, +)
    }
    #expect(successes == 20)
    server.stop()
  }
}

extension Result {
  var isFailure: Bool { if case .failure = self { true } else { false } }
}
