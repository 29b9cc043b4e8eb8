package import OppModel

/// The state that an engine must keep to continue later as if it had never stopped
///
/// Each entry is keyed by the *meaning* of its owner (the operations below a condition, the name of
/// an Opp, the arguments of a source, the key of a row), never by a place in a file or an index of a
/// graph, so that an edit of another Opp leaves it unchanged.
package struct EngineMemory: Hashable, Sendable {
  /// The first second of memory
  package var begins: Instant

  /// The second up to which the engine has run
  package var present: Instant

  /// By key; the content is text in a form that only the engine knows
  package var entries: [String: String]

  package init(begins: Instant, present: Instant, entries: [String: String]) {
    self.begins = begins
    self.present = present
    self.entries = entries
  }
}

/// The changes of an engine's memory since they were last taken
package struct MemoryChange: Hashable, Sendable {
  package var present: Instant

  /// The entries that have changed, each once, in the order in which they were written
  package var entries: [Entry]

  package init(present: Instant, entries: [Entry]) {
    self.present = present
    self.entries = entries
  }

  /// The change of an entry
  package struct Entry: Hashable, Sendable {
    package let key: String

    /// Nil for an entry that is gone
    package let content: String?

    package init(key: String, content: String?) {
      self.key = key
      self.content = content
    }
  }
}

extension EngineMemory {
  /// The part of a memory that counts also where its seconds lie in the future: overrides, the rows that
  /// rules recorded, where places are
  package func beginningAnew(at instant: Instant) -> EngineMemory {
    let kept = entries.filter { MemoryKind(key: $0.key)?.isTimeless == true }
    return EngineMemory(begins: instant, present: instant, entries: kept)
  }
}
