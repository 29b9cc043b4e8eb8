import OppEngine
import OppModel
import OppSemantics
import OppSyntax
import OppTesting
import Synchronization
import OppTestLimits
import Testing

/// What of an engine's memory survives an edit, a bad entry and the years
@Suite(.limited) struct MemoryTests {
  private static let noon: Int64 = 1_782_043_200  // 2026-06-21T12:00Z
  private static let source = "source s { lit: Bool, level: Number }\n"

  private func graph(_ text: String) -> ConditionGraph {
    let analysis = RuleSet.analyze(Self.source + text)
    for problem in analysis.diagnostics where problem.severity == .error {
      Issue.record("\(problem.headline) in \(text)")
    }
    return analysis.graph
  }

  private func instant(_ minute: Int64) -> Instant { Instant(seconds: Self.noon + minute * 60) }

  private func lit(_ isLit: Bool, in graph: ConditionGraph, at minute: Int64) -> Arrival {
    let index = graph.sources.firstIndex { $0.name == "s" } ?? 0
    return .reading(
      SourceReading(
        source: SourceID(index: Int32(index)), arguments: [], instant: instant(minute),
        fields: [.known(.truth(isLit)), .known(.scalar(Double(minute)))], freshness: nil,
        isLasting: false))
  }

  /// The minutes at which Opps fire up to minute 120, where it is lit from minute 0 on and at minute 30
  /// the rules are edited, once or more, each time after some days
  private func firings(_ texts: [String], days: Int64 = 0, to end: Int64 = 120) -> [String] {
    let first = graph(texts[0])
    var engine = Engine(graph: first, zone: .utc, begins: instant(-10))
    var result: [String] = []
    func take(_ step: Step) {
      for firing in step.firings {
        result.append("\(firing.opp) \((firing.at.seconds - Self.noon) / 60)")
      }
    }
    take(engine.step(at: instant(-10), arrived: [lit(false, in: first, at: -10)]))
    take(engine.step(at: instant(0), arrived: [lit(true, in: first, at: 0)]))
    take(engine.step(at: instant(30)))
    for (number, text) in texts.dropFirst().enumerated() {
      take(engine.step(at: instant(30 + Int64(number) * days * 1440)))
      let memory = engine.memory()
      engine = Engine(graph: graph(text), zone: .utc, restoring: memory)
      take(engine.step(at: instant(30 + Int64(number) * days * 1440).advanced(by: 60)))
    }
    take(engine.step(at: max(engine.present, instant(end))))
    return result
  }

  private static let hold = "opp \"a\" when lit for 1h\n"

  @Test func `a hold goes on through an edit of another Opp`() {
    #expect(firings([Self.hold, "opp \"b\" when level > 1000\n" + Self.hold]) == ["a 60"])
    #expect(firings([Self.hold, "let x = lit\nopp \"a\" when x for 60min"]) == ["a 60"])
  }

  @Test func `an Opp that has fired does not fire again after a restart`() {
    let rule = "opp \"a\" when lit"
    #expect(firings([rule, rule]) == ["a 0"])
    #expect(firings([rule, rule + " notify \"other\""]) == ["a 0"])
  }

