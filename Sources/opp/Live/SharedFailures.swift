internal import OppEngine
internal import OppModel
internal import OppSession

/// The failures of services that several sources and tables are pushed from: each is said once
///
/// ```
/// 08:00:02  sensor and climate of a Home Assistant fail, and for one reason     one line, of both
/// 08:00:03  switch fails for the same reason                                    no further line
/// 08:40:00  climate works again                                                 one line, of all three
/// 08:40:01  sensor and switch work again                                        no further line
/// ```
struct SharedFailures {
  /// A failure that was said
  private struct Failure {
    let service: Substring
    let reason: String
    let at: Instant

    /// The changes of those that fail, by their names
    var members: [String: HealthChange] = [:]

    /// The second at which the first of them worked again
    var recovered: Instant?

    /// The recovery of the first one, and of the others, which follow within seconds
    func recovery(with first: HealthChange) -> [HealthChange] {
      let others = members.values.map {
        HealthChange(at: first.at, provider: $0.provider, state: .well, opps: $0.opps)
      }
      return ([first] + others).sorted { $0.provider < $1.provider }
    }
  }

  private var failures: [Failure] = []

  /// The seconds within which the same of the same service is no news
  private static let spell: Int64 = 10

  /// The changes that are said now, those of one line together
  ///
  /// - Parameter isShared: `true` for a provider whose service may be that of others.
  mutating func lines(
    of changes: [HealthChange], at now: Instant, isShared: (String) -> Bool
  ) -> [[HealthChange]] {
    var lines: [[HealthChange]] = []
    for failure in takeLeftBehind(at: now) { lines.append(failure) }
    // The lines of failures, by their places, to which more of this second are added.
    var failing: [Int: Int] = [:]
    var recovering: Set<Int> = []
    for change in changes {
      guard isShared(change.provider), let place = take(change, at: now) else {
        lines.append([change])
        continue
      }
      if change.state.isHealthy {
        guard failures[place].recovered == now, recovering.insert(place).inserted else { continue }
        lines.append(failures[place].recovery(with: change))
      } else if let line = failing[place] {
        lines[line].append(change)
      } else if failures[place].at == now {
        failing[place] = lines.count
        lines.append([change])
      }
    }
    failures.removeAll { $0.members.isEmpty }
    return lines
  }

  /// Takes a change, and returns the place of its failure; `nil` for one that is said by itself
  private mutating func take(_ change: HealthChange, at now: Instant) -> Int? {
    let known = failures.firstIndex { $0.members[change.provider] != nil }
    switch change.state {
    case .well:
      guard let known else { return nil }
      failures[known].members[change.provider] = nil
      guard let recovered = failures[known].recovered else {
        failures[known].recovered = now
        return known
      }
      return now.seconds(since: recovered) <= Self.spell ? known : nil
    case .failing(let failure, _):
      if let known { failures[known].members[change.provider] = nil }
      let service = change.provider.drop { $0 != "(" }
      var place = failures.firstIndex {
        $0.service == service && $0.reason == failure.reason && $0.recovered == nil
          && now.seconds(since: $0.at) <= Self.spell
      }
      if place == nil {
        place = failures.count
        failures.append(Failure(service: service, reason: failure.reason, at: now))
      }
      if let place { failures[place].members[change.provider] = change }
      return place
    case .quotaSpent, .budgetSpent, .notConnected: return nil
    }
  }

  /// Takes those that still fail though others of their service work again
  private mutating func takeLeftBehind(at now: Instant) -> [[HealthChange]] {
    var left: [[HealthChange]] = []
    for place in failures.indices {
      guard let recovered = failures[place].recovered,
        now.seconds(since: recovered) > Self.spell, !failures[place].members.isEmpty
      else { continue }
      left.append(failures[place].members.values.sorted { $0.provider < $1.provider })
      failures[place] = Failure(
        service: failures[place].service, reason: failures[place].reason, at: now,
        members: failures[place].members)
    }
    return left
  }

  /// Forgets a provider that the rules no longer connect
  mutating func forget(_ provider: String) {
    for place in failures.indices { failures[place].members[provider] = nil }
    failures.removeAll { $0.members.isEmpty }
  }
}
