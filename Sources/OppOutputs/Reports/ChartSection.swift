internal import OppModel

/// The charts of a page: bars for each series to one scale, and the numbers in a table
struct ChartSection {
  private let charts: [ReportedChart]

  /// The most lines of a table
  private static let lineLimit = 60

  /// The most labels of an axis
  private static let labelLimit = 7

  init(_ charts: [ReportedChart]) {
    self.charts = charts
  }

  /// The section; empty without charts
  func text(_ colours: inout ReportColours) -> String {
    guard !charts.isEmpty else { return "" }
    var text = "<section>\n<h2>Charts</h2>\n<div class=\"charts\">\n"
    for chart in charts { text += figure(chart, &colours) }
    return text + "</div>\n</section>\n"
  }

  /// One chart
  private func figure(_ chart: ReportedChart, _ colours: inout ReportColours) -> String {
    "<figure class=\"card\"><figcaption class=\"head\"><h3>\(Markup.escaped(chart.name))</h3><span class=\"num\">by \(chart.period.name)</span></figcaption>\n"
      + content(chart, &colours) + "</figure>\n"
  }

  /// The bars, the axis and the numbers of a chart
  func content(_ chart: ReportedChart, _ colours: inout ReportColours) -> String {
    guard !chart.series.isEmpty else {
      return "<p class=\"note\">There are no rows to draw.</p>\n"
    }
    let drawing = BarDrawing(chart)
    var text = ""
    for (index, series) in chart.series.enumerated() {
      let colour = chart.series.count > 1 ? colours.name(of: ReportColours.series(index)) : ""
      text += bars(series, chart, drawing, colour)
    }
    return text + axis(chart) + numbers(chart)
  }

  /// The bars of a series below its name, its greatest value and its last
  private func bars(
    _ series: ReportedChart.Series, _ chart: ReportedChart, _ drawing: BarDrawing, _ colour: String
  ) -> String {
    let columns = BarDrawing.columns(series.values)
    let width = Markup.number(Double(columns.count) * BarDrawing.pitch)
    let zero = Markup.number(BarDrawing.height - drawing.level(0))
    let said = Self.summary(of: series, chart)
    let name = series.name ?? ""
    return
      "<div class=\"series \(colour)\"><div class=\"cap\"><span class=\"name\">\(Markup.escaped(name))</span><span class=\"num\">\(Markup.escaped(said))</span></div><svg class=\"bars\" viewBox=\"0 0 \(width) 100\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"\(Markup.escaped("\(chart.name)\(name.isEmpty ? "" : ", \(name)"): \(said)"))\"><path class=\"g\" d=\"M0 0h\(width)M0 \(zero)h\(width)\"/><path class=\"b\" d=\"\(drawing.bars(columns))\"/><path class=\"q\" d=\"\(drawing.gaps(columns))\"/></svg></div>\n"
  }

  /// `most 28.8 km, last 23 km`
  static func summary(of series: ReportedChart.Series, _ chart: ReportedChart) -> String {
    var most: (number: Double, text: String)?
    for case let value? in series.values where value.number > most?.number ?? -.infinity {
      most = value
    }
    let last = (series.values.last ?? nil)?.text ?? "?"
    return most.map { "most \($0.text), last \(last)" } ?? "unknown"
  }

  /// The labels below the bars
  private func axis(_ chart: ReportedChart) -> String {
    let marks = Self.marks(chart, limit: Self.labelLimit).map { mark in
      let x = Markup.number(mark.place * 100)
      return
        "<g\(mark.isMinor ? " class=\"minor\"" : "")><line x1=\"\(x)%\" x2=\"\(x)%\" y2=\"100%\"/><text x=\"\(x)%\" dx=\"4\" y=\"75%\">\(Markup.escaped(mark.text))</text></g>"
    }
    return "<svg class=\"marks\" aria-hidden=\"true\">\(marks.joined())</svg>\n"
  }

  /// The labels of some periods, at the left of their bars
  static func marks(
    _ chart: ReportedChart, limit: Int
  ) -> [(place: Double, text: String, isMinor: Bool)] {
    let count = chart.periods.count
    guard count > 0 else { return [] }
    let step = (count + limit - 1) / limit
    var found: [(place: Double, text: String, isMinor: Bool)] = []
    for index in stride(from: 0, to: count, by: step) {
      let place = Double(index) / Double(count)
      if index > 0, place > 0.9 { continue }
      found.append((place, chart.periods[index].short, count > 4 && found.count % 2 == 1))
    }
    return found
  }

  /// The numbers as a table, the last period first
  private func numbers(_ chart: ReportedChart) -> String {
    let count = chart.periods.count
    let shown = Array(chart.periods.indices.suffix(Self.lineLimit))
    let head = [chart.period.name] + chart.series.map { $0.name ?? chart.name }
    let rows = shown.reversed().map { index in
      [chart.periods[index].long] + chart.series.map { $0.values[index]?.text ?? "?" }
    }
    var summary = Markup.counted(count, chart.period.name, chart.period.name + "s")
    if shown.count < count { summary += ", the last \(shown.count)" }
    return ReportPage.folded(summary, ReportPage.table(head, rows, numbersFrom: 1))
  }
}