  @Test func `a changed condition forgets its last truth and keeps what at most counts`() {
    #expect(
      firings(["opp \"a\" when lit", "opp \"a\" when lit and level > -5"]) == ["a 0", "a 31"])
    #expect(
      firings([
        "opp \"a\" when lit at most once per day",
        "opp \"a\" when lit and level > -5 at most once per day",
      ]) == ["a 0"])
  }

  @Test func `an edit of a limit keeps what it has counted`() {
    let rule = "opp \"a\" on every 20min when lit and level >= 0"
    func edited(_ limits: [String]) -> [String] { firings(limits.map { "\(rule) \($0)" }) }
    #expect(edited(["at most once per day", "at most once"]) == ["a 0"])
    #expect(edited(["at most once", "at most once per day"]) == ["a 0"])
    #expect(edited(["at most once per day", "at most once per 1h"]) == ["a 0", "a 60", "a 120"])
    #expect(edited(["at most 2 per day", "at most 3 per week"]) == ["a 0", "a 20", "a 40"])
    // The memory itself has the latest firing of an Opp without a limit.
    #expect(edited(["", "at most once per 1h"]) == ["a 0", "a 20", "a 80"])
    #expect(edited(["at most once", "at most 2 per day", "at most once"]) == ["a 0"])
  }

  @Test func `at most once remembers without a history, over other limits and years`() {
    let rule = "opp \"a\" on every 20min when lit and level >= 0"
    let texts = ["at most once", "at most once per 1h when level > 1000", "at most once"].map {
      $0.contains("when")
        ? "opp \"a\" on every 20min when lit and level > 1000 at most once per 1h"
        : "\(rule) \($0)"
    }
    #expect(firings(texts, days: 500, to: 1600) == ["a 0"])
  }

  @Test func `a new Opp is looked at when the engine goes on, not in the gap before`() {
    #expect(firings(["", "opp \"a\" when time in 12:30..12:31"]) == [])
    #expect(firings(["", "opp \"a\" when lit"]) == ["a 31"])
  }

  @Test func `what is gone from the rules is remembered for a month`() {
    let rule = "opp \"a\" when lit"
    #expect(firings([rule, "", rule], days: 1, to: 1600) == ["a 0"])
    #expect(firings([rule, "", rule], days: 40, to: 1600) == ["a 0", "a 57631"])
  }

  @Test func `an entry that cannot be read is left out, and reported`() {
    let rules = graph(Self.hold + "opp \"b\" when average(level, last 1h) > 3")
    var engine = Engine(graph: rules, zone: .utc, begins: instant(-10))
    _ = engine.step(at: instant(0), arrived: [lit(true, in: rules, at: 0)])
    let memory = engine.memory()
    for key in memory.entries.keys.sorted() where key != "engine" {
      for content in ["", "9 T", "1", "1 99999999999999999999", "1 T 5:a", "1 -1 -1 -1 -1", "é"] {
        var bad = memory
        bad.entries[key] = content
        var restored = Engine(graph: rules, zone: .utc, restoring: bad)
        let step = restored.step(at: instant(1))
        #expect(step.problems == [.unreadableMemory(key: key)], "\(key): \(content)")
      }
      // A part of what was written never is anything else.
      let whole = memory.entries[key] ?? ""
      for length in 0..<whole.count {
        var bad = memory
        bad.entries[key] = String(whole.prefix(length))
        var restored = Engine(graph: rules, zone: .utc, restoring: bad)
        _ = restored.step(at: instant(1))
      }
    }
  }

  @Test(arguments: [Int64.min, Int64.max])
  func `an entry that no rule uses may have any second`(_ second: Int64) {
    let rule = "opp \"a\" when lit"
    var engine = Engine(graph: graph(rule), zone: .utc, begins: instant(0))
    _ = engine.step(at: instant(0))
    var memory = engine.memory()
    for key in memory.entries.keys where key.hasPrefix("opp ") {
      memory.entries[key] = "gone \(second) 1"
    }
    var without = Engine(graph: graph(""), zone: .utc, restoring: memory)
    for day in 1...40 { _ = without.step(at: instant(Int64(day) * 1440)) }
    memory = without.memory()
    #expect(!memory.entries.keys.contains { $0.hasPrefix("opp ") })
  }

  @Test func `no entry is written where nothing has changed`() {
    let rules = graph(Self.hold + "opp \"b\" when average(level, last 1h) > 3")
    var engine = Engine(graph: rules, zone: .utc, begins: instant(-10))
    _ = engine.step(at: instant(0), arrived: [lit(true, in: rules, at: 0)])
    // The average is known from the second after the reading on.
    _ = engine.step(at: instant(1))
    #expect(!engine.memoryChange().entries.isEmpty)
    _ = engine.step(at: instant(2))
    #expect(engine.memoryChange().entries.isEmpty)
    _ = engine.step(at: instant(3), arrived: [lit(true, in: rules, at: 3)])
    var kinds: Set<String> = []
    for entry in engine.memoryChange().entries {
      kinds.insert(String(entry.key.prefix { $0 != " " }))
    }
    #expect(kinds.subtracting(["window"]) == ["reading", "steps"])
  }

  @Test func `memory does not grow with the years`() {
    let rules = graph(
      """
      table visits by id { id: Text, begins: Instant }
      opp "a" when lit for 1h
      opp "b" when average(level, last 3d) > 3 and change(level, last 1d) > 1 at most 3 per 2d
      opp "c" when travelled(last 10min) > 1km or total(lit, last 12h) > 3h
      opp "d" for each visit in visits on visit.begins when lit within last 1h
      opp "e" when none(visits where begins > now) for 2h again every 1h
      """)
    let table = rules.tables.firstIndex { $0.name == "visits" } ?? 0
    let id = TableID(index: Int32(table))
    var engine = Engine(graph: rules, zone: .utc, begins: instant(0))
    // The numbers and the bytes of the entries, at the end of each day of a month.
    let months: [Range<Int64>] = [60..<90, 170..<200]
    var counts = [0, 0]
    var sizes = [0, 0]
    var kept: [String: String] = [:]
    for day in 0..<Int64(200) {
      for part in 0..<Int64(6) {
        let minute = day * 1440 + part * 240
        var arrived = [lit(day % 3 != part % 3, in: rules, at: minute)]
        if part == 0 {
          let begins = Value.scalar(Double(instant(minute + 500).seconds))
          arrived.append(
            .rows(
              TableChange(
                table: id, rows: [[.text("visit \(day)"), begins]],
                removedKeys: [[.text("visit \(day - 1)")]])))
        }
        _ = engine.step(at: instant(minute), arrived: arrived)
      }
      for entry in engine.memoryChange().entries { kept[entry.key] = entry.content }
      let entries = engine.memory().entries
      #expect(kept == entries, "day \(day)")
      guard let month = months.firstIndex(where: { $0.contains(day) }) else { continue }
      counts[month] = max(counts[month], entries.count)
      sizes[month] = max(
        sizes[month], entries.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count })
    }
    #expect(counts[0] > 0 && sizes[0] > 0)
    #expect(counts[1] <= counts[0] + 2, "\(counts[0]) entries, then \(counts[1])")
    #expect(sizes[1] <= sizes[0] + sizes[0] / 20, "\(sizes[0]) bytes, then \(sizes[1])")
  }

  @Test(arguments: [
    "max(level, last 6000s)", "change(level, last 6000s)", "average(level, last 60000s)",
  ])
  func `a note in a long window writes a few steps again`(_ window: String) {
    let rules = graph("opp \"a\" when \(window) > 1000000")
    var engine = Engine(graph: rules, zone: .utc, begins: instant(0))
    var kept: [String: String] = [:]
    for second in 0..<Int64(7000) {
      let at = instant(0).advanced(by: second)
      _ = engine.step(at: at, arrived: [level(Double(second * 7919 % 1000), in: rules, at: at)])
      // A store that writes less often has more to write at once.
      guard second < 20 || second % 7 == 0 || second > 6900 else { continue }
      let change = engine.memoryChange()
      for entry in change.entries { kept[entry.key] = entry.content }
      let bytes = change.entries.reduce(0) { $0 + ($1.content?.utf8.count ?? 0) }
      if second > 6900 { #expect(bytes < 15_000, "second \(second)") }
      if second % 1000 == 0 || second > 6990 { #expect(kept == engine.memory().entries) }
    }
  }

  private func level(_ level: Double, in graph: ConditionGraph, at instant: Instant) -> Arrival {
    let index = graph.sources.firstIndex { $0.name == "s" } ?? 0
    return .reading(
      SourceReading(
        source: SourceID(index: Int32(index)), arguments: [], instant: instant,
        fields: [.known(.truth(true)), .known(.scalar(level))], freshness: nil, isLasting: false))
  }

  @Test func `a calendar that has not changed is gone through every 32 days`() {
    let rules = graph("opp \"a\" when free >= 1h")
    let diary = Diary()
    let schedule = Schedule(identity: ObjectIdentifier(diary)) { diary.stretch(at: $0) }
    var kept = Engine(graph: rules, zone: .utc, begins: instant(0))
    var other = kept
    func lookups(_ hours: Range<Int64>) -> Int {
      var counts = [diary.lookups.load(ordering: .relaxed)]
      for isKept in [true, false] {
        for hour in hours {
          let (at, arrived) = (instant(hour * 60), [Arrival.schedule(schedule)])
          if isKept {
            _ = kept.step(at: at, arrived: arrived)
            _ = kept.memoryChange()
          } else {
            _ = other.step(at: at, arrived: arrived)
          }
        }
        counts.append(diary.lookups.load(ordering: .relaxed))
      }
      return (counts[1] - counts[0]) - (counts[2] - counts[1])
    }
    #expect(lookups(0..<1) > 800, "the turns of 432 days")
    #expect(lookups(1..<760) == 0)
    #expect(lookups(760..<800) > 800, "after 32 days it is known further ahead")
  }

  @Test func `what is too old goes once a day, and nothing else`() throws {
    let rules = graph(
      """
      source far fresh for 1h { n: Number }
      table visits by id { id: Text, begins: Instant }
      opp "a" when far.n > 1 for 1h
      opp "b" for each visit in visits on visit.begins
      opp "c" when count(visits where begins < now) > 1 for 1h
      """)
    let visits = TableID(
      index: Int32(try #require(rules.tables.firstIndex { $0.name == "visits" })))
    let far = SourceID(index: Int32(try #require(rules.sources.firstIndex { $0.name == "far" })))
    var engine = Engine(graph: rules, zone: .utc, begins: instant(0))
    let rows: [[Value?]] = ["x", "y"].map {
      [.text($0), .scalar(Double(instant(600).seconds))]
    }
    var arrived: [Arrival] = [
      .reading(
        SourceReading(
          source: far, arguments: [], instant: instant(0), fields: [.known(.scalar(2))],
          freshness: nil, isLasting: false)),
      .rows(TableChange(table: visits, rows: rows, removedKeys: [])),
    ]
    var kept: [String: String] = [:]
    var kinds: [Int64: Set<String>] = [:]
    for day in 0..<Int64(440) {
      for hour in [Int64(0), 12] {
        _ = engine.step(at: instant(day * 1440 + hour * 60), arrived: arrived)
        arrived = []
        if day == 2, hour == 0 {
          arrived = [.rows(TableChange(table: visits, rows: [], removedKeys: [[.text("y")]]))]
        }
      }
      for entry in engine.memoryChange().entries { kept[entry.key] = entry.content }
      #expect(kept == engine.memory().entries, "day \(day)")
      kinds[day] = Set(kept.keys)
    }
    let gone = { (first: Int64, last: Int64) in
      (kinds[first] ?? []).subtracting(kinds[last] ?? []).sorted()
    }
    #expect(gone(3, 30) == [])
    #expect(gone(3, 40) == ["opp 1:b 6:visits 1 t 1:y", "reading 3:far 0", "row 6:visits 1 t 1:y"])
    #expect(gone(40, 439) == ["opp 1:b 6:visits 1 t 1:x"])
  }
}

/// Busy for the first hour of each day; it counts how often it is looked into
private final class Diary: Sendable {
  let lookups = Atomic<Int>(0)

  func stretch(at instant: Instant) -> Schedule.Stretch {
    lookups.add(1, ordering: .relaxed)
    let day = instant.seconds / 86_400 * 86_400
    let isBusy = instant.seconds < day + 3600
    return Schedule.Stretch(
      isBusy: isBusy, from: Instant(seconds: isBusy ? day : day + 3600),
      to: Instant(seconds: isBusy ? day + 3600 : day + 86_400))
  }
}
