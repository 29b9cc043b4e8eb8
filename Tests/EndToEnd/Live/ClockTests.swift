import Foundation
import OppModel
import OppStore
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// A clock that people set, or that was wrong: nothing is told twice, nothing is left out
@Suite(.limited, .waiting) struct ClockTests {
  private static let rules = """
    source hall fresh for 45min { warm: Bool }
    connect hall to json("URL/hall")
    opp "Noon" on 12:00
    opp "Warm" when warm for 2h notify "Warm for long."
    """

  /// A life from ten o'clock, with the hall warm
  private func life(to: String) throws -> LiveFolder {
    let live = try LiveFolder(Self.rules, from: "2026-06-21T10:00:00Z", to: to)
    live.server.on("/hall") { _ in .json(#"{"warm": true}"#) }
    return live
  }

  /// What was told up to an instant
  private func told(_ live: LiveFolder, before: String) throws -> [String] {
    let end = try LiveFolder.instant(before)
    return try live.store().history().filter { $0.firing.at < end && $0.state == .delivered }.map {
      String($0.firing.at.rfc3339.dropLast(4)) + " " + $0.firing.opp
    }
  }

  private func set(_ live: LiveFolder, at: String, to: String, until: String? = nil) throws {
    let (target, end) = (try LiveFolder.instant(to), try until.map { try LiveFolder.instant($0) })
    live.clock.on(try LiveFolder.instant(at)) { clock in
      clock.set(target)
      if let end { clock.lives(to: end) }
    }
  }

  @Test(arguments: [
    // Back over the event and over what fired, just before it, and just after.
    ("2026-06-21T12:30:00Z", "2026-06-21T11:30:00Z"),
    ("2026-06-21T11:59:30Z", "2026-06-21T10:59:30Z"),
    ("2026-06-21T12:00:01Z", "2026-06-21T11:00:01Z"),
    // Forward over both, and up to the very second.
    ("2026-06-21T11:55:00Z", "2026-06-21T12:10:00Z"),
    ("2026-06-21T11:50:00Z", "2026-06-21T12:00:00Z"),
  ])
  func `a clock that is set repeats nothing and misses nothing`(at: String, to: String) async throws
  {
    let live = try life(to: "2026-06-22T13:00:00Z")
    try set(live, at: at, to: to)
    try await live.live()
    #expect(
      try told(live, before: "2026-06-23T00:00:00Z") == [
        "2026-06-21T12:00 Noon", "2026-06-21T12:00 Warm", "2026-06-22T12:00 Noon",
      ], "\(live.printed)")
    #expect(live.count(of: "the clock was set back") == (to < at ? 1 : 0), "\(live.printed)")
  }

  @Test func `a clock that was a year ahead begins anew when it is put right`() async throws {
    let live = try life(to: "2028-01-01T00:00:00Z")
    _ = live.command("disable", "Noon")
    _ = live.command("enable", "Noon")
    try set(live, at: "2026-06-21T10:30:00Z", to: "2027-06-21T10:30:00Z")
    live.clock.on(try LiveFolder.instant("2027-06-21T12:15:00Z")) { _ in
      _ = live.command("snooze", "Warm", "for", "3h")
    }
    try set(
      live, at: "2027-06-21T12:30:00Z", to: "2026-06-21T11:00:00Z", until: "2026-06-22T13:00:00Z")
    try await live.live()
    // The hold begins anew at eleven, and so does the snooze of three hours.
    #expect(
      try told(live, before: "2026-06-23T00:00:00Z") == [
        "2026-06-21T12:00 Noon", "2026-06-21T14:00 Warm", "2026-06-22T12:00 Noon",
      ], "\(live.printed)")
    #expect(live.count(of: "Opp begins anew") == 1, "\(live.printed)")
    #expect(live.count(of: "the clock was set back") == 0)
    // When the future comes, what fired in it fires.
    live.clock.set(try LiveFolder.instant("2027-06-21T11:50:00Z"))
    live.clock.lives(to: try LiveFolder.instant("2027-06-21T12:05:00Z"))
    try await live.live()
    #expect(live.count(of: "2027-06-21 12:00:00  Noon") == 2, "\(live.printed)")
  }

  @Test func `a store that was a year ahead is begun anew with`() async throws {
    let live = try life(to: "2026-06-21T10:30:00Z")
    live.clock.set(try LiveFolder.instant("2027-06-21T10:00:00Z"))
    live.clock.lives(to: try LiveFolder.instant("2027-06-21T12:30:00Z"))
    try await live.live()
    live.clock.set(try LiveFolder.instant("2026-06-21T10:00:00Z"))
    _ = live.command("disable", "Warm")
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T13:00:00Z"))
    try await live.live()
    #expect(
      try told(live, before: "2026-06-23T00:00:00Z") == ["2026-06-21T12:00 Noon"],
      "\(live.printed)")
    #expect(live.count(of: "Opp begins anew") == 1, "\(live.printed)")
  }

  @Test(arguments: [true, false])
  func `a clock that begins in 1970 is waited for`(hasMemory: Bool) async throws {
    let live = try life(to: "2026-06-21T11:00:00Z")
    if hasMemory { try await live.live() }
    live.clock.set(try LiveFolder.instant("1970-01-01T00:01:00Z"))
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T13:00:00Z"))
    try set(live, at: "1970-01-01T00:02:00Z", to: "2026-06-21T11:02:00Z")
    try await live.live()
    #expect(
      try live.firings().map { $0.prefix(5) + $0.dropFirst(8) }
        == ["12:00 Noon"] + (hasMemory ? ["12:00 Warm"] : []), "\(live.printed)")
    #expect(live.count(of: "the clock cannot be right") == 1, "\(live.printed)")
    #expect(live.count(of: "begins anew") == 0, "\(live.printed)")
  }

  @Test func `a round while the clock is behind says so and ends`() async throws {
    let live = try life(to: "2026-06-21T10:30:00Z")
    try await live.live()
    live.clock.set(try LiveFolder.instant("2026-06-21T09:30:00Z"))
    try await live.live(["--once"])
    #expect(live.count(of: "the clock was set back: Opp continues when it shows") == 1)
    #expect(live.clock.now < (try LiveFolder.instant("2026-06-21T09:32:00Z")))
  }
}
