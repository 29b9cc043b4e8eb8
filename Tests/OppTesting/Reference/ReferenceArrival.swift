package import OppEngine
package import OppModel

/// Something that becomes known, and the second from which it counts
package struct ReferenceArrival: Sendable {
  package let at: Instant
  package let arrival: Arrival

  /// Of a row that a rule records: the fields that it writes
  package let given: [Bool]?

  package init(at: Instant, arrival: Arrival, given: [Bool]? = nil) {
    self.at = at
    self.arrival = arrival
    self.given = given
  }
}
