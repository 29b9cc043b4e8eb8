internal import OppEngine
internal import OppModel
internal import OppSyntax

/// A day of a report in a terminal: a line of blocks for each Opp, for the parts of its condition and for its rows
///
/// ```
/// Friday 19 June 2026
///                       0     3     6     9     12    15    18    21
/// Warm                  ??????????????????????░░▒???????????░░░░░░░░░░░░
///                                               ▲ 12:00
///   temp > 20C          ??????????????????????██▒???????????????░░??????
///   time in 12:00..18:0…  ░░░░░░░░░░░░░░░░░░░░░░████████████░░░░░░░░░░░░
/// ```
///
/// A column is as many minutes as the width of the terminal asks for.
package struct TimelineOutput {
  private let report: Report
  private let console: Console

  /// The columns of the labels and of the blocks
  private let labelWidth: Int
  private let columns: Int

  /// The least and the greatest number of columns of a day
  private static let leastColumns = 12
  private static let mostColumns = 144

  /// The most columns of a label
  private static let labelLimit = 30

  /// - Parameter width: that of the terminal, in columns.
  package init(_ report: Report, width: Int, _ console: Console) {
    self.report = report
    self.console = console
    let labels = report.opps.flatMap { opp in
      [opp.name.cellCount] + (opp.parts + opp.rows).map { $0.label.cellCount + 2 }
    }
    let wanted = min(labels.max() ?? 0, Self.labelLimit, max(width / 3, 8))
    labelWidth = wanted
    columns = max(Self.leastColumns, min(Self.mostColumns, width - wanted - 2))
  }

  /// Prints the day, the hours and all Opps
  package func print() {
    let clock = report.clock
    let date = report.axis.dates.first
    console.line(console.styled("\(clock.day(date)) \(date.year)", .strong))
    if report.opps.isEmpty { return console.line("there are no Opps") }
    console.line(String(repeating: " ", count: labelWidth + 2) + hours)
    for opp in report.opps {
      let shown = opp.whole.map { blocks($0) } ?? waiting
      console.line(console.styled(label(opp.name), .strong) + "  " + shown)
      for line in firings(opp) { console.line(line) }
      for lane in opp.parts + opp.rows {
        console.line(label("  " + lane.label) + "  " + blocks(lane))
      }
    }
    console.folded("█ true  ▒ true for a part  ░ false  ? unknown  ▲ fires", under: 0)
  }

  // MARK: Lines

  /// A label cut or filled to its width
  private func label(_ text: String) -> String {
    text.printable.cut(to: labelWidth).padded(to: labelWidth)
  }

  /// The hours of the wall clock that have room
  private var hours: String {
    var text = ""
    for mark in report.axis.marks {
      let column = Int(report.axis.place(mark.second) * Double(columns))
      guard column >= text.count, column + mark.text.count <= columns else { continue }
      text += String(repeating: " ", count: column - text.count) + mark.text + " "
    }
    return String(text.dropLast())
  }

  /// The line of an Opp without a condition
  private var waiting: String { String(repeating: "·", count: columns) }

  /// The truths of a lane, a character a column
  private func blocks(_ lane: TruthLane) -> String {
    var seen: [Set<Truth>] = Array(repeating: [], count: columns)
    for truth in [Truth.false, .unknown, .true] {
      for run in lane.columns(of: truth, report.axis, columns) {
        for column in run { seen[column].insert(truth) }
      }
    }
    // Runs of one character are coloured at once.
    var text = ""
    var run = ""
    for column in seen.indices {
      let mark = Self.mark(seen[column])
      if let last = run.last, String(last) != mark {
        text += styled(run)
        run = ""
      }
      run += mark
    }
    // Nothing is printed behind the end of the recording.
    return run.first == " " ? text : text + styled(run)
  }

  /// The character of a column in which these truths were seen; a space if nothing was replayed
  private static func mark(_ seen: Set<Truth>) -> String {
    if seen.contains(.true) { return seen.count == 1 ? "█" : "▒" }
    if seen.contains(.unknown) { return "?" }
    return seen.isEmpty ? " " : "░"
  }

  /// A run of one character in its colour
  private func styled(_ run: String) -> String {
    switch run.first {
    case "█", "▒": console.styled(run, .good)
    case "?": console.styled(run, .unsure)
    default: run
    }
  }

  /// Lines with a mark and the time of each firing, as many as they need so that no two meet
  private func firings(_ opp: ReportedOpp) -> [String] {
    var lines: [String] = []
    var line = ""
    for firing in opp.firings where report.axis.span.contains(firing.at.seconds) {
      let column = report.axis.column(of: firing.at.seconds, among: columns)
      let time = report.clock.time(firing.at)
      // Near the right end the time is written before the mark.
      let fits = column + 2 + time.count <= columns
      let text = fits ? "▲ " + time : time + " ▲"
      let start = fits ? column : max(column - time.count - 1, 0)
      if start < line.count + (line.isEmpty ? 0 : 1) {
        lines.append(line)
        line = ""
      }
      line += String(repeating: " ", count: max(start - line.count, 0)) + text
    }
    if !line.isEmpty { lines.append(line) }
    let indent = String(repeating: " ", count: labelWidth + 2)
    let shown = lines.prefix(Self.firingLines)
    let more = lines.count > shown.count ? [indent + "and more: \(opp.count.words)"] : []
    return shown.map { indent + $0 } + more
  }

  /// The most lines of firings of an Opp
  private static let firingLines = 4
}
