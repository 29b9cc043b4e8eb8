internal import OppEngine
internal import OppModel

/// Decides which changes of health are worth a message: each state once, and its end once
///
/// Only providers that an Opp needs are reported on, and a provider is reported as working again only after it was
/// reported as failing.
///
/// ```
/// 08:00:34  weather failing: 500, since 08:00:02     reported
/// 08:20:00  weather failing: 500, since 08:20:00     not again: only since when differs
/// 08:30:00  weather failing: 401, since 08:20:00     reported, for it is another reason
/// 10:00:02  weather well                             reported
/// 10:00:02  calendar well                            not: it was never reported as failing
/// ```
package struct HealthReporter: Hashable, Sendable {
  /// The report on each that fails, by name
  private var reports: [String: Report] = [:]

  /// A report, as far as another one would say the same
  private enum Report: Hashable {
    case provider(HealthState, opps: [String])
    case other

    /// By an earlier run
    case earlier
  }

  /// Creates a reporter that has reported nothing
  package init() {}

  /// The changes that are to be reported now
  package mutating func news(in changes: [HealthChange]) -> [HealthChange] {
    changes.filter { change in
      if change.state.isHealthy { return recover(change.provider) }
      guard !change.opps.isEmpty || change.state != .notConnected else { return false }
      let report = Report.provider(Self.said(of: change.state), opps: change.opps)
      guard reports[change.provider] != report else { return false }
      reports[change.provider] = report
      return true
    }
  }

  /// Records that something fails, such as a notifier
  ///
  /// - Returns: whether it is to be reported: nothing was so far.
  package mutating func fail(_ name: String) -> Bool {
    guard reports[name] == nil || reports[name] == .earlier else { return false }
    reports[name] = .other
    return true
  }

  /// Records that something failed in an earlier run, so that its end is reported
  package mutating func resume(_ name: String) { reports[name] = reports[name] ?? .earlier }

  /// Records that something is of no interest any more, such as a notifier for which nothing waits
  package mutating func forget(_ name: String) { reports[name] = nil }

  /// Forgets the failures of providers that a session over other rules does not go on with
  ///
  /// What nothing connects is kept until the session has looked (``forgetConnected(but:)``).
  ///
  /// - Returns: the names of the providers that are forgotten.
  package mutating func forgetProviders(but failing: Set<String>) -> [String] {
    let names = reports.filter { name, report in
      guard case .provider(let state, _) = report else { return false }
      return state != .notConnected && !failing.contains(name)
    }.keys.sorted()
    for name in names { reports[name] = nil }
    return names
  }

  /// Forgets that nothing connects a source or table, unless changed rules lack its connection too
  ///
  /// - Parameter lacking: the names that a session over the changed rules has found without a connection.
  /// - Returns: the names that are forgotten.
  package mutating func forgetConnected(but lacking: Set<String>) -> [String] {
    let names = reports.filter { name, report in
      guard case .provider(.notConnected, _) = report else { return false }
      return !lacking.contains(name)
    }.keys.sorted()
    for name in names { reports[name] = nil }
    return names
  }

  /// Records that something works
  ///
  /// - Returns: whether it is to be reported: it was reported as failing.
  package mutating func recover(_ name: String) -> Bool {
    reports.removeValue(forKey: name) != nil
  }

  /// Whether something was reported as failing in this run, and not as working since
  package func isFailing(_ name: String) -> Bool {
    reports[name].map { $0 != .earlier } ?? false
  }

  /// A state without the details that no message shows: its beginning, and the seconds of its minute
  private static func said(of state: HealthState) -> HealthState {
    switch state {
    case .failing(let failure, _):
      .failing(FetchFailure(failure.kind, failure.reason), since: Instant(seconds: 0))
    case .quotaSpent(let until): .quotaSpent(until: minute(of: until))
    case .budgetSpent(let until): .budgetSpent(until: minute(of: until))
    case .well, .notConnected: state
    }
  }

  /// The beginning of the minute of an instant
  private static func minute(of instant: Instant) -> Instant {
    instant.advanced(by: -(instant.seconds % 60))
  }
}
