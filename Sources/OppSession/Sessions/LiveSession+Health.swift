package import OppEngine
internal import OppModel

/// Reports each missing provider once, with the Opps that it silences, and once more when it works again
///
/// ```
/// 08:00:02  fetch fails, 500        failures 1: nothing is reported, it may mend itself
/// 08:00:34  the retry fails, 500    failures 2, the tolerance: failing since 08:00:02 (x)
/// 08:01:36  fails again, 500        reported already
/// 10:00:10  a response              well (x)
/// ```
///
/// A refused password or a wrong setting is reported at the first failure, for it will not mend itself.
extension LiveSession {
  /// Notes a failure of a provider, and reports it once it is certain enough
  mutating func recordFailure(_ index: Int, _ failure: FetchFailure, at second: Int64) {
    states[index].failures += 1
    let since = states[index].failingSince ?? second
    states[index].failingSince = since
    if case .failing(let known, _) = states[index].health, known.kind == failure.kind { return }
    switch failure.kind {
    case .refused, .misconfigured: break
    case .unreachable, .limited, .broken, .unreadable, .outdated:
      // A pushing provider reports its loss once, and reconnects by itself.
      let isEnough = states[index].failures >= settings.tolerance
      guard isEnough || supply.providers[index].isPushed else { return }
    }
    set(.failing(failure, since: Instant(seconds: since)), index, at: second)
  }

  /// Notes that a provider works
  mutating func recover(_ index: Int, at second: Int64) {
    states[index].failures = 0
    states[index].failingSince = nil
    if !states[index].health.isHealthy { set(.well, index, at: second) }
  }

  /// Sets the health of a provider and reports it
  mutating func set(_ state: HealthState, _ index: Int, at second: Int64) {
    states[index].health = state
    let name = supply.providers[index].name
    // The report on a second is the state at its end.
    health.removeAll { $0.provider == name }
    health.append(
      HealthChange(
        at: Instant(seconds: second), provider: name, state: state,
        opps: opps(dependingOn: supply.providers[index])))
  }

  /// The providers that fail or have used up their quota, by name
  package var failingProviders: [String: HealthState] {
    var failing: [String: HealthState] = [:]
    for (index, state) in states.enumerated() where !state.health.isHealthy {
      failing[supply.providers[index].name] = state.health
    }
    return failing
  }

  /// Takes over the failures that a session over earlier rules has reported, so that their ends are reported too
  package mutating func resume(_ failing: [String: HealthState]) {
    for index in states.indices where states[index].health.isHealthy {
      if let state = failing[supply.providers[index].name] { states[index].health = state }
    }
  }

  /// The needed providers that do not respond now, each with the reason, or `nil` if it is not known
  package func unanswered() -> [(provider: String, state: HealthState?, opps: [String])] {
    let now = engine.present
    var failed: [Int: CacheEntry] = [:]
    for (fetch, entry) in cache.failed where progress.failed.contains(fetch) {
      if let index = supply.provider(of: fetch.subject) { failed[index] = entry }
    }
    let waiting = Set(turns.keys.compactMap { supply.provider(of: $0.subject) })
    var result: [(provider: String, state: HealthState?, opps: [String])] = []
    for (index, provider) in supply.providers.enumerated() {
      var state: HealthState?
      if let entry = failed[index] {
        let since = Instant(seconds: entry.failingSince ?? now.seconds)
        state = entry.failure.map { .failing($0, since: since) }
      } else if states[index].isHeldBack || isSilent(index) {
        state = states[index].health
      } else if waiting.contains(index) {
        let quota = states[index].quota.earliest(from: now)
        state = quota > now ? .quotaSpent(until: quota) : .budgetSpent(until: nextTurn ?? now)
      } else {
        continue
      }
      result.append((provider.name, state, opps(dependingOn: provider)))
    }
    return result
  }

  /// The Opps that need anything of a provider, by name
  package func opps(dependingOn provider: Provider) -> [String] {
    let readers = WorldReaders(engine)
    var names: Set<String> = []
    for served in provider.served { names.formUnion(readers.opps(dependingOn: served)) }
    return names.sorted { KeyOrder.isLess($0, $1) }
  }

  /// Reports everything that rules use and nothing connects
  mutating func checkConnections(at second: Int64) -> [Arrival] {
    var arrivals: [Arrival] = []
    let readers = WorldReaders(engine)
    let reported = unconnected
    unconnected = []
    for (served, name) in readers.served() where !supply.serves(served) {
      let opps = readers.opps(dependingOn: served)
      guard !opps.isEmpty else { continue }
      unconnected.insert(name)
      if reported.contains(name) { continue }
      health.append(
        HealthChange(
          at: Instant(seconds: second), provider: name, state: .notConnected,
          opps: opps.sorted { KeyOrder.isLess($0, $1) }))
      arrivals.append(.unavailable(name: name, reason: "it is not connected"))
    }
    return arrivals
  }
}
