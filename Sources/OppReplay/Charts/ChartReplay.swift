package import OppEngine
package import OppModel

/// The numbers of charts over a recording
///
/// Readings are those of the last second of each period, windows those of its end, tables as they are in the end. So a recording
/// is run twice: with the rules, for the rows that tables have in the end; and without, with those rows from the beginning on,
/// through all periods.
///
/// ```
///           week 24         week 25         week 26           week 27
///   ├───────────────────┤───────────────┤───────────────┤──────── now
///                       ↑               ↑               ↑         ↑        the seconds at which values are taken
/// ```
package struct ChartReplay: Sendable {
  private let replay: Replay

  /// The present: the last second of the recording
  private let now: Instant

  /// The first second of the earliest period, or of the recording, whichever is first
  private let begins: Instant

  /// The periods of each chart, in the order of time
  private let periods: [[Range<Int64>]]

  /// The rows, addresses and places that exist in all periods; `nil` if they are the last ones of the recording
  private let facts: [Arrival]?

  /// - Parameters:
  ///   - to: the second after the last that is known.
  ///   - facts: the rows, addresses and places that exist in all periods, in place of the last ones of the recording.
  package init(_ replay: Replay, to: Instant, facts: [Arrival]? = nil) {
    let now = to.advanced(by: -1)
    self.replay = replay
    self.facts = facts
    self.now = now
    periods = replay.graph.charts.map {
      replay.zone.periods($0.period, last: $0.count, upTo: now.seconds)
    }
    let start = Self.start(of: replay.graph, replay.zone, to: to)
    begins = start.map { min($0, replay.begins) } ?? replay.begins
  }

  /// The first second whose firings are rows of `firings` at a given second; `nil` if no chart reads firings
  package static func firstFiring(of graph: ConditionGraph, at now: Instant) -> Instant? {
    guard tables(of: graph).contains(where: { graph[$0].firings != nil }) else { return nil }
    return now.advanced(by: -KeptFiring.keeping)
  }

  /// The first second of the earliest period of any chart; nil without charts
  package static func start(of graph: ConditionGraph, _ zone: Zone, to: Instant) -> Instant? {
    graph.charts.compactMap {
      zone.periods($0.period, last: $0.count, upTo: to.seconds - 1).first?.lowerBound
    }.min().map { Instant(seconds: $0) }
  }

  /// Takes the values of all charts, in the order of the graph
  package func run() -> (charts: [ChartSeriesList], problems: [EngineProblem]) {
    let graph = replay.graph
    guard !graph.charts.isEmpty else { return ([], []) }
    var problems: [EngineProblem] = []
    let rows = facts ?? finalRows(&problems)
    var watched = graph
    watched.rules = []
    watched.tables = graph.tables.map { $0.everFresh }
    var sampler = ChartSampler(&watched)
    let engine = Engine(
      graph: watched, zone: replay.zone, begins: begins, watching: sampler.watched)
    var playback = Playback(engine, arrivals: rows.map { (at: begins, arrival: $0) } + readings)
    for (second, taken) in samples {
      let end = Instant(seconds: second)
      while let step = playback.next(before: end) { problems += step.problems }
      problems += playback.reach(end)?.problems ?? []
      for (chart, period) in taken {
        let isAtEnd = periods[chart][period].upperBound == second
        sampler.take(chart, period: period, isAtEnd: isAtEnd, &playback.engine)
      }
    }
    return (sampler.results(periods, &playback.engine), problems)
  }

  /// The seconds at which values are taken, in their order, each with the charts and periods of which it is the last
  private var samples: [(second: Int64, taken: [(chart: Int, period: Int)])] {
    var found: [Int64: [(chart: Int, period: Int)]] = [:]
    for (chart, stretches) in periods.enumerated() {
      for (period, stretch) in stretches.enumerated() {
        let isOver = stretch.upperBound <= now.seconds
        let isAtEnd = replay.graph.charts[chart].valueAtEnd != nil
        let second =
          isOver && isAtEnd ? stretch.upperBound : min(stretch.upperBound - 1, now.seconds)
        found[second, default: []].append((chart, period))
      }
    }
    return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// The content of the recording less its tables, none of it before its beginning
  private var readings: [(at: Instant, arrival: Arrival)] {
    replay.arrivals.compactMap { at, arrival in
      isOfTable(arrival) ? nil : (max(at, replay.begins), arrival)
    }
  }

  /// Whether an arrival is of a table alone
  private func isOfTable(_ arrival: Arrival) -> Bool {
    switch arrival {
    case .rows, .answer: true
    case .unavailable(let name, _):
      replay.graph.tableIndex(named: name) != nil && replay.graph.sourceIndex(named: name) == nil
    case .lost(.table, _), .counts(.table, _), .awaited(.table): true
    case .reading, .schedule, .address, .places, .lost, .counts, .awaited: false
    }
  }

  /// The tables with rows that charts read, which are not computed
  private static func tables(of graph: ConditionGraph) -> [TableID] {
    graph.tablesOfCharts.filter { !graph[$0].isComputed }.sorted { $0.index < $1.index }
  }

  /// The rows of the tables that charts read, as they are at the end; those that are unknown then are left out
  private func finalRows(_ problems: inout [EngineProblem]) -> [Arrival] {
    let tables = Self.tables(of: replay.graph)
    guard !tables.isEmpty else { return [] }
    let isWritten = tables.contains { table in
      replay.graph.tables[Int(table.index)].firings != nil
        || replay.graph.rules.contains { $0.record?.table == table }
    }
    var playback = replay.playback(rules: isWritten ? nil : [])
    while let step = playback.next(before: now) { problems += step.problems }
    problems += playback.reach(now)?.problems ?? []
    return tables.compactMap { table in
      playback.engine.rows(of: table).map { rows in
        .rows(TableChange(table: table, rows: rows, removedKeys: [], isWhole: true))
      }
    }
  }
}

extension ChartReplay {
  /// The numbers of charts over the readings that a store has kept
  ///
  /// Rows of tables, addresses and places are those of the memory, the rows of a table that counts no longer as it had them
  /// last. What a store keeps of readings begins with the first run, and reaches as far back as the charts do.
  ///
  /// - Parameters:
  ///   - kept: the readings, in any order.
  ///   - firings: the rows of `firings`, in place of those in the memory.
  ///   - memory: that of the engine that took them.
  ///   - to: the second after the last that is looked at.
  package init(
    _ graph: ConditionGraph, _ zone: Zone, readings kept: [KeptReading], firings: [KeptFiring],
    memory: EngineMemory, to: Instant
  ) {
    var still = graph.withoutCharts()
    still.rules = []
    var engine = Engine(graph: still, zone: zone, restoring: memory)
    let last = to.advanced(by: -1)
    // A row that a rule records at the last second is in its table from the next one on.
    if last > engine.present { _ = engine.step(at: last) }
    var facts: [Arrival] = []
    for table in Self.tables(of: graph) {
      var rows: [[Value?]] = []
      if let scope = graph[table].firings {
        rows = firings.filter { scope.includes($0.opp) }.map { $0.fields }
        Self.add(endsOf: engine.lastRows(of: table) ?? [], to: &rows)
      } else if let last = engine.lastRows(of: table) {
        rows = last
      } else {
        continue
      }
      facts.append(
        .rows(TableChange(table: table, rows: rows, removedKeys: [], isWhole: true)))
    }
    facts += engine.knownPlaces
    let reach = ChartReach(graph).start(at: last, zone) ?? last
    let arrivals = KeptArrivals(graph).arrivals(of: kept)
    self.init(
      Replay(
        graph: graph, zone: zone, begins: min(max(memory.begins, reach), last), arrivals: arrivals),
      to: to, facts: facts)
  }
}

extension ChartReplay {
  /// Adds to firings as a store has them when they ended, which the memory has where a rule reads it
  private static func add(endsOf known: [[Value?]], to rows: inout [[Value?]]) {
    let (key, ended) = (
      [FiringField.opp, .row, .at].map { $0.rawValue }, FiringField.ended.rawValue
    )
    var ends: [[Value?]: Value] = [:]
    for row in known where row.indices.contains(ended) {
      if let end = row[ended] { ends[key.map { row[$0] }] = end }
    }
    if ends.isEmpty { return }
    for index in rows.indices { rows[index][ended] = ends[key.map { rows[index][$0] }] }
  }
}

/// The series of a chart
package struct ChartSeriesList: Hashable, Sendable {
  /// The stretch of each period, in the order of time
  package let periods: [Range<Int64>]

  /// In the order of their keys; one without a key where the chart has no `for each`
  package var series: [ChartSeries]
}

/// The values of a chart over time, for one row or value of `for each`
package struct ChartSeries: Hashable, Sendable {
  /// A row as a whole, or a value; nil without `for each`
  package let key: Value?

  /// The value of each period; `nil` if it is unknown
  package let values: [Value?]
}

extension Table {
  /// The same table, whose rows count for ever
  fileprivate var everFresh: Table {
    Table(
      name: name, fields: fields, key: key, firings: firings, isComputed: isComputed,
      isKept: isKept)
  }
}
