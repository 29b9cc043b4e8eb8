internal import OppEngine
internal import OppLanguageServer
internal import OppLint
internal import OppModel
internal import OppOutputs
internal import OppSemantics
internal import OppSyntax

/// The truths of an Opp's parts over a day, as a text
extension EditorReplays {
  /// A day of an Opp, computed in slices: first the recording is read, then the day is replayed
  ///
  /// - Parameter date: `2026-06-21`; nil for the last day of the recording.
  /// - Returns: a sentence in place of the day where there is none.
  func day(
    _ snapshot: RuleSetSnapshot, root: String, opp: String, date: String?
  ) -> Sliced<DayText> {
    func said(_ text: String) -> Sliced<DayText> {
      Sliced(done: DayText(date: date ?? "unknown", text: text))
    }
    let graph = snapshot.analysis.graph
    if snapshot.analysis.hasErrors { return said("no replay: the rules have errors\n") }
    guard let rule = graph.rules.firstIndex(where: { $0.name == opp }) else {
      return said("there is no Opp `\(opp)`\n")
    }
    var replay: ReplayRun?
    var timeline: DayTimeline?
    return Sliced {
      if let timeline {
        guard !EditorRun.slice({ replay?.advance(by: 16, stretch: 3600) ?? false }),
          let result = replay?.result
        else { return nil }
        return DayText(date: timeline.date.iso8601, text: timeline.text(result))
      }
      switch self.run(snapshot, root: root) {
      case .failure(let failure):
        return DayText(date: date ?? "unknown", text: "no replay: \(failure.message)\n")
      case .success(let run):
        let zone = run.recorded.zone
        // The last second of a recording that ends at midnight is of the day before.
        let last = zone.local(at: run.instant.advanced(by: -1)).date
        guard let day = date == nil ? last : date.flatMap({ CivilDate(iso8601: $0) }) else {
          return DayText(
            date: date ?? "", text: "`\(date ?? "")` is not a date: write `2026-06-21`\n")
        }
        let made = DayTimeline(snapshot.analysis, run, rule: rule, date: day)
        timeline = made
        replay = ReplayRun(
          run.recorded.replay, from: made.from, to: made.to, watching: made.parts,
          conditions: true, rules: graph.rules(behind: rule))
        return nil
      }
    }
  }
}

/// A day of one Opp, a line a part of its condition
///
/// For `when temp > 20C and time in 12:00..18:00`, of a recording with 25 °C at 11:00 and 15 °C at 20:00, each of which
/// is fresh for an hour:
///
/// ```
/// "Warm" on Friday 2026-06-19
///
///                       0     3     6     9     12    15    18    21
/// the condition         ??????????????????????··▒???????????············
/// temp > 20C            ??????????????????????██▒???????????????··??????
/// time in 12:00..18:00  ??????????????????????··████████████············
/// ```
struct DayTimeline {
  let date: CivilDate

  /// Midnight; `to` is that of the next day, 23 to 25 hours later
  let from: Instant
  let to: Instant

  /// The parts of the condition that are shown beside the whole
  let parts: [NodeID]

  /// The texts of the parts
  private let analysis: Analysis

  /// The recording and its zone
  private let run: EditorRun

  /// The index of the Opp
  private let rule: Int

  /// The seconds that a column stands for
  private static let column: Int64 = 1800

  /// The most characters of a part's text, and the most rows of `for each` that are shown
  private static let textLimit = 40

  /// Of `for each`, the first rows of the replay are shown
  private static let rowLimit = 20

  init(_ analysis: Analysis, _ run: EditorRun, rule: Int, date: CivilDate) {
    self.analysis = analysis
    self.run = run
    self.rule = rule
    self.date = date
    from = run.recorded.zone.startOfDay(date)
    to = run.recorded.zone.startOfDay(date.advanced(by: 1))
    let found = analysis.graph.rules[rule]
    parts = found.rows == nil ? Self.parts(of: found, analysis.graph) : []
  }

  /// The operands of a condition that is an `and`, and none of any other
  private static func parts(of rule: Rule, _ graph: ConditionGraph) -> [NodeID] {
    guard let condition = rule.condition, case .and(let parts) = graph[condition].operation else {
      return []
    }
    return parts
  }

