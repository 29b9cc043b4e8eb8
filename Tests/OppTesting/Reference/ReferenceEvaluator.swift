internal import OppEngine
package import OppModel

/// What the language reference says, word for word: every expression at every second, one by one
///
/// It shares nothing with the engine but the model. It has no horizons, no rates and no wakes: an
/// expression is a column with one value a second of memory, and an operator that looks at the past
/// reads the column below it. It is slow on purpose, and should stay easy to check against
/// the paragraphs it cites. The engine must say the same to the second.
///
/// Two things are more than a loop. A second at which nothing below an operator differs from the
/// second before has the value of the second before. And what rules record comes back as rows: the
/// whole is evaluated again until nothing new is recorded (``ReferenceRun``).
package final class ReferenceEvaluator {
  let graph: ConditionGraph
  let clock: ReferenceClock
  let arrivals: [ReferenceArrival]
  let controls: [ReferenceControl]
  let pool = ValuePool()

  /// The first second of memory (§7: "before memory begins, everything is unknown")
  let begin: Int64

  /// The first second that is not evaluated
  let end: Int64

  let readings: ReadingHistory
  let places: PlaceHistory
  let tables: TableHistory

  private var columns: [Place: Column] = [:]
  private var plainColumns: [Column?]
  private var lookaheads: [Lookahead: ReferenceEvaluator] = [:]
  var suns: [SunKey: SolarDay] = [:]
  /// The curves of the elevation and the azimuth, each by position and day
  var sunCurves: [SunKey: SunCurve] = [:]
  var lengths: [[Position]: Double] = [:]

  /// An expression for one choice of rows
  private struct Place: Hashable {
    let node: NodeID
    let rows: [ScopeID: RowID]
  }

  /// What is known at a second, evaluated as far as another
  private struct Lookahead: Hashable {
    let known: Int64
    let end: Int64
  }

  /// - Parameters:
  ///   - arrivals: in the order of time; of one second, in the order in which they arrive.
  ///   - from: the first second of memory.
  ///   - to: the first second that is not evaluated.
  ///   - controls: the overrides of the person, in the order of time.
  package init(
    graph: ConditionGraph, zone: Zone, arrivals: [ReferenceArrival], from: Instant, to: Instant,
    controls: [ReferenceControl] = []
  ) {
    let arrivals = arrivals.filter { $0.at < to }
    self.graph = graph
    self.arrivals = arrivals
    self.controls = controls
    clock = ReferenceClock(zone: zone)
    begin = from.seconds
    end = to.seconds
    readings = ReadingHistory(graph: graph, arrivals: arrivals)
    places = PlaceHistory(arrivals: arrivals)
    tables = TableHistory(graph: graph, arrivals: arrivals, begin: from.seconds)
    plainColumns = Array(repeating: nil, count: graph.nodes.count)
  }

  /// The value of an expression at a second, for the rows chosen; nil where it is unknown
  package func value(_ id: NodeID, at second: Int64, _ rows: ChosenRows = .none) -> Value? {
    if hasPast(id, rows) { return column(id, rows)[second] }
    return onCalendar(compute(graph[id].operation, at: second, rows), graph[id].type)
  }

  /// The truth of a Bool at a second, for the rows chosen
  package func truth(_ id: NodeID, at second: Int64, _ rows: ChosenRows = .none) -> Truth {
    Truth(value(id, at: second, rows))
  }

  func scalar(_ id: NodeID, at second: Int64, _ rows: ChosenRows) -> Double? {
    guard case .scalar(let scalar) = value(id, at: second, rows) else { return nil }
    return scalar
  }

  /// Whether an expression has a column: one that uses a row inside `where` has no past
  func hasPast(_ id: NodeID, _ rows: ChosenRows) -> Bool {
    graph[id].scopes.allSatisfy { rows.lasting[$0] != nil }
  }

  /// Every second of an expression, for the rows chosen
  func column(_ id: NodeID, _ rows: ChosenRows) -> Column {
    let node = graph[id]
    if node.scopes.isEmpty {
      if let column = plainColumns[Int(id.index)] { return column }
      let column = makeColumn(node, .none)
      plainColumns[Int(id.index)] = column
      return column
    }
    let place = Place(node: id, rows: rows.lasting.filter { node.scopes.contains($0.key) })
    if let column = columns[place] { return column }
    let column = makeColumn(node, rows)
    columns[place] = column
    return column
  }

  /// Lets go of what was evaluated for single rows
  func forgetRows() {
    columns = [:]
  }

  /// What the same recording says of later seconds when it is cut off after a second (§5, `next`)
  ///
  /// - Parameter known: one of ``arrivalSeconds(below:)``.
  func ahead(of known: Int64, to end: Int64) -> ReferenceEvaluator {
    let key = Lookahead(known: known, end: end)
    if let evaluator = lookaheads[key] { return evaluator }
    let evaluator = ReferenceEvaluator(
      graph: graph, zone: clock.zone, arrivals: arrivals.filter { $0.at.seconds <= known },
      from: Instant(seconds: begin), to: Instant(seconds: end))
    lookaheads[key] = evaluator
    return evaluator
  }

  /// The seconds at which what is known ahead may become another
  ///
  /// Only the clock, the sun and calendars may stand below `next`. The sun is that of a position, which
  /// any arrival may move; where there is none, only the arrivals of calendars make a difference.
  func arrivalSeconds(below operand: NodeID) -> Set<Int64> {
    let isCalendar = onlyReadsCalendars(operand)
    let relevant = arrivals.filter { !isCalendar || tellsOfCalendars($0.arrival) }
    return Set(relevant.map { max($0.at.seconds, begin) })
  }

  private func tellsOfCalendars(_ arrival: Arrival) -> Bool {
    switch arrival {
    case .schedule: true
    case .rows(let change): graph.tables[Int(change.table.index)].name == "agenda"
    case .unavailable(let name, _): name == "calendar" || name == "agenda"
    case .reading(let reading): graph.sources[Int(reading.source.index)].name == "calendar"
    case .address, .places, .lost, .counts, .awaited, .answer: false
    }
  }

  private func onlyReadsCalendars(_ id: NodeID) -> Bool {
    switch graph[id].operation {
    case .address, .nearest: return false
    case .reading(let request, _):
      let source = graph.requests[Int(request.index)].source
      return graph.sources[Int(source.index)].name == "calendar"
    default: break
    }
    var result = true
    graph.forEachOperand(of: graph[id].operation) {
      if !onlyReadsCalendars($0) { result = false }
    }
    return result
  }

  private func makeColumn(_ node: Node, _ rows: ChosenRows) -> Column {
    let begin = memoryBegin(of: node, rows)
    let column = Column(begin: begin, count: Int(end - begin), type: node.type, pool: pool)
    if fillFromPast(column, node, rows) { return column }
    let below = isSteady(node.operation) ? columnsBelow(node.operation, rows) : nil
    for second in begin..<end {
      if let below, second > begin, !changes.contains(second),
        below.allSatisfy({ $0.isUnchanged(at: second) })
      {
        column.repeatLast()
      } else {
        column.append(onCalendar(compute(node.operation, at: second, rows), node.type))
      }
    }
    return column
  }

  /// When the memory of an expression begins: that of a row of `for each`, which is an Opp "with its own
  /// memory", begins when its key is first seen
  private func memoryBegin(of node: Node, _ rows: ChosenRows) -> Int64 {
    node.scopes.compactMap { rows.lasting[$0] }.map { tables.firstSeen($0) ?? end }.max() ?? begin
  }

  /// The seconds at which something arrives or is no longer fresh
  private lazy var changes: Set<Int64> = Set(
    arrivals.map(\.at.seconds) + readings.changes + tables.changes)

  /// Whether an operation says the same as long as nothing arrives and its operands say the same
  private func isSteady(_ operation: Operation) -> Bool {
    switch operation {
    case .clock, .period, .sun, .sunAngle, .age, .occurrence: false
    case .reading(let request, _):
      graph.sources[Int(graph.requests[Int(request.index)].source.index)].name != "calendar"
    default: true
    }
  }

  /// The columns that an operation depends on, through rows inside `where`
  private func columnsBelow(_ operation: Operation, _ rows: ChosenRows) -> [Column]? {
    var result: [Column] = []
    var isSteady = true
    graph.forEachOperand(of: operation) { operand in
      // A list that is written out is unknown as long as one element is, whatever becomes of the others.
      var isList = false
      if case .list = graph[operand].operation { isList = true }
      if hasPast(operand, rows), !isList {
        result.append(column(operand, rows))
      } else if self.isSteady(graph[operand].operation),
        let below = columnsBelow(graph[operand].operation, rows)
      {
        result.append(contentsOf: below)
      } else {
        isSteady = false
      }
    }
    return isSteady ? result : nil
  }
}

/// Which row each scope stands for
package struct ChosenRows: Hashable {
  /// Rows of `for each`, which have a past
  var lasting: [ScopeID: RowID] = [:]

  /// Rows inside `where`, which have none
  var passing: [ScopeID: RowID] = [:]

  package static let none = ChosenRows()

  package init() {}

  subscript(scope: ScopeID) -> RowID? {
    passing[scope] ?? lasting[scope]
  }

  /// These, and a row inside `where`
  func choosing(_ row: RowID, for scope: ScopeID) -> ChosenRows {
    var result = self
    result.passing[scope] = row
    result.lasting[scope] = nil
    return result
  }
}

extension Truth {
  /// The truth of a value; unknown of what is not known
  init(_ value: Value?) {
    switch value {
    case .truth(true): self = .true
    case .truth(false): self = .false
    default: self = .unknown
    }
  }

  /// True or false; nil where it is unknown
  var value: Value? {
    switch self {
    case .true: .truth(true)
    case .false: .truth(false)
    case .unknown: nil
    }
  }
}
