internal import OppEngine
internal import OppModel

/// A day of a page: as dials, as a list of firings, as strips of hours, and with the fetches that it would cost
struct DaySection {
  private let report: Report
  private let day: ReportedDay
  private let strips: StripDrawing

  /// The most firings and fetches that are listed
  private static let lineLimit = 60

  init(_ report: Report) {
    self.report = report
    day = report.day
    strips = StripDrawing(axis: report.day.axis, columns: ReportPage.columns)
  }

  /// The section; empty for a rule set without Opps
  func text(_ colours: inout ReportColours) -> String {
    guard !report.opps.isEmpty else { return "" }
    let outline = DayOutline(report)
    let clock = report.clock
    var text =
      "<section>\n<h2>\(Markup.escaped(clock.day(day.date)))</h2>\n<div class=\"card\">\n<div class=\"day\">\n"
    text += dials(outline, &colours) + said(outline) + "</div>\n"
    for entry in outline.entries {
      let name = colours.name(of: entry.colour)
      let bar = strips.bar(from: entry.entry.from.seconds, to: entry.entry.to.seconds)
      let span = clock.time(entry.entry.from) + " to " + clock.time(entry.entry.to)
      let drawing = ReportPage.strip(
        strips.paths(nil) + "<path class=\"t\" d=\"\(bar)\"/>", "\(entry.entry.name): \(span)")
      text += row(entry.entry.name, clock.time(entry.entry.from), drawing, name)
    }
    // Of one day, the strips are above.
    for item in report.axis.dayCount == 1 ? [] : outline.lanes {
      let name = item.colour.map { colours.name(of: $0) } ?? ""
      let opp = report.opps[item.opp]
      let shares = opp.whole.map { $0.shares(day.axis).words } ?? "waits for events"
      let count = item.count.words
      let drawing = ReportPage.strip(
        strips.paths(opp.whole, isThin: opp.hasEvents, firings: item.firings.map { $0.at }),
        "\(opp.name): \(shares); \(count)")
      text += row(opp.name, count, drawing, name)
    }
    if !outline.entries.isEmpty || report.axis.dayCount > 1 { text += ReportPage.axis(day.axis) }
    if outline.quietCount > 0 {
      text +=
        "<p class=\"note\">\(Markup.counted(outline.quietCount, "other Opp", "other Opps")) had nothing to say that day.</p>\n"
    }
    text += fetches()
    return text + "</div>\n</section>\n"
  }

  /// A strip with its name
  private func row(_ name: String, _ said: String, _ strip: String, _ colour: String) -> String {
    "<div class=\"row \(colour)\"><span class=\"name\">\(Markup.escaped(name))</span><span class=\"num\">\(Markup.escaped(said))</span>\(strip)</div>\n"
  }

  /// The dial, or those of the two halves of the day; nothing if nothing is on it
  private func dials(_ outline: DayOutline, _ colours: inout ReportColours) -> String {
    guard !outline.arcs.isEmpty || !outline.firings.isEmpty else { return "" }
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
    let dial = DayDial(day: day, arcs: arcs, firings: firings)
    let date = report.clock.weekday(day.date)
    var text = ""
    for (index, half) in dial.halves.enumerated() {
      let name = half.isEmpty ? "\(day.date.day)" : half
      let label = "The day as a dial" + (half.isEmpty ? "" : ", \(half)")
      text +=
        "<svg class=\"dial\" viewBox=\"0 0 400 400\" role=\"img\" aria-label=\"\(label)\">\(dial.paths(half: index, ringCount: outline.ringCount))<text class=\"big\" x=\"200\" y=\"204\" text-anchor=\"middle\">\(name)</text><text x=\"200\" y=\"226\" text-anchor=\"middle\">\(date)</text></svg>"
    }
    return "<div class=\"dials\">\(text)</div>\n"
  }

  /// The firings of the day in the order of time
  private func said(_ outline: DayOutline) -> String {
    let all = outline.firings
    guard !all.isEmpty else { return "<p class=\"note\">Nothing fired.</p>\n" }
    let items = all.prefix(Self.lineLimit).map { opp, firing in
      let row = firing.row.map { " [\($0)]" } ?? ""
      let text = firing.text.map { " " + Markup.escaped($0) } ?? ""
      let state = OppSections.state(of: firing, report.clock, on: day.date)
      let then = state.isEmpty ? "" : " <span class=\"note\">\(Markup.escaped(state))</span>"
      return
        "<li><span class=\"num\">\(report.clock.time(firing.at))</span><span><b>\(Markup.escaped(report.opps[opp].name + row))</b>\(text)\(then)</span></li>"
    }
    let rest = all.count - items.count
    let more = rest > 0 ? "<p class=\"note\">and \(Markup.grouped(rest)) more</p>" : ""
    return "<div><ol class=\"said\">\(items.joined(separator: "\n"))</ol>\(more)</div>\n"
  }

