package import OppModel

/// Answers of people to firings
extension Store {
  /// The token of the number of the last answer that a daemon has taken
  private static let takenToken = "answers taken"

  /// The number of seconds for which answers are kept: as long as rules can read firings
  private static let answerAge: Int64 = 400 * 86_400

  /// Takes an answer to all firings of an Opp so far that have none or were snoozed
  ///
  /// A firing that waits for delivery is delivered no more. `done` and `dismissed` end a snooze of the same Opp and row.
  ///
  /// - Parameters:
  ///   - row: of this row only; nil for all.
  ///   - until: the end of a snooze.
  ///   - by: the command or the notifier that it came by, such as `opp done`.
  /// - Returns: the firings that it is to, as they were before.
  @discardableResult
  package func answer(
    _ opp: String, row: String? = nil, _ answer: Answer, until: Instant? = nil, by: String,
    at now: Instant
  ) throws(StoreFailure) -> [StoredFiring] {
    try database.transaction { () throws(StoreFailure) in
      try database.run(
        "INSERT INTO answer (at, opp, row, answer, until, by) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        .instant(now), .text(opp), .text(row ?? ""), .text(answer.name), .instant(until),
        .text(by))
      if answer == .snoozed, let until {
        try keepSnooze(opp, row: row ?? "", until: until, by: by, at: now)
      } else {
        try database.run(
          "DELETE FROM snooze WHERE opp = ?1 AND (?2 IS NULL OR row = ?2)", .text(opp),
          .optional(row))
      }
      return try note(answer, to: opp, row: row, until: until, at: now)
    }
  }

  /// Notes an answer that a recording has, for the history; the engine has taken it already
  func note(_ answer: StoredAnswer) throws(StoreFailure) {
    _ = try note(
      answer.answer, to: answer.opp, row: answer.row.isEmpty ? nil : answer.row,
      until: answer.until, at: answer.at)
  }

  /// Notes an answer with the firings that it is to
  ///
  /// - Requires: a transaction.
  private func note(
    _ answer: Answer, to opp: String, row: String?, until: Instant?, at now: Instant
  ) throws(StoreFailure) -> [StoredFiring] {
    let open = try firings(
      """
      WHERE opp = ?1 AND (?2 IS NULL OR row = ?2) AND at <= ?3 AND \(Self.isNoMissedEvent)
        AND (answer IS NULL OR answer = 'snoozed')
      ORDER BY at, row
      """, [.text(opp), .optional(row), .instant(now)])
    for firing in open {
      #if Relapses
        if Relapse.isOn(.answeredIsDelivered), firing.state == .waiting { continue }
      #endif
      try database.run(
        """
        UPDATE firing SET answer = ?2, answered = ?3, until = ?4,
          changed = CASE WHEN state IN ('waiting', 'held') OR state IN ('told', 'failed') AND ?2 <> 'snoozed'
            THEN ?3 ELSE changed END,
          state = CASE WHEN state IN ('waiting', 'held') OR state IN ('told', 'failed') AND ?2 <> 'snoozed'
            THEN 'dismissed' ELSE state END
        WHERE id = ?1
        """, .text(firing.id), .text(answer.name), .instant(now), .instant(until))
      try dropParts(ofEnded: firing.id)
    }
    return open
  }

  /// The number of the last answer that a daemon has taken; 0 if none has
  package func takenAnswers() throws(StoreFailure) -> Int64 {
    (try loadTokens()[Self.takenToken]).flatMap { Int64($0) } ?? 0
  }

  /// Notes which answers a step has taken, and forgets those that are too old to be read
  ///
  /// - Requires: a transaction.
  func keepTaken(answers number: Int64, at now: Instant) throws(StoreFailure) {
    try keepToken(Self.takenToken, String(number))
    try database.run(
      "DELETE FROM answer WHERE at < ?1 AND number <= ?2",
      .instant(now.advanced(by: -Self.answerAge)), .integer(number))
  }

  /// The answers after one, in the order in which they were given
  ///
  /// - Parameter from: only those from this instant on.
  package func answers(
    after number: Int64 = 0, from: Instant? = nil
  ) throws(StoreFailure) -> [StoredAnswer] {
    try database.rows(
      """
      SELECT number, at, opp, row, answer, until, by FROM answer
      WHERE number > ?1 AND (?2 IS NULL OR at >= ?2) ORDER BY number
      """, [.integer(number), .instant(from)]
    ) { (row) throws(StoreFailure) in
      guard let answer = Answer(named: row.text(4)) else { throw failure(.corrupt) }
      return StoredAnswer(
        number: row.integer(0), at: row.instant(1), opp: row.text(2), row: row.text(3),
        answer: answer, until: row.optionalInstant(5), by: row.text(6))
    }
  }
}
