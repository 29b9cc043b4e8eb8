internal import OppModel

/// Windows over time (§5, "Windows over time"; §7, "`min`, `max` look at the seconds t-D … t;
/// `average` and `total` integrate over `[t-D, t)`")
extension ReferenceEvaluator {
  func fillWindow(
    _ column: Column, _ function: WindowFunction, _ operand: NodeID, _ span: Span, _ node: Node,
    _ rows: ChosenRows
  ) {
    switch span {
    case .last(let seconds):
      let noted = remembered(operand, by: node, rows)
      let below = window(function, over: noted, graph[operand].type) {
        isForgotten(by: node, at: $0, rows)
      }
      for second in column.begin..<end {
        column.append(below.value(from: second - seconds, to: second))
      }
    case .since(let start):
      let noted = remembered(operand, by: node, rows)
      let below = window(function, over: noted, graph[operand].type) {
        isForgotten(by: node, at: $0, rows)
      }
      let starts = self.column(start, rows)
      for second in column.begin..<end {
        // What begins between two seconds begins at the later one; what has not begun is unknown.
        let first = starts.scalar(at: second).flatMap { Int64(exactly: $0.rounded(.up)) }
        if let first, first <= second {
          column.append(below.value(from: first, to: second))
        } else {
          column.append(nil)
        }
      }
    case .next(let seconds):
      let turns = arrivalSeconds(below: operand)
      var below: Window?
      for second in column.begin..<end {
        if second == column.begin || turns.contains(second) {
          let ahead = ahead(of: second, to: end + seconds)
          below = window(function, over: ahead.column(operand, rows), graph[operand].type)
        }
        column.append(below?.value(from: second, to: second + seconds))
      }
    }
  }

  private func window(
    _ function: WindowFunction, over column: Column, _ type: ValueType,
    forgetting isForgotten: (Int64) -> Bool = { _ in false }
  ) -> Window {
    switch function {
    case .minimum: Extreme(column, isLess: true)
    case .maximum: Extreme(column, isLess: false)
    case .change: Change(column)
    case .total: Integral(column, type, over: type == .measure(.power) ? 3600 : 1)
    case .average:
      type == .position || type == .place ? MeanPosition(column) : Integral(column, type).mean
    case .travelled: Travel(column, length)
    case .increase: Increase(column)
    case .times: Times(column, forgetting: isForgotten)
    case .changes: Changes(column, forgetting: isForgotten)
    case .ago: Earlier(column)
    }
  }
}

/// A function of the seconds from one to another
class Window {
  let column: Column
  init(_ column: Column) { self.column = column }
  func value(from: Int64, to: Int64) -> Value? { nil }
}

/// "What x was at t-D"
private final class Earlier: Window {
  override func value(from: Int64, to: Int64) -> Value? { column[from] }
}

/// The least or greatest known value of the seconds `from … to`, unknown where nothing is
private final class Extreme: Window {
  private let isLess: Bool
  private var last: (from: Int64, to: Int64, value: Double?)?

  init(_ column: Column, isLess: Bool) {
    self.isLess = isLess
    super.init(column)
  }

  override func value(from: Int64, to: Int64) -> Value? {
    var extreme: Double?
    if let last, from >= last.from, to == last.to + 1,
      last.value == nil
        || (last.from..<from).allSatisfy({ column.scalar(at: $0) != last.value })
    {
      // The window moved on by a second, and what it left was not the extreme.
      extreme = better(last.value, column.scalar(at: to))
    } else {
      for second in from...to { extreme = better(extreme, column.scalar(at: second)) }
    }
    last = (from, to, extreme)
    return extreme.map(Value.scalar)
  }

  private func better(_ left: Double?, _ right: Double?) -> Double? {
    guard let left, let right else { return left ?? right }
    return isLess ? min(left, right) : max(left, right)
  }
}

/// "Now minus then"; unknown if either is
private final class Change: Window {
  override func value(from: Int64, to: Int64) -> Value? {
    guard let then = column.scalar(at: from), let now = column.scalar(at: to) else { return nil }
    return ReferenceSum.difference(now, then)
  }
}

/// The sum over the seconds `from ..< to`, one second at a time, from sums since memory began
private final class Integral: Window {
  /// Of the seconds before each second
  private var quanta: [BigInteger] = [BigInteger(0)]
  private var known: [Int64] = [0]

  /// How often a known value had been followed by another, at each known second
  private var changes: [Int] = []
  private var values: [Double] = []

  /// A total of watts is in watt hours, "rounded once"
  private let parts: Int64

  init(_ column: Column, _ type: ValueType, over parts: Int64 = 1) {
    self.parts = parts
    super.init(column)
    var sum = ReferenceSum()
    for second in column.begin..<column.end {
      let value = type == .bool ? truth(at: second) : column.scalar(at: second)
      if let value {
        sum.add(value)
        changes.append((changes.last ?? 0) + (value == values.last ? 0 : 1))
        values.append(value)
      }
      quanta.append(sum.quanta)
      known.append(Int64(values.count))
    }
  }

