/// Truths of junctions, each kept as the number of operands that keep it from being true
///
/// Every junction is taken for an `and` whose operands may be negated: `a or b` is `not (not a and not b)`, and `not a` an
/// `and` of one operand. Kleene's three truths are two Boolean planes, *certain* and *possible*: false is neither, unknown
/// is possible, true is both. Each plane is a number of operands that are not so, and both numbers are one word, so that
/// a change of an operand is one addition for each junction above it, whatever the other operands are.
///
/// `x and y and (z or w)`, with `x` true, `y` unknown, `z` false and `w` true:
///
/// ```
///   junction          operands         not certain   not possible   conjunction   truth
///   0  z or w         not z, not w     1             1              false         true, as it is negated
///   1  x and y and 0  x, y, 0          1             0              unknown       unknown
/// ```
///
/// When `y` turns true, -1 is added to the first number of junction 1, which is marked as no number of it was 0 before that
/// is so now; ``settle(_:)`` gives its turn from unknown to true. When `z` turns true, junction 0 has 0 operands left of
/// either kind, stays what it is, and junction 1 is never looked at.
///
/// - Complexity: a change is linear in the junctions that have the operand; no operand is ever read again.
/// - Invariant: the operands of a junction are numbered before it.
struct JunctionCounts: Sendable {
  /// The greatest number of operands of a junction; each of its numbers has 16 bits
  static let operandLimit = 0x7FFF

  /// By junction: its instance, in ascending order
  private(set) var instances: [Int32] = []

  /// By junction: whether its truth is the opposite of its conjunction's
  private var isNegated: [Bool] = []

  /// By junction: the operands that are not certain, and from bit 16 on those that are not possible
  private var counts: [UInt32] = []

  /// By junction: its truth as it was last settled
  private var truths: [UInt8] = []

  /// One bit a junction of which a number has become 0, or is so no longer
  private var marks: [UInt64] = []

  /// By instance: the place in `edges` of its first one; one more than there are instances
  private var firstEdge: [Int32] = []

  /// By instance: the place of its first edge that is negated; those before it are not
  private var firstNegatedEdge: [Int32] = []

  /// The junctions that have an instance for an operand, instance by instance
  private var edges: [Int32] = []

  init() {}

  /// Makes the counts of junctions of which every operand is unknown
  ///
  /// - Parameters:
  ///   - junctions: in ascending order of their instances.
  ///   - instanceCount: more than any operand of theirs.
  init(_ junctions: [Junction], instanceCount: Int) {
    var degrees = [Int32](repeating: 0, count: instanceCount + 1)
    for junction in junctions {
      instances.append(junction.instance)
      isNegated.append(junction.kind.isNegated)
      // An operand that is unknown is not certain, and possible.
      counts.append(UInt32(truncatingIfNeeded: junction.operands.count))
      for operand in junction.operands { degrees[Int(operand)] += 1 }
    }
    truths = Array(repeating: Self.unknown, count: junctions.count)
    marks = Array(repeating: 0, count: (junctions.count + 63) / 64)
    var place: Int32 = 0
    for degree in degrees {
      firstEdge.append(place)
      place += degree
    }
    edges = Array(repeating: 0, count: Int(place))
    firstNegatedEdge = Array(firstEdge)
    for areNegated in [false, true] {
      for (index, junction) in junctions.enumerated()
      where junction.kind.negatesOperands == areNegated {
        for operand in junction.operands {
          // Until the last edge is in, it is where the next one goes.
          let next = Int(firstNegatedEdge[Int(operand)])
          edges[next] = Int32(truncatingIfNeeded: index)
          firstNegatedEdge[Int(operand)] += 1
        }
      }
      if !areNegated { continue }
      for junction in junctions where junction.kind.negatesOperands {
        for operand in junction.operands { firstNegatedEdge[Int(operand)] -= 1 }
      }
    }
  }

