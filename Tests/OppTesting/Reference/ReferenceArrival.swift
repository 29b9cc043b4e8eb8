package import OppEngine
package import OppModel

/// Something that becomes known, and the second from which it counts
package struct ReferenceArrival: Sendable {
  package let at: Instant
  package let arrival: Arrival

  package init(at: Instant, arrival: Arrival) {
    self.at = at
    self.arrival = arrival
  }
}
