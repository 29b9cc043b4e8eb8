internal import OppEngine
package import OppModel

/// The costs of the requests within the period of `set budget`
///
/// Time is counted as in ``QuotaLedger``: from the second of the response. With a budget of 0.3 a minute:
///
/// ```
/// spent         0.1 at second 0, 0.1 at 10, 0.1 at 20; it is second 30
/// one for 0.1   at 61, when that of second 0 is out of the period
/// one for 0.2   at 71
/// one for 0.4   never
/// ```
package struct BudgetLedger: Sendable {
  package let budget: Budget

  /// The costs by the second of their responses, ascending; those before `head` are out of the period
  private var spent: [(second: Int64, cost: Double)] = []

  /// The index of the first cost that may count; earlier costs are removed now and then, a whole run at once
  private var head = 0

  /// The number of costs that it ever took note of
  private(set) var total = 0

  /// The cost of the requests that have no response yet
  private var underWay = 0.0

  /// Costs are sums of decimal fractions: three times 0.1 is within 0.3
  private static let tolerance = 1e-9

  package init(_ budget: Budget) {
    self.budget = budget
  }

  /// Takes note of a request that is made now
  package mutating func begin(_ cost: Double) { underWay += cost }

  /// Takes note of the response to a request, or of its failure
  ///
  /// - Requires: seconds ascend.
  package mutating func end(_ cost: Double, at instant: Instant) {
    underWay = max(0, underWay - cost)
    spent.append((instant.seconds, cost))
    total += 1
    let oldest = oldest(at: instant)
    while head < spent.count, spent[head].second < oldest { head += 1 }
    if head > 256, head > spent.count / 2 {
      spent.removeFirst(head)
      head = 0
    }
  }

  /// The first second of the period that ends now
  private func oldest(at now: Instant) -> Int64 {
    Seconds.subtract(now.seconds, budget.seconds)
  }

  /// Forgets the costs after an instant, which were of a clock that was ahead
  mutating func forget(after instant: Instant) {
    while spent.count > head, let last = spent.last, last.second > instant.seconds {
      spent.removeLast()
    }
  }

  /// The second of the first cost that it knows; `nil` if it knows none
  var first: Int64? { spent.count > head ? spent[head].second : nil }

  /// Counts costs of before all that it knows
  ///
  /// - Parameter costs: ascending, none after ``first``.
  mutating func addEarlier(_ costs: [(second: Int64, cost: Double)]) {
    spent = costs + spent[head...]
    head = 0
  }

  /// The costs that still count at an instant, by the seconds of their responses, ascending
  func counted(at instant: Instant) -> [(second: Int64, cost: Double)] {
    let oldest = oldest(at: instant)
    return Array(spent[head...].drop { $0.second < oldest })
  }

  /// The first second at which a cost that counts at an instant no longer does; never if there is none
  func lapse(at instant: Instant) -> Int64 {
    let oldest = oldest(at: instant)
    guard let first = spent[head...].first(where: { $0.second >= oldest }) else {
      return Seconds.never
    }
    return end(of: first.second).seconds
  }

  /// The cost spent in the period that ends at an instant
  package func used(at instant: Instant) -> Double {
    let oldest = oldest(at: instant)
    var sum = underWay
    for entry in spent[head...] where entry.second >= oldest { sum += entry.cost }
    return sum
  }

  /// The first second from `now` on at which `cost` more can be spent; if that depends on a response,
  /// the first at which it may be possible
  package func earliest(_ cost: Double, from now: Instant) -> Instant {
    let limit = budget.cost + Self.tolerance * max(1, budget.cost)
    guard cost <= limit else { return .distantFuture }
    var left = used(at: now)
    if left + cost <= limit { return now }
    let oldest = oldest(at: now)
    for entry in spent[head...] where entry.second >= oldest {
      left -= entry.cost
      if left + cost <= limit { return end(of: entry.second) }
    }
    return end(of: now.seconds)
  }

  /// The first second at which the costs of a second no longer count
  private func end(of second: Int64) -> Instant {
    Instant(seconds: Seconds.add(second, Seconds.add(budget.seconds, 1)))
  }
}
