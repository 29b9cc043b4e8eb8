internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `impossible-expectation`
///
/// ```
/// opp "A" when temp > 20C and time in 12:00..14:00
///
/// found     at 2026-06-21T15:00 expect "A" fires       without a step before: never fires at 15:00
/// silent    at 2026-06-21T11:00 … at 2026-06-21T15:00 expect "A" fires       it fires in between, at 12:00
/// ```
enum ImpossibleExpectation {
  static let rule = LintRule(
    name: "impossible-expectation", category: .correctness, severity: .warning, precision: .high,
    need: .procedure,
    page: LintPage(
      headline: "this test expects what can never happen",
      why: """
        A test of an Opp that never fires proves nothing: it is disabled, or its condition is never true, or never true
        between this step and the one before. `quiet` passes whatever the rules say, and `fires` never does.
        """,
      bad: """
        opp "Old" on 6:00 disabled
        test "old is quiet"
          at 2026-06-21T05:00
          at 2026-06-21T06:00  expect "Old" quiet
        """,
      good: """
        opp "Old" on 6:00
        test "old fires"
          at 2026-06-21T05:00
          at 2026-06-21T06:00  expect "Old" fires
        """,
      related: ["never-true", "event-outside-window"])
  ) { subject, findings in
    for (test, places) in zip(subject.analysis.tests, subject.analysis.testPlaces) {
      guard test.steps.count == places.expectations.count else { continue }
      for (index, step) in test.steps.enumerated() {
        for (expectation, range) in zip(step.expectations, places.expectations[index]) {
          let before = index > 0 ? test.steps[index - 1].instant : nil
          guard let reason = impossibility(of: expectation, at: step, after: before, subject)
          else { continue }
          findings.report(range, reason)
        }
      }
    }
  }
}

extension ImpossibleExpectation {
  /// The reason for which an expectation says nothing, or cannot be met; `nil` if there is none
  ///
  /// - Parameters:
  ///   - step: the step of the expectation.
  ///   - before: the instant of the step before it; nil at the first.
  private static func impossibility(
    of expectation: Expectation, at step: ScenarioStep, after before: ScenarioInstant?,
    _ subject: LintSubject
  ) -> String? {
    guard let opp = subject.opp(ofRule: expectation.rule) else { return nil }
    let name = "\"\(opp.rule.name)\""
    if opp.rule.isDisabled { return "\(name) is disabled and never fires: this proves nothing" }
    guard let condition = opp.rule.condition else { return nil }
    if subject.proofs.isNever(opp.conditions) { return "\(name) never fires: this proves nothing" }
    // Other than an always impossible expectation, only `fires` at a local time can be judged.
    guard case .fires = expectation.outcome, case .local(let day, let second) = step.instant,
      let times = subject.proofs.times(of: condition)
    else { return nil }
    // The seconds since the step before, on the same day.
    var first = second
    if case .local(let dayBefore, let secondBefore)? = before {
      guard dayBefore == day else { return nil }
      first = secondBefore + 1
    } else if before != nil {
      return nil
    }
    guard first <= second,
      !times.contains(where: { $0.lowerBound <= second && first < $0.upperBound })
    else { return nil }
    let span = "\(subject.clockText(first)) and \(subject.clockText(second))"
    return first == second
      ? "\(name) never fires at \(subject.clockText(second))"
      : "\(name) never fires between \(span)"
  }
}