  /// - Parameter result: of a replay that watches ``parts`` and the conditions.
  func text(_ result: ReplayResult) -> String {
    let zone = run.recorded.zone
    let name = ValueNotation.textLiteral(analysis.graph.rules[rule].name)
    let weekday = CivilDate.weekdayNames[date.weekday]
    var lines = ["\(name) on \(weekday) \(date.iso8601)", ""]
    let shown = rows(result)
    let width = (shown.map { $0.name.cellCount }.max() ?? 0) + 2
    lines.append("".padded(to: width) + hours(zone))
    for (name, truths) in shown { lines.append(name.padded(to: width) + marks(truths)) }
    lines += ["", "█ true · false ? unknown ▒ true for a part; a column is 30 minutes", ""]
    let firings = result.firings.filter { $0.rule == rule }
    let readable = ReadableValue(graph: run.recorded.graph, zone: zone)
    lines += firings.map { firing in
      let row = firing.row.map { " [\(readable.text(of: $0))]" } ?? ""
      return "fires \(readable.local(firing.at, after: from))\(row)"
    }
    if firings.isEmpty { lines.append("does not fire on this day") }
    lines.append(remark(readable))
    return lines.joined(separator: "\n") + "\n"
  }

  /// The last line: from when to when the recording goes, so that `?` before and after it is no riddle
  private func remark(_ readable: ReadableValue) -> String {
    guard run.isRecorded else {
      return "no recording in `data`: only the clock and the sun are known"
    }
    let end = run.recorded.replay.arrivals.last.map { max($0.at, run.instant) } ?? run.instant
    return
      "the recording goes from \(readable.local(run.recorded.replay.begins)) to \(readable.local(end))"
  }

  // MARK: Lines

  /// The lines: the condition, of `for each` one for each row, then the parts
  ///
  /// A text is shown on one line, and cut to ``textLimit`` characters.
  private func rows(_ result: ReplayResult) -> [(name: String, truths: [TruthStretch])] {
    let readable = ReadableValue(graph: run.recorded.graph, zone: run.recorded.zone)
    let conditions = result.conditions.filter { $0.rule == rule }.prefix(Self.rowLimit)
    let whole = conditions.map { trace in
      (trace.row.map { "[\(readable.text(of: $0))]" } ?? "the condition", trace.stretches)
    }
    return whole
      + result.values.map { trace in
        let text = analysis.text(of: trace.node, inRule: rule) ?? "a part"
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let shown =
          line.count > Self.textLimit ? line.prefix(Self.textLimit - 1) + "…" : line[...]
        return (String(shown), trace.truths)
      }
  }

  /// The half hours of the day, as numbers of seconds since 1970
  private var columns: [Range<Int64>] {
    stride(from: from.seconds, to: to.seconds, by: Int(Self.column)).map {
      $0..<min($0 + Self.column, to.seconds)
    }
  }

  /// The hours of the wall clock, every third
  private func hours(_ zone: Zone) -> String {
    var text = ""
    for (index, column) in columns.enumerated() {
      let second = zone.local(at: Instant(seconds: column.lowerBound)).secondOfDay
      guard second % (3 * 3600) == 0 else { continue }
      text = text.padded(to: index) + "\(second / 3600)"
    }
    return text
  }

  /// A character for each column: the truths that a stretch of it has
  private func marks(_ truths: [TruthStretch]) -> String {
    var marks = ""
    for column in columns {
      var seen: Set<Truth> = []
      for stretch in truths
      where stretch.from.seconds < column.upperBound && stretch.to.seconds > column.lowerBound {
        seen.insert(stretch.truth)
      }
      marks += Self.mark(seen)
    }
    return marks
  }

  /// The character of a column in which these truths were seen
  ///
  /// | seen | |
  /// | --- | --- |
  /// | true alone | `█` |
  /// | true and anything else | `▒` |
  /// | false alone | `·` |
  /// | unknown, alone or with false; nothing | `?` |
  private static func mark(_ seen: Set<Truth>) -> String {
    if seen.contains(.true) { return seen.count == 1 ? "█" : "▒" }
    return seen.contains(.false) && seen.count == 1 ? "·" : "?"
  }
}
