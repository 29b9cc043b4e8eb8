extension LiveSession {
  /// The whole memory, whatever of it was taken before
  ///
  /// - Requires: no second is open.
  package func memory() -> SessionMemory {
    var copy = self
    _ = copy.takeMemoryChange()
    return SessionMemory(
      entries: copy.ledger.entries.merging(copy.engine.memory().entries) { _, entry in entry })
  }
}
