internal import OppModel

/// Sources, places, tables and rows, as far as they are known, for leaves to read
///
/// It knows nothing of their dependents: the evaluator marks the instances that read a fact as it changes.
struct Facts: Sendable {
  private let addressOnly = AddressOnly()

  /// The subjects that are fetched when they matter: while one is missing, its dependents are undecided
  var fetchable = Fetchable()

  /// The latest reading of each source, by the values of its parameters
  var sources = SourceStates()

  /// The addresses and places that were looked up
  var places = PlaceStates()

  /// One a table of the graph
  var tables: [TableState] = []

  /// The first second at which the rows of any table no longer count
  var tableExpiry = Seconds.never

  /// The second after the latest departure of a row that something looks back at: from then on it is away
  ///
  /// It is one to wake at. An operator that only a text needs would else be evaluated when something else happens, and the
  /// row may be back by then.
  var departure = Seconds.never

  /// Every row of any table that ever was, by the index that environments and instances have
  var rows: [RowState] = []

  /// Whether rows were added to a computed table, of which templates before that of their list may be
  var hasNewPlaces = false

  /// The rows that readings of the present second have
  var readRows = ReadRows()

  /// The reasons why sources and tables cannot be read, by name
  var losses: [String: String] = [:]

  /// One live leaf of each request outside all scopes, if it has one
  var requestLeaves: [CompactOptional<InstanceID>] = []

  // MARK: What can be fetched

  /// Whether the subject that a leaf reads can be fetched, and its last fetch did not fail
  func isAwaited(leaf: InstanceID) -> Bool {
    guard let subject = sources.subjectOfLeaf[leaf] else { return false }
    return isAwaited(subject: subject)
  }

  /// Whether a subject, by its index, is missing or stale and can be fetched
  private func isAwaited(subject: SubjectID) -> Bool {
    guard fetchable.has(source: sources.subjects[subject].source) else { return false }
    switch sources.subjects[subject].state {
    case .nothing, .stale: return true
    case .fresh, .unavailable: return false
    }
  }

  /// Whether a table is unknown and can be fetched, and its last fetch did not fail
  func isAwaited(table: TableID) -> Bool {
    fetchable.has(table: table) && !tables[table].isKnown && tables[table].loss == nil
  }

  /// Whether a subject is missing, can be fetched, and its last fetch did not fail
  func isAwaited(_ subject: FetchKey) -> Bool {
    switch subject {
    case .source(let source, let arguments):
      guard let index = sources.index(source, arguments) else {
        return fetchable.has(source: source)
      }
      return isAwaited(subject: index)
    case .table(let table):
      return tables.has(table) && isAwaited(table: table)
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
        case .unavailable = sources.subjects[index].state
      else { return false }
      return true
    case .table(let table):
      guard tables.has(table) else { return false }
      return !tables[table].isKnown && tables[table].loss != nil
    case .address, .places: return places.failures[subject] != nil
    }
  }

  // MARK: Rows

  /// The table and the key of a row
  func rowID(_ row: RowIndex) -> RowID { rows[row].id }

  /// The table and the key of a row; nil for none
  func rowID(_ row: RowIndex?) -> RowID? {
    guard let row else { return nil }
    return rows[row].id
  }

  /// Whether a row is known not to be in its table
  @inline(__always)
  func isAway(_ row: RowIndex) -> Bool {
    !rows[row].isPresent && tables[rows[row].table].isKnown
  }

  /// The row itself, whether or not it is in its table
  func rowIdentity(_ row: RowIndex?) -> Reading {
    guard let row else { return .unknown }
    return .object(rows[row].object)
  }

  /// A field of a row, or, where the row has left its table, the last value of the field
  ///
  /// Only its own Opp reads it then, for a text about the row as it was: every list is without the row.
  func rowField(_ row: RowIndex?, _ field: Int) -> Reading {
    guard let row else { return .unknown }
    let state = rows[row]
    guard tables[state.table].isKnown, state.fields.indices.contains(field)
    else { return .unknown }
    return state.fields[field]
  }

  /// Whether a row is in its table; unknown where the table is
  func rowPresence(_ row: RowIndex?) -> Reading {
    guard let row, tables[rows[row].table].isKnown else { return .unknown }
    return .truth(rows[row].isPresent)
  }

  /// A field of the row that a reading is; unknown once the row has left its table
  func rowPart(_ reading: Reading, _ field: Int, _ pool: ObjectPool) -> Reading {
    guard case .row(let id)? = pool.object(reading),
      tables.has(id.table),
      let row = tables[id.table].rowOfKey[id.key], rows[row].isPresent
    else { return .unknown(until: reading.until) }
    return rowField(row, field).bounded(by: reading.until)
  }

  /// A row, if its fields are those at a place; where several rows of a response have one key, the last counts
  func placedRow(_ row: RowIndex?, at place: Int) -> RowIndex? {
    guard let row, rows[row].place == place else { return nil }
    return row
  }

  /// Whether a row has its place among some
  func isIn(_ wholeRows: [CompactOptional<RowIndex>], _ row: RowIndex) -> Bool {
    guard let place = rows[row].place, wholeRows.indices.contains(place) else { return false }
    return wholeRows[place].wrapped == row
  }

  /// Inserts a row where its key belongs
  ///
  /// - Complexity: linear in the rows of the table, that must move; logarithmic in comparisons.
  mutating func insertInOrder(_ row: RowIndex, _ table: TableID) {
    let key = rows[row].key
    let place = tables[table].ordered.indices.partitionPoint {
      !KeyOrder.isLess(rows[tables[table].ordered[$0]].key, key)
    }
    tables[table].ordered.insert(row, at: place)
  }

  // MARK: Subjects

  /// The index of a subject, with as many fields as its source has
  mutating func subjectIndex(
    _ source: SourceID, _ arguments: [Value?], _ graph: ConditionGraph
  ) -> SubjectID {
    let count = graph.sources.has(source) ? graph.sources[source].fields.count : 0
    return sources.subject(source, arguments, fields: count)
  }
}
