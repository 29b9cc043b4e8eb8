internal import OppModel
internal import OppRecordings

/// The interval for which a service is queried
///
/// It is that of `agenda` and a little more on either side, so that changes can be requested
/// during a week before the window has moved on too far, and everything has to be fetched again.
///
/// At noon on 21 June 2026: from 18 May 2026, 12:00 (34 days back) to 3 August 2027, 12:00 (408 days ahead). It covers
/// the agenda until noon on 28 June, seven days later: 400 days and the margin of one from then are 408 from now.
struct CalendarWindow: Hashable, Sendable {
  /// Its first second; `to` is its end, which is not part of it for the services that make a difference
  let from: Instant
  let to: Instant

  /// Dates begin as much as a day sooner if the service is east of the person, and clocks are set back
  static let slackBack: Int64 = 2 * 86_400
  static let slackAhead: Int64 = 8 * 86_400

  init(at now: Instant) {
    from = now.advanced(by: -CalendarFile.agendaBack - Self.slackBack)
    to = now.advanced(by: CalendarFile.agendaAhead + Self.slackAhead)
  }

  /// `true` if the agenda of an instant lies within it, with a day's margin for the zones of dates
  func covers(_ now: Instant) -> Bool {
    let margin: Int64 = 86_400
    return from <= now.advanced(by: -CalendarFile.agendaBack - margin)
      && to >= now.advanced(by: CalendarFile.agendaAhead + margin)
  }
}
