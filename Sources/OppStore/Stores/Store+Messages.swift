package import OppModel

/// The messages of services that send them until they are acknowledged
extension Store {
  /// The number of identities that stay of each connection
  package static let messageCount: Int64 = 1000

  /// Keeps messages, all of them or none; when it returns, they can be acknowledged
  ///
  /// A repeated message that is among the last of its connection is not kept again.
  ///
  /// - Returns: the number of each; `nil` for one that is known already.
  package func keep(_ messages: [StoredMessage]) throws(StoreFailure) -> [Int64?] {
    if messages.isEmpty { return [] }
    return try database.transaction { () throws(StoreFailure) in
      var numbers: [Int64?] = []
      for message in messages {
        if message.isRepeated, try isKnown(message) {
          numbers.append(nil)
          continue
        }
        try database.run(
          """
          INSERT INTO message (connection, identity, at, content, until)
          VALUES (?1, ?2, ?3, ?4, ?5)
          """, .text(message.connection), .text(message.identity), .instant(message.at),
          .text(message.content), .instant(message.until))
        numbers.append(try database.number("SELECT last_insert_rowid()"))
      }
      return numbers
    }
  }

  private func isKnown(_ message: StoredMessage) throws(StoreFailure) -> Bool {
    let rows = try database.rows(
      "SELECT 1 FROM message WHERE connection = ?1 AND identity = ?2 LIMIT 1",
      [.text(message.connection), .text(message.identity)]
    ) { (_) throws(StoreFailure) in true }
    return !rows.isEmpty
  }

  /// The messages whose content is needed still, with their numbers, in the order in which they came
  package func loadMessages(
    at now: Instant
  ) throws(StoreFailure) -> [(number: Int64, message: StoredMessage)] {
    try database.rows(
      """
      SELECT number, connection, identity, at, content, until, taken FROM message
      WHERE taken = 0 OR until >= ?1 ORDER BY number
      """, [.instant(now)]
    ) { (row) throws(StoreFailure) in
      (
        row.integer(0),
        StoredMessage(
          connection: row.text(1), identity: row.text(2), at: row.instant(3),
          content: row.text(4), until: row.optionalInstant(5), isTaken: row.flag(6))
      )
    }
  }

  /// Marks messages as taken by a step, and deletes messages that are no longer needed
  ///
  /// - Requires: a transaction.
  func keepTaken(messages numbers: [Int64], at now: Instant) throws(StoreFailure) {
    for number in numbers {
      try database.run(
        """
        UPDATE message SET taken = 1, content = CASE WHEN until IS NULL THEN '' ELSE content END
        WHERE number = ?1
        """, .integer(number))
    }
    try database.run(
      "UPDATE message SET content = '', until = NULL WHERE until < ?1 AND taken = 1", .instant(now))
    let connections = try database.rows("SELECT DISTINCT connection FROM message") {
      (row) throws(StoreFailure) in row.text(0)
    }
    for connection in connections {
      try database.run(
        """
        DELETE FROM message WHERE connection = ?1 AND content = '' AND taken = 1 AND number <= (
          SELECT number FROM message WHERE connection = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)
        """, .text(connection), .integer(Self.messageCount))
    }
  }

  /// The random name of the store, by which services know it again
  package func installation() throws(StoreFailure) -> String {
    let name = "installation"
    if let known = try loadTokens()[name] { return known }
    return try database.transaction { () throws(StoreFailure) in
      // Another process may have come first.
      if let known = try loadTokens()[name] { return known }
      let made = String(UInt64.random(in: 0...UInt64.max), radix: 16)
      try keepToken(name, made)
      return made
    }
  }
}
