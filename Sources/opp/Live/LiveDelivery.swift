internal import OppEngine
internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSession
internal import OppStore

/// Carries out the decisions of the queue of deliveries: sends, and records the outcomes
///
/// ```
/// store: waiting ──▶ sendDue ──▶ queue: begin, take ──▶ a task of its own: notifier ──▶ mailbox ──▶ record
///    ▲                                                                                                 │ delivered: done
///    └── next attempt: when the notifier's pause ends ◀── retry ───────────────────────────────────────┤ given up: failed
/// ```
///
/// ``LiveDriver`` calls `record` with the outcomes in the mailbox, then `sendDue`, once each turn. An attempt is in the store before it is
/// made: if the process ends in it, the next one delivers the firing again after a pause, with the same identity. A firing keeps
/// the notifiers that it was made for: if the rules no longer connect one of them, its part waits.
struct LiveDelivery {
  /// The firings that wait, and the state of each delivery
  private let store: Store

  /// Makes the deliveries; the outcomes come to the mailbox
  private let deliverer: any Deliverer

  /// Standard output, if no notifier is connected, and messages
  private let output: LiveOutput

  /// Reports a notifier that fails, once
  private let health: LiveHealth

  /// The deliveries in flight, and the notifiers that fail
  private(set) var queue: DeliveryQueue

  /// - Throws: if the store cannot be read.
  init(
    _ store: Store, _ deliverer: any Deliverer, _ output: LiveOutput, _ health: LiveHealth
  ) throws(StoreFailure) {
    self.store = store
    self.deliverer = deliverer
    self.output = output
    self.health = health
    let failing = try store.failingNotifiers().filter { $0.retry != nil }
    queue = DeliveryQueue(failing: failing)
    #if Relapses
      if Relapse.isOn(.pauseIsForgotten) { queue = DeliveryQueue() }
    #endif
    for notifier in failing { health.resume(notifier.name) }
  }

  // MARK: Sending

  /// Sends everything that is due, the oldest first; the outcomes come to the mailbox
  ///
  /// - Parameter clock: the present second, which is a later one if the store was held meanwhile.
  mutating func sendDue(by rules: LiveRules, at clock: () -> Instant) throws(StoreFailure) {
    let now = clock()
    if let expiry = try store.nextExpiry(), expiry <= now { try store.expire(at: now) }
    for name in rules.routes.names {
      if let due = queue.next(of: name, try store.nextDelivery(of: name)), due <= now {
        try begin(name, at: now)
      }
      while let id = queue.take(of: name) {
        guard let pending = try store.pending(id, for: name) else {
          // It was answered, or has expired, since the round began.
          queue.skip(of: name)
          try endRound(of: name, at: now)
          continue
        }
        if let notifier = rules.routes.notifier(named: name) {
          #if Relapses
            if Relapse.isOn(.deliveredBeforeSent) { try store.markDelivered(id, by: name, at: now) }
          #endif
          try beginAttempt(pending, by: name, at: clock)
          deliverer.send(Notice(pending), by: notifier)
        } else {
          // Standard output has taken the line, or has not, at once: there is nothing to wait for.
          let failure = output.deliver(pending.firing)
          try record([DeliveryOutcome(id: id, notifier: name, failure: failure)], at: now)
        }
      }
    }
  }

  /// Begins a round of a notifier, or adds the firings that have become due to the one that is under way
  private mutating func begin(_ name: String, at now: Instant) throws(StoreFailure) {
    let waiting = try store.waiting(
      for: name, at: now, upTo: queue.horizon(of: name, at: now))
    do throws(DeliveryQueue.RepeatedDelivery) {
      try queue.begin(
        waiting.map { .init(id: $0.firing.id, attempts: $0.attempts) }, of: name)
    } catch {
      throw StoreFailure(.corrupt, path: store.path)
    }
  }

  /// Keeps an attempt before it is made
  ///
  /// A store that another process holds is waited for, perhaps for minutes. The pause after an attempt in which the process ends counts
  /// from then on: one that was over already would have each process end at its start.
  private func beginAttempt(
    _ pending: PendingDelivery, by name: String, at clock: () -> Instant
  ) throws(StoreFailure) {
    #if Relapses
      if Relapse.isOn(.attemptIsNotKept) { return }
    #endif
    func begin(at now: Instant) throws(StoreFailure) {
      try store.beginAttempt(
        pending.firing.id, by: name, number: pending.attempts + 1, at: now,
        next: DeliveryQueue.retry(afterDying: pending.attempts, from: now))
    }
    let before = clock()
    try begin(at: before)
    let now = clock()
    if now.seconds(since: before) > 1 { try begin(at: now) }
  }

  /// The next instant at which something is to be sent or expires; `nil` if none waits, or an outcome comes first
  func next(by rules: LiveRules) throws(StoreFailure) -> Instant? {
    var next = try store.nextExpiry()
    #if Relapses
      if Relapse.isOn(.expiryDoesNotWake) { next = nil }
    #endif
    for name in rules.routes.names {
      guard let due = queue.next(of: name, try store.nextDelivery(of: name)) else { continue }
      next = min(due, next ?? due)
    }
    return next
  }

  // MARK: Outcomes

