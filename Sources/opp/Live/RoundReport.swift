internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppSession
internal import OppStore

/// The messages at the end of a round on its missing responses and providers
///
/// `opp run --once` prints one line for each provider that is missing, and ends with status 3:
///
/// ```
/// 2026-06-21 12:01:00  weather (openmeteo): there was no response within 60 s; "Lunch walk" waits for it. …
/// ```
struct RoundReport {
  /// The session at the end of the round
  private let session: LiveSession

  /// The providers of its world
  private let providers: [Provider]

  /// Prints and keeps each message once
  private let health: LiveHealth

  /// The last second of the round
  private let present: Instant

  init(
    _ session: LiveSession, _ providers: [Provider], _ health: LiveHealth, at present: Instant
  ) {
    self.session = session
    self.providers = providers
    self.health = health
    self.present = present
  }

  /// Reports the fetches that got no response
  ///
  /// - Parameter limit: the number of seconds for which the round waited.
  /// - Returns: whether there are any.
  func reportMissingResponses(_ fetches: [Fetch], within limit: Int64) throws(StoreFailure) -> Bool
  {
    var isAny = false
    for fetch in fetches {
      guard let provider = providers.first(where: { $0.serves(fetch.subject) }) else { continue }
      isAny = true
      let failure = FetchFailure(
        .unreachable, "there was no response within \(limit) s",
        remedy: "If this continues, check why it does not respond")
      try report(
        .failing(failure, since: present), of: provider.name, session.opps(dependingOn: provider))
    }
    return isAny
  }

  /// Reports the providers that cannot provide a value that is needed now
  ///
  /// - Returns: whether there are any.
  func reportMissing() throws(StoreFailure) -> Bool {
    let missing = session.unanswered()
    for (provider, state, opps) in missing {
      try report(state ?? earlierFailure, of: provider, opps)
    }
    return !missing.isEmpty
  }

  /// Reports the state of a provider, and the Opps that wait for it
  private func report(
    _ state: HealthState, of provider: String, _ opps: [String]
  ) throws(StoreFailure) {
    let change = HealthChange(at: present, provider: provider, state: state, opps: opps)
    try health.fail(provider, at: present) {
      health.text.text(of: change, retry: session.retry(of: provider))
    }
  }

  /// The failure of a provider in a round of an earlier version, which has not kept the reason
  private var earlierFailure: HealthState {
    .failing(FetchFailure(.broken, "it failed in an earlier round"), since: present)
  }
}
