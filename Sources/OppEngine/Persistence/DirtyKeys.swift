internal import OppModel

/// The changes since memory was last written, so that only those are written again
///
/// The engine marks the entries that it changes, by index or by name; writing goes through the marks and clears
/// them. A mark costs a comparison while nothing is tracked, and an element of a list at most otherwise.
struct DirtyKeys: Sendable {
  /// Whether changes are tracked, to be written: not in a replay
  var isOn = false

  /// Whether nothing has been written yet, or so much has changed that all is written again
  var isEverything = true

  /// The instances with a memory
  private(set) var instances = MarkList<InstanceID>()

  /// The Opps, one for each row of `for each`
  private(set) var opps = MarkList<OppID>()

  /// The rules of whose rows a common limit has counted a firing
  private(set) var limits = MarkList<RuleID>()

  /// The requests of sources
  private(set) var subjects = MarkList<SubjectID>()

  /// The rows, present or gone
  private(set) var rows = MarkList<RowIndex>()

  private(set) var tables = MarkList<TableID>()

  /// The tables whose dormant rows have changed
  private(set) var dormant = MarkList<TableID>()

  /// The tables of whose dormant rows some have come or left, while the others are as they were, in the same order
  private(set) var partlyDormant = MarkList<TableID>()

  /// The entries into which such rows have come, by the names that ``DormantRows`` gives them
  private(set) var dormantEntries: [(table: TableID, name: Int64)] = []

  /// Texts of addresses, some more than once
  private(set) var addresses: [String] = []

  /// Names of sources and tables whose loss has changed
  private(set) var losses: [String] = []

  /// Names of Opps whose override has changed
  private(set) var controls: [String] = []

  /// Whether the engine has run through its first second
  private(set) var hasBeginning = false

  /// Whether the known places have changed
  private(set) var hasPlaces = false

  /// Whether the records that are still to be applied have changed
  private(set) var hasRecords = false

  /// Whether the snoozes of firings have changed
  private(set) var hasAnswers = false

  /// Whether the firings that wait until it is quiet no longer have changed
  private(set) var hasHeld = false

  /// Whether other tables of firings wait for readings than before
  private(set) var hasWaits = false

  mutating func instance(_ index: InstanceID) { if isOn { instances.insert(index) } }
  mutating func opp(_ index: OppID) { if isOn { opps.insert(index) } }
  mutating func limit(_ index: RuleID) { if isOn { limits.insert(index) } }
  mutating func subject(_ index: SubjectID) { if isOn { subjects.insert(index) } }
  mutating func row(_ index: RowIndex) { if isOn { rows.insert(index) } }
  mutating func table(_ index: TableID) { if isOn { tables.insert(index) } }
  mutating func dormantRows(_ index: TableID) { if isOn { dormant.insert(index) } }
  mutating func partlyDormantRows(_ index: TableID) { if isOn { partlyDormant.insert(index) } }
  mutating func address(_ text: String) { if isOn { addresses.append(text) } }
  mutating func loss(_ name: String) { if isOn { losses.append(name) } }
  mutating func control(_ name: String) { if isOn { controls.append(name) } }
  mutating func beginning() { hasBeginning = isOn }
  mutating func places() { hasPlaces = isOn }
  mutating func records() { hasRecords = isOn }
  mutating func answers() { hasAnswers = isOn }
  mutating func held() { hasHeld = isOn }
  mutating func waits() { hasWaits = isOn }

  /// Marks the entry into which a row of a table comes that is dormant from now on
  mutating func dormantEntry(_ table: TableID, _ name: Int64) {
    if !isOn { return }
    if let last = dormantEntries.last, last.table == table, last.name == name { return }
    dormantEntries.append((table, name))
  }

  /// Whether nothing is marked
  var isEmpty: Bool {
    !isEverything && instances.isEmpty && opps.isEmpty && limits.isEmpty && subjects.isEmpty
      && rows.isEmpty && tables.isEmpty && dormant.isEmpty && partlyDormant.isEmpty
      && addresses.isEmpty && losses.isEmpty && controls.isEmpty && !hasBeginning && !hasPlaces
      && !hasRecords && !hasAnswers && !hasHeld && !hasWaits
  }

  /// Forgets all marks, since all of them have been written
  mutating func clear() {
    isEverything = false
    instances.clear()
    opps.clear()
    limits.clear()
    subjects.clear()
    rows.clear()
    tables.clear()
    dormant.clear()
    partlyDormant.clear()
    dormantEntries.empty()
    addresses.empty()
    losses.empty()
    controls.empty()
    hasBeginning = false
    hasPlaces = false
    hasRecords = false
    hasAnswers = false
    hasHeld = false
    hasWaits = false
  }
}

/// Indices, each once, in the order of their marking
///
/// Clearing is linear in the marked indices, not in all: 3, 1, 3 gives [3, 1], and only two flags are reset.
struct MarkList<Index: TypedIndex>: Sendable {
  /// The marked indices
  private var indices: [Index] = []

  /// By index, as far as any was marked
  private var isMarked: [Bool] = []

  var isEmpty: Bool { indices.isEmpty }

  /// The places of the marked indices, in the order of their marking
  var places: Range<Int> { indices.indices }

  subscript(place: Int) -> Index { indices[place] }

  /// Whether an index is marked
  func contains(_ index: Index) -> Bool { isMarked.has(index) && isMarked[index] }

  /// Marks an index
  mutating func insert(_ index: Index) {
    while isMarked.count <= index.place { isMarked.append(false) }
    guard !isMarked[index] else { return }
    isMarked[index] = true
    indices.append(index)
  }

  mutating func clear() {
    if indices.isEmpty { return }
    for index in indices { isMarked[index] = false }
    indices.empty()
  }
}
