internal import OppModel

/// The rows of a table, now and ever
struct TableState: Sendable {
  /// Whether anything of it has arrived, or rules record into it
  var isKnown = false

  /// Whether an Opp whose firings are its rows waits for a reading, so that more rows may come
  var isWaiting = false

  /// The reason why it cannot be read, if it cannot
  var loss: String?

  /// The first second at which its rows no longer count
  var expiry = Seconds.never

  /// All rows of the latest response; nil where single rows have come or gone since, or the table was lost
  var whole: [[Value?]]?

  /// The value of ``whole`` when the table was lost: it may well come back the same
  var lost: [[Value?]]?

  /// By place in ``whole`` or ``lost``: the row; none if it has no key
  var wholeRows: [CompactOptional<RowIndex>] = []

  /// Every key ever seen
  var rowOfKey: [[Value]: RowIndex] = [:]

  /// Every row ever seen, in the order of keys
  var ordered: [RowIndex] = []

  /// The aggregates over it
  var aggregates: [StateSlot] = []

  /// Instances that read fields of any of its rows
  var listeners: [InstanceID] = []

  /// The rules that are `for each` of its rows
  var rules: [Int] = []

  /// The seconds at which the table became known or unknown
  var turns: [(second: Int64, isKnown: Bool)] = []

  /// The events that its rows are awake for; nil where rows are always awake
  var clock: RowClock?

  /// The second at which the next of its dormant rows has to be awake
  var awakening = Seconds.never

  /// The dormant rows of an earlier run, until they are needed
  var kept: DormantRows?

  /// The rows of the latest response, also where the table was lost since
  var latest: [[Value?]]? { whole ?? lost }

  /// The second at which something happens to it by time alone
  var nextTurn: Int64 { min(expiry, awakening) }

  /// Whether anything in the rules depends on it
  var isRead: Bool { !aggregates.isEmpty || !listeners.isEmpty || !rules.isEmpty }
}

/// A row ever seen, with its present fields
struct RowState: Sendable {
  let table: TableID
  let key: [Value]

  /// The index of its ``RowID`` in the pool
  let object: ObjectID
  var fields: [Reading]
  var isPresent: Bool

  /// The fields as a reading had them last, with which the next one is compared
  var lastRead = LastRead.fields

  /// Its place in ``TableState/whole`` if it is there
  var place: Int?

  /// The second from which on it is not in its table, if it is not
  var absentSince = Seconds.never

  /// The second at which it came into its table, if it was not there at the second before
  var presentSince = Seconds.past

  /// The last second of which a condition that looks back at it takes note, if it is not in its table: that at which it left, as it
  /// was there until then; or the one before, if it came and left at one second
  var lastNote: Int64 { isMomentary ? Seconds.subtract(absentSince, 1) : absentSince }

  /// Whether it came and left at one second
  var isMomentary: Bool { presentSince == absentSince }

  /// Instances that read it
  var leaves: [InstanceID] = []

  /// Whether any of them remembers its values
  var isLookedBackAt = false

  /// Its table and its key
  var id: RowID { RowID(table: table, key: key) }

  /// The fields of a row as a reading had them last
  enum LastRead: Sendable {
    /// As they are
    case fields
    /// Others: a rule has written some since
    case values([Reading])
    /// No reading has had the row since it came
    case none
  }
}

/// The rows that readings of the present second have, as they were before
///
/// Of two readings of a row at one second the later one counts alone, so that it is compared with the reading of an
/// earlier second.
struct ReadRows: Sendable {
  private var second = Seconds.past
  private var rows: [RowIndex: (fields: [Reading], lastRead: RowState.LastRead)] = [:]

  /// Puts a row back that a reading of the same second has, and keeps any other as it is
  mutating func begin(_ index: RowIndex, _ row: inout RowState, at now: Int64) {
    if second < now {
      second = now
      rows.removeAll(keepingCapacity: true)
    }
    if let before = rows[index] {
      (row.fields, row.lastRead) = before
    } else if case .values = row.lastRead {
      rows[index] = (row.fields, row.lastRead)
    }
  }
}

extension RowState {
  /// Takes a reading of the row: each field in which it differs from the reading before
  ///
  /// ```
  ///   reading        { id: "d", done: false }     done false
  ///   record         { id: "d", done: true }      done true
  ///   reading        { id: "d", done: false }     done true: the reading says the same as the one before
  ///   reading        { id: "d", done: true }      done true
  ///   reading        { id: "d", done: false }     done false
  /// ```
  mutating func read(_ new: [Reading]) {
    let before: [Reading]
    switch lastRead {
    case .fields, .none:
      fields = new
      lastRead = .fields
      return
    case .values(let values): before = values
    }
    var merged = new
    var isAsRead = true
    for field in new.indices
    where before.indices.contains(field) && fields.indices.contains(field)
      && before[field].hasSameContent(as: new[field])
      && !fields[field].hasSameContent(as: new[field])
    {
      merged[field] = fields[field]
      isAsRead = false
    }
    fields = merged
    lastRead = isAsRead ? .fields : .values(new)
  }

