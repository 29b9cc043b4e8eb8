import OppModel

/// The last request and the last response of a service
struct ServiceBook {
  private(set) var requested: Instant?
  private(set) var responded: (at: Instant, isGood: Bool)?

  /// The end of the time for which it wants to be left alone; `nil` if it has not asked for it
  private(set) var asked: Instant?

  /// The hangup after which a service that fails is still to be requested; `nil` if there is none
  private(set) var promised: Instant?

  /// `true` if the process may not have recorded the last response
  private var isUnsettled = false

  /// - Parameter pause: the seconds for which it wants to be left alone.
  mutating func respond(isGood: Bool, pause: Int64?, at now: Instant) {
    responded = (now, isGood)
    asked = pause.map { now.advanced(by: $0) }
    isUnsettled = true
  }

  /// Takes note of a request
  mutating func request(at now: Instant) {
    requested = now
    promised = nil
  }

  /// A hangup has a service that fails requested at once, unless it has asked to be left alone
  ///
  /// - Parameter start: the start of the process, which knows nothing of earlier failures.
  mutating func hangUp(at now: Instant, since start: Instant) {
    if let responded, !responded.isGood, responded.at >= start, asked == nil,
      !isUnderWay(at: now, since: start)
    {
      promised = now
    }
  }

  /// The process waits: it has recorded what it has heard
  mutating func settle() { isUnsettled = false }

  /// The process was killed: the next one may know nothing of the last response
  mutating func killed() {
    if isUnsettled { asked = nil }
    promised = nil
    isUnsettled = false
  }

  /// `true` if the response to the last request is still to come, which takes two minutes at most
  ///
  /// - Parameter start: the start of the process, which hears nothing of earlier requests.
  func isUnderWay(at now: Instant, since start: Instant) -> Bool {
    guard let requested, now.seconds(since: requested) < 120 else { return false }
    return isAwaited(since: start)
  }

  /// `true` if the response to the last request is still to come, also after a sleep of the machine
  ///
  /// - Parameter start: the start of the process, which hears nothing of earlier requests.
  func isAwaited(since start: Instant) -> Bool {
    guard let requested, requested >= start else { return false }
    return responded.map { $0.at < requested } ?? true
  }
}
