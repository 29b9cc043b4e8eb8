package import OppEngine
package import OppModel

/// Everything that a session must keep to continue later as if it had never stopped, as text by key
///
/// It has the engine's memory and the session's own: fetches under way and their turns, until when responses count, the
/// failures, the odds, the figures and quotas of providers, where the person is. A server may hold a session for one step only:
///
/// ```
/// LiveSession(…, restoring: memory)   open … receive … close   takeMemoryChange()   memory.apply(change)
/// ```
///
/// Such a session fires, requests and wakes as one that was never interrupted, except that it may repeat a request whose
/// response was only in the cache (``HeldResponse``).
///
/// Keys are made of meanings, so that an edit of other rules leaves them unchanged:
///
/// ```
/// session                            the last second, and where the person was
/// fetch source 7:weather 1 ? @48,2   its response, its failures, the request under way and its turn; who reads it
/// provider 7:weather                 latency, reliability, health, the requests that count for its quota
/// budget 20626                       the costs of a day, from 1970 on, that count for `set budget`
/// missing                            since when subjects are missing
/// failed                             subjects that are not known and whose last fetch failed, with the reasons
/// unconnected                        names that rules read and no `connect` declares, if reported
/// open                               the conditions for which fetches were made
/// odds 7                             how often conditions were true whose meanings begin with 7
/// engine, opp 5:Lunch, …             the engine's (``EngineMemory``)
/// ```
package struct SessionMemory: Hashable, Sendable {
  /// By key; the content is text in a form that only the engine knows
  package var entries: [String: String]

  /// The key of the entry that every memory has, with the first and the last second
  package static let head = SessionKind.session.rawValue

  /// - Parameter entries: none for a session that begins.
  package init(entries: [String: String] = [:]) {
    self.entries = entries
  }

  /// Brings the entries up to date
  package mutating func apply(_ change: SessionMemoryChange) {
    for key in change.removed { entries[key] = nil }
    for (key, content) in change.set { entries[key] = content }
  }

  /// The last second of the session; `nil` if it has not begun, or cannot be read
  package var present: Instant? { seconds?.present }

  /// The part of the memory that is the engine's; `nil` if the session has not begun, or cannot be read
  package var engine: EngineMemory? {
    guard let seconds else { return nil }
    let own = entries.filter { SessionKind(key: $0.key) == nil }
    return EngineMemory(begins: seconds.begins, present: seconds.present, entries: own)
  }

  /// The first and the last second of the session, or `nil`
  private var seconds: (begins: Instant, present: Instant)? {
    guard let content = entries[Self.head] else { return nil }
    var reader = MemoryReader(content, ConditionGraph())
    let begins = Instant(seconds: reader.second())
    let present = Instant(seconds: reader.second())
    return reader.isIntact ? (begins, present) : nil
  }
}

/// The entries of a session's memory that have changed since they were last taken
package struct SessionMemoryChange: Hashable, Sendable {
  /// The new content by key
  package var set: [String: String]

  /// The keys of the entries that are gone, in order
  package var removed: [String]

  package init(set: [String: String] = [:], removed: [String] = []) {
    self.set = set
    self.removed = removed
  }

  /// `true` if no entry has changed
  package var isEmpty: Bool { self.set.isEmpty && removed.isEmpty }

  /// The changes of the engine's entries, in the order of their keys
  ///
  /// - Parameter present: the last second of the session.
  package func engine(at present: Instant) -> MemoryChange {
    var entries: [MemoryChange.Entry] = []
    for (key, content) in set where SessionKind(key: key) == nil {
      entries.append(MemoryChange.Entry(key: key, content: content))
    }
    for key in removed where SessionKind(key: key) == nil {
      entries.append(MemoryChange.Entry(key: key, content: nil))
    }
    entries.sort { KeyOrder.isLess($0.key, $1.key) }
    return MemoryChange(present: present, entries: entries)
  }

  /// Adds the changes of the engine's entries, and puts the removed keys in order
  mutating func add(_ entries: [MemoryChange.Entry]) {
    for entry in entries {
      if let content = entry.content { set[entry.key] = content } else { removed.append(entry.key) }
    }
    removed.sort { KeyOrder.isLess($0, $1) }
  }
}

/// A memory that no session can continue from
package enum SessionMemoryProblem: Error, Hashable, Sendable {
  /// The entry that every memory has is missing or malformed
  case unreadable

  /// An entry has a second of no year from 1 to 9999, or an end before its beginning
  case impossible(key: String)

  /// A later version of the engine has written it
  case newer(version: String)
}

/// The kinds of the session's own entries: the first words of their keys, none of which is one of ``MemoryKind``
enum SessionKind: String {
  case session
  case fetch
  case provider
  case budget
  case missing
  case failed
  case unconnected
  case open
  case odds

  /// The kind of a key; nil for one of the engine's
  init?(key: String) { self.init(rawValue: key.firstWord) }
}
