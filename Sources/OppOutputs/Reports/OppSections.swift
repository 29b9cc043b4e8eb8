internal import OppEngine
internal import OppModel

/// The Opps of a page: a strip each in one list, and a card each with all that is known of it
struct OppSections {
  private let report: Report
  private let strips: StripDrawing

  /// The strips of parts, of long times in fewer columns
  private let partStrips: StripDrawing

  /// A report of more days has calendars of years beside the strips
  private static let calendarDays = 62

  /// A report of fewer days has the intervals of truth in a table
  private static let intervalDays = 8

  /// The most lines of a table of firings or of intervals, and the lines of all tables together
  private static let lineLimit = 60
  private static let lineSum = 1500

  init(_ report: Report) {
    self.report = report
    strips = StripDrawing(axis: report.axis, columns: ReportPage.columns)
    partStrips = StripDrawing(
      axis: report.axis,
      columns: report.axis.dayCount > Self.calendarDays
        ? ReportPage.columns / 2 : ReportPage.columns)
  }

  // MARK: All

  /// The strip of each Opp, which the cards draw again by its id
  func overview(_ colours: inout ReportColours) -> String {
    guard !report.opps.isEmpty else { return "" }
    var text = "<section>\n<h2>All Opps</h2>\n<div class=\"card\">\n"
    for (index, opp) in report.opps.enumerated() {
      let paths = strips.paths(opp.whole, isThin: opp.hasEvents, firings: opp.firings.map { $0.at })
      let drawing = ReportPage.strip("<g id=\"s\(index)\">\(paths)</g>", label(opp))
      let name = "<a href=\"#o\(index)\">\(Markup.escaped(opp.name))</a>"
      let count = opp.count.words
      text += "<div class=\"row\(colour(opp, &colours))\"><span class=\"name\">\(name)</span>"
      text += "<span class=\"num\">\(count)</span>\(drawing)</div>\n"
    }
    return text + ReportPage.axis(report.axis) + "</div>\n</section>\n"
  }

  /// The class of an Opp's colour behind others; empty if it has none
  private func colour(_ opp: ReportedOpp, _ colours: inout ReportColours) -> String {
    opp.colour.map { " " + colours.name(of: $0) } ?? ""
  }

  /// The strip in words: `Lunch walk: true 4 %, unknown 12 %; 3 firings`
  private func label(_ opp: ReportedOpp) -> String {
    let shares = opp.whole.map { $0.shares(report.axis).words } ?? "waits for events"
    return "\(opp.name): \(shares); \(opp.count.words)"
  }

  // MARK: Cards

  /// A card for each Opp
  func cards(_ colours: inout ReportColours) -> String {
    guard !report.opps.isEmpty else { return "" }
    var text = "<section>\n<h2>Opp by Opp</h2>\n"
    for (index, opp) in report.opps.enumerated() { text += card(opp, index, &colours) }
    return text + "</section>\n"
  }

  /// All that is known of an Opp
  private func card(_ opp: ReportedOpp, _ index: Int, _ colours: inout ReportColours) -> String {
    let colour = colour(opp, &colours)
    var said = [opp.whole?.shares(report.axis).words ?? "waits for its events", opp.count.words]
    if opp.isDisabled { said.insert("disabled", at: 0) }
    var text =
      "<article class=\"card\(colour)\" id=\"o\(index)\" aria-labelledby=\"h\(index)\">\n<div class=\"head\"><h3 id=\"h\(index)\"><span class=\"dot\"></span>\(Markup.escaped(opp.name))</h3><span class=\"num\">\(Markup.escaped(said.joined(separator: " · ")))</span></div>\n"
    if !opp.reasons.isEmpty {
      text +=
        "<p class=\"note\">unknown because \(Markup.escaped(opp.reasons.joined(separator: "; ")))</p>\n"
    }
    let whole = ReportPage.strip("<use href=\"#s\(index)\"/>", label(opp))
    let name = opp.whole == nil ? "events" : opp.rows.isEmpty ? "the condition" : "any row"
    text += row(name, opp.whole?.shares(report.axis).trueText ?? "", whole, isPart: false)
    for lane in opp.parts { text += part(lane, isCode: true) }
    for lane in opp.rows { text += part(lane, isCode: false) }
    if opp.hiddenRows > 0, !opp.rows.isEmpty {
      text += "<p class=\"note\">and \(Markup.counted(opp.hiddenRows, "row", "rows")) more</p>\n"
    }
    text += ReportPage.axis(report.axis)
    if report.axis.dayCount > Self.calendarDays { text += calendar(opp) }
    text += firings(opp) + intervals(opp)
    if !opp.source.isEmpty {
      text += ReportPage.folded("The rule", "<pre>\(Markup.escaped(opp.source))</pre>")
    }
    return text + "</article>\n"
  }

