internal import OppModel

/// The dormant rows of a table as they were kept, which are read when they are needed
///
/// There is an entry for the table, with all that they share, and one for the rows of each 2²² seconds, some 48 days,
/// by their next events, so that a row that comes or goes has few others written again:
///
/// ```
/// dormant 6:agenda    1 1 6:begins -600 1782643800 3 3:uid 6:begins 5:title 1 425
/// rows 6:agenda 425   1 2 t 2:m1 1782644400 t 7:Meeting t 2:m2 1782730800 t 6:Review
/// ```
///
/// Events at `begins - 10min`, the first at 1782643800; three fields; one further entry, 425, which has two rows.
struct DormantRows: Sendable {
  /// The contents of the entries of rows, by their keys
  private(set) var parts: [(key: String, content: String)] = []

  /// Further rows, which had entries of their own
  var others: [[Value?]] = []

  /// The content of the entry for the table
  private(set) var head = ""

  /// The names of the fields of each row
  private let fields: [String]

  /// The second of the next event of any row; nil where the events are others now
  private(set) var next: Int64?

  /// The logarithm of the number of seconds whose rows are in one entry
  private static let level: Int64 = 22

  /// Rows without an entry for their table
  init(others: [[Value?]], next: Int64) {
    fields = []
    self.others = others
    self.next = next
  }

  /// Whether nothing but entries is there, which are as they were written
  var isAsWritten: Bool { others.isEmpty && !head.isEmpty }

  /// Adds a row that has an entry of its own
  mutating func add(_ values: [Value?], next second: Int64) {
    others.append(values)
    next = next.map { min($0, second) }
  }

  // MARK: Entries

  /// The name of the entry of a row whose next event is at a second
  static func name(ofEvent second: Int64) -> Int64 { second >> level }

  /// The entries of the rows of a table, by their next events
  struct Entries {
    private let rows: [[Value?]]
    private let clock: RowClock

    /// The second of the first of all events; never for no rows
    private var next = Seconds.never

    /// The rows of each entry, by its name
    private var groups: [Group] = []

    init(of rows: [[Value?]], _ clock: RowClock, at now: Int64) {
      self.rows = rows
      self.clock = clock
      // Rows are nearly in the order of their events, so that most are of the group of the row before.
      var last = 0
      for (place, row) in rows.enumerated() {
        let second = clock.second(of: row, from: now)
        next = min(next, second)
        let name = DormantRows.name(ofEvent: second)
        if !groups.indices.contains(last) || groups[last].name != name {
          last = groups.firstIndex { $0.name == name } ?? groups.count
          if last == groups.count { groups.append(Group(name: name, places: [])) }
        }
        groups[last].places.append(place)
      }
      groups.sort { $0.name < $1.name }
    }
  }

  /// The rows of one entry
  private struct Group {
    /// Names the entry: the second of the next event of each row, without its lower bits
    let name: Int64

    /// The places of the rows among all
    var places: [Int]
  }
  /// Reads the entry for a table, and takes the others as they are
  ///
  /// - Returns: nil if there is none, or none that can be read.
  init?(
    ofTable table: TableID, _ clock: RowClock?, _ keys: MemoryKeys,
    from entries: inout MemoryEntries
  ) {
    let key = keys.key(ofDormantRowsOf: table)
    guard var reader = entries.reader(key) else { return nil }
    let isSame = RowClock.isEqual(clock, to: &reader, keys.graph.tables[table])
    let next = reader.second()
    var fields: [String] = []
    for _ in 0..<reader.count() { fields.append(reader.string()) }
    var names: [Int64] = []
    for _ in 0..<reader.count() { names.append(reader.integer()) }
    guard entries.accepts(reader) else { return nil }
    self.fields = fields
    self.next = isSame ? next : nil
    head = entries.content(key) ?? ""
    for name in names {
      let key = keys.key(ofRowsOf: table, name)
      if let content = entries.content(key) { parts.append((key, content)) }
    }
  }

  /// Reads all rows
  ///
  /// - Parameter problems: gets a problem for each entry that cannot be read.
  func rows(_ table: Table, _ graph: ConditionGraph, _ problems: inout [EngineProblem])
    -> [[Value?]]
  {
    let places = fields.map { name in table.fields.firstIndex { $0.name == name } }
    var rows: [[Value?]] = []
    for part in parts {
      var reader = MemoryReader(part.content, graph)
      var own: [[Value?]] = []
      for _ in 0..<reader.count() {
        var values: [Value?] = table.fields.map { _ in nil }
        for place in places {
          let value = reader.value(place.map { table.fields[$0].type } ?? .number)
          if let place { values[place] = value }
        }
        own.append(values)
      }
      if reader.isIntact, reader.isAtEnd {
        rows += own
      } else {
        problems.append(.unreadableMemory(key: part.key))
      }
    }
    return rows + others
  }
}

extension DormantRows.Entries {
  /// The contents of the entries: that of their table, which is nil for no rows, and the others
  ///
  /// - Parameters:
  ///   - written: the entries as they were written; none if rows have changed anywhere.
  ///   - changed: the names of the entries into which rows have come since. From any other rows have left at most, so that
  ///     one with as many rows is as it was.
  func contents(
    of table: TableID, _ keys: MemoryKeys, written: [String: String], changed: [Int64]
  ) -> (head: String?, parts: [(key: String, content: String?)]) {
    let schema = keys.graph.tables[table]
    let types = schema.fields.map { $0.type }
    var head = keys.writer()
    clock.write(to: &head, schema)
    head.add(next)
    head.add(schema.fields.count)
    for field in keys.fieldsOfTable[table] { head.add(nameOf: field) }
    head.add(groups.count)
    var parts: [(key: String, content: String?)] = []
    for group in groups {
      head.add(group.name)
      let key = keys.key(ofRowsOf: table, group.name)
      var writer = keys.writer()
      writer.add(group.places.count)
      if !changed.contains(group.name), let known = written[key], known.hasPrefix(writer.text + " ")
      {
        parts.append((key, nil))
        continue
      }
      for place in group.places {
        for field in types.indices.clamped(to: rows[place].indices) {
          writer.add(rows[place][field], types[field])
        }
      }
      parts.append((key, writer.text))
    }
    return (rows.isEmpty ? nil : head.text, parts)
  }
}
