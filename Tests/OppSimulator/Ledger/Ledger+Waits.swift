import OppEngine
import OppModel
import OppSession
import OppStore

/// The checks while a process waits: all that is due is under way, or the process will wake for it
extension Ledger {
  /// Takes note of a wait
  ///
  /// - Parameters:
  ///   - hasNews: whether something has come that the process has not seen.
  ///   - limit: the second at which it ends by itself.
  func waits(until limit: Instant, hasNews: Bool, _ store: Store?, at now: Instant) {
    if !hasNews { settle() }
    checkPromises(at: now, until: hasNews ? now : limit)
    guard outage == nil, !hasNews, let store else { return }
    // A process that has just started plans its requests, as one does that went on.
    let start = aliveSince.advanced(by: 3)
    if !disturbances.contains(where: { $0.contains(now) && $0.upperBound > start }) {
      checkRequests(at: now, until: limit)
    }
    guard disturbance(at: now) == nil else { return }
    checkListed(store, at: now)
    checkFile(until: limit, at: now)
    if let expiry = try? store.nextExpiry(), expiry.advanced(by: Self.grace) < limit {
      breaks(
        .wakes, at: now,
        "something has expired at \(expiry.rfc3339), and the run sleeps beyond")
    }
    checkHeld(store, until: limit, at: now)
    for notifier in notifierNames where !deliveries.hasInFlight(notifier) {
      checkWake(for: notifier, store, until: limit, at: now)
    }
    guard now.seconds(since: lastCheck) >= Self.grace else { return }
    // What was due at the last check had a minute since.
    defer { lastCheck = now }
    guard disturbance(at: lastCheck) == nil else { return }
    for notifier in notifierNames where !deliveries.hasInFlight(notifier) {
      checkAttempts(of: notifier, store, at: now)
    }
  }

  /// The seconds that something which is due may take
  private static let grace: Int64 = 60

  // MARK: Deliveries

  /// Checks that the process does not sleep through the next attempt of a notifier
  private func checkWake(
    for notifier: String, _ store: Store, until limit: Instant, at now: Instant
  ) {
    guard let next = try? store.nextDelivery(of: notifier),
      next.advanced(by: Self.grace) < limit
    else { return }
    let failing = (try? store.failingNotifiers())?.first { $0.name == notifier }
    if let failing, failing.isAsked, failing.retry.map({ next < $0 }) ?? true { return }
    breaks(
      .wakes, at: now,
      "something is due for \(notifier) at \(next.rfc3339), and the run sleeps beyond")
  }

  /// Checks that the process does not sleep beyond the end of a quiet time that holds something
  private func checkHeld(_ store: Store, until limit: Instant, at now: Instant) {
    guard let quiet, areRulesWhole, quiet.end(at: now).advanced(by: Self.grace) < limit else {
      return
    }
    // What is not due, and was not refused, is held.
    let awaited = (try? store.awaitedNotifiers()) ?? []
    for notifier in awaited where notifierNames.contains(notifier) {
      guard !deliveries.hasInFlight(notifier), !deliveries.hasRefused(notifier),
        (try? store.nextDelivery(of: notifier)) == nil
      else { continue }
      breaks(
        .wakes, at: now, "something is held for \(notifier), and the run sleeps beyond its end")
    }
  }

  private func checkAttempts(of notifier: String, _ store: Store, at now: Instant) {
    for (part, since) in deliveries.owed
    where part.notifier == notifier && since < now.advanced(by: -Self.grace) {
      if isWaiting(part, store) {
        breaks(.delivered, at: now, "\(part.id) waits though \(notifier) has taken another")
      }
    }
    if let promised = deliveries.promised[notifier], now.seconds(since: promised) > Self.grace,
      promised > aliveSince, !disturbances.contains(where: { $0.upperBound >= promised }),
      (try? store.nextDelivery(of: notifier)) != nil
    {
      breaks(.lives, at: now, "\(notifier) is not tried at the hangup of \(promised.rfc3339)")
    }
    guard let last = deliveries.attempted[notifier],
      max(last, aliveSince, lastDisturbance(before: now)) < now.advanced(by: -Self.longestPause)
    else { return }
    let tried = Array(deliveries.failed.keys) + Array(deliveries.interrupted.keys)
    for part in tried where part.notifier == notifier && isWaiting(part, store) {
      breaks(.delivered, at: now, "\(notifier) is not tried again, and \(part.id) waits for it")
    }
  }

  private func isWaiting(_ part: DeliveryBook.Part, _ store: Store) -> Bool {
    (try? store.pending(part.id, for: part.notifier)) != nil
  }

