internal import OppEngine
internal import OppModel
internal import OppSemantics
internal import OppSession

/// A step of a session with as many rules as a house full of people has, and then some
///
/// 1,000 and 10,000 Opps with conditions of their own over 50 sources: how long it takes to find the needs
/// and to plan the fetches when nothing is known, and how long a step is that changes nothing.
///
/// ```opp
/// source s0 fresh for 1h cost 1
/// {
///   value0: Number
///   level0: Number
/// }
/// opp "rule 0" when value24 > 944153 and level46 > 192870 or value34 > 839795 and time > 0:01
/// ```
struct StepBenchmark {
  let isQuick: Bool

  /// The number of sources
  private static let sources = 50

  func run() {
    let report = Report(
      "A step of a session with different rules over \(Self.sources) sources, the median",
      columns: ["step", "rules", "time", "requested"])
    for rules in [1000, 10_000] { measure(rules, report) }
  }

  /// Prints the rows of one number of rules
  private func measure(_ rules: Int, _ report: Report) {
    let graph = RuleSet.analyze(Self.text(rules)).graph
    let begins = Instant(seconds: 1_750_000_000)
    let repetitions = isQuick ? 5 : 15
    func measure(_ name: String, _ step: () -> Int) {
      let (time, count) = Stopwatch.median(of: repetitions, step)
      report.row([name, Report.count(rules), Report.time(time), Report.count(count)])
    }
    func session() -> LiveSession {
      LiveSession(
        engine: Engine(graph: graph, zone: .utc, begins: begins),
        providers: Self.providers(graph), settings: SessionSettings(respondsAtOnce: true))
    }
    // Made before, one a repetition, and taken out, so that no copy is measured.
    var sessions = (0..<repetitions).map { _ in session() }
    measure("the first step: all is evaluated, nothing is known") {
      guard var first = sessions.popLast() else { return 0 }
      let count = first.open(at: begins).count
      _ = first.close()
      return count
    }
    var session = session()
    var requested = session.open(at: begins)
    measure("nothing is known: what to request") { session.receive([]).count }
    var responded = 0
    while !requested.isEmpty {
      responded += requested.count
      requested = session.receive(requested.map { Self.answer($0, at: begins) })
    }
    _ = session.close()
    var now = begins
    measure("all is known, and nothing changed") {
      now = now.advanced(by: 1)
      let count = session.open(at: now).count
      _ = session.close()
      return count
    }
    print("until all was decided, \(responded) of \(Self.sources) sources were requested")
  }

  /// The sources and the Opps; the numbers are those of Knuth's linear congruential generator MMIX
  private static func text(_ rules: Int) -> String {
    var lines: [String] = []
    for source in 0..<sources {
      lines.append("source s\(source) fresh for 1h cost \(1 + source % 10)")
      lines.append("{\n  value\(source): Number\n  level\(source): Number\n}")
    }
    var random: UInt64 = 1
    func number(_ below: Int) -> Int {
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((random >> 33) % UInt64(below))
    }
    for rule in 0..<rules {
      let parts = (0..<3).map { part in
        "\(part == 1 ? "level" : "value")\(number(sources)) > \(number(1_000_000))"
      }
      lines.append(
        "opp \"rule \(rule)\" when \(parts[0]) and \(parts[1]) or \(parts[2]) and time > 0:01")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// The provider of each source of the text, `s0` to `s49`; the sources of the prelude have none
  private static func providers(_ graph: ConditionGraph) -> [Provider] {
    graph.sources.indices.filter { Int(graph.sources[$0].name.dropFirst()) != nil }.map { index in
      let id = SourceID(index: Int32(truncatingIfNeeded: index))
      return Provider(name: graph.sources[index].name, served: [.source(id)], latency: 0)
    }
  }

  /// A response with a value below a million, by the source, and half of it as the level
  private static func answer(_ fetch: Fetch, at now: Instant) -> FetchResponse {
    guard case .source(let source, let arguments) = fetch.subject else {
      return FetchResponse(fetch: fetch, outcome: .unchanged)
    }
    let value = Double(Int(source.index) * 20_011 % 1_000_000)
    return FetchResponse(
      fetch: fetch,
      outcome: .arrived([
        .reading(
          SourceReading(
            source: source, arguments: arguments, instant: now,
            fields: [.known(.scalar(value)), .known(.scalar(value / 2))], freshness: nil,
            isLasting: false))
      ]))
  }
}
