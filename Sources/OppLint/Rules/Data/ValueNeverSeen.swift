internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `value-never-seen`
///
/// ```
/// `weather.sky` was clear 5000 times, rain 3997 times, smoke 3 times
///   found     sky == ash, sky in [ash, haze]
///   silent    sky in [smoke, ash]        one of them occurs
///             sky != ash                 states nothing about the present value
/// ```
enum ValueNeverSeen {
  static let rule = LintRule(
    name: "value-never-seen", category: .data, severity: .warning, precision: .medium,
    need: .recorded,
    page: LintPage(
      headline: "a field was never the value that it is compared with",
      why: """
        The recording has values of this field, and none of those that it is compared with: it is misspelt, the service
        uses another word, or it is rare. Under 90 days of data, and for alarms, it is only a note. Of a list, one value that occurs is
        enough.
        """,
      bad: """
        opp "Ash" when sky == ash notify "Masks." at most once per day
        """,
      good: """
        opp "Smoke" when sky in [smoke, ash] notify "Masks." at most once per day
        """,
      related: ["nearly-the-same-text", "threshold-never-crossed", "never-fired"])
  ) { subject, findings in
    guard let observed = subject.observed else { return }
    for comparison in subject.comparisons {
      guard let (field, wanted) = wantedValues(of: comparison, subject),
        let (_, measurement, facts) = subject.facts(of: field), facts.count > 0,
        !facts.values.isEmpty, wanted.allSatisfy({ facts.values[$0] == nil })
      else { continue }
      // A rare value is not wrong, and alarms are meant to be rare.
      let isRare = comparison.node.opp.map { subject.isAlarm(subject.opps[$0]) } ?? false
      let severity: Diagnostic.Severity? = isRare || observed.dayCount < 90 ? .note : nil
      let name = "\(measurement.owner).\(measurement.field)"
      let words = wanted.map { "`\($0)`" }.joined(separator: " or ")
      let nearest = nearestSpelling(of: wanted[0], in: facts.values.keys.sorted())
      findings.report(
        comparison.node.range, "`\(name)` was never \(words)",
        helps: nearest.map { ["it was `\($0)` \(facts.values[$0] ?? 0) times"] } ?? [],
        notes: [observed.note], severity: severity)
    }
  }
}

extension ValueNeverSeen {
  /// The field that a comparison looks at and the texts or cases it is to be; nil for another comparison
  private static func wantedValues(of comparison: LintedComparison, _ subject: LintSubject) -> (
    NodeID, [String]
  )? {
    let sides: [(NodeID?, ExpressionSyntax)]
    switch comparison.operator {
    // An equality may have the field on either side, a list only on its left.
    case .equal, .is:
      sides = [(comparison.leftNode, comparison.right), (comparison.rightNode, comparison.left)]
    case .in: sides = [(comparison.leftNode, comparison.right)]
    case .notEqual, .isNot, .notIn, .contains, .startsWith, .endsWith, .less, .lessOrEqual,
      .greater, .greaterOrEqual:
      return nil
    }
    for (field, side) in sides {
      guard let field, let value = subject.constant(side) else { continue }
      let type = subject.graph[field].type
      var values = [value]
      if case .list(let elements) = value { values = elements }
      let names = values.compactMap { observedName($0, type, subject) }
      if !names.isEmpty, names.count == values.count { return (field, names) }
    }
    return nil
  }

  /// A text or the first name of a case, as observations are kept by; nil for another value
  ///
  /// Case 4 of `Sky` is `thunderstorm`, however the rules name it.
  private static func observedName(_ value: Value, _ type: ValueType, _ subject: LintSubject)
    -> String?
  {
    if case .text(let text) = value { return text }
    guard case .enumeration(let id) = type, case .scalar(let index) = value,
      let cases = Int(exactly: index).map({ (subject.graph.enumerations[Int(id.index)].cases, $0) }
      ),
      cases.0.indices.contains(cases.1)
    else { return nil }
    return cases.0[cases.1].first
  }
}
