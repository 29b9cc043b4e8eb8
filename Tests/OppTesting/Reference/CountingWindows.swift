package import OppModel

/// "With m what x was at the beginning, a second with x >= m adds x - m and sets m to x; with x < 0.9·m it adds x and sets m
/// to x (a restart); otherwise nothing (noise). x below 0 is unknown", and it is unknown if a second is
final class Increase: Window {
  /// Each second at which another value begins, with its value
  private var steps: [(second: Int64, value: Double?)] = []

  override init(_ column: Column) {
    super.init(column)
    for second in column.begin..<column.end {
      let value = column.scalar(at: second).flatMap { $0 < 0 ? nil : $0 }
      if steps.isEmpty || steps[steps.count - 1].value != value { steps.append((second, value)) }
    }
  }

  override func value(from: Int64, to: Int64) -> Value? {
    guard from >= column.begin else { return nil }
    let first = steps.lastIndex { $0.second <= from } ?? 0
    let values = steps[first...].prefix { $0.second <= to }.map(\.value)
    let known = values.compactMap(\.self)
    return known.count == values.count ? ReferenceSum.increase(of: known) : nil
  }
}

extension ReferenceSum {
  /// The amount that a meter has counted since the first of some values, or `nil` if there are none
  package static func increase(of values: [Double]) -> Value? {
    guard var mark = values.first else { return nil }
    var sum = ReferenceSum()
    for value in values {
      guard let rise = rise(from: mark, to: value) else { continue }
      mark = value
      sum.quanta = sum.quanta + rise
    }
    return sum.total
  }

  /// The quanta that a meter has counted, or `nil` if it is noise
  fileprivate static func rise(from mark: Double, to value: Double) -> BigInteger? {
    let (before, after) = (quanta(of: mark), quanta(of: value))
    if value >= mark { return after - before }
    return after.times(10) < before.times(9) ? after : nil
  }
}

/// "At how many seconds of `[t-D, t)` the event `c` happened. What is unknown counts nothing; unknown where all is";
/// of an empty window 0
class Times: Window {
  /// The events and the known seconds before each second
  private var events: [Int] = [0]
  private var known: [Int] = [0]

  init(_ column: Column, forgetting isForgotten: (Int64) -> Bool) {
    var last: Value?
    var (eventCount, knownCount) = (0, 0)
    for second in column.begin..<column.end {
      if let value = column[second] {
        if let last, Self.isEvent(from: last, to: value) { eventCount += 1 }
        last = value
        knownCount += 1
      }
      if isForgotten(second) { last = nil }
      events.append(eventCount)
      known.append(knownCount)
    }
    super.init(column)
  }

  /// `true` if something happens between the last known value and the next one
  class func isEvent(from last: Value, to value: Value) -> Bool {
    last == .truth(false) && value == .truth(true)
  }

  private func index(_ second: Int64) -> Int { Int(max(second, column.begin) - column.begin) }

  override func value(from: Int64, to: Int64) -> Value? {
    guard to > from else { return .scalar(0) }
    let (first, last) = (index(from), index(to))
    guard known[last] > known[first] else { return nil }
    return .scalar(Double(events[last] - events[first]))
  }
}

/// "`times` takes an event of change": at how many seconds the value is another than when last known
final class Changes: Times {
  override class func isEvent(from last: Value, to value: Value) -> Bool { last != value }
}
