internal import OppModel

/// Truths of junctions, each kept as the number of operands that keep it from being true
///
/// Every junction is taken for an `and` whose operands may be negated: `a or b` is `not (not a and not b)`, and `not a`
/// costs nothing. Kleene's three truths are two Boolean planes, *certain* and *possible*: false is neither, unknown is
/// possible, true is both. Each plane is a number of operands that are not so, and both numbers are one word, so that a
/// change of an operand is one addition for each junction above it, without a look at the other operands.
///
/// `x and y and (z or w)`, with `x` true, `y` unknown, `z` false and `w` true:
///
/// ```
///   junction          operands         not certain   not possible   conjunction   truth
///   0  z or w         not z, not w     1             1              false         true, as it is negated
///   1  x and y and 0  x, y, 0          1             0              unknown       unknown
/// ```
///
/// When `y` turns true, the first number of junction 1 becomes 0, which marks it; ``settle()`` finds its turn from unknown
/// to true. When `z` turns true, junction 0 has 0 operands left of either kind, keeps its truth, and junction 1 is never
/// looked at.
///
/// An operand that is no junction is a *leaf*, of which either plane has a bit. Comparisons of one scalar with constants are
/// adjacent leaves of a *signal*: its break points divide all scalars into buckets, and a table has the bits of each.
///
/// ```
///   temp > 20C (bit 0), temp in 15C..25C (bit 1), temp < 0C (bit 2)
///
///   break points        0        15        20.0…4      25
///   bucket          0   │    1    │    2    │    3      │    4
///   bits           100  │   000   │   010   │   011     │   001
/// ```
///
/// From 18 °C to 26 °C is from bucket 2 to 4: bits 0 and 1 turn, and nothing else is looked at.
///
/// - Complexity: a change is linear in the leaves that turn and the junctions that have them; no operand is read again.
/// `for` and `within last` are *gates* of one operand, and leaves of their dependents (``MemoryGate``).
///
/// - Invariant: the operands of a junction are numbered before it. Leaves come first, then the junctions that others have for
///   an operand, layer by layer, with the gates between them, then the *tops*. Layers, gates and tops begin at multiples of 64:
///   a word of them is settled at once, for none of them marks another.
struct JunctionNetwork: Sendable {
  private let addressOnly = AddressOnly()

  /// The greatest number of operands of a junction: each of its numbers has ten bits
  static let operandLimit = 512

  /// The greatest number of words of the table of a signal, included
  ///
  /// Ten thousand thresholds of one scalar would need 12 MB, where a hundred have 2 KB.
  static let tableLimit = 1 << 16

  /// By instance: whether it is a junction, or a leaf of a signal
  var isCounted: [Bool] = []

  // MARK: Leaves

  /// By leaf, one bit each: whether it is true
  var certainLeaves: [UInt64] = []

  /// By leaf, one bit each: whether it is not false
  var possibleLeaves: [UInt64] = []

  /// By leaf: its instance; nil between the leaves of two signals
  var leafInstances: [InstanceID?] = []

  /// By instance: its leaf
  var leafOfInstance: [UInt32] = []

  /// The leaves that are not evaluated while other operands decide their junctions
  var suspension = SuspendedLeaves()

  // MARK: Signals

  var signals: [Signal] = []

  /// By instance: its signal
  var signalOfInstance: [UInt32] = []

  /// The break points of all signals, ascending in each
  var breakPoints: [Double] = []

  /// The words of all signals: bucket by bucket those of true leaves, and then those of all leaves
  var rows: [UInt64] = []

  // MARK: Junctions

  /// By junction: its instance; nil for the numbers up to the next multiple of 64 before feeders and tops
  var junctionInstances: [InstanceID?] = []

  /// By instance: its junction
  var junctionOfInstance: [UInt32] = []

  /// By junction: the numbers of operands, and its planes as they were last settled
  ///
  /// ```
  ///   bits 0-9      operands that are not certain, + 511: bit 9 is set if there is one
  ///   bits 10-19    operands that are not possible, + 511: bit 19 is set if there is one
  ///   bits 20, 30   bits 9 and 19 as they were last settled
  /// ```
  var counts: [UInt32] = []

  /// By junction: 1 where its planes differ from those that were last settled, else 0
  ///
  /// A byte each, as a mark is stored without reading those beside it.
  var marks: [UInt8] = []

  /// One bit a junction whose truth is the opposite of its conjunction's
  var negated: [UInt64] = []

  /// One bit a junction whose turns are noted in ``SettledTurns/turns``
  var followed: [UInt64] = []

  /// The junctions that others have for an operand, in the order in which they are settled
  var layers: [Layer] = []

  /// The first of the tops
  var firstTop = 0

  // MARK: Memories

  /// By gate, those between two stages included
  var memories: [MemoryGate?] = []

