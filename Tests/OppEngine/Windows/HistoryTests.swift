import OppModel
import OppTestLimits
import Testing

@testable import OppEngine

/// Steps of a number over time, and their sums
@Suite(.limited) struct HistoryTests {
  private func history(_ steps: [(second: Int64, value: Double?)]) -> History {
    var history = History()
    for step in steps { history.append(step.value, at: step.second) }
    return history
  }

  /// `20 in 10 s`: what the known seconds before one come to, and how many they are
  private func sum(_ history: History, before second: Int64) -> String {
    let sum = history.sum(before: second)
    return "\(Int(sum.quanta.scalar())) in \(sum.known) s"
  }

  /// 2 for ten seconds, unknown for ten, then 4
  private var broken: History { history([(0, 2), (10, nil), (20, 4)]) }

  @Test(
    arguments: [
      (-5, "0 in 0 s"), (0, "0 in 0 s"), (5, "10 in 5 s"), (10, "20 in 10 s"), (15, "20 in 10 s"),
      (20, "20 in 10 s"), (25, "40 in 15 s"),
    ] as [(Int64, String)])
  func `the sum before a second is that of the known seconds`(second: Int64, expected: String) {
    #expect(sum(broken, before: second) == expected)
  }

  @Test(
    arguments: [
      (-1, 0, nil), (0, 10, 2), (9, 10, 2), (10, 20, nil), (20, Seconds.never, 4),
      (99, Seconds.never, 4),
    ] as [(Int64, Int64, Double?)])
  func `a second has the step that began last, until the next`(
    second: Int64, change: Int64, value: Double?
  ) {
    let step = broken.step(at: second)
    #expect(step.flatMap { $0.isKnown ? $0.value : nil } == value)
    #expect(broken.change(after: second) == change)
  }

  @Test func `an equal value is no new step, and a second noted again replaces`() {
    var history = history([(0, 2), (5, 2), (7, nil), (9, nil)])
    #expect(history.steps.end - history.steps.first == 2)
    history.append(3, at: 7)
    #expect(history.last?.value == 3)
    #expect(history.steps.end - history.steps.first == 2)
    history.append(2, at: 7)
    #expect(history.last?.start == 0, "as if nothing had been noted")
  }

  @Test(
    arguments: [
      (0, 25, true), (0, 29, true), (0, 30, false), (10, 15, true), (10, 25, true), (25, 30, false),
      (30, 99, true), (-9, -1, true),
    ] as [(Int64, Int64, Bool)])
  func `what is known of some seconds is one value, unknown ones aside`(
    from: Int64, to: Int64, isUniform: Bool
  ) {
    let history = history([(0, 1), (10, nil), (20, 1), (30, 2)])
    #expect(history.isUniform(from: from, to: to) == isUniform)
  }

  @Test(
    arguments: [
      (0, 30, [0, 10, 20, 30]), (5, 15, [0, 10]), (10, 10, [10]), (35, 99, [30]), (-9, -1, []),
      (-9, 0, [0]),
    ] as [(Int64, Int64, [Int64])])
  func `the steps of some seconds`(from: Int64, to: Int64, starts: [Int64]) {
    let history = history([(0, 1), (10, nil), (20, 1), (30, 2)])
    #expect(history.numbers(from: from, to: to).map { history.steps[$0].start } == starts)
  }

  @Test func `a value too large to be added up is found in the seconds that have it`() {
    let history = history([(0, 1), (5, 1e40), (8, nil), (9, 2)])
    #expect(history.firstTooLarge(from: 0, to: 5) == nil)
    #expect(history.firstTooLarge(from: 0, to: 6) == 5)
    #expect(history.firstTooLarge(from: 7, to: 20) == 7)
    #expect(history.firstTooLarge(from: 8, to: 20) == nil)
  }

  @Test func `sums of large values over long times are exact`() {
    let year: Int64 = 31_557_600
    let history = history([(0, 9e19), (9000 * year, -9e19), (18_000 * year, 0.1)])
    let sum = history.sum(before: 18_000 * year + 10).quanta
    #expect(sum.scalar() == 1)
  }

  @Test func `what is forgotten stays in the sums`() {
    var history = history((0..<500).map { ($0, Double($0 % 7)) })
    let (before, whole) = (sum(history, before: 450), sum(history, before: 500))
    history.forget(before: 400)
    #expect((300...400).contains(history.steps[history.steps.first].start))
    #expect(sum(history, before: 450) == before)
    #expect(sum(history, before: 500) == whole)
  }

  @Test func `steps of an earlier run are restored in order`() {
    var history = History()
    let isFirst = history.restore(2, at: 10)
    #expect(isFirst)
    #expect(sum(history, before: 12) == "4 in 2 s")
    let isRepeated = history.restore(3, at: 10)
    let isLater = history.restore(3, at: 20)
    #expect(!isRepeated && isLater)
    #expect(sum(history, before: 21) == "23 in 11 s")
  }

  @Test func `steps are read with the sums of earlier versions, and without`() {
    let graph = ConditionGraph()
    for (version, text) in [
      (MemoryVersion.first, "1 2 -5 7 3 10 2 20 x3fb999999999999a"),
      (.second, "2 2 10 2 20 x3fb999999999999a"),
    ] {
      var (history, reader) = (
        History(), MemoryReader(text, ValueSchema(graph), latest: .second)
      )
      #expect(reader.version == version)
      history.restore(from: &reader)
      #expect(reader.isIntact && reader.isAtEnd)
      #expect(history.sum(before: 30).quanta.scalar() == 21)
      var writer = MemoryWriter(graph, beginning: MemoryVersion.second.rawValue)
      history.write(history.steps.first..<history.steps.end, to: &writer)
      #expect(writer.text == "2 2 10 2 20 x3fb999999999999a")
    }
  }
}
