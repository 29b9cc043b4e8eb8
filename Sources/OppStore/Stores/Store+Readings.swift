package import OppEngine
package import OppModel
package import OppSession

/// The readings of sources that charts read, as far back as they reach
extension Store {
  /// The token of the names of the charts that a daemon keeps readings for, in lines
  private static let chartsToken = "charts"

  /// Everything that a store has for charts
  package struct ForCharts: Sendable {
    /// The names of the charts that the last daemon kept readings for
    package let charts: [String]

    /// In the order of source, parameters and time
    package let readings: [KeptReading]

    /// The firings that were asked for, in the order of time
    package let firings: [StoredFiring]

    /// The state of the last daemon's session; nil if none has run
    package let memory: SessionMemory?
  }

  /// Everything for charts, as it is at one moment
  ///
  /// - Parameter first: the first second of which firings are wanted; nil for none.
  package func loadForCharts(firingsFrom first: Instant?) throws(StoreFailure) -> ForCharts {
    try database.glimpse { () throws(StoreFailure) in
      ForCharts(
        charts: try declaredCharts(),
        readings: try database.rows(
          """
          SELECT source, parameters, at, instant, until, fields FROM reading
          ORDER BY source, parameters, at
          """
        ) { (row) throws(StoreFailure) in
          KeptReading(
            source: row.text(0), parameters: row.text(1), at: row.instant(2),
            instant: row.instant(3), until: row.optionalInstant(4), fields: row.text(5))
        },
        firings: first == nil ? [] : try history(HistoryFilter(from: first)),
        memory: try loadMemory())
    }
  }

  /// Reads several things as they are at one moment, while a daemon may be writing
  package func glimpse<Result>(
    _ body: () throws(StoreFailure) -> Result
  ) throws(StoreFailure) -> Result {
    try database.glimpse(body)
  }

  /// Records the charts of the rules that a daemon runs, and forgets the readings of sources that none of them reads
  ///
  /// Nothing is written if no charts were recorded before, and there are none.
  ///
  /// - Parameter sources: the names of the sources that the charts read.
  package func declareCharts(
    _ names: [String], reading sources: Set<String>
  ) throws(StoreFailure) {
    let before = try declaredCharts()
    let dropped = before.isEmpty ? [] : try keptSources().filter { !sources.contains($0) }
    guard names != before || !dropped.isEmpty else { return }
    try database.transaction { () throws(StoreFailure) in
      try keepToken(
        Self.chartsToken, names.isEmpty ? nil : names.joined(separator: "\n"))
      for source in dropped {
        try database.run("DELETE FROM reading WHERE source = ?1", .text(source))
      }
    }
  }

  /// The names of the charts as last recorded
  private func declaredCharts() throws(StoreFailure) -> [String] {
    let names = try database.rows(
      "SELECT content FROM token WHERE name = ?1", [.text(Self.chartsToken)]
    ) { (row) throws(StoreFailure) in row.text(0) }
    return (names.first ?? "").split(separator: "\n").map(String.init)
  }

  /// Keeps a reading; one that repeats the reading before, which still counts, makes that count for longer
  ///
  /// - Parameter isApart: whether it is a reading of its own also then, as its age matters.
  func keep(_ reading: KeptReading, isApart: Bool) throws(StoreFailure) {
    let key: [Cell] = [.text(reading.source), .text(reading.parameters), .instant(reading.at)]
    try database.run(
      """
      UPDATE reading SET until = ?4
      WHERE source = ?1 AND parameters = ?2
        AND at = (
          SELECT max(at) FROM reading WHERE source = ?1 AND parameters = ?2 AND at <= ?3)
        AND fields = ?5 AND (until IS NULL OR until >= ?3) AND (NOT ?6 OR instant = ?7)
      """,
      key + [
        .instant(reading.until), .text(reading.fields), .flag(isApart), .instant(reading.instant),
      ])
    guard database.changes == 0 else { return }
    try database.run(
      """
      INSERT OR REPLACE INTO reading (source, parameters, at, instant, until, fields)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
      """,
      key + [.instant(reading.instant), .instant(reading.until), .text(reading.fields)])
  }

  /// Deletes the readings that no chart reaches any more
  ///
  /// The reading that counts at the first second that a chart looks at stays.
  ///
  /// - Parameters:
  ///   - since: the sources by name, each with that second; of all others nothing stays.
  ///   - last: those of which the last reading before stays although it is over, or the source could not be read since.
  /// - Complexity: logarithmic in the number of readings for each source with values of its parameters, besides the readings that are
  ///  deleted.
  func forgetReadings(but since: [String: Instant], last: Set<String>) throws(StoreFailure) {
    for source in try keptSources() {
      guard let since = since[source] else {
        try database.run("DELETE FROM reading WHERE source = ?1", .text(source))
        continue
      }
      for parameters in try keptParameters(of: source) {
        let isLast = last.contains(source)
        let key: [Cell] = [.text(source), .text(parameters), .instant(since)]
        try database.run(
          """
          DELETE FROM reading WHERE source = ?1 AND parameters = ?2 AND at < (
            SELECT max(at) FROM reading WHERE source = ?1 AND parameters = ?2 AND at <= ?3
              AND (NOT ?4 OR fields <> ''))
          """, key + [.flag(isLast)])
        if isLast { continue }
        // One that is over by then says no more than none: else every value that a parameter ever had would stay.
        try database.run(
          """
          DELETE FROM reading WHERE source = ?1 AND parameters = ?2 AND at <= ?3
            AND (until <= ?3 OR fields = '')
          """, key)
      }
    }
  }

  /// The sources of which there are readings: one look at the index for each
  private func keptSources() throws(StoreFailure) -> [String] {
    try database.rows(
      """
      WITH RECURSIVE kept (source) AS (
        SELECT min(source) FROM reading
        UNION ALL
        SELECT (SELECT min(source) FROM reading WHERE source > kept.source) FROM kept
        WHERE kept.source IS NOT NULL)
      SELECT source FROM kept WHERE source IS NOT NULL
      """
    ) { (row) throws(StoreFailure) in row.text(0) }
  }

  /// The values of its parameters with which there are readings of a source
  private func keptParameters(of source: String) throws(StoreFailure) -> [String] {
    try database.rows(
      """
      WITH RECURSIVE kept (parameters) AS (
        SELECT min(parameters) FROM reading WHERE source = ?1
        UNION ALL
        SELECT (
          SELECT min(parameters) FROM reading WHERE source = ?1 AND parameters > kept.parameters)
        FROM kept WHERE kept.parameters IS NOT NULL)
      SELECT parameters FROM kept WHERE parameters IS NOT NULL
      """, [.text(source)]
    ) { (row) throws(StoreFailure) in row.text(0) }
  }
}
