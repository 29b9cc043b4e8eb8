internal import OppModel

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

  /// By instance: whether it is a junction
  private var isJunction: [Bool] = []

  /// By junction: whether its truth is the opposite of its conjunction's
  private var isNegated: [Bool] = []

  /// By junction: the operands that are not certain, and from bit 16 on those that are not possible
  private var counts: [UInt32] = []

  /// By junction: its truth as it was last settled
  private var truths: [Truth] = []

  /// One bit a junction of which a number has become 0, or is so no longer
  private var marks: [UInt64] = []

  /// By instance
  private var edgeRanges: [EdgeRange] = []

  /// The junctions that have an instance for an operand, instance by instance
  private var edges: [Int32] = []

  /// The places in ``edges`` of those of an instance
  private struct EdgeRange {
    /// The place of the first that is not negated
    var first: Int32 = 0

    /// The place of the first that is negated
    var firstNegated: Int32 = 0

    /// The place after the last
    var end: Int32 = 0
  }

  init() {}

  /// Makes the counts of junctions of which every operand is unknown
  ///
  /// - Parameters:
  ///   - junctions: in ascending order of their instances.
  ///   - instanceCount: more than any of them, and of their operands.
  init(_ junctions: [Junction], instanceCount: Int) {
    var degrees = [Int32](repeating: 0, count: instanceCount)
    isJunction = Array(repeating: false, count: instanceCount)
    for junction in junctions {
      instances.append(junction.instance)
      isJunction[Int(junction.instance)] = true
      isNegated.append(junction.kind.isNegated)
      // An operand that is unknown is not certain, and possible.
      counts.append(UInt32(truncatingIfNeeded: junction.operands.count))
      for operand in junction.operands { degrees[Int(operand)] += 1 }
    }
    truths = Array(repeating: .unknown, count: junctions.count)
    marks = Array(repeating: 0, count: (junctions.count + 63) / 64)
    var place: Int32 = 0
    // By instance: the place of its next edge.
    var next: [Int32] = []
    for degree in degrees {
      next.append(place)
      place += degree
    }
    edges = Array(repeating: 0, count: Int(place))
    let first = next
    addEdges(to: junctions, negated: false, at: &next)
    let firstNegated = next
    addEdges(to: junctions, negated: true, at: &next)
    edgeRanges = first.indices.map {
      EdgeRange(first: first[$0], firstNegated: firstNegated[$0], end: next[$0])
    }
  }

  /// Adds the edges to the junctions that negate their operands, or to those that do not
  private mutating func addEdges(
    to junctions: [Junction], negated: Bool, at next: inout [Int32]
  ) {
    for (index, junction) in junctions.enumerated()
    where junction.kind.negatesOperands == negated {
      for operand in junction.operands {
        edges[Int(next[Int(operand)])] = Int32(truncatingIfNeeded: index)
        next[Int(operand)] += 1
      }
    }
  }

  /// Whether nothing is counted
  var isEmpty: Bool { instances.isEmpty }

  /// Whether an instance is one of the junctions
  func hasJunction(_ instance: Int32) -> Bool {
    Int(instance) < isJunction.count && isJunction[Int(instance)]
  }

  /// Whether an instance is an operand of a junction
  @inline(__always)
  func hasEdges(_ instance: Int32) -> Bool {
    let index = Int(instance)
    return index < edgeRanges.count && edgeRanges[index].first < edgeRanges[index].end
  }

  /// Counts the turn of an operand from one truth to another, and marks the junctions that may turn with it
  mutating func change(_ instance: Int32, from before: Truth, to truth: Truth) {
    guard Int(instance) < edgeRanges.count else { return }
    let range = edgeRanges[Int(instance)]
    if range.first < range.firstNegated {
      add(
        Self.contribution(truth) &- Self.contribution(before), Int(range.first),
        Int(range.firstNegated))
    }
    if range.firstNegated < range.end {
      add(
        Self.contribution(truth.negated) &- Self.contribution(before.negated),
        Int(range.firstNegated), Int(range.end))
    }
  }

  /// Counts the turn of an operand from one known truth to the other
  ///
  /// It is ``change(_:from:to:)`` with two constants: an operand that comes true takes 1 from either number.
  @inline(__always)
  mutating func turn(_ instance: Int32, to isTrue: Bool) {
    let range = edgeRanges[Int(instance)]
    let difference: UInt32 = isTrue ? 0 &- 0x1_0001 : 0x1_0001
    add(difference, Int(range.first), Int(range.firstNegated))
    add(0 &- difference, Int(range.firstNegated), Int(range.end))
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
      // Whether a number has become 0, or is so no longer, is as good as random: a branch would be mispredicted.
      let turns = ((before == 0) != (count == 0)) || ((before >> 16 == 0) != (count >> 16 == 0))
      marks[junction >> 6] |= (turns ? 1 : 0) << UInt64(truncatingIfNeeded: junction & 63)
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
  mutating func settle(_ junction: Int) -> (before: Truth, truth: Truth)? {
    let conjunction = Self.conjunction(counts[junction])
    let truth = isNegated[junction] ? conjunction.negated : conjunction
    let before = truths[junction]
    guard truth != before else { return nil }
    truths[junction] = truth
    change(instances[junction], from: before, to: truth)
    return (before, truth)
  }

  // MARK: Truths as numbers

  /// The amounts that an operand adds to the numbers of a conjunction
  @inline(__always)
  private static func contribution(_ truth: Truth) -> UInt32 {
    switch truth {
    case .true: 0
    case .unknown: 1
    case .false: 0x1_0001
    }
  }

  /// The truth of a conjunction
  @inline(__always)
  private static func conjunction(_ count: UInt32) -> Truth {
    count == 0 ? .true : count >> 16 == 0 ? .unknown : .false
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
