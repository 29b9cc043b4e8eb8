internal import OppLanguageServer
internal import OppModel
internal import OppOutputs
internal import OppReplay
internal import OppSemantics

/// The truths of an Opp's parts over a day, as `opp timeline` prints them
extension EditorReplays {
  /// A day of an Opp, computed in slices: first the recording is read, then the day is replayed
  ///
  /// - Parameter date: `2026-06-21`; nil for the last day of the recording.
  /// - Returns: a sentence in place of the day if there is none.
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
    var shown: ShownDay?
    return Sliced {
      if let shown {
        guard !EditorRun.slice({ replay?.advance(by: 16, stretch: 3600) ?? false }),
          var done = replay
        else { return nil }
        return DayText(date: shown.date.iso8601, text: shown.text(&done))
      }
      switch self.run(snapshot, root: root) {
      case .failure(let failure):
        return DayText(date: date ?? "unknown", text: "no replay: \(failure.message)\n")
      case .success(let run):
        // The last second of a recording that ends at midnight is of the day before.
        let last = run.recorded.zone.local(at: run.instant.advanced(by: -1)).date
        guard let day = date == nil ? last : date.flatMap({ CivilDate(iso8601: $0) }) else {
          return DayText(
            date: date ?? "", text: "`\(date ?? "")` is not a date: write `2026-06-21`\n")
        }
        let made = ShownDay(snapshot.analysis, run, rule: rule, date: day)
        shown = made
        replay = made.replay
        return nil
      }
    }
  }
}

/// A day of one Opp, a line for the Opp and for each part of its condition or row, and the period of the recording
private struct ShownDay {
  let date: CivilDate

  /// Midnight; `to` is that of the next day, 23 to 25 hours later
  private let from: Instant
  private let to: Instant

  /// The replay that traces the Opp alone
  private let truths: TruthReplay

  /// The texts of the parts
  private let analysis: Analysis

  /// The recording and its zone
  private let run: EditorRun

  /// The cells of a line
  private static let width = 80

  init(_ analysis: Analysis, _ run: EditorRun, rule: Int, date: CivilDate) {
    self.analysis = analysis
    self.run = run
    self.date = date
    from = run.recorded.zone.startOfDay(date)
    to = run.recorded.zone.startOfDay(date.advanced(by: 1))
    truths = TruthReplay(run.recorded.replay, rule: rule)
  }

  /// The run from the beginning of the recording to the end of the day
  var replay: ReplayRun { truths.begin(from: from, to: to) }

  /// - Parameter replay: ``replay``, as far as it has advanced.
  func text(_ replay: inout ReplayRun) -> String {
    let zone = run.recorded.zone
    let begins = max(from, run.recorded.replay.begins).seconds
    let maker = ReportMaker(analysis: analysis, graph: run.recorded.graph, zone: zone)
    let report = maker.report(
      title: "", stretch: from.seconds..<to.seconds,
      known: begins..<max(to.seconds, begins + 1), truths: truths.finish(&replay), answers: [],
      charts: [], fetches: nil)
    let console = Console()
    TimelineOutput(report, width: Self.width, console).print()
    return "\(console.collected)\n\n\(remark)\n"
  }

  /// The last line: from when to when the recording goes, so that gaps and `?` before and after it are no riddle
  private var remark: String {
    guard run.isRecorded else {
      return "no recording in `data`: only the clock and the sun are known"
    }
    let readable = ReadableValue(graph: run.recorded.graph, zone: run.recorded.zone)
    let end = run.recorded.replay.arrivals.last.map { max($0.at, run.instant) } ?? run.instant
    return
      "the recording goes from \(readable.local(run.recorded.replay.begins)) to \(readable.local(end))"
  }
}
