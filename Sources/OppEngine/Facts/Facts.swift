internal import OppModel

/// Sources, places, tables and rows, as far as they are known: what leaves read
///
/// It knows nothing of what depends on them: whoever changes a fact marks the instances that read it.
struct Facts: Sendable {
  /// The subjects that are fetched when they matter: while one is missing, what depends on it is undecided
  var fetchable = Fetchable()

  /// The latest reading of each source, by the values of its parameters
  var sources = SourceStates()

  /// The addresses and places that were looked up
  var places = PlaceStates()

  /// One a table of the graph
  var tables: [TableState] = []

  /// The first second at which the rows of any table no longer count
  var tableExpiry = Seconds.never

  /// Every row of any table that ever was, by the index that environments and instances have
  var rows: [RowState] = []

  /// The reasons why sources and tables cannot be read, by name
  var losses: [String: String] = [:]

  /// One live leaf of each request outside all scopes; -1 where it has none
  var requestLeaves: [Int32] = []

  // MARK: What can be fetched

  /// Whether the subject that a leaf reads can be fetched, and its last fetch did not fail
  func isAwaited(leaf: Int32) -> Bool {
    guard let subject = sources.subjectOfLeaf[leaf] else { return false }
    return isAwaited(subject: Int(subject))
  }

  /// Whether a subject, by its index, is missing or stale and can be fetched
  private func isAwaited(subject: Int) -> Bool {
    guard fetchable.has(source: sources.subjects[subject].source) else { return false }
    switch sources.subjects[subject].state {
    case .nothing, .stale: return true
    case .fresh, .unavailable: return false
    }
  }

  /// Whether a table is unknown and can be fetched, and its last fetch did not fail
  func isAwaited(table: Int) -> Bool {
    fetchable.has(table: table) && !tables[table].isKnown && tables[table].loss == nil
  }

  /// Whether a subject is missing, can be fetched, and its last fetch did not fail
  func isAwaited(_ subject: FetchKey) -> Bool {
    switch subject {
    case .source(let source, let arguments):
      guard let index = sources.index(source, arguments) else {
        return fetchable.has(source: source)
      }
      return isAwaited(subject: Int(index))
    case .table(let table):
      return tables.indices.contains(Int(table.index)) && isAwaited(table: Int(table.index))
    case .address(let text):
      return fetchable.addresses && !places.hasResponded(text) && places.failures[subject] == nil
    case .places(let category):
      return fetchable.places && !places.has(category) && places.failures[subject] == nil
    }
  }

  /// Whether the last fetch of a subject that is unknown failed, or was given up
  func hasFailed(_ subject: FetchKey) -> Bool {
    switch subject {
    case .source(let source, let arguments):
      guard let index = sources.index(source, arguments),
        case .unavailable = sources.subjects[Int(index)].state
      else { return false }
      return true
    case .table(let table):
      guard tables.indices.contains(Int(table.index)) else { return false }
      return !tables[Int(table.index)].isKnown && tables[Int(table.index)].loss != nil
    case .address, .places: return places.failures[subject] != nil
    }
  }

  // MARK: Rows

  /// The table and the key of a row
  func rowID(_ row: Int32) -> RowID { rows[Int(row)].id }

  /// Whether a row is known not to be in its table
  @inline(__always)
  func isAway(_ row: Int32) -> Bool {
    !rows[Int(row)].isPresent && tables[Int(rows[Int(row)].table)].isKnown
  }

  /// The row itself, whether or not it is in its table
  func rowIdentity(_ row: Int32) -> Reading {
    row >= 0 ? .object(rows[Int(row)].object) : .unknown
  }

  /// A field of a row, or, where the row has left its table, the last value of the field
  ///
  /// Only its own Opp reads it then, for a text about the row as it was: every list is without the row.
  func rowField(_ row: Int32, _ field: Int) -> Reading {
    guard row >= 0 else { return .unknown }
    let state = rows[Int(row)]
    guard tables[Int(state.table)].isKnown, state.fields.indices.contains(field)
    else { return .unknown }
    return state.fields[field]
  }

  /// Whether a row is in its table; unknown where the table is
  func rowPresence(_ row: Int32) -> Reading {
    guard row >= 0, tables[Int(rows[Int(row)].table)].isKnown else { return .unknown }
    return .truth(rows[Int(row)].isPresent)
  }

  /// A field of the row that a reading is; unknown once the row has left its table
  func rowPart(_ reading: Reading, _ field: Int, _ pool: ObjectPool) -> Reading {
    guard case .row(let id)? = pool.object(reading),
      tables.indices.contains(Int(id.table.index)),
      let row = tables[Int(id.table.index)].rowOfKey[id.key], rows[Int(row)].isPresent
    else { return .unknown(until: reading.until) }
    return rowField(row, field).bounded(by: reading.until)
  }

  /// A row, if its fields are those at a place; where several rows of a response have one key, the last counts
  func placedRow(_ row: Int32, at place: Int) -> Int32? {
    row >= 0 && Int(rows[Int(row)].place) == place ? row : nil
  }

  /// Whether a row has its place among some
  func isIn(_ wholeRows: [Int32], _ row: Int32) -> Bool {
    let place = Int(rows[Int(row)].place)
    return wholeRows.indices.contains(place) && wholeRows[place] == row
  }

  /// Inserts a row where its key belongs
  ///
  /// - Complexity: linear in the rows of the table, that must move; logarithmic in comparisons.
  mutating func insertInOrder(_ row: Int32, _ index: Int) {
    let key = rows[Int(row)].key
    var low = 0
    var high = tables[index].ordered.count
    while low < high {
      let middle = (low + high) / 2
      let other = rows[Int(tables[index].ordered[middle])].key
      if KeyOrder.isLess(other, key) { low = middle + 1 } else { high = middle }
    }
    tables[index].ordered.insert(row, at: low)
  }

  // MARK: Subjects

  /// The index of a subject, with as many fields as its source has
  mutating func subjectIndex(
    _ source: SourceID, _ arguments: [Value?], _ graph: ConditionGraph
  ) -> Int32 {
    let index = Int(source.index)
    let count = graph.sources.indices.contains(index) ? graph.sources[index].fields.count : 0
    return sources.subject(source, arguments, fields: count)
  }
}
