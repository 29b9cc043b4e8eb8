import OppModel

/// The last request and the last response of a service
struct ServiceBook {
  var requested: Instant?
  var responded: (at: Instant, isGood: Bool)?

  /// `true` if the response to the last request is still to come, which takes two minutes at most
  ///
  /// - Parameter start: the start of the process, which hears nothing of earlier requests.
  func isUnderWay(at now: Instant, since start: Instant) -> Bool {
    guard let requested, requested >= start, now.seconds(since: requested) < 120 else {
      return false
    }
    return responded.map { $0.at < requested } ?? true
  }
}
