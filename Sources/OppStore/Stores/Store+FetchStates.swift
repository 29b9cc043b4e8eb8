package import OppEngine
internal import OppModel

/// The state of fetching, so that a new run fetches no sooner than the old one would have
extension Store {
  /// The state of each fetch, by the meaning of what is fetched
  ///
  /// - Complexity: proportional to the fetches of the last 32 days with distinct arguments.
  package func loadFetchStates() throws(StoreFailure) -> [String: FetchState] {
    var fetchStates: [String: FetchState] = [:]
    _ = try database.rows("SELECT key, answered, counts, failures, since, retry, rest FROM asking")
    {
      (row) throws(StoreFailure) in
      var kept = FetchState()
      if let responded = row.optionalInstant(1), let counts = row.optionalInstant(2) {
        kept.responded = FetchState.Response(at: responded, counts: counts)
      }
      kept.failures = Int(clamping: row.integer(3))
      kept.failingSince = row.optionalInstant(4)
      kept.retry = row.optionalInstant(5)
      kept.rest = row.optionalInstant(6)
      fetchStates[row.text(0)] = kept
    }
    return fetchStates
  }

  /// Keeps the state of one fetch, in place of the one before
  ///
  /// - Parameter kept: nil deletes it: the next fetch is as if nothing was ever fetched.
  /// - Requires: a transaction.
  func keepFetchState(_ key: String, _ kept: FetchState?, at now: Instant) throws(StoreFailure) {
    guard let kept else {
      return try database.run("DELETE FROM asking WHERE key = ?1", .text(key))
    }
    try database.run(
      """
      INSERT OR REPLACE INTO asking (key, answered, counts, failures, since, retry, rest, changed)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """,
      .text(key), .instant(kept.responded?.at), .instant(kept.responded?.counts),
      .integer(Int64(kept.failures)),
      .instant(kept.failingSince), .instant(kept.retry), .instant(kept.rest), .instant(now))
  }
}
