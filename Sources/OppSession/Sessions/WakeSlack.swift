internal import OppEngine
internal import OppModel

/// The number of seconds that a wake may be late, so that a server need not serve everybody at eight o'clock
///
/// A step to a later second first runs through every second before it, so that a late wake changes nothing that fires, nor of which second it
/// is: only when somebody is notified, and when a reading is fetched. So a wake may be late by
///
/// - 60 s (``longest``), or by the lateness of ``EventTimeouts`` if that is less;
/// - a refresh of a reading that still counts: a sixtieth of its freshness, at most 60 s. It is due earlier by so much, and so comes in time;
/// - a fetch before an event: half of the lead;
/// - anything that an Opp that is `urgent` may wait for: not at all. An urgent Opp whose condition is not known, or of which a reading or a
///   firing waits, allows no slack; nor does a reading or a table that grows too old while there is an urgent Opp.
///
/// Of several things that come within the slack, each counts from its own second:
///
/// ```
/// wake 20:00:00 for opp "a" on 20:00             slack 60
/// … and opp "b" on 20:00:25 urgent               slack 25
/// … and the weather, fresh for 15min, is due at 20:00:05, and counts through 20:00:23       slack 20
/// ```
enum WakeSlack {
  /// The longest slack, in seconds
  static let longest: Int64 = 60

  /// The part of its freshness by which a refresh may be late
  static let refreshPart: Int64 = 60

  /// The number of seconds that a fetch of a subject that still counts may be late: a part of its freshness, by which it is due earlier
  static func refresh(of subject: FetchKey, in session: borrowing LiveSession) -> Int64 {
    guard session.settings.spreads, let freshness = session.freshness(of: subject) else {
      return 0
    }
    return min(freshness / refreshPart, longest)
  }

  /// - Parameters:
  ///   - wake: the wake of the step that has just been closed.
  ///   - session: not modified, except for its look-ahead caches.
  static func seconds(after wake: Int64, of session: inout LiveSession) -> Int64 {
    let useful = [
      session.engine.eventTimeouts?.lateness, session.engine.shortestLifetime,
    ]
    let longest = useful.compactMap { $0 }.reduce(self.longest) { min($0, $1) }
    let last = Seconds.add(wake, longest)
    // The second at which a late wake has to be served.
    var latest = last
    for (subject, state) in session.freshness {
      let due = session.dueSecond(subject, state)
      guard due <= last else { continue }
      latest = min(latest, Seconds.add(max(due, wake), refresh(of: subject, in: session)))
    }
    latest = min(latest, events(before: last, wake, &session))
    if session.engine.hasUrgent {
      latest = min(latest, session.engine.urgentSecond(before: last))
    }
    return max(0, Seconds.subtract(latest, wake))
  }

  /// The latest second for the fetches before events
  private static func events(
    before last: Int64, _ wake: Int64, _ session: inout LiveSession
  ) -> Int64 {
    let (lead, now) = (session.settings.lead, session.engine.present.seconds)
    guard lead > 0 else { return last }
    var latest = last
    let reach = Seconds.add(Seconds.subtract(last, now), lead)
    for event in session.engine.upcomingEvents(within: reach) {
      let begin = max(wake, Seconds.subtract(event.at.seconds, lead))
      latest = min(latest, Seconds.add(begin, lead / 2))
    }
    return latest
  }
}
