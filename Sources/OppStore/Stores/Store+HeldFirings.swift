package import OppModel

/// Firings that wait until it is quiet no longer
///
/// The engine has the firings that wait, and so has its snapshot. The store keeps the same firings as `held`, so that people see them,
/// and none is delivered before its time.
extension Store {
  /// Keeps the outcome of a firing that was held; one that people have dismissed stays dismissed
  ///
  /// - Requires: a transaction.
  func keep(_ settled: SettledFiring, at now: Instant) throws(StoreFailure) {
    switch settled.outcome {
    case .due(let instant):
      try database.run(
        "UPDATE firing SET state = 'waiting', delivered = ?2, next = ?2 WHERE id = ?1 AND state = 'held'",
        .text(settled.id), .instant(instant))
      try database.run(
        """
        UPDATE delivery SET state = 'waiting', next = ?2
        WHERE state = 'held' AND firing =
          (SELECT number FROM firing WHERE id = ?1 AND state = 'waiting')
        """, .text(settled.id), .instant(instant))
    case .superseded: try end(settled.id, .superseded, at: now)
    case .dismissed: try end(settled.id, .dismissed, at: now)
    case .expired: try end(settled.id, .expired, at: now)
    }
  }

  /// Ends the wait of a firing that is not delivered
  private func end(
    _ id: String, _ state: StoredFiring.State, at now: Instant
  ) throws(StoreFailure) {
    try database.run(
      "UPDATE firing SET state = ?2, changed = ?3 WHERE id = ?1 AND state = 'held'",
      .text(id), .text(state.rawValue), .instant(now))
    try dropParts(ofEnded: id)
  }

  /// Makes held firings due that no engine waits with any more
  ///
  /// Their Opp is gone or has become urgent, nothing is quiet any more, or the clock was wrong.
  ///
  /// - Parameter known: the identities of those that the engine waits with.
  package func releaseHeld(but known: Set<String>, at now: Instant) throws(StoreFailure) {
    let held = try database.rows("SELECT id FROM firing WHERE state = 'held'") {
      (row) throws(StoreFailure) in row.text(0)
    }
    let lost = held.filter { !known.contains($0) }
    if lost.isEmpty { return }
    try database.transaction { () throws(StoreFailure) in
      for id in lost { try keep(SettledFiring(id: id, .due(now)), at: now) }
    }
  }
}
