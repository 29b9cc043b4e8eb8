internal import OppEngine
package import OppModel
package import OppSession

/// A clock that had been far ahead
extension Store {
  /// Keeps the state with which a run starts over, in place of all that was kept of the future
  ///
  /// Firings that wait for delivery are due now. Firings of the future stay in the history, which does not
  /// keep the same firing from happening when its time comes. A snooze is as long as it was.
  ///
  /// With a clock that was at 2031 and is set to noon on 21 June 2026, a snooze set in 2031 for two hours ends at
  /// 14:00.
  ///
  /// - Parameter present: the second at which it starts.
  package func beginAnew(
    with memory: SessionMemory, at present: Instant
  ) throws(StoreFailure) {
    let now = Cell.instant(present)
    try database.transaction { () throws(StoreFailure) in
      try replaceMemory(by: memory)
      try database.run(
        "UPDATE firing SET next = ?1 WHERE state = 'waiting' AND at > ?1 AND next > ?1", now)
      try database.run(
        """
        UPDATE delivery SET next = ?1 WHERE state = 'waiting' AND next > ?1
          AND firing IN (SELECT number FROM firing WHERE at > ?1)
        """, now)
      try database.run("UPDATE notifier SET retry = ?1 WHERE retry > ?1", now)
      try database.run("UPDATE firing SET ahead = 1 WHERE at > ?1", now)
      try database.run("UPDATE snooze SET until = ?1 + until - at, at = ?1 WHERE at > ?1", now)
      try database.run("UPDATE standing SET at = ?1 WHERE at > ?1", now)
      try database.run("DELETE FROM reading WHERE at > ?1", now)
    }
  }
}
