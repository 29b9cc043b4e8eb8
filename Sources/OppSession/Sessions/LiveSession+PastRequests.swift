internal import OppEngine
package import OppModel

/// Requests of the past that count for a quota or a budget which is new, or looks back further than before an edit
///
/// The memory has the requests that counted for the limits of the rules that wrote it. Beside it, a store has all of them:
///
/// ```
/// quota 6 a minute      11:59:50, 12:00:00             the requests in the memory at 12:00:00
/// store                 08:00, 10:00, 11:59:50, 12:00
/// quota 100 a day       08:00, 10:00, 11:59:50, 12:00  after an edit: the two before the first of the memory are added
/// ```
extension LiveSession {
  /// The number of seconds for which a request may count; `nil` without a quota and a budget
  package var requestReach: Int64? {
    var reach: Int64 = 0
    for state in states { reach = max(reach, state.quota.reach) }
    if let budget { reach = max(reach, budget.budget.seconds) }
    return reach > 0 ? reach : nil
  }

  /// Counts the requests that came before all those that the memory has, each for its quota and the budget
  ///
  /// - Parameter requests: all that are known, in any order.
  /// - Requires: no second is open.
  package mutating func count(_ requests: [PastRequest]) {
    let now = engine.present
    let past = requests.filter { $0.at <= now }.sorted { $0.at < $1.at }
    for (index, provider) in supply.providers.enumerated() {
      let first = states[index].quota.first ?? Seconds.never
      let earlier = past.filter { $0.provider == provider.name && $0.at.seconds < first }
      if !earlier.isEmpty { states[index].quota.addEarlier(earlier.map { $0.at.seconds }) }
    }
    guard let first = budget.map({ $0.first ?? Seconds.never }) else { return }
    let earlier = past.filter { $0.at.seconds < first }
    if !earlier.isEmpty { budget?.addEarlier(earlier.map { ($0.at.seconds, $0.cost) }) }
  }
}

/// A request that was made, and has succeeded or failed
package struct PastRequest: Hashable, Sendable {
  /// The name of its provider
  package let provider: String

  /// The last second at which it may have reached its provider
  package let at: Instant

  /// The cost that counts for a budget
  package let cost: Double

  package init(provider: String, at: Instant, cost: Double) {
    self.provider = provider
    self.at = at
    self.cost = cost
  }
}
