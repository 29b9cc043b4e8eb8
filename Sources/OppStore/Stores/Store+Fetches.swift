internal import OppEngine
package import OppModel
internal import OppSession

/// The fetches made, for messages and for people to look at
extension Store {
  /// The fetches from an instant on, in order; at most ``fetchAge`` back
  package func loadFetches(since from: Instant) throws(StoreFailure) -> [FetchRecord] {
    try database.rows(
      """
      SELECT supplier, subject, at, outcome, reason, retry_after, bytes, cost, remedy FROM fetch
      WHERE at >= ?1 ORDER BY at, number
      """, [.instant(from)]
    ) { (row) throws(StoreFailure) in
      FetchRecord(
        provider: row.text(0), subject: row.text(1), at: row.instant(2),
        outcome: try outcome(
          row.text(3), reason: row.text(4), remedy: row.isNull(8) ? nil : row.text(8),
          retryAfter: row.isNull(5) ? nil : row.integer(5)),
        bytes: Int(clamping: row.integer(6)), cost: row.real(7))
    }
  }

  /// Adds the record of a fetch; one with its outcome replaces the one as awaited
  ///
  /// A request at 12:00:00 whose response came at 12:00:03 is one row, first `12:00:00 awaited`, then
  /// `12:00:03 arrived`.
  func insert(_ fetch: FetchRecord) throws(StoreFailure) {
    var failure: FetchFailure?
    if case .failed(let reason) = fetch.outcome { failure = reason }
    if let since = fetch.since {
      try database.run(
        "DELETE FROM fetch WHERE at = ?1 AND supplier = ?2 AND subject = ?3 AND outcome = 'awaited'",
        .instant(since), .text(fetch.provider), .text(fetch.subject))
    }
    try database.run(
      """
      INSERT INTO fetch (supplier, subject, at, outcome, reason, retry_after, bytes, cost, remedy)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """,
      .text(fetch.provider), .text(fetch.subject), .instant(fetch.at), .text(name(fetch.outcome)),
      .optional(failure?.reason), failure?.retryAfter.map { .integer($0) } ?? .null,
      .integer(Int64(clamping: fetch.bytes)), .measure(fetch.cost),
      .optional(failure?.remedy))
  }

  /// The word of an outcome in the column `outcome`: that of the failure's kind if it failed
  private func name(_ outcome: FetchRecord.Outcome) -> String {
    switch outcome {
    case .arrived: "arrived"
    case .unchanged: "unchanged"
    case .awaited: "awaited"
    case .failed(let failure):
      switch failure.kind {
      case .unreachable: "unreachable"
      case .refused: "refused"
      case .limited: "limited"
      case .broken: "broken"
      case .unreadable: "unreadable"
      case .outdated: "outdated"
      case .misconfigured: "misconfigured"
      }
    }
  }

  /// The outcome that a row states: the inverse of ``name(_:)``
  ///
  /// - Throws: ``StoreFailure/Kind/corrupt`` for a word that no version has written.
  private func outcome(
    _ name: String, reason: String, remedy: String?, retryAfter: Int64?
  ) throws(StoreFailure) -> FetchRecord.Outcome {
    let kind: FetchFailure.Kind
    switch name {
    case "arrived": return .arrived
    case "unchanged": return .unchanged
    case "awaited": return .awaited
    case "unreachable": kind = .unreachable
    case "refused": kind = .refused
    case "limited": kind = .limited
    case "broken": kind = .broken
    case "unreadable": kind = .unreadable
    case "outdated": kind = .outdated
    case "misconfigured": kind = .misconfigured
    default: throw failure(.corrupt)
    }
    return .failed(FetchFailure(kind, reason, remedy: remedy, retryAfter: retryAfter))
  }
}
