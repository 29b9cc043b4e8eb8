internal import OppModel

/// The leaves of a ``JunctionNetwork`` that nothing waits for
///
/// `time in sunrise..12:00 and sky == sunny`, on a day without sun, is false at any time. The leaf `time in
/// sunrise..12:00` is then not evaluated where its time comes, nor where the person moves and with them sunrise; it counts as
/// unknown, which decides nothing. With the first operand that leaves the junction open, it is evaluated again.
///
/// ```
///   at       sky        time in sunrise..12:00    and
///   05:00    cloudy     false until 05:20         false
///   05:20               suspended                 false
///   09:00    sunny      true until 12:00          true      evaluated, as the junction turns to unknown without it
///   12:00               false                     false
/// ```
struct SuspendedLeaves: Sendable {
  /// One bit a leaf that may be suspended: it remembers nothing, and nothing but counted junctions has it for an operand
  private(set) var maySuspend: [UInt64] = []

  /// By instance: the leaf that is the only one to have it for an operand, of those that may be suspended
  private(set) var leafOfOperand: [UInt32] = []

  /// Whether any leaf has ever been suspended
  var isAny = false

  /// One bit a leaf that is suspended
  var suspended: [UInt64] = []

  /// One bit a junction that may have a suspended operand
  var waiting: [UInt64] = []

  /// One bit a junction of which an operand has been suspended since it was last settled
  ///
  /// It is looked at whether or not it is marked: it may have turned, and back again after the operand was suspended.
  var unsettled: [UInt64] = []

  /// Whether there is one
  var hasUnsettled = false

  /// By junction, and one more: the place of its first leaf in ``leaves``
  private(set) var firstLeaves: [UInt32] = []

  /// The leaves that may be suspended, junction by junction
  private(set) var leaves: [UInt32] = []

  /// The junctions that turned to possible while they had suspended operands, in the order in which they did
  var resuming: [Int] = []

  init() {}

  /// - Parameters:
  ///   - edges: a pair of a leaf and a junction for each leaf that may be suspended and each junction above it.
  ///   - leafOfOperand: by instance, the leaf that alone has it for an operand.
  fileprivate init(
    _ edges: [(leaf: Int, junction: Int)], leafOfOperand: [UInt32], leafWords: Int,
    junctionCount: Int
  ) {
    self.leafOfOperand = leafOfOperand
    maySuspend = Array(repeating: 0, count: leafWords)
    suspended = maySuspend
    waiting = Array(repeating: 0, count: junctionCount / 64)
    unsettled = waiting
    firstLeaves = Array(repeating: 0, count: junctionCount + 1)
    for edge in edges {
      maySuspend[edge.leaf >> 6] |= 1 << UInt64(edge.leaf & 63)
      firstLeaves[edge.junction + 1] += 1
    }
    for junction in 0..<junctionCount { firstLeaves[junction + 1] += firstLeaves[junction] }
    var next = firstLeaves
    leaves = Array(repeating: 0, count: edges.count)
    for edge in edges {
      leaves[Int(next[edge.junction])] = UInt32(truncatingIfNeeded: edge.leaf)
      next[edge.junction] += 1
    }
  }
}

extension SuspendedLeaves {
  /// Hands out the junctions of a word that are looked at whether or not they are marked
  @inline(__always)
  mutating func takeUnsettled(of word: Int) -> UInt64 {
    guard hasUnsettled else { return 0 }
    let bits = unsettled[word]
    unsettled[word] = 0
    return bits
  }

  /// Notes the junctions of a word that have come to be possible, as far as they may have suspended operands
  @inline(__always)
  mutating func wake(_ junctions: UInt64, of word: Int) {
    guard isAny else { return }
    var bits = waiting[word] & junctions
    while bits != 0 {
      resuming.append(word &<< 6 &+ bits.trailingZeroBitCount)
      bits &= bits &- 1
    }
  }
}

extension JunctionNetwork {
  /// Lets leaves be suspended from now on, and with them the operands that nothing else reads
  ///
  /// - Parameters:
  ///   - maySuspend: whether an instance remembers nothing, and nothing but counted junctions has it for an operand.
  ///   - operands: the operands of a leaf that remember nothing, and that nothing else reads.
  mutating func letSuspend(
    where maySuspend: (InstanceID) -> Bool, with operands: (InstanceID) -> [InstanceID]
  ) {
    var found: [(leaf: Int, junction: Int)] = []
    var leafOfOperand = Array(repeating: Self.noPlace, count: leafOfInstance.count)
    for leaf in leafInstances.indices {
      guard let instance = leafInstances[leaf], maySuspend(instance) else { continue }
      for operand in operands(instance) {
        leafOfOperand[operand] = UInt32(truncatingIfNeeded: leaf)
      }
      for edge in edges[Int(firstEdges[leaf])..<Int(firstEdges[leaf + 1])] {
        found.append((leaf, edge.junction))
      }
    }
    suspension = SuspendedLeaves(
      found, leafOfOperand: leafOfOperand, leafWords: certainLeaves.count,
      junctionCount: counts.count)
  }

