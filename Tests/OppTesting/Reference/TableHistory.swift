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

  init(graph: ConditionGraph, arrivals: [ReferenceArrival], begin: Int64) {
    for case .some(let action) in graph.rules.map(\.record) {
      versions[action.table] = [(begin, [:])]
    }
    // "Known, and empty, when memory begins."
    for (index, table) in graph.tables.enumerated() where table.firings != nil {
      versions[TableID(index: Int32(index))] = [(begin, [:])]
    }
    for arrival in arrivals {
      let second = max(arrival.at.seconds, begin)
      switch arrival.arrival {
      case .rows(let change):
        let table = graph.tables[Int(change.table.index)]
        var rows: Rows = [:]
        if let last = versions[change.table]?.last?.rows { rows = last }
        if change.isWhole { rows = [:] }
        for key in change.removedKeys { rows[key] = nil }
        for row in change.rows {
          let key = table.key.compactMap { row.indices.contains($0) ? row[$0] : nil }
          if key.count == table.key.count { rows[key] = row }
        }
        versions[change.table, default: []].append((second, rows))
      case .unavailable(let name, _):
        for index in graph.tables.indices where graph.tables[index].name == name {
          versions[TableID(index: Int32(index)), default: []].append((second, nil))
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

  /// §5: "rows are ordered by their key": numbers by size, texts by their scalars
  static func isOrdered(_ left: [Value], _ right: [Value]) -> Bool {
    for (left, right) in zip(left, right) where left != right {
      switch (left, right) {
      case (.scalar(let left), .scalar(let right)): return left < right
      case (.text(let left), .text(let right)):
        return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
      case (.truth(let left), .truth(let right)): return !left && right
      default: return false
      }
    }
    return false
  }
}
