internal import OppModel

/// The entries of a session's own memory as they were last taken, and the states that they were made from
struct SessionLedger: Sendable {
  /// The content by key
  private(set) var entries: [String: String] = [:]

  /// The fetches of which there is an entry, each with its key, so that only those are written that are not as they were
  private(set) var fetches: [Fetch: (key: String, memory: FetchMemory)] = [:]

  /// The number of costs up to the last one of a day, by the key of the day's entry; less than 0 if it is not known
  private(set) var costs: [String: Int] = [:]

  /// The keys of the fetches of sources that are not in the rules, each with the last second at which it is in force
  private var absent: [String: Int64] = [:]

  /// The keys of the entries that have changed since the changes were last taken
  private var changed: Set<String> = []

  /// Whether the odds were ever written
  var hasOdds = false

  init() {}

  /// A ledger of the entries that a session was restored from
  ///
  /// - Parameter absent: the keys of the fetches of sources that are not in the rules, each with the last second at which it is in
  ///   force.
  init(_ entries: [String: String], absent: [String: Int64]) {
    self.entries = entries
    self.absent = absent
    for key in entries.keys where SessionKind(key: key) == .budget { costs[key] = -1 }
    hasOdds = true
  }

  /// Writes an entry, or removes it where the content is nil
  mutating func set(_ key: String, _ content: String?) {
    guard entries[key] != content else { return }
    entries[key] = content
    changed.insert(key)
  }

  /// Writes the entry of a fetch, which was made of its state
  mutating func set(_ fetch: Fetch, _ key: String, _ memory: FetchMemory, _ content: String) {
    fetches[fetch] = (key, memory)
    set(key, content)
  }

  /// Removes the entries of all fetches but some, and those of sources that are not in the rules while they are in force
  mutating func keepFetches(_ keys: Set<String>, at second: Int64) {
    for (fetch, known) in fetches where !keys.contains(known.key) { fetches[fetch] = nil }
    for (key, last) in absent where last < second { absent[key] = nil }
    for key in entries.keys
    where SessionKind(key: key) == .fetch && !keys.contains(key) && absent[key] == nil {
      set(key, nil)
    }
  }

  /// Writes the entry of the costs of a day
  ///
  /// - Parameter costs: the number of costs up to the last one of the day.
  mutating func set(_ key: String, _ content: String, costs number: Int) {
    costs[key] = number
    set(key, content)
  }

  /// Removes the entries of costs of all days but some
  mutating func keepCosts(_ keys: Set<String>) {
    for key in costs.keys where !keys.contains(key) {
      costs[key] = nil
      set(key, nil)
    }
  }

  /// The changes since the last call
  mutating func takeChanges() -> SessionMemoryChange {
    var change = SessionMemoryChange()
    for key in changed {
      if let content = entries[key] {
        change.set[key] = content
      } else {
        change.removed.append(key)
      }
    }
    changed = []
    return change
  }
}
