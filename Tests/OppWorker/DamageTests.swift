import Foundation
import OppKit
import OppTestLimits
import OppTesting
import OppWorker
import Testing

/// A worker replies to whatever it is sent, in time, and a state that cannot be is refused
///
/// Some hundreds of damaged states and messages are tried; with OPP_LONG_TESTS=1 ten thousand of each.
@Suite(.limited) struct DamageTests {
  private static let count =
    ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1" ? 10_000 : 150

  private static let begin: Int64 = 1_782_036_000  // 2026-06-21T10:00Z

  /// Rules with every kind of entry
  private static let rules = """
    source s fresh for 1h { lit: Bool, level: Number, note: Text }
    table chores by id { id: Text, due: Instant, done: Bool }
    table log by at { at: Instant, note: Text }
    opp "hold" when lit for 10min at most 2 per day notify "{note} {level}"
    opp "window" when average(level, last 1h) > 3 and max(level, last 2h) > 2
    opp "latch" when lit until level > 100
    opp "rows" for each c in chores when not c.done and now > c.due - 1h notify "{c.id}" again every 10min
    opp "record" on s.level changes at most 5 per hour record log { at: now, note: note }
    opp "free" when free >= 30min for 5min and temp > 10C
    opp "asked" on every 5min when count(log) >= 0 snooze 10min
    """

  private func worker() -> Worker {
    var limits = WorkerLimits()
    limits.work = 200_000
    return Worker(
      Worker.Services(
        zone: { $0 == "UTC" ? .utc : nil }, zoneEdition: "2025b", folder: { _ in nil },
        clock: { ProcessInfo.processInfo.systemUptime }), limits: limits)
  }

  private func message(_ members: [String: Any]) throws -> [UInt8] {
    Array(try JSONSerialization.data(withJSONObject: members, options: .sortedKeys))
  }

  private func begun() throws -> Worker {
    var worker = worker()
    let reply = worker.reply(
      to: try message([
        "op": "rules", "rules": "r", "zone": "UTC",
        "files": [["path": "a.opp", "text": Self.rules]],
        "supplies": ["weather": ["shared": true], "calendar": [:], "s": ["pushed": true]],
      ]))
    #expect(reply.contains(#""runnable":true"#), "\(reply)")
    return worker
  }

  /// The message of a step after the first, with much that arrives
  private func step(_ state: [String: String], at second: Int64) throws -> [UInt8] {
    try message([
      "op": "step", "key": "p", "rules": "r", "at": second, "state": state, "returns": "whole",
      "arrived": [
        ["source": "s", "fields": ["lit": true, "level": Double(second % 7), "note": "a note"]],
        [
          "table": "chores", "all": true,
          "rows": [
            ["id": "dishes", "due": Self.begin + 7200, "done": false],
            ["id": "bins", "due": Self.begin, "done": false],
          ],
        ],
        [
          "events": [
            ["uid": "1", "title": "Lunch", "begins": Self.begin + 600, "ends": Self.begin + 1200]
          ]
        ],
      ],
    ])
  }

  /// The state after some steps
  private func state(_ worker: inout Worker) throws -> [String: String] {
    var state: [String: String] = [:]
    for second in [0, 1, 60, 660, 3600] as [Int64] {
      let reply = worker.reply(to: try step(state, at: Self.begin + second))
      let object = try JSONSerialization.jsonObject(with: Data(reply.utf8)) as? [String: Any]
      state = try #require(object?["state"] as? [String: String], "\(reply)")
    }
    return state
  }

  /// The code of a reply that is an error, or `nil`
  private func code(_ reply: String) -> String? {
    reply.range(of: #"(?<="code":")[a-z-]+"#, options: .regularExpression).map { String(reply[$0]) }
  }

  @Test func `a damaged state is read or refused, and nothing hangs`() throws {
    var worker = try begun()
    let whole = try state(&worker)
    let keys = whole.keys.sorted()
    // Every kind of number at every place of every entry would be too many: each time one of them, at random.
    let words = [
      "-1152921504606846976", "1152921504606846976", "1152921504606846975", "0", "-1",
      "253402300800",
      "9223372036854775807", "-", "x7ff8000000000000", "x7ff0000000000000", "T", "?", "999999", "",
      "1782036000", "@",
    ]
    var random = SplitMix64(seed: 7)
    for number in 0..<Self.count {
      var damaged = whole
      let key = keys[random.number(in: 0...(keys.count - 1))]
      var parts = (whole[key] ?? "").split(separator: " ", omittingEmptySubsequences: false)
      let place = random.number(in: 0...(parts.count - 1))
      if number.isMultiple(of: 3) {
        var mutation = Mutation(seed: UInt64(number))
        damaged[key] = String(
          decoding: mutation.damaged(Array((whole[key] ?? "").utf8)), as: UTF8.self)
      } else {
        parts[place] = Substring(words[random.number(in: 0...(words.count - 1))])
        damaged[key] = parts.joined(separator: " ")
      }
      let start = ContinuousClock.now
      let reply = worker.reply(to: try step(damaged, at: Self.begin + 3660))
      let seconds = start.duration(to: .now) / .seconds(1)
      #expect(seconds < 8, "\(key): \(damaged[key] ?? "")")
      let code = code(reply)
      #expect(
        [nil, "unreadable-state", "newer-state", "over-work", "bad-message"].contains(code),
        "\(key): \(damaged[key] ?? ""): \(reply.prefix(300))")
    }
  }

