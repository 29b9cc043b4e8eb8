import OppTesting
import OppTestLimits
import Testing

@testable import OppEngine

/// Horizons of the next second, and those later, come when they are due
@Suite(.limited) struct HorizonQueueTests {
  /// The entries that are due by a second, as `second:instance`
  private func due(_ queue: inout HorizonQueue, by now: Int64) -> [String] {
    var entries: [String] = []
    while let entry = queue.takeDue(by: now) {
      entries.append("\(entry.second):\(entry.element.index)")
    }
    return entries.sorted()
  }

  /// Readings of so many instances, with horizons
  private func readings(_ horizons: Int64...) -> [Reading] {
    horizons.map { .scalar(0, until: $0) }
  }

  @Test func `what is due is taken out, and nothing later`() {
    var queue = HorizonQueue()
    for (instance, second) in [(1, 11), (2, 12), (3, 11), (4, 30)] {
      queue.insert(InstanceID(instance), at: Int64(second), now: 10)
    }
    #expect(due(&queue, by: 10) == [])
    #expect(due(&queue, by: 11) == ["11:1", "11:3"])
    #expect(due(&queue, by: 29) == ["12:2"])
    #expect(due(&queue, by: 30) == ["30:4"])
  }

  @Test func `a second that was passed over is due afterwards`() {
    var queue = HorizonQueue()
    queue.insert(1, at: 11, now: 10)
    queue.insert(2, at: 16, now: 15)
    queue.insert(3, at: 16, now: 15)
    #expect(due(&queue, by: 40) == ["11:1", "16:2", "16:3"])
  }

  @Test func `what is never due is not kept`() {
    var queue = HorizonQueue()
    queue.insert(1, at: Seconds.never, now: 10)
    #expect(due(&queue, by: Seconds.never) == [])
    #expect(queue.next(after: 10, readings(0, Seconds.never)) == Seconds.never)
  }

  @Test func `the next second is that of the first reading with this horizon`() {
    var queue = HorizonQueue()
    for (instance, second) in [(0, 11), (1, 11), (2, 14), (3, 20)] {
      queue.insert(InstanceID(instance), at: Int64(second), now: 10)
    }
    #expect(queue.next(after: 10, readings(11, 12, 14, 20)) == 11)
    // Both that were due soon have another horizon by now, and so has the first of the later ones.
    #expect(queue.next(after: 10, readings(12, 12, 19, 20)) == 20)
    #expect(queue.next(after: 10, readings(12, 12, 19, 21)) == Seconds.never)
  }

  @Test func `the present second and those before are not the next`() {
    var queue = HorizonQueue()
    queue.insert(0, at: 11, now: 10)
    queue.insert(1, at: 12, now: 10)
    #expect(queue.next(after: 11, readings(11, 12)) == 12)
    queue.insert(0, at: 12, now: 11)
    #expect(queue.next(after: 12, readings(12, 12)) == Seconds.never)
  }

  @Test func `what is forgotten leaves what is due later`() {
    var queue = HorizonQueue()
    queue.insert(0, at: 11, now: 10)
    queue.insert(1, at: 15, now: 10)
    queue.forgetSoon(by: 10)
    #expect(queue.next(after: 10, readings(11, 15)) == 11)
    queue.forgetSoon(by: 11)
    queue.insert(0, at: 12, now: 11)
    #expect(queue.next(after: 11, readings(12, 15)) == 12)
    #expect(queue.next(after: 12, readings(12, 15)) == 15)
  }

  /// The entries by which readings are found again are more than the readings: each change of a horizon leaves one.
  @Test func `thousands of horizons that move come as a search through all of them says`() {
    var random = SplitMix64(seed: 7)
    var queue = HorizonQueue()
    var readings = (0..<50).map { _ in Reading.scalar(0, until: Seconds.never) }
    var now: Int64 = 0
    for _ in 0..<3000 {
      for _ in 0..<random.number(in: 0...4) {
        let instance = random.number(in: 0...49)
        let until = now + Int64(random.number(in: 1...2) == 1 ? 1 : random.number(in: 1...60))
        readings[instance].until = until
        queue.insert(InstanceID(instance), at: until, now: now)
      }
      let expected = readings.map { $0.until }.filter { $0 > now }.min() ?? Seconds.never
      #expect(queue.next(after: now, readings) == expected)
      now += Int64(random.number(in: 1...3))
    }
  }
}
