package import OppEngine
package import OppModel

/// Something that becomes known, and when
package struct TimedArrival: Sendable {
  package let instant: Instant
  package let arrival: Arrival

  package init(instant: Instant, arrival: Arrival) {
    self.instant = instant
    self.arrival = arrival
  }
}
