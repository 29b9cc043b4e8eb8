import OppEngine
import OppSession
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// Proxies, by the variables of the environment
@Suite(.limited) struct WebProxyTests {
  private func proxies(_ variables: [String: String]) -> WebProxies {
    WebProxies { variables[$0] }
  }

  @Test(
    arguments: [
      (["http_proxy": "http://p.org:3128"], "http://a.org", "p.org"),
      (["http_proxy": "http://p.org:3128"], "https://a.org", nil),
      (["HTTP_PROXY": "http://p.org"], "http://a.org", nil),
      (["https_proxy": "p.org:3128"], "https://a.org", "p.org"),
      (["HTTPS_PROXY": "http://ada:pw@p.org"], "https://a.org", "p.org"),
      (["all_proxy": "socks5h://[::1]:1080"], "https://a.org", "::1"),
      (["all_proxy": "p.org", "https_proxy": "q.org"], "https://a.org", "q.org"),
      (["https_proxy": "", "all_proxy": "q.org"], "https://a.org", "q.org"),
      (["https_proxy": "p.org", "no_proxy": "a.org"], "https://a.org", nil),
      (["https_proxy": "p.org", "no_proxy": "a.org"], "https://b.a.org", nil),
      (["https_proxy": "p.org", "no_proxy": "a.org"], "https://ba.org", "p.org"),
      (["https_proxy": "p.org", "no_proxy": "x.org, .a.org"], "https://A.org", nil),
      (["https_proxy": "p.org", "NO_PROXY": "*"], "https://a.org", nil),
      (["https_proxy": "p.org", "no_proxy": "8.8.0.0/16"], "https://8.8.4.4", nil),
      (["https_proxy": "p.org", "no_proxy": "8.8.0.0/16"], "https://8.9.4.4", "p.org"),
      (["https_proxy": "p.org", "no_proxy": "0.0.0.0/0"], "https://8.9.4.4", nil),
      (["all_proxy": "p.org"], "http://nas.lan", nil),
      (["all_proxy": "p.org"], "https://192.168.1.4", nil),
    ] as [([String: String], String, String?)])
  func `the variables name a proxy`(variables: [String: String], url: String, host: String?) throws
  {
    #expect(proxies(variables).proxy(for: try WebAddress(url))?.host == host)
  }

  private func send(
    _ url: String, _ variables: [String: String], secret: Bool = false
  ) async throws -> Result<WebResponse, FetchFailure> {
    var request = WebRequest(.get, try WebAddress(url))
    if secret { request.authorize(bearer: Secret(variable: "TOKEN", revealed: "hunter2")) }
    return await WebClient(timeLimit: .seconds(1200)) { variables[$0] }.send(request)
  }

  @Test func `a request goes through the proxy, whose password goes to it alone`() async throws {
    let server = try LoopbackServer()
    server.on("http://a.invalid/x") { _ in .json("{}") }
    let proxy = "http://ada:hunter2@127.0.0.1:\(server.port)"
    let response = try await send("http://a.invalid/x", ["http_proxy": proxy]).get()
    #expect(response.text == "{}")
    #expect(server.requests.first?.header("Proxy-Authorization") == "Basic YWRhOmh1bnRlcjI=")
    server.stop()
  }

  @Test func `a secret of the home does not go through a proxy`() async throws {
    let (server, proxy) = (try LoopbackServer(), try LoopbackServer())
    server.on("/") { _ in .json("{}") }
    let response = try await send(
      server.url, ["http_proxy": proxy.url, "all_proxy": proxy.url], secret: true
    ).get()
    #expect(response.text == "{}")
    #expect(proxy.connectionCount == 0)
    server.stop()
    proxy.stop()
  }

  @Test(arguments: [
    (407, "the proxy wants a password"),
    (403, "the proxy 127.0.0.1 refuses to connect to a.invalid"),
    (502, "the proxy 127.0.0.1 refuses to connect to a.invalid"),
  ])
  func `a proxy that does not connect is named, and gets no secret`(
    status: Int, said: String
  ) async throws {
    let server = try LoopbackServer()
    server.on("a.invalid:443") { _ in .status(status, headers: [("Proxy-Authenticate", "Basic")]) }
    let proxy = "http://ada:hunter2@127.0.0.1:\(server.port)"
    let result = try await send(
      "https://a.invalid/?key=hunter2", ["https_proxy": proxy], secret: true)
    guard case .failure(let failure) = result else {
      Issue.record("it was answered")
      return
    }
    #expect(failure.reason == said)
    let seen = try #require(server.requests.first)
    #expect(seen.method == "CONNECT")
    #expect(seen.header("Authorization") == nil)
    server.stop()
  }

  @Test func `a proxy that asks for a password without TLS says so`() async throws {
    let server = try LoopbackServer()
    server.on("http://a.invalid/") { _ in .status(407) }
    let result = try await send("http://a.invalid/", ["http_proxy": server.url])
    #expect(result.failure?.reason == "the proxy wants a password")
    server.stop()
  }

  @Test func `a proxy that is not there is named without its password`() async throws {
    let server = try LoopbackServer()
    let port = server.port
    server.stop()
    for (proxy, host) in [
      ("http://ada:hunter2@127.0.0.1:\(port)", "127.0.0.1"),
      ("http://ada:hunter2@proxy.invalid:3128", "proxy.invalid"),
    ] {
      let result = try await send("https://a.invalid/", ["https_proxy": proxy])
      #expect(result.failure?.reason == "the proxy \(host) cannot be reached")
    }
  }
}

extension Result {
  /// The failure, or `nil`
  var failure: Failure? { if case .failure(let failure) = self { failure } else { nil } }
}
