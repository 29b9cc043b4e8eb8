package import OppEngine
package import OppModel
package import OppReplay
package import OppSemantics

/// Makes a report of the results of replays
///
/// ```
/// TruthReplay ─▶ truths, firings ─┐
/// ChartReplay ─▶ numbers ─────────┼─▶ ReportMaker ─▶ Report ─▶ ReportPage, ReportPicture, ReportLines, TimelineOutput
/// Simulation  ─▶ fetches ─────────┘
/// ```
package struct ReportMaker {
  private let analysis: Analysis
  private let graph: ConditionGraph
  private let clock: ReportClock

  /// The words of values
  private let words: ValueText

  /// The words of rows
  private let rowText: RowText

  /// The strips of rows that an Opp of `for each` has at most
  private static let rowLimit = 12

  /// The rows of tables that a day shows at most
  private static let entryLimit = 40

  package init(analysis: Analysis, graph: ConditionGraph, zone: Zone) {
    self.analysis = analysis
    self.graph = graph
    let isTwelve = graph.settings.usesTwelveHourClock
    clock = ReportClock(zone: zone, usesTwelveHourClock: isTwelve)
    words = ValueText(
      schema: ValueSchema(graph), usesTwelveHourClock: isTwelve, units: graph.settings.units
    ) { instant in
      let local = zone.local(at: instant)
      return (day: local.date.days, second: local.secondOfDay)
    }
    rowText = RowText(graph)
  }

  /// The whole report
  ///
  /// - Parameters:
  ///   - stretch: the days that strips show; nil for those around `known`, the part of them that was replayed.
  ///   - answers: those of the recording, in the order of time.
  ///   - charts: the numbers of the graph's charts, in their order; empty if none were computed.
  ///   - fetches: those of the last day of the interval; `nil` if they are not known.
  package func report(
    title: String, stretch: Range<Int64>?, known: Range<Int64>, truths: ReplayedTruths,
    answers: [(at: Instant, answer: GivenAnswer)], charts: [ChartSeriesList],
    fetches: [ReportedFetch]?
  ) -> Report {
    let axis =
      stretch.map { TimeAxis($0, known: known, clock: clock) }
      ?? TimeAxis(around: known, clock: clock)
    var firings: [[ReportedFiring]] = graph.rules.map { _ in [] }
    for firing in truths.firings { firings[firing.rule].append(reported(firing)) }
    for (at, answer) in answers { note(answer, at: answer.given ?? at, &firings) }
    var opps: [ReportedOpp] = []
    let records = records(truths.records)
    for truths in truths.opps {
      opps.append(opp(truths, firings[truths.rule], records[truths.rule], axis))
    }
    let reported = zip(graph.charts, charts).map { chart($0, $1) }
    return Report(
      title: title, axis: axis, opps: opps, charts: reported,
      day: day(axis, truths.lists, fetches))
  }

  /// The charts of the graph as parts of a page, with classes and without styles
  ///
  /// - Parameter lists: the numbers of the charts, in the order of the graph.
  package func figures(_ lists: [ChartSeriesList]) -> [(name: String, text: String)] {
    let charts = zip(graph.charts, lists).map { chart($0, $1) }
    let section = ChartSection(charts)
    var colours = ReportColours()
    return charts.map { (name: $0.name, text: section.content($0, &colours)) }
  }

  // MARK: Opps

  /// An Opp with its strips
  private func opp(
    _ truths: OppTruths, _ firings: [ReportedFiring], _ records: [ReportedRecord],
    _ axis: TimeAxis
  ) -> ReportedOpp {
    let rule = graph.rules[truths.rule]
    let waits = rule.condition == nil && rule.rows == nil
    let parts = truths.parts.compactMap { part in
      text(of: part.node, inRule: truths.rule).map { label in
        TruthLane(label: label, stretches: part.stretches)
      }
    }
    let rows = rule.rows == nil ? [] : shown(truths.conditions, firings)
    let labels = rowLabels.labels(of: rows)
    return ReportedOpp(
      name: rule.name, colour: graph.constantColour(of: rule), isDisabled: rule.isDisabled,
      hasEvents: !rule.events.isEmpty,
      source: source(of: truths.rule),
      whole: waits ? nil : TruthLane(label: rule.name, stretches: truths.whole), parts: parts,
      rows: zip(rows, labels).map { trace, label in
        TruthLane(
          label: label, key: rowText.text(of: trace.row), stretches: trace.stretches)
      },
      hiddenRows: rule.rows == nil ? 0 : truths.conditions.count - rows.count, firings: firings,
      records: records,
      reasons: reasons(truths.conditions, axis))
  }

  /// The labels of rows, with instants as the report has them
  private var rowLabels: RowLabels {
    RowLabels(
      zone: clock.zone, key: { text(of: $0) },
      beginning: { instant, hasDate in
        let text = words.text(of: .scalar(Double(instant.seconds)), type: .instant)
        return hasDate ? text : clock.time(instant)
      })
  }

  /// The rows that have something to show: those that fired, or whose condition has turned
  private func shown(
    _ conditions: [ConditionTrace], _ firings: [ReportedFiring]
  ) -> [ConditionTrace] {
    let fired = Set(firings.compactMap { $0.key })
    var found: [ConditionTrace] = []
    for trace in conditions where found.count < Self.rowLimit {
      let isTurning = Set(trace.stretches.map { $0.truth }).count > 1
      if isTurning || fired.contains(rowText.text(of: trace.row)) { found.append(trace) }
    }
    return found
  }

  /// The text of a part on one line; nil for one that the rules do not write
  private func text(of node: NodeID, inRule rule: Int) -> String? {
    guard let text = analysis.text(of: node, inRule: rule) else { return nil }
    let line = text.split { $0.isWhitespace }.joined(separator: " ")
    return line.isEmpty ? nil : line
  }

  /// The declaration of an Opp as the rules have it
  private func source(of rule: Int) -> String {
    guard analysis.rulePlaces.indices.contains(rule) else { return "" }
    return analysis.text(analysis.rulePlaces[rule].range)
  }

  /// The reasons why a condition was unknown, at most three, the longest first
  private func reasons(_ conditions: [ConditionTrace], _ axis: TimeAxis) -> [String] {
    var sums: [(words: String, seconds: Int64)] = []
    for trace in conditions {
      for stretch in trace.stretches where stretch.truth == .unknown {
        guard let reason = stretch.reasons.first else { continue }
        let words = Self.cause(reason.message(in: graph, zone: clock.zone))
        let seconds = stretch.to.seconds(since: stretch.from)
        if let index = sums.firstIndex(where: { $0.words == words }) {
          sums[index].seconds += seconds
        } else if sums.count < 100 {
          sums.append((words, seconds))
        }
      }
    }
    sums.sort { ($1.seconds, $0.words) < ($0.seconds, $1.words) }
    return sums.prefix(3).map { $0.words }
  }

  /// A reason without the instant that it names: `weather.temp: stale since 2026-…` is `weather.temp: stale`
  private static func cause(_ words: String) -> String {
    let parts = words.split(separator: " ", omittingEmptySubsequences: false)
    guard let since = parts.firstIndex(of: "since") else { return words }
    return parts[..<since].joined(separator: " ")
  }

  /// The key of a row in words: `dishes`, `9 June 2013, 9:30`
  private func text(of row: RowID) -> String {
    words.text(of: .row(row), type: .row(row.table))
  }

  // MARK: Firings

  /// A firing in words
  private func reported(_ firing: Firing) -> ReportedFiring {
    ReportedFiring(
      at: firing.at, row: firing.row.map { text(of: $0) },
      key: firing.row.map { rowText.text(of: $0) },
      text: firing.text == firing.opp ? nil : firing.text, notifies: firing.text != nil,
      colour: firing.colour,
      delivery: words(on: firing.delivery), answer: nil)
  }

  /// The records of each Opp, in the order of the rules
  private func records(_ records: [Record]) -> [[ReportedRecord]] {
    var found: [[ReportedRecord]] = graph.rules.map { _ in [] }
    for record in records {
      found[record.rule].append(
        ReportedRecord(
          at: record.at, key: record.source.map { rowText.text(of: $0) },
          table: graph.tables[Int(record.table.index)].name))
    }
    return found
  }

  /// The words on the delivery of a firing; `nil` if it is immediate
  private func words(on delivery: FiringDelivery) -> String? {
    switch delivery {
    case .immediate: nil
    case .waiting: "still waiting"
    case .later(let instant): "delivered \(clock.moment(instant))"
    case .superseded: "replaced by a later one"
    case .answered: "answered before it was delivered"
    case .expired: "expired before it was delivered"
    }
  }

  /// Gives an answer to the firings before it that have none, or were snoozed
  private func note(
    _ given: GivenAnswer, at: Instant, _ firings: inout [[ReportedFiring]]
  ) {
    guard let rule = graph.rules.firstIndex(where: { $0.name == given.opp }) else { return }
    for index in firings[rule].indices {
      let firing = firings[rule][index]
      guard firing.at < at else { return }
      if let row = given.row, !RowText.isSpelling(row, of: firing.key ?? "") { continue }
      if firing.answer?.answer.isOpen ?? true { firings[rule][index].answer = (given.answer, at) }
    }
  }

  // MARK: Charts

  /// A chart with its values in words
  private func chart(_ chart: Chart, _ list: ChartSeriesList) -> ReportedChart {
    let type = graph[chart.value].type
    let series = list.series.map { series in
      ReportedChart.Series(
        name: series.key.map { text(of: $0, in: chart) },
        values: series.values.map { value in
          guard case .scalar(let scalar)? = value else { return nil }
          return (scalar, words.text(of: value, type: type))
        })
    }
    return ReportedChart(
      name: chart.name, period: chart.period,
      periods: list.periods.map { label(Instant(seconds: $0.lowerBound), chart.period) },
      series: series)
  }

  /// The key of a series in words
  private func text(of key: Value, in chart: Chart) -> String {
    if case .row(let row) = key { return rowText.text(of: row) }
    guard let node = chart.rows?.value else { return "" }
    return words.text(of: key, type: graph[node].type)
  }

  /// A period by its beginning, for a table and for an axis
  private func label(_ start: Instant, _ period: CalendarPeriod) -> (long: String, short: String) {
    let date = clock.zone.local(at: start).date
    switch period {
    case .hour: return (clock.moment(start), clock.time(start))
    case .day: return (clock.day(date) + " \(date.year)", "\(date.day) \(short(date))")
    case .week: return ("week of " + clock.date(date), "\(date.day) \(short(date))")
    case .month: return (clock.month(date) + " \(date.year)", short(date))
    case .year: return ("\(date.year)", "\(date.year)")
    }
  }

  /// `Jun`
  private func short(_ date: CivilDate) -> String { String(clock.month(date).prefix(3)) }

  // MARK: The day

  /// The last day of an interval
  private func day(
    _ axis: TimeAxis, _ lists: [ListedRows], _ fetches: [ReportedFetch]?
  ) -> ReportedDay {
    let last = Instant(seconds: max(axis.known.upperBound - 1, axis.span.lowerBound))
    let date = clock.zone.local(at: last).date
    let start = clock.zone.startOfDay(date).seconds
    let end = max(clock.zone.startOfDay(date.advanced(by: 1)).seconds, start + 1)
    let day = TimeAxis(start..<end, known: axis.known, clock: clock)
    return ReportedDay(
      date: date, axis: day, entries: entries(lists, start..<end), fetches: fetches)
  }

  /// The rows that begin or last within a day, in the order of their beginning
  private func entries(_ lists: [ListedRows], _ day: Range<Int64>) -> [ReportedDay.Entry] {
    var found: [ReportedDay.Entry] = []
    // The hours of a forecast are no plans of anybody's.
    for list in lists where list.table != graph.wellKnown.forecast {
      let table = graph.tables[Int(list.table.index)]
      guard let (begins, ends) = table.stretchFields else { continue }
      for row in list.rows {
        guard let from = Self.instant(row[begins]), let to = Self.instant(row[ends]),
          from.seconds < day.upperBound, max(to.seconds, from.seconds + 1) > day.lowerBound
        else { continue }
        found.append(
          ReportedDay.Entry(
            name: name(row, table), table: table.name, from: from, to: max(from, to),
            colour: colour(row, table)))
      }
    }
    found.sort { ($0.from, $0.to.seconds, $0.name) < ($1.from, $1.to.seconds, $1.name) }
    return Array(found.prefix(Self.entryLimit))
  }

  /// The name of a row: the text by which people know it, else its key
  private func name(_ row: [Value?], _ table: Table) -> String {
    if let field = table.titleField, case .text(let text)? = row[field], !text.isEmpty {
      return text
    }
    return table.key.map { words.text(of: row[$0], type: table.fields[$0].type) }
      .joined(separator: ", ")
  }

  /// The colour of a row, if it has one
  private func colour(_ row: [Value?], _ table: Table) -> Int32? {
    guard let field = table.fields.firstIndex(where: { $0.type == .colour }),
      case .scalar(let colour)? = row[field]
    else { return nil }
    return Int32(exactly: colour)
  }

  private static func instant(_ value: Value?) -> Instant? {
    guard case .scalar(let seconds)? = value else { return nil }
    return Int64(exactly: seconds.rounded(.down)).map { Instant(seconds: $0) }
  }
}
