internal import OppModel

/// The firings that rules read, as rows of `firings` and of `firings("Name")`
///
/// A firing at t is a row from t + 1 on, for 400 days. The rows lie in tables like any others; what is kept here is which
/// firings belong to which table, and when rows change by time alone.
///
/// ```
/// 8:00:00   "Medicine" fires
/// 8:00:01   Medicine  ""  8:00  "Take it."  unanswered
/// 8:05      answered with `snoozed`, for an hour      snoozed
/// 9:05                                                unanswered
/// 9:06      answered with `done`                      done, at 9:06
/// ```
///
/// A table of which nothing in the graph reads a row has none.
struct FiringLog: Sendable {
  /// The seconds for which a firing is a row
  static let keeping: Int64 = 400 * 86_400

  /// By rule: the tables that have its firings
  private var tablesOfRule: [[TableID]] = []

  /// By rule: `true` if something reads `ended` of its firings
  private var isFollowed: [Bool] = []

  /// `true` if something reads the end of any firing
  private(set) var followsAny = false

  /// The tables that are read
  private(set) var tables: [TableID] = []

  /// The snoozes under way, by Opp and row, each with rows that are `snoozed`
  private(set) var snoozes: [Snooze] = []

  /// The rows by the seconds at which they leave, in the order of time
  private var departures: [Departure] = []

  /// The number of ``departures`` that have left
  private var departed = 0

  /// The tables that wait for Opps from the next second on, and whether these are others than now
  var waiting: Set<TableID> = []
  var isTurning = false

  /// The text of a row of `for each`
  private let rowText: RowText

  /// A snooze of the firings of an Opp and row
  struct Snooze: Hashable {
    /// The second at which they are unanswered again
    let end: Int64
    let opp: String

    /// The plain text of the row
    let row: String
  }

  /// The row of a table that leaves it
  private struct Departure {
    let second: Int64
    let table: TableID
    let key: [Value]

    /// - Parameter at: the second of its firing.
    init(at: Int64, _ table: TableID, _ key: [Value]) {
      second = Seconds.add(Seconds.add(at, 1), FiringLog.keeping)
      self.table = table
      self.key = key
    }
  }

  init(_ graph: ConditionGraph) {
    rowText = RowText(graph)
    tables = TableID.all(in: graph.tables).filter {
      graph.tables[$0].firings != nil && graph.reads(rowsOf: $0)
    }
    guard !tables.isEmpty else { return }
    tablesOfRule = graph.rules.map { _ in [] }
    var names: Set<String> = []
    for (place, rule) in graph.rules.enumerated() {
      // A rule of the same name is one of a test, or a mistake.
      guard names.insert(rule.name).inserted else { continue }
      tablesOfRule[place] = tables.filter {
        graph.tables[$0].firings?.includes(rule.name) ?? false
      }
    }
    let followed = tables.filter { graph.reads(.ended, ofRowsOf: $0) }
    isFollowed = tablesOfRule.map { $0.contains { followed.contains($0) } }
    followsAny = isFollowed.contains(true)
  }

  /// Whether the firings of a rule are rows of any table
  func has(rule: Int) -> Bool {
    tablesOfRule.indices.contains(rule) && !tablesOfRule[rule].isEmpty
  }

  /// `true` if something reads when the firings of a rule have ended
  func follows(rule: Int) -> Bool { isFollowed.indices.contains(rule) && isFollowed[rule] }

  /// The tables that have the firings of a rule
  func tables(ofRule rule: Int) -> [TableID] {
    tablesOfRule.indices.contains(rule) ? tablesOfRule[rule] : []
  }

  /// The second at which a row next changes by time alone
  var nextTurn: Int64 {
    var next = departed < departures.count ? departures[departed].second : Seconds.never
    for snooze in snoozes { next = min(next, snooze.end) }
    return next
  }

  // MARK: Firings

  /// The rows of a firing, which are in their tables from the next second on
  func rows(of firing: Firing, now: Int64) -> [PendingRecord] {
    guard has(rule: firing.rule) else { return [] }
    var values: [Value?] = FiringField.allCases.map { _ in nil }
    values[FiringField.opp.rawValue] = .text(firing.opp)
    values[FiringField.row.rawValue] = .text(rowText.text(of: firing.row))
    values[FiringField.at.rawValue] = .scalar(Double(firing.at.seconds))
    values[FiringField.text.rawValue] = .text(firing.text ?? "")
    values[FiringField.answer.rawValue] = Answer.unanswered.value
    let second = Seconds.add(now, 1)
    return tablesOfRule[firing.rule].map { table in
      PendingRecord(
        second: second, table: table, values: values, isGiven: values.map { _ in true })
    }
  }

