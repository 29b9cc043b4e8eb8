internal import OppEngine
internal import OppModel
internal import OppSession

/// The seconds at which readings of files begin to count that have been written before
///
/// A reading counts from the first whole second on that is not before its own instant:
///
/// ```
/// 12:00:05.3  a line of 12:00:05.1 is read     it is due at 12:00:06
/// 12:00:06.0  the file is read again           it counts
/// ```
struct LiveLooks {
  /// By the index of the provider
  private var due: [Int: Instant] = [:]

  /// The next of these seconds; `nil` if there is none
  var next: Instant? { due.values.min() }

  /// Notes the responses of providers
  mutating func note(_ responses: [FetchResponse], of providers: [Provider]) {
    for response in responses {
      guard let index = providers.firstIndex(where: { $0.serves(response.fetch.subject) }) else {
        continue
      }
      due[index] = response.due
    }
  }

  /// The providers with a reading that counts from now on
  mutating func take(at now: Instant) -> [Int] {
    let found = due.filter { $0.value <= now }.map { $0.key }.sorted()
    for index in found { due[index] = nil }
    return found
  }

  /// `true` if a response that was not requested brings the readings that the session has already
  static func isRepeated(_ response: FetchResponse, in session: LiveSession) -> Bool {
    guard let entry = session.cache[response.fetch], entry.failure == nil else { return false }
    switch response.outcome {
    case .unchanged: return true
    case .arrived(let arrivals):
      let readings = arrivals.readings
      return response.earlier.isEmpty && readings.count == arrivals.count
        && readings == entry.arrivals.readings
    case .failed: return false
    }
  }

  /// Forgets the providers of other rules
  mutating func forget() { due = [:] }
}
