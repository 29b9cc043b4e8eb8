import Foundation
import OppModel
import OppStore
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// Notifications that wait while it is quiet, in the life of a daemon
@Suite(.limited, .waiting) struct QuietRunTests {
  private static let rules = """
    source hall fresh for 20min { asleep: Bool }
    connect hall to json("URL/hall")
    connect notifications to webhook("URL/hook")
    set quiet when hall.asleep
    opp "Hourly" on every 1h notify "{time}"
    opp "Alarm" on 10:30 notify "Up!" urgent
    opp "Log" on every 10min record log { at: now }
    table log by at { at: Instant }
    """

  /// The service says that somebody is asleep from 9:40 to 12:40
  private func folder(_ rules: String = rules, to end: String) throws -> LiveFolder {
    let live = try LiveFolder(
      rules, from: "2026-06-21T08:30:00Z", to: "2026-06-21T\(end):00Z")
    let clock = live.clock
    let (from, to) = (
      try LiveFolder.instant("2026-06-21T09:40:00Z"), try LiveFolder.instant("2026-06-21T12:40:00Z")
    )
    live.server.on("/hall") { _ in
      .json(clock.now >= from && clock.now < to ? #"{"asleep": true}"# : #"{"asleep": false}"#)
    }
    live.server.on("/hook") { _ in .status(200) }
    return live
  }

  /// `09:00 Hourly told` for each firing in the store
  private func history(_ live: LiveFolder) throws -> [String] {
    try live.store().history().filter { $0.state != .silent }.map { stored in
      let times = [stored.firing.at, stored.firing.delivered].map {
        $0.rfc3339.dropFirst(11).prefix(5)
      }
      let later = times[0] == times[1] ? "" : " \(times[1])"
      return "\(times[0]) \(stored.firing.opp) \(stored.state.rawValue)\(later)"
    }
  }

  private func expect(
    _ live: LiveFolder, _ expected: [String], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try history(live)
    #expect(found == expected, "\(live.printed)", sourceLocation: location)
  }

  @Test func `the latest alone is delivered, over restarts`() async throws {
    let live = try folder(to: "10:20")
    try await live.live()
    try expect(live, ["09:00 Hourly told", "10:00 Hourly held"])
    #expect(
      live.command("history", "Hourly").contains(
        "10:00:00  Hourly: 10:00 (waiting while it is quiet)"))
    #expect(live.command("list").contains("1 waiting to be delivered"))
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T11:10:00Z"))
    try await live.live()
    try expect(
      live,
      [
        "09:00 Hourly told", "10:00 Hourly superseded", "10:30 Alarm told", "11:00 Hourly held",
      ])
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T13:30:00Z"))
    try await live.live()
    // The response of 12:39 says that it is quiet, and counts for 20 minutes.
    try expect(
      live,
      [
        "09:00 Hourly told", "10:00 Hourly superseded", "10:30 Alarm told",
        "11:00 Hourly superseded", "12:00 Hourly told 12:59", "13:00 Hourly told",
      ])
    #expect(live.server.requests(to: "/hook").count == 4)
    let shown = live.command("history", "Hourly", "--format", "json")
    #expect(shown.contains(#""at":"2026-06-21T11:00:00Z","delivered":null"#), "\(shown)")
    #expect(live.command("history").contains("11:00:00  Hourly: 11:00 (replaced by a later one)"))
  }

  @Test func `nothing is requested but at firings and while something waits`() async throws {
    let live = try folder(to: "14:30")
    try await live.live()
    var times = live.server.requests(to: "/hall").count
    // At 9:00; from 10:00 until it is over, every 20 minutes or a little less; at 13:00 and 14:00.
    #expect((11...16).contains(times), "\(times)")
    let idle = try folder(
      Self.rules.replacing("opp \"Hourly\" on every 1h", with: "opp \"Hourly\" on every 1h urgent"),
      to: "14:30")
    try await idle.live()
    times = idle.server.requests(to: "/hall").count
    #expect(times == 0)
  }

  @Test func `what no longer has to wait is delivered at once`() async throws {
    let live = try folder(to: "11:30")
    let changed = live
    live.clock.on(try LiveFolder.instant("2026-06-21T10:10:00Z")) { _ in
      try? changed.write(Self.rules.replacing("opp \"Hourly\"", with: "opp \"Other\""))
    }
    try await live.live()
    try expect(
      live,
      [
        "09:00 Hourly told", "10:00 Hourly told 10:10", "10:30 Alarm told", "11:00 Other held",
      ])
  }

  @Test func `what is answered is delivered no more`() async throws {
    let live = try folder(to: "13:30")
    let folder = live
    live.clock.on(try LiveFolder.instant("2026-06-21T12:10:00Z")) { _ in
      _ = folder.command("done", "Hourly")
    }
    try await live.live()
    try expect(
      live,
      [
        "09:00 Hourly dismissed", "10:00 Hourly superseded", "10:30 Alarm told",
        "11:00 Hourly superseded", "12:00 Hourly dismissed", "13:00 Hourly told",
      ])
    #expect(live.server.requests(to: "/hook").count == 3)
  }

