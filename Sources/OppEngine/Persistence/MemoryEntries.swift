internal import OppModel

/// The entries of a memory while an engine is restored from it
///
/// For each thing in the rules: ``reader(_:)`` by its key, the fields in their order, then ``accepts(_:)``, which
/// reports an entry that was not read to its end. The engine uses the fields only if the entry is accepted.
struct MemoryEntries {
  /// The content by key
  private let entries: [String: String]

  /// Names enums and tables
  private let schema: ValueSchema

  /// The keys of each kind, in no order
  private var keysOfKind: [MemoryKind: [String]] = [:]

  /// The keys of the things that are in the rules
  private(set) var used: Set<String> = []

  /// The entries that could not be read, in the order of reading
  private(set) var problems: [EngineProblem] = []

  /// The key of the entry that is being read
  private var current = ""

  init(_ memory: EngineMemory, _ graph: ConditionGraph) {
    entries = memory.entries
    schema = ValueSchema(graph)
    for key in memory.entries.keys {
      if let kind = MemoryKind(key: key) { keysOfKind[kind, default: []].append(key) }
    }
  }

  /// The keys of a kind, in one order on every machine
  func keys(of kind: MemoryKind) -> [String] {
    (keysOfKind[kind] ?? []).sorted { KeyOrder.isLess($0, $1) }
  }

  /// The keys of a kind, in no order
  func unsortedKeys(of kind: MemoryKind) -> [String] { keysOfKind[kind] ?? [] }

  /// The reader of a key, behind its kind
  func keyReader(_ key: String, of kind: MemoryKind) -> MemoryReader {
    MemoryReader(key, schema, beginning: kind.rawValue)
  }

  /// The reader of an entry, or `nil` if there is none
  ///
  /// - Parameter latest: the latest version that the entry may have.
  mutating func reader(_ key: String, latest: MemoryVersion = .first) -> MemoryReader? {
    guard let content = content(key) else { return nil }
    current = key
    return MemoryReader(content, schema, latest: latest)
  }

  /// The content of an entry, or `nil`
  mutating func content(_ key: String) -> String? {
    guard let content = entries[key] else { return nil }
    used.insert(key)
    return MemoryLedger.content(content)
  }

  /// Whether an entry could be read to its end; else it is reported
  mutating func accepts(_ reader: MemoryReader) -> Bool {
    if reader.isIntact, reader.isAtEnd { return true }
    problems.append(EngineProblem(unreadable: reader, key: current))
    return false
  }

  /// Restores a state from its entry; the state is unchanged if there is no entry, or if it cannot be read
  ///
  /// - Returns: whether it was taken over.
  @discardableResult
  mutating func restore<State: Persisted>(_ state: inout State, _ key: String) -> Bool {
    guard var reader = self.reader(key) else { return false }
    var restored = state
    restored.restore(from: &reader)
    guard accepts(reader) else { return false }
    state = restored
    return true
  }
}

extension EngineProblem {
  /// The problem of an entry that could not be read to its end
  package init(unreadable reader: borrowing MemoryReader, key: String) {
    self =
      reader.hasImpossibleSecond ? .impossibleMemory(key: key) : .unreadableMemory(key: key)
  }
}
