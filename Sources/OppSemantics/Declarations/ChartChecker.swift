internal import OppModel
internal import OppSyntax

/// Checks charts: the rows of each series, the value, and the periods
///
/// ```opp
/// chart "Kilometres" for each m in distinct(trips each mode)           // 1: the rows, here the first trip of each mode
///   of sum(trips where mode == m and ended in period each distance)    // 2: the value, where `period` means something
///   per week last 52                                                   // 3: the periods
/// ```
///
/// `period` is the period that contains the second at which the value is taken, the last of each period (``ChartEnds``):
///
/// ```
/// ended in period               (in-range #0.ended (period-start week) (period-end week))
/// average(temp, since period)   (average weather.temp since (period-start week))
/// ```
struct ChartChecker: CheckerPart {
  let checker: Checker

  /// The word for the period of a chart
  static let periodName = "period"

  /// Checks all charts, and puts those into the graph that are right
  ///
  /// They come last, so that nothing else in the rule set needs the nodes that are made here.
  func checkCharts(_ views: [ChartDeclarationSyntax]) {
    let firstNode = builder.traits.count
    for view in views.prefix(RuleSet.oppLimit) {
      guard let text = view.name, let name = text.plainText else { continue }
      if let first = checker.results.addChart(named: name, at: text.range) {
        report(.duplicate(name, what: "the chart", first: first), at: text.range)
      }
      if let chart = chart(view, named: name) { builder.add(chart) }
    }
    if views.count > RuleSet.oppLimit {
      report(.tooManyOpps(limit: RuleSet.oppLimit), at: views[RuleSet.oppLimit].range)
    }
    builder.setChartNodes(firstNode..<builder.traits.count)
  }

  /// The chart of a declaration; nil if something is wrong, which is reported
  func chart(_ view: ChartDeclarationSyntax, named name: String) -> Chart? {
    let lacksValue = view.value == nil
    let lacksPeriods = view.periods == nil
    if lacksValue || lacksPeriods, !view.isBroken {
      report(
        .incompleteChart(name, lacksValue: lacksValue, lacksPeriods: lacksPeriods),
        at: view.name?.range ?? view.range)
    }
    let rows = view.forEach.map { (found: seriesRows($0), isBroken: local.hasBrokenRows) }
    let period = view.periods?.period.flatMap { CalendarPeriod(named: $0.text) }
    if let token = view.periods?.period { recorder.record(.period, token.text, at: token.range) }
    let value = view.value.flatMap { value in
      local.inside(period: period ?? .day) { self.value(value) }
    }
    local.clear()
    let count = view.periods.flatMap { self.count($0, period) }
    guard let period, let value, let count, !(rows?.isBroken ?? false) else { return nil }
    var ends = ChartEnds(builder)
    return Chart(
      name: name, rows: rows?.found, value: value, valueAtEnd: ends.atEnd(of: value),
      period: period, count: count)
  }

  // MARK: Series

  /// The rows of `for each`, or one row for each of its values; binds their name for `of`
  private func seriesRows(_ clause: ForEachClauseSyntax) -> RowQuery? {
    guard
      let list = rowChecker.checkedRows(clause.list, allowsValues: true, rowName: clause.name)
    else {
      if let name = clause.name { recorder.record(.row(name.range), .row, name, clause.node) }
      local.bindBrokenRow(clause.name)
      return nil
    }
    if builder.list(of: list.table) != nil, list.value == nil {
      report(.forEachGap, at: clause.list.range)
      local.bindBrokenRow(clause.name)
      return nil
    }
    var all = list
    all.isDistinct = list.value != nil
    let rows = rowLists.representatives(of: all)
    if let name = clause.name {
      recorder.record(.row(name.range), .row, name, clause.node, type: list.element)
    }
    local.bind(
      RowBinding(
        scope: rows.scope, table: rows.table, name: clause.name?.text,
        nameRange: clause.name?.range, fields: list.value == nil ? .last : .closed, hasPast: true,
        value: list.value.map { ($0, list.element) }))
    return RowQuery(
      scope: rows.scope, table: rows.table, predicate: rows.predicate, value: list.value)
  }

  // MARK: Value

  /// The node of `of`: a number or a quantity
  private func value(_ expression: ExpressionSyntax) -> NodeID? {
    let found = unitResolver.resolving { expressions.check(expression) }
    switch found {
    case .value(let node, let type) where type.isAmount || type == .temperature: return node
    case .value(_, let type): reportValue(type, expression)
    case .rows(let rows): reportValue(.list(rows.element), expression)
    case .ambiguous, .failure: break
    }
    return nil
  }

  /// Reports a value that cannot be drawn, with the number that may be meant
  ///
  ///     of raining → total(raining, since period)     of trips → count(trips)     of trips.distance → sum(trips.distance)
  private func reportValue(_ type: ValueType, _ expression: ExpressionSyntax) {
    let written = text(at: expression.range)
    let list = written.map { "(\($0))" }
    var suggestion: String?
    if type == .bool {
      suggestion = written.map { "total(\($0), since period)" }
    } else if case .list(let element) = type {
      suggestion = list.map { element.isAmount ? "sum\($0)" : "count\($0)" }
    } else {
      suggestion = "count(…)"
    }
    _ = callChecker.wrong("of", "a number or a quantity", type, expression, suggestion: suggestion)
  }

  // MARK: Periods

  /// The number of periods; `nil` if it is none, which is reported
  private func count(_ clause: PerClauseSyntax, _ period: CalendarPeriod?) -> Int? {
    let found = unitResolver.resolving { expressions.check(clause.count, hint: .number) }
    guard case .value(let node, let type) = found else { return nil }
    guard type == .number else {
      let digits = text(at: clause.count.range).map { $0.prefix { $0.isNumber } } ?? "30"
      report(.periodsWithUnit(digits.isEmpty ? "30" : String(digits)), at: clause.count.range)
      return nil
    }
    guard let period else { return nil }
    guard let scalar = builder.constantScalar(of: node), let whole = Int(exactly: scalar),
      whole >= 1, whole <= period.limit
    else {
      report(.periodsOutOfRange(period, limit: period.limit), at: clause.count.range)
      return nil
    }
    return whole
  }

  /// The period that an expression means right of `in` or after `since`; `nil` if it is another expression
  func period(_ expression: ExpressionSyntax) -> CalendarPeriod? {
    guard let period = local.period, case .name(let name) = expression, let token = name.token,
      token.text == Self.periodName
    else { return nil }
    recorder.record(.word, Self.periodName, at: token.range)
    return period
  }

  /// The first second of the period, or of the next
  func bound(of period: CalendarPeriod, isEnd: Bool) -> NodeID {
    builder.node(.period(period, isEnd: isEnd), .instant)
  }
}

extension CalendarPeriod {
  /// The greatest number of periods of a chart: those of a hundred years, and ten thousand at most
  fileprivate var limit: Int {
    switch self {
    case .hour, .day: 10_000
    case .week: 5_200
    case .month: 1_200
    case .year: 100
    }
  }
}
