/// Instances, Opps or subjects by the second at which they are to be looked at
///
/// Many want the same second (the top of an hour, midnight), so the heap is one of seconds, each with
/// a chain of them:
///
/// ```
///   heap    13:00 ─→ 4 ─→ 17 ─→ 9
///           ├ 14:00 ─→ 4
///           └ 13:30 ─→ 2 ─→ 8
/// ```
///
/// The chain of a second is found among those of the latest ones; if it is not, the second is in
/// the heap once more, which does no harm. An entry is never taken out early: whoever set an earlier
/// or later second since then recognises it as out of date when it comes up.
///
/// Of 30:1, 10:2, 20:3, 10:4, 30:5 and 10:6, inserted in this order, ``first`` is in turn 10:6, 10:4, 10:2, 20:3, 30:5
/// and 30:1: seconds ascend, and of one second the latest comes first. An insertion is constant where the second is
/// among the latest ones, else logarithmic in the seconds.
struct TimerHeap<Element: TypedIndex> {
  struct Entry {
    let second: Int64
    let element: Element
  }

  /// A binary heap: the children of the entry at *i* are at 2*i* + 1 and 2*i* + 2, and not earlier
  ///
  /// `chain` is an index into ``chains``.
  private var heap: [(second: Int64, chain: Int32)] = []

  /// The first link of each chain
  private var chains: [Int32] = []

  /// Places of ``chains`` that no second uses
  private var freeChains: [Int32] = []

  /// The indices of the elements, each with the index of the next of its chain; -1 after the last
  private var links: [(element: Int32, next: Int32)] = []

  /// The first of the chain of links that are not used; -1 for none
  private var freeLink: Int32 = -1

  /// The chains of the seconds that were used last
  private var latest: [(second: Int64, chain: Int32)] = []

  /// The logarithm of the number of places of ``latest``: a few, and more if there are more seconds
  private var bits: UInt64 = 4

  /// The largest logarithm of the number of places
  private static var mostBits: UInt64 { 8 }

  /// The entry of the earliest second; nil if there is none
  var first: Entry? {
    guard let top = heap.first else { return nil }
    let link = links[Int(chains[Int(top.chain)])]
    return Entry(second: top.second, element: Element(index: link.element))
  }

  /// The earliest second of any of some elements, whether or not it is out of date; never if there is none
  ///
  /// - Complexity: linear in the entries.
  func earliest(of isMeant: (Element) -> Bool) -> Int64 {
    var earliest = Seconds.never
    for (second, chain) in heap where second < earliest {
      var link = chains[Int(chain)]
      while link >= 0 {
        if isMeant(Element(index: links[Int(link)].element)) {
          earliest = second
          break
        }
        link = links[Int(link)].next
      }
    }
    return earliest
  }

  /// Adds an element at a second, unless that is never
  mutating func insert(_ element: Element, at second: Int64) {
    guard second < Seconds.never else { return }
    if latest.isEmpty || (heap.count > latest.count && bits < Self.mostBits) { makePlaces() }
    let place = place(of: second)
    if latest[place].second == second {
      let chain = Int(latest[place].chain)
      chains[chain] = link(element.index, before: chains[chain])
      return
    }
    let chain = makeChain(link(element.index, before: -1))
    latest[place] = (second, chain)
    push(second, chain)
  }

  /// Removes the entry that ``first`` gives, if there is one
  mutating func removeFirst() {
    guard let top = heap.first else { return }
    let chain = Int(top.chain)
    let link = chains[chain]
    let next = links[Int(link)].next
    links[Int(link)].next = freeLink
    freeLink = link
    chains[chain] = next
    // The chain is empty: its second leaves the heap.
    guard next < 0 else { return }
    let place = place(of: top.second)
    if latest[place].chain == top.chain { latest[place] = (Seconds.past, -1) }
    freeChains.append(top.chain)
    pop()
  }

  /// The place where the chain of a second is kept; round seconds are spread by Fibonacci hashing
  private func place(of second: Int64) -> Int {
    Int(truncatingIfNeeded: (UInt64(bitPattern: second) &* 0x9E37_79B9_7F4A_7C15) >> (64 - bits))
  }

  /// Makes the first places, or four times as many as there were
  private mutating func makePlaces() {
    if !latest.isEmpty { bits += 2 }
    latest = Array(repeating: (Seconds.past, -1), count: 1 << bits)
  }

  /// A link in front of a chain, in a place that is free or new
  private mutating func link(_ element: Int32, before next: Int32) -> Int32 {
    guard freeLink >= 0 else {
      links.append((element, next))
      return Int32(truncatingIfNeeded: links.count - 1)
    }
    let link = freeLink
    freeLink = links[Int(link)].next
    links[Int(link)] = (element, next)
    return link
  }

  /// A chain of one link, in a place that is free or new
  private mutating func makeChain(_ link: Int32) -> Int32 {
    if let chain = freeChains.popLast() {
      chains[Int(chain)] = link
      return chain
    }
    chains.append(link)
    return Int32(truncatingIfNeeded: chains.count - 1)
  }

  // MARK: The heap of seconds

  /// Adds a second: later ones above it move down until it fits
  private mutating func push(_ second: Int64, _ chain: Int32) {
    heap.append((second, chain))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard second < heap[parent].second else { break }
      heap[child] = heap[parent]
      child = parent
    }
    heap[child] = (second, chain)
  }

  /// Removes the earliest second
  private mutating func pop() {
    guard let last = heap.popLast(), !heap.isEmpty else { return }
    let count = heap.count
    var parent = 0
    // The lesser child moves up into the hole until the last entry fits there.
    while 2 * parent + 1 < count {
      var child = 2 * parent + 1
      if child + 1 < count, heap[child + 1].second < heap[child].second { child += 1 }
      guard heap[child].second < last.second else { break }
      heap[parent] = heap[child]
      parent = child
    }
    heap[parent] = last
  }
}
