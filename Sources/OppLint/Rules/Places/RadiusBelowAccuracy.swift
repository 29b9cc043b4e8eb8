internal import OppModel
internal import OppSyntax

/// The rule `radius-below-accuracy`
///
/// ```
/// found     within 5m, distance(@48.1234,11.5678) < 10m
///           on entering … within 60m                          as a note: below 75 m a position jumps over the edge
/// silent    within 60m with `near`, distance(f.position, pub) < 10m of a friend
/// ```
enum RadiusBelowAccuracy {
  static let rule = LintRule(
    name: "radius-below-accuracy", category: .places, severity: .warning, precision: .high,
    page: LintPage(
      headline: "a phone is accurate to some 10 m: a circle of 5 m is missed",
      why: """
        A phone in a pocket, in a street, is off by ten metres and more, so that a small circle is entered by chance
        or not at all. With `entering` and `leaving`, which look at each crossing, a circle below 75 m is noted: the
        position jumps over its edge while one sits still.
        """,
      bad: """
        place box = @52.5208,13.4095 within 5m
        opp "Post" near box at most once per day
        """,
      good: """
        place box = @52.5208,13.4095 within 60m
        opp "Post" near box at most once per day
        """,
      options: [leastRadius, leastCrossing], related: ["imprecise-pin", "nearest-hides-entering"])
  ) { subject, findings in
    let name = "radius-below-accuracy"
    let least = subject.settings.value(of: leastRadius, in: name)
    let jitter = subject.settings.value(of: leastCrossing, in: name)
    // 1. Circles that are written with `within`.
    for node in subject.nodes(.radius) {
      guard let radius = node.node.optionalExpression(0), let metres = subject.scalar(radius),
        metres < least
      else { continue }
      report(radius.range, subject, &findings)
    }
    // 2. Distances from oneself, compared with a small one.
    for value in subject.comparedValues where value.type == .length && value.value < least {
      guard value.comparison.isUpperBound, value.value > 0,
        case .distance(let first, let second) = subject.graph[value.measuredNode].operation,
        isHere(first, subject) || isHere(second, subject)
      else { continue }
      report(value.literal.range, subject, &findings)
    }
    // 3. Circles that are large enough to be near, and too small to be crossed.
    for node in subject.nodes([.enteringEvent, .leavingEvent]) {
      guard let id = subject.graphNode(at: node.range), let metres = radius(of: id, subject),
        metres >= least, metres < jitter
      else { continue }
      findings.report(
        node.range, "a circle of \(Int(metres)) m is crossed by a position that jumps",
        helps: ["take 75 m and more, or `near` with `for 5min`"], severity: .note)
    }
  }

  /// Reports a circle that is smaller than a phone is accurate
  private static func report(
    _ range: SourceRange, _ subject: LintSubject, _ findings: inout Findings
  ) {
    findings.report(
      range,
      "a phone is accurate to some 10 m: a circle of `\(subject.text(range))` is missed",
      helps: ["take 50 m and more"])
  }

  /// Metres
  private static let leastRadius = LintOption(
    "radius", .metres, standard: 30, "the radius from which on a circle is large enough")

  /// Metres
  private static let leastCrossing = LintOption(
    "crossing", .metres, standard: 75,
    "the radius from which on a circle is large enough for `entering` and `leaving`")
}

extension RadiusBelowAccuracy {
  /// `true` for the position of the person
  private static func isHere(_ node: NodeID, _ subject: LintSubject) -> Bool {
    guard let field = subject.measurement(node) else { return false }
    return field.owner == "location" && field.field == "position"
  }

  /// The radius of `near P` or its negation, in metres
  private static func radius(of node: NodeID, _ subject: LintSubject) -> Double? {
    let operation = subject.graph[node].operation
    if case .not(let inner) = operation { return radius(of: inner, subject) }
    guard case .compare(.lessOrEqual, let distance, let bound) = operation,
      case .distance = subject.graph[distance].operation,
      case .constant(.scalar(let metres)) = subject.graph[bound].operation
    else { return nil }
    return metres
  }
}