  /// Notes that a row has come into one of the tables, which it leaves after ``keeping``; nearly always it is the last to
  mutating func note(_ record: PendingRecord, _ graph: ConditionGraph) {
    guard graph.tables[record.table].firings != nil,
      case .scalar(let at)? = record.values[FiringField.at.rawValue]
    else { return }
    let key = graph.tables[record.table].keyValues(of: record.values)
    let departure = Departure(at: Seconds.whole(at), record.table, key)
    var place = departures.count
    while place > departed, departures[place - 1].second > departure.second { place -= 1 }
    departures.insert(departure, at: place)
  }

  // MARK: Ends

  /// The rows of a firing that are in their tables, with another end
  func rows(
    ofFiringAt second: Int64, of rule: Int, _ row: RowID?, ended: Int64?,
    _ evaluator: borrowing Evaluator
  ) -> [TableChange] {
    var changes: [TableChange] = []
    for table in tables(ofRule: rule) {
      guard var firing = firing(at: second, of: rule, row, in: table, evaluator) else { continue }
      firing.end(at: ended)
      changes.append(TableChange(table: table, rows: [firing.values], removedKeys: []))
    }
    return changes
  }

  /// `true` if a firing has a row without an end
  func isOpen(
    firingAt second: Int64, of rule: Int, _ row: RowID?, _ evaluator: borrowing Evaluator
  ) -> Bool {
    for table in tables(ofRule: rule) {
      if let firing = firing(at: second, of: rule, row, in: table, evaluator) {
        return !firing.hasEnded
      }
    }
    return false
  }

  /// The row of a firing in a table, or `nil` if it has none
  private func firing(
    at second: Int64, of rule: Int, _ row: RowID?, in table: TableID,
    _ evaluator: borrowing Evaluator
  ) -> LoggedFiring? {
    var values: [Value?] = FiringField.allCases.map { _ in nil }
    values[FiringField.opp.rawValue] = .text(evaluator.graph.rules[rule].name)
    values[FiringField.row.rawValue] = .text(rowText.text(of: row))
    values[FiringField.at.rawValue] = .scalar(Double(second))
    let key = evaluator.graph.tables[table].keyValues(of: values)
    guard let index = evaluator.facts.tables[table].rowOfKey[key] else { return nil }
    return LoggedFiring(index, evaluator)
  }

  // MARK: Answers

  /// The rows that an answer changes
  mutating func rows(answeredBy given: GivenAnswer, until: Int64, _ evaluator: inout Evaluator)
    -> [TableChange]
  {
    var changes: [TableChange] = []
    var snoozed: Set<Snooze> = []
    if !snoozes.isEmpty {
      snoozes.removeAll { $0.opp == given.opp && given.concerns(row: $0.row) }
      evaluator.marks.answers()
    }
    let now = evaluator.now
    for table in tables where evaluator.graph.tables[table].firings?.includes(given.opp) ?? false {
      changes += Self.answer(given.answer, in: table, &evaluator) { firing in
        guard firing.opp == given.opp, firing.at < now, firing.answer.isOpen,
          given.concerns(row: firing.row)
        else { return false }
        if given.answer == .snoozed {
          snoozed.insert(Snooze(end: until, opp: firing.opp, row: firing.row))
        }
        return true
      }
    }
    guard !snoozed.isEmpty else { return changes }
    snoozes += snoozed.sorted { KeyOrder.isLess($0.row, $1.row) }
    evaluator.marks.answers()
    return changes
  }

  /// The rows of a table whose firings take an answer at this second; none if there are no such firings
  private static func answer(
    _ answer: Answer, in table: TableID, _ evaluator: inout Evaluator,
    where isAnswered: (LoggedFiring) -> Bool
  ) -> [TableChange] {
    var rows: [[Value?]] = []
    for place in evaluator.facts.tables[table].ordered.indices {
      let row = evaluator.facts.tables[table].ordered[place]
      guard var firing = LoggedFiring(row, evaluator), isAnswered(firing) else { continue }
      firing.take(answer, at: evaluator.now)
      rows.append(firing.values)
    }
    return rows.isEmpty ? [] : [TableChange(table: table, rows: rows, removedKeys: [])]
  }

  /// Has the snoozes of an Opp, or of one row of it, end at another second
  mutating func endSnoozes(
    ofOpp opp: String, _ key: [Value]?, at second: Int64, _ evaluator: inout Evaluator
  ) {
    guard !snoozes.isEmpty else { return }
    let table = evaluator.graph.rules.first { $0.name == opp }?.rows?.table
    var row: String?
    if let key {
      // Firings of an Opp without `for each` are of no row.
      guard let table else { return }
      row = rowText.text(of: RowID(table: table, key: key))
    }
    snoozes = snoozes.map {
      $0.opp == opp && (row == nil || row == $0.row)
        ? Snooze(end: second, opp: $0.opp, row: $0.row) : $0
    }
    evaluator.marks.answers()
  }

