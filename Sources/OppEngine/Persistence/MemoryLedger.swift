internal import OppModel

/// The entries of memory as they were last written
///
/// A change is handed out once, and an entry that is written with the same content is no change. An entry of something
/// that is no longer in the rules is an *orphan*: it is kept for ``keeping``, marked with the second of its removal:
///
/// ```
/// truth 6b8b15a6…    1 T -115… 1782039599 -115… 1782039600                       while an Opp has it
/// truth 6b8b15a6…    gone 1782045000 1 T -115… 1782039599 -115… 1782039600       after an edit at 12:30
/// truth 6b8b15a6…    1 T …                                                       the edit was undone within 32 days
/// ```
struct MemoryLedger: Sendable {
  /// The number of seconds for which the state of removed rules is kept: an Opp that is commented out and
  /// back within them remembers
  static let keeping: Int64 = 32 * 86_400

  /// The content by key, also of orphans
  private(set) var entries: [String: String] = [:]

  /// The entries of things that are no longer in the rules, and since when
  private(set) var orphans: [String: Orphan] = [:]

  /// The further entries of a window, by its first
  private var parts: [String: Parts] = [:]

  /// The further entries of a window
  private struct Parts {
    let keys: [String]

    /// The second at which they were last written
    let second: Int64
  }

  /// The changes since the last ones were handed out, in their order
  ///
  /// No entry is written twice between, but for those that a sweep removes.
  private var changed: [MemoryChange.Entry] = []

  /// Whether there was a sweep since
  private var isSwept = false

  /// The calendar whose entry was last written, and the second from which that goes
  private var calendar: (schedule: Schedule, from: Int64)?

  /// The day of the latest sweep, counted from 1970
  var sweptDay: Int64

  /// The content of an entry, and the second at which its thing was gone from the rules
  struct Orphan: Sendable {
    let since: Int64
    let content: String
  }

  /// The first word of an orphan's content, which no content of an entry in use begins with
  private static let orphanWord = "gone "

  init(sweptDay: Int64 = .min) { self.sweptDay = sweptDay }

  /// The second of the last sweep through all entries; `nil` if there was none
  var sweep: Int64? { sweptDay > .min ? sweptDay * 86_400 : nil }

  /// Whether something that has not mattered since a second is no longer kept
  ///
  /// - Parameter sweep: the second at which everything was gone through last; nil for never.
  static func isTooOld(_ second: Int64, asOf sweep: Int64?) -> Bool {
    guard let sweep, second < Seconds.never else { return false }
    return Seconds.add(second, keeping) <= sweep
  }

  // MARK: Writing

  /// Writes an entry, or removes it where the content is nil
  mutating func set(_ key: String, _ content: String?) {
    // An entry is looked up once, as it is replaced.
    if let content {
      if entries.updateValue(content, forKey: key) == content { return }
      if !orphans.isEmpty { orphans[key] = nil }
    } else if entries.removeValue(forKey: key) == nil {
      return
    }
    changed.append(MemoryChange.Entry(key: key, content: content))
  }

  /// Writes an entry that continues in others, and removes those in which it no longer continues
  ///
  /// - Parameter new: the content of each; nil for one that is as it was written.
  mutating func set(
    _ key: String, _ content: String?, parts new: [(key: String, content: String?)],
    at second: Int64
  ) {
    let keys = new.map { $0.key }
    if let old = parts[key]?.keys, old != keys {
      let kept = Set(keys)
      for key in old where !kept.contains(key) { set(key, nil) }
    }
    parts[key] = Parts(keys: keys, second: second)
    set(key, content)
    for part in new where part.content != nil { set(part.key, part.content) }
  }

  /// Takes over which entries continue in others, of entries that were restored
  ///
  /// The second of their writing is not known, so that they are compared at the next one.
  mutating func takeParts(_ restored: [(key: String, whole: String)]) {
    var keys: [String: [String]] = [:]
    for part in restored { keys[part.whole, default: []].append(part.key) }
    for (whole, keys) in keys { parts[whole] = Parts(keys: keys, second: Seconds.past) }
  }

  /// The second at which an entry that goes on in others was last written; long ago for one that was not
  func secondOfParts(_ key: String) -> Int64 { parts[key]?.second ?? Seconds.past }

  /// Notes that the entry of a calendar is written as of a second, unless the one there is of the same and goes far
  /// enough ahead
  ///
  /// - Returns: whether it is to be written.
  mutating func begin(_ schedule: Schedule?, from second: Int64) -> Bool {
    if let schedule, let calendar, let identity = schedule.identity,
      calendar.schedule.identity == identity, second >= calendar.from,
      second - calendar.from < ScheduleState.renewal
    {
      return false
    }
    // The schedule is held, so that its identity is not given to another.
    calendar = schedule.map { ($0, second) }
    return true
  }

  /// Removes the entry of the calendar
  mutating func removeCalendar() {
    calendar = nil
    set(MemoryKind.calendar.rawValue, nil)
  }

  /// Removes the orphans that are too old on a day
  mutating func removeOrphans(onDay day: Int64) {
    for (key, orphan) in orphans where orphan.since + Self.keeping <= day * 86_400 {
      orphans[key] = nil
      set(key, nil)
    }
    sweptDay = day
    isSwept = true
  }

  /// Replaces all entries by those of `fresh`, and keeps the orphans that are still kept
  mutating func replace(with fresh: MemoryLedger, day: Int64) {
    removeOrphans(onDay: day)
    for key in entries.keys where fresh.entries[key] == nil && orphans[key] == nil {
      set(key, nil)
    }
    for (key, content) in fresh.entries { set(key, content) }
    parts = fresh.parts
    calendar = fresh.calendar
  }

  /// The changes since the last call, each entry once
  mutating func takeChanges() -> [MemoryChange.Entry] {
    var result: [MemoryChange.Entry] = []
    swap(&result, &changed)
    guard isSwept else { return result }
    isSwept = false
    var last: [String: Int] = [:]
    for (place, entry) in result.enumerated() { last[entry.key] = place }
    var once: [MemoryChange.Entry] = []
    for (place, entry) in result.enumerated() where last[entry.key] == place { once.append(entry) }
    return once
  }

  // MARK: What is gone

  /// Takes over the entries that memory was restored from
  ///
  /// - Parameter isUsed: whether an entry is of something in the rules.
  mutating func take(_ memory: EngineMemory, isUsed: (String) -> Bool) {
    entries = memory.entries
    for (key, content) in memory.entries where !isUsed(key) {
      let (since, content) = Self.orphan(content) ?? (memory.present.seconds, content)
      if memory.present.seconds - since < Self.keeping {
        orphans[key] = Orphan(since: since, content: content)
        entries[key] = Self.orphanWord + String(since) + " " + content
      } else {
        entries[key] = nil
      }
      if entries[key] != memory.entries[key] {
        changed.append(MemoryChange.Entry(key: key, content: entries[key]))
      }
    }
  }

  /// The content of an orphan, and since when it is one; nil for an entry of something in the rules
  private static func orphan(_ content: String) -> (since: Int64, content: String)? {
    guard content.hasPrefix(orphanWord) else { return nil }
    let rest = content.dropFirst(orphanWord.count)
    guard let space = rest.firstIndex(of: " "), let since = Int64(rest[..<space]),
      Seconds.past...Seconds.never ~= since
    else { return nil }
    return (since, String(rest[rest.index(after: space)...]))
  }

  /// The content of an entry, whether or not it was of anything when it was written
  static func content(_ entry: String) -> String {
    orphan(entry)?.content ?? entry
  }
}
