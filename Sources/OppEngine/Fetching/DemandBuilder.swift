internal import OppModel

/// The notes on instances and subjects while needs are found, kept from call to call for their storage
///
/// A mark of an earlier generation says nothing, so that nothing has to be wiped. The order of a call:
/// ``begin(instances:subjects:tables:opps:)``, the subjects that are missing or due (`findSubjects`), all that depends
/// on them (`spread`), then what must be decided (`findRoots`), with formulas and openness found on the way, each
/// once an instance. Without anything missing or due it ends after the subjects.
struct DemandBuilder: Sendable {
  /// The needs as far as they have been found
  var needs = Needs()

  /// The size of the needs of the call before
  var last = Needs.Extent()

  /// The number of the call; only marks with it count
  var generation: Int32 = 0

  /// One an instance
  var marks: [Mark] = []

  /// By the index of the engine's subject: what of it is open
  var sourceMarks: [SubjectMark] = []

  /// By the index of the table
  var tableMarks: [SubjectMark] = []

  /// Leaves that need an address or places
  var placeMarks: [Int32: SubjectMark] = [:]

  /// The index of an address or of places among the subjects, for several leaves may need one
  private var placeSubjects: [FetchKey: Int32] = [:]

  /// Affected instances whose dependents are still to be marked
  var pending: [Int32] = []

  /// Whether the reading of anything may change once it is fetched: it is due, or was fetched in vain
  var isAnythingProvisional = false

  /// The number of seconds in advance at which a table is fetched whose rows bring events
  var lead: Int64 = 0

  /// By subject, the number of seconds until its response is expected
  var latencies: [Int64] = []

  /// Whether anything is missing that cannot be fetched now
  var isAnythingWithheld = false

  /// By instance, the outcomes that conditions with operands may have
  var outcomes: [Int32: PossibleOutcomes] = [:]

  /// The earliest second at which a due fetch that is needless now may become necessary
  var horizon = Seconds.never

  /// Opps that depend on an affected instance, each once
  var opps: [Int32] = []

  /// By Opp, the generation in which it was added to ``opps``
  private(set) var oppMarks: [Int32] = []

  /// The other readings that needs depend on
  var noted: [NotedReading] = []

  /// Instances that remember an affected instance
  var memories: [Int32] = []

  /// Notes on one instance; they count where `generation` is the current one
  struct Mark {
    var generation: Int32 = 0

    /// The node of its formula; -1 where it has none yet
    var node: Int32 = -1

    /// The open subjects below it; not found yet where `start` is -1
    var open = Openness(start: -1, end: -1, isProvisional: false)

    /// Whether it is among ``DemandBuilder/memories``
    var isMemory = false

    /// The subjects that it waits for, as a condition; not found yet where nil
    var sole: Sole?

    /// The second until which it is settled; not found yet where nil
    var settledUntil: Int64?
  }

  /// The subjects that a condition waits for
  enum Sole: Equatable {
    /// It waits for none: it is settled
    case none
    case one(Int32)
    case several
  }

  /// Notes on a source's request, a table or a place that is missing or due
  struct SubjectMark {
    var generation: Int32 = 0

    /// The index among ``Needs/subjects``
    var subject: Int32 = 0

    /// Whether its reading still counts, and is only to be fetched again
    var isDue = false
  }

  /// Begins a call: forgets the one before by a new generation, and makes room for what the engine has got since
  mutating func begin(instances: Int, subjects: Int, tables: Int, opps count: Int) {
    generation &+= 1
    needs = Needs()
    needs.reserve(as: last)
    needs.nodes += [.constant(.unknown), .constant(.false), .constant(.true)]
    while marks.count < instances { marks.append(Mark()) }
    while sourceMarks.count < subjects { sourceMarks.append(SubjectMark()) }
    while tableMarks.count < tables { tableMarks.append(SubjectMark()) }
    while oppMarks.count < count { oppMarks.append(0) }
    placeMarks = [:]
    placeSubjects = [:]
    isAnythingProvisional = false
    isAnythingWithheld = false
    outcomes = [:]
    horizon = Seconds.never
    pending = []
    opps = []
    memories = []
    noted.removeAll(keepingCapacity: true)
  }

  // MARK: Subjects

