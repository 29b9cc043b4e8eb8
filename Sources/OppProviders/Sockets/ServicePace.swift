internal import OppEngine
internal import OppModel
internal import OppSession

/// The times by which a connection to a service that pushes goes, other in tests
struct ServicePace: Sendable {
  let clock: @Sendable () -> Instant

  /// The pause before the next attempt
  ///
  /// - Parameter failures: how many attempts in a row have failed, at least 1.
  let pause: @Sendable (_ failure: FetchFailure, _ failures: Int) -> Duration

  /// The time for which nothing is said of a connection that is lost: a service that is started again needs some seconds
  let patience: Duration

  /// The silence after which the service is asked whether it is there
  let keepAlive: Duration

  /// The time between two looks at the file of a secret that was refused
  var look = Duration.seconds(5)

  static let broker = ServicePace(
    clock: PresentClock.now,
    pause: { failure, failures in
      switch failure.kind {
      // Each attempt is one that the service notes as a break-in: 10, 20, 40, 60 minutes.
      case .refused, .misconfigured: .seconds(min(600 << min(failures - 1, 3), 3600))
      // 1, 2, 4 … 64 seconds
      case .unreachable, .limited, .broken, .unreadable, .outdated:
        .seconds(1 << min(failures - 1, 6))
      }
    }, patience: .seconds(10), keepAlive: .seconds(30))

  /// Waits before the next attempt; a secret that is no longer the one of the last attempt ends the wait
  ///
  /// - Returns: `true` if the secret was renewed.
  func wait(_ length: Duration, for secret: Secret, used: String) async -> Bool {
    let end = ContinuousClock.now + length
    while true {
      if secret.isRenewed(since: used) { return true }
      let now = ContinuousClock.now
      if now >= end { return false }
      let next = secret.isRenewable ? min(end, now + look) : end
      guard (try? await Task.sleep(until: next, clock: .continuous)) != nil else { return false }
    }
  }
}
