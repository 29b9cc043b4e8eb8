internal import OppModel

/// The last readings of every source, by the values of its parameters
///
/// `00:05 stock(Lidl, milk) count=3` makes a subject of the source `stock`, which is fresh for a day:
///
/// ```
///   arguments   "Lidl", "milk"
///   fields      count 3, price unknown, on_sale unknown
///   statuses    known, missing, missing
///   instant     00:05
///   expiry      00:05:01 on the next day: at 00:05 the reading still counts
/// ```
struct SourceStates: Sendable {
  /// Each source with values of its parameters that was ever read or needed; subjects are never removed
  var subjects: [Subject] = []

  /// The index of each subject
  private var identities: [FetchKey: SubjectID] = [:]

  /// The second at which each subject's reading will be too old
  var expiries = TimerHeap<SubjectID>()

  /// The subject that each leaf reads now
  var subjectOfLeaf = LeafSubjects()

  /// The instances that are the age of a leaf's reading, by the leaf
  var ages: [InstanceID: [InstanceID]] = [:]

  /// Whether any rule asks for an age
  var keepsAges = false

  /// The index of a source with the values of its parameters; nil if nothing has read it yet
  func index(_ source: SourceID, _ arguments: [Value?]) -> SubjectID? {
    identities[.source(source, arguments)]
  }

  /// The index of a subject, added if it is new
  mutating func subject(_ source: SourceID, _ arguments: [Value?], fields: Int) -> SubjectID {
    let identity = FetchKey.source(source, arguments)
    if let known = identities[identity] { return known }
    let index = SubjectID(subjects.count)
    subjects.append(Subject(source: source, arguments: arguments, fieldCount: fields))
    identities[identity] = index
    return index
  }
}

/// A source with the values of its parameters: the subject of one reading
struct Subject: Sendable {
  let source: SourceID

  /// One a parameter of the source; nil for its default
  let arguments: [Value?]

  /// One a field, without regard to age
  var fields: [Reading]

  /// By field, like ``fields``
  var statuses: [FieldStatus]
  var state = State.nothing

  /// The instant of the last reading
  var instant: Int64 = Seconds.past

  /// The latest readings that had each field; empty while no age is asked for
  var instants = FieldInstants()

  /// The first second at which the last reading is too old
  var expiry = Seconds.never

  /// The first second at which it was too old
  var staleSince: Instant?

  /// Of the calendar: the times of being busy, in place of fields; nil for any other source
  var schedule: Schedule?

  /// The instances that read it now; those of `stock(want, "milk").count` change with `want`
  var leaves: [InstanceID] = []

  enum State: Sendable {
    /// No reading yet
    case nothing
    case fresh
    case stale
    case unavailable(String)
  }

  init(source: SourceID, arguments: [Value?], fieldCount: Int) {
    self.source = source
    self.arguments = arguments
    fields = Array(repeating: .unknown, count: fieldCount)
    statuses = Array(repeating: .notYet, count: fieldCount)
  }

  /// The last second of which anything is known of it; long past if it never was
  var lastKnown: Int64 { max(instant, staleSince?.seconds ?? Seconds.past) }

  var isFresh: Bool {
    if case .fresh = state { return true }
    return false
  }

  /// The value of a field that is fresh, and steady until the next reading; nil for any other
  @inline(__always)
  func steadyReading(of field: Int, at second: Int64) -> Reading? {
    guard isFresh, expiry > second, schedule == nil, fields.indices.contains(field) else {
      return nil
    }
    return fields[field]
  }

  /// Takes the fields of a reading
  ///
  /// - Parameter wasFresh: whether the reading before still counts.
  /// - Returns: the fields whose values have changed.
  mutating func take(
    _ said: [FieldReading], wasFresh: Bool, _ pool: inout ObjectPool
  ) -> FieldSet {
    var changed = FieldSet()
    for field in 0..<min(said.count, fields.count) {
      var (reading, status) = (Reading.unknown, FieldStatus.known)
      switch said[field] {
      case .known(let value): reading = pool.reading(value)
      case .missing: status = .missing
      case .neverRead: status = .neverRead
      case .unchanged:
        if wasFresh { continue }
        status = .notYet
      }
      statuses[field] = status
      guard !fields[field].hasSameContent(as: reading) else { continue }
      fields[field] = reading
      changed.insert(field)
    }
    return changed
  }

  /// The instant of the latest reading that had a field; nil if none had
  ///
  /// Read in place: a call would be handed a copy, which counts the owners of all that the subject has.
  @inline(__always)
  func latest(of field: Int) -> Int64? {
    if !instants.isEmpty { return instants.latest(of: field) }
    return statuses.indices.contains(field) && statuses[field] == .known ? instant : nil
  }

  /// The fields of its last reading, one that has none yet as never read
  borrowing func fieldReadings(_ pool: borrowing ObjectPool) -> [FieldReading] {
    var result: [FieldReading] = []
    for field in fields.indices {
      switch statuses[field] {
      case .known: result.append(pool.value(fields[field]).map { .known($0) } ?? .missing)
      case .missing: result.append(.missing)
      case .neverRead, .notYet: result.append(.neverRead)
      }
    }
    return result
  }

  /// Begins to keep the instants of its fields, if it has not yet
  mutating func keepInstants() {
    guard instants.isEmpty else { return }
    instants = FieldInstants(fields.indices.map { latest(of: $0) })
  }

  /// Whether it never has a value for a field
  func lacks(_ field: Int) -> Bool {
    guard statuses.indices.contains(field) else { return true }
    return schedule == nil && statuses[field] == .neverRead
  }

