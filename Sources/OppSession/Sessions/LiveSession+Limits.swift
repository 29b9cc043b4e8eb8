internal import OppEngine
internal import OppModel

/// Requests that wait for a quota or for the budget
///
/// A provider with 60 requests a minute, of which 80 are wanted at 08:00:00 and take 2 s each:
///
/// ```
/// 08:00:00  60 are made, 20 wait for their turn
/// 08:01:03  the other 20 are made: the responses of 08:00:02 are out of the minute, and of its second
/// ```
///
/// A wait of up to ``longestTurn`` is kept quiet. A longer one makes the subject impossible for now: the rest is
/// planned without it, and the provider is reported as having spent its quota.
extension LiveSession {
  /// The most seconds that a request waits for its turn without being planned around: nothing is fetched in
  /// its place, and nothing is reported
  static let longestTurn: Int64 = 120

  /// The first second from `now` on at which a fetch may be made
  func earliest(_ fetch: Fetch, from now: Instant) -> Instant {
    guard let index = supply.provider(of: fetch.subject) else { return now }
    let quota = states[index].quota.earliest(from: now)
    guard let budget else { return quota }
    // The reserve for another fetch, with the cost of this one, is at most the whole budget.
    let cost = cost(of: fetch.subject)
    let wanted = max(cost, min(cost + reserved(except: fetch, at: now), budget.budget.cost))
    return max(quota, budget.earliest(wanted, from: now))
  }

  /// The cost reserved for a fetch that has waited for as long as the budget looks back: cheaper ones would
  /// overtake it for ever
  func reserved(except fetch: Fetch, at now: Instant) -> Double {
    guard let budget, !turns.isEmpty else { return 0 }
    let limit = Seconds.subtract(now.seconds, budget.budget.seconds)
    var oldest: (fetch: Fetch, since: Int64)?
    for (waiting, since) in turns where since <= limit {
      if let oldest, !isBefore((waiting, since), oldest) { continue }
      oldest = (waiting, since)
    }
    guard let oldest, oldest.fetch != fetch else { return 0 }
    return cost(of: oldest.fetch.subject)
  }

  /// Whether a turn comes before another: it began earlier or, at the same second, its meaning comes first
  ///
  /// A dictionary has another order in every run, which must not decide anything.
  private func isBefore(
    _ turn: (fetch: Fetch, since: Int64), _ other: (fetch: Fetch, since: Int64)
  ) -> Bool {
    guard turn.since == other.since else { return turn.since < other.since }
    return KeyOrder.isLess(
      engine.graph.meaning(of: turn.fetch), engine.graph.meaning(of: other.fetch))
  }

  /// Takes note of the fetches that are made now; those that no limit allows yet wait for their turn
  ///
  /// The fetch that has waited longest goes first; of several that came together, the fetch with the greatest worth.
  ///
  /// - Parameter worths: by fetch, the number of decisions expected of it for its cost.
  /// - Returns: the fetches to make, and those that wait, with their instants.
  mutating func admit(
    _ wanted: [Fetch], at now: Instant, worths: [Fetch: Double]
  ) -> (made: [Fetch], waiting: [(fetch: Fetch, until: Instant)]) {
    var result: (made: [Fetch], waiting: [(fetch: Fetch, until: Instant)]) = ([], [])
    for fetch in ordered(wanted, at: now, worths) {
      let until = earliest(fetch, from: now)
      if until <= now {
        begin(fetch, at: now)
        result.made.append(fetch)
      } else {
        wait(fetch, until: until, at: now)
        result.waiting.append((fetch, until))
      }
    }
    return result
  }

  /// Fetches in the order in which they may go: the order of the plan if no limit makes a difference
  private func ordered(
    _ wanted: [Fetch], at now: Instant, _ worths: [Fetch: Double]
  ) -> [Fetch] {
    guard hasOrder(wanted) else { return wanted }
    let turns = turns
    // Not a function of the session, which each comparison would copy.
    let comesBefore = { (left: Int, right: Int) -> Bool in
      let since = turns[wanted[left]] ?? now.seconds
      let other = turns[wanted[right]] ?? now.seconds
      guard since == other else { return since < other }
      let (worth, others) = (worths[wanted[left]] ?? 0, worths[wanted[right]] ?? 0)
      return worth == others ? left < right : worth > others
    }
    return wanted.indices.sorted(by: comesBefore).map { wanted[$0] }
  }

  /// Whether it matters which of some fetches goes first
  func hasOrder(_ wanted: [Fetch]) -> Bool {
    guard wanted.count > 1 else { return false }
    if budget != nil { return true }
    return wanted.contains { fetch in
      supply.provider(of: fetch.subject).map { supply.providers[$0].quota != Quota() } ?? false
    }
  }

  /// Notes a fetch that is made, for its limits and for measurements
  private mutating func begin(_ fetch: Fetch, at now: Instant) {
    turns[fetch] = nil
    cache.request(fetch, at: now.seconds)
    guard let index = supply.provider(of: fetch.subject) else { return }
    count(fetch)
    work.fetches[index, default: 0] += 1
  }

  /// Counts a fetch that is under way for its limits
  mutating func count(_ fetch: Fetch) {
    guard let index = supply.provider(of: fetch.subject) else { return }
    states[index].quota.begin()
    let cost = cost(of: fetch.subject)
    budget?.begin(cost)
  }

  /// Notes a fetch that waits; it keeps the second since which it does
  private mutating func wait(_ fetch: Fetch, until: Instant, at now: Instant) {
    turns[fetch] = turns[fetch] ?? now.seconds
    confirmedTurns.insert(fetch)
    nextTurn = min(nextTurn ?? until, until)
    guard let index = supply.provider(of: fetch.subject) else { return }
    holdBack(index, until: until, at: now)
  }

  /// A quota or the budget is used up for now
  mutating func holdBack(_ index: Int, until allowed: Instant, at now: Instant) {
    retries = min(retries, allowed.seconds)
    let isQuota = states[index].quota.earliest(from: now) > now
    guard allowed.seconds(since: now) > Self.longestTurn, states[index].health.isHealthy else {
      return
    }
    set(
      isQuota ? .quotaSpent(until: allowed) : .budgetSpent(until: allowed), index,
      at: now.seconds)
  }

  /// Records for the limits that a fetch has succeeded, or has failed
  mutating func end(_ fetch: Fetch, at second: Int64) {
    refreshed.remove(fetch)
    guard cache[fetch]?.requested != nil, let index = supply.provider(of: fetch.subject) else {
      return
    }
    let now = Instant(seconds: second)
    states[index].quota.end(at: now)
    let cost = cost(of: fetch.subject)
    budget?.end(cost, at: now)
  }

  /// Forgets the turns of fetches that are no longer wanted
  mutating func forgetTurns() {
    guard !turns.isEmpty else { return }
    turns = turns.filter { confirmedTurns.contains($0.key) }
  }
}
