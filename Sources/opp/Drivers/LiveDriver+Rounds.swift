internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppStore

/// The end of a round: cron shows the status and the messages, and nothing else
extension LiveDriver {
  /// Reports what got no response or could not be delivered, and why
  ///
  /// - Parameter unanswered: the fetches that nobody waits for any longer.
  /// - Returns: the status of the round: 3 where there is any such thing.
  func endRound(_ unanswered: [Fetch]) throws(StoreFailure) -> ExitStatus {
    var isOutside = hasGivenUp
    for fetch in unanswered {
      guard let supplier = world.suppliers.first(where: { $0.serves(fetch.subject) }) else {
        continue
      }
      isOutside = true
      let failure = FetchFailure(
        .unreachable, "there was no response within \(settings.onceLimit) s")
      try say(
        .failing(failure, since: present), of: supplier.name, session.opps(dependingOn: supplier))
    }
    for (supplier, state, opps) in session.unanswered() {
      isOutside = true
      if let state {
        try say(state, of: supplier, opps)
      } else {
        try say(try earlierFailure(of: supplier), of: supplier, opps)
      }
    }
    if try store.hasUntold(at: present) {
      isOutside = true
      try sayUntold()
    }
    return isOutside ? .outside : .success
  }

  private func say(
    _ state: HealthState, of supplier: String, _ opps: [String]
  ) throws(StoreFailure) {
    guard failing[supplier] == nil else { return }
    let notice = HealthChange(at: present, supplier: supplier, state: state, opps: opps)
    let retry = session.retry(of: supplier)
    try say(
      HealthText(zone: rules.zone).text(of: notice, retry: retry), notWell: supplier, at: present)
  }

  /// The failure of a supplier in an earlier round, after which it is not retried yet
  private func earlierFailure(of supplier: String) throws(StoreFailure) -> HealthState {
    let fetches = try store.loadFetches(since: present.advanced(by: -86_400))
    for fetch in fetches.reversed() where fetch.supplier == supplier {
      if case .failed(let failure) = fetch.outcome { return .failing(failure, since: fetch.at) }
    }
    return .failing(FetchFailure(.broken, "it failed in an earlier round"), since: present)
  }

  /// Firings that wait since an earlier round
  private func sayUntold() throws(StoreFailure) {
    let name = rules.notifierName
    guard failing[name] == nil else { return }
    let count = try store.list().reduce(0) { $0 + $1.waiting }
    let next = try store.nextDelivery() ?? present
    try say(
      HealthText(zone: rules.zone).text(
        ofTelling: name, reason: "it failed in an earlier round", waiting: count, retry: next,
        at: present), notWell: name, at: present)
  }
}
