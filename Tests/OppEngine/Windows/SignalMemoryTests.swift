import OppModel
import OppSemantics
import OppTestLimits
import Testing

@testable import OppEngine

/// The memory of a value that several windows look back on
@Suite(.limited) struct SignalMemoryTests {
  private static let source = "source s { level: Speed  other: Number }\n"

  private func graph(_ conditions: [String]) -> ConditionGraph {
    var text = Self.source
    for (index, condition) in conditions.enumerated() {
      text += "opp \"\(index)\" when known(\(condition))\n"
    }
    return RuleSet.analyze(text).graph
  }

  /// An engine that has read a level and its square each second for a while
  private func engine(
    _ conditions: [String], restoring memory: EngineMemory? = nil, through seconds: Range<Int64>
  ) -> Engine {
    let graph = graph(conditions)
    var engine =
      memory.map { Engine(graph: graph, zone: .utc, restoring: $0) }
      ?? Engine(graph: graph, zone: .utc, begins: Instant(seconds: 0))
    for second in seconds { step(&engine, to: second) }
    return engine
  }

  private func step(_ engine: inout Engine, to second: Int64) {
    let level = Double(second * 7919 % 1000)
    let source = engine.graph.sources.firstIndex { $0.name == "s" } ?? 0
    let reading = SourceReading(
      source: SourceID(index: Int32(source)), arguments: [], instant: Instant(seconds: second),
      fields: [.known(.scalar(level)), .known(.scalar(level * level))], freshness: nil,
      isLasting: true)
    _ = engine.step(at: Instant(seconds: second), arrived: [.reading(reading)])
  }

  private func value(_ engine: Engine, _ rule: Int) -> Value? {
    var engine = engine
    guard let condition = engine.graph.rules[rule].condition,
      case .known(let window) = engine.graph[condition].operation
    else { return nil }
    return engine.value(of: window)
  }

  @Test func `all windows of a value have one memory, and others have their own`() {
    let same = [
      "average(level, last 10min)", "min(level, last 1min)", "max(level, last 1h)",
      "change(level, last 5s)", "total(level, since today)",
    ]
    #expect(engine(same, through: 0..<3).evaluator.windowStore.signals.count == 1)
    let others = [
      "average(other, last 10min)", "total(busy, next 10min)",
      "total(busy, next 5min)", "travelled(last 1h)",
    ]
    #expect(engine(same + others, through: 0..<3).evaluator.windowStore.signals.count == 5)
  }

  @Test func `a memory holds what the longest of its windows looks at, however many there are`() {
    let windows = (1...50).map { "average(level, last \($0 * 10)s)" }
    let engine = engine(windows, through: 0..<3000)
    let steps = engine.evaluator.windowStore.signals[0].history.steps
    #expect((500...700).contains(steps.end - steps.first))
  }

  @Test(arguments: [
    "average(level, last 60s)", "total(level, last 60s)", "min(level, last 60s)",
    "max(level, last 60s)", "change(level, last 60s)",
  ])
  func `a window gives the same beside others as alone`(_ window: String) {
    let alone = engine([window], through: 0..<300)
    let others = ["5s", "1h", "2min"].flatMap { duration in
      ["average", "min", "max", "change"].map { "\($0)(level, last \(duration))" }
    }
    let beside = engine(others + [window], through: 0..<300)
    #expect(value(alone, 0) != nil)
    #expect(value(alone, 0) == value(beside, others.count))
  }

  @Test(arguments: ["total(level, last 60s)", "change(level, last 60s)", "max(level, last 60s)"])
  func `a window that a restart brings sees nothing of what others saw before`(_ window: String) {
    let before = engine(["average(level, last 1h)"], through: 0..<100)
    let rules = ["average(level, last 1h)", window]
    let restored = engine(rules, restoring: before.memory(), through: 100..<130)
    let alone = engine([window], through: 99..<130)
    #expect(value(restored, 1) == value(alone, 0))
    // Nor after another restart.
    let again = engine(rules, restoring: restored.memory(), through: 130..<140)
    #expect(value(again, 1) == value(engine([window], through: 99..<140), 0))
    #expect(again.evaluator.windowStore.signals.count == 1)
    #expect(value(again, 0) == value(engine([rules[0]], through: 0..<140), 0))
  }

  @Test func `a window that was out of the rules for a while remembers what it saw`() {
    let (short, long) = ("min(level, last 100s)", "average(level, last 200s)")
    let both = engine([short, long], through: 0..<100)
    let one = engine([long], restoring: both.memory(), through: 100..<150)
    let restored = engine([short, long], restoring: one.memory(), through: 150..<160)
    #expect(value(restored, 1) == value(engine([long], through: 0..<160), 0))
    #expect(value(restored, 0) == .scalar(least))
  }

  /// The least of the seconds 59 … 99, of which the last is taken to last, and of 150 … 159
  private var least: Double {
    let seconds = Array(59..<100) + Array(150..<160)
    return seconds.map { Double($0 * 7919 % 1000) }.min() ?? .nan
  }
}