  /// A strip with its name and the share that was true
  private func row(_ name: String, _ share: String, _ strip: String, isPart: Bool) -> String {
    "<div class=\"row\(isPart ? " part" : "")\"><span class=\"name\" title=\"\(Markup.escaped(name))\">\(Markup.escaped(name))</span><span class=\"num\">\(Markup.escaped(share))</span>\(strip)</div>\n"
  }

  /// The strip of a part or of a row
  private func part(_ lane: TruthLane, isCode: Bool) -> String {
    let shares = lane.shares(report.axis)
    let label = lane.label.isEmpty ? "no key" : lane.label
    let strip = ReportPage.strip(
      partStrips.paths(lane), "\(label): \(shares.words)", columns: partStrips.columns)
    return row(label, shares.trueText, strip, isPart: true)
  }

  /// The days of the years as calendars
  private func calendar(_ opp: ReportedOpp) -> String {
    let map = CalendarHeatMap(axis: report.axis)
    var text = ""
    for year in map.years(opp.whole, firings: opp.firings.map { $0.at }) {
      let width = year.weeks * CalendarHeatMap.pitch
      let months = zip(year.months, 1...12).map { week, month in
        let left = Markup.number(Double(week * CalendarHeatMap.pitch) / Double(width) * 100)
        let name = CivilDate(year: year.year, month: month, day: 1).map { report.clock.month($0) }
        return "<span style=\"left:\(left)%\">\((name ?? "").prefix(3))</span>"
      }
      text +=
        "<figure class=\"year\"><figcaption>\(year.year): the fuller, the longer it was true that day; a dot where it fired</figcaption><div class=\"axis\" aria-hidden=\"true\">\(months.joined())</div><svg viewBox=\"0 0 \(width) 82\" role=\"img\" aria-label=\"\(Markup.escaped("\(opp.name), day by day in \(year.year)"))\">\(year.paths)</svg></figure>\n"
    }
    return text
  }

  // MARK: Tables

  /// The most lines of a table, fewer if there are many Opps
  private var lineLimit: Int {
    min(Self.lineLimit, max(Self.lineSum / max(report.opps.count, 1), 10))
  }

  /// The firings, the last first
  private func firings(_ opp: ReportedOpp) -> String {
    guard !opp.firings.isEmpty else { return "" }
    let hasRows = opp.firings.contains { $0.row != nil }
    let shown = opp.firings.suffix(lineLimit)
    var rows: [[String]] = []
    for firing in shown.reversed() {
      var cells = [report.clock.moment(firing.at)]
      if hasRows { cells.append(firing.row ?? "") }
      cells.append(firing.text ?? "")
      cells.append(Self.state(of: firing, report.clock))
      rows.append(cells)
    }
    let head = ["fired"] + (hasRows ? ["row"] : []) + ["text", "then"]
    var summary = opp.count.words
    if shown.count < opp.firings.count { summary += ", the last \(shown.count)" }
    return ReportPage.folded(summary, ReportPage.table(head, rows))
  }

  /// The delivery and the answer of a firing: `delivered Tue 2 June, 19:00; done Tue 2 June, 20:10`
  ///
  /// - Parameter date: the date that an answer need not name.
  static func state(
    of firing: ReportedFiring, _ clock: ReportClock, on date: CivilDate? = nil
  ) -> String {
    var said: [String] = []
    if let delivery = firing.delivery { said.append(delivery) }
    if let (answer, at) = firing.answer {
      let isSame = date == clock.zone.local(at: at).date
      said.append("\(answer.name) \(isSame ? clock.time(at) : clock.moment(at))")
    }
    return said.joined(separator: "; ")
  }

  /// The intervals at which a condition was true or unknown, of a report of few days
  private func intervals(_ opp: ReportedOpp) -> String {
    guard report.axis.dayCount < Self.intervalDays, let lane = opp.whole else { return "" }
    let found = lane.stretches.filter { $0.truth != .false }
    guard !found.isEmpty else { return "" }
    let rows = found.prefix(lineLimit).map { stretch in
      [
        stretch.truth == .true ? "true" : "unknown", report.clock.moment(stretch.from),
        report.clock.moment(stretch.to),
      ]
    }
    var summary = Markup.counted(found.count, "interval", "intervals")
    if rows.count < found.count { summary += ", the first \(rows.count)" }
    return ReportPage.folded(summary, ReportPage.table(["was", "from", "to"], rows))
  }
}
