import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// Connections with a login
@Suite(.limited) struct ConnectedLoginTests {
  private func connector(_ world: LoginWorld, _ kind: String) throws -> any Connector {
    var settings = CalendarFollower.settings(
      kind, ["login": kind, "url": world.server.url + (kind == "google" ? "/v3" : "/v1.0")])
    settings.logins = Logins(world.folder, world.web)
    return kind == "google" ? try GoogleConnector(settings) : try MicrosoftConnector(settings)
  }

  @Test(arguments: ["google", "microsoft"])
  func `a token that is refused is renewed once for a request`(kind: String) async throws {
    let world = try LoginWorld()
    try world.write(world.server.login(service: kind), as: kind)
    let connector = try connector(world, kind)
    var follower = CalendarFollower()
    await connector.ask(&follower, at: "2026-06-21T12:00:00Z")
    #expect(follower.outcome == "arrived")
    world.server.change { $0.accessTokens = [] }
    await connector.ask(&follower, at: "2026-06-21T12:10:00Z")
    #expect(follower.outcome == "arrived" && world.grants.count == 2)
    // The service refuses the new one too: once is enough.
    let path = kind == "google" ? "/v3/calendars/primary/events" : "/v1.0/me/calendarView/delta"
    world.server.server.on(path) { _ in .status(401) }
    await connector.ask(&follower, at: "2026-06-21T12:20:00Z")
    #expect(
      follower.outcome == "refused: 127.0.0.1 refuses the token: it has expired or was withdrawn")
    #expect(world.grants.count == 3)
  }

  @Test func `a login that is made or ended is noticed at once, and a renewal asks for nothing`()
    async throws
  {
    let world = try LoginWorld()
    let connector = try connector(world, "google")
    let file = try #require(connector.watchedFiles.first)
    func isChanged(by body: () async throws -> Void) async rethrows -> Bool {
      let before = FileStamp(path: file)
      try await body()
      return FileStamp(path: file) != before
    }
    let login = try #require(Login(Array(world.server.login().utf8)))
    #expect(try await isChanged { try await world.folder.save(login, as: "google") })
    world.server.change { $0.rotates = true }
    var follower = CalendarFollower()
    let hasRenewed = await isChanged { await connector.ask(&follower, at: "2026-06-21T12:00:00Z") }
    #expect(!hasRenewed && follower.outcome == "arrived" && world.grants.count == 1)
    #expect(try await isChanged { _ = try await world.folder.logOut("google", world.web) })
  }
}
