internal import OppEngine
package import OppModel
package import OppSession

/// The parts of notifiers in firings, and the notifiers that fail
///
/// Each part is delivered on its own. The firing waits as long as one of its parts does; then it is delivered, or failed if a
/// notifier has refused its part for good.
extension Store {
  // MARK: Parts that wait

  /// The parts of a notifier to be delivered now, in the order of the firings
  ///
  /// - Parameter horizon: a later instant up to which parts belong to it too, unless a process has ended in their last attempt;
  ///   `nil` for none.
  /// - Throws: ``StoreFailure/Kind/corrupt`` if the index of waiting parts names one that does not wait.
  package func waiting(
    for notifier: String, at now: Instant, upTo horizon: Instant? = nil
  ) throws(StoreFailure) -> [PendingDelivery] {
    let horizon = max(horizon ?? now, now)
    guard let next = try nextDelivery(of: notifier), next <= horizon else { return [] }
    // The index finds the numbers alone: its other content could be taken in place of the row's.
    let parts = try database.rows(
      """
      SELECT firing, state, attempts, next FROM delivery
      WHERE number IN
        (SELECT number FROM delivery WHERE notifier = ?1 AND state = 'waiting' AND next <= ?2)
        AND (begun IS NULL OR next <= ?3)
      """, [.text(notifier), .instant(horizon), .instant(now)]
    ) { (row) throws(StoreFailure) in
      guard row.text(1) == StoredFiring.State.waiting.rawValue, row.instant(3) <= horizon else {
        throw failure(.corrupt)
      }
      return (firing: row.integer(0), attempts: Int(clamping: row.integer(2)), next: row.instant(3))
    }
    var found: [PendingDelivery] = []
    for part in parts {
      guard
        let firing = try firings("WHERE number = ?1", [.integer(part.firing)]).first,
        firing.state == .waiting
      else { throw failure(.corrupt) }
      let recipients = try recipients(of: part.firing, by: notifier)
      found.append(
        PendingDelivery(
          firing: firing, part: DeliveryPart(notifier: notifier, recipients: recipients),
          attempts: part.attempts, next: part.next))
    }
    return found.sorted {
      ($0.firing.firing.at, $0.firing.firing.opp, $0.firing.firing.row)
        < ($1.firing.firing.at, $1.firing.firing.opp, $1.firing.firing.row)
    }
  }

  /// The part of a notifier in one firing; nil if it waits no longer
  package func pending(
    _ id: String, for notifier: String
  ) throws(StoreFailure) -> PendingDelivery? {
    guard let firing = try firing(id), firing.state == .waiting else { return nil }
    return try database.rows(
      """
      SELECT firing, attempts, next FROM delivery
      WHERE firing = (SELECT number FROM firing WHERE id = ?1) AND notifier = ?2
        AND state = 'waiting'
      """, [.text(id), .text(notifier)]
    ) { (row) throws(StoreFailure) in
      PendingDelivery(
        firing: firing,
        part: DeliveryPart(
          notifier: notifier, recipients: try recipients(of: row.integer(0), by: notifier)),
        attempts: Int(clamping: row.integer(1)), next: row.instant(2))
    }.first
  }

  /// The time of the next attempt of a notifier; nil if nothing waits for it
  ///
  /// It is read again only if the store has changed.
  package func nextDelivery(of notifier: String) throws(StoreFailure) -> Instant? {
    try known { (times) throws(StoreFailure) in
      if let next = times.deliveries[notifier] { return next }
      let next = try database.number(
        "SELECT min(next) FROM delivery WHERE notifier = ?1 AND state = 'waiting'",
        .text(notifier)
      ).map { Instant(seconds: $0) }
      times.deliveries[notifier] = .some(next)
      return next
    }
  }

  /// The number of firings that wait for a notifier, those that are held left out
  package func waitingCount(for notifier: String) throws(StoreFailure) -> Int {
    Int(
      clamping: try database.number(
        "SELECT count(*) FROM delivery WHERE notifier = ?1 AND state = 'waiting'",
        .text(notifier)) ?? 0)
  }

