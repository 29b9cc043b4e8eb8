import Foundation
import OppEngine
import OppModel
import OppOutputs
import OppStore
import OppTesting
import Synchronization
import OppTestLimits
import Testing

@testable import opp

/// Services that take their time, and people who come in between
@Suite(.limited, .waiting) struct SlownessTests {
  @Test func `a slow service holds up only what needs it`() async throws {
    let live = try LiveFolder(
      """
      source good fresh for 15min { warm: Bool }
      source slow fresh for 15min { wet: Bool }
      connect good to json("URL/good")
      connect slow to json("URL/slow")
      opp "Warm" on 12:00 when warm notify "It is warm."
      opp "Wet" on 12:00 when wet notify "It is wet."
      """, from: "2026-06-21T11:50:00Z", to: "2026-06-21T12:05:00Z", haste: .milliseconds(500))
    let clock = live.clock
    let late = try LiveFolder.instant("2026-06-21T12:00:20Z")
    clock.on(late) { _ in }
    let noon = try LiveFolder.instant("2026-06-21T12:00:00Z")
    let isSlow = Mutex(false)
    // However busy the machine is, only the slow service is left behind: the other one has responded at noon.
    clock.isHasty(while: {
      guard isSlow.withLock({ $0 }), let store = try? live.store() else { return false }
      if clock.now < noon {
        return (try? store.loadFetches(since: .distantPast))?.contains { $0.outcome == .arrived }
          == true
      }
      return (try? store.history())?.contains { $0.state == .delivered } == true
    })
    live.server.on("/good") { _ in .json(#"{"warm": true}"#) }
    live.server.on("/slow") { _ in
      isSlow.withLock { $0 = true }
      _ = ToolProcess.waits { clock.now >= late }
      isSlow.withLock { $0 = false }
      return .json(#"{"wet": true}"#)
    }
    try await live.live()
    let stored = try live.store().history()
    #expect(stored.map(\.firing.opp) == ["Warm", "Wet"], "\(live.printed)")
    #expect(stored.allSatisfy { $0.firing.at.rfc3339 == "2026-06-21T12:00:00Z" })
    // The one is told at its second, the other when its reading has come.
    #expect(stored.first.map { $0.changed < late } == true)
    #expect(stored.last.map { $0.changed >= late } == true, "\(stored)\n\(live.printed)")
  }

  @Test func `a round does not wait for ever`() async throws {
    let live = try LiveFolder(
      """
      source hall fresh for 30min { warm: Bool }
      connect hall to json("URL/hall")
      opp "Warm" when warm notify "Warm."
      """, to: "2026-06-22T00:00:00Z", haste: .milliseconds(100))
    live.server.on("/hall") { _ in .fault(.silence) }
    let begins = live.clock.now
    try await live.live(["--once"])
    #expect(live.status == .outside)
    #expect(live.clock.now.seconds(since: begins) <= 60)
  }

  @Test func `a snooze ends while it runs, and the Opp fires at once if it is true`() async throws {
    let live = try LiveFolder(
      """
      opp "Day" when time in 8:00..20:00
      opp "Night" when time in 20:00..22:00
      """, from: "2026-06-21T07:00:00Z", to: "2026-06-21T23:00:00Z")
    live.clock.on(try LiveFolder.instant("2026-06-21T09:00:00Z")) { _ in
      _ = live.command("snooze", "Day", "for", "2h")
      _ = live.command("snooze", "Night", "for", "3h")
    }
    // A signal would wake it; here the clock does.
    live.clock.on(try LiveFolder.instant("2026-06-21T09:00:01Z")) { _ in }
    try await live.live()
    #expect(try live.firings() == ["08:00:00 Day", "11:00:00 Day", "20:00:00 Night"])
  }
}
