internal import OppModel
internal import OppSyntax

/// The rule `weather-of-now`
///
/// ```
/// found     any(forecast where gust > 60km/h)             a row of the forecast has no `gust`: it is that of now
/// silent    any(forecast where wind > 60km/h), any(forecast where wind > weather.gust)
/// ```
enum WeatherOfNow {
  static let rule = LintRule(
    name: "weather-of-now", category: .tables, severity: .warning, precision: .veryHigh,
    page: LintPage(
      headline: "`gust` is that of now here: a row of `forecast` has no such field",
      why: """
        Behind `where`, `each` and `by` a name that is no field of the row means what it means outside. A row of
        `forecast` lacks some fields of the weather, such as `gust` and `uv`, so that these are the readings of now,
        the same for each row. `weather.gust` says that this is meant.
        """,
      bad: """
        opp "Storm" on 20:00 when any(forecast where begins.date == tomorrow and gust > 80km/h) notify "Storm."
        """,
      good: """
        opp "Storm" on 20:00 when any(forecast where begins.date == tomorrow and wind > 60km/h) notify "Storm."
        """,
      related: ["field-hides-parameter"])
  ) { subject, findings in
    guard let forecast = subject.graph.tables.last(where: { $0.name == "forecast" }),
      let weather = subject.graph.sources.last(where: { $0.name == "weather" })
    else { return }
    let fields = Set(forecast.fields.map { $0.name })
    let missing = Set(weather.fields.map { $0.name }).subtracting(fields)
    var reported: Set<SourceRange> = []
    for node in [SyntaxKind.filter, .mapping, .ordering].flatMap(subject.nodes)
    where isForecast(node.node.expression(0)) {
      let inside = node.node.expression(1).range
      for use in subject.nodes(.nameExpression) where inside.contains(use.range) {
        guard let name = use.node.token(.name)?.text, missing.contains(name),
          case .reading? = subject.operation(use.expression), reported.insert(use.range).inserted
        else { continue }
        findings.report(
          use.range, "`\(name)` is that of now here: a row of `forecast` has no such field",
          helps: ["write `weather.\(name)` if this is meant"])
      }
    }
  }

  /// `true` if a list is rows of the forecast
  private static func isForecast(_ list: ExpressionSyntax) -> Bool {
    var list = list.withoutParentheses
    while list.node.kind.takesRows { list = list.node.expression(0).withoutParentheses }
    guard case .name(let name) = list else { return false }
    return name.token?.text == "forecast"
  }
}
