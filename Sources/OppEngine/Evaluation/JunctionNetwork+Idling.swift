internal import OppModel

/// The leaves of a ``JunctionNetwork`` that nothing waits for
///
/// `time in sunrise..12:00 and sky == sunny`, on a day without sun, is false whatever the time is. The leaf `time in
/// sunrise..12:00` is then not evaluated where its time comes, nor where the person moves and with them sunrise; it counts as
/// unknown, which decides nothing. With the first operand that leaves the junction open, it is evaluated again.
///
/// ```
///   at       sky        time in sunrise..12:00    and
///   05:00    cloudy     false until 05:20         false
///   05:20               idle                      false
///   09:00    sunny      true until 12:00          true      evaluated, as the junction turns to unknown without it
///   12:00               false                     false
/// ```
struct IdleLeaves: Sendable {
  /// One bit a leaf that may idle: it remembers nothing, and nothing but counted junctions has it for an operand
  private(set) var mayIdle: [UInt64] = []

  /// By instance: the leaf that is the only one to have it for an operand, of those that may idle
  private(set) var leafOfOperand: [UInt32] = []

  /// One bit a leaf that idles
  var idle: [UInt64] = []

  /// One bit a junction that may have an operand that idles
  var waiting: [UInt64] = []

  /// By junction, and one more: the place of its first leaf in ``leaves``
  private(set) var firstLeaves: [UInt32] = []

  /// The leaves that may idle, junction by junction
  private(set) var leaves: [UInt32] = []

  /// The junctions that turned to possible while they had operands that idle, in the order in which they did
  var woken: [Int] = []

  init() {}

  /// - Parameters:
  ///   - edges: a pair of a leaf and a junction for each leaf that may idle and each junction above it.
  ///   - leafOfOperand: by instance, the leaf that alone has it for an operand.
  fileprivate init(
    _ edges: [(leaf: Int, junction: Int)], leafOfOperand: [UInt32], leafWords: Int,
    junctionCount: Int
  ) {
    self.leafOfOperand = leafOfOperand
    mayIdle = Array(repeating: 0, count: leafWords)
    idle = mayIdle
    waiting = Array(repeating: 0, count: junctionCount / 64)
    firstLeaves = Array(repeating: 0, count: junctionCount + 1)
    for edge in edges {
      mayIdle[edge.leaf >> 6] |= 1 << UInt64(edge.leaf & 63)
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

extension IdleLeaves {
  /// Those of some junctions of a word that may have operands that idle
  @inline(__always)
  func waiting(_ junctions: UInt64, of word: Int) -> UInt64 {
    waiting.isEmpty ? 0 : waiting[word] & junctions
  }

  /// Notes the junctions of a word that have come to be possible, as far as they may have operands that idle
  @inline(__always)
  mutating func wake(_ junctions: UInt64, of word: Int) {
    var bits = waiting(junctions, of: word)
    while bits != 0 {
      woken.append(word &<< 6 &+ bits.trailingZeroBitCount)
      bits &= bits &- 1
    }
  }
}

extension JunctionNetwork {
  /// Lets leaves idle from now on, and with them the operands that nothing else reads
  ///
  /// - Parameters:
  ///   - mayIdle: whether an instance remembers nothing, and nothing but counted junctions has it for an operand.
  ///   - operands: the operands of a leaf that remember nothing, and that nothing else reads.
  mutating func letIdle(
    where mayIdle: (InstanceID) -> Bool, with operands: (InstanceID) -> [InstanceID]
  ) {
    var found: [(leaf: Int, junction: Int)] = []
    var leafOfOperand = Array(repeating: Self.noPlace, count: leafOfInstance.count)
    for leaf in leafInstances.indices {
      guard let instance = leafInstances[leaf], mayIdle(instance) else { continue }
      for operand in operands(instance) {
        leafOfOperand[operand] = UInt32(truncatingIfNeeded: leaf)
      }
      for edge in edges[Int(firstEdges[leaf])..<Int(firstEdges[leaf + 1])] {
        found.append((leaf, edge.junction))
      }
    }
    idling = IdleLeaves(
      found, leafOfOperand: leafOfOperand, leafWords: certainLeaves.count,
      junctionCount: counts.count)
  }

  /// Whether an instance is a leaf that idles, or an operand of one; it begins to where other operands decide all its junctions
  mutating func idles(_ instance: InstanceID) -> Bool {
    guard !idling.mayIdle.isEmpty,
      let leaf = Self.place(instance, in: leafOfInstance)
        ?? Self.place(instance, in: idling.leafOfOperand)
    else { return false }
    let (word, bit): (Int, UInt64) = (leaf >> 6, 1 << UInt64(leaf & 63))
    guard idling.mayIdle[word] & bit != 0 else { return false }
    if idling.idle[word] & bit != 0 { return true }
    guard isDecided(whatever: leaf) else { return false }
    set(leaf: leaf, isCertain: false, isPossible: true)
    idling.idle[word] |= bit
    for edge in edges[Int(firstEdges[leaf])..<Int(firstEdges[leaf + 1])] {
      idling.waiting[edge.junction >> 6] |= 1 << UInt64(edge.junction & 63)
    }
    return true
  }

  /// Whether each junction of a leaf is false as an `and`, whatever the leaf is
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

  /// Ends the idling of the leaves whose junctions other operands have left open since they were settled
  ///
  /// - Returns: their instances, which are to be evaluated.
  mutating func takeWokenLeaves() -> [InstanceID] {
    if idling.woken.isEmpty { return [] }
    var result: [InstanceID] = []
    for junction in idling.woken {
      idling.waiting[junction >> 6] &= ~(1 << UInt64(junction & 63))
      let places =
        Int(idling.firstLeaves[junction])..<Int(idling.firstLeaves[junction + 1])
      for place in places {
        let leaf = Int(idling.leaves[place])
        let bit: UInt64 = 1 << UInt64(leaf & 63)
        guard idling.idle[leaf >> 6] & bit != 0, let instance = leafInstances[leaf] else {
          continue
        }
        idling.idle[leaf >> 6] &= ~bit
        result.append(instance)
      }
    }
    idling.woken.removeAll(keepingCapacity: true)
    return result
  }

  /// Ends the idling of the leaves of a signal, which turn with it
  @inline(__always)
  mutating func endIdling(ofWords words: Range<Int>) {
    guard !idling.idle.isEmpty else { return }
    for word in words { idling.idle[word] = 0 }
  }

  /// Whether a leaf idles
  @inline(__always)
  func isIdle(leaf: Int) -> Bool {
    !idling.idle.isEmpty
      && idling.idle[leaf >> 6] &>> UInt64(truncatingIfNeeded: leaf & 63) & 1 != 0
  }

  /// Whether an instance is a leaf that idles, or an operand of one
  @inline(__always)
  func isIdle(_ instance: InstanceID) -> Bool {
    let leaf =
      Self.place(instance, in: leafOfInstance) ?? Self.place(instance, in: idling.leafOfOperand)
    return leaf.map { isIdle(leaf: $0) } ?? false
  }

  /// Whether nothing but one leaf that may idle has an instance for an operand
  @inline(__always)
  func isOfIdleLeaf(_ operand: InstanceID) -> Bool {
    Self.place(operand, in: idling.leafOfOperand) != nil
  }

  /// The instances of the leaves that idle
  var idleInstances: [InstanceID] {
    leafInstances.indices.compactMap { isIdle(leaf: $0) ? leafInstances[$0] : nil }
  }
}
