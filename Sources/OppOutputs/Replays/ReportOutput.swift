internal import OppJSON
package import OppModel
package import OppReplay

/// Prints the numbers of charts: for people with a bar each, as JSON Lines or as CSV
///
/// ```
/// Kilometres [bike]
///   2026-06-08  8.5 km  ██████████▋
///   2026-06-15   32 km  ████████████████████████████████████████
/// {"type":"chart","chart":"Kilometres","series":"bike","from":"2026-06-08T00:00:00Z","to":…,"value":8500}
/// ```
///
/// Programs get the periods in the order of time, and within each the series by their keys; people the series one after the
/// other.
package struct ReportOutput {
  /// The kind of output
  package enum Format: String {
    case text
    case json
    case csv
  }

  private let graph: ConditionGraph
  private let zone: Zone

  /// The first instant that is printed; periods that end before are left out
  private let from: Instant?
  private let console: Console
  private let format: Format

  /// The JSON of keys, and local times
  private let readable: ReadableValue

  /// The words of rows
  private let rowText: RowText

  /// The words of values
  private let words: ValueText

  package init(
    graph: ConditionGraph, zone: Zone, from: Instant?, console: Console, format: Format
  ) {
    self.graph = graph
    self.zone = zone
    self.from = from
    self.console = console
    self.format = format
    readable = ReadableValue(graph: graph, zone: zone)
    rowText = RowText(graph)
    words = ValueText(
      schema: ValueSchema(graph), usesTwelveHourClock: graph.settings.usesTwelveHourClock,
      units: graph.settings.units
    ) { instant in
      let local = zone.local(at: instant)
      return (day: local.date.days, second: local.secondOfDay)
    }
  }

  /// The columns of a bar that is full
  private static let barWidth = 40

  /// Prints charts in the order of the graph
  package func print(_ charts: [ChartSeriesList]) {
    if format == .csv { console.line("chart,series,from,to,value") }
    for (chart, list) in zip(graph.charts, charts) {
      let first = from?.seconds ?? Int64.min
      let periods = list.periods.indices.filter { list.periods[$0].upperBound > first }
      switch format {
      case .text: printText(chart, list, periods)
      case .json, .csv:
        for period in periods {
          for series in list.series { printLine(chart, series, list.periods[period], period) }
        }
      }
    }
  }

  // MARK: Programs

  /// Prints one number as a line
  private func printLine(
    _ chart: Chart, _ series: ChartSeries, _ stretch: Range<Int64>, _ period: Int
  ) {
    let (start, end) = (Instant(seconds: stretch.lowerBound), Instant(seconds: stretch.upperBound))
    let value = series.values[period]
    let type = graph[chart.value].type
    guard format == .json else {
      let fields = [
        chart.name, series.key.map { text(of: $0, in: chart) } ?? "", start.rfc3339, end.rfc3339,
        value == nil ? "" : readable.json(of: value, type: type),
      ]
      return console.line(fields.map(Self.cell).joined(separator: ","))
    }
    console.line(
      JSONText.object { json in
        json.member("type", string: "chart")
        json.member("chart", string: chart.name)
        if let key = series.key { json.member("series", raw: self.json(of: key, in: chart)) }
        json.member("from", string: start.rfc3339)
        json.member("to", string: end.rfc3339)
        json.member("value", raw: readable.json(of: value, type: type))
      })
  }

  /// A cell of CSV, by RFC 4180
  private static func cell(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"" + text.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }

  /// The key of a series: that of a row as an array, or a value
  private func json(of key: Value, in chart: Chart) -> String {
    if case .row(let row) = key { return readable.json(of: row) }
    guard let node = chart.rows?.value else { return "null" }
    return readable.json(of: key, type: graph[node].type)
  }

  /// The key of a series in words
  private func text(of key: Value, in chart: Chart) -> String {
    if case .row(let row) = key { return rowText.text(of: row) }
    guard let node = chart.rows?.value else { return "" }
    return words.text(of: key, type: graph[node].type)
  }

  // MARK: People

  /// Prints the series of a chart, with bars to one scale
  private func printText(_ chart: Chart, _ list: ChartSeriesList, _ periods: [Int]) {
    let type = graph[chart.value].type
    var scalars: [Double] = []
    for series in list.series {
      for period in periods {
        if case .scalar(let scalar)? = series.values[period] { scalars.append(scalar) }
      }
    }
    let (low, high) = (min(0, scalars.min() ?? 0), scalars.max() ?? 0)
    if list.series.isEmpty {
      console.line(console.styled(chart.name, .strong))
      console.line("  nothing to draw: `for each` has no rows")
    }
    for series in list.series {
      let key = series.key.map { " [\(text(of: $0, in: chart))]" } ?? ""
      console.line(console.styled(chart.name, .strong) + key)
      let lines = periods.map { period in
        (
          label: label(list.periods[period], of: chart.period),
          value: words.text(of: series.values[period], type: type),
          bar: bar(series.values[period], low, high)
        )
      }
      let labelWidth = lines.map { $0.label.count }.max() ?? 0
      let width = lines.map { $0.value.count }.max() ?? 0
      for line in lines {
        let start = line.label + Self.spaces(labelWidth - line.label.count)
        let value = Self.spaces(width - line.value.count) + line.value
        console.line("  \(start)  \(value)" + (line.bar.isEmpty ? "" : "  \(line.bar)"))
      }
    }
  }

  /// A period in words: `2026-06-21 14:00`, its date, `2026-06`, `2026`; a week by its Monday
  private func label(_ stretch: Range<Int64>, of period: CalendarPeriod) -> String {
    let instant = Instant(seconds: stretch.lowerBound)
    let date = zone.local(at: instant).date
    switch period {
    case .hour:
      // Of an hour that the clock shows twice, the second has its offset.
      let text = readable.local(instant)
      return String(text.prefix(16)) + text.dropFirst(19)
    case .day, .week: return date.iso8601
    case .month: return String(date.iso8601.prefix(7))
    case .year: return String(date.iso8601.prefix(4))
    }
  }

  /// A bar as long as a value is above the least, in eighths of a column
  private func bar(_ value: Value?, _ low: Double, _ high: Double) -> String {
    guard case .scalar(let scalar)? = value, high > low else { return "" }
    let eighths = Int(((scalar - low) / (high - low) * Double(Self.barWidth * 8)).rounded())
    let parts: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    let rest = eighths % 8
    return String(repeating: "█", count: eighths / 8) + (rest == 0 ? "" : String(parts[rest - 1]))
  }

  private static func spaces(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}
