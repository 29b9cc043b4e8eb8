internal import OppEngine
internal import OppModel
package import OppSession

/// Everything a step changed, in one transaction
extension Store {
  /// The number of seconds for which the record of a fetch is kept
  package static let fetchAge: Int64 = 32 * 86_400

  /// Keeps all of a step; when it returns, nothing of it can be lost
  ///
  /// A firing that is there already stays as it is: its identity names the same event, and it may have been
  /// delivered.
  ///
  /// - Throws: ``StoreFailure``; nothing of the step was kept then.
  /// - Complexity: proportional to the changes of the step, not to the store.
  package func commit(_ step: StepRecord) throws(StoreFailure) {
    if step.isEmpty { return }
    try database.transaction { () throws(StoreFailure) in
      for answer in step.recordedAnswers { try note(answer) }
      for firing in step.firings { try insert(firing, to: step.parts[firing.id] ?? []) }
      for settled in step.settled { try keep(settled, at: step.at) }
      if let number = step.takenAnswers { try keepTaken(answers: number, at: step.at) }
      if !step.takenMessages.isEmpty {
        try keepTaken(messages: step.takenMessages, at: step.at)
      }
      try apply(step.memory)
      for fetch in step.fetches { try insert(fetch) }
      if !step.fetches.isEmpty {
        let oldest = Cell.instant(step.at.advanced(by: -Self.fetchAge))
        try database.run("DELETE FROM fetch WHERE at < ?1", oldest)
      }
      for address in step.addresses { try keep(address, at: step.at) }
      for (name, content) in step.tokens.sorted(by: { $0.key < $1.key }) {
        try keepToken(name, content)
      }
      for refresh in step.finishedRefreshes { try forget(refresh) }
      for reading in step.readings { try keep(reading, isApart: step.keepsRepetitions) }
      if let since = step.keptSince { try forgetReadings(but: since, last: step.keptLast) }
    }
  }

  /// The state that a session left behind; nil if none has run here yet
  package func loadMemory() throws(StoreFailure) -> SessionMemory? {
    var memory = SessionMemory()
    _ = try database.rows("SELECT key, content FROM memory") { (row) throws(StoreFailure) in
      memory.entries[row.text(0)] = row.text(1)
    }
    return memory.entries.isEmpty ? nil : memory
  }

  /// The last second of the session; nil if none has run here yet
  func lastSecond() throws(StoreFailure) -> Instant? {
    let key = SessionMemory.head
    let content = try database.rows("SELECT content FROM memory WHERE key = ?1", [.text(key)]) {
      (row) throws(StoreFailure) in row.text(0)
    }
    return content.first.flatMap { SessionMemory(entries: [key: $0]).present }
  }

  /// Keeps a memory as a whole, in place of the one before
  ///
  /// - Requires: a transaction.
  func replaceMemory(by memory: SessionMemory) throws(StoreFailure) {
    try database.run("DELETE FROM memory")
    for (key, content) in memory.entries.sorted(by: { $0.key < $1.key }) {
      try keepEntry(key, content)
    }
  }

  /// Keeps the differences from the memory
  private func apply(_ change: SessionMemoryChange) throws(StoreFailure) {
    for key in change.removed { try database.run("DELETE FROM memory WHERE key = ?1", .text(key)) }
    for (key, content) in change.set { try keepEntry(key, content) }
  }

  /// Keeps one entry of the memory, such as `engine` → `1 T`
  private func keepEntry(_ key: String, _ content: String) throws(StoreFailure) {
    try database.run(
      "INSERT OR REPLACE INTO memory (key, content) VALUES (?1, ?2)", .text(key), .text(content))
  }
}
