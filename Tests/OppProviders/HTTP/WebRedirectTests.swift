import OppEngine
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct WebRedirectTests {
  let server: LoopbackServer
  let client = WebClient.patient

  init() throws { server = try LoopbackServer() }

  private func authorized(_ path: String, _ method: WebRequest.Method = .get) throws -> WebRequest {
    var request = WebRequest(method, try WebAddress(server.url + path))
    request.authorize(bearer: Secret(variable: "TOKEN", revealed: "hunter2"))
    return request
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `redirects within a service keep the secret`(status: Int) async throws {
    server.on("/a") { _ in .redirect(to: "/b?x=1", status: status) }
    server.on("/b") { _ in .json("{}") }
    let response = try await client.send(try authorized("/a")).get()
    #expect(response.address.path == "/b")
    #expect(server.requests.last?.header("Authorization") == "Bearer hunter2")
    #expect(server.requests.last?.query == ["x": "1"])
    server.stop()
  }

  @Test func `a secret does not follow to another service`() async throws {
    let other = try LoopbackServer()
    other.on("/b") { _ in .json("{}") }
    let target = other.url + "/b"
    server.on("/a") { _ in .redirect(to: target, status: 307) }
    _ = try await client.send(try authorized("/a")).get()
    let seen = try #require(other.requests.first)
    #expect(seen.header("Authorization") == nil)
    server.stop()
    other.stop()
  }

  @Test(arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
  func `a redirected POST follows RFC 9110`(status: Int, method: String) async throws {
    server.on("/a") { _ in .redirect(to: "/b", status: status) }
    server.on("/b") { _ in .json("{}") }
    let request = WebRequest(
      .post, try WebAddress(server.url + "/a"), text: "data", type: "text/plain")
    _ = try await client.send(request).get()
    #expect(server.requests.last?.method == method)
    #expect(server.requests.last?.text == (method == "POST" ? "data" : ""))
    server.stop()
  }

  @Test func `a circle of redirects ends`() async throws {
    server.on("/a") { _ in .redirect(to: "/a") }
    let result = await client.send(try authorized("/a"))
    #expect(result.isFailure)
    #expect(server.requests.count == WebClient.maximumRedirects + 1)
    server.stop()
  }

  @Test(arguments: ["file:///etc/passwd", "ftp://127.0.0.1/", "http://", "javascript:alert(1)"])
  func `a redirect to an address that cannot be requested is a failure`(target: String) async throws
  {
    server.on("/a") { _ in .redirect(to: target) }
    #expect(await client.send(try authorized("/a")).isFailure)
    server.stop()
  }
}
