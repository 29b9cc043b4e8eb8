internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The rule `over-budget`
///
/// ```
/// set budget 20 per 1d
/// source price fresh for 5min cost 1, opp "A" when eur < 5 and time in 8:00..20:00
///
/// open 43,200 s / fresh 300 s = 144 requests a day at 1: at least 144, the budget is 20
/// ```
enum OverBudget {
  static let rule = LintRule(
    name: "over-budget", category: .cost, severity: .error, precision: .veryHigh, need: .plan,
    page: LintPage(
      headline: "these rules need more requests a day than the budget allows",
      why: """
        What is certain alone costs more than `set budget` allows: an Opp that waits for one source all day has it
        fetched whenever its reading is no longer fresh, and one with `on 21:30` once a day. What other conditions may
        save is not counted. Conditions that have to wait for the budget are unknown, so these Opps fire late or never. A
        single fetch that costs more than the whole budget is never made.
        """,
      bad: """
        set budget 3 per 1d
        source tile fresh for 12h cost 5 { cloud: Percent }
        connect tile to json("https://sat.example.net/tile")
        opp "Stars" on 21:30 when cloud < 10%
        """,
      good: """
        set budget 10 per 1d
        source tile fresh for 12h cost 5 { cloud: Percent }
        connect tile to json("https://sat.example.net/tile")
        opp "Stars" on 21:30 when cloud < 10%
        """,
      related: ["fresher-than-needed", "requested-day-and-night"])
  ) { subject, findings in
    guard let budget = subject.graph.settings.budget, let setting = budgetSetting(subject) else {
      return
    }
    // 1. For each source the Opp that needs it most often: others share its readings.
    var most: [Demand.Supply: (count: Int64, opp: LintedOpp)] = [:]
    for (opp, supply, count) in certainRequests(subject) where count > most[supply]?.count ?? 0 {
      most[supply] = (count, opp)
    }
    let inOrder = most.sorted { $0.value.opp.index < $1.value.opp.index }
    let labels = inOrder.map { supply, need in
      Diagnostic.Label(
        range: need.opp.places.name,
        text: "`\(supply.name)`, \(need.count) a day at \(supply.cost.words)")
    }
    // 2. A single request beyond the budget, else the sum of a day.
    if let tooDear = inOrder.first(where: { $0.key.cost > budget.cost }) {
      findings.report(
        setting,
        "one fetch of `\(tooDear.key.name)` costs \(tooDear.key.cost.words); the budget is \(budget.cost.words)",
        labels: labels, helps: ["raise the budget, or lower the `cost` of the source"])
      return
    }
    let needed = inOrder.reduce(0) { $0 + $1.key.cost * Double($1.value.count) }
    let allowed = budget.cost * 86_400 / Double(budget.seconds)
    guard needed > allowed else { return }
    findings.report(
      setting,
      "these rules need at least \(needed.words) a day; the budget is \(allowed.rounded(.down).words)",
      labels: labels, helps: ["raise the budget, or let the readings be fresh for longer"])
  }
}

extension OverBudget {
  /// The place of `set budget`; `nil` if there is none
  private static func budgetSetting(_ subject: LintSubject) -> SourceRange? {
    for case .setting(let view) in subject.declarations where view.name?.text == "budget" {
      return view.range
    }
    return nil
  }

  /// The Opps whose condition needs one source and nothing else, and how often a day it is fetched for them
  private static func certainRequests(_ subject: LintSubject) -> [(LintedOpp, Demand.Supply, Int64)]
  {
    // Only certain fetches: one source, no rows, no limit, no sun, and no date that rules days out.
    let demand = Demand(subject)
    return subject.allOpps.compactMap { opp in
      guard opp.rule.rows == nil, !opp.rule.isDisabled, opp.rule.limit == nil,
        let condition = opp.rule.condition, !subject.readsMoreThanSources(condition),
        !subject.contains(condition, where: { if case .sun = $0 { true } else { false } })
      else { return nil }
      let supplies = demand.supplies(below: condition, of: subject)
      guard let supply = supplies.first, supplies.count == 1,
        subject.readings(below: condition).allSatisfy({ $0.owner == supply.name })
      else { return nil }
      guard opp.rule.events.isEmpty else {
        let schedule = DailySchedule(opp.rule, subject.graph)
        guard isOfEveryDay(condition, subject) else { return nil }
        return schedule.map { (opp, supply, Int64($0.times.count)) }
      }
      guard isOfEveryDay(condition, subject) else { return nil }
      return (opp, supply, subject.openSeconds(condition) / supply.freshness)
    }
  }

  /// `true` for a condition that no date, weekday or month rules out
  private static func isOfEveryDay(_ condition: NodeID, _ subject: LintSubject) -> Bool {
    !subject.reads(.today, condition) && !subject.reads(.weekday, condition)
      && !subject.reads(.month, condition)
      && !subject.reads(.now, condition)
  }
}

extension Double {
  /// The number as one writes it, without a fraction if it is whole
  fileprivate var words: String { ValueNotation.jsonNumber(self) }
}
