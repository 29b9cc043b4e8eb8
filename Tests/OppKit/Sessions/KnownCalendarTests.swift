import OppKit
import OppTestLimits
import Testing

/// The same calendar again: what a session remembers of it is what it would read
@Suite(.limited) struct KnownCalendarTests {
  /// 2026-06-01T12:00:00Z
  private static let noon = Timestamp(secondsSince1970: 1_780_315_200)

  /// Standups and lunches come each day at both ends of the agenda; a call of 30 April, and one that takes no time, leave it
  /// within three days, and two events that begin together enter it.
  private static func calendar(_ note: String) -> String {
    """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:\(note)
    \(event("standup", "20250101T090000Z", "PT15M", "RRULE:FREQ=DAILY"))
    \(event("lunch", "20250101T120000", "PT1H", "RRULE:FREQ=DAILY"))
    \(event("call", "20260430T133000Z", "PT45M"))
    \(event("reminder", "20260501T120000Z", "PT0S"))
    \(event("b", "20270706T200000Z", "PT2H"))
    \(event("a", "20270706T200000Z", "PT1H"))
    END:VCALENDAR

    """
  }

  /// Around the seconds at which rows come and go
  private static let polls = [
    "2026-06-01T12:00:00Z", "2026-06-01T13:00:00Z", "2026-06-01T13:00:01Z", "2026-06-01T14:15:00Z",
    "2026-06-01T14:15:01Z", "2026-06-01T19:59:59Z", "2026-06-01T20:00:00Z", "2026-06-02T09:00:00Z",
    "2026-06-02T09:15:01Z", "2026-06-02T11:59:59Z", "2026-06-02T12:00:00Z", "2026-06-02T12:00:01Z",
    "2026-06-02T13:00:01Z", "2026-06-03T09:00:00Z", "2026-06-03T13:00:01Z",
  ]

  private static func event(
    _ uid: String, _ start: String, _ duration: String, _ rule: String = "STATUS:CONFIRMED"
  ) -> String {
    """
    BEGIN:VEVENT
    UID:\(uid)
    DTSTART:\(start)
    DURATION:\(duration)
    SUMMARY:\(uid)
    \(rule)
    END:VEVENT
    """
  }

  @Test func `a calendar that comes again is as if it were read again`() throws {
    let rules = RuleSet(
      """
      opp "Soon" for each e in agenda on e.begins - 10min notify "{e.title}"
      opp "Full" when count(agenda) > 860 notify "{count(agenda)}"
      """)
    #expect(rules.diagnostics.filter { $0.severity == .error } == [])
    func session() throws -> Session {
      try Session(rules, supplies: ["calendar": .pushed], zone: .utc, at: Self.noon)
    }
    var known = try session()
    var read = try session()
    var firings = 0
    for text in Self.polls {
      let at = try #require(Timestamp(text))
      let first = known.step(at: at, arrivals: [.calendar(iCalendar: Self.calendar("same").utf8)])
      let second = read.step(at: at, arrivals: [.calendar(iCalendar: Self.calendar(text).utf8)])
      #expect(first.firings == second.firings && first.wake == second.wake)
      #expect(first.rejections == second.rejections)
      #expect(known.memory() == read.memory(), "\(text)")
      firings += first.firings.count
    }
    #expect(firings == 4)
  }
}
