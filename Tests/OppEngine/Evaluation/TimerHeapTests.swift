import OppTesting
import OppTestLimits
import Testing

@testable import OppEngine

/// Instances come out in the order of their seconds
@Suite(.limited) struct TimerHeapTests {
  private func all(_ heap: TimerHeap<InstanceID>) -> [String] {
    var heap = heap
    var entries: [String] = []
    while let first = heap.first {
      entries.append("\(first.second):\(first.element.index)")
      heap.removeFirst()
    }
    return entries
  }

  @Test func `an empty heap has no first, and nothing to remove`() {
    var heap = TimerHeap<InstanceID>()
    heap.removeFirst()
    #expect(heap.first == nil)
  }

  @Test func `seconds ascend, and the last of one second comes first`() {
    var heap = TimerHeap<InstanceID>()
    for (instance, second) in [(1, 30), (2, 10), (3, 20), (4, 10), (5, 30), (6, 10)] {
      heap.insert(InstanceID(instance), at: Int64(second))
    }
    #expect(all(heap) == ["10:6", "10:4", "10:2", "20:3", "30:5", "30:1"])
  }

  @Test func `what is never due is not kept`() {
    var heap = TimerHeap<InstanceID>()
    heap.insert(1, at: Seconds.never)
    heap.insert(2, at: Seconds.never + 5)
    #expect(heap.first == nil)
    heap.insert(3, at: Seconds.never - 1)
    #expect(heap.first?.element == 3)
  }

  @Test func `a second that was emptied is used again`() {
    var heap = TimerHeap<InstanceID>()
    for round in 0..<3 {
      heap.insert(InstanceID(round), at: 7)
      heap.insert(InstanceID(round + 10), at: 7)
      #expect(all(heap) == ["7:\(round + 10)", "7:\(round)"])
      heap.removeFirst()
      heap.removeFirst()
      #expect(heap.first == nil)
    }
  }

  /// More seconds than the chains that are found again, so that some are in the heap twice.
  @Test func `thousands put in and taken out in between come in order, none twice`() {
    var random = SplitMix64(seed: 5)
    var heap = TimerHeap<InstanceID>()
    var expected: [Int64: Set<InstanceID>] = [:]
    for instance in (0..<4000).map({ InstanceID($0) }) {
      let second = Int64(random.number(in: -1000...1000))
      heap.insert(instance, at: second)
      expected[second, default: []].insert(instance)
      guard random.oneIn(3), let first = heap.first else { continue }
      #expect(first.second == expected.keys.min())
      let known = expected[first.second]?.remove(first.element)
      #expect(known != nil)
      if expected[first.second]?.isEmpty == true { expected[first.second] = nil }
      heap.removeFirst()
    }
    var last = Int64.min
    while let first = heap.first {
      #expect(first.second >= last)
      last = first.second
      let known = expected[first.second]?.remove(first.element)
      #expect(known != nil)
      heap.removeFirst()
    }
    #expect(expected.values.allSatisfy { $0.isEmpty })
  }
}
