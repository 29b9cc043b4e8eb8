/// Something that begins at a second
protocol Timed: Sendable {
  /// The first second of it, since 1970-01-01 UTC
  var start: Int64 { get }
}

/// Entries in the order of time, the latest of which can be taken back and the oldest forgotten
///
/// Entries are numbered from the first that ever was; forgetting changes no number.
///
/// ```
///   forgotten │ settled             │ recent
///             ├──────┼─────┼────────┼──┼──┤        a copy shares what is settled, and has
///             first                     end        a few recent entries of its own
/// ```
///
/// Looking ahead notes a few entries in a copy, which therefore costs the same however long the
/// timeline is.
///
/// ```
///   40 entries, begun at 0, 1, … 39     settled 0 … 15    recent 16 … 39    first 0    end 40
///   forget(before: 10)                  first 10, end 40; the ten are released once there are more than 64
/// ```
///
/// Entries are appended in ascending order of ``Timed/start``; finding one by its second is a binary search.
struct Timeline<Entry: Timed>: Sendable {
  /// The largest number of entries that a copy takes along
  private static var recentLimit: Int { 32 }

  /// The older entries, in the order of time: one array that copies share until one of them changes it
  private var settled: [Entry] = []

  /// The entries after ``settled``, at most ``recentLimit``
  private var recent: [Entry] = []

  /// The number of settled entries that are forgotten, but still there
  private var head = 0

  /// The number of the first settled entry that is still there
  private var offset = 0

  init() {}

  /// The number of the first entry
  var first: Int { offset + head }

  /// The number after that of the last entry
  var end: Int { offset + settled.count + recent.count }

  var isEmpty: Bool { first == end }
  var last: Entry? { isEmpty ? nil : self[end - 1] }

  subscript(number: Int) -> Entry {
    let place = number - offset
    return place < settled.count ? settled[place] : recent[place - settled.count]
  }

  // MARK: Changing

  /// Adds an entry, which begins after the last one
  ///
  /// - Complexity: amortised constant.
  mutating func append(_ entry: Entry) {
    if recent.count >= Self.recentLimit {
      let count = Self.recentLimit / 2
      settled.append(contentsOf: recent[..<count])
      recent.removeFirst(count)
    }
    recent.append(entry)
  }

  /// Takes the last entry back, if there is one
  mutating func removeLast() {
    guard !isEmpty else { return }
    if recent.isEmpty { settled.removeLast() } else { recent.removeLast() }
  }

  /// Forgets settled entries that are followed by one at or before a second
  mutating func forget(before second: Int64) {
    while head < settled.count, first + 1 < end, self[first + 1].start <= second { head += 1 }
    // Moving what is left costs as much as there is of it, so that at least half has to be gone.
    guard head > 64, head > settled.count / 2 else { return }
    settled.removeFirst(head)
    offset += head
    head = 0
  }

  // MARK: Finding

  /// The number of the last entry that begins at a second or before; nil where there is none
  ///
  /// Most seconds that are looked for are one of the last entry, or, as the start of a window, one of the first.
  ///
  /// - Complexity: logarithmic in the entries before it; constant for a second of the last entry.
  func number(at second: Int64) -> Int? {
    var low = first
    var high = end
    guard low < high else { return nil }
    if self[high - 1].start <= second { return high - 1 }
    // With steps that double, the search begins at the first entry that begins later.
    var step = 1
    while low + step < high {
      if self[low + step].start <= second {
        low += step
        step *= 2
      } else {
        high = low + step
      }
    }
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle].start <= second { low = middle + 1 } else { high = middle }
    }
    return low > first ? low - 1 : nil
  }

  /// The last entry that begins at a second or before
  func entry(at second: Int64) -> Entry? { number(at: second).map { self[$0] } }

  /// The first entry that begins after a second
  func entry(after second: Int64) -> Entry? {
    let next = number(at: second).map { $0 + 1 } ?? first
    return next < end ? self[next] : nil
  }

  /// The entry that a second lies in, or the first one, and those after it
  ///
  /// - Complexity: linear in those.
  func entries(from second: Int64) -> [Entry] {
    var result: [Entry] = []
    for number in (number(at: second) ?? first)..<end { result.append(self[number]) }
    return result
  }
}
