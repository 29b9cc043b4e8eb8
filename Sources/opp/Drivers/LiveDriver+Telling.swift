internal import Foundation
internal import OppEngine
internal import OppModel
internal import OppProviders
internal import OppStore

/// Firings are delivered as soon as they may be, again and again until it works
extension LiveDriver {
  /// Delivers everything that is due, the oldest first
  func tellWhatWaits() throws(StoreFailure) {
    let now = present
    for stored in try store.waiting(at: now) where !telling.contains(stored.id) {
      guard !delivered.contains(stored.id) else {
        throw StoreFailure(.corrupt, path: store.path)
      }
      guard let notifier = rules.notifier else {
        try note(told: [(stored.id, output.deliver(stored))])
        continue
      }
      telling.insert(stored.id)
      let (mailbox, id, notice) = (mailbox, stored.id, Notice(stored))
      Task.detached {
        do throws(TellingFailure) {
          try await notifier.tell(notice)
          mailbox.put(.told(id: id, nil))
        } catch {
          mailbox.put(.told(id: id, error))
        }
      }
    }
  }

  /// The time of the next delivery that is not under way; nil where none waits
  func nextTelling() throws(StoreFailure) -> Instant? {
    // What is under way reports by itself.
    telling.isEmpty ? try store.nextTelling() : nil
  }

  /// Records the outcomes of deliveries
  func note(told: [(id: String, failure: TellingFailure?)]) throws(StoreFailure) {
    let now = present
    for (id, failure) in told {
      telling.remove(id)
      guard let failure else {
        delivered.insert(id)
        try store.markTold(id, at: now)
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
    if telling.isEmpty { sayRefusals(at: now) }
  }

  private func sayRefusals(at now: Instant) {
    let words = HealthWords(zone: rules.zone)
    for (reason, count) in refusals {
      output.say(words.text(ofRefusal: reason, by: rules.notifierName, failed: count), at: now)
    }
    refusals = []
  }

  /// Waits for the deliveries under way, so that none need be made twice
  func finishTelling() throws(StoreFailure) {
    for _ in 0..<Self.lastRounds where !telling.isEmpty {
      mailbox.wait(atMost: .milliseconds(250))
      try note(told: LiveEvents(mailbox.takeAll(), generation: generation).told)
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
    _ failure: TellingFailure, _ next: Instant, at now: Instant
  ) throws(StoreFailure) {
    let name = rules.notifierName
    guard unwell[name] == nil else { return }
    let count = try store.list().reduce(0) { $0 + $1.waiting }
    let text = HealthWords(zone: rules.zone).text(
      ofTelling: name, reason: failure.reason, waiting: count, retry: next, at: now)
    unwell[name] = text
    output.say(text, at: now)
    try keep(health: text, of: name, at: now)
  }

  private func recoverTelling(at now: Instant) throws(StoreFailure) {
    let name = rules.notifierName
    guard unwell.removeValue(forKey: name) != nil else { return }
    output.say("\(name) is well again.", at: now)
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
