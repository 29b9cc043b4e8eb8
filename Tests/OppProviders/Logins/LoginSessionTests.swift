import Foundation
import OppEngine
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// Renewals, against the authorization server of the tests
@Suite(.limited) struct LoginSessionTests {
  private static let noon = LoginWorld.noon
  private static let mark = AuthorizationServer.secretMark

  @Test func `a token is renewed five minutes before its end, and no sooner`() async throws {
    let world = try LoginWorld()
    try world.write(world.server.login())
    let session = world.session()
    let first = await session.text(at: Self.noon)
    #expect(first.hasPrefix("\(Self.mark)-access"))
    #expect(await session.text(at: Self.noon.advanced(by: 3298)) == first)
    #expect(world.grants == ["refresh_token"])
    let second = await session.text(at: Self.noon.advanced(by: 3299))
    #expect(second.hasPrefix("\(Self.mark)-access") && second != first)
    #expect(world.grants.count == 2)
    let form = AuthorizationServer.form(try #require(world.server.server.requests.first))
    #expect(form["client_secret"] == "\(Self.mark)-client" && form["scope"] == nil)
  }

  @Test(arguments: [
    // The lifetime of the response, the age of the token, whether it is still used.
    ("3599", 3000, true), ("\"3599\"", 3000, true), ("null", 3000, true), ("null", 3400, false),
    ("60", 29, true), ("60", 30, false), ("0", 0, false), ("-5", 0, false), ("1e300", 0, true),
    // A clock that was set back: by a little, and by a day.
    ("3599", -200, true), ("3599", -86_400, false),
  ])
  func `a token counts for as long as the service says, by either clock`(
    lifetime: String, age: Int64, isUsed: Bool
  ) async throws {
    let world = try LoginWorld()
    world.server.change { $0.lifetime = lifetime }
    try world.write(world.server.login())
    let session = world.session()
    let first = await session.text(at: Self.noon)
    #expect(first.hasPrefix("\(Self.mark)-access"))
    let second = await session.text(at: Self.noon.advanced(by: age))
    #expect((second == first) == isUsed)
  }

  @Test func `connections that need a token at once make one request`() async throws {
    let world = try LoginWorld()
    try world.write(world.server.login())
    let session = world.session()
    let texts = await withTaskGroup(of: String.self) { group in
      for _ in 0..<8 { group.addTask { await session.text(at: Self.noon) } }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(texts.count == 1 && world.grants == ["refresh_token"])
    // All of them are refused at once: one renewal serves all.
    let token = try await session.token(at: Self.noon)
    let renewed = await withTaskGroup(of: String.self) { group in
      for _ in 0..<8 {
        group.addTask {
          (try? await session.renewed(after: token, at: Self.noon).secret.revealed) ?? "failed"
        }
      }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(renewed.count == 1 && renewed != texts && world.grants.count == 2)
  }

  @Test func `two processes renew one after the other, each with the token of the last`()
    async throws
  {
    let world = try LoginWorld()
    world.server.change {
      $0.rotates = true
      $0.forgetsRotated = true
    }
    try world.write(world.server.login())
    let sessions = (0..<4).map { _ in world.session() }
    let texts = await withTaskGroup(of: String.self) { group in
      for session in sessions { group.addTask { await session.text(at: Self.noon) } }
      return await group.reduce(into: [String]()) { $0.append($1) }
    }
    #expect(texts.allSatisfy { $0.hasPrefix("\(Self.mark)-access") }, "\(texts)")
    #expect(world.grants.count == 4)
  }

  @Test func `a new refresh token is in the file before its access token is used`() async throws {
    let world = try LoginWorld()
    world.server.change { $0.rotates = true }
    try world.write(world.server.login())
    let before = world.file()
    let session = world.session()
    #expect(await session.text(at: Self.noon).hasPrefix("\(Self.mark)-access"))
    let after = world.file()
    #expect(after != before && after.contains("2026-06-21T00:00:00Z"))
    let token = try #require(Login(Array(after.utf8))).refreshToken.revealed
    #expect(world.server.present.refreshTokens.contains(token) && !before.contains(token))
    let attributes = try FileManager.default.attributesOfItem(
      atPath: world.folder.path(of: "google"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a new refresh token that cannot be stored gives no access`() async throws {
    let world = try LoginWorld()
    try world.write(world.server.login())
    let path = world.folder.path(of: "google")
    world.server.change {
      $0.rotates = true
      // A folder in its place cannot be replaced by a file.
      $0.willGrant = {
        try? FileManager.default.removeItem(atPath: path)
        try? FileManager.default.createDirectory(
          atPath: path, withIntermediateDirectories: false)
      }
    }
    let said = await world.session().text(at: Self.noon)
    #expect(said.hasPrefix("misconfigured: the login `google` cannot be stored: "), "\(said)")
    #expect(!said.contains(Self.mark))
  }

  @Test func `a login that is made again or removed counts at once`() async throws {
    let world = try LoginWorld()
    try world.write(world.server.login())
    let session = world.session()
    let first = await session.text(at: Self.noon)
    try world.write(world.server.login(obtained: "2026-06-21T11:00:00Z"))
    let second = await session.text(at: Self.noon)
    #expect(second.hasPrefix("\(Self.mark)-access") && second != first)
    try FileManager.default.removeItem(atPath: world.folder.path(of: "google"))
    #expect(
      await session.text(at: Self.noon)
        == "misconfigured: there is no login `google` on this machine. Only you can correct that: run `opp login google`"
    )
  }

  // MARK: - What services refuse

  @Test func `a login that has ended is tried no more until it is made again`() async throws {
    let world = try LoginWorld()
    try world.write(world.server.login())
    world.server.change { $0.refreshTokens = [] }
    let session = world.session()
    let ended =
      "refused: the login `google` has ended. Only you can correct that: run `opp login google`"
    for hours: Int64 in [0, 1, 20] {
      #expect(await session.text(at: Self.noon.advanced(by: hours * 3600)) == ended)
    }
    // A new process reads in the file that it has ended.
    #expect(await world.session().text(at: Self.noon) == ended)
    #expect(world.grants.count == 1)
    try world.write(world.server.login(obtained: "2026-06-22T12:00:00Z"))
    #expect(await session.text(at: Self.noon).hasPrefix("\(Self.mark)-access"))
  }

  @Test(arguments: [
    ("2026-06-14T23:59:00Z", true), ("2026-06-14T12:00:00Z", true), ("2026-06-13T12:00:00Z", true),
    ("2026-06-15T01:00:00Z", false), ("2026-06-13T10:00:00Z", false),
    ("2026-01-01T00:00:00Z", false),
  ])
  func `the end after seven days is explained`(obtained: String, isExplained: Bool) async throws {
    let world = try LoginWorld()
    try world.write(world.server.login(obtained: obtained))
    world.server.change { $0.refreshTokens = [] }
    let said = await world.session().text(at: Self.noon)
    #expect(said.contains("in Testing gives logins for 7 days") == isExplained, "\(said)")
  }

  private static let refusals: [(ServerAnswer, String)] = [
    (AuthorizationServer.refusal("invalid_grant"), "refused: the login `google` has ended"),
    (
      AuthorizationServer.refusal("interaction_required"), "refused: the login `google` has ended"
    ),
    (
      AuthorizationServer.refusal("invalid_client", status: 401),
      "refused: Google no longer knows the client of the login `google`"
    ),
    (
      AuthorizationServer.refusal("unauthorized_client"),
      "refused: Google no longer knows the client of the login `google`"
    ),
    (AuthorizationServer.refusal("consent_required"), "refused: the login `google` has ended"),
    (AuthorizationServer.refusal("login_required"), "refused: the login `google` has ended"),
    (
      AuthorizationServer.refusal("temporarily_unavailable"),
      "broken: 127.0.0.1 has a fault of its own (temporarily_unavailable)"
    ),
    (
      AuthorizationServer.refusal("server_error"),
      "broken: 127.0.0.1 has a fault of its own (server_error)"
    ),
    (AuthorizationServer.refusal("slow_down"), "limited: 127.0.0.1 has had too many requests"),
    (
      AuthorizationServer.refusal("rate_limit_exceeded", status: 403),
      "limited: 127.0.0.1 has had too many requests"
    ),
    (
      AuthorizationServer.refusal("deleted_client", status: 401),
      "refused: Google no longer knows the client of the login `google`"
    ),
    (
      AuthorizationServer.refusal("invalid_request"),
      "refused: 127.0.0.1 refuses to renew the login `google` (invalid_request)"
    ),
    (
      AuthorizationServer.refusal("unsupported_grant_type"),
      "refused: 127.0.0.1 refuses to renew the login `google` (unsupported_grant_type)"
    ),
    (
      AuthorizationServer.refusal("invalid_resource"),
      "refused: 127.0.0.1 refuses to renew the login `google` (invalid_resource)"
    ),
    (
      AuthorizationServer.refusal("invalid_scope"),
      "refused: 127.0.0.1 refuses to renew the login `google` (invalid_scope)"
    ),
    (AuthorizationServer.refusal(mark), "broken: 127.0.0.1 responded with 400"),
    (AuthorizationServer.refusal("invalid_grant", status: 503), "broken: 127.0.0.1 responded"),
    (.json(#"{"error":{"code":400,"message":"\#(mark)"}}"#, status: 400), "broken: 127.0.0.1"),
    (.status(500), "broken: 127.0.0.1 responded with 500"),
    (.status(429, headers: [("Retry-After", "90")]), "limited: 127.0.0.1 responded with 429"),
    (.page("<!DOCTYPE html>\(mark)"), "unreadable: 127.0.0.1 responded with a page"),
    (.json("{}"), "unreadable: 127.0.0.1 did not respond with a token"),
    (.json(#"{"access_token":""}"#), "unreadable: 127.0.0.1 did not respond with a token"),
    (.json("{\"access_token\":\"\(mark)"), "unreadable: 127.0.0.1 did not respond with"),
    (.redirect(to: "http://127.0.0.1:1/\(mark)", status: 307), "misconfigured: 127.0.0.1"),
    (.fault(.close), "unreachable: 127.0.0.1 closed the connection"),
  ]

  @Test(arguments: refusals.indices)
  func `what is not a token is said without a secret, and tried again`(index: Int) async throws {
    let (answer, expected) = Self.refusals[index]
    let world = try LoginWorld()
    try world.write(world.server.login())
    world.server.change { $0.tokenAnswers = [answer] }
    let session = world.session()
    let said = await session.text(at: Self.noon)
    #expect(said.hasPrefix(expected) && !said.contains(Self.mark), "\(said)")
    #expect(world.grants.count == 1)
    let isOver = said.contains("has ended")
    #expect(await session.text(at: Self.noon).hasPrefix("\(Self.mark)-access") == !isOver)
  }

  @Test func `a login of another service is none`() async throws {
    let world = try LoginWorld()
    try world.write(world.server.login(), as: "mine")
    let said = await world.session("mine", of: .microsoft).text(at: Self.noon)
    #expect(said.hasPrefix("misconfigured: the login `mine` is one of Google. Only you"))
    #expect(world.grants.isEmpty)
  }

  @Test func `Microsoft is asked for the permissions again`() async throws {
    let world = try LoginWorld()
    try world.write(world.server.login(service: "microsoft"), as: "microsoft")
    _ = await world.session("microsoft", of: .microsoft).text(at: Self.noon)
    let form = AuthorizationServer.form(try #require(world.server.server.requests.first))
    #expect(form["scope"] == "Calendars.Read offline_access")
  }
}
