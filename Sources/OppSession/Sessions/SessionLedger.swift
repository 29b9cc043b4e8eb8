internal import OppEngine
internal import OppModel

/// The entries of a session's own memory as they were last taken, and the states that they were made from
struct SessionLedger: Sendable {
  /// The content by key
  private(set) var entries: [String: String] = [:]

  /// The fetches of which there is an entry, each with its key, so that only those are written that are not as they were
  private(set) var fetches: [Fetch: (key: String, memory: FetchMemory)] = [:]

  /// The number of costs up to the last one of a day, by the key of the day's entry; less than 0 if it is not known
  private(set) var costs: [String: Int] = [:]

  /// The keys of the fetches whose entries were restored and not written since, each with the last second for which it is kept
  ///
  /// The last second at which the fetch is in force, if its source is not in the rules; the distant past for all others.
  private var unclaimed: [String: Int64] = [:]

  /// The state that the entries of fetches and providers were last written of, or `nil` if they never were
  var written: WrittenState?

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
    for key in entries.keys {
      switch SessionKind(key: key) {
      case .fetch: unclaimed[key] = absent[key] ?? Seconds.past
      case .budget: costs[key] = -1
      case .session, .provider, .missing, .failed, .unconnected, .open, .odds, nil: break
      }
    }
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
    unclaimed[key] = nil
    set(key, content)
  }

  /// Removes the entries of all fetches but some, and those of sources that are not in the rules once they are in force no more
  ///
  /// - Returns: the second at which the next of the latter is in force no more.
  mutating func keepFetches(_ kept: borrowing [Fetch: FetchMemory], at second: Int64) -> Int64 {
    if fetches.count > kept.count {
      for (fetch, known) in fetches where kept[fetch] == nil {
        fetches[fetch] = nil
        set(known.key, nil)
      }
    }
    var next = Seconds.never
    for (key, last) in unclaimed {
      if last < second {
        unclaimed[key] = nil
        set(key, nil)
      } else {
        next = min(next, Seconds.add(last, 1))
      }
    }
    return next
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

/// The state that the entries of a session's fetches and providers were last written of
struct WrittenState: Sendable {
  /// The cells around the person, which decide which responses for a cell are kept
  var cells: [Position]

  /// The second from which on another entry of a fetch may be left out
  var fetchesUntil: Int64

  /// The second from which on a request may no longer count for a quota or for the budget
  var providersUntil: Int64
}

/// The parts of a session that have changed since their entries were last written
///
/// A change of a property notes it, so that no function which changes one has to:
///
/// ```
/// 12:00  request, response    fetches, providers    their entries are written
/// 12:07  a wake for `for`     none                  the seconds of the session alone are written
/// ```
struct SessionChanges: Sendable {
  /// The state of a fetch: its entry of the cache, its turn, its subjects
  var fetches = true

  /// The state of a provider, or the costs that count for the budget
  var providers = true

  static let none = SessionChanges(fetches: false, providers: false)
}
