package import OppEngine
package import OppModel

/// Arrivals in the seconds in which a live run takes them: a second has one value of each field
///
/// ```
/// 12:00:00   door true, door false        12:00:00  door true
///                                         12:00:01  door false
/// ```
package struct PacedArrivals {
  private var inbox = MessageInbox()

  /// The second at which the waiting arrivals count; `nil` if nothing waits
  package private(set) var next: Instant?

  package init() {}

  /// Adds arrivals of a second that is not before an earlier one
  ///
  /// - Returns: the arrivals of the seconds before it.
  package mutating func add(_ arrivals: [Arrival], at second: Instant) -> [PastArrival] {
    let passed = take(before: second)
    inbox.add(arrivals, number: nil)
    next = second
    return passed
  }

  /// Takes the arrivals that count before a second
  package mutating func take(before end: Instant) -> [PastArrival] {
    var taken: [PastArrival] = []
    while let second = next, second < end {
      taken += inbox.take(at: second).arrivals.map { PastArrival($0, at: second) }
      next = inbox.isEmpty ? nil : second.advanced(by: 1)
    }
    return taken
  }
}
