internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `missing-last`
///
/// ```
/// found     max(heater.run, 1h), min(free, 30min)       of a value and a duration, the greatest or least of the two
/// silent    max(heater.run, last 1h)                    a window
///           max([free, 30min]), max(30min, free)        written so, the two are meant
/// ```
enum MissingLast {
  static let rule = LintRule(
    name: "missing-last", category: .time, severity: .warning, precision: .medium, fix: .unsafe,
    page: LintPage(
      headline: "this is the greatest of two durations, and no window of time",
      why: """
        `max(x, 1h)` is the greater of x and an hour; the greatest x of the last hour is `max(x, last 1h)`. If the two
        are meant, a list says so, and ends this warning.
        """,
      bad: """
        source heater fresh for 1h { run: Duration }
        opp "Heater" when max(heater.run, 1d) > 2h notify "It ran for long." at most once per day
        """,
      good: """
        source heater fresh for 1h { run: Duration }
        opp "Heater" when max(heater.run, last 1d) > 2h notify "It ran for long." at most once per day
        """,
      related: ["sliding-period"])
  ) { subject, findings in
    for node in subject.nodes(.call) {
      guard case .call(let call) = node.expression, let name = call.name?.text,
        let id = subject.graphNode(node.expression), isOfTwo(subject.graph[id].operation),
        call.arguments.count == 2, case .literal(let literal) = call.arguments[1].value,
        UnitSpellings.isDuration(literal.text)
      else { continue }
      let values = call.arguments.map { subject.text($0.range) }
      let drifts = subject.graphNode(call.arguments[0].value).map { subject.analysis.drifts($0) }
      findings.report(
        node.range,
        "`\(subject.text(node.range))` is the \(name == "max" ? "greater" : "lesser") of two durations",
        helps: ["write `\(name)([\(values[0]), \(values[1])])` if that is meant"],
        fix: drifts == false
          ? .replacing(call.arguments[1].range, with: "last \(values[1])", .unsafe) : nil)
    }
  }

  /// `true` for the greatest or the least of a list
  private static func isOfTwo(_ operation: Operation) -> Bool {
    guard case .aggregateList(let kind, _) = operation else { return false }
    return kind == .minimum || kind == .maximum
  }
}
