internal import OppModel

/// The entries of a memory while an engine is restored from it
///
/// For each thing in the rules: ``reader(_:_:)`` by its key, the fields in their order, then ``accepts(_:)``, which
/// reports an entry that was not read to its end. The engine takes what it has read only if it is accepted.
struct Restoring {
  /// The content by key
  private let entries: [String: String]

  /// The keys of each kind, in no order
  private var keysOfKind: [MemoryKind: [String]] = [:]

  /// The keys of what is in the rules
  private(set) var used: Set<String> = []

  /// The entries that could not be read, in the order of reading
  private(set) var problems: [EngineProblem] = []

  /// The key of the entry that is being read
  private var current = ""

  init(_ memory: EngineMemory) {
    entries = memory.entries
    for key in memory.entries.keys {
      if let kind = MemoryKind(key: key) { keysOfKind[kind, default: []].append(key) }
    }
  }

  /// The keys of a kind, in one order on every machine
  func keys(of kind: MemoryKind) -> [String] {
    (keysOfKind[kind] ?? []).sorted { KeyOrder.isLess($0, $1) }
  }

  /// The reader of an entry; nil where there is none
  mutating func reader(_ key: String, _ graph: ConditionGraph) -> MemoryReader? {
    guard let content = entries[key] else { return nil }
    used.insert(key)
    current = key
    return MemoryReader(MemoryLedger.content(content), graph)
  }

  /// Whether an entry could be read to its end; else it is reported
  mutating func accepts(_ reader: MemoryReader) -> Bool {
    if reader.isIntact, reader.isAtEnd { return true }
    problems.append(.unreadableMemory(key: current))
    return false
  }
}
