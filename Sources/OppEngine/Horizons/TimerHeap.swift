/// Instances by the second at which they want to be looked at
///
/// An entry is never taken out early: who asked for an earlier or later second since then recognises
/// it as out of date when it comes up.
struct TimerHeap {
  struct Entry {
    let second: Int64
    let instance: Int32
  }

  private var entries: [Entry] = []

  var first: Entry? { entries.first }

  mutating func insert(_ instance: Int32, at second: Int64) {
    guard second < Seconds.never else { return }
    let entry = Entry(second: second, instance: instance)
    entries.append(entry)
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard second < entries[parent].second else { break }
      entries[child] = entries[parent]
      child = parent
    }
    entries[child] = entry
  }

  mutating func removeFirst() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    let count = entries.count
    var parent = 0
    // The lesser child moves up into the hole until the last entry fits there.
    while 2 * parent + 1 < count {
      var child = 2 * parent + 1
      if child + 1 < count, entries[child + 1].second < entries[child].second { child += 1 }
      guard entries[child].second < last.second else { break }
      entries[parent] = entries[child]
      parent = child
    }
    entries[parent] = last
  }
}
