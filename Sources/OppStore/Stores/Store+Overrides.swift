package import OppModel

/// The state of Opps as people have set it
///
/// A command reads the clock before it has the store. The second that it keeps is at least the last one that a daemon has kept: an earlier one
/// would be taken for part of the daemon's snapshot.
extension Store {
  /// The states by the names of the Opps; Opps without a setting of a person are left out
  package func loadOverrides() throws(StoreFailure) -> [OppOverrides] {
    var known: [String: OppOverrides] = [:]
    _ = try database.rows("SELECT opp, enabled, by, at FROM standing") {
      (row) throws(StoreFailure) in
      known[row.text(0)] = OppOverrides(
        opp: row.text(0),
        choice: OppOverrides.Choice(isEnabled: row.flag(1), by: row.text(2), at: row.instant(3)))
    }
    _ = try database.rows("SELECT opp, row, until, by, at FROM snooze ORDER BY opp, row") {
      (row) throws(StoreFailure) in
      known[row.text(0), default: OppOverrides(opp: row.text(0))].snoozes.append(
        OppOverrides.Snooze(
          row: row.text(1), until: row.instant(2), by: row.text(3), at: row.instant(4)))
    }
    return known.values.sorted { $0.opp < $1.opp }
  }

  /// Every Opp that the store knows anything of, by name
  package func list() throws(StoreFailure) -> [ListedOpp] {
    var known: [String: OppOverrides] = [:]
    for overrides in try loadOverrides() { known[overrides.opp] = overrides }
    var last: [String: StoredFiring] = [:]
    // The last of each Opp alone: a history of years need not be read.
    let newest = try firings(
      """
      WHERE number IN (SELECT number FROM (
        SELECT number, row_number() OVER (PARTITION BY opp ORDER BY at DESC, row DESC) AS place
        FROM firing) WHERE place = 1)
      """)
    for firing in newest { last[firing.firing.opp] = firing }
    let answered = try answeredRows()
    var waiting: [String: Int] = [:]
    _ = try database.rows(
      """
      SELECT opp, count(*) FROM firing WHERE state = 'waiting' GROUP BY opp
      UNION ALL SELECT opp, count(*) FROM firing WHERE state = 'held' GROUP BY opp
      """
    ) { (row) throws(StoreFailure) in
      waiting[row.text(0), default: 0] += Int(clamping: row.integer(1))
    }
    return Set(known.keys).union(last.keys).sorted().map { name in
      ListedOpp(
        overrides: known[name] ?? OppOverrides(opp: name), last: last[name],
        waiting: waiting[name] ?? 0, answered: answered[name] ?? [])
    }
  }

  /// The last firing of each row that has an answer for good, by the name of the Opp
  private func answeredRows() throws(StoreFailure) -> [String: [StoredFiring]] {
    var result: [String: [StoredFiring]] = [:]
    let newest = try firings(
      """
      WHERE row <> '' AND answer IN ('done', 'dismissed') AND number IN (
        SELECT number FROM (
          SELECT number, row_number() OVER (PARTITION BY opp, row ORDER BY at DESC) AS place
          FROM firing WHERE row <> '') WHERE place = 1)
      ORDER BY opp, row
      """)
    for firing in newest { result[firing.firing.opp, default: []].append(firing) }
    return result
  }

  /// Enables or disables an Opp, in spite of the state that the rules declare
  ///
  /// - Parameter by: the author of the choice, such as `opp disable`.
  package func setEnabled(
    _ opp: String, _ isEnabled: Bool, by: String, at now: Instant
  ) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      try keepChoice(opp, isEnabled, by: by, at: now)
    }
  }

  /// Keeps whether an Opp is enabled
  ///
  /// - Requires: a transaction, so that the daemon makes no step in between.
  private func keepChoice(
    _ opp: String, _ isEnabled: Bool, by: String, at now: Instant
  ) throws(StoreFailure) {
    let since = try second(ofChangeAt: now)
    try database.run(
      "INSERT OR REPLACE INTO standing (opp, enabled, by, at) VALUES (?1, ?2, ?3, ?4)",
      .text(opp), .flag(isEnabled), .text(by), .instant(since))
  }

  /// The second from which a change counts: a command may have read the clock before the last step
  private func second(ofChangeAt now: Instant) throws(StoreFailure) -> Instant {
    #if Relapses
      if Relapse.isOn(.lateCommandIsForgotten) { return now }
    #endif
    return max(now, try lastSecond() ?? now)
  }

  /// Enables an Opp, and ends its snoozes
  ///
  /// It counts from the beginning of the latest snooze at least: a command that has read the clock before that and comes after it
  /// ends the snooze all the same.
  package func enable(_ opp: String, by: String, at now: Instant) throws(StoreFailure) {
    try database.transaction { () throws(StoreFailure) in
      let snoozed = try database.number("SELECT max(at) FROM snooze WHERE opp = ?1", .text(opp))
      let since = max(now, snoozed.map { Instant(seconds: $0) } ?? now)
      try keepChoice(opp, true, by: by, at: since)
      try database.run("DELETE FROM snooze WHERE opp = ?1", .text(opp))
    }
  }

  /// Answers all firings of an Opp so far with `done`; the Opp stays enabled
  ///
  /// - Parameter row: of this row only; nil for the Opp.
  /// - Returns: the firings that were answered.
  package func done(
    _ opp: String, row: String? = nil, by: String, at now: Instant
  ) throws(StoreFailure) -> [StoredFiring] {
    try answer(opp, row: row, .done, by: by, at: now)
  }

  /// Leaves an Opp, or one row of it, alone until an instant; its firings that wait are delivered no more
  package func snooze(
    _ opp: String, row: String = "", until: Instant, by: String, at now: Instant
  ) throws(StoreFailure) {
    try answer(opp, row: row.isEmpty ? nil : row, .snoozed, until: until, by: by, at: now)
  }

  /// Keeps a snooze, in place of the one of the same Opp and row
  ///
  /// - Parameter row: empty for all of the Opp.
  /// - Requires: a transaction.
  func keepSnooze(
    _ opp: String, row: String, until: Instant, by: String, at now: Instant
  ) throws(StoreFailure) {
    var at = now
    if let last = try lastSecond(), last < until { at = max(now, last) }
    try database.run(
      "INSERT OR REPLACE INTO snooze (opp, row, until, by, at) VALUES (?1, ?2, ?3, ?4, ?5)",
      .text(opp), .text(row), .instant(until), .text(by), .instant(at))
  }

  /// Ends a snooze
  package func endSnooze(_ opp: String, row: String = "") throws(StoreFailure) {
    try database.run("DELETE FROM snooze WHERE opp = ?1 AND row = ?2", .text(opp), .text(row))
  }

  /// Deletes the snoozes that have ended
  ///
  /// Only the daemon may, once it has acted on their end.
  package func forgetSnoozes(endedBy now: Instant) throws(StoreFailure) {
    try database.run("DELETE FROM snooze WHERE until <= ?1", .instant(now))
  }
}