  /// The value of all known seconds of some, if they have one
  private func uniform(_ known: Range<Int64>) -> Double? {
    let (first, last) = (Int(known.lowerBound), Int(known.upperBound) - 1)
    return changes[first] == changes[last] ? values[first] : nil
  }

  /// A Bool counts the seconds for which it is true.
  private func truth(at second: Int64) -> Double? {
    switch column.truth(at: second) {
    case .true: 1
    case .false: 0
    case .unknown: nil
    }
  }

  private func index(_ second: Int64) -> Int { Int(max(second, column.begin) - column.begin) }

  /// "`total` and `change` are unknown if any second they use is"
  override func value(from: Int64, to: Int64) -> Value? {
    guard known[index(to)] - known[index(from)] == to - from else { return nil }
    var sum = ReferenceSum()
    sum.quanta = quanta[index(to)] - quanta[index(from)]
    return sum.total(over: parts)
  }

  /// "`average min max` use what is known, and are unknown where nothing is"
  var mean: Window { Mean(column, self) }

  private final class Mean: Window {
    private let integral: Integral

    init(_ column: Column, _ integral: Integral) {
      self.integral = integral
      super.init(column)
    }

    override func value(from: Int64, to: Int64) -> Value? {
      let (first, last) = (integral.index(from), integral.index(to))
      let count = integral.known[last] - integral.known[first]
      guard count > 0 else { return nil }
      if let uniform = integral.uniform(integral.known[first]..<integral.known[last]) {
        return uniform.known
      }
      var sum = ReferenceSum()
      sum.quanta = integral.quanta[last] - integral.quanta[first]
      return sum.mean(over: count).known
    }
  }
}

/// The time-weighted mean of the unit vectors over the seconds `from ..< to` at which it is known
private final class MeanPosition: Window {
  private var sums: [[ReferenceSum]] = [[ReferenceSum(), ReferenceSum(), ReferenceSum()]]
  private var known: [Int64] = [0]

  override init(_ column: Column) {
    super.init(column)
    var sum = sums[0]
    var count: Int64 = 0
    for second in column.begin..<column.end {
      if let position = column[second]?.asPosition {
        for (index, part) in UnitVector(position).parts.enumerated() { sum[index].add(part) }
        count += 1
      }
      sums.append(sum)
      known.append(count)
    }
  }

  override func value(from: Int64, to: Int64) -> Value? {
    func index(_ second: Int64) -> Int { Int(max(second, column.begin) - column.begin) }
    var mean: [Double] = []
    let count = known[index(to)] - known[index(from)]
    guard count > 0 else { return nil }
    for axis in 0..<3 {
      var sum = ReferenceSum()
      sum.quanta = sums[index(to)][axis].quanta - sums[index(from)][axis].quanta
      mean.append(sum.mean(over: count))
    }
    return UnitVector.position(mean).map(Value.position)
  }
}

/// The lengths between successive known positions, each at the later one's second, of those in
/// `(from, to]`; unknown where no position is known in `from … to`
private final class Travel: Window {
  private var quanta: [BigInteger] = [BigInteger(0)]
  private var known: [Int64] = [0]

  init(_ column: Column, _ length: (Position, Position) -> Double) {
    super.init(column)
    var last: Position?
    var sum = ReferenceSum()
    var count: Int64 = 0
    for second in column.begin..<column.end {
      if let position = column[second]?.asPosition {
        if let last, last != position { sum.add(length(last, position)) }
        last = position
        count += 1
      }
      quanta.append(sum.quanta)
      known.append(count)
    }
  }

  /// The index of what lies before a second
  private func index(_ second: Int64) -> Int {
    Int(max(second, column.begin) - column.begin)
  }

  override func value(from: Int64, to: Int64) -> Value? {
    guard known[index(to + 1)] > known[index(from)] else { return nil }
    var sum = ReferenceSum()
    sum.quanta = quanta[index(to + 1)] - quanta[index(from + 1)]
    return sum.total
  }
}

/// A position as a vector of length one, in the direction that is up there
private struct UnitVector {
  let parts: [Double]

  init(_ position: Position) {
    let latitude = position.latitude * Mathematics.radiansPerDegree
    let longitude = position.longitude * Mathematics.radiansPerDegree
    let across = Mathematics.cosine(latitude)
    parts = [
      across * Mathematics.cosine(longitude), across * Mathematics.sine(longitude),
      Mathematics.sine(latitude),
    ]
  }

  /// The position in the direction of a vector; nil where it has none
  static func position(_ parts: [Double]) -> Position? {
    let (x, y, z) = (parts[0], parts[1], parts[2])
    let across = (x * x + y * y).squareRoot()
    if across == 0 && z == 0 { return nil }
    return Position(
      latitude: Mathematics.arcTangent(z, across) / Mathematics.radiansPerDegree,
      longitude: Mathematics.arcTangent(y, x) / Mathematics.radiansPerDegree)
  }
}
