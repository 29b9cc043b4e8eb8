import Foundation
import OppEngine
import OppSession
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// The thread of the transfers: its limits, its end, and what it keeps
@Suite(.limited, .waiting) struct CurlLoopTests {
  private func request(_ server: LoopbackServer, _ path: String) throws -> WebRequest {
    WebRequest(.get, try WebAddress(server.url + path))
  }

  @Test func `requests that wait for a connection end at their time as well`() async throws {
    let server = try LoopbackServer()
    server.on("/silent") { _ in .fault(.silence) }
    let client = WebClient.patient
    var request = try request(server, "/silent")
    request.timeLimit = .seconds(1)
    let start = ContinuousClock.now
    await withTaskGroup(of: Void.self) { group in
      // Four connections to a host are the most.
      for _ in 0..<12 { group.addTask { [request] in _ = await client.send(request) } }
    }
    // One after the other, they would take three times as long at least.
    #expect(ContinuousClock.now - start < .milliseconds(2800))
    server.stop()
  }

  @Test func `requests to a host share four connections`() async throws {
    let server = try LoopbackServer()
    server.on("/") { _ in .json("{}") }
    let client = WebClient.patient
    let request = try request(server, "/")
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<40 { group.addTask { _ = await client.send(request) } }
    }
    #expect(server.requests.count == 40)
    #expect(server.connectionCount <= 4)
    server.stop()
  }

  @Test func `a client that is gone ends its requests' thread`() async throws {
    let server = try LoopbackServer()
    server.on("/") { _ in .json("{}") }
    for _ in 0..<50 {
      #expect(try await WebClient.patient.send(try request(server, "/")).get().text == "{}")
    }
    server.stop()
  }

  @Test func `a service that is silent holds up no other`() async throws {
    let (silent, quick) = (try LoopbackServer(), try LoopbackServer())
    silent.on("/") { _ in .fault(.silence) }
    quick.on("/") { _ in .json("{}") }
    let client = WebClient.patient
    let waiting = Task { [request = try request(silent, "/")] in await client.send(request) }
    while silent.requests.isEmpty { await Task.yield() }
    #expect(try await client.send(try request(quick, "/")).get().text == "{}")
    waiting.cancel()
    #expect(await waiting.value.failure?.reason == "the request was given up")
    silent.stop()
    quick.stop()
  }

  @Test func `a path that is silent holds up no other of the same service`() async throws {
    let server = try LoopbackServer()
    server.on("/silent") { _ in .fault(.silence) }
    server.on("/quick") { _ in .json("{}") }
    let client = WebClient.patient
    let waiting = Task { [request = try request(server, "/silent")] in await client.send(request) }
    while server.requests.isEmpty { await Task.yield() }
    #expect(try await client.send(try request(server, "/quick")).get().text == "{}")
    waiting.cancel()
    #expect(await waiting.value.failure?.reason == "the request was given up")
    server.stop()
  }

  @Test func `connections are reused, and thousands of requests keep no descriptor`() async throws {
    let server = try LoopbackServer()
    server.on("/") { _ in .json("{}") }
    server.on("/cut") { _ in .fault(.raw, text: "HTTP/1.1 200 OK\r\nX:") }
    let client = WebClient.patient
    for _ in 0..<20 { _ = await client.send(try request(server, "/")) }
    #expect(server.connectionCount == 1)
    let before = Self.descriptors
    for number in 0..<2000 {
      _ = await client.send(try request(server, number % 4 == 0 ? "/cut" : "/"))
    }
    // Other tests run beside this one.
    #expect(Self.descriptors < before + 200)
    server.stop()
  }

  private static var descriptors: Int {
    let folder =
      FileManager.default.fileExists(atPath: "/proc/self/fd") ? "/proc/self/fd" : "/dev/fd"
    return (try? FileManager.default.contentsOfDirectory(atPath: folder).count) ?? 0
  }
}
