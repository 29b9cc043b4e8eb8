import Foundation
import OppEngine
import OppSession
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// What lies below a response: TLS, HTTP/2, and many requests
@Suite(.limited, .waiting) struct TransportTests {
  private static let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"

  @Test(.enabled(if: NGHTTPServer.program != nil, "there is no nghttpd"))
  func `a service that speaks HTTP/2 alone is read, one request or many at once`() async throws {
    let large = Data(repeating: UInt8(ascii: "x"), count: 3_000_000)
    func start() throws -> NGHTTPServer {
      try NGHTTPServer(
        try #require(NGHTTPServer.program), files: ["small.json": Data("{}".utf8), "large": large])
    }
    var server = try start()
    defer { server.stop() }
    var authority = server.authority
    var client = WebClient(timeLimit: .seconds(600)) { [authority] in
      $0 == "SSL_CERT_FILE" ? authority : nil
    }
    func request(_ path: String) throws -> WebRequest {
      WebRequest(.get, try WebAddress("https://localhost:\(server.port)\(path)"))
    }
    // It needs a moment until it listens, and another port if another test has taken its own.
    var first = await client.send(try request("/small.json"))
    while case .failure(let failure) = first, failure.kind == .unreachable {
      if !server.isRunning {
        server.stop()
        server = try start()
        authority = server.authority
        client = WebClient(timeLimit: .seconds(600)) { [authority] in
          $0 == "SSL_CERT_FILE" ? authority : nil
        }
      }
      await Task.yield()
      first = await client.send(try request("/small.json"))
    }
    #expect(try first.get().text == "{}")
    let sizes = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<40 {
        let request = try request(number % 8 == 0 ? "/large" : "/small.json")
        group.addTask { [client] in try await client.send(request).get().body.count }
      }
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(sizes == [large.count: 5, 2: 35])
    #expect(await client.send(try request("/nothing")).failure?.reason.contains("404") == true)
    var limited = try request("/large")
    limited.sizeLimit = 100_000
    #expect(
      await client.send(limited).failure?.reason
        == "the response of localhost is longer than 100000 bytes")
    #expect(try await client.send(try request("/small.json")).get().text == "{}")
  }

  @Test func `a request is given up during the TLS handshake`() async throws {
    // A server that does not speak TLS waits for the end of a line that never comes.
    let server = try LoopbackServer()
    defer { server.stop() }
    let client = WebClient.patient
    let address = try WebAddress("https://127.0.0.1:\(server.port)/")
    for _ in 0..<20 {
      let before = server.connectionCount
      let waiting = Task { await client.send(WebRequest(.get, address)) }
      while server.connectionCount == before { await Task.yield() }
      let start = ContinuousClock.now
      waiting.cancel()
      #expect(await waiting.value.failure?.reason == "the request was given up")
      #expect(ContinuousClock.now - start < .seconds(5))
    }
    var short = WebRequest(.get, address)
    short.timeLimit = .milliseconds(300)
    #expect(await client.send(short).failure?.kind == .unreachable)
    // The thread serves others as before.
    let other = try LoopbackServer()
    defer { other.stop() }
    other.on("/") { _ in .json("{}") }
    #expect(
      try await client.send(WebRequest(.get, try WebAddress(other.url + "/"))).get().text == "{}")
  }

  @Test func `many requests at once, some of them given up, all end`() async throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    server.on("/") { _ in .json("{}") }
    server.on("/silent") { _ in .fault(.silence) }
    let client = WebClient.patient
    let quick = WebRequest(.get, try WebAddress(server.url + "/"))
    var silent = WebRequest(.get, try WebAddress(server.url + "/silent"))
    silent.timeLimit = .milliseconds(20)
    let answered = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<(Self.isLong ? 50_000 : 1500) {
        if number >= 200 { _ = await group.next() }
        group.addTask { [silent] in
          let result = await client.send(number % 50 == 0 ? silent : quick)
          return (try? result.get())?.text == "{}"
        }
        if number % 97 == 0 {
          let abandoned = Task { [silent] in await client.send(silent) }
          abandoned.cancel()
          _ = await abandoned.value
        }
      }
      return true
    }
    #expect(answered)
    #expect(try await client.send(quick).get().text == "{}")
  }

  #if os(Linux)
    /// In a process of its own, whose greatest memory the system knows.
    @Test func `a bomb is refused without its memory`() throws {
      // Zeros in gzip (RFC 1951): after the tables, each byte of zero repeats 1032 of them. It would be a gigabyte.
      let start: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 237, 193, 49, 1, 0, 0, 0, 194, 160, 245, 79, 109, 13, 15,
        160,
      ]
      let server = try LoopbackServer()
      defer { server.stop() }
      server.on("/bomb") { _ in
        ServerAnswer(
          headers: [("Content-Encoding", "gzip"), ("Content-Type", "application/json")],
          body: start + [UInt8](repeating: 0, count: 1 << 20))
      }
      server.on("/small") { _ in .json(#"{"warm": true}"#) }
      let small = try Self.peak(server.url + "/small", until: "is warm")
      let bomb = try Self.peak(server.url + "/bomb", until: " MiB")
      #expect(bomb < small + 160 << 10, "\(bomb) and \(small) KiB")
    }

    /// The greatest resident memory of a run with a source, in KiB, once it has said something
    private static func peak(_ address: String, until text: String) throws -> Int {
      let folder = FileManager.default.temporaryDirectory.appending(
        path: "opp-\(UUID().uuidString)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let rules = folder.appending(path: "rules.opp")
      try Data(
        """
        source hall fresh for 30min { warm: Bool }
        connect hall to json("\(address)")
        opp "Warm" when warm notify "It is warm."
        """.utf8
      ).write(to: rules)
      let process = try ToolProcess(
        ["run", rules.path, "--store", folder.path + "/store.sqlite"], in: folder)
      #expect(
        ToolProcess.waits { (process.printed + process.said).contains(text) },
        "\(process.printed) \(process.said)")
      let status = try String(
        contentsOfFile: "/proc/\(process.identifier)/status", encoding: .utf8)
      process.send(SIGKILL)
      _ = process.wait()
      let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
      return try #require(Int(line.filter(\.isNumber)))
    }
  #endif
}
