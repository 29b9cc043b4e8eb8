internal import OppModel

/// The entries of a memory while an engine is restored from it
struct Restoring {
  private let entries: [String: String]
  private var keysOfKind: [MemoryKind: [String]] = [:]

  /// The keys of what is in the rules
  private(set) var used: Set<String> = []
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
