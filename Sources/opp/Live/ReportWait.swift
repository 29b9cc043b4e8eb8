internal import OppEngine
internal import OppModel
internal import OppSession

/// The wait of a round for the first report of each source that is pushed and needed
///
/// A connection that is lost may be made again before the wait ends, so a loss is held back until then:
///
/// ```
/// 12:00:00  the round begins; "Home" needs the position
/// 12:00:01  gpsd closed the connection         the loss is held back
/// 12:00:03  a position                         nothing was lost
/// 12:00:10  no position                        the loss, or that there was no report within 10 s
/// ```
struct ReportWait {
  /// The second at which the wait ends
  let end: Instant

  /// The length of the wait in seconds
  private let length: Int64

  /// The losses that are held back, by provider
  private var losses: [Int: FetchFailure] = [:]

  /// The providers that are not waited for any longer
  private var givenUp: Set<Int> = []

  init(from begins: Instant, length: Int64) {
    self.length = length
    end = begins.advanced(by: length)
  }

  /// Holds the losses among new events back
  mutating func hold(_ events: inout LiveEvents) {
    for provider in events.found { losses[provider] = nil }
    for loss in events.lost { losses[loss.provider] = loss.failure }
    events.lost = []
  }

  /// Returns the awaited providers that have no time left, or that nothing but a person can connect
  mutating func overdue(
    among awaited: Set<Int>, at now: Instant
  ) -> [(provider: Int, failure: FetchFailure)] {
    var result: [(provider: Int, failure: FetchFailure)] = []
    for provider in awaited.sorted() where !givenUp.contains(provider) {
      guard now >= end || !mayMend(provider) else { continue }
      givenUp.insert(provider)
      result.append((provider, losses[provider] ?? silence))
    }
    return result
  }

  /// The next second at which an awaited provider is overdue; nil if none is awaited
  func next(among awaited: Set<Int>, at now: Instant) -> Instant? {
    let open = awaited.subtracting(givenUp)
    guard !open.isEmpty else { return nil }
    return open.contains { !mayMend($0) } ? now : end
  }

  /// `true` if a provider may still report without the help of a person
  private func mayMend(_ provider: Int) -> Bool {
    losses[provider].map { $0.kind == .unreachable } ?? true
  }

  /// The failure of a provider that does not report
  private var silence: FetchFailure {
    FetchFailure(.unreachable, "there was no report within \(length) s")
  }
}
