package import OppModel

/// Firings, and the state of their delivery
///
/// Delivery is at least once, with one identity: where a daemon ends between a delivery and
/// ``Store/markDelivered(_:at:)``, the next run finds the firing waiting and delivers it again as the same.
extension Store {
  /// The firings to be delivered now, the oldest first
  ///
  /// - Throws: ``StoreFailure/Kind/corrupt`` where the index of what waits names a firing that does not.
  package func waiting(at now: Instant) throws(StoreFailure) -> [StoredFiring] {
    guard let next = try nextDelivery(), next <= now else { return [] }
    // The index finds the numbers alone: its other content could be taken in place of the row's.
    let found = try firings(
      """
      WHERE number IN (SELECT number FROM firing WHERE state = 'waiting' AND next <= ?1)
      ORDER BY at, opp, row
      """, [.instant(now)])
    guard found.allSatisfy({ $0.state == .waiting && $0.next <= now }) else {
      throw failure(.corrupt)
    }
    return found
  }

  /// The time of the next delivery; nil where none waits
  ///
  /// It is read again only where the store has changed.
  package func nextDelivery() throws(StoreFailure) -> Instant? {
    let (own, others) = (database.totalChanges, try changeCount())
    if let known = knownDelivery, known.own == own, known.others == others { return known.next }
    let next = try database.number("SELECT min(next) FROM firing WHERE state = 'waiting'").map {
      Instant(seconds: $0)
    }
    knownDelivery = (next, own, others)
    return next
  }

  /// Compares the firings with their indexes
  ///
  /// Wrong indexes would have firings delivered again and again, or never.
  ///
  /// - Throws: ``StoreFailure/Kind/corrupt`` where they differ.
  /// - Complexity: proportional to all firings that the store has.
  package func verifyFirings() throws(StoreFailure) {
    let said = try database.rows("PRAGMA integrity_check('firing')") { (row) throws(StoreFailure) in
      row.text(0)
    }
    guard said == ["ok"] else { throw failure(.corrupt) }
  }

  /// The firing of an identity, such as `2026-06-21T11:00:00Z/Lunch%20walk`; nil where there is none
  package func firing(_ id: String) throws(StoreFailure) -> StoredFiring? {
    try firings("WHERE id = ?1", [.text(id)]).first
  }

  /// Marks a firing as delivered
  ///
  /// One that was dismissed in the meantime stays dismissed.
  ///
  /// - Throws: ``StoreFailure/Kind/corrupt`` where it did not wait for delivery.
  package func markDelivered(_ id: String, at now: Instant) throws(StoreFailure) {
    try database.run(
      """
      UPDATE firing SET changed = ?2, error = NULL,
        state = CASE state WHEN 'dismissed' THEN 'dismissed' ELSE 'told' END
      WHERE id = ?1 AND state IN ('waiting', 'dismissed')
      """, .text(id), .instant(now))
    if database.changes > 0 { return }
    throw failure(try firing(id) == nil ? .noFiring(id: id) : .corrupt)
  }

  /// Marks an attempt to deliver as failed
  ///
  /// - Parameters:
  ///   - reason: a fragment for people, without a secret.
  ///   - next: when it is tried again; nil where it never is.
  package func markAttempt(
    _ id: String, at now: Instant, reason: String, next: Instant?
  ) throws(StoreFailure) {
    try change(
      id,
      """
      UPDATE firing SET changed = ?2, error = ?3, next = coalesce(?4, next),
        attempts = attempts + 1,
        state = CASE WHEN state = 'waiting' AND ?4 IS NULL THEN 'failed' ELSE state END
      WHERE id = ?1
      """, .instant(now), .text(reason), .instant(next))
  }

  /// Whether a delivery that was due by now has not succeeded
  package func hasUndelivered(at now: Instant) throws(StoreFailure) -> Bool {
    try database.number(
      "SELECT count(*) FROM firing WHERE state = 'waiting' AND (attempts > 0 OR next <= ?1)",
      .instant(now)) != 0
  }

  /// Makes failed deliveries due from an instant on, rather than when their next attempt comes
  package func retryDeliveries(at instant: Instant) throws(StoreFailure) {
    try database.run(
      "UPDATE firing SET next = ?1 WHERE state = 'waiting' AND attempts > 0 AND next > ?1",
      .instant(instant))
  }

  /// The keys of the rows of an Opp that fired or are snoozed
  package func rows(of opp: String) throws(StoreFailure) -> [String] {
    try database.rows(
      """
      SELECT row FROM firing WHERE opp = ?1 AND row <> ''
      UNION SELECT row FROM snooze WHERE opp = ?1 AND row <> '' ORDER BY row
      """, [.text(opp)]
    ) { (row) throws(StoreFailure) in row.text(0) }
  }

  /// Firings in the order of time, name and row
  ///
  /// The newest `last` are taken from the end, and then listed from the oldest on: of firings at 9, 10 and 11 o'clock
  /// `last: 2` gives those of 10 and 11.
  package func history(_ filter: HistoryFilter = HistoryFilter()) throws(StoreFailure)
    -> [StoredFiring]
  {
    let found = try firings(
      """
      WHERE (?1 IS NULL OR opp = ?1) AND (?2 IS NULL OR row = ?2)
        AND (?3 IS NULL OR at >= ?3) AND (?4 IS NULL OR at < ?4)
      ORDER BY at DESC, opp DESC, row DESC LIMIT ?5
      """,
      [
        .optional(filter.opp), .optional(filter.row), .instant(filter.from), .instant(filter.to),
        .integer(filter.last.map { Int64(max(0, $0)) } ?? -1),
      ])
    return found.reversed()
  }

