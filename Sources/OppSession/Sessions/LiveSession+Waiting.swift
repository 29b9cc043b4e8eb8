internal import OppEngine
internal import OppModel

/// Timeouts: a value that cannot be fetched in time becomes unknown, and pending events continue without it
///
/// ```
///   missing ─── fetch ─────────────── response, or failure
///   ╰─────────── undecided ─────────╯
///               ╰── a minute ──╮
///                              given up: unknown until there is a response
/// ```
///
/// A subject that no decision needs is not fetched, and stays undecided: it is not known to be unknown.
extension LiveSession {
  /// The number of seconds for which a subject that is needed and missing keeps anything undecided
  private var waiting: Int64 { (engine.eventTimeouts ?? EventTimeouts()).waiting }

  /// Gives a subject up that cannot be fetched, or that has not come in time
  ///
  /// - Returns: the loss, for the engine; `nil` while the subject is worth waiting for.
  mutating func giveUp(
    _ subject: FetchKey, _ terms: FetchOptions.Terms, at second: Int64
  ) -> Arrival? {
    guard engine.isAwaited(subject) else { return nil }
    if case .impossible = terms, let reason = hindrance(of: subject, at: second) {
      return .lost(subject, reason: reason)
    }
    guard isWaitedFor(terms) else {
      missing[subject] = nil
      return nil
    }
    let since = missing[subject] ?? second
    missing[subject] = since
    let end = Seconds.add(since, waiting)
    guard second >= end else {
      retries = min(retries, end)
      return nil
    }
    return .lost(subject, reason: "there has been no response for \(waiting) s")
  }

  /// Forgets since when subjects are missing that are no longer needed
  mutating func forgetMissing(but needed: [FetchKey]) {
    if missing.isEmpty { return }
    // Mostly there is hardly any, for which no set is made.
    guard missing.count > 4 else {
      for subject in missing.keys where !needed.contains(subject) { missing[subject] = nil }
      return
    }
    let needed = Set(needed)
    missing = missing.filter { needed.contains($0.key) }
  }

  /// `true` if a subject cannot be fetched now, or its request is under way; a subject that could be fetched and is not, is not needed
  private func isWaitedFor(_ terms: FetchOptions.Terms) -> Bool {
    switch terms {
    case .possible, .after: false
    case .underWay(let fetch): cache[fetch]?.requested != nil
    case .impossible: true
    }
  }

  /// The reason why a subject cannot be fetched within the longest wait; `nil` if it can
  private func hindrance(of subject: FetchKey, at second: Int64) -> String? {
    guard let index = supply.provider(of: subject) else { return "it is not connected" }
    if supply.providers[index].isPushed { return "its last report is too old" }
    guard let fetch = supply.fetch(for: subject, at: person) else {
      return "it is not known where you are"
    }
    if let entry = cache[fetch] {
      if entry.requested != nil { return nil }
      if let failure = entry.failure { return failure.reason }
      if entry.retry > second { return "its next request is not due yet" }
      if entry.responded != nil { return "its last response is too old" }
    }
    let now = Instant(seconds: second)
    guard earliest(fetch, from: now).seconds(since: now) > Self.longestTurn else { return nil }
    let isQuota = states[index].quota.earliest(from: now) > now
    return isQuota ? "its quota is used up" : "the budget of `set budget` is used up"
  }

  /// Takes note that a fetch begins
  ///
  /// A subject that is merely retried stays unknown; one that was not needed for a while is undecided again.
  ///
  /// - Returns: the arrivals that make its failed subjects undecided again, for the engine.
  mutating func expectResponse(to fetch: Fetch, at second: Int64) -> [Arrival] {
    if let index = supply.provider(of: fetch.subject) {
      retries = min(retries, patienceEnd(of: index, since: second))
    }
    let subjects = interested[fetch] ?? [fetch.subject]
    for subject in subjects where engine.isAwaited(subject) {
      missing[subject] = second
      retries = min(retries, Seconds.add(second, waiting))
    }
    guard !isRetry(fetch, at: second) else { return [] }
    var arrivals: [Arrival] = []
    for subject in subjects
    where engine.hasFailed(subject) && lacking[subject] == nil {
      arrivals.append(.awaited(subject))
    }
    return arrivals
  }

  /// Whether a fetch retries, as soon as it may, one that failed
  private func isRetry(_ fetch: Fetch, at second: Int64) -> Bool {
    guard let entry = cache[fetch] else { return false }
    return entry.failures > 0 && second <= Seconds.add(entry.retry, waiting)
  }
}
