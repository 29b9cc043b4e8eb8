import Foundation
import OppModel
import OppStore
import OppTestLimits
import OppTesting
import Synchronization
import Testing

@testable import opp

/// Answers by commands while the daemon runs, and what rules make of them
@Suite(.limited, .waiting) struct AnswerRunTests {
  private static let rules = """
    source hall fresh for 45min { warm: Bool }
    connect hall to json("URL/hall")
    opp "Pills" on 10:30 notify "Take it." again every 30min for 4h
    opp "Nobody" when count(firings("Pills") where answer == unanswered) >= 3 at most once per day
    opp "Thanks" on 11:50 when any(firings("Pills") where answer == done and answered > now - 1h)
    opp "Warm" when warm
    """

  private func life(_ commands: [(at: String, arguments: [String])]) async throws -> LiveFolder {
    let live = try LiveFolder(
      Self.rules, from: "2026-06-21T10:00:00Z", to: "2026-06-21T13:10:00Z")
    live.server.on("/hall") { _ in .json(#"{"warm": false}"#) }
    for command in commands {
      live.clock.on(try LiveFolder.instant("2026-06-21T\(command.at)Z")) { _ in
        _ = live.command(command.arguments)
      }
    }
    try await live.live()
    return live
  }

  @Test func `without an answer a series goes on to its end, and others are told`() async throws {
    let live = try await life([])
    #expect(
      try live.firings() == [
        "10:30:00 Pills", "11:00:00 Pills", "11:30:00 Pills", "11:30:01 Nobody", "12:00:00 Pills",
        "12:30:00 Pills", "13:00:00 Pills",
      ], "\(live.printed)")
  }

  @Test func `done ends the series, and rules see it`() async throws {
    let live = try await life([("11:10:00", ["done", "Pills"])])
    #expect(
      try live.firings() == ["10:30:00 Pills", "11:00:00 Pills", "11:50:00 Thanks"],
      "\(live.printed)")
    #expect(try live.store().history().map(\.answer) == [.done, .done, nil])
    #expect(try live.store().loadOverrides().isEmpty)
  }

  @Test func `a snooze puts the series off, and done ends both`() async throws {
    let live = try await life([
      ("10:40:00", ["snooze", "Pills", "for", "45min"]), ("11:40:00", ["dismiss", "Pills"]),
    ])
    #expect(try live.firings() == ["10:30:00 Pills", "11:25:00 Pills"], "\(live.printed)")
    let other = try await life([
      ("10:40:00", ["snooze", "Pills", "for", "45min"]), ("10:55:00", ["done", "Pills"]),
    ])
    #expect(try other.firings() == ["10:30:00 Pills", "11:50:00 Thanks"], "\(other.printed)")
  }

  @Test func `a snooze that is ended by opp enable while no process runs is over`() async throws {
    let live = try LiveFolder(
      Self.rules, from: "2026-06-21T10:00:00Z", to: "2026-06-21T10:35:00Z")
    live.server.on("/hall") { _ in .json(#"{"warm": false}"#) }
    try await live.live()
    let store = try live.store()
    try store.answer(
      "Pills", .snoozed, until: try LiveFolder.instant("2026-06-21T12:45:00Z"), by: "ntfy",
      at: try LiveFolder.instant("2026-06-21T10:40:00Z"))
    try store.enable("Pills", by: "opp enable", at: try LiveFolder.instant("2026-06-21T10:50:00Z"))
    live.clock.set(try LiveFolder.instant("2026-06-21T10:55:00Z"))
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T11:10:00Z"))
    try await live.live()
    #expect(try live.firings() == ["10:30:00 Pills", "11:00:00 Pills"], "\(live.printed)")
  }

  @Test(arguments: [false, true])
  func `a repetition that waits for its reading is over where its firing is answered`(
    isAnswered: Bool
  ) async throws {
    let live = try LiveFolder(
      """
      source hall fresh for 10min { warm: Bool }
      connect hall to json("URL/hall")
      opp "Air" on 10:30 when warm notify "Open a window." again every 30min for 1h
      """, from: "2026-06-21T10:20:00Z", to: "2026-06-21T11:10:00Z", haste: .milliseconds(300))
    let clock = live.clock
    let asked = try LiveFolder.instant("2026-06-21T11:00:00Z")
    let late = try LiveFolder.instant("2026-06-21T11:00:20Z")
    clock.on(late) { _ in }
    let isSlow = Mutex(false)
    clock.isHasty(while: { isSlow.withLock { $0 } })
    live.server.on("/hall") { _ in
      if clock.now >= asked && clock.now < late {
        isSlow.withLock { $0 = true }
        _ = ToolProcess.waits { clock.now >= late }
        isSlow.withLock { $0 = false }
      }
      return .json(#"{"warm": true}"#)
    }
    if isAnswered {
      clock.on(try LiveFolder.instant("2026-06-21T11:00:10Z")) { _ in
        _ = live.command(["done", "Air"])
      }
    }
    try await live.live()
    let repeated = isAnswered ? [] : ["11:00:00 Air"]
    #expect(try live.firings() == ["10:30:00 Air"] + repeated, "\(live.printed)")
  }
}