  @Test(arguments: [
    ("session", 1, "-1152921504606846977"), ("session", 2, "1152921504606846976"),
    ("session", 2, "253402300800"), ("reading 1:s 0", 3, "-1152921504606846976"),
    ("reading 1:s 0", 3, "0"), ("reading 1:s 0", 2, "1000000000000000"),
  ])
  func `a second that cannot be makes a state unreadable`(
    _ key: String, _ place: Int, _ word: String
  ) throws {
    var worker = try begun()
    var state = try state(&worker)
    var parts = try #require(state[key], "\(state.keys.sorted())").split(separator: " ")
    parts[place] = Substring(word)
    state[key] = parts.joined(separator: " ")
    #expect(
      code(worker.reply(to: try step(state, at: Self.begin + 3660))) == "unreadable-state")
  }

  @Test func `a damaged message gets a reply`() throws {
    var worker = try begun()
    let whole = try state(&worker)
    let messages = [
      try step(whole, at: Self.begin + 3660),
      try message(["op": "requests", "key": "p", "rules": "r", "at": Self.begin, "state": whole]),
      try message(["op": "explain", "rules": "r", "key": "p", "opp": "hold", "state": whole]),
    ]
    for seed in 0..<Self.count {
      var mutation = Mutation(seed: UInt64(seed))
      let reply = worker.reply(to: mutation.damaged(messages[seed % messages.count]))
      #expect(reply.first == "{" && reply.last == "}")
    }
  }

  @Test func `a step far in the future is refused`() throws {
    var worker = try begun()
    let state = try state(&worker)
    for op in ["step", "requests"] {
      let far = try message([
        "op": op, "key": "p", "rules": "r", "at": Self.begin + 11 * 366 * 86_400, "state": state,
      ])
      #expect(code(worker.reply(to: far)) == "bad-message")
    }
  }

  @Test func `a step with too many firings or too long texts is refused, and smaller ones go on`()
    throws
  {
    var limits = WorkerLimits()
    limits.firings = 100
    limits.texts = 2000
    var worker = Worker(
      Worker.Services(zone: { _ in .utc }, zoneEdition: nil, folder: { _ in nil }), limits: limits)
    for (name, text) in [("few", "x"), ("long", String(repeating: "x", count: 500))] {
      _ = worker.reply(
        to: try message([
          "op": "rules", "rules": name, "zone": "UTC", "options": ["lateness": 100_000],
          "files": [["path": "a.opp", "text": "opp \"A\" on every 1s notify \"\(text)\""]],
        ]))
      _ = worker.reply(
        to: try message([
          "op": "step", "key": name, "rules": name, "at": 1000, "state": [:] as [String: String],
          "keep": true,
        ]))
      let reply = worker.reply(to: try message(["op": "step", "key": name, "at": 5000]))
      #expect(code(reply) == (name == "few" ? "over-work" : "over-size"), "\(reply)")
      let reached = name == "few" ? 1075 : 1003
      #expect(reply.contains("\"at\":\(reached)"), "\(reply)")
      let next = worker.reply(to: try message(["op": "step", "key": name, "at": reached]))
      #expect(next.contains("\"at\":\(reached)") && code(next) == nil)
    }
  }

  @Test func `a step that takes too long leaves the session as it was`() throws {
    var worker = Worker(
      Worker.Services(
        zone: { _ in .utc }, zoneEdition: nil, folder: { _ in nil },
        // Each look takes a tenth of a second.
        clock: { Self.clock.tick() }))
    _ = worker.reply(
      to: try message([
        "op": "rules", "rules": "r", "zone": "UTC", "options": ["lateness": 100_000],
        "files": [["path": "a.opp", "text": "opp \"A\" on every 1s"]],
      ]))
    _ = worker.reply(
      to: try message([
        "op": "step", "key": "p", "rules": "r", "at": 1000, "state": [:] as [String: String],
        "keep": true,
      ]))
    let reply = worker.reply(to: try message(["op": "step", "key": "p", "at": 90_000]))
    #expect(code(reply) == "over-work" && reply.contains("more than 2 seconds"), "\(reply)")
    let next = worker.reply(to: try message(["op": "step", "key": "p", "at": 1001]))
    #expect(next.contains(#""opp":"A","at":1001"#), "\(next)")
  }

  private static let clock = SteppedClock()

  /// A clock that goes on by itself
  private final class SteppedClock: Sendable {
    private let state = NSLock()
    nonisolated(unsafe) private var seconds = 0.0

    func tick() -> Double {
      state.withLock {
        seconds += 0.1
        return seconds
      }
    }
  }
}
