/// Values by key, of which those that were used least recently are forgotten if there are too many
///
/// - Complexity: O(1) amortized for each use; half of the values are forgotten at a time, so that they are seldom sorted.
struct RecentCache<Element> {
  private var entries: [String: Entry] = [:]

  /// The number of uses so far
  private var clock: UInt64 = 0

  /// The most values that are kept
  private let limit: Int

  private struct Entry {
    var element: Element
    var used: UInt64
  }

  init(limit: Int) { self.limit = max(1, limit) }

  var count: Int { entries.count }

  /// The value of a key, which is used by that
  mutating func use(_ key: String) -> Element? {
    clock += 1
    entries[key]?.used = clock
    return entries[key]?.element
  }

  /// Takes a value out, so that it can be changed in place
  mutating func take(_ key: String) -> Element? { entries.removeValue(forKey: key)?.element }

  /// Keeps a value
  mutating func keep(_ element: Element, as key: String) {
    clock += 1
    entries[key] = Entry(element: element, used: clock)
    guard entries.count > limit else { return }
    let ascending = entries.values.map { $0.used }.sorted()
    let oldest = ascending[ascending.count / 2]
    entries = entries.filter { $0.value.used >= oldest }
  }
}
