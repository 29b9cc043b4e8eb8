internal import OppTesting

/// Operators that look back, a hundred Opps with each, on a signal that changes every second
///
/// The Opps differ in their limits and in their windows, which are those of the column with 50 seconds less to 49 more. A
/// figure is that of a whole Opp: the comparison with its limit is in it, and `value > 7m/s` shows its share.
///
/// ```opp
/// opp "Rule 7" when average(value, last 557s) > 48.3m/s
/// ```
struct WindowsTable {
  /// In seconds
  let windows: [Int]

  /// The number of samples that are measured, after those that fill the window
  let samples: Int

  /// The number of Opps with each operator
  private static let rules = 100

  /// The conditions, for a number from 0 to 99 and a window in seconds
  private static var operators: [(name: String, condition: (Int, Int) -> String)] {
    [
      ("value > c", { number, _ in "value > \(number)m/s" }),
      ("value > c for D", { "(value > \($0)m/s for \($1)s)" }),
      ("value > c within last D", { "(value > \($0)m/s within last \($1)s)" }),
      ("known(began(value > c))", { number, _ in "known(began(value > \(number)m/s))" }),
      ("now - began(value > c) >= D", { "now - began(value > \($0)m/s) >= \($1)s" }),
      ("min(value, last D)", { "min(value, last \($1)s) > 0.\($0)m/s" }),
      ("max(value, last D)", { "max(value, last \($1)s) > \(90 + $0 / 10).\($0 % 10)m/s" }),
      ("average(value, last D)", { "average(value, last \($1)s) > \(45 + $0 / 10).\($0 % 10)m/s" }),
      ("total(value, last D)", { "total(value, last \($1)s) > \($1 * (45 + $0 / 10))m" }),
      ("change(value, last D)", { "change(value, last \($1)s) > \($0)m/s" }),
    ]
  }

  func run() {
    let report = Report(
      "Looking back on a signal that changes every second, \(Self.rules) Opps, \(samples) samples: ns a sample and Opp",
      columns: ["condition, D about"] + windows.map { "\(Report.count($0)) s" }
        + ["state of the last"])
    for (name, condition) in Self.operators {
      var cells = [name]
      var memory = "-"
      for window in windows {
        let text = Self.text(window, condition)
        let before = ResidentMemory.bytes
        var engine = SignalEngine(text, source: "probe")
        cells.append(Report.nanoseconds(measure(&engine, window)))
        memory = ResidentMemory.kilobytes(since: before)
      }
      report.row(cells + [memory])
    }
  }

  /// The source and the Opps
  private static func text(_ window: Int, _ condition: (Int, Int) -> String) -> String {
    let opps = (0..<rules).map { number in
      "opp \"Rule \(number)\" when \(condition(number, max(1, window - 50 + number)))"
    }
    return "source probe { value: Speed }\n" + opps.joined(separator: "\n") + "\n"
  }

  /// The seconds of processor for a sample and Opp, once the windows are full
  private func measure(_ engine: inout SignalEngine, _ window: Int) -> Double {
    var random = SplitMix64(seed: 1)
    func values(_ count: Int) -> [[Double?]] {
      (0..<count).map { _ in [Double(random.number(in: 0...999)) / 10] }
    }
    _ = engine.step(through: engine.arrivals(of: values(window + 50)))
    let arrivals = engine.arrivals(of: values(samples))
    let began = Stopwatch.processor
    _ = engine.step(through: arrivals)
    return (Stopwatch.processor - began) / Double(samples * Self.rules)
  }
}
