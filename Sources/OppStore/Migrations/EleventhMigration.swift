internal import OppModel

extension Migration {
  /// Version 11: all of a session is among the entries of `memory`
  ///
  /// Until then the engine's part was, and the session's own had tables: `life` the seconds, `asking` the states of fetches, `supplier`
  /// the figures of providers, `odds` those of conditions. `fetch` stays: it has the requests that count for limits which are new.
  ///
  /// ```
  /// life      1, 1782043000, 1782043200                          session             1 1782043000 1782043200 -
  /// asking    'source 4:hall 0 -', 1782043200, 1782045000, 0     fetch source 4:hall 0 -     1 1782043200 1782045000 - - - F 0
  /// supplier  'hall (json)', 0.5, 0.75, 0.25                     provider 11:hall (json)     1 x3fe0… x3fd0… 0 - well 0
  /// odds      '5c77…', 0.5, 63                                   odds 5              1 1 5c77… x3fe0… 63
  /// ```
  static let eleventh = Migration(
    script: "DROP TABLE asking; DROP TABLE supplier; DROP TABLE odds; DROP TABLE life;"
  ) { (database: Database) throws(StoreFailure) in
    let lives = try database.rows("SELECT begins, present FROM life") {
      (row) throws(StoreFailure) in (row.integer(0), row.integer(1))
    }
    // Without a session there is nothing to go on with.
    guard let (begins, present) = lives.first else {
      return try database.run("DELETE FROM memory")
    }
    let tables = SessionTables(database)
    var entries = try tables.fetches() + tables.providers() + tables.odds()
    entries.append(("session", "1 \(min(begins, present)) \(present) -"))
    for (key, content) in entries {
      try database.run(
        "INSERT OR REPLACE INTO memory (key, content) VALUES (?1, ?2)", .text(key), .text(content))
    }
  }
}

/// The tables of a session's own state up to version 10, as entries of its memory
///
/// The texts are those of the first version of each entry, and stay so.
private struct SessionTables {
  private let database: Database

  /// The second that stands for the distant past
  private static let past = "-1152921504606846976"

  init(_ database: Database) { self.database = database }

  // MARK: Fetches

  /// The states of fetches; the subjects that a response has brought are found among the readings
  func fetches() throws(StoreFailure) -> [(key: String, content: String)] {
    try database.rows(
      "SELECT key, answered, counts, failures, since, retry, rest FROM asking ORDER BY key"
    ) { (row) throws(StoreFailure) in
      let responded = row.optionalInstant(1)?.seconds
      let counts = row.optionalInstant(2)?.seconds
      var isOutdated = false
      var text = "1 - \(Self.past)"
      if let responded, let counts {
        // A response that was too old as it came was kept as one that ended before.
        isOutdated = counts < responded
        if !isOutdated { text = "1 \(responded) \(counts)" }
      }
      text += " - - -"
      let failures = row.integer(3)
      guard failures > 0 || !row.isNull(5) || !row.isNull(6) else {
        return ("fetch " + row.text(0), text + " F 0")
      }
      text += " T \(max(0, failures)) \(Self.number(row.optionalInstant(4)?.seconds))"
      text += " \(row.optionalInstant(5).map { String($0.seconds) } ?? Self.past)"
      text += " \(row.optionalInstant(6).map { String($0.seconds) } ?? Self.past)"
      let reason = "its last reading was too old"
      text += isOutdated ? " T outdated \(reason.utf8.count):\(reason) - 0" : " F 0"
      return ("fetch " + row.text(0), text)
    }
  }

  // MARK: Providers

  /// The figures of providers; their requests are found in `fetch`
  func providers() throws(StoreFailure) -> [(key: String, content: String)] {
    let found = try database.rows(
      "SELECT name, latency, answered, failed FROM supplier ORDER BY name"
    ) { (row) throws(StoreFailure) in
      (name: row.text(0), latency: row.real(1), responded: row.real(2), failed: row.real(3))
    }
    return found.compactMap { provider in
      let sum = provider.responded + provider.failed
      guard sum > 0 else { return nil }
      let figures = Self.number(provider.latency) + Self.number(provider.failed / sum)
      return ("provider \(provider.name.utf8.count):\(provider.name)", "1\(figures) 0 - well 0")
    }
  }

  // MARK: Odds

  /// The odds of conditions, by the first digit of their meanings
  func odds() throws(StoreFailure) -> [(key: String, content: String)] {
    var buckets: [Character: [String]] = [:]
    _ = try database.rows("SELECT key, true_count, false_count FROM odds ORDER BY key") {
      (row) throws(StoreFailure) in
      let meaning = row.text(0)
      let isMeaning =
        meaning.utf8.count == 32 && meaning.allSatisfy { "0123456789abcdef".contains($0) }
      guard isMeaning, let digit = meaning.first else { return }
      let counts = Self.number(row.real(1)) + Self.number(row.real(2))
      buckets[digit, default: []].append(" \(meaning)\(counts)")
    }
    return buckets.map { digit, odds in
      ("odds \(digit)", "1 \(odds.count)" + odds.joined())
    }
  }

  // MARK: Words

  /// A second, or `-`
  private static func number(_ second: Int64?) -> String { second.map { String($0) } ?? "-" }

  /// A space and a number: a whole number as such, any other by its bits
  private static func number(_ number: Double) -> String {
    if number.magnitude < 0x1p53, number == number.rounded(),
      !(number == 0 && number.sign == .minus)
    {
      return " \(Int64(number))"
    }
    return " x" + String(number.bitPattern, radix: 16)
  }
}
