internal import OppEngine
internal import OppModel
internal import OppRecordings

/// The rows of a table that came by themselves and have not been handed over
///
/// A line is a row, in place of the one with the same key; an array of rows is all the rows there are. A row goes at its
/// `valid_until`.
///
/// ```
/// {"id": "a", "done": false}                        + a false
/// {"id": "a", "done": true}                         + a true, in place of it
/// {"id": "a", "valid_until": "…T12:00:00Z"}         + a ?; at 12:00:00 − a
/// [{"id": "b", "done": false}]                      + b false; every other row goes
/// []                                                there are none
/// ```
struct WaitingRows {
  private let id: TableID
  private let table: Table

  /// The keys of the rows that come or go, in the order in which they came
  private var order: [[Value]] = []

  /// By key: the row that comes, or `nil` for one that goes
  private var changes: [[Value]: [Value?]?] = [:]

  /// `true` if these are all the rows there are
  private var isWhole = false

  /// `true` if something is to be handed over, be it that there are no rows
  private var hasNews = false

  /// The rows that come or go at a later time, the earliest first
  private var schedule: [Turn] = []

  /// The most rows that wait to be handed over; a program that prints more has to wait as well
  private static let mostChanges = 10_000

  /// A row that comes, or goes, at a time
  private struct Turn {
    let at: Instant
    let key: [Value]

    /// `nil` for a row that goes
    let row: [Value?]?
  }

  init(_ id: TableID, _ table: Table) {
    self.id = id
    self.table = table
  }

  /// `true` if no more rows are to be added now
  var isFull: Bool { order.count >= Self.mostChanges }

  /// The next time at which a row comes or goes by itself
  var nextTurn: Instant? { schedule.first?.at }

  /// Adds the rows of a line
  ///
  /// - Parameter isWhole: whether the line has all the rows there are.
  /// - Returns: `false` if there is no room for the times of a row.
  mutating func add(_ rows: TableRows, isWhole: Bool, at now: Instant) -> Bool {
    let recorded = rows.recorded
    guard schedule.count + recorded.count <= RowFile.maximumRows else { return false }
    hasNews = true
    if isWhole {
      (order, changes, schedule) = ([], [:], [])
      self.isWhole = true
    }
    for (values, from, until) in recorded {
      let key = table.keyValues(of: values)
      // From the same time on, a later line about a row counts in place of an earlier one.
      schedule.removeAll { $0.key == key && $0.at >= from }
      if from > now {
        put(Turn(at: from, key: key, row: values))
      } else {
        set(until > now ? values : nil, key)
      }
      if until > now, until < .distantFuture { put(Turn(at: until, key: key, row: nil)) }
    }
    return true
  }

  /// Takes the changes up to an instant
  mutating func next(at now: Instant) -> [Arrival] {
    while let turn = schedule.first, turn.at <= now {
      schedule.removeFirst()
      hasNews = true
      set(turn.row, turn.key)
    }
    guard hasNews else { return [] }
    var rows: [[Value?]] = []
    var removed: [[Value]] = []
    for key in order {
      guard let change = changes[key] else { continue }
      if let row = change { rows.append(row) } else if !isWhole { removed.append(key) }
    }
    var arrivals: [Arrival] = [
      .rows(TableChange(table: id, rows: rows, removedKeys: removed, isWhole: isWhole))
    ]
    if let freshness = table.freshness {
      arrivals.append(.counts(.table(id), through: now.advanced(by: freshness)))
    }
    (order, changes, isWhole, hasNews) = ([], [:], false, false)
    return arrivals
  }

  /// Notes that a row comes, or goes
  private mutating func set(_ row: [Value?]?, _ key: [Value]) {
    if changes.updateValue(row, forKey: key) == nil { order.append(key) }
  }

  /// Notes that a row comes, or goes, at a later time
  private mutating func put(_ turn: Turn) {
    let place = schedule.firstIndex { $0.at > turn.at } ?? schedule.count
    schedule.insert(turn, at: place)
  }
}
