internal import OppModel
internal import OppSyntax

/// The rule `implausible-duration`
///
/// ```
/// found     for 30d over readings, near … for 20d, for 0s, snooze 30s, free >= 45s
/// silent    for 10d, snooze 1h, free >= 30min, for 30d over the clock alone
/// ```
enum ImplausibleDuration {
  static let rule = LintRule(
    name: "implausible-duration", category: .units, severity: .warning, precision: .high,
    page: LintPage(
      headline: "`for 30d`: is `30min` meant?",
      why: """
        A hold of weeks over readings that are fresh for minutes is not reached in practice: one gap begins it anew.
        A `snooze` of less than a minute or more than a month, and `free` for some seconds, are mostly another unit
        than the one that was meant.
        """,
      bad: """
        opp "Fog" when visibility < 200m for 30d notify "Fog lights." at most once per day
        """,
      good: """
        opp "Fog" when visibility < 200m for 30min notify "Fog lights." at most once per day
        """,
      related: ["window-broken-by-gaps", "hold-longer-than-window", "ambiguous-minutes"])
  ) { subject, findings in
    // 1. Holds of more than two weeks over readings that end.
    for hold in holds(subject) where hold.seconds > 1_209_600 && hold.freshness != nil {
      let text = subject.text(hold.duration.range)
      findings.report(
        hold.duration.range, "`for \(text)`: is \(shorter(hold.duration)) meant?",
        notes: ["a reading that is missing for once begins the hold anew"])
    }
    // 2. Spans of no time.
    for node in subject.nodes([.lasting, .within]) {
      guard let duration = node.expression.duration, subject.scalar(duration) == 0 else { continue }
      findings.report(
        duration.range, "`\(subject.text(duration.range))` is no time at all: this changes nothing")
    }
    // 3. `snooze` for less than a minute, or more than 31 days.
    for opp in subject.opps {
      guard let duration = opp.syntax.snooze?.duration, let seconds = subject.scalar(duration),
        seconds < 60 || seconds > 2_678_400
      else { continue }
      let text = subject.text(duration.range)
      let words = seconds < 60 ? "it is over before anybody looks" : "nobody remembers it by then"
      findings.report(duration.range, "`snooze \(text)`: \(words)")
    }
    // 4. Lower bounds of `free` below a minute.
    for value in subject.comparedValues where value.type == .duration && value.value < 60 {
      guard value.value > 0, value.comparison.isLowerBound,
        let field = subject.measurement(value.measuredNode), field.isOfPrelude,
        field.field == "free"
      else { continue }
      let text = subject.text(value.node.range)
      findings.report(
        value.literal.range,
        "`\(text)`: is \(longer(value.literal)) meant?")
    }
  }
}

/// `c for D`, or `near P for D`
///
/// The duration as it is written
struct Hold {
  let duration: ExpressionSyntax

  /// The duration in seconds
  let seconds: Double

  /// The shortest freshness of a reading that it holds; `nil` if none ends
  let freshness: Int64?

  /// The node of the condition that is held
  let condition: NodeID
}

extension ExpressionSyntax {
  /// The duration of a hold or of a look back or ahead; nil for another expression
  fileprivate var duration: ExpressionSyntax? {
    if case .lasting(let hold) = self { return hold.duration }
    if case .within(let window) = self { return window.duration }
    return nil
  }
}

extension ImplausibleDuration {
  /// The holds of all conditions
  static func holds(_ subject: LintSubject) -> [Hold] {
    var found: [Hold] = []
    for node in subject.nodes([.lasting, .nearClause]) {
      var duration: ExpressionSyntax?
      if case .lasting(let view) = node.expression { duration = view.duration }
      if case .near(let clause)? = ClauseSyntax(node: node.node), let window = clause.window,
        window.kind == .lasting
      {
        duration = window.duration
      }
      guard let duration, let seconds = subject.scalar(duration),
        let id = subject.graphNode(node.expression) ?? subject.graphNode(at: node.range),
        case .lasting(let condition, _) = subject.graph[id].operation
      else { continue }
      let freshness = subject.readings(below: condition).compactMap { $0.freshness }.min()
      found.append(
        Hold(duration: duration, seconds: seconds, freshness: freshness, condition: condition))
    }
    return found
  }

  /// The same number with a shorter unit, in backticks
  private static func shorter(_ duration: ExpressionSyntax) -> String {
    guard case .literal(let literal) = duration, literal.parts.count == 1 else {
      return "less"
    }
    return "`\(literal.parts[0].number)min`"
  }

  /// The same number in minutes, in backticks
  private static func longer(_ duration: ExpressionSyntax) -> String {
    guard case .literal(let literal) = duration, literal.parts.count == 1 else {
      return "more"
    }
    return "`\(literal.parts[0].number)min`"
  }
}
