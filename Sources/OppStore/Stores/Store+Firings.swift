package import OppModel

/// Firings, and the state of their delivery
///
/// Delivery is at least once, with one identity: if a daemon ends between a delivery and
/// ``Store/markDelivered(_:by:at:hasRecovered:)``, the next run finds the firing waiting and delivers it again as the same.
extension Store {
  /// Compares the firings and their deliveries with their indexes
  ///
  /// Wrong indexes would have firings delivered again and again, or never.
  ///
  /// - Throws: ``StoreFailure/Kind/corrupt`` if they differ.
  /// - Complexity: proportional to all firings that the store has.
  package func verifyFirings() throws(StoreFailure) {
    for check in ["PRAGMA integrity_check('firing')", "PRAGMA integrity_check('delivery')"] {
      let said = try database.rows(check) { (row) throws(StoreFailure) in row.text(0) }
      guard said == ["ok"] else { throw failure(.corrupt) }
    }
  }

  /// The firing of an identity, such as `2026-06-21T11:00:00Z/Lunch%20walk`; nil if there is none
  package func firing(_ id: String) throws(StoreFailure) -> StoredFiring? {
    try firings("WHERE id = ?1", [.text(id)]).first
  }

  /// `true` if a delivery that was due by now has not succeeded
  package func hasUndelivered(at now: Instant) throws(StoreFailure) -> Bool {
    try database.number(
      "SELECT count(*) FROM delivery WHERE state = 'waiting' AND (attempts > 0 OR next <= ?1)",
      .instant(now)) != 0
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

  /// The titles of the rows of an Opp, by their keys, each as it was when the row last fired
  package func titles(of opp: String) throws(StoreFailure) -> [String: String] {
    let found = try database.rows(
      "SELECT row, title FROM firing WHERE opp = ?1 AND title IS NOT NULL ORDER BY at",
      [.text(opp)]
    ) { (row) throws(StoreFailure) in (row.text(0), row.text(1)) }
    return Dictionary(found) { $1 }
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
      WHERE at >= ?1 AND at <= ?2 AND \(Self.isNoMissedEvent) AND ahead = 0 ORDER BY at
      """, [.instant(now.advanced(by: -Self.firingAge)), .instant(now)]
    ) { (row) throws(StoreFailure) in
      let opp = row.text(0)
      if opps.contains(opp) {
        result[opp, default: [:]][row.text(1), default: []].append(row.instant(2))
      }
    }
    return result
  }

  /// The condition on a row of `firing` that excludes events that were missed, also those of an Opp with `expires`
  static let isNoMissedEvent = "state <> 'missed' AND NOT (state = 'expired' AND text IS NULL)"

  /// The number of seconds for which a firing counts for a limit that did not count it itself: as long as rules can read it
  private static let firingAge: Int64 = 400 * 86_400

  /// Answers all firings of an Opp so far with `dismissed`
  ///
  /// - Parameter row: of this row only; nil for all.
  /// - Returns: the firings that were answered, in order.
  package func dismiss(
    _ opp: String, row: String? = nil, at now: Instant
  ) throws(StoreFailure) -> [StoredFiring] {
    try answer(opp, row: row, .dismissed, by: "opp dismiss", at: now)
  }

  /// The person is done with one firing
  package func dismiss(id: String, at now: Instant) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      try database.run(
        "UPDATE firing SET changed = ?2, state = 'dismissed' WHERE id = ?1", .text(id),
        .instant(now))
      guard database.changes > 0 else { throw failure(.noFiring(id: id)) }
      try dropParts(ofEnded: id)
    }
  }

  /// Keeps a firing with its recipients; one that is there already stays as it is
  ///
  /// - Parameter parts: its notifiers; empty if they are not known yet.
  /// - Requires: a transaction.
  func insert(_ firing: NewFiring, to parts: [DeliveryPart]) throws(StoreFailure) {
    let state = firing.firstState
    if !firing.isMissed {
      // A clock that was ahead may have been at this second before: that was not this firing.
      try database.run("DELETE FROM firing WHERE id = ?1 AND ahead = 1", .text(firing.id))
    }
    try database.run(
      """
      INSERT INTO firing
        (id, opp, row, at, text, payload, colour, urgent, delivered, state, next, changed, expires,
          title)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?9, ?4, ?11, ?12) ON CONFLICT DO NOTHING
      """,
      .text(firing.id), .text(firing.opp), .text(firing.row), .instant(firing.at),
      .optional(firing.text), .optional(firing.payload),
      firing.colour.map { .integer(Int64($0)) } ?? .null, .flag(firing.isUrgent),
      .instant(firing.delivered), .text(state.rawValue), .instant(firing.expires),
      .optional(firing.title))
    guard database.changes > 0 else { return }
    for (position, name) in firing.recipients.enumerated() {
      try database.run(
        """
        INSERT INTO recipient (firing, position, name)
        SELECT number, ?2, ?3 FROM firing WHERE id = ?1
        """, .text(firing.id), .integer(Int64(position)), .text(name))
    }
    guard state == .waiting || state == .held else { return }
    try insert(
      parts.isEmpty ? [DeliveryPart(notifier: "", recipients: [])] : parts, of: firing.id, state,
      next: firing.delivered)
  }

  /// The firings of a query, with their recipients: one more query for each
  ///
  /// - Parameter condition: the rest of a `SELECT` behind the table.
  func firings(
    _ condition: String, _ cells: [Cell] = []
  ) throws(StoreFailure) -> [StoredFiring] {
    try database.rows(
      """
      SELECT number, id, opp, row, at, text, payload, colour, urgent, delivered, state, attempts,
        next, changed, error, answer, answered, until, expires, title
      FROM firing \(condition)
      """, cells
    ) { (row) throws(StoreFailure) in
      guard let state = StoredFiring.State(rawValue: row.text(10)) else {
        throw failure(.corrupt)
      }
      return StoredFiring(
        firing: NewFiring(
          opp: row.text(2), row: row.text(3), title: row.optionalText(19), at: row.instant(4),
          text: row.optionalText(5),
          recipients: try recipients(of: row.integer(0)), payload: row.optionalText(6),
          colour: row.isNull(7) ? nil : Int32(clamping: row.integer(7)), isUrgent: row.flag(8),
          delivered: row.instant(9), expires: row.optionalInstant(18), isHeld: state == .held,
          isMissed: state == .missed || state == .expired && row.isNull(5)),
        id: row.text(1), state: state, attempts: Int(clamping: row.integer(11)),
        next: row.instant(12), changed: row.instant(13), error: row.optionalText(14),
        answer: row.optionalText(15).flatMap { Answer(named: $0) },
        answered: row.optionalInstant(16), until: row.optionalInstant(17))
    }
  }

  /// The people to notify, in the order of the rules
  ///
  /// - Parameters:
  ///   - firing: the `number` of its row.
  ///   - notifier: only the people that it notifies; nil or empty for all.
  func recipients(
    of firing: Int64, by notifier: String? = nil
  ) throws(StoreFailure) -> [String] {
    try database.rows(
      """
      SELECT name FROM recipient
      WHERE firing = ?1 AND (?2 IS NULL OR ?2 = '' OR notifier = ?2) ORDER BY position
      """, [.integer(firing), .optional(notifier)]
    ) { (row) throws(StoreFailure) in row.text(0) }
  }
}
