import Foundation
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// Rules with a login in the life of a daemon, with the clock of the tests
@Suite(.limited) struct LoginLifeTests {
  private static let mark = AuthorizationServer.secretMark

  /// A live folder whose home has logins
  private func live(_ world: AuthorizationServer, to end: String) throws -> LiveFolder {
    let live = try LiveFolder(
      """
      table holidays by begins { begins: Instant  title: Text }
      connect calendar to google(login: "google", url: "\(world.url)/v3")
      connect holidays to google(login: "google", url: "\(world.url)/v3", calendar: "primary")
      opp "Free" on every 1h when free > 1h
      opp "Holiday" for each h in holidays on h.begins
      """, to: end)
    live.variables["HOME"] = live.folder.path
    return live
  }

  private func write(_ login: String, _ live: LiveFolder) {
    let folder = live.folder.appending(path: ".config/opp/logins")
    let file = folder.appending(path: "google.json")
    try? FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try? Data(login.utf8).write(to: file)
    try? FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
  }

  private func renewals(_ world: AuthorizationServer) -> Int {
    world.server.requests(to: "/token").count
  }

  @Test
  func `a day with a login renews it once for all connections, and shows its secrets nowhere`()
    async throws
  {
    let world = try AuthorizationServer()
    defer { world.stop() }
    world.change { $0.rotates = true }
    let live = try live(world, to: "2026-06-21T12:00:00Z")
    write(world.login(), live)
    try await live.live()
    #expect(try live.firings().count >= 11, "\(live.printed)")
    // Each hour, five minutes before the end of a token.
    #expect((12...14).contains(renewals(world)), "\(renewals(world))")
    #expect(
      live.count(of: "works again") == 0 && live.count(of: "(google): ") == 0, "\(live.printed)")
    var said = live.printed
    for arguments in [
      ["history"], ["list"], ["plan", "rules.opp"], ["login"], ["check", "rules.opp"],
    ] {
      said += live.command(arguments, isOfStore: !["login", "check"].contains(arguments[0]))
    }
    #expect(said.contains("google  Google  since 2026-06-21 00:00") && !said.contains(Self.mark))
    let files = FileManager.default.enumerator(at: live.folder, includingPropertiesForKeys: nil)
    for case let file as URL in try #require(files)
    where !file.hasDirectoryPath && file.lastPathComponent != "google.json" {
      let bytes = try Data(contentsOf: file)
      #expect(bytes.firstRange(of: Data(Self.mark.utf8)) == nil, "\(file.lastPathComponent)")
    }
  }

  @Test func `a login that is missing, or has ended, is said once, and mended without a restart`()
    async throws
  {
    let world = try AuthorizationServer()
    defer { world.stop() }
    let live = try live(world, to: "2026-06-21T12:30:00Z")
    let shared = live
    live.clock.on(try LiveFolder.instant("2026-06-21T02:50:00Z")) { _ in
      write(world.login(obtained: "2026-06-14T06:00:00Z"), shared)
    }
    live.clock.on(try LiveFolder.instant("2026-06-21T05:50:00Z")) { _ in
      world.change {
        $0.refreshTokens = []
        $0.accessTokens = []
      }
    }
    live.clock.on(try LiveFolder.instant("2026-06-21T09:50:00Z")) { _ in
      write(world.login(obtained: "2026-06-21T09:50:00Z"), shared)
    }
    try await live.live()
    let missing =
      "calendar (google): there is no login `google` on this machine; \"Free\" waits for it. Only you can correct that: run `opp login google`; Opp tries again at "
    #expect(live.count(of: missing) == 1, "\(live.printed)")
    let ended =
      "calendar (google): the login `google` has ended; \"Free\" waits for it. Only you can correct that: run `opp login google`. A Google project in Testing gives logins for 7 days"
    #expect(live.count(of: ended) == 1, "\(live.printed)")
    #expect(live.count(of: "calendar (google) works again") == 2, "\(live.printed)")
    for (hour, times) in [("02", 0), ("04", 1), ("08", 0), ("12", 1)] {
      #expect(live.count(of: "\(hour):00:00  Free") == times, "\(live.printed)")
    }
    let refused = world.server.requests(to: "/token").count
    #expect(refused <= 8, "\(refused)")
    #expect(live.count(of: Self.mark) == 0)
  }
}
