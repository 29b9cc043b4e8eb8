import Foundation
import OppModel
import OppTesting
import OppTestLimits
import Synchronization
import Testing

@testable import OppProviders

@Suite(.limited) struct DeviceLoginTests {
  private func begin(_ world: LoginWorld) async throws -> DeviceLogin {
    let endpoints = try #require(LoginEndpoints(microsoft: "common", at: world.server.url + "/"))
    return try await DeviceLogin(
      LoginClient(id: AuthorizationServer.client), at: endpoints, world.web)
  }

  /// The pauses of a login, and its end
  private func finish(
    _ world: LoginWorld, _ answers: [ServerAnswer]
  ) async throws -> (pauses: [Int64], end: String) {
    let device = try await begin(world)
    world.server.change { $0.tokenAnswers = answers }
    let pauses = Mutex<[Int64]>([])
    do throws(LoginRefusal) {
      let login = try await device.login(
        world.web, pause: { seconds in pauses.withLock { $0.append(seconds) } },
        now: { LoginWorld.noon })
      return (pauses.withLock { $0 }, "\(login.service) \(login.obtained.rfc3339)")
    } catch {
      return (pauses.withLock { $0 }, error.reason)
    }
  }

  private static func pending(_ count: Int) -> [ServerAnswer] {
    Array(repeating: AuthorizationServer.refusal("authorization_pending"), count: count)
  }

  @Test func `the code is shown, and asked for at the interval of the service`() async throws {
    let world = try LoginWorld()
    world.server.change { $0.scope = "Calendars.Read User.Read" }
    let device = try await begin(world)
    #expect(device.userCode == "ABCD-EFGH" && device.page == "https://microsoft.com/devicelogin")
    #expect(device.lifetime == 900)
    let (pauses, end) = try await finish(
      world, Self.pending(2) + [AuthorizationServer.refusal("slow_down")] + Self.pending(1))
    #expect(end == "microsoft 2026-06-21T12:00:00Z")
    #expect(pauses == [5, 5, 5, 10, 10])
    let last = AuthorizationServer.form(try #require(world.server.server.requests.last))
    #expect(last["grant_type"] == "urn:ietf:params:oauth:grant-type:device_code")
  }

  @Test(arguments: [
    ("authorization_declined", "Microsoft refuses the login (authorization_declined)"),
    ("expired_token", "Microsoft refuses the login (expired_token)"),
    ("bad_verification_code", "Microsoft refuses the login (bad_verification_code)"),
    ("access_denied", "Microsoft refuses the login (access_denied)"),
    ("invalid_client", "Microsoft refuses the login (invalid_client)"),
  ])
  func `a refusal ends it`(word: String, expected: String) async throws {
    let world = try LoginWorld()
    let (pauses, end) = try await finish(
      world, Self.pending(1) + [AuthorizationServer.refusal(word)])
    #expect(end == expected && pauses.count == 2)
  }

  @Test func `a network that is gone for a while does not end it, and nobody waits for ever`()
    async throws
  {
    let world = try LoginWorld()
    world.server.change { $0.scope = nil }
    let (pauses, end) = try await finish(
      world,
      [
        .fault(.close), .status(503), .page(),
        AuthorizationServer.refusal("temporarily_unavailable"),
      ] + Self.pending(1))
    #expect(end == "microsoft 2026-06-21T12:00:00Z" && pauses == [5, 10, 20, 40, 60, 60])
    let (all, expiry) = try await finish(world, Self.pending(300))
    #expect(expiry == "nobody entered the code within 15 minutes" && all.count == 180)
  }

  @Test(arguments: [
    ServerAnswer.json("{}"), .json(#"{"device_code":"a","user_code":"","verification_uri":"b"}"#),
    .page(), .status(500), AuthorizationServer.refusal("unauthorized_client"), .fault(.close),
  ])
  func `a service without a code is said`(answer: ServerAnswer) async throws {
    let world = try LoginWorld()
    world.server.server.on("/common/oauth2/v2.0/devicecode") { _ in answer }
    let failure = await #expect(throws: LoginRefusal.self) { try await begin(world) }
    let reason = try #require(failure?.reason)
    #expect(!reason.contains(AuthorizationServer.secretMark) && !reason.isEmpty, "\(reason)")
  }

  @Test(arguments: ["http://example.org", "nothing", "ftp://a"])
  func `secrets go over https, or stay at home`(service: String) {
    #expect(LoginEndpoints(microsoft: "common", at: service) == nil)
  }

  @Test func `a tenant is part of the addresses`() throws {
    let endpoints = try #require(LoginEndpoints(microsoft: "a b/c", at: nil))
    #expect(
      endpoints.token.text == "https://login.microsoftonline.com/a%20b%2Fc/oauth2/v2.0/token")
  }
}
