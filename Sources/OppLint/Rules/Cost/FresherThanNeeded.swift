internal import OppModel
internal import OppSyntax

/// The rule `fresher-than-needed`
///
/// ```
/// found     fresh for 5s, connected to json("https://energy.example.com/now")       86,400 / 5 = 17,280 requests a day
/// silent    fresh for 60s and more; command(…); json("http://192.168.1.5/now")
/// ```
enum FresherThanNeeded {
  static let rule = LintRule(
    name: "fresher-than-needed", category: .cost, severity: .warning, precision: .high,
    page: LintPage(
      headline: "fresh for 5 s: up to 17,280 requests a day of a service on the net",
      why: """
        A reading is fetched again as soon as it is no longer fresh and a condition needs it. Services on the net seldom
        have anything new within a minute, and many block clients that poll so often. Files, programs and hosts of the house
        are left alone.
        """,
      bad: """
        source power fresh for 5s { watts: Number }
        connect power to json("https://energy.example.com/now")
        opp "Kettle" when watts > 2000 for 20min at most once per hour
        """,
      good: """
        source power fresh for 2min { watts: Number }
        connect power to json("https://energy.example.com/now")
        opp "Kettle" when watts > 2000 for 20min at most once per hour
        """,
      related: ["request-per-row", "over-budget"])
  ) { subject, findings in
    for declaration in subject.declarations {
      let name: SyntaxToken?
      let freshness: ExpressionSyntax?
      switch declaration {
      case .source(let view): (name, freshness) = (view.name, view.freshness)
      case .table(let view): (name, freshness) = (view.name, view.freshness)
      case .place, .let, .enumeration, .setting, .connection, .test, .chart, .opp: continue
      }
      // An expression that is no constant of its own is found by the value of the declaration.
      guard let name, let freshness, subject.connections[name.text]?.reach == .service,
        let seconds = subject.scalar(freshness) ?? declaredFreshness(of: name.text, subject),
        seconds > 0, seconds < 60
      else { continue }
      let count = Self.grouped(Int(86_400 / seconds))
      findings.report(
        freshness.range,
        "fresh for \(subject.durationText(seconds)): up to \(count) requests a day of a service on the net",
        helps: ["write `fresh for 2min`, or as long as the service's own readings hold"])
    }
  }

  /// A number with a comma before each three digits
  private static func grouped(_ number: Int) -> String {
    let digits = String(number)
    guard digits.utf8.count > 3 else { return digits }
    return "\(digits.dropLast(3)),\(digits.suffix(3))"
  }
}

extension FresherThanNeeded {
  /// The seconds that a source or table is fresh for; `nil` if it has none
  private static func declaredFreshness(of name: String, _ subject: LintSubject) -> Double? {
    let seconds =
      subject.graph.sources.first { $0.name == name }?.freshness
      ?? subject.graph.tables.first { $0.name == name }?.freshness
    return seconds.map { Double($0) }
  }
}
