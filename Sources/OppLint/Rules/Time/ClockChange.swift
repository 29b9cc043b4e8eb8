internal import OppModel
internal import OppSyntax

/// The rule `clock-change`
///
/// ```
/// America/New_York, 2:10..2:50      8 March 2026: the clock goes from 2:00 to 3:00, so there is none
///                   1:10..1:50      1 November 2026: the clock goes from 2:00 back to 1:00, so there are two
///                   1:30..3:30      silent: the rest of the window is there
/// ```
enum ClockChange {
  static let rule = LintRule(
    name: "clock-change", category: .time, severity: .note, precision: .high,
    page: LintPage(
      headline: "on 8 March this window does not exist; on 1 November it comes twice",
      why: """
        Where clocks change, an hour of one night is skipped and one of another comes twice. A window inside of it is
        missed once a year, and is there twice once a year. The zone of the rule set decides, or that of the run.
        """,
      bad: """
        set zone "America/New_York"
        opp "Backup" when time in 2:10..2:50 notify "Backup."
        """,
      good: """
        set zone "America/New_York"
        opp "Backup" when time in 3:10..3:50 notify "Backup."
        """,
      related: ["uneven-every", "one-second-condition"])
  ) { subject, findings in
    guard let zone = subject.settings.zone else { return }
    // 2026-01-01 if the run has no date.
    let start = subject.settings.today ?? CivilDate(days: 20_454)
    let changes = ClockJump.next(in: zone, after: start)
    guard !changes.isEmpty else { return }
    for node in subject.nodes(.range) {
      guard case .range(let range) = node.expression, subject.type(range.low) == .timeOfDay,
        let first = subject.scalar(range.low), let last = subject.scalar(range.high), first < last
      else { continue }
      // Windows that lie within the hour as a whole.
      let hit = changes.filter { Double($0.start) <= first && last <= Double($0.end) }
      guard !hit.isEmpty else { continue }
      let words = hit.map { change in
        "on \(change.date.dayWords) "
          + (change.isSkipped ? "this window does not exist" : "it comes twice")
      }
      let headline = words.joined(separator: "; ")
      findings.report(
        node.range,
        hit.count == 1 && !hit[0].isSkipped
          ? "on \(hit[0].date.dayWords) this window comes twice" : headline,
        helps: ["take an hour that clocks do not change"])
    }
  }

  /// An hour of one night that wall clocks skip or show twice
  private struct ClockJump {
    /// The day of the change, by the wall clock
    let date: CivilDate

    /// Seconds since midnight, by the wall clock
    let start: Int64

    /// The end of the hour, not included
    let end: Int64

    /// `true` if the hour is missing; else it comes twice
    let isSkipped: Bool

    /// The next two, in the order of time
    static func next(in zone: Zone, after date: CivilDate) -> [ClockJump] {
      var found: [ClockJump] = []
      var instant = zone.startOfDay(date)
      while found.count < 2, let turn = zone.nextTransition(after: instant),
        turn.seconds - instant.seconds < 400 * 86_400
      {
        let before = zone.offset(at: Instant(seconds: turn.seconds - 1))
        let after = zone.offset(at: turn)
        let isSkipped = after > before
        // The first second that is missing by the clock before, or that comes again by the clock after.
        let local = LocalDateTime(
          secondsSinceEpoch: turn.seconds + (isSkipped ? before : after))
        found.append(
          ClockJump(
            date: local.date, start: local.secondOfDay,
            end: local.secondOfDay + abs(after - before), isSkipped: isSkipped))
        instant = turn
      }
      return found
    }
  }
}
