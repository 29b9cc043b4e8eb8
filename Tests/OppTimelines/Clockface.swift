package import OppModel

/// Instants as tables of tests write them: `12:00:01`, of the day of the timeline unless they say another
///
/// A local time with an offset, `2026-11-01T01:30-04:00`, is exact where the clock shows one twice.
package struct Clockface {
  package let day: CivilDate
  package let zone: Zone

  package init(day: CivilDate, zone: Zone) {
    self.day = day
    self.zone = zone
  }

  package func instant(_ text: some StringProtocol) -> Instant? {
    if let exact = Instant(rfc3339: text) { return exact }
    let local =
      LocalDateTime(iso8601: text) ?? LocalDateTime(iso8601: "\(day.iso8601)T\(text)")
    return local.map { zone.instant(of: $0) }
  }

  /// `12:00` on the day of the timeline, `06-22T12:00` on another, with the offset outside of UTC
  package func text(_ instant: Instant) -> String {
    let written = zone.rfc3339(instant)
    let hasSeconds = zone.local(at: instant).secondOfDay % 60 != 0
    var time = String(written.dropFirst(11).prefix(hasSeconds ? 8 : 5))
    if zone.local(at: instant).date != day {
      time = written.dropFirst(5).prefix(6) + time
    }
    return isUTC ? time : time + written.dropFirst(19)
  }

  private var isUTC: Bool {
    zone.offset(at: .distantPast) == 0 && zone.nextTransition(after: .distantPast) == nil
  }
}