  /// The seconds of the firings of some Opps that an Opp remembers, in the order of time, by name and row
  ///
  /// Events that were missed and firings of a clock that was ahead are none.
  ///
  /// - Complexity: linear in the firings of the last 400 days.
  package func pastFirings(
    of opps: Set<String>, until now: Instant
  ) throws(StoreFailure) -> [String: [String: [Instant]]] {
    var result: [String: [String: [Instant]]] = [:]
    _ = try database.rows(
      """
      SELECT opp, row, at FROM firing
      WHERE at >= ?1 AND at <= ?2 AND state <> 'missed' AND ahead = 0 ORDER BY at
      """, [.instant(now.advanced(by: -Self.firingAge)), .instant(now)]
    ) { (row) throws(StoreFailure) in
      let opp = row.text(0)
      if opps.contains(opp) {
        result[opp, default: [:]][row.text(1), default: []].append(row.instant(2))
      }
    }
    return result
  }

  /// The number of seconds for which a firing counts for a limit that did not count it itself: as long as rules can read it
  private static let firingAge: Int64 = 400 * 86_400

  /// Answers all firings of an Opp so far with `dismissed`
  ///
  /// - Parameter row: of this row only; nil for all.
  /// - Returns: what was answered, in order.
  package func dismiss(
    _ opp: String, row: String? = nil, at now: Instant
  ) throws(StoreFailure) -> [StoredFiring] {
    try answer(opp, row: row, .dismissed, by: "opp dismiss", at: now)
  }

  /// The person is done with one firing
  package func dismiss(id: String, at now: Instant) throws(StoreFailure) {
    try change(
      id, "UPDATE firing SET changed = ?2, state = 'dismissed' WHERE id = ?1", .instant(now))
  }

  /// Runs a change of one firing, whose identity is `?1`
  private func change(_ id: String, _ text: String, _ cells: Cell...) throws(StoreFailure) {
    try database.run(text, [.text(id)] + cells)
    guard database.changes > 0 else { throw failure(.noFiring(id: id)) }
  }

  /// Keeps a firing with its recipients; one that is there already stays as it is
  ///
  /// - Requires: a transaction.
  func insert(_ firing: NewFiring) throws(StoreFailure) {
    let state: StoredFiring.State =
      firing.isMissed
      ? .missed : firing.text == nil ? .silent : firing.isHeld ? .held : .waiting
    if !firing.isMissed {
      // A clock that was ahead may have been at this second before: that was not this firing.
      try database.run("DELETE FROM firing WHERE id = ?1 AND ahead = 1", .text(firing.id))
    }
    try database.run(
      """
      INSERT INTO firing
        (id, opp, row, at, text, payload, colour, urgent, delivered, state, next, changed)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?9, ?4) ON CONFLICT DO NOTHING
      """,
      .text(firing.id), .text(firing.opp), .text(firing.row), .instant(firing.at),
      .optional(firing.text), .optional(firing.payload),
      firing.colour.map { .integer(Int64($0)) } ?? .null, .flag(firing.isUrgent),
      .instant(firing.delivered), .text(state.rawValue))
    guard database.changes > 0 else { return }
    for (position, name) in firing.recipients.enumerated() {
      try database.run(
        """
        INSERT INTO recipient (firing, position, name)
        SELECT number, ?2, ?3 FROM firing WHERE id = ?1
        """, .text(firing.id), .integer(Int64(position)), .text(name))
    }
  }

  /// The firings of a query, with their recipients: one more query for each
  ///
  /// - Parameter condition: what follows the table in a `SELECT`.
  func firings(
    _ condition: String, _ cells: [Cell] = []
  ) throws(StoreFailure) -> [StoredFiring] {
    try database.rows(
      """
      SELECT number, id, opp, row, at, text, payload, colour, urgent, delivered, state, attempts,
        next, changed, error, answer, answered, until
      FROM firing \(condition)
      """, cells
    ) { (row) throws(StoreFailure) in
      guard let state = StoredFiring.State(rawValue: row.text(10)) else {
        throw failure(.corrupt)
      }
      return StoredFiring(
        firing: NewFiring(
          opp: row.text(2), row: row.text(3), at: row.instant(4), text: row.optionalText(5),
          recipients: try recipients(of: row.integer(0)), payload: row.optionalText(6),
          colour: row.isNull(7) ? nil : Int32(clamping: row.integer(7)), isUrgent: row.flag(8),
          delivered: row.instant(9), isHeld: state == .held, isMissed: state == .missed),
        id: row.text(1), state: state, attempts: Int(clamping: row.integer(11)),
        next: row.instant(12), changed: row.instant(13), error: row.optionalText(14),
        answer: row.optionalText(15).flatMap { Answer(named: $0) },
        answered: row.optionalInstant(16), until: row.optionalInstant(17))
    }
  }

  /// The people to notify, in the order of the rules
  ///
  /// - Parameter firing: the `number` of its row.
  private func recipients(of firing: Int64) throws(StoreFailure) -> [String] {
    try database.rows(
      "SELECT name FROM recipient WHERE firing = ?1 ORDER BY position", [.integer(firing)]
    ) { (row) throws(StoreFailure) in row.text(0) }
  }
}
