import OppEngine
import OppModel
import OppProviders
import OppSession
import OppStore

/// The deliveries
extension Ledger {
  /// Takes note of an attempt, of which the store must know already
  func sends(_ notice: Notice, by notifier: String, _ store: Store?, at now: Instant) {
    let part = DeliveryBook.Part(id: notice.id, notifier: notifier)
    defer { deliveries.begin(part, at: now) }
    guard let stored = try? store?.firing(notice.id) else {
      return breaks(.order, at: now, "\(notice.id) is delivered before it is committed")
    }
    if stored.state != .waiting {
      breaks(.order, at: now, "\(notice.id) is delivered though it is \(stored.state)")
    }
    // What waited for the store is of the second before the wait.
    if disturbance(at: now) == nil, let pending = try? store?.pending(notice.id, for: notifier),
      pending.next <= now
    {
      breaks(.order, at: now, "\(notice.id) is sent before its attempt is kept")
    }
    if let expires = stored.firing.expires, expires < now {
      breaks(.order, at: now, "\(notice.id) is delivered after it expired")
    }
    if quiet?.contains(now) == true, quiet?.contains(notice.at) == true,
      now.seconds(since: notice.at) < 3600
    {
      breaks(.order, at: now, "\(notice.id) is delivered while it is quiet")
    }
    let id = FiringIdentity.text(opp: notice.title, row: stored.firing.row, at: notice.at)
    if id != notice.id || stored.id != notice.id {
      breaks(.identity, at: now, "\(notice.id) is \(stored.id) in the store")
    }
    if !parts(of: stored).contains(part) {
      breaks(.edits, at: now, "\(notice.id) goes to \(notifier)")
    }
    if deliveries.taken[part] != nil, !deliveries.uncertain.contains(part) {
      breaks(.delivered, at: now, "\(notice.id) is delivered again to \(notifier)")
    }
    if let end = deliveries.asked[notifier], now < end {
      breaks(
        .delivered, at: now, "\(notifier) is not left alone until \(end.rfc3339), as it asked")
    }
    checkAnswers(to: notice, at: now)
    // A process that was killed may not have recorded the refusal.
    if deliveries.refused.contains(part), !deliveries.uncertain.contains(part) {
      breaks(
        .delivered, at: now, "\(notice.id) is tried again though \(notifier) has refused it")
    }
    if let begun = deliveries.interrupted[part], now.seconds(since: begun) < Self.leastPause,
      !deliveries.perhapsEnded.contains(part)
        || !hasNewer(than: part, failed: begun, store, at: now)
    {
      breaks(
        .delivered, at: now,
        "\(notice.id) is tried again \(now.seconds(since: begun)) s after an attempt without an end"
      )
    }
    if let failed = deliveries.failed[part], now.seconds(since: failed) < Self.leastPause,
      !hasNewer(than: part, failed: failed, store, at: now)
    {
      breaks(
        .delivered, at: now, "\(notice.id) is tried again \(now.seconds(since: failed)) s later")
    }
  }

  /// The seconds between two attempts at least
  private static let leastPause: Int64 = 14

  /// Checks that no answer has ended the wait for a notification
  ///
  /// A firing of the last seconds before the answer, or one that comes late, may be younger than it.
  private func checkAnswers(to notice: Notice, at now: Instant) {
    let answer = answers.first {
      $0.opp == notice.title && notice.at.advanced(by: 5) < $0.given && $0.kept < now
    }
    guard let answer, disturbance(at: notice.at) == nil else { return }
    breaks(
      .order, at: now,
      "\(notice.id) is delivered after an answer to it at \(answer.given.rfc3339)")
  }

  /// `true` if something else has begun a round of all that waits since a part failed
  private func hasNewer(
    than part: DeliveryBook.Part, failed: Instant, _ store: Store?, at now: Instant
  ) -> Bool {
    deliveries.hasNewer(
      than: part, failed: failed, among: waiting(for: part.notifier, store, at: now),
      dueBy: now.advanced(by: -Self.leastPause))
  }

  private func waiting(
    for notifier: String, _ store: Store?, at now: Instant
  ) -> [DeliveryBook.Part] {
    let pending = (try? store?.waiting(for: notifier, at: now)) ?? []
    return pending.map { DeliveryBook.Part(id: $0.firing.id, notifier: notifier) }
  }

  /// The parts of a firing, by the notifiers that the rules connect
  func parts(of stored: StoredFiring) -> Set<DeliveryBook.Part> {
    let people = stored.firing.recipients.isEmpty ? [""] : stored.firing.recipients
    let names = people.compactMap { notifiers[$0] ?? notifiers["all"] }
    return Set(names.map { DeliveryBook.Part(id: stored.id, notifier: $0) })
  }

  func taken(_ id: String, by notifier: String, at now: Instant) {
    deliveries.take(DeliveryBook.Part(id: id, notifier: notifier))
  }

  /// Takes note of an outcome that the process hears
  func outcome(
    _ id: String, by notifier: String, _ failure: DeliveryFailure?, isTaken: Bool, at now: Instant
  ) {
    if failure == nil { health.succeeded(notifier) }
    deliveries.finish(
      DeliveryBook.Part(id: id, notifier: notifier), isFinal: failure?.isFinal ?? false,
      retryAfter: failure?.retryAfter, isSuccess: failure == nil, isTaken: isTaken, at: now)
  }

  // MARK: Messages

  /// Takes note of a printed line: a firing that goes to no notifier, or news of a notifier
  func heard(_ line: String, at now: Instant) {
    // In the hour that comes twice, a time has its offset from UTC.
    let time = #/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:[+-]\d\d:\d\d)?  /#
    guard let match = line.prefixMatch(of: time) else { return }
    let text = String(line[match.range.upperBound...])
    for opp in plan.opps where text == opp || text.hasPrefix("\(opp): ") {
      breaks(.edits, at: now, "\(opp) was written to standard output: \(line)")
    }
    for name in notifierNames {
      if text == "\(name) works again." {
        heard(name, isFailing: false, at: now)
      } else if text.hasPrefix("\(name): "), !text.hasSuffix("not retried.") {
        heard(name, isFailing: true, at: now)
      }
    }
    if text.hasPrefix("the rules cannot be read") { goneSince = nil }
    if let match = text.prefixMatch(of: /^(\w+) \(json\)(: | works again)/) {
      health.set(service: String(match.1), isFailing: match.2 == ": ")
    }
  }

  private func heard(_ name: String, isFailing: Bool, at now: Instant) {
    let word = isFailing ? "fails" : "works again"
    if let before = health.isFailing[name], before == isFailing {
      breaks(.health, at: now, "it is said twice that \(name) \(word)")
    }
    if let last = deliveries.last[name], last.isSuccess == isFailing {
      let success = last.isSuccess ? "a success" : "a failure"
      breaks(.health, at: now, "it is said that \(name) \(word) after \(success)")
    }
    health.set(name, isFailing: isFailing)
  }
}