  /// - Parameter isProvisional: whether the engine has it as unknown, and not as undecided.
  mutating func add(
    _ subject: FetchKey, isDue: Bool, isProvisional: Bool = false
  ) -> SubjectMark {
    let mark = SubjectMark(
      generation: generation, subject: Int32(truncatingIfNeeded: needs.subjects.count),
      isDue: isDue)
    needs.subjects.append(subject)
    if isDue || isProvisional { isAnythingProvisional = true }
    return mark
  }

  /// Adds an address or places that a leaf needs
  mutating func add(
    _ subject: FetchKey, isDue: Bool, isProvisional: Bool, of leaf: Int32
  ) {
    if let known = placeSubjects[subject] {
      placeMarks[leaf] = SubjectMark(generation: generation, subject: known, isDue: isDue)
      return
    }
    let mark = add(subject, isDue: isDue, isProvisional: isProvisional)
    placeSubjects[subject] = mark.subject
    placeMarks[leaf] = mark
  }

  /// The mark of a request of a source; nil where it is neither missing nor due
  func mark(ofSource subject: Int32) -> SubjectMark? {
    let mark = sourceMarks[Int(subject)]
    return mark.generation == generation ? mark : nil
  }

  /// The mark of a table; nil where it is neither missing nor due
  func mark(ofTable table: Int) -> SubjectMark? {
    guard tableMarks.indices.contains(table), tableMarks[table].generation == generation else {
      return nil
    }
    return tableMarks[table]
  }

  // MARK: Instances

  /// Whether something that is missing or due lies below an instance
  func isAffected(_ instance: Int32) -> Bool { marks[Int(instance)].generation == generation }

  /// Marks an instance as affected; its dependents follow when it is taken from ``pending``
  mutating func affect(_ instance: Int32) {
    guard !isAffected(instance) else { return }
    marks[Int(instance)] = Mark(generation: generation)
    pending.append(instance)
  }

  /// Notes an Opp that depends on an affected instance
  mutating func add(opp: Int32) {
    guard oppMarks[Int(opp)] != generation else { return }
    oppMarks[Int(opp)] = generation
    opps.append(opp)
  }

  /// Notes an instance that remembers an affected one
  mutating func add(memory: Int32) {
    guard !marks[Int(memory)].isMemory else { return }
    marks[Int(memory)].isMemory = true
    memories.append(memory)
  }

  // MARK: Lists

  /// A list of one subject, for which no array is made
  mutating func list(_ subject: Int32, isProvisional: Bool) -> Openness {
    let start = Int32(truncatingIfNeeded: needs.subjectLists.count)
    needs.subjectLists.append(subject)
    return Openness(start: start, end: start + 1, isProvisional: isProvisional)
  }

  /// The subjects that are open in either of two, each once
  ///
  /// Lists are parts of one array, so a list that contains the other is returned as it is: [s] and [s, t] are joined by
  /// appending both, [s] and [s] by nothing.
  mutating func joined(_ left: Openness, _ right: Openness) -> Openness {
    var result = left.isOpen ? left : right
    result.isProvisional = left.isProvisional || right.isProvisional
    guard left.isOpen, right.isOpen, left.range != right.range else { return result }
    let start = needs.subjectLists.count
    for index in right.range {
      let subject = needs.subjectLists[index]
      if needs.subjectLists[left.range].contains(subject) { continue }
      if needs.subjectLists.count == start {
        for own in left.range { needs.subjectLists.append(needs.subjectLists[own]) }
      }
      needs.subjectLists.append(subject)
    }
    guard needs.subjectLists.count > start else { return result }
    result.start = Int32(truncatingIfNeeded: start)
    result.end = Int32(truncatingIfNeeded: needs.subjectLists.count)
    return result
  }

  /// Adds a goal and the rules that need it
  mutating func add(
    _ goal: Needs.Root.Goal, _ reason: Needs.Root.Reason, rules: some Sequence<Int32>, row: RowID?
  ) {
    let start = needs.rules.count
    needs.rules.append(contentsOf: rules)
    needs.roots.append(
      Needs.Root(goal: goal, reason: reason, rules: start..<needs.rules.count, row: row))
  }
}

/// The subjects that must be fetched before an instance is known for good: a part of the subject lists
struct Openness: Sendable {
  /// The bounds in ``Needs/subjectLists``, half open; equal where nothing is open
  var start: Int32
  var end: Int32

  /// Whether its present reading may change by a fetch, even where it is known
  var isProvisional: Bool

  static let settled = Openness(start: 0, end: 0, isProvisional: false)

  var isOpen: Bool { start != end }
  var range: Range<Int> { Int(start)..<Int(end) }
}
