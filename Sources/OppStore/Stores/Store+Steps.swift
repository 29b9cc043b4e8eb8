package import OppEngine
internal import OppModel

/// Everything a step changed, in one transaction
extension Store {
  /// The number of seconds for which a fetch is kept: as far back as any quota and `set budget`
  /// count
  package static let fetchAge: Int64 = 32 * 86_400

  /// Keeps all of a step; when it returns, nothing of it can be lost
  ///
  /// A firing that is there already stays as it is: its identity is what happened, and it may have been
  /// delivered.
  ///
  /// - Throws: ``StoreFailure``; nothing of the step was kept then.
  /// - Complexity: proportional to what the step changed, not to the store.
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
      switch step.memory {
      case .whole(let memory)?: try replaceMemory(by: memory)
      case .change(let change)?: try apply(change)
      case nil: break
      }
      for truths in step.truths { try keep(truths) }
      for experience in step.providers { try keep(experience) }
      for fetch in step.fetches { try insert(fetch) }
      for (key, kept) in step.fetchStates.sorted(by: { $0.key < $1.key }) {
        try keepFetchState(key, kept, at: step.at)
      }
      if !step.fetches.isEmpty {
        let oldest = Cell.instant(step.at.advanced(by: -Self.fetchAge))
        try database.run("DELETE FROM fetch WHERE at < ?1", oldest)
        try database.run("DELETE FROM asking WHERE changed < ?1", oldest)
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

  /// The state that an engine left behind; nil if none has run here yet
  package func loadMemory() throws(StoreFailure) -> EngineMemory? {
    let lives = try database.rows("SELECT begins, present FROM life") {
      (row) throws(StoreFailure) in (row.instant(0), row.instant(1))
    }
    guard let (begins, present) = lives.first else { return nil }
    var entries: [String: String] = [:]
    _ = try database.rows("SELECT key, content FROM memory") { (row) throws(StoreFailure) in
      entries[row.text(0)] = row.text(1)
    }
    return EngineMemory(begins: begins, present: present, entries: entries)
  }

  /// Keeps a snapshot as a whole, in place of the one before
  ///
  /// - Requires: a transaction.
  func replaceMemory(by memory: EngineMemory) throws(StoreFailure) {
    try database.run(
      "INSERT OR REPLACE INTO life (one, begins, present) VALUES (1, ?1, ?2)",
      .instant(memory.begins), .instant(memory.present))
    try database.run("DELETE FROM memory")
    for (key, content) in memory.entries.sorted(by: { $0.key < $1.key }) {
      try keepEntry(key, content)
    }
  }

  /// Keeps the differences from the snapshot: an entry with nil content is deleted
  private func apply(_ change: MemoryChange) throws(StoreFailure) {
    // A change without a memory before it is the first: the engine begins with it.
    try database.run(
      """
      INSERT INTO life (one, begins, present) VALUES (1, ?1, ?1)
      ON CONFLICT (one) DO UPDATE SET present = ?1
      """, .instant(change.present))
    for entry in change.entries {
      if let content = entry.content {
        try keepEntry(entry.key, content)
      } else {
        try database.run("DELETE FROM memory WHERE key = ?1", .text(entry.key))
      }
    }
  }

  /// Keeps one entry of the snapshot, such as `engine` → `1 T`
  private func keepEntry(_ key: String, _ content: String) throws(StoreFailure) {
    try database.run(
      "INSERT OR REPLACE INTO memory (key, content) VALUES (?1, ?2)", .text(key), .text(content))
  }
}
