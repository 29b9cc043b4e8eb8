internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppSemantics

/// A firing: a second at which every Opp fires, less one at which none does
///
/// The conditions of all Opps come true at one second and false at the next, so that the same is evaluated at both.
struct FiringsTable {
  /// The number of Opps
  let rules: Int

  /// The number of seconds at which all fire, and of those between
  let seconds: Int

  /// The clauses of an Opp, for its number
  private static var clauses: [(name: String, text: (Int) -> String, isPrinted: Bool)] {
    [
      ("no notify: the name is the text", { _ in "" }, false),
      ("a text without values", { "notify \"Firing \($0)\"" }, false),
      ("a text with two values", { "notify \"\($0): {warmth}, {cover}\"" }, false),
      ("… and a limit", { "notify \"\($0): {warmth}, {cover}\" at most 10 per 10s" }, false),
      (
        "… and a line of output", { "notify \"\($0): {warmth}, {cover}\" at most 10 per 10s" }, true
      ),
    ]
  }

  func run() {
    let report = Report(
      "A firing: \(Report.count(rules)) Opps, medians of \(seconds) seconds",
      columns: ["an Opp with", "all fire: µs", "none fires: µs", "ns a firing"])
    for (name, text, isPrinted) in Self.clauses { measure(name, text, isPrinted, report) }
  }

  private func measure(
    _ name: String, _ clause: (Int) -> String, _ isPrinted: Bool, _ report: Report
  ) {
    var lines = ["source probe {", "  value: Speed", "  warmth: Temperature", "  cover: Sky", "}"]
    for rule in 0..<rules {
      // The limits differ, so that no two Opps share a condition.
      lines.append(
        "opp \"Rule \(rule)\" when value > \(10 + Double(rule) / 1024)m/s \(clause(rule))")
    }
    let text = lines.joined(separator: "\n") + "\n"
    var engine = SignalEngine(text, source: "probe")
    let output = isPrinted ? Self.output(of: text) : nil
    let arrivals = engine.arrivals(of: (0..<2 * seconds + 2).map { Self.scalars(second: $0) })
    // Both kinds of second once, to begin with.
    _ = engine.step(through: Array(arrivals[..<2]))
    var times: (all: [Double], none: [Double]) = ([], [])
    for (index, arrival) in arrivals.enumerated().dropFirst(2) {
      let began = Stopwatch.processor
      let firings = engine.step(arrival)
      output?.printFirings(firings, [])
      let time = Stopwatch.processor - began
      guard firings.count == (index % 2 == 0 ? 0 : rules) else {
        Report.fail("\(firings.count) of \(rules) Opps fire at second \(index)")
      }
      if index % 2 == 0 { times.none.append(time) } else { times.all.append(time) }
    }
    let (all, none) = (Stopwatch.median(times.all), Stopwatch.median(times.none))
    report.row([
      name, Report.decimal(all * 1e6), Report.decimal(none * 1e6),
      Report.nanoseconds((all - none) / Double(rules)),
    ])
  }

  /// The value, the temperature and the sky; the value is above all limits at every second second
  private static func scalars(second: Int) -> [Double?] {
    let value: Double = second % 2 == 0 ? 0 : 1e6
    return [value, Double(second % 300) / 10, Double(second % 8)]
  }

  /// The printer of `opp eval`, into nothing
  private static func output(of text: String) -> EvaluationOutput {
    EvaluationOutput(
      graph: RuleSet.analyze(text).graph, zone: .utc,
      console: Console(sink: { _, _ throws(Console.WriteFailure) in }),
      isJSON: false)
  }
}