  /// Whether nothing is counted
  var isEmpty: Bool { instances.isEmpty }

  /// Whether an instance is an operand of a junction
  @inline(__always)
  func hasEdges(_ instance: Int32) -> Bool {
    let index = Int(instance)
    return index + 1 < firstEdge.count && firstEdge[index] < firstEdge[index + 1]
  }

  /// Counts the turn of an operand from one truth to another, and marks the junctions that may turn with it
  mutating func change(_ instance: Int32, from before: UInt8, to truth: UInt8) {
    let index = Int(instance)
    guard index + 1 < firstEdge.count else { return }
    let (first, middle, end) = (
      Int(firstEdge[index]), Int(firstNegatedEdge[index]), Int(firstEdge[index + 1])
    )
    if first < middle {
      add(Self.contribution(truth) &- Self.contribution(before), first, middle)
    }
    if middle < end {
      add(
        Self.contribution(Self.true - truth) &- Self.contribution(Self.true - before), middle, end)
    }
  }

  /// Adds to the numbers of the junctions of some edges
  @inline(__always)
  private mutating func add(_ difference: UInt32, _ first: Int, _ end: Int) {
    var edge = first
    while edge < end {
      let junction = Int(edges[edge])
      let before = counts[junction]
      let count = before &+ difference
      counts[junction] = count
      if Self.conjunction(before) != Self.conjunction(count) {
        marks[junction >> 6] |= 1 << UInt64(junction & 63)
      }
      edge += 1
    }
  }

  /// The first junction at or after one that is marked, which it is no longer then
  mutating func takeMarked(from junction: Int) -> Int? {
    var word = junction >> 6
    guard word < marks.count else { return nil }
    var bits = marks[word] & (~UInt64(0) << UInt64(junction & 63))
    while bits == 0 {
      word += 1
      guard word < marks.count else { return nil }
      bits = marks[word]
    }
    let bit = bits.trailingZeroBitCount
    marks[word] &= ~(1 << UInt64(bit))
    return word << 6 + bit
  }

  /// The turn of a junction since it was last settled, which is counted for those above it; nil where it is as it was
  mutating func settle(_ junction: Int) -> (before: UInt8, truth: UInt8)? {
    let conjunction = Self.conjunction(counts[junction])
    let truth = isNegated[junction] ? Self.true - conjunction : conjunction
    let before = truths[junction]
    guard truth != before else { return nil }
    truths[junction] = truth
    change(instances[junction], from: before, to: truth)
    return (before, truth)
  }

  // MARK: Truths as numbers

  static let `false`: UInt8 = 0
  static let unknown: UInt8 = 1
  static let `true`: UInt8 = 2

  /// The amounts that an operand adds to the numbers of a conjunction
  @inline(__always)
  private static func contribution(_ truth: UInt8) -> UInt32 {
    truth == Self.true ? 0 : truth == Self.false ? 0x1_0001 : 1
  }

  /// The truth of a conjunction
  @inline(__always)
  private static func conjunction(_ count: UInt32) -> UInt8 {
    count == 0 ? Self.true : count >> 16 == 0 ? Self.unknown : Self.false
  }
}

/// A junction as ``JunctionCounts`` takes it
struct Junction {
  let instance: Int32

  /// Instances before it
  let operands: [Int32]
  let kind: JunctionKind
}

/// A junction as an `and`
enum JunctionKind {
  case and
  /// The opposite of an `and` of opposites
  case or
  /// The `and` of the opposite of its operand
  case not

  /// The kind of an instruction; nil for one that is no junction
  init?(_ instruction: Instruction) {
    if case .and = instruction {
      self = .and
    } else if case .or = instruction {
      self = .or
    } else if case .not = instruction {
      self = .not
    } else {
      return nil
    }
  }

  /// Whether it is the opposite of its `and`
  var isNegated: Bool { self == .or }

  /// Whether its `and` is of the opposites of its operands
  var negatesOperands: Bool { self != .and }
}