  /// The names of the notifiers for which anything waits, or is held
  package func awaitedNotifiers() throws(StoreFailure) -> [String] {
    try database.rows(
      "SELECT DISTINCT notifier FROM delivery WHERE state <> 'told' AND notifier <> '' ORDER BY notifier"
    ) { (row) throws(StoreFailure) in row.text(0) }
  }

  // MARK: Outcomes

  /// Counts an attempt to deliver the part of a notifier before it is made
  ///
  /// If the process ends in it, the next one tries again at `next`: a notification that makes processes end is not the first thing
  /// that each of them does.
  ///
  /// - Parameter number: that of the attempt, from 1. An attempt that is begun twice, because the store was held meanwhile, counts once.
  package func beginAttempt(
    _ id: String, by notifier: String, number: Int, at now: Instant, next: Instant
  ) throws(StoreFailure) {
    try database.run(
      """
      UPDATE delivery SET attempts = ?5, next = ?4, begun = ?3
      WHERE firing = (SELECT number FROM firing WHERE id = ?1) AND notifier = ?2
        AND state = 'waiting'
      """, .text(id), .text(notifier), .instant(now), .instant(next), .integer(Int64(number)))
  }

  /// Marks the part of a notifier as delivered
  ///
  /// A firing that was dismissed in the meantime stays dismissed.
  ///
  /// - Parameter hasRecovered: whether the notifier has failed until now, which is forgotten with it. A process that ended in between
  ///   would leave a notifier that works as failing until its next firing.
  /// - Throws: ``StoreFailure/Kind/corrupt`` if it did not wait for delivery.
  package func markDelivered(
    _ id: String, by notifier: String, at now: Instant, hasRecovered: Bool = false
  ) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      if hasRecovered { try forgetFailure(of: notifier) }
      try end(id, notifier, .delivered)
      if database.changes > 0 { return try summarize(id, error: nil, at: now) }
      // It was given up, or answered, while it was under way; one that had expired may have come by another notifier already.
      try database.run(
        """
        UPDATE firing SET changed = ?2, error = NULL,
          state = CASE state WHEN 'expired' THEN 'told' ELSE state END
        WHERE id = ?1 AND (state IN ('dismissed', 'expired') OR state = 'told' AND expires < ?2)
        """, .text(id), .instant(now))
      if database.changes == 0 {
        throw failure(try firing(id) == nil ? .noFiring(id: id) : .corrupt)
      }
    }
  }

  /// Marks an attempt to deliver the part of a notifier as failed, and counts it unless it was counted as it began
  ///
  /// - Parameters:
  ///   - reason: a fragment for people, without a secret.
  ///   - next: the time of the next attempt; nil if there is none.
  package func markAttempt(
    _ id: String, by notifier: String, at now: Instant, reason: String, next: Instant?
  ) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      try database.run(
        """
        UPDATE delivery SET attempts = attempts + (begun IS NULL), begun = NULL,
          next = coalesce(?3, next), state = CASE WHEN ?3 IS NULL THEN 'failed' ELSE state END
        WHERE firing = (SELECT number FROM firing WHERE id = ?1) AND notifier = ?2
          AND state = 'waiting'
        """, .text(id), .text(notifier), .instant(next))
      try database.run(
        "UPDATE firing SET attempts = attempts + 1 WHERE id = ?1", .text(id))
      if database.changes == 0 { throw failure(.noFiring(id: id)) }
      try summarize(id, error: reason, at: now)
    }
  }

  /// Gives up the notifications whose time is over; it need not be called before ``nextExpiry()``
  package func expire(at now: Instant) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      try database.run(
        """
        DELETE FROM delivery WHERE firing IN
          (SELECT number FROM firing
           WHERE expires IS NOT NULL AND state IN ('waiting', 'held') AND expires < ?1)
        """, .instant(now))
      try database.run(
        """
        UPDATE firing SET state = 'expired', changed = ?1
        WHERE expires IS NOT NULL AND state IN ('waiting', 'held') AND expires < ?1
        """, .instant(now))
    }
  }

  /// The first second at which a notification that waits has expired; nil for none
  package func nextExpiry() throws(StoreFailure) -> Instant? {
    #if Relapses
      if Relapse.isOn(.nothingExpires) { return nil }
    #endif
    return try known { (times) throws(StoreFailure) in
      if let next = times.expiry { return next }
      let next = try database.number(
        """
        SELECT min(expires) FROM firing WHERE expires IS NOT NULL AND state IN ('waiting', 'held')
        """
      ).map { Instant(seconds: $0).advanced(by: 1) }
      times.expiry = .some(next)
      return next
    }
  }

  /// Ends the part of a notifier in a firing
  private func end(
    _ id: String, _ notifier: String, _ state: StoredFiring.State
  ) throws(StoreFailure) {
    try database.run(
      """
      UPDATE delivery SET state = ?3
      WHERE firing = (SELECT number FROM firing WHERE id = ?1) AND notifier = ?2
        AND state = 'waiting'
      """, .text(id), .text(notifier), .text(state.rawValue))
  }

  /// Brings the state of a firing in line with its parts; with the last of them they go
  private func summarize(_ id: String, error: String?, at now: Instant) throws(StoreFailure) {
    try database.run(
      """
      UPDATE firing SET changed = ?2, error = coalesce(?3, error),
        next = coalesce(
          (SELECT min(delivery.next) FROM delivery
           WHERE delivery.firing = firing.number AND delivery.state = 'waiting'), next)
      WHERE id = ?1
      """, .text(id), .instant(now), .optional(error))
    try database.run(
      """
      UPDATE firing SET
        error = CASE WHEN EXISTS
          (SELECT 1 FROM delivery
           WHERE delivery.firing = firing.number AND delivery.state = 'failed')
          THEN error ELSE NULL END,
        state = CASE WHEN EXISTS
          (SELECT 1 FROM delivery
           WHERE delivery.firing = firing.number AND delivery.state = 'failed')
          THEN 'failed' ELSE 'told' END
      WHERE id = ?1 AND state = 'waiting' AND NOT EXISTS
        (SELECT 1 FROM delivery
           WHERE delivery.firing = firing.number AND delivery.state = 'waiting')
      """, .text(id))
    try dropParts(ofEnded: id)
  }

  /// Forgets the parts of a firing that waits no longer
  ///
  /// - Requires: a transaction.
  func dropParts(ofEnded id: String) throws(StoreFailure) {
    try database.run(
      """
      DELETE FROM delivery WHERE firing =
        (SELECT number FROM firing WHERE id = ?1 AND state NOT IN ('waiting', 'held'))
      """, .text(id))
  }

  // MARK: Assignment

  /// Keeps the parts of a firing that is new
  ///
  /// - Requires: a transaction.
  func insert(
    _ parts: [DeliveryPart], of id: String, _ state: StoredFiring.State, next: Instant
  ) throws(StoreFailure) {
    #if Relapses
      let parts = Relapse.isOn(.secondNotifierIsForgotten) ? Array(parts.prefix(1)) : parts
    #endif
    for part in parts {
      try database.run(
        """
        INSERT INTO delivery (firing, notifier, state, next)
        SELECT number, ?2, ?3, ?4 FROM firing WHERE id = ?1
        """, .text(id), .text(part.notifier), .text(state.rawValue), .instant(next))
      for name in part.recipients {
        try database.run(
          """
          UPDATE recipient SET notifier = ?2
          WHERE firing = (SELECT number FROM firing WHERE id = ?1) AND name = ?3
          """, .text(id), .text(part.notifier), .text(name))
      }
    }
  }

  /// Gives notifiers to the firings that have none, as those of earlier versions
  ///
  /// - Parameter parts: the notifiers of a firing by its recipients.
  package func assign(by parts: ([String]) -> [DeliveryPart]) throws(StoreFailure) {
    let open = try database.rows(
      "SELECT firing, attempts, next FROM delivery WHERE notifier = ''"
    ) { (row) throws(StoreFailure) in
      (firing: row.integer(0), attempts: row.integer(1), next: row.instant(2))
    }
    if open.isEmpty { return }
    try database.transaction { () throws(StoreFailure) in
      for part in open {
        guard let firing = try firings("WHERE number = ?1", [.integer(part.firing)]).first else {
          continue
        }
        try database.run("DELETE FROM delivery WHERE firing = ?1", .integer(part.firing))
        try insert(parts(firing.firing.recipients), of: firing.id, firing.state, next: part.next)
        try database.run(
          "UPDATE delivery SET attempts = ?2 WHERE firing = ?1", .integer(part.firing),
          .integer(part.attempts))
      }
    }
  }

  // MARK: Notifiers that fail

  /// Keeps that a notifier fails: the parts that wait for it are tried next when the notifier is
  package func keep(_ notifier: FailingNotifier, at now: Instant) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      try database.run(
        """
        INSERT OR REPLACE INTO notifier (name, failures, since, retry, asked, reason, remedy)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
        """, .text(notifier.name), .integer(Int64(notifier.failures)), .instant(notifier.since),
        .instant(notifier.retry), .flag(notifier.isAsked), .text(notifier.reason),
        .optional(notifier.remedy))
      #if Relapses
        if Relapse.isOn(.askedPauseIsForgotten) {
          try database.run("UPDATE notifier SET asked = 0 WHERE name = ?1", .text(notifier.name))
        }
      #endif
      guard let retry = notifier.retry else { return }
      try database.run(
        """
        UPDATE delivery SET next = ?2
        WHERE notifier = ?1 AND state = 'waiting'
          AND (next <= ?3 OR attempts > 0 AND begun IS NULL)
        """, .text(notifier.name), .instant(retry), .instant(now))
      try summarizeTimes(of: notifier.name)
    }
  }

  /// Makes all that waits for a notifier due, such as when it has taken something
  ///
  /// An attempt in which a process has ended keeps its pause: the notification is at fault, not the notifier.
  ///
  /// - Parameter id: the identity of a firing that it has just refused.
  package func release(
    _ notifier: String, but id: String? = nil, at now: Instant
  ) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      try database.run(
        """
        UPDATE delivery SET next = ?2
        WHERE notifier = ?1 AND state = 'waiting' AND next > ?2 AND begun IS NULL
          AND (attempts > 0 OR next = (SELECT retry FROM notifier WHERE name = ?1))
          AND firing <> coalesce((SELECT number FROM firing WHERE id = ?3), -1)
        """, .text(notifier), .instant(now), .optional(id))
      try summarizeTimes(of: notifier)
    }
  }

  /// Brings the next times of the firings that wait for a notifier in line with their parts
  private func summarizeTimes(of notifier: String) throws(StoreFailure) {
    try database.run(
      """
      UPDATE firing SET next =
        (SELECT min(delivery.next) FROM delivery
         WHERE delivery.firing = firing.number AND delivery.state = 'waiting')
      WHERE state = 'waiting' AND number IN
        (SELECT delivery.firing FROM delivery
         WHERE delivery.notifier = ?1 AND delivery.state = 'waiting')
      """, .text(notifier))
  }

  /// Forgets that a notifier failed
  package func forgetFailure(of notifier: String) throws(StoreFailure) {
    try database.run("DELETE FROM notifier WHERE name = ?1", .text(notifier))
  }

  /// The notifiers that fail, by name
  package func failingNotifiers() throws(StoreFailure) -> [FailingNotifier] {
    try database.rows(
      "SELECT name, failures, since, retry, asked, reason, remedy FROM notifier ORDER BY name"
    ) { (row) throws(StoreFailure) in
      FailingNotifier(
        name: row.text(0), failures: Int(clamping: row.integer(1)), since: row.instant(2),
        retry: row.optionalInstant(3), isAsked: row.flag(4), reason: row.text(5),
        remedy: row.optionalText(6))
    }
  }
}

/// The next times of deliveries, as long as the store is as it was when they were read
struct KnownTimes {
  /// `own` is the count of changes of this connection, `others` is ``Store/changeCount()``
  let own: Int64
  let others: Int64

  /// The next attempt by the name of the notifier
  var deliveries: [String: Instant?] = [:]

  /// The next expiry, once it is known
  var expiry: Instant??
}
