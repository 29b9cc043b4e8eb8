import OppEngine
import OppSession
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

  @Test(arguments: [WebRequest.Method.post, .put, .patch])
  func `a request that hands a body over keeps it, or fails`(
    method: WebRequest.Method
  ) async throws {
    server.on("/b") { _ in .json("{}") }
    for status in [301, 302, 303, 307, 308] {
      server.on("/a") { _ in .redirect(to: "/b?key=hunter2", status: status) }
      var request = WebRequest(
        method, try WebAddress(server.url + "/a"), text: "data", type: "text/plain")
      request.isDelivery = true
      let before = server.requests(to: "/b").count
      switch await client.send(request) {
      case .success:
        #expect(status >= 307)
        #expect(server.requests.last?.method == method.rawValue)
        #expect(server.requests.last?.text == "data")
      case .failure(let failure):
        #expect(status < 307)
        #expect(failure.reason == "127.0.0.1 redirects (\(status)): nothing was delivered")
        #expect(server.requests(to: "/b").count == before)
      }
    }
    server.stop()
  }

  @Test(arguments: [(301, "REPORT"), (302, "REPORT"), (303, "GET"), (307, "REPORT")])
  func `a question keeps its method and its body, except after 303`(
    status: Int, method: String
  ) async throws {
    server.on("/a") { _ in .redirect(to: "/b", status: status) }
    server.on("/b") { _ in .json("{}") }
    let request = WebRequest(
      .report, try WebAddress(server.url + "/a"), text: "data", type: "text/plain")
    _ = try await client.send(request).get()
    #expect(server.requests.last?.method == method)
    #expect(server.requests.last?.text == (method == "REPORT" ? "data" : ""))
    server.stop()
  }

  @Test func `a body goes to no other service`() async throws {
    let other = try LoopbackServer()
    let target = other.url + "/b"
    server.on("/a") { _ in .redirect(to: target, status: 307) }
    let request = WebRequest(
      .post, try WebAddress(server.url + "/a"), text: "data", type: "text/plain")
    #expect(await failure(request)?.reason == "127.0.0.1 redirects (307)")
    #expect(other.requests.isEmpty)
    server.stop()
    other.stop()
  }

  private func failure(_ request: WebRequest) async -> FetchFailure? {
    switch await client.send(request) {
    case .success: nil
    case .failure(let failure): failure
    }
  }

  @Test(arguments: [
    (nil, "responded with 302, without an address", "Correct the address"),
    ("/a", "redirects more than 5 times", "Write the address to which it leads"),
    (
      "ftp://a.org/", "redirects to nothing that can be requested",
      "Write the address to which it leads"
    ),
  ])
  func `a redirect that leads nowhere is for the person to correct`(
    location: String?, reason: String, remedy: String
  ) async throws {
    server.on("/a") { _ in
      ServerAnswer.status(302, headers: location.map { [("Location", $0)] } ?? [])
    }
    let failure = await failure(try authorized("/a"))
    #expect(
      failure == FetchFailure(.misconfigured, "127.0.0.1 " + reason, remedy: remedy))
    server.stop()
  }

  @Test(arguments: [300, 304])
  func `a status that is no redirect is not followed`(status: Int) async throws {
    server.on("/a") { _ in .redirect(to: "/b", status: status) }
    _ = await client.send(try authorized("/a"))
    #expect(server.requests.count == 1)
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
