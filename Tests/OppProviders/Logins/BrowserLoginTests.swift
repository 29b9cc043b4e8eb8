import Foundation
import OppEngine
import OppModel
import OppSession
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct BrowserLoginTests {
  private func client(_ world: LoginWorld) throws -> GoogleClientFile {
    try GoogleClientFile(Array(world.server.clientFile.utf8))
  }

  private func login(_ world: LoginWorld, port: UInt16 = 4711) throws -> BrowserLogin {
    let file = try client(world)
    return BrowserLogin(file.client, at: file.endpoints, port: port)
  }

  /// RFC 7636, appendix B
  @Test func `the challenge is that of the standard`() {
    #expect(
      BrowserLogin.challenge(of: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test func `no two logins have a state or a challenge in common`() throws {
    let world = try LoginWorld()
    let addresses = try (0..<50).map { _ in try login(world).address }
    for name in ["state", "code_challenge"] {
      let values = addresses.compactMap { address in
        URLComponents(string: address)?.queryItems?.first { $0.name == name }?.value
      }
      #expect(Set(values).count == 50 && values.allSatisfy { $0.count >= 22 })
    }
  }

  @Test func `Google is asked at version 2 of its page, whatever its file names`() throws {
    let file = try GoogleClientFile(
      Array(
        """
        {"installed":{"client_id":"c","auth_uri":"https://accounts.google.com/o/oauth2/auth",
         "token_uri":"https://oauth2.googleapis.com/token","client_secret":"s"}}
        """.utf8))
    let address = BrowserLogin(file.client, at: file.endpoints, port: 1).address
    #expect(address.hasPrefix("https://accounts.google.com/o/oauth2/v2/auth?response_type=code&"))
    #expect(address.contains("&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2F&"))
    #expect(
      address.contains("scope=https%3A%2F%2Fwww.googleapis.com%2Fauth%2Fcalendar.events.readonly&"))
    #expect(file.endpoints.revocation?.text == "https://oauth2.googleapis.com/revoke")
  }

  @Test(arguments: [
    ("nothing", "it is not JSON"), ("{}", "it is not the file of a client"),
    (#"{"web":{"client_id":"c"}}"#, "it is the file of a client for web pages"),
    (#"{"installed":{}}"#, "it has no `client_id`"),
    (
      #"{"installed":{"client_id":"c","token_uri":"http://example.org/token"}}"#,
      "its addresses are not https://"
    ),
  ])
  func `another file is no client`(text: String, reason: String) {
    let failure = #expect(throws: LoginRefusal.self) {
      try GoogleClientFile(Array(text.utf8))
    }
    #expect(failure?.reason == reason)
  }

  // MARK: - The way back

  private func text(_ answer: BrowserLogin.Answer?) -> String {
    switch answer {
    case .code(let code)?: "code \(code.revealed)"
    case .denied(let word)?: "denied \(word)"
    case .foreign?: "foreign"
    case nil: "none"
    }
  }

  @Test func `an answer counts with the state of its login, once`() throws {
    let world = try LoginWorld()
    let login = try login(world)
    let state = try #require(
      URLComponents(string: login.address)?.queryItems?.first { $0.name == "state" }?.value)
    for (target, expected) in [
      ("/?code=4%2F0a&state=\(state)&scope=x", "code 4/0a"),
      ("/?state=\(state)&code=4/0a", "code 4/0a"),
      ("/?error=access_denied&state=\(state)", "denied access_denied"),
      ("/?error=%1b%5b31m&state=\(state)", "denied an error"),
      ("/?code=a&state=\(state)x", "foreign"), ("/?code=a&state=", "foreign"),
      ("/?code=a", "foreign"), ("/?error=access_denied", "foreign"),
      ("/?state=\(state)", "foreign"), ("/?code=&state=\(state)", "foreign"),
      ("/?code=a&code=b&state=\(state)", "foreign"),
      ("/?code=a&state=\(state)&state=b", "foreign"), ("/?", "foreign"),
      ("/", "none"), ("/favicon.ico", "none"), ("/x?code=a&state=\(state)", "none"),
    ] {
      #expect(text(login.answer(inTarget: target)) == expected, "\(target)")
    }
    for (address, expected) in [
      ("http://127.0.0.1:4711/?state=\(state)&code=a%2Fb#top", "code a/b"),
      ("code=a&state=\(state)", "code a"), ("http://127.0.0.1:4711/?code=a&state=b", "foreign"),
      ("a", "foreign"), ("", "foreign"),
    ] {
      #expect(text(login.answer(inAddress: address)) == expected, "\(address)")
    }
  }

  /// The status and the page that a browser gets, while the server waits on another thread
  private func browse(_ address: String) async -> String {
    var request = WebRequest(.get, (try? WebAddress(address)) ?? Self.nowhere)
    request.expectedStatuses = [400, 404]
    let response = try? await WebClient.patient.send(request).get()
    return "\(response?.status ?? 0) \(response?.text ?? "")"
  }

  private static let nowhere: WebAddress = {
    guard let address = try? WebAddress("http://127.0.0.1:1/") else {
      preconditionFailure("it is an address")
    }
    return address
  }()

  @Test func `the server answers the one page that ends the login, and no other`() async throws {
    let world = try LoginWorld()
    let server = try RedirectServer()
    let login = try login(world, port: server.port)
    let page = login.address
    let right = try #require(world.server.visit(page))
    let foreign = try #require(world.server.visit(page, as: .foreign))
    let base = "http://127.0.0.1:\(server.port)"
    // A browser opens a connection ahead, and sends nothing on it.
    let idle = try LineAddress("127.0.0.1:\(server.port)", usualPort: 1)
    let target = try #require(SocketTarget.targets(of: idle).first)
    let descriptor = socket(target.family, SocketTarget.stream, 0)
    defer { close(descriptor) }
    #expect(target.connect(descriptor, milliseconds: 5000))
    let visits = Task {
      [
        await browse(base + "/favicon.ico"), await browse(foreign), await browse(base + "/"),
        await browse(right),
      ]
    }
    var answer: BrowserLogin.Answer?
    while answer == nil { answer = server.wait(milliseconds: 20, for: login) }
    #expect(text(answer).hasPrefix("code \(AuthorizationServer.secretMark)"))
    #expect(server.hasRefused)
    let pages = await visits.value
    #expect(pages[0] == "404 " && pages[1].hasPrefix("400 ") && pages[2] == "404 ")
    #expect(pages[3].hasPrefix("200 ") && pages[3].contains("You can close this page."))
    guard case .code(let code)? = answer else { return }
    let made = try await login.login(code, world.web, at: LoginWorld.noon)
    #expect(
      made.obtained == LoginWorld.noon && made.endpoints.token.text == world.server.url + "/token")
    // A code counts once.
    let again = await #expect(throws: LoginRefusal.self) {
      try await login.login(code, world.web, at: LoginWorld.noon)
    }
    #expect(
      again?.reason == "Google refuses the login (invalid_grant)" && again?.isOutside == false)
  }

  @Test func `a code is of no use to another login`() async throws {
    let world = try LoginWorld()
    let (mine, other) = (try login(world), try login(world))
    let address = try #require(world.server.visit(mine.address))
    guard case .code(let code) = mine.answer(inAddress: address) else {
      Issue.record("no code")
      return
    }
    let failure = await #expect(throws: LoginRefusal.self) {
      try await other.login(code, world.web, at: LoginWorld.noon)
    }
    #expect(failure?.reason == "Google refuses the login (invalid_grant)")
  }

  @Test func `a permission without the calendar, or for an hour, is none`() async throws {
    for (scope, gives, reason) in [
      ("openid email", true, "Google was not allowed to show the calendar"),
      (
        "https://www.googleapis.com/auth/calendar.events.readonly", false,
        "Google gave no token that can be renewed"
      ),
    ] {
      let world = try LoginWorld()
      world.server.change {
        $0.scope = scope
        $0.givesRefreshToken = gives
      }
      let login = try login(world)
      let address = try #require(world.server.visit(login.address))
      guard case .code(let code) = login.answer(inAddress: address) else { continue }
      let failure = await #expect(throws: LoginRefusal.self) {
        try await login.login(code, world.web, at: LoginWorld.noon)
      }
      #expect(failure?.reason == reason)
    }
  }
}
