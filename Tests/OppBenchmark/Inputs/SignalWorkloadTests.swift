import OppTestLimits
import Testing

@testable import opp_benchmark

/// The rules and readings that the engine is measured with
@Suite(.limited) struct SignalWorkloadTests {
  @Test func `the same seed gives the same rules and readings`() {
    let first = SignalWorkload(seed: 7, rules: 50)
    let second = SignalWorkload(seed: 7, rules: 50)
    #expect(first.text == second.text)
    #expect(cells(first.independentReadings(20)) == cells(second.independentReadings(20)))
    #expect(cells(first.singleChanges(20)) == cells(second.singleChanges(20)))
    #expect(cells(first.smallSteps(20)) == cells(second.smallSteps(20)))
  }

  @Test func `another seed gives others`() {
    let first = SignalWorkload(seed: 7, rules: 50)
    let second = SignalWorkload(seed: 8, rules: 50)
    #expect(first.text != second.text)
    #expect(cells(first.independentReadings(20)) != cells(second.independentReadings(20)))
  }

  @Test func `more rules leave the first ones and the readings as they are`() {
    let few = SignalWorkload(seed: 1, rules: 20)
    let many = SignalWorkload(seed: 1, rules: 40)
    #expect(many.text.hasPrefix(few.text))
    #expect(cells(few.independentReadings(5)) == cells(many.independentReadings(5)))
  }

  @Test func `six rules of ten are plain conjunctions, and a quarter has an inner or`() {
    var plain = 0
    var withOr = 0
    for rule in SignalWorkload(seed: 1, rules: 2000).rules {
      // Two comparisons that are joined by `and` may also be of the nested rules, but those have three at least.
      guard case .and(let parts) = rule else { continue }
      let groups = parts.filter { isGroup($0) }
      if groups.isEmpty, parts.count <= 5 {
        plain += 1
      } else if groups.count == 1, case .or(let inner) = groups[0], !inner.contains(where: isGroup)
      {
        withOr += 1
      }
    }
    // Some of the nested ones look like the one or the other.
    #expect((1100...1350).contains(plain), "\(plain)")
    #expect((400...650).contains(withOr), "\(withOr)")
  }

  @Test func `one rule in twenty fires at each reading, and one in eight is true`() {
    let workload = SignalWorkload(seed: 1, rules: 1000)
    let readings = workload.independentReadings(100)
    var before = workload.rules.map { $0.isTrue(of: readings[0]) }
    var rises = 0
    var count = 0
    for reading in readings.dropFirst() {
      let now = workload.rules.map { $0.isTrue(of: reading) }
      rises += zip(before, now).count { !$0 && $1 }
      count += now.count { $0 }
      before = now
    }
    #expect((3500...6500).contains(rises), "\(rises)")
    #expect((8000...20_000).contains(count), "\(count)")
  }

  @Test func `a single change leaves 26 signals as they were`() {
    let readings = SignalWorkload(seed: 1, rules: 0).singleChanges(50).map { $0.scalars }
    for (before, after) in zip(readings, readings.dropFirst()) {
      #expect(before.count == SignalReading.signalCount)
      #expect(zip(before, after).count { $0 != $1 } <= 1)
    }
  }

  @Test func `small steps move each number little, and the sky not at all`() {
    let readings = SignalWorkload(seed: 1, rules: 0).smallSteps(200)
    for (before, after) in zip(readings, readings.dropFirst()) {
      #expect(abs(before.temp - after.temp) < 0.15)
      #expect(abs(before.moisture - after.moisture) <= 1)
      #expect(before.sky == after.sky && before.weekday == after.weekday)
      for index in before.distances.indices {
        #expect(abs(before.distances[index] - after.distances[index]) <= 16)
      }
    }
  }

  @Test func `the engine finds the same of 200 conditions true as the walk, at 200 readings`() {
    let workload = SignalWorkload(seed: 3, rules: 200)
    var engine = SignalEngine(workload.text, source: "signals")
    let readings = workload.independentReadings(100) + workload.smallSteps(100)
    let arrivals = engine.arrivals(of: readings.map { $0.scalars.map { Double?($0) } })
    var before = workload.rules.map { _ in false }
    for (reading, arrival) in zip(readings, arrivals) {
      let firings = engine.step(arrival).count
      let now = workload.rules.map { $0.isTrue(of: reading) }
      #expect(engine.truths() == now)
      #expect(firings == zip(before, now).count { !$0 && $1 })
      before = now
    }
  }

  /// The readings as a table
  private func cells(_ readings: [SignalReading]) -> [[String]] { readings.map { $0.cells } }

  /// Whether a tree is more than a comparison
  private func isGroup(_ tree: SignalTree) -> Bool {
    switch tree {
    case .and, .or, .not: true
    case .time, .sky, .temp, .moisture, .wind, .free, .weekday, .near: false
    }
  }
}
