internal import OppModel

/// "The sum of the rises; after a fall x counts from 0 again. It compares each of the seconds t-D+1 … t with the one
/// before (without a fall it is `change`), and is unknown if one of them is"
final class Increase: Window {
  /// The rises, the falls and the known seconds up to each second
  private var rises: [Int128] = []
  private var falls: [Int] = []
  private var known: [Int64] = []

  override init(_ column: Column) {
    var (sum, fallCount, knownCount): (Int128, Int, Int64) = (0, 0, 0)
    var before: Double?
    for second in column.begin..<column.end {
      let value = column.scalar(at: second)
      if value != nil { knownCount += 1 }
      if let before, let value, value != before {
        if value < before { fallCount += 1 }
        // A meter that was at 0 meanwhile.
        sum += Self.quanta(value < before ? max(value, 0) : value)
        if value > before { sum -= Self.quanta(before) }
      }
      before = value
      rises.append(sum)
      falls.append(fallCount)
      known.append(knownCount)
    }
    super.init(column)
  }

  private static func quanta(_ scalar: Double) -> Int128 {
    var sum = ReferenceSum()
    sum.add(scalar)
    return sum.quanta
  }

  override func value(from: Int64, to: Int64) -> Value? {
    guard from >= column.begin, let then = column.scalar(at: from),
      let now = column.scalar(at: to)
    else { return nil }
    let (first, last) = (Int(from - column.begin), Int(to - column.begin))
    guard known[last] - known[first] == to - from else { return nil }
    if falls[last] == falls[first] { return Difference.of(now, then).known }
    var sum = ReferenceSum()
    sum.quanta = rises[last] - rises[first]
    return sum.total
  }
}

/// "At how many seconds of `[t-D, t)` the event `c` happened. What is unknown counts nothing; unknown where all is";
/// of an empty window 0
final class Times: Window {
  /// The events and the known seconds before each second
  private var events: [Int] = [0]
  private var known: [Int] = [0]

  init(_ column: Column, forgetting isForgotten: (Int64) -> Bool) {
    var last: Truth = .unknown
    var (eventCount, knownCount) = (0, 0)
    for second in column.begin..<column.end {
      let truth = column.truth(at: second)
      if truth == .true, last == .false { eventCount += 1 }
      if truth != .unknown {
        last = truth
        knownCount += 1
      }
      if isForgotten(second) { last = .unknown }
      events.append(eventCount)
      known.append(knownCount)
    }
    super.init(column)
  }

  private func index(_ second: Int64) -> Int { Int(max(second, column.begin) - column.begin) }

  override func value(from: Int64, to: Int64) -> Value? {
    guard to > from else { return .scalar(0) }
    let (first, last) = (index(from), index(to))
    guard known[last] > known[first] else { return nil }
    return .scalar(Double(events[last] - events[first]))
  }
}
