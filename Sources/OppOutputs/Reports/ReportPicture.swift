internal import OppEngine
internal import OppModel

/// A report as one picture: the strips of all Opps, the day and the charts, in SVG
///
/// Texts, strips and bars have their places in units of the picture, so that any program that shows SVG draws it; colours follow the
/// theme if the program knows it.
///
/// ```
/// title                                     1 to 30 June 2026
/// Walk       ──███────────██──   3          a strip each, the number of firings
/// Sun 30 June                               the dials, the lasting rows and conditions, the firings
/// Kilometres   ▂█▁▃                         the charts, two side by side
/// ```
package struct ReportPicture {
  private let report: Report

  /// The units from the left to the right, at the sides, and of the labels left of strips
  private static let width = 880
  private static let margin = 24
  private static let labelWidth = 210

  /// The units of a strip, and from a strip to the next
  private static let stripWidth = 552
  private static let pitch = 26

  /// The most strips of Opps and of a day, and the most series of a chart
  private static let laneLimit = 60
  private static let seriesLimit = 8

  /// The characters that a label of a strip has room for
  private static let labelLimit = 28

  package init(_ report: Report) {
    self.report = report
  }

  /// The whole document
  package var text: String {
    var colours = ReportColours()
    var y = 52
    var body = title("\(report.title)", 40, "big") + said(report.dates, 40)
    if !report.opps.isEmpty { body += legend(&y) + strips(&y, &colours) + day(&y, &colours) }
    if !report.charts.isEmpty { body += charts(&y, &colours) }
    let height = y + Self.margin
    let name = Markup.escaped("Report on \(report.title), \(report.dates)")
    let about = Markup.escaped(summary)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height)" role="img" aria-labelledby="t d">
      <title id="t">\(name)</title>
      <desc id="d">\(about)</desc>
      <style>
      \(PictureStyle.text(colours))</style>
      <rect class="p" width="\(Self.width)" height="\(height)" rx="10"/>
      \(body)</svg>

      """
  }

  /// The strips in words
  private var summary: String {
    report.opps.prefix(Self.laneLimit).map { opp in
      let shares = opp.whole.map { $0.shares(report.axis).words } ?? "waits for events"
      return "\(opp.name): \(shares), \(opp.count.words)."
    }.joined(separator: " ")
  }

  // MARK: Texts

  /// A text at the left
  private func title(_ text: String, _ y: Int, _ name: String) -> String {
    "<text class=\"\(name)\" x=\"\(Self.margin)\" y=\"\(y)\">\(Markup.escaped(text))</text>\n"
  }

  /// A text at the right
  private func said(_ text: String, _ y: Int) -> String {
    "<text class=\"s\" x=\"\(Self.width - Self.margin)\" y=\"\(y)\" text-anchor=\"end\">\(Markup.escaped(text))</text>\n"
  }

  /// A text that is cut to a number of characters
  private static func cut(_ text: String, _ limit: Int = labelLimit) -> String {
    text.count > limit ? text.prefix(limit - 1) + "…" : text
  }

  /// The samples of a strip
  private func legend(_ y: inout Int) -> String {
    y += 22
    let samples = [("t", "true"), ("", "false"), ("u", "unknown"), ("f", "fired")]
    var text = ""
    if report.opps.contains(where: { $0.hasEvents && $0.whole != nil }) {
      let x = Self.margin + 4 * 104
      text +=
        "<g class=\"e\"><path class=\"k\" d=\"M\(x) \(y)h28\"/><path class=\"t\" d=\"M\(x) \(y)h18\"/></g>"
      text +=
        "<text class=\"s\" x=\"\(x + 36)\" y=\"\(y + 4)\">thin: fires at its events only</text>\n"
    }
    for (index, (name, word)) in samples.enumerated() {
      let x = Self.margin + index * 104
      if name != "f" { text += "<path class=\"k\" d=\"M\(x) \(y)h28\"/>" }
      if name == "f" {
        text += "<path class=\"f\" d=\"M\(x + 20) \(y)h0\"/>"
      } else if !name.isEmpty {
        text += "<path class=\"\(name)\" d=\"M\(x) \(y)h28\"/>"
      }
      text += "<text class=\"s\" x=\"\(x + 36)\" y=\"\(y + 4)\">\(word)</text>\n"
    }
    y += 22
    return text
  }

  // MARK: Strips

  /// A strip with its label at the left and a text at the right
  private func row(
    _ label: String, _ said: String, _ paths: String, _ colour: String, _ y: inout Int
  ) -> String {
    let text = """
      <g\(colour.isEmpty ? "" : " class=\"\(colour)\"")><text x="\(Self.margin)" y="\(y + StripDrawing.middle + 5)">\(Markup.escaped(Self.cut(label)))</text>\(paths)<text class="s" x="\(Self.width - Self.margin)" y="\(y + StripDrawing.middle + 5)" text-anchor="end">\(Markup.escaped(said))</text></g>

      """
    y += Self.pitch
    return text
  }

  /// The labels below strips
  private func axis(_ axis: TimeAxis, _ y: inout Int) -> String {
    let left = Self.margin + Self.labelWidth
    var text = ""
    for mark in axis.marks {
      let x = Markup.number(Double(left) + axis.place(mark.second) * Double(Self.stripWidth))
      text += "<path class=\"g\" d=\"M\(x) \(y + 2)v14\"/>"
      text +=
        "<text class=\"m\" x=\"\(x)\" dx=\"4\" y=\"\(y + 13)\">\(Markup.escaped(mark.text))</text>\n"
    }
    y += 20
    return text
  }

  /// The strip of each Opp
  private func strips(_ y: inout Int, _ colours: inout ReportColours) -> String {
    let drawing = StripDrawing(axis: report.axis, columns: Self.stripWidth)
    var text = ""
    for opp in report.opps.prefix(Self.laneLimit) {
      let paths = drawing.paths(
        opp.whole, isThin: opp.hasEvents, firings: opp.firings.map { $0.at },
        x: Self.margin + Self.labelWidth, y: y)
      let colour = opp.colour.map { colours.name(of: $0) } ?? ""
      text += row(opp.name, Markup.grouped(opp.count.shown), paths, colour, &y)
    }
    y += 2
    text += axis(report.axis, &y)
    return text + more(report.opps.count - Self.laneLimit, "Opp", "Opps", &y)
  }

  /// `and 12 Opps more`; nothing if all are drawn
  private func more(_ count: Int, _ one: String, _ many: String, _ y: inout Int) -> String {
    guard count > 0 else { return "" }
    y += 22
    return title("and \(Markup.counted(count, one, many)) more", y - 8, "s")
  }

  // MARK: The day

  /// The dials, and the strips of hours beside the names
  private func day(_ y: inout Int, _ colours: inout ReportColours) -> String {
    let outline = DayOutline(report)
    guard report.axis.dayCount > 1 || !outline.entries.isEmpty else { return "" }
    guard !outline.lanes.isEmpty || !outline.entries.isEmpty else { return "" }
    y += 40
    var text = title(report.clock.day(report.day.date), y, "head")
    text += dials(outline, &y, &colours)
    let drawing = StripDrawing(axis: report.day.axis, columns: Self.stripWidth)
    let x = Self.margin + Self.labelWidth
    for (entry, colour) in outline.entries {
      let bar = drawing.bar(from: entry.from.seconds, to: entry.to.seconds, x: x, y: y)
      let paths = drawing.paths(nil, x: x, y: y) + "<path class=\"t\" d=\"\(bar)\"/>"
      text += row(
        entry.name, report.clock.time(entry.from), paths, colours.name(of: colour), &y)
    }
    // Of one day, the strips are above.
    for item in report.axis.dayCount == 1 ? [] : outline.lanes.prefix(Self.laneLimit) {
      let opp = report.opps[item.opp]
      let paths = drawing.paths(
        opp.whole, isThin: opp.hasEvents, firings: item.firings.map { $0.at }, x: x, y: y)
      let colour = item.colour.map { colours.name(of: $0) } ?? ""
      text += row(opp.name, Markup.grouped(item.count.shown), paths, colour, &y)
    }
    y += 2
    text += axis(report.day.axis, &y)
    return text + more(outline.lanes.count - Self.laneLimit, "Opp", "Opps", &y)
  }

  /// The dial, or those of the two halves of the day; nothing if they are empty
  private func dials(
    _ outline: DayOutline, _ y: inout Int, _ colours: inout ReportColours
  ) -> String {
    guard !outline.arcs.isEmpty else {
      y += 8
      return ""
    }
    let arcs = outline.arcs.map { arc in
      DayDial.Arc(
        from: arc.from, to: arc.to, ring: arc.ring, colour: colours.name(of: arc.colour))
    }
    var firings: [(at: Instant, colour: String)] = []
    for item in outline.lanes {
      for firing in item.firings {
        firings.append((firing.at, firing.colour.map { colours.name(of: $0) } ?? ""))
      }
    }
    let dial = DayDial(day: report.day, arcs: arcs, firings: firings)
    // Dials are drawn in 400 units and shown in 280.
    let size = 280
    let left = (Self.width - dial.halves.count * size - (dial.halves.count - 1) * 40) / 2
    var text = ""
    for (index, half) in dial.halves.enumerated() {
      let name = half.isEmpty ? "\(report.day.date.day)" : half
      text +=
        "<g class=\"dial\" transform=\"translate(\(left + index * (size + 40)) \(y + 6)) scale(.7)\">\(dial.paths(half: index, ringCount: outline.ringCount))<text class=\"mid\" x=\"200\" y=\"206\" text-anchor=\"middle\">\(name)</text><text x=\"200\" y=\"228\" text-anchor=\"middle\">\(report.clock.weekday(report.day.date))</text></g>\n"
    }
    y += size + 16
    return text
  }

  // MARK: Charts

  /// The charts, two side by side
  private func charts(_ y: inout Int, _ colours: inout ReportColours) -> String {
    y += 40
    var text = title("Charts", y, "head")
    y += 12
    let width = (Self.width - 3 * Self.margin) / 2
    var index = 0
    while index < report.charts.count {
      var bottom = y
      for (column, chart) in report.charts[index...].prefix(2).enumerated() {
        var place = y
        let x = Self.margin + column * (width + Self.margin)
        text += self.chart(chart, x: x, width: width, &place, &colours)
        bottom = max(bottom, place)
      }
      y = bottom
      index += 2
    }
    return text
  }

  /// One chart: its name, and bars for each series
  private func chart(
    _ chart: ReportedChart, x: Int, width: Int, _ y: inout Int, _ colours: inout ReportColours
  ) -> String {
    let drawing = BarDrawing(chart)
    let height = 56.0
    y += 22
    var text =
      "<text class=\"h\" x=\"\(x)\" y=\"\(y)\">\(Markup.escaped(Self.cut(chart.name, 40)))</text><text class=\"s\" x=\"\(x + width)\" y=\"\(y)\" text-anchor=\"end\">by \(chart.period.name)</text>\n"
    for (index, series) in chart.series.prefix(Self.seriesLimit).enumerated() {
      let columns = BarDrawing.columns(series.values)
      let pitch = Double(width) / Double(max(columns.count, 1))
      let zero = Markup.number(Double(y + 24) + height - drawing.level(0, height: height))
      let colour = chart.series.count > 1 ? colours.name(of: ReportColours.series(index)) : ""
      let said = ChartSection.summary(of: series, chart)
      text +=
        "<g class=\"bars \(colour)\"><text x=\"\(x)\" y=\"\(y + 17)\">\(Markup.escaped(Self.cut(series.name ?? "", 24)))</text>"
      text +=
        "<text class=\"s\" x=\"\(x + width)\" y=\"\(y + 17)\" text-anchor=\"end\">\(Markup.escaped(said))</text>"
      text += "<path class=\"g\" d=\"M\(x) \(zero)h\(width)\"/>"
      let (left, top) = (Double(x), Double(y + 24))
      text +=
        "<path class=\"b\" d=\"\(drawing.bars(columns, pitch: pitch, height: height, x: left, y: top))\"/>"
      text +=
        "<path class=\"q\" d=\"\(drawing.gaps(columns, pitch: pitch, height: height, x: left, y: top))\"/></g>\n"
      y += 24 + Int(height) + 4
    }
    for mark in ChartSection.marks(chart, limit: 7) {
      let place = Markup.number(Double(x) + mark.place * Double(width))
      text += "<text class=\"m\" x=\"\(place)\" y=\"\(y + 10)\">\(Markup.escaped(mark.text))</text>"
    }
    text += "\n"
    y += 18
    return text
  }
}

/// The styles of a picture; colours without variables, which some programs that show SVG do not know
enum PictureStyle {
  /// The colours of a theme, by their roles
  private struct Theme {
    let page, ink, soft, track, accent, doubt, line: String
  }

  private static let light = Theme(
    page: "#fff", ink: "#1b1e23", soft: "#545c66", track: "#e4e7eb", accent: "#0072b2",
    doubt: "#7d8590", line: "#c3c8ce")
  private static let dark = Theme(
    page: "#1b1f24", ink: "#e9ebee", soft: "#a9b1ba", track: "#2b3138", accent: "#56b4e9",
    doubt: "#8b949e", line: "#4a525b")

  /// All styles, with those of each colour in use
  static func text(_ colours: ReportColours) -> String {
    shapes + paints(light, colours, isDark: false) + "\n@media (prefers-color-scheme:dark){"
      + paints(dark, colours, isDark: true) + "}\n"
  }

  /// The sizes and thicknesses, which are the same in both themes
  private static let shapes = """
    text{font:14px system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
    .big{font-size:26px;font-weight:700}.head{font-size:18px;font-weight:700}.h{font-weight:700}.s{font-size:13px}.m{font-size:12px}
    path{fill:none}.k,.t,.u{stroke-width:14px}.u{stroke-dasharray:1.5 3}.w{stroke-width:2px}.e .k,.e .t,.e .u{stroke-width:4px}
    .f{stroke-width:7px;stroke-linecap:round}.n{stroke-width:4px}.t2{stroke-opacity:.78}.t3{stroke-opacity:.55}.q{stroke-width:5px;stroke-linecap:round}
    .dial text{font-size:19px}.dial .mid{font-size:42px;font-weight:700}
    .o{fill:none;stroke-width:12px}.a{stroke-width:12px}circle.b{stroke-width:1.5px}

    """

  /// The colours of a theme
  private static func paints(_ theme: Theme, _ colours: ReportColours, isDark: Bool) -> String {
    var text =
      ".p{fill:\(theme.page)}text{fill:\(theme.ink)}.s,.m,.dial text{fill:\(theme.soft)}.dial .mid{fill:\(theme.ink)}.k,.o{stroke:\(theme.track)}.w,.g{stroke:\(theme.line)}.u,.q{stroke:\(theme.doubt)}.t{stroke:\(theme.accent)}.f{stroke:\(theme.ink)}.bars .b{fill:\(theme.accent)}circle.b{fill:\(theme.ink);stroke:\(theme.page)}"
    for (index, colour) in colours.used.enumerated() {
      let shown = PageStyle.hexadecimal(colour, isDark: isDark)
      text +=
        ".c\(index) .t,.a.c\(index){stroke:\(shown)}.c\(index).bars .b,circle.b.c\(index){fill:\(shown)}"
    }
    return text
  }
}
