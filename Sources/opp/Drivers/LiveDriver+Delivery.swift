internal import Foundation
internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppStore

/// Firings are delivered as soon as they may be, again and again until it works
extension LiveDriver {
  /// Delivers everything that is due, the oldest first
  func tellWhatWaits() throws(StoreFailure) {
    let now = present
    for stored in try store.waiting(at: now) where !inDelivery.contains(stored.id) {
      guard !delivered.contains(stored.id) else {
        throw StoreFailure(.corrupt, path: store.path)
      }
      guard let notifier = rules.notifier else {
        try record(deliveries: [(stored.id, output.deliver(stored))])
        continue
      }
      inDelivery.insert(stored.id)
      let (mailbox, id, notice) = (mailbox, stored.id, Notice(stored))
      Task.detached {
        do throws(DeliveryFailure) {
          try await notifier.tell(notice)
          mailbox.put(.delivered(id: id, nil))
        } catch {
          mailbox.put(.delivered(id: id, error))
        }
      }
    }
  }

  /// The time of the next delivery that is not under way; nil where none waits
  func nextDelivery() throws(StoreFailure) -> Instant? {
    // What is under way reports by itself.
    inDelivery.isEmpty ? try store.nextDelivery() : nil
  }

  /// Records the outcomes of deliveries
  func record(deliveries: [(id: String, failure: DeliveryFailure?)]) throws(StoreFailure) {
    let now = present
    for (id, failure) in deliveries {
      inDelivery.remove(id)
      guard let failure else {
        delivered.insert(id)
        try store.markDelivered(id, at: now)
        try recoverTelling(at: now)
        continue
      }
      if failure.isFinal {
        // It is the fault of this firing, not of the notifier, which may deliver the next one.
        hasGivenUp = true
        try store.markAttempt(id, at: now, reason: failure.reason, next: nil)
        let index = refusals.firstIndex { $0.reason == failure.reason }
        if let index { refusals[index].count += 1 } else { refusals.append((failure.reason, 1)) }
        continue
      }
      let attempts = try store.firing(id)?.attempts ?? 0
      let next = now.advanced(by: Self.delay(after: attempts, failure.retryAfter))
      try store.markAttempt(id, at: now, reason: failure.reason, next: next)
      if failure.retryAfter != nil { restOfTelling = next }
      try sufferTelling(failure, next, at: now)
    }
    if inDelivery.isEmpty { sayRefusals(at: now) }
  }

  private func sayRefusals(at now: Instant) {
    let words = HealthText(zone: rules.zone)
    for (reason, count) in refusals {
      output.say(words.text(ofRefusal: reason, by: rules.notifierName, failed: count), at: now)
    }
    refusals = []
  }

  /// Waits for the deliveries under way, so that none need be made twice
  func finishTelling() throws(StoreFailure) {
    for _ in 0..<Self.lastRounds where !inDelivery.isEmpty {
      mailbox.wait(atMost: .milliseconds(250))
      try record(deliveries: LiveEvents(mailbox.takeAll(), generation: generation).deliveries)
    }
  }

  /// The number of checks, a quarter of a second apart, whether the last firings are delivered
  private static let lastRounds = 20

  /// Seconds until the next attempt to deliver: 15 s, twice as long each time, at most an hour
  private static func delay(after attempts: Int, _ retryAfter: Int64?) -> Int64 {
    let delay = Int64(min(15 << min(max(attempts, 0), 10), 3600))
    return max(delay, min(retryAfter ?? 0, 86_400))
  }

  /// Reports once that people cannot be notified
  private func sufferTelling(
    _ failure: DeliveryFailure, _ next: Instant, at now: Instant
  ) throws(StoreFailure) {
    let name = rules.notifierName
    guard failing[name] == nil else { return }
    let count = try store.list().reduce(0) { $0 + $1.waiting }
    let text = HealthText(zone: rules.zone).text(
      ofTelling: name, reason: failure.reason, waiting: count, retry: next, at: now)
    failing[name] = text
    output.say(text, at: now)
    try keep(health: text, of: name, at: now)
  }

  private func recoverTelling(at now: Instant) throws(StoreFailure) {
    let name = rules.notifierName
    guard failing.removeValue(forKey: name) != nil else { return }
    output.say("\(name) works again.", at: now)
    try keep(health: nil, of: name, at: now)
  }

  private func keep(
    health text: String?, of name: String, at now: Instant
  ) throws(StoreFailure) {
    var record = StepRecord(at: now)
    record.tokens[Self.healthToken + name] = .some(text)
    try store.commit(record)
  }
}