  /// Whether an instance is a suspended leaf, or an operand of one
  ///
  /// A leaf that may be suspended is from now on where other operands decide all its junctions.
  mutating func suspends(_ instance: InstanceID) -> Bool {
    guard !suspension.maySuspend.isEmpty,
      let leaf = Self.place(instance, in: leafOfInstance)
        ?? Self.place(instance, in: suspension.leafOfOperand)
    else { return false }
    let (word, bit): (Int, UInt64) = (leaf >> 6, 1 << UInt64(leaf & 63))
    guard suspension.maySuspend[word] & bit != 0 else { return false }
    if suspension.suspended[word] & bit != 0 { return true }
    guard isDecided(whatever: leaf) else { return false }
    set(leaf: leaf, isCertain: false, isPossible: true)
    suspension.isAny = true
    suspension.hasUnsettled = true
    suspension.suspended[word] |= bit
    for edge in edges[Int(firstEdges[leaf])..<Int(firstEdges[leaf + 1])] {
      let bit: UInt64 = 1 << UInt64(edge.junction & 63)
      suspension.waiting[edge.junction >> 6] |= bit
      suspension.unsettled[edge.junction >> 6] |= bit
    }
    return true
  }

  /// Whether each junction of a leaf is false as an `and`, for any truth of the leaf
  ///
  /// Inlined, as a call would be handed a copy of the network.
  @inline(__always)
  private func isDecided(whatever leaf: Int) -> Bool {
    let bit = UInt64(truncatingIfNeeded: leaf & 63)
    let isCertain = certainLeaves[leaf >> 6] &>> bit & 1 != 0
    let isPossible = possibleLeaves[leaf >> 6] &>> bit & 1 != 0
    var place = Int(firstEdges[leaf])
    let end = Int(firstEdges[leaf + 1])
    while place < end {
      let junction = edges[place].junction
      // The same operand may come twice; its edges to one junction are neighbours.
      var own: UInt32 = 0
      while place < end, edges[place].junction == junction {
        if edges[place].sign == 0 ? !isPossible : isCertain { own += 1 }
        place += 1
      }
      if counts[junction] &>> 10 & 0x3FF <= 511 + own { return false }
    }
    return true
  }

  /// Ends the suspension of the leaves whose junctions other operands have left open since they were settled
  ///
  /// - Returns: their instances, which are to be evaluated.
  mutating func takeResumedLeaves() -> [InstanceID] {
    if suspension.resuming.isEmpty { return [] }
    var result: [InstanceID] = []
    for junction in suspension.resuming {
      suspension.waiting[junction >> 6] &= ~(1 << UInt64(junction & 63))
      let places =
        Int(suspension.firstLeaves[junction])..<Int(suspension.firstLeaves[junction + 1])
      for place in places {
        let leaf = Int(suspension.leaves[place])
        let bit: UInt64 = 1 << UInt64(leaf & 63)
        guard suspension.suspended[leaf >> 6] & bit != 0, let instance = leafInstances[leaf] else {
          continue
        }
        suspension.suspended[leaf >> 6] &= ~bit
        result.append(instance)
      }
    }
    suspension.resuming.empty()
    return result
  }

  /// Ends the suspension of the leaves of a signal, which turn with it
  @inline(__always)
  mutating func resume(ofWords words: Range<Int>) {
    guard suspension.isAny else { return }
    for word in words { suspension.suspended[word] = 0 }
  }

  /// Whether a leaf is suspended
  @inline(__always)
  func isSuspended(leaf: Int) -> Bool {
    suspension.isAny
      && suspension.suspended[leaf >> 6] &>> UInt64(truncatingIfNeeded: leaf & 63) & 1 != 0
  }

  /// Whether an instance is a suspended leaf, or an operand of one
  @inline(__always)
  func isSuspended(_ instance: InstanceID) -> Bool {
    guard suspension.isAny else { return false }
    let leaf =
      Self.place(instance, in: leafOfInstance)
      ?? Self.place(instance, in: suspension.leafOfOperand)
    return leaf.map { isSuspended(leaf: $0) } ?? false
  }

  /// `true` if the evaluator's reading of an instance is right: the instance is neither counted nor suspended
  @inline(__always)
  func leavesReading(of instance: InstanceID) -> Bool {
    if isEmpty { return true }
    if isCounted.has(instance), isCounted[instance] { return false }
    return !isSuspended(instance)
  }

  /// Whether nothing but one leaf that may be suspended has an instance for an operand
  @inline(__always)
  func isOfSuspendableLeaf(_ operand: InstanceID) -> Bool {
    Self.place(operand, in: suspension.leafOfOperand) != nil
  }
}
