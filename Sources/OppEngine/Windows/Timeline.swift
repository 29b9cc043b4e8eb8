internal import OppModel

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
///   40 entries, begun at 0, 1, … 39     first 0    end 40
///   forget(before: 10)                  first 10, end 40; the ten are released once they are more than 64, and half
/// ```
///
/// Entries are appended in ascending order of ``Timed/start``; finding one by its second is a binary search.
struct Timeline<Entry: Timed>: Sendable {
  /// The entries, and before them those that are forgotten but still there
  private var entries: [Entry] = []

  /// The number of entries that are forgotten, but still there
  private var head = 0

  /// The number of the first entry that is still there
  private var offset = 0

  init() {}

  /// The number of the first entry
  var first: Int { offset &+ head }

  /// The number after that of the last entry
  var end: Int { offset &+ entries.count }

  var isEmpty: Bool { first == end }
  var last: Entry? { isEmpty ? nil : self[end - 1] }

  subscript(number: Int) -> Entry { entries[number &- offset] }

  // MARK: Changing

  /// Adds an entry, which begins after the last one
  ///
  /// - Complexity: amortised constant.
  mutating func append(_ entry: Entry) { entries.append(entry) }

  /// Takes the last entry back, if there is one
  mutating func removeLast() {
    if !isEmpty { entries.removeLast() }
  }

  /// Forgets entries that are followed by one at or before a second
  mutating func forget(before second: Int64) {
    while first + 1 < end, self[first + 1].start <= second { head += 1 }
    // Moving what is left costs as much as there is of it, so that at least half has to be gone.
    guard head > 64, head > entries.count / 2 else { return }
    entries.removeFirst(head)
    offset += head
    head = 0
  }

  /// Takes back the notes since the timeline had so many entries ever, of which one was the last
  mutating func takeBack(to end: Int, _ last: Entry?) {
    while self.end >= end, !isEmpty { removeLast() }
    if let last, self.end < end { append(last) }
  }

  // MARK: Finding

  /// The number of the last entry that begins at a second or before; nil if there is none
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
    let next = (low..<high).partitionPoint { self[$0].start > second }
    return next > first ? next - 1 : nil
  }

  /// The number of the last entry that begins at a second or before, which is likely to be the last of all
  @inline(__always)
  func number(near second: Int64) -> Int? {
    let end = end
    return end > first && self[end &- 1].start <= second ? end &- 1 : number(at: second)
  }

  /// The number of the last entry that begins at a second or before, if that of an earlier look is near
  ///
  /// - Parameter hint: any number: one that is no longer there, or begins later, is as none.
  /// - Complexity: constant if no more than a few entries lie between.
  @inline(__always)
  func number(at second: Int64, near hint: Int) -> Int? {
    var number = max(hint, first)
    let end = end
    guard number < end, self[number].start <= second else { return self.number(at: second) }
    let limit = min(end, number &+ 8)
    while number &+ 1 < limit, self[number &+ 1].start <= second { number &+= 1 }
    if number &+ 1 == limit, limit < end, self[limit].start <= second {
      return self.number(at: second)
    }
    return number
  }

  /// The last entry that begins at a second or before
  func entry(at second: Int64) -> Entry? { number(at: second).map { self[$0] } }

  /// The first entry that begins after a second
  func entry(after second: Int64) -> Entry? {
    let next = number(at: second).map { $0 + 1 } ?? first
    return next < end ? self[next] : nil
  }
}
