internal import OppEngine

/// Steps that change less than everything
///
/// A step should cost as much as the change crosses, however many rules there are: `evaluations` are the conditions and
/// parts of conditions that the engine evaluated.
struct ChangesTable {
  /// The numbers of rules
  let sizes: [Int]

  /// The number of steps that are measured
  let steps: Int

  /// The signals that a reading changes
  private enum Change: String, CaseIterable {
    case all = "every signal"
    case one = "one of 27, the others repeated"
    case alone = "one of 27, the others left out"
    case small = "every number by a small step"
  }

  func run() {
    let report = Report(
      "Steps of \(Report.count(steps)) readings",
      columns: ["a reading changes", "rules", "ns a rule", "µs a step", "evaluations", "firings"])
    for change in Change.allCases {
      for size in sizes { measure(change, size, report) }
    }
  }

  private func measure(_ change: Change, _ size: Int, _ report: Report) {
    let workload = SignalWorkload(seed: 1, rules: size)
    // If everything changes, a hundredth of a second for 100,000 rules is many of them.
    let count = change == .all ? max(8, min(steps, 4_000_000 / size)) : steps
    let readings =
      switch change {
      case .all: workload.independentReadings(count + 1)
      case .one, .alone: workload.singleChanges(count + 1)
      case .small: workload.smallSteps(count + 1)
      }
    var engine = SignalEngine(workload.text, source: "signals")
    let arrivals = engine.arrivals(of: Self.scalars(of: readings, leavingOut: change == .alone))
    _ = engine.step(arrivals[0])
    let before = engine.work.evaluations
    let began = Stopwatch.processor
    let firings = engine.step(through: Array(arrivals[1...]))
    let time = (Stopwatch.processor - began) / Double(count)
    let evaluations = (engine.work.evaluations - before) / count
    let last = readings[readings.count - 1]
    guard engine.truths() == workload.rules.map({ $0.isTrue(of: last) }) else {
      Report.fail("the engine and the walk find other rules true after \(count) steps")
    }
    report.row([
      change.rawValue, Report.count(size), Report.nanoseconds(time / Double(size)),
      Report.decimal(time * 1e6), Report.count(evaluations),
      Report.decimal(Double(firings) / Double(count)),
    ])
  }

  /// The scalars of readings; of all but the first, those alone that differ from the reading before, if wanted
  private static func scalars(
    of readings: [SignalReading], leavingOut: Bool
  ) -> [[Double?]] {
    var before: [Double] = []
    return readings.map { reading in
      let scalars = reading.scalars
      defer { before = scalars }
      guard leavingOut, !before.isEmpty else { return scalars }
      return zip(before, scalars).map { $0 == $1 ? nil : $1 }
    }
  }
}
