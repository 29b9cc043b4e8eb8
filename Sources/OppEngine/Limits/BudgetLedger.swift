package import OppModel

/// What was spent in the stretch of time that `set budget` looks at
package struct BudgetLedger: Sendable {
  package let budget: Budget
  private var spent: [(second: Int64, cost: Double)] = []
  private var head = 0

  package init(_ budget: Budget) {
    self.budget = budget
  }

  package mutating func note(_ cost: Double, at instant: Instant) {
    spent.append((instant.seconds, cost))
    let start = Seconds.subtract(instant.seconds, budget.seconds)
    while head < spent.count, spent[head].second <= start { head += 1 }
    if head > 256, head > spent.count / 2 {
      spent.removeFirst(head)
      head = 0
    }
  }

  /// What was spent in the stretch that ends at an instant
  package func used(at instant: Instant) -> Double {
    let start = Seconds.subtract(instant.seconds, budget.seconds)
    var sum = 0.0
    for entry in spent[head...] where entry.second > start { sum += entry.cost }
    return sum
  }

  /// The first second from `now` on at which `cost` more can be spent
  package func earliest(_ cost: Double, from now: Instant) -> Instant {
    guard cost <= budget.cost else { return .distantFuture }
    let start = Seconds.subtract(now.seconds, budget.seconds)
    var left = used(at: now)
    if left + cost <= budget.cost { return now }
    for entry in spent[head...] where entry.second > start {
      left -= entry.cost
      if left + cost <= budget.cost {
        return Instant(seconds: Seconds.add(entry.second, budget.seconds))
      }
    }
    return now
  }
}