  /// The seconds of the longest pause of a notifier or a service, with the time that an attempt takes
  static let longestPause: Int64 = 3800

  // MARK: Health

  /// Checks that each notifier and service that is listed as failing fails, since its last success
  private func checkListed(_ store: Store, at now: Instant) {
    for failing in (try? store.failingNotifiers()) ?? [] where failing.retry != nil {
      let name = failing.name
      if let success = deliveries.succeeded[name], failing.since.advanced(by: 5) < success {
        breaks(
          .health, at: now,
          "\(name) is listed as failing since \(failing.since.rfc3339), and has worked since")
      }
      if let before = health.list(failing.failures, of: name) {
        breaks(
          .health, at: now, "\(name) is listed with \(failing.failures) failures after \(before)")
      }
      if !health.reported.contains(name), !health.perhapsUnsaid.contains(name) {
        breaks(.health, at: now, "\(name) is listed as failing, and it was not said")
      }
    }
    let good = services.filter { _, book in
      book.responded.map { $0.isGood && $0.at >= aliveSince && $0.at > lastCheck } ?? false
    }
    guard !good.isEmpty else { return }
    let tokens = (try? store.loadTokens())?.keys.filter { $0.hasPrefix("health ") } ?? []
    for source in good.keys.sorted()
    where tokens.contains(where: { $0.hasPrefix("health \(source) ") }) {
      breaks(.health, at: now, "\(source) works, and is listed as failing")
    }
  }

  /// Checks that the process does not sleep before it has said that its rules are gone
  private func checkFile(until limit: Instant, at now: Instant) {
    guard let goneSince, goneSince.advanced(by: Self.grace) < limit else { return }
    breaks(.wakes, at: now, "the rules are gone, and the run sleeps without a message")
  }

  // MARK: Services

  /// Checks that the sources of Opps are requested as often as their readings count
  private func checkRequests(at now: Instant, until limit: Instant) {
    for (source, opp) in readers where silences[opp] == nil {
      let service = services[source]
      // The response to a request that is under way wakes the run.
      if let service, service.isUnderWay(at: now, since: aliveSince) { continue }
      if let promised = service?.promised, promised.advanced(by: Self.grace) < limit,
        promised > lastDisturbance(before: now)
      {
        breaks(.wakes, at: now, "\(source) is not tried at the hangup of \(promised.rfc3339)")
      }
      let begin = max(aliveSince, service?.requested ?? aliveSince, lastDisturbance(before: now))
      var due = begin.advanced(by: Self.longestPause)
      if let service, let requested = service.requested, let responded = service.responded,
        responded.isGood, responded.at >= requested
      {
        // Also if an earlier process has heard the response.
        due = max(
          requested.advanced(by: Self.freshness), aliveSince, lastDisturbance(before: now))
      }
      if due.advanced(by: Self.grace) < limit {
        breaks(
          .wakes, at: now, "\(source) is due at \(due.rfc3339), and the run sleeps beyond")
      }
    }
  }

  /// The end of the last disturbance; the beginning of the plan if there was none
  private func lastDisturbance(before now: Instant) -> Instant {
    disturbances.map { $0.upperBound }.filter { $0 <= now }.max() ?? plan.from
  }

  // MARK: People

  /// Checks what was promised and must have been done by now
  ///
  /// - Parameter limit: the second until which nothing happens by itself.
  func checkPromises(at now: Instant, until limit: Instant) {
    guard outage == nil else { return }
    for (source, promised) in refreshes.sorted(by: { $0.key < $1.key }) {
      let since = max(promised, aliveSince)
      let isDisturbed = disturbances.contains { $0.upperBound >= since }
      let begin = isDisturbed ? disturbances.map { $0.upperBound }.max() ?? since : since
      let last = max(begin, since)
      let isWell = services[source].map {
        $0.responded?.isGood ?? false && !$0.isAwaited(since: aliveSince)
      }
      // A service that is well and has no request under way is requested at once.
      let isCertain = disturbance(at: now) == nil || now.seconds(since: aliveSince) <= 3
      let isSleptThrough = isWell == true && isCertain && last.advanced(by: Self.grace) < limit
      if now.seconds(since: last) > Self.longestRefresh || isSleptThrough {
        breaks(.lives, at: now, "`opp refresh \(source)` at \(promised.rfc3339) had no request")
      }
    }
  }

  /// The seconds within which a refresh is requested, by a service that is well or has a request under way
  private static let longestRefresh: Int64 = 900
}
