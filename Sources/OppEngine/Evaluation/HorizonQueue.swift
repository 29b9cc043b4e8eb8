/// Instances by the seconds of their horizons, many of which are the very next second
///
/// A window over a signal that changes each second holds for one second, and so do its dependents. An entry that is due at the
/// second after the present one is in a list, to which it is only appended; a later one is in a heap.
///
/// ```
///   present second 100      list 101: 4, 17, 9      heap 160: 4    200: 2, 8
/// ```
///
/// An entry is never taken out early: it counts only where the reading of its instance still has that horizon.
struct HorizonQueue: Sendable {
  /// The entries that are due later
  private var heap = TimerHeap<InstanceID>()

  /// The instances that are due at ``soon``
  private var list: [InstanceID] = []

  /// The second of ``list``
  private var soon = Seconds.past

  /// Adds an instance at a second, unless that is never
  @inline(__always)
  mutating func insert(_ instance: InstanceID, at second: Int64, now: Int64) {
    guard second == now &+ 1, second == soon || list.isEmpty else {
      return heap.insert(instance, at: second)
    }
    soon = second
    list.append(instance)
  }

  /// Takes out an entry that is due by a second; nil if there is none
  ///
  /// - Complexity: logarithmic in the later seconds at most, and constant for entries that are due soon.
  mutating func takeDue(by now: Int64) -> TimerHeap<InstanceID>.Entry? {
    if soon <= now, let instance = list.popLast() {
      return TimerHeap.Entry(second: soon, element: instance)
    }
    guard let first = heap.first, first.second <= now else { return nil }
    heap.removeFirst()
    return first
  }

  /// Forgets the entries that are due soon, if that is by a second
  mutating func forgetSoon(by now: Int64) {
    if soon <= now { list.empty() }
  }

  /// The first second after one at which a reading has its horizon; never if there is none
  ///
  /// Entries that are out of date are removed on the way, those of seconds that are over with them.
  mutating func next(after now: Int64, _ readings: borrowing [Reading]) -> Int64 {
    forgetSoon(by: now)
    while let last = list.last {
      // Nothing is due before the next second.
      if readings[last].until == soon { return soon }
      list.removeLast()
    }
    while let first = heap.first {
      if first.second > now, readings[first.element].until == first.second { return first.second }
      heap.removeFirst()
    }
    return Seconds.never
  }
}