  /// Records the outcomes of deliveries
  mutating func record(_ outcomes: [DeliveryOutcome], at now: Instant) throws(StoreFailure) {
    for outcome in outcomes {
      let (id, name, failure) = (outcome.id, outcome.notifier, outcome.failure)
      switch queue.finish(id, by: name, failure, at: now) {
      case .delivered(let success):
        try store.markDelivered(id, by: name, at: now, hasRecovered: success.hasRecovered)
        try succeed(success, name, at: now)
      case .givenUp:
        #if Relapses
          if Relapse.isOn(.refusalIsRetried) {
            let next = now.advanced(by: 60)
            try store.markAttempt(id, by: name, at: now, reason: "", next: next)
            break
          }
        #endif
        try store.markAttempt(
          id, by: name, at: now, reason: failure?.reason ?? "", next: nil)
      case .retry(let next):
        try store.markAttempt(
          id, by: name, at: now, reason: failure?.reason ?? "", next: next)
      }
      try endRound(of: name, at: now)
    }
    for refusal in queue.takeRefusals() {
      let message = health.text.text(
        ofRefusal: refusal.reason, by: refusal.notifier, failed: refusal.count)
      output.say(message, at: now)
    }
  }

  /// Makes all that waits for a notifier due with the first delivery that it takes
  private mutating func succeed(
    _ success: DeliveryQueue.Success, _ name: String, at now: Instant
  ) throws(StoreFailure) {
    if success.isFirst {
      #if Relapses
        if Relapse.isOn(.waitingIsNotReleased) { return health.recover(notifier: name, at: now) }
      #endif
      try store.release(name, but: success.failed, at: now)
      try begin(name, at: now)
    }
    #if Relapses
      if Relapse.isOn(.notifiersShareHealth) {
        for other in try store.failingNotifiers() { health.recover(notifier: other.name, at: now) }
      }
    #endif
    guard success.hasRecovered else { return }
    #if Relapses
      if Relapse.isOn(.healthIsNotCleared) { return }
    #endif
    health.recover(notifier: name, at: now)
  }

  /// Keeps and reports that a notifier fails, if its round has ended so
  private mutating func endRound(of name: String, at now: Instant) throws(StoreFailure) {
    guard let failing = queue.endRound(of: name, at: now) else { return }
    try store.keep(failing, at: now)
    try report(failing, at: now)
  }

  /// Reports that a notifier fails, with the number of firings that wait for it
  private func report(_ failing: FailingNotifier, at now: Instant) throws(StoreFailure) {
    try health.fail(notifier: failing.name, at: now) { () throws(StoreFailure) in
      health.text.text(
        of: failing, waiting: try store.waitingCount(for: failing.name), at: now)
    }
  }

  // MARK: The rules

  /// Gives notifiers to the firings of earlier versions; a set without any Opp says nothing of notifiers
  func assign(by rules: LiveRules) throws(StoreFailure) {
    guard !rules.graph.rules.isEmpty else { return }
    try store.assign { rules.parts(of: $0) }
  }

  /// Takes note of the notifiers that the rules connect: firings that wait for another one stay, and are reported
  func connect(to rules: LiveRules, at now: Instant) throws(StoreFailure) {
    try assign(by: rules)
    let awaited = try store.awaitedNotifiers()
    for failing in try store.failingNotifiers() where failing.retry == nil {
      guard rules.routes.has(failing.name) || !awaited.contains(failing.name) else { continue }
      try store.forgetFailure(of: failing.name)
      health.forget(failing.name)
    }
    let disconnected = try store.failingNotifiers().filter { $0.retry == nil }.map { $0.name }
    for name in awaited where !rules.routes.has(name) {
      // That it failed before is another message.
      if !disconnected.contains(name) { health.forget(name) }
      let missing = FailingNotifier(
        name: name, failures: 0, since: now, retry: nil, isAsked: false,
        reason: "the rules no longer connect it")
      try store.keep(missing, at: now)
      try report(missing, at: now)
    }
  }

  /// Has every notifier of changed rules tried at once: it may be another one
  mutating func rulesChanged(to rules: LiveRules, at now: Instant) throws(StoreFailure) {
    for name in rules.routes.names {
      try store.release(name, at: now)
      queue.endPause(of: name)
    }
  }

  /// Makes failed deliveries due now, or as soon as the notifier accepts them
  mutating func retryFailed(by rules: LiveRules, at now: Instant) throws(StoreFailure) {
    for name in rules.routes.names where queue.failure(of: name)?.isAsked != true {
      try store.release(name, at: now)
      queue.endPause(of: name)
    }
  }

  mutating func beginAnew() { queue.beginAnew() }

  // MARK: The end

  /// Waits for the deliveries in flight, so that none need be made twice
  ///
  /// A clock that stands still has nothing more to come.
  mutating func finish(
    _ generation: Int, _ mailbox: LiveMailbox, by clock: any LiveClock, at now: () -> Instant
  ) throws(StoreFailure) {
    let end = clock.now.advanced(by: Self.lastSeconds)
    while queue.isAwaiting, clock.now < end {
      let before = clock.now
      _ = clock.wait(for: mailbox, until: end, isAwaiting: true)
      let events = mailbox.takeAll()
      if events.isEmpty, clock.now == before { return }
      try record(LiveEvents(events, generation: generation).deliveries, at: now())
    }
  }

  /// The number of seconds for which the outcomes of the last deliveries are awaited
  private static let lastSeconds: Int64 = 5

  /// Reports at the end of a round the firings that wait since an earlier one
  ///
  /// - Returns: whether anything that was due is not delivered.
  func reportWaiting(at now: Instant) throws(StoreFailure) -> Bool {
    guard try store.hasUndelivered(at: now) else { return false }
    for failing in try store.failingNotifiers()
    where try store.waitingCount(for: failing.name) > 0 { try report(failing, at: now) }
    return true
  }
}
