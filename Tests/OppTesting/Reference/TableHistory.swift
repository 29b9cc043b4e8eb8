internal import OppEngine
internal import OppModel

/// Which rows a table has at a second
///
/// A table is unknown until something of it arrives. One that rules record into is kept in the store,
/// and known from the beginning.
struct TableHistory {
  typealias Rows = [[Value]: [Value?]]

  /// In the order of time; nil rows are an unknown table
  private var versions: [TableID: [(from: Int64, rows: Rows?)]] = [:]

  /// The keys that a table ever has, in their order
  private(set) var keys: [TableID: [[Value]]] = [:]

  /// The seconds at which rows come, change or go
  private(set) var changes: [Int64] = []

  /// A row, present or not, with what a reading had last of it: "a field is what was written last: by a `record`, or by a
  /// reading in which it differs from the reading before"
  private struct Row {
    var values: [Value?]
    var read: [Value?]?
    var isPresent = true

    /// The second of the latest reading, and what the row was before it: of two readings at one second the later counts
    var second: Int64?
    var before: (values: [Value?], read: [Value?]?)?
  }

  /// The rows of one table while its history is written
  private struct Present {
    var rows: [[Value]: Row] = [:]

    var values: Rows { rows.filter { $0.value.isPresent }.mapValues(\.values) }

    mutating func read(_ key: [Value], _ new: [Value?], at second: Int64) {
      var row = rows[key] ?? Row(values: new, read: nil)
      if row.second == second, let before = row.before {
        (row.values, row.read) = before
      } else {
        (row.second, row.before) = (second, (row.values, row.read))
      }
      let (before, current) = (row.read, row.values)
      row.values = new.indices.map { field in
        if let before, before[field] == new[field] { return current[field] }
        return new[field]
      }
      row.read = new
      row.isPresent = true
      rows[key] = row
    }

    mutating func record(_ key: [Value], _ new: [Value?], _ given: [Bool]) {
      var row = Row(values: new.map { _ in nil }, read: nil)
      if let old = rows[key], old.isPresent || old.read != nil { row = old }
      for field in new.indices where given[field] { row.values[field] = new[field] }
      row.isPresent = true
      rows[key] = row
    }
  }

  init(graph: ConditionGraph, arrivals: [ReferenceArrival], begin: Int64) {
    var present: [TableID: Present] = [:]
    for case .some(let action) in graph.rules.map(\.record) {
      versions[action.table] = [(begin, [:])]
    }
    // "Known, and empty, when memory begins."
    for (index, table) in graph.tables.enumerated() where table.firings != nil {
      versions[TableID(index: Int32(index))] = [(begin, [:])]
    }
    for (index, table) in graph.tables.enumerated() where table.isComputed && !table.isKept {
      var rows: Rows = [:]
      for place in 0..<Self.mostPlaces {
        rows[[.scalar(Double(place))]] = [.scalar(Double(place)), nil, nil, nil]
      }
      versions[TableID(index: Int32(index))] = [(begin, rows)]
    }
    for arrival in arrivals {
      let second = max(arrival.at.seconds, begin)
      switch arrival.arrival {
      case .rows(let change):
        let table = graph.tables[Int(change.table.index)]
        var rows = present[change.table] ?? Present()
        for key in change.removedKeys where rows.rows[key]?.isPresent ?? false {
          rows.rows[key] = nil
        }
        var seen: Set<[Value]> = []
        for row in change.rows {
          let row = table.fields.indices.map { row.indices.contains($0) ? row[$0] : nil }
          let key = table.key.compactMap { row[$0] }
          guard key.count == table.key.count else { continue }
          seen.insert(key)
          if let given = arrival.given {
            rows.record(key, row, given)
          } else {
            rows.read(key, row, at: second)
          }
        }
        if change.isWhole { rows.rows = rows.rows.filter { seen.contains($0.key) } }
        present[change.table] = rows
        versions[change.table, default: []].append((second, rows.values))
      case .unavailable(let name, _):
        for index in graph.tables.indices where graph.tables[index].name == name {
          let table = TableID(index: Int32(index))
          for key in present[table]?.rows.keys.map({ $0 }) ?? [] {
            present[table]?.rows[key]?.isPresent = false
          }
          versions[table, default: []].append((second, nil))
        }
      case .reading, .schedule, .address, .places, .lost, .counts, .awaited, .answer: break
      }
    }
    for (table, versions) in versions {
      changes.append(contentsOf: versions.map(\.from))
      let seen = Set(versions.flatMap { ($0.rows ?? [:]).keys })
      keys[table] = seen.sorted(by: TableHistory.isOrdered)
    }
  }

  /// More than the places of any list in a test
  private static let mostPlaces = 40

  /// The rows by their keys; nil where the table is unknown
  func rows(of table: TableID, at second: Int64) -> Rows? {
    versions[table]?.last { $0.from <= second }?.rows
  }

  func isThere(_ row: RowID, at second: Int64) -> Bool {
    rows(of: row.table, at: second)?[row.key] != nil
  }

  /// Whether a row is known not to be in its table
  func isAway(_ row: RowID, at second: Int64) -> Bool {
    rows(of: row.table, at: second).map { $0[row.key] == nil } ?? false
  }

  /// A row as it is, or, where it has left its table, as it last was; nil where the table is unknown
  func lastRow(_ row: RowID, at second: Int64) -> [Value?]? {
    guard rows(of: row.table, at: second) != nil else { return nil }
    return versions[row.table]?.last { $0.from <= second && $0.rows?[row.key] != nil }?
      .rows?[row.key]
  }

  /// The first second at which a key is in its table
  func firstSeen(_ row: RowID) -> Int64? {
    versions[row.table]?.first { $0.rows?[row.key] != nil }?.from
  }

  /// §5: "rows are ordered by their key": numbers by size, texts by the scalars of their composition
  static func isOrdered(_ left: [Value], _ right: [Value]) -> Bool {
    for (left, right) in zip(left, right) where left != right {
      switch (left, right) {
      case (.scalar(let left), .scalar(let right)): return left < right
      case (.text(let left), .text(let right)):
        return left < right
      case (.truth(let left), .truth(let right)): return !left && right
      default: return false
      }
    }
    return false
  }
}