  /// Takes the fields that a rule writes; the others keep their values, if the row is there
  mutating func record(_ new: [Reading], _ isGiven: [Bool]) {
    if !isPresent, case .none = lastRead {
      fields = new
      return
    }
    if case .fields = lastRead { lastRead = .values(fields) }
    for field in new.indices where isGiven.indices.contains(field) && isGiven[field] {
      fields[field] = new[field]
    }
  }

  /// Leaves its table; the next reading of it is as the first
  mutating func forgetReading() { lastRead = .none }
}

extension TableState: Persisted {
  /// Whether it is known, why it cannot be read, and when that turned
  ///
  /// `1 T F 1 1782039600 T`: known, no loss, one turn, at 11:00 to known.
  func write(to writer: inout MemoryWriter) {
    writer.add(isKnown)
    writer.add(loss != nil)
    if let loss { writer.add(loss) }
    var kept = turns.suffix(Self.turnsKept)
    // Whether it was ever known matters when a row comes.
    if let first = turns.first(where: { $0.isKnown }), let earliest = kept.first,
      first.second < earliest.second
    {
      kept = [first] + kept
    }
    writer.add(kept.count)
    for turn in kept {
      writer.add(turn.second)
      writer.add(turn.isKnown)
    }
  }

  mutating func restore(from reader: inout MemoryReader) {
    isKnown = reader.isTrue()
    loss = reader.isTrue() ? reader.string() : nil
    turns = []
    for _ in 0..<reader.count() { turns.append((reader.second(), reader.isTrue())) }
  }

  /// The number of turns of a table that are kept
  ///
  /// `row added` looks at turns: a row counts as added only where its table was known before.
  private static let turnsKept = 32
}

extension RowState {
  /// Whether it is there, since when it is not, and its fields by name
  ///
  /// `1 T 3 2:id t 1:a 3:due 1782050400 4:done F`; behind it the fields as they were read last, where these are others, and
  /// `0` if there is no reading; and `T` of one that came and left at one second.
  ///
  /// - Parameter written: the fields of its table.
  borrowing func write(
    to writer: inout MemoryWriter, _ written: [WrittenField], _ pool: ObjectPool
  ) {
    writer.add(isPresent)
    if !isPresent { writer.add(absentSince) }
    Self.write(fields, to: &writer, written, pool)
    switch lastRead {
    case .fields: if isMomentary { Self.write(fields, to: &writer, written, pool) }
    case .none: writer.add(0)
    case .values(let values): Self.write(values, to: &writer, written, pool)
    }
    if isMomentary { writer.add(true) }
  }

  /// The number of fields, and each by name: `2 2:id t 1:a 4:done F`
  private static func write(
    _ readings: [Reading], to writer: inout MemoryWriter, _ written: [WrittenField],
    _ pool: ObjectPool
  ) {
    writer.add(min(readings.count, written.count))
    for (reading, field) in zip(readings, written) {
      writer.add(nameOf: field)
      writer.add(reading, field.type, pool)
    }
  }
}

/// A row as it was kept
struct KeptRow {
  let isPresent: Bool
  let absentSince: Int64

  /// One a field of its table as that is now
  let values: [Value?]

  /// The same as they were read last; nil if they are those, empty if there is no reading
  let lastRead: [Value?]?

  /// Whether it came and left at one second
  let isMomentary: Bool

  init(from reader: inout MemoryReader, _ schema: Table) {
    isPresent = reader.isTrue()
    absentSince = isPresent ? Seconds.never : reader.second()
    values = reader.fields(of: schema)
    guard !reader.isAtEnd else {
      (lastRead, isMomentary) = (nil, false)
      return
    }
    let (read, isGiven) = reader.givenFields(of: schema)
    lastRead = isGiven.contains(true) ? read : []
    isMomentary = !reader.isAtEnd && reader.isTrue()
  }
}

extension MemoryReader {
  /// The fields of a row, each after its name; those that its table does not have any more are read over
  mutating func fields(of schema: Table?) -> [Value?] { givenFields(of: schema).values }

  /// Some fields of a row, each after its name, and which of them they are
  mutating func givenFields(of schema: Table?) -> (values: [Value?], isGiven: [Bool]) {
    let fields = schema?.fields ?? []
    var values: [Value?] = fields.map { _ in nil }
    var isGiven = fields.map { _ in false }
    for _ in 0..<count() {
      let name = string()
      let field = fields.firstIndex { $0.name == name }
      let value = value(field.map { fields[$0].type } ?? .number)
      guard let field else { continue }
      values[field] = value
      isGiven[field] = true
    }
    return (values, isGiven)
  }
}
