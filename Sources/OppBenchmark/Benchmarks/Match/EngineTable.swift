internal import OppEngine

/// The engine beside a naive walk of trees, over the same rules and readings
///
/// Every second has a reading in which every signal has another value: the worst case for an engine that evaluates only
/// changed nodes, and the same for the walk as any other. Both walk through all readings in turn, several times.
struct EngineTable {
  /// The numbers of rules
  let sizes: [Int]
  let repetitions: Int

  /// The number of readings for a number of rules
  let readings: (Int) -> Int

  func run() {
    let report = Report(
      "Every signal changes at every second: ns a rule and reading, medians of \(repetitions)",
      columns: ["rules", "readings", "tree", "engine", "ratio", "true", "firings"])
    for size in sizes { measure(size, readings(size), report) }
  }

  private func measure(_ size: Int, _ count: Int, _ report: Report) {
    let workload = SignalWorkload(seed: 1, rules: size)
    let readings = workload.independentReadings(count)
    let scalars = readings.map { $0.scalars.map { Double?($0) } }
    var engine = SignalEngine(workload.text, source: "signals")
    let expected = Self.verify(engine, workload.rules, readings)
    // The first pass fills caches and grows arrays; at the start of the others all signals change, too.
    _ = engine.step(through: engine.arrivals(of: scalars))
    var trees: [Double] = []
    var engines: [Double] = []
    var firings = 0
    for _ in 0..<repetitions {
      let (walking, found) = Stopwatch.processor { Self.countTrue(workload.rules, readings) }
      guard found == expected else { Report.fail("the walk counts \(found) of \(expected)") }
      trees.append(walking)
      let arrivals = engine.arrivals(of: scalars)
      let began = Stopwatch.processor
      firings = engine.step(through: arrivals)
      engines.append(Stopwatch.processor - began)
    }
    let (tree, own) = (Stopwatch.median(trees), Stopwatch.median(engines))
    let cells = Double(size) * Double(count)
    report.row([
      Report.count(size), Report.count(count), Report.nanoseconds(tree / cells),
      Report.nanoseconds(own / cells), Report.decimal(own / tree), Report.count(expected),
      Report.count(firings),
    ])
  }

  /// The number of true conditions over all readings: the yardstick
  @inline(never)
  static func countTrue(_ rules: [SignalTree], _ readings: [SignalReading]) -> Int {
    var count = 0
    for reading in readings {
      for rule in rules where rule.isTrue(of: reading) { count += 1 }
    }
    return count
  }

  /// Ends the program unless a copy of the engine finds the same conditions true as the walk, rule by rule, and fires
  /// when a condition comes true
  ///
  /// - Returns: the number of true conditions over all readings.
  static func verify(
    _ engine: SignalEngine, _ rules: [SignalTree], _ readings: [SignalReading]
  ) -> Int {
    var engine = engine
    var count = 0
    var before = rules.map { _ in false }
    let arrivals = engine.arrivals(of: readings.map { $0.scalars.map { Double?($0) } })
    for (index, reading) in readings.enumerated() {
      let firings = engine.step(arrivals[index]).count
      let now = rules.map { $0.isTrue(of: reading) }
      guard engine.truths() == now else {
        Report.fail("the engine and the walk find other rules true at reading \(index)")
      }
      let rises = zip(before, now).count { !$0 && $1 }
      guard firings == rises else {
        Report.fail("\(firings) firings at reading \(index), where \(rises) conditions come true")
      }
      count += now.count { $0 }
      before = now
    }
    return count
  }
}