  /// Whether it has become too old at a second, and nothing came since
  func wentStale(at second: Int64) -> Bool {
    guard case .stale = state else { return false }
    return staleSince?.seconds == second
  }
}

/// Fields of a source, by their places; from the 64th on they are in it together
struct FieldSet {
  private var bits: UInt64 = 0

  static let all = FieldSet(bits: ~0)

  init() {}

  private init(bits: UInt64) { self.bits = bits }

  mutating func insert(_ field: Int) { bits |= 1 << UInt64(min(field, 63)) }

  @inline(__always)
  func contains(_ field: Int) -> Bool { bits >> UInt64(min(max(field, 0), 63)) & 1 != 0 }
}

extension SourceStates {
  /// The position of the person at a second; nil if that is not known
  func personPosition(in graph: ConditionGraph, at second: Int64) -> Position? {
    guard let location = graph.wellKnown.location,
      let subject = subjects.first(where: { $0.source == location.source }),
      subject.isFresh, subject.expiry > second, subject.fields.indices.contains(location.position)
    else { return nil }
    return subject.fields[location.position].position
  }
}

/// The state of a field in the last reading, by its word among the entries of memory
enum FieldStatus: String, Sendable {
  /// No reading has had the field yet
  case notYet = "-"
  case known = "+"
  case missing
  /// The recording has no column of it
  case neverRead = "never"
}

/// By instance: the subject that it reads, if it is a leaf that reads one
struct LeafSubjects: Sendable {
  /// As long as the largest leaf needs
  private var subjects: [CompactOptional<SubjectID>] = []

  subscript(leaf: InstanceID) -> SubjectID? {
    get {
      subjects.has(leaf) ? subjects[leaf].wrapped : nil
    }
    set {
      if leaf.place >= subjects.count {
        subjects += Array(repeating: .none, count: leaf.place + 1 - subjects.count)
      }
      subjects[leaf] = CompactOptional(newValue)
    }
  }
}

extension Subject {
  /// The instant of its reading, how long that counts, and its fields by name
  ///
  /// `1 fresh 1782039600 1152921504606846976 - F 2 3:lit + F 5:level + 1`: a reading of 11:00 that counts for good,
  /// without a schedule, of two fields, both known: lit is false, level 1.
  ///
  /// - Parameter written: the fields of its source.
  borrowing func write(
    to writer: inout MemoryWriter, _ written: [WrittenField], _ pool: ObjectPool
  ) {
    switch state {
    case .nothing: writer.word("nothing")
    case .fresh: writer.word("fresh")
    case .stale: writer.word("stale")
    case .unavailable(let reason):
      writer.word("unavailable")
      writer.add(reason)
    }
    writer.add(instant)
    writer.add(expiry)
    writer.add(staleSince?.seconds)
    writeFields(to: &writer, written, pool, hasSchedule: schedule != nil)
    guard !instants.isEmpty else { return }
    for field in fields.indices { writer.add(latest(of: field)) }
  }

  /// Whether it has a schedule, and its fields by name: `F 2 3:lit + F 5:level + 1`
  borrowing func writeFields(
    to writer: inout MemoryWriter, _ written: [WrittenField], _ pool: ObjectPool, hasSchedule: Bool
  ) {
    writer.add(hasSchedule)
    writer.add(fields.count)
    for field in fields.indices {
      writer.add(nameOf: written[field])
      writer.word(statuses[field].rawValue)
      writer.add(fields[field], written[field].type, pool)
    }
  }

  /// Takes over an entry, its fields by their names; a field that is no more is read over
  ///
  /// - Returns: whether it had a schedule, which has an entry of its own.
  mutating func restore(
    from reader: inout MemoryReader, _ source: Source, _ pool: inout ObjectPool
  ) -> Bool {
    switch reader.word() {
    case "nothing": break
    case "fresh": state = .fresh
    case "stale": state = .stale
    case "unavailable": state = .unavailable(reader.string())
    default: reader.fail()
    }
    instant = reader.second()
    expiry = reader.second()
    reader.require(possibleSecond: instant <= expiry)
    staleSince = reader.optionalSecond().map { Instant(seconds: $0) }
    let (hasSchedule, names) = restoreFields(from: &reader, source, &pool)
    // Stores have instants where a rule asked for an age.
    if reader.isIntact, !reader.isAtEnd { restoreInstants(from: &reader, of: names) }
    return hasSchedule
  }

  /// Takes over fields by their names
  ///
  /// - Returns: whether it had a schedule, and the place of each field; nil for one that is no more.
  mutating func restoreFields(
    from reader: inout MemoryReader, _ source: Source, _ pool: inout ObjectPool
  ) -> (hasSchedule: Bool, places: [Int?]) {
    let hasSchedule = reader.isTrue()
    var names: [Int?] = []
    for _ in 0..<reader.count() {
      let name = reader.string()
      let field = source.fields.firstIndex { $0.name == name }
      names.append(field)
      let status = FieldStatus(rawValue: reader.word()) ?? .missing
      let reading = reader.reading(field.map { source.fields[$0].type } ?? .number, &pool)
      guard let field else { continue }
      fields[field] = reading
      statuses[field] = status == .known && !reading.isKnown ? .missing : status
    }
    return (hasSchedule, names)
  }

  /// Takes over the instants of fields, of which those that are no more are read over
  private mutating func restoreInstants(from reader: inout MemoryReader, of places: [Int?]) {
    var known: [Int64?] = fields.indices.map { _ in nil }
    for place in places {
      let instant = reader.optionalSecond()
      if let place { known[place] = instant }
    }
    instants = FieldInstants(known)
  }
}
