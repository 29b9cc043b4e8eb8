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
    entries.append(Entry(second: second, instance: instance))
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].second < entries[parent].second else { break }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  mutating func removeFirst() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    entries[0] = last
    var parent = 0
    while true {
      var least = parent
      let left = 2 * parent + 1
      let right = left + 1
      if left < entries.count, entries[left].second < entries[least].second { least = left }
      if right < entries.count, entries[right].second < entries[least].second { least = right }
      guard least != parent else { return }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}