  /// The fetches of the day: a strip of dots for each subject, and their table
  private func fetches() -> String {
    guard let fetches = day.fetches else { return "" }
    let count = Markup.counted(fetches.count, "fetch", "fetches")
    var text = "<h3 class=\"gap\">What a live run would fetch: \(count)</h3>\n"
    guard !fetches.isEmpty else { return text }
    var subjects: [(name: String, at: [Instant])] = []
    for fetch in fetches {
      if let index = subjects.firstIndex(where: { $0.name == fetch.subject }) {
        subjects[index].at.append(fetch.at)
      } else if subjects.count < Self.lineLimit {
        subjects.append((fetch.subject, [fetch.at]))
      }
    }
    for subject in subjects {
      let drawing = ReportPage.strip(
        strips.paths(nil, firings: subject.at),
        "\(subject.name): \(Markup.counted(subject.at.count, "fetch", "fetches"))")
      text += row(subject.name, "\(subject.at.count)", drawing, "part")
    }
    text += ReportPage.axis(day.axis)
    let rows = fetches.prefix(Self.lineLimit * 3).map { fetch in
      [report.clock.time(fetch.at), fetch.subject, Self.names(fetch.opps)]
    }
    return text + ReportPage.folded(count, ReportPage.table(["at", "what", "for"], rows))
  }

  /// `Walk, Tea, Run and 2 more`
  private static func names(_ opps: [String]) -> String {
    let shown = opps.prefix(3).joined(separator: ", ")
    return opps.count > 3 ? "\(shown) and \(opps.count - 3) more" : shown
  }
}

/// The content of a day: the rows and conditions that last, and the firings
struct DayOutline {
  /// The rows of tables with a colour of their own, or one of the palette
  let entries: [(entry: ReportedDay.Entry, colour: Int32)]

  /// The Opps that have something to show, with the firings of the day
  private(set) var lanes:
    [(opp: Int, colour: Int32?, firings: [ReportedFiring], count: FiringCount)] =
      []

  /// The number of other Opps
  private(set) var quietCount = 0

  /// The intervals on the dials
  private(set) var arcs: [(from: Int64, to: Int64, ring: Int, colour: Int32)] = []
  private(set) var ringCount = 0

  /// All firings of the day, each with the index of its Opp, in the order of time
  private(set) var firings: [(opp: Int, firing: ReportedFiring)] = []

  init(_ report: Report) {
    let day = report.day
    entries = day.entries.enumerated().map { index, entry in
      (entry, entry.colour ?? ReportColours.series(index))
    }
    for (index, opp) in report.opps.enumerated() {
      let fired = opp.firings.filter { day.axis.span.contains($0.at.seconds) }
      firings += fired.map { (index, $0) }
      let truths = opp.whole.map { $0.runs(.true, day.axis, columns: 1440) } ?? []
      if fired.isEmpty, truths.isEmpty || opp.hasEvents {
        quietCount += 1
      } else {
        lanes.append((index, opp.colour, fired, opp.count(in: day.axis.span)))
      }
    }
    firings.sort { ($0.firing.at, $0.opp) < ($1.firing.at, $1.opp) }
    if entries.isEmpty { addTruths(report) } else { addEntries() }
  }

  /// Puts overlapping entries on different rings
  private mutating func addEntries() {
    var ends: [Int64] = []
    for (entry, colour) in entries {
      let (from, to) = (entry.from.seconds, entry.to.seconds)
      var ring = ends.firstIndex { $0 <= from } ?? ends.count
      if ring == ends.count, ring < DayDial.ringLimit { ends.append(from) }
      ring = min(ring, DayDial.ringLimit - 1)
      ends[ring] = max(ends[ring], to, from + 900)
      arcs.append((from, to, ring, colour))
    }
    ringCount = ends.count
  }

  /// Gives a ring to each Opp that is true for a part of the day, as far as there are rings
  private mutating func addTruths(_ report: Report) {
    let day = report.day
    for index in lanes.indices where ringCount < DayDial.ringLimit {
      let opp = report.opps[lanes[index].opp]
      guard let lane = opp.whole else { continue }
      let shares = lane.shares(day.axis)
      guard shares.isTrue > 0, shares.isFalse + shares.isUnknown > 0 else { continue }
      let colour = lanes[index].colour ?? ReportColours.series(ringCount)
      lanes[index].colour = colour
      for run in lane.runs(.true, day.axis, columns: 1440) {
        let length = day.axis.span.upperBound - day.axis.span.lowerBound
        let from = day.axis.span.lowerBound + Int64(run.lowerBound) * length / 1440
        let to = day.axis.span.lowerBound + Int64(run.upperBound) * length / 1440
        arcs.append((from, to, ringCount, colour))
      }
      ringCount += 1
    }
  }
}
