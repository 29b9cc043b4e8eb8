internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `requested-day-and-night`
///
/// ```
/// found     battery < 20%, connected to json(…): fresh for 900 s, 96 times a day
/// silent    battery < 20% and time in 8:00..20:00      the clock has a say
///           battery < 20% and temp > 30C               either may be false, so the other need not be fetched
///           on 9:00 when battery < 20%                 once a day
///           near home, connected to gpsd()             pushed: nothing is requested
/// ```
enum RequestedDayAndNight {
  /// Requests
  private static let perDay = LintOption(
    "per-day", standard: 48, "the requests a day from which on it is reported")

  static let rule = LintRule(
    name: "requested-day-and-night", category: .cost, severity: .note, precision: .medium,
    need: .plan,
    page: LintPage(
      headline: "a source is requested day and night for this",
      why: """
        Nothing that is free to decide, such as the time, the weekday or the sun, and no other source is read beside
        this, so the source is fetched whenever its reading is no longer fresh, at night as well. A window of the hours
        in which one wants to know saves the others. Sources that the rules declare are there to be watched, and what is pushed, files,
        programs and hosts of the house cost nothing: they are left alone.
        """,
      bad: """
        connect location to owntracks("https://tracks.example.org/api/0/last")
        connect places to overpass(radius: 2km)
        opp "Milk" near any "grocery store" at most once per day
        """,
      good: """
        connect location to owntracks("https://tracks.example.org/api/0/last")
        connect places to overpass(radius: 2km)
        opp "Milk" when time in 16:00..20:00 near any "grocery store" at most once per day
        """,
      options: [perDay],
      related: ["over-budget", "fresher-than-needed"])
  ) { subject, findings in
    let demand = Demand(subject)
    if demand.isEmpty { return }
    let least = subject.settings.value(of: perDay, in: "requested-day-and-night")
    for opp in subject.opps where opp.rule.rows == nil && !opp.rule.isDisabled {
      guard !opp.rule.events.contains(where: { $0.isOfClock }),
        let (condition, range) = waited(of: opp),
        subject.openSeconds(condition) == 86_400
      else { continue }
      // A source is needed at all times only if every part of the condition reads it.
      let parts = subject.graph.conjuncts(of: condition).map {
        demand.supplies(below: $0, of: subject)
      }
      let unguarded = parts.dropFirst().reduce(parts.first ?? []) { $0.intersection($1) }
      // Sources of the rules' own are there to be watched.
      let remote = unguarded.filter {
        !subject.declaredNames.contains($0.name)
          && subject.connections[$0.name]?.mayBeService ?? false
      }
      guard let supply = remote.max(by: { $0.freshness > $1.freshness }) else { continue }
      let count = 86_400 / supply.freshness
      guard Double(count) >= least else { continue }
      findings.report(
        range, "`\(supply.name)` is requested day and night for this: \(count) times a day",
        helps: ["with `time in 7:00..20:00` it would be \(count * 13 / 24)"])
    }
  }
}

extension RequestedDayAndNight {
  /// The condition, or the level of the one event, that an Opp watches at all times
  private static func waited(of opp: LintedOpp) -> (NodeID, SourceRange)? {
    if opp.rule.events.isEmpty, let condition = opp.rule.condition {
      let range = opp.syntax.when?.condition.range ?? opp.syntax.near?.range
      return range.map { (condition, $0) }
    }
    guard opp.rule.condition == nil, opp.rule.events.count == 1,
      case .becomes(let level)? = opp.rule.events.first
    else { return nil }
    return opp.syntax.on.map { (level, $0.range) }
  }
}
