internal import Dispatch
internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppStore

/// Carries out what the queue of deliveries decides: sends, and records the outcomes
///
/// ```
/// store: waiting ──▶ sendDue ──▶ queue.begin ──▶ a task of its own: notifier ──▶ mailbox ──▶ record
///    ▲                                                                                        │ delivered: done
///    └── next attempt, after 15 s, 30 s … up to an hour ◀── retry ────────────────────────────┤ given up: failed
/// ```
///
/// ``LiveDriver`` calls `record` with what the mailbox holds, then `sendDue`, once each turn. What is in flight is
/// known in the queue alone: a process that ends has it delivered again by the next, with the same identity.
struct LiveDelivery {
  /// The firings that wait, and the state of each delivery
  private let store: Store

  /// The receiver of outcomes
  private let mailbox: LiveMailbox

  /// Standard output, where no notifier is connected, and messages
  private let output: LiveOutput

  /// Reports a notifier that fails, once
  private let health: LiveHealth

  /// The deliveries in flight, and the rest that a notifier has requested
  private(set) var queue = DeliveryQueue()

  /// The firings that standard output has taken, and a notifier of somebody else has not yet
  private var written: Set<String> = []

  init(_ store: Store, _ mailbox: LiveMailbox, _ output: LiveOutput, _ health: LiveHealth) {
    self.store = store
    self.mailbox = mailbox
    self.output = output
    self.health = health
  }

  /// Sends everything that is due, the oldest first; the outcomes come to the mailbox
  mutating func sendDue(by rules: LiveRules, at now: Instant) throws(StoreFailure) {
    let due = try store.waiting(at: now)
    guard !due.isEmpty else { return }
    let begun: Set<String>
    do throws(DeliveryQueue.RepeatedDelivery) {
      begun = Set(try queue.begin(due.map(\.id), at: now))
    } catch {
      throw StoreFailure(.corrupt, path: store.path)
    }
    for stored in due where begun.contains(stored.id) {
      let routes = rules.routes(of: stored.firing.recipients)
      if routes.isWritten, !written.contains(stored.id) {
        // Standard output has taken the line, or has not, at once: there is nothing to wait for.
        let failure = output.deliver(stored)
        guard failure == nil, routes.isSent else {
          try record([(stored.id, failure)], of: rules, at: now)
          continue
        }
        written.insert(stored.id)
      }
      guard let notifier = rules.notifier else { continue }
      let (mailbox, id, notice) = (mailbox, stored.id, Notice(stored))
      Task.detached {
        do throws(DeliveryFailure) {
          try await notifier.deliver(notice)
          mailbox.put(.delivered(id: id, nil))
        } catch {
          mailbox.put(.delivered(id: id, error))
        }
      }
    }
  }

  /// The next instant at which something is to be sent; nil where none waits, or an outcome comes first
  func next() throws(StoreFailure) -> Instant? {
    // Deliveries in flight report by themselves: the store need not be read.
    queue.isAwaiting ? nil : queue.next(try store.nextDelivery())
  }

  /// Records the outcomes of deliveries
  mutating func record(
    _ outcomes: [(id: String, failure: DeliveryFailure?)], of rules: LiveRules, at now: Instant
  ) throws(StoreFailure) {
    for (id, failure) in outcomes {
      let attempts = failure == nil ? 0 : try store.firing(id)?.attempts ?? 0
      let result = queue.finish(id, failure, attempts: attempts, at: now)
      let reason = failure?.reason ?? ""
      switch result {
      case .delivered:
        written.remove(id)
        try store.markDelivered(id, at: now)
        try health.recover(rules.notifierName, at: now)
      case .givenUp:
        written.remove(id)
        try store.markAttempt(id, at: now, reason: reason, next: nil)
      case .retry(let next):
        try store.markAttempt(id, at: now, reason: reason, next: next)
        try fail(rules, reason, remedy: failure?.remedy, retry: next, at: now)
      }
    }
    for refusal in queue.takeRefusals() {
      let message = health.text.text(
        ofRefusal: refusal.reason, by: rules.notifierName, failed: refusal.count)
      output.say(message, at: now)
    }
  }

  /// Makes failed deliveries due now, or as soon as the notifier accepts them
  func retryFailed(at now: Instant) throws(StoreFailure) {
    try store.retryDeliveries(at: queue.retryTime(from: now))
  }

  /// Waits for the deliveries in flight, so that none need be made twice
  mutating func finish(
    of rules: LiveRules, _ generation: Int, at now: () -> Instant
  ) throws(StoreFailure) {
    for _ in 0..<Self.lastRounds where queue.isAwaiting {
      mailbox.wait(atMost: .milliseconds(250))
      let events = LiveEvents(mailbox.takeAll(), generation: generation)
      try record(events.deliveries, of: rules, at: now())
    }
  }

  /// The number of checks, a quarter of a second apart, whether the last firings are delivered
  private static let lastRounds = 20

  /// Reports at the end of a round what waits since an earlier one
  ///
  /// - Returns: whether anything that was due is not delivered.
  func reportWaiting(of rules: LiveRules, at now: Instant) throws(StoreFailure) -> Bool {
    guard try store.hasUndelivered(at: now) else { return false }
    let next = try store.nextDelivery() ?? now
    try fail(rules, "it failed in an earlier round", retry: next, at: now)
    return true
  }

  /// The notifier of changed rules may be another one
  mutating func rulesChanged() { queue.endRest() }

  mutating func beginAnew() { queue.beginAnew() }

  /// Reports that the notifier fails, with the number of firings that wait for it
  ///
  /// - Parameter retry: the time of the next attempt.
  private func fail(
    _ rules: LiveRules, _ reason: String, remedy: String? = nil, retry: Instant,
    at now: Instant
  ) throws(StoreFailure) {
    let name = rules.notifierName
    try health.fail(name, at: now) { () throws(StoreFailure) in
      let count = try store.list().reduce(0) { $0 + $1.waiting }
      return health.text.text(
        ofDelivery: name, reason: reason, remedy: remedy, waiting: count, retry: retry, at: now)
    }
  }
}
