internal import OppEngine
internal import OppLanguageServer
internal import OppModel
internal import OppOutputs
internal import OppReplay
internal import OppSemantics

/// The firings over a recording, and the next instants at which Opps can fire
extension EditorReplays {
  /// The days within which the next event of an Opp is looked for
  private static let eventDays: Int64 = 8

  /// The firings over the recording of a root, and the next possible ones, computed in slices
  ///
  /// Three steps, each of as many slices as it takes: read the recording, replay it, look for the next firings.
  func firings(_ snapshot: RuleSetSnapshot, root: String) -> Sliced<ReplayedFirings> {
    if snapshot.analysis.hasErrors {
      return Sliced(done: .missing("no replay: the rules have errors"))
    }
    var replay: ReplayRun?
    var next: NextFirings?
    var run: EditorRun?
    return Sliced {
      if let done = next, let run {
        guard !EditorRun.slice({ done.advance() }) else { return nil }
        return .counted(Self.counted(replay, done, run))
      }
      if replay != nil, let run {
        let hasMore = EditorRun.slice { replay?.advance(by: 16, stretch: 86_400) ?? false }
        if !hasMore, let engine = replay?.engine {
          next = NextFirings(engine, run, present: self.context.present)
        }
        return nil
      }
      switch self.run(snapshot, root: root) {
      case .failure(let failure): return .missing("no replay: \(failure.message)")
      case .success(let found):
        run = found
        replay = ReplayRun(
          found.recorded.replay, from: found.recorded.from, to: found.recorded.to)
        return nil
      }
    }
  }

  /// The result for an editor, when all steps are done
  private static func counted(
    _ replay: ReplayRun?, _ next: NextFirings, _ run: EditorRun
  ) -> CountedFirings {
    let readable = ReadableValue(graph: run.recorded.graph, zone: run.recorded.zone)
    let period = run.recorded.from.seconds..<run.recorded.to.seconds
    var counted = CountedFirings(
      period: run.isRecorded ? period : nil, now: readable.local(run.instant),
      local: { readable.local(Instant(seconds: $0)) })
    // As in `opp eval`, a firing that only records is none to a person.
    for firing in replay?.result.firings ?? [] where firing.text != nil {
      counted.firings[run.recorded.graph.rules[firing.rule].name, default: []].append(
        firing.at.seconds)
    }
    counted.next = next.words
    return counted
  }

  /// The next instants at which Opps can fire, found one Opp a step
  final class NextFirings {
    /// By the names of Opps
    private(set) var words: [String: String] = [:]

    /// The engine at the end of the recording
    private var engine: Engine
    private let run: EditorRun

    /// `true` if the recording ends on the present day
    private let endsToday: Bool

    /// The next event of each rule that has events, by its index
    private let events: [Int: Instant]

    /// The index of the rule that is searched next
    private var rule = 0

    /// - Parameter present: the present, beside which a recording may have ended long ago.
    init(_ engine: Engine, _ run: EditorRun, present: Instant) {
      var engine = engine
      let coming = engine.upcomingEvents(within: EditorReplays.eventDays * 86_400)
      events = coming.reduce(into: [:]) {
        if $0[$1.opp.rule] == nil { $0[$1.opp.rule] = $1.at }
      }
      self.engine = engine
      self.run = run
      let zone = run.recorded.zone
      endsToday = zone.local(at: present).date == zone.local(at: run.instant).date
    }

    /// Looks at one Opp
    ///
    /// - Returns: `true` while there is more to do.
    func advance() -> Bool {
      let rules = run.recorded.graph.rules
      guard rule < rules.count else { return false }
      words[rules[rule].name] = next(rules[rule])
      rule += 1
      return true
    }

    /// The words for one Opp; nil if there is nothing to say
    ///
    /// ```
    /// disabled                                        opp "Tea" … disabled
    /// next possible tomorrow 08:00                    on 8:00
    /// true now                                        when temp > 20C, at 25 degrees
    /// next possible with the next reading             when temp > 20C, at 15 degrees
    /// not possible within … days as far as is known   when today == 2020-01-01
    /// ```
    private func next(_ found: Rule) -> String? {
      if found.isDisabled { return "disabled" }
      if !found.events.isEmpty {
        return events[rule].map { "next possible \(when($0))" }
      }
      switch engine.possibility(ofRule: rule) {
      case nil: return found.condition == nil ? nil : "true now"
      case .afterReading: return "next possible with the next reading"
      case .from(let instant): return "next possible \(when(instant))"
      case .notWithinSearch:
        return "not possible within \(EarliestTruth.searchDays) days as far as is known"
      }
    }

    /// `today 14:10`, `tomorrow 08:00`, `2026-07-01 08:00`; the date alone if the recording ended on another day
    private func when(_ instant: Instant) -> String {
      let zone = run.recorded.zone
      let local = zone.local(at: instant)
      let (hour, minute) = (local.secondOfDay / 3600, local.secondOfDay / 60 % 60)
      let time = (hour < 10 ? "0" : "") + "\(hour):" + (minute < 10 ? "0" : "") + "\(minute)"
      let today = zone.local(at: run.instant).date
      if endsToday, local.date == today { return "today \(time)" }
      if endsToday, local.date == today.advanced(by: 1) { return "tomorrow \(time)" }
      return "\(local.date.iso8601) \(time)"
    }
  }
}