  @Test func `a service that fails keeps nothing waiting`() async throws {
    let live = try folder(to: "10:30")
    live.server.on("/hall") { request in
      request.count > 3 ? .status(500) : .json(#"{"asleep": true}"#)
    }
    try await live.live()
    let stored = try live.store().history().filter { $0.firing.opp == "Hourly" }
    #expect(stored.map(\.state) == [.superseded, .delivered], "\(live.printed)")
    // What is held is delivered once the last reading is too old, and no other comes within a minute.
    let wait = stored.last.map { $0.firing.delivered.seconds(since: $0.firing.at) } ?? 0
    #expect((60...1_500).contains(wait), "\(wait)")
  }

  /// A day of hours and conditions, in one life and in pieces
  private static let day = """
    source hall fresh for 20min { asleep: Bool }
    table rooms by id { id: Text  warm: Bool }
    connect hall to json("URL/hall")
    connect rooms to json("URL/rooms")
    connect notifications to webhook("URL/hook")
    set quiet when hall.asleep or time in 12:10..13:20
    opp "Often" on every 7min notify "{time}"
    opp "Room" for each r in rooms where r.warm on every 11min notify "{r.id} at {time}"
    opp "Warm" when hall.asleep notify "Asleep at {time}"
    """

  private func day(_ cuts: [Instant]) async throws -> (stored: [String], sent: Set<String>) {
    let live = try LiveFolder(
      Self.day, from: "2026-06-21T08:00:00Z", to: "2026-06-21T16:00:00Z")
    let clock = live.clock
    // Awake and asleep by turns of 50 minutes.
    live.server.on("/hall") { _ in .json("{\"asleep\": \(clock.now.seconds / 3000 % 2 == 0)}") }
    live.server.on("/rooms") { _ in
      .json(#"[{"id": "attic", "warm": true}, {"id": "cellar", "warm": true}]"#)
    }
    live.server.on("/hook") { _ in .status(200) }
    for cut in cuts + [try LiveFolder.instant("2026-06-21T16:00:00Z")] {
      live.clock.lives(to: cut)
      try await live.live()
    }
    let stored = try live.store().history().map { stored in
      "\(stored.id) \(stored.state) \(stored.firing.delivered.rfc3339)"
    }
    return (stored, Set(live.server.requests(to: "/hook").map(\.text)))
  }

  @Test func `a day in one life and in pieces delivers the same`() async throws {
    let whole = try await day([])
    for state in ["delivered", "superseded"] {
      #expect(whole.stored.contains { $0.contains(" \(state) ") }, "\(whole.stored)")
    }
    var random = SplitMix64(seed: 3)
    for _ in 0..<4 {
      let start = try LiveFolder.instant("2026-06-21T08:00:00Z")
      let cuts = (0..<6).map { _ in start.advanced(by: Int64(random.number(in: 60...28_000))) }
      let parts = try await day(cuts.sorted())
      // What fires at the second of a cut is asked for again by the new life.
      #expect(parts.stored == whole.stored, "\(cuts.map(\.rfc3339))")
      #expect(parts.sent == whole.sent)
    }
  }

  @Test func `a rehearsal delivers as a replay does`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "rules.opp",
      """
      set zone "Europe/Berlin"
      set quiet when busy or time in 1:30..3:30
      opp "Often" on every 20min notify "{time}"
      opp "Busy" when busy notify "Busy."
      """)
    // The clock goes from 03:00 back to 02:00 at 01:00Z.
    let events = [
      ("20261024T231000Z", "20261025T001000Z"), ("20261025T024500Z", "20261025T040000Z"),
    ]
    var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:t"]
    for (start, end) in events {
      lines += [
        "BEGIN:VEVENT", "UID:\(start)", "DTSTAMP:20260101T000000Z", "DTSTART:\(start)",
        "DTEND:\(end)", "SUMMARY:Asleep", "END:VEVENT",
      ]
    }
    lines += ["END:VCALENDAR", ""]
    try folder.write("data/calendar.ics", lines.joined(separator: "\r\n"))
    try folder.write(
      "data/recording.json", #"{"from": "2026-10-24T22:00:00Z", "to": "2026-10-25T05:00:00Z"}"#)
    func told(_ text: String) -> Set<String> {
      Set(
        text.split(separator: "\n").compactMap { line in
          guard line.contains("\"firing\""), !line.contains("\"delivered\":null") else {
            return nil
          }
          return line.firstRange(of: ",\"id\"").map { String(line[..<$0.lowerBound]) + "}" }
            ?? String(line)
        })
    }
    let options = ["rules.opp", "--data", "data"]
    let replayed = folder.run(["eval"] + options + ["--format", "json"]).text
    let rehearsed = folder.run(["run"] + options + ["--format", "json"]).text
    let difference = told(replayed).symmetricDifference(told(rehearsed))
    #expect(difference == [], "\(replayed)\n\(rehearsed)")
    for end in ["2026-10-25T02:30:00Z", "2026-10-25T04:00:00Z"] {
      #expect(told(replayed).contains { $0.contains("\"delivered\":\"\(end)\"") }, "\(replayed)")
    }
  }
}
