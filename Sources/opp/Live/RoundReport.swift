internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppStore

/// The messages at the end of a round on what it could not find out
///
/// `opp run --once` prints one line for each supplier that is missing, and ends with status 3:
///
/// ```
/// 2026-06-21 12:01:00  weather (openmeteo): there was no response within 60 s; "Lunch walk" waits for it. …
/// ```
struct RoundReport {
  /// The session at the end of the round
  private let session: LiveSession

  /// The suppliers of its world
  private let suppliers: [Supplier]

  /// The fetches of earlier rounds
  private let store: Store

  /// Prints and keeps each message once
  private let health: LiveHealth

  /// The last second of the round
  private let present: Instant

  init(
    _ session: LiveSession, _ suppliers: [Supplier], _ store: Store, _ health: LiveHealth,
    at present: Instant
  ) {
    self.session = session
    self.suppliers = suppliers
    self.store = store
    self.health = health
    self.present = present
  }

  /// Reports the fetches that got no response
  ///
  /// - Parameter limit: the number of seconds for which the round waited.
  /// - Returns: whether there are any.
  func reportUnanswered(_ fetches: [Fetch], within limit: Int64) throws(StoreFailure) -> Bool {
    var isAny = false
    for fetch in fetches {
      guard let supplier = suppliers.first(where: { $0.serves(fetch.subject) }) else { continue }
      isAny = true
      let failure = FetchFailure(.unreachable, "there was no response within \(limit) s")
      try report(
        .failing(failure, since: present), of: supplier.name, session.opps(dependingOn: supplier))
    }
    return isAny
  }

  /// Reports the suppliers that do not provide what is needed now
  ///
  /// - Returns: whether there are any.
  func reportMissing() throws(StoreFailure) -> Bool {
    let missing = session.unanswered()
    for (supplier, state, opps) in missing {
      // In this round it was found out; else the store has the last failure of the day before.
      if let state {
        try report(state, of: supplier, opps)
      } else {
        try report(try earlierFailure(of: supplier), of: supplier, opps)
      }
    }
    return !missing.isEmpty
  }

  /// Reports the state of a supplier, and the Opps that wait for it
  private func report(
    _ state: HealthState, of supplier: String, _ opps: [String]
  ) throws(StoreFailure) {
    let change = HealthChange(at: present, supplier: supplier, state: state, opps: opps)
    try health.fail(supplier, at: present) {
      health.text.text(of: change, retry: session.retry(of: supplier))
    }
  }

  /// The failure of a supplier in an earlier round, after which it is not retried yet
  private func earlierFailure(of supplier: String) throws(StoreFailure) -> HealthState {
    let fetches = try store.loadFetches(since: present.advanced(by: -86_400))
    for fetch in fetches.reversed() where fetch.supplier == supplier {
      if case .failed(let failure) = fetch.outcome { return .failing(failure, since: fetch.at) }
    }
    return .failing(FetchFailure(.broken, "it failed in an earlier round"), since: present)
  }
}