  /// The rows that change by time alone at this second: snoozes end, and old firings leave
  mutating func turn(_ evaluator: inout Evaluator) -> [TableChange] {
    guard nextTurn <= evaluator.now else { return [] }
    var changes: [TableChange] = []
    let now = evaluator.now
    let ended = snoozes.filter { $0.end <= now }
    if !ended.isEmpty {
      snoozes.removeAll { $0.end <= now }
      evaluator.marks.answers()
      for table in tables {
        changes += Self.answer(.unanswered, in: table, &evaluator) { firing in
          firing.answer == .snoozed
            && ended.contains { $0.opp == firing.opp && $0.row == firing.row }
        }
      }
    }
    while departed < departures.count, departures[departed].second <= now {
      let departure = departures[departed]
      changes.append(
        TableChange(table: departure.table, rows: [], removedKeys: [departure.key]))
      departed += 1
    }
    if departed > 1024 {
      departures.removeFirst(departed)
      departed = 0
    }
    return changes
  }

  // MARK: Memory

  /// Takes up the rows after a restart, and the snoozes that were under way
  mutating func restore(_ snoozes: [Snooze], _ evaluator: borrowing Evaluator) {
    self.snoozes = snoozes
    departures = []
    for table in tables {
      for row in evaluator.facts.tables[table].ordered where evaluator.facts.rows[row].isPresent {
        guard let firing = LoggedFiring(row, evaluator) else { continue }
        departures.append(Departure(at: firing.at, table, evaluator.facts.rows[row].key))
      }
    }
    departures.sort { $0.second < $1.second }
    departed = 0
  }

  /// The snoozes: their ends, Opps and rows
  ///
  /// `1 1 1782039600 8:Medicine 0:`
  func write(to writer: inout MemoryWriter) {
    writer.add(snoozes.count)
    for snooze in snoozes {
      writer.add(snooze.end)
      writer.add(snooze.opp)
      writer.add(snooze.row)
    }
  }

  /// The snoozes of an entry
  static func snoozes(from reader: inout MemoryReader) -> [Snooze] {
    var result: [Snooze] = []
    for _ in 0..<reader.count() {
      let end = reader.second()
      let opp = reader.string()
      result.append(Snooze(end: end, opp: opp, row: reader.string()))
    }
    return result
  }
}

/// A row of `firings`, as it is now
struct LoggedFiring {
  /// One a field, in the order of ``FiringField``
  private(set) var values: [Value?]
  let opp: String
  let row: String
  let at: Int64
  private(set) var answer: Answer

  /// - Returns: nil for a row that is not in its table, or not as the log writes it.
  init?(_ row: RowIndex, _ evaluator: borrowing Evaluator) {
    let state = evaluator.facts.rows[row]
    guard state.isPresent, state.fields.count == FiringField.allCases.count else { return nil }
    values = []
    for field in state.fields { values.append(evaluator.pool.value(field)) }
    guard case .text(let opp)? = values[FiringField.opp.rawValue],
      case .text(let rowText)? = values[FiringField.row.rawValue],
      case .scalar(let at)? = values[FiringField.at.rawValue],
      case .scalar(let scalar)? = values[FiringField.answer.rawValue],
      let answer = Int(exactly: scalar).flatMap({ Answer(rawValue: $0) })
    else { return nil }
    self.opp = opp
    self.row = rowText
    self.at = Seconds.whole(at)
    self.answer = answer
  }

  /// Takes an answer at a second; only one for good has its time
  mutating func take(_ answer: Answer, at second: Int64) {
    self.answer = answer
    values[FiringField.answer.rawValue] = answer.value
    values[FiringField.answered.rawValue] = answer.isOpen ? nil : .scalar(Double(second))
  }

  /// Takes the second at which the condition was known to be false, or none
  mutating func end(at second: Int64?) {
    values[FiringField.ended.rawValue] = second.map { .scalar(Double($0)) }
  }

  var hasEnded: Bool { values[FiringField.ended.rawValue] != nil }
}

extension ConditionGraph {
  /// Whether anything reads rows of a table: a rule that is `for each` of it, or a list
  func reads(rowsOf table: TableID) -> Bool {
    rules.contains { $0.rows?.table == table }
      || nodes.contains { node in
        if case .aggregate(_, let query) = node.operation { return query.table == table }
        return node.type == .row(table)
      }
  }
}
