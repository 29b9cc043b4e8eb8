internal import OppEngine

extension SessionMemory {
  /// The whole memory of a session, including the parts that were taken before
  ///
  /// - Requires: no second is open.
  package init(of session: LiveSession) {
    var copy = session
    copy.changes = SessionChanges()
    _ = copy.takeMemoryChange()
    self.init(entries: copy.ledger.entries)
    for (key, content) in copy.engine.memory().entries { entries[key] = content }
  }
}