  /// By instance: its gate; empty if there is no memory
  var gateOfInstance: [UInt32] = []

  /// The gates in the order in which they are settled
  var stages: [Stage] = []

  // MARK: Edges

  /// By leaf, and then by junction, and one more: the place in ``edges`` of its first
  var firstEdges: [UInt32] = []

  /// The edges to the junctions that have a node for an operand, node by node
  var edges: [Edge] = []

  // MARK: Tops

  /// 64 tops each
  var tops: [TopWord] = []

  /// By top: the Opp that follows it; of several plain ones, the last
  var oppOfTop: [OppID] = []

  /// By Opp: the top that it follows
  var topOfOpp: [UInt32] = []

  // MARK: Results

  /// Those of settling
  var settled = SettledTurns()

  /// The gates that wait for another second than before, since these were last cleared
  var awaiting: [Int] = []

  /// The gates that have taken note of another truth since these were last removed
  var noted: [Int] = []

  init() {}

  /// The way from a node to a junction that has it, or its opposite, for an operand
  struct Edge {
    /// The junction, and the highest bit for the opposite
    private let bits: UInt32

    init(to junction: Int, isNegated: Bool) {
      bits = UInt32(truncatingIfNeeded: junction) | (isNegated ? 1 << 31 : 0)
    }

    var junction: Int {
      @inline(__always) get { Int(truncatingIfNeeded: bits & ~(1 << 31)) }
    }

    var isNegated: Bool { bits >> 31 != 0 }

    /// All bits for the opposite, none for the node itself
    var sign: UInt32 {
      @inline(__always) get { UInt32(bitPattern: Int32(bitPattern: bits) &>> 31) }
    }
  }

  /// The scalar, or the object, that adjacent leaves compare with constants
  struct Signal {
    let instance: InstanceID

    /// Whether its values are objects, by their indices, rather than scalars
    let isObject: Bool

    /// The place of its break points in ``breakPoints``, and their number
    let firstBreakPoint: Int
    let breakPointCount: Int

    /// The first word of its leaves, and the number of words
    let firstWord: Int
    let wordCount: Int
    let leafCount: Int

    /// The place in ``rows`` of the row of bucket 0
    let firstRow: Int

    /// The least value of the present bucket, and the least one above it; empty for none, or if it is unknown
    var low = Double.infinity
    var high = -Double.infinity
  }

  /// Junctions of which none has another for an operand, directly or not
  struct Layer {
    /// The first of them, a multiple of 64
    let first: Int

    /// The first multiple of 64 after them
    let end: Int
  }

  /// 64 tops, one bit each
  struct TopWord: Sendable {
    /// Whether it is certainly true, as it was last settled
    var certain: UInt64 = 0

    /// Whether it is possibly true, as it was last settled
    var possible: UInt64 = ~0

    /// Whether nothing but one Opp, or several plain ones, follows it: they fire, or are examined, if it comes true
    var rising: UInt64 = 0

    /// Whether it is one of ``rising`` whose Opps are all plain
    var plain: UInt64 = 0

    /// Whether the last known truth that its Opps have had is true
    var lastTrue: UInt64 = 0

    /// Whether the last known truth that its Opps have had is false
    var lastFalse: UInt64 = 0
  }

  /// The results of settling
  struct SettledTurns: Sendable {
    /// The followed junctions and the tops that have turned since these were last cleared
    var turns: [Turn] = []

    /// The Opps whose tops have come true since these were last cleared, but for plain ones
    var risen: [OppID] = []

    /// The tops of plain Opps that have come true since they were last taken, in the order in which they did
    var risenTops: [TopID] = []

    /// The leaves and junctions that have turned since this was last cleared
    var count = 0
  }

  /// A turn of a junction
  struct Turn: Sendable {
    let instance: InstanceID
    let truth: Truth

    /// Whether anything but an Opp that is examined at rises follows it
    let isFollowed: Bool
  }

  /// Whether nothing is counted
  var isEmpty: Bool { counts.isEmpty }

  /// The junctions and the leaves of signals, in ascending order
  var countedInstances: [InstanceID] {
    isCounted.indices.filter { isCounted[$0] }.map { InstanceID($0) }
  }

  /// The places in ``leafInstances`` of the leaves of a signal
  @inline(__always)
  func places(ofLeavesOf signal: Int) -> Range<Int> {
    let first = signals[signal].firstWord &* 64
    return first..<(first &+ signals[signal].leafCount)
  }

  /// The junction, leaf or signal of an instance, or the top of an Opp
  @inline(__always)
  static func place(_ index: some TypedIndex, in places: [UInt32]) -> Int? {
    guard index.place < places.count else { return nil }
    let place = places[index]
    return place == noPlace ? nil : Int(place)
  }

  /// The mark of an instance, or an Opp, that has no place
  static let noPlace = UInt32.max
}
