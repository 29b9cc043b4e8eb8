internal import OppModel

/// The inner loops
///
/// They are given the arrays one by one, and look at these as spans: a store to an array that is reached through the whole
/// network would have its owners counted each time.
extension JunctionNetwork {
  /// Turns words of leaves
  ///
  /// - Parameters:
  ///   - first: the first word.
  ///   - table: the words that they become, from `certainRow` and `possibleRow` on; nil for none that is certain.
  @inline(__always)
  static func turn(
    _ first: Int, count: Int, _ table: [UInt64], certainRow: Int?, possibleRow: Int,
    _ certainLeaves: inout [UInt64], _ possibleLeaves: inout [UInt64], _ firstEdges: [UInt32],
    _ edges: [Edge], _ counts: inout [UInt32], _ marks: inout [UInt8], _ turnCount: inout Int
  ) {
    let firstEdges = firstEdges.span
    let edges = edges.span
    let table = table.span
    var certainLeaves = certainLeaves.mutableSpan
    var possibleLeaves = possibleLeaves.mutableSpan
    var counts = counts.mutableSpan
    var marks = marks.mutableSpan
    var turned = 0
    for offset in 0..<count {
      let word = first &+ offset
      let (certainBefore, possibleBefore) = (certainLeaves[word], possibleLeaves[word])
      let certain = if let certainRow { table[certainRow &+ offset] } else { UInt64(0) }
      let possible = table[possibleRow &+ offset]
      var bits = (certainBefore ^ certain) | (possibleBefore ^ possible)
      guard bits != 0 else { continue }
      certainLeaves[word] = certain
      possibleLeaves[word] = possible
      while bits != 0 {
        let bit = UInt64(truncatingIfNeeded: bits.trailingZeroBitCount)
        bits &= bits &- 1
        turned &+= 1
        let leaf = word &<< 6 &+ Int(truncatingIfNeeded: bit)
        let change = Change(
          certain: difference(certain, certainBefore, bit),
          possible: difference(possible, possibleBefore, bit))
        let own = edges.extracting(Int(firstEdges[leaf])..<Int(firstEdges[leaf &+ 1]))
        for place in own.indices { add(change, own[place], &counts, &marks) }
      }
    }
    turnCount &+= turned
  }

  /// 1 for a bit that has come to be set, -1 for one that is set no longer, else 0
  @inline(__always)
  private static func difference(_ new: UInt64, _ old: UInt64, _ bit: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: (new &>> bit) & 1) &- UInt32(truncatingIfNeeded: (old &>> bit) & 1)
  }

  /// Adds the turn of one node to the numbers of the junctions that have it for an operand, and marks those that turn
  ///
  /// - Parameter places: the places of the edges of the node.
  static func add(
    _ change: Change, along places: Range<Int>, of edges: [Edge], _ counts: inout [UInt32],
    _ marks: inout [UInt8]
  ) {
    let own = edges.span.extracting(places)
    var counts = counts.mutableSpan
    var marks = marks.mutableSpan
    for place in own.indices { add(change, own[place], &counts, &marks) }
  }

  /// The change of the numbers of a junction by the turn of an operand
  struct Change {
    /// For an operand that is the node itself
    let plain: UInt32

    /// The bits in which it differs for the opposite of the node, which is certain where the node is not possible
    let difference: UInt32

    /// - Parameters:
    ///   - certain: 1 if the operand has become certain, -1 if it is so no longer, else 0.
    ///   - possible: the same of whether it is possible.
    @inline(__always)
    init(certain: UInt32, possible: UInt32) {
      plain = 0 &- certain &- possible &<< 10
      difference = plain ^ (possible &+ certain &<< 10)
    }
  }

  /// Adds to the numbers of the junction of an edge
  ///
  /// There is no branch in it: whether an operand is negated and whether a junction turns are as good as random, and would
  /// be mispredicted.
  @inline(__always)
  private static func add(
    _ change: Change, _ edge: Edge, _ counts: inout MutableSpan<UInt32>,
    _ marks: inout MutableSpan<UInt8>
  ) {
    let junction = edge.junction
    let count = counts[junction] &+ (change.plain ^ (change.difference & edge.sign))
    counts[junction] = count
    marks[junction] = isTurned(count) ? 1 : 0
  }

  /// Whether the planes of a junction differ from those that were last settled
  @inline(__always)
  private static func isTurned(_ count: UInt32) -> Bool { (count ^ (count &>> 11)) & 0x8_0200 != 0 }

  /// Whether the conjunction of a junction is not false
  @inline(__always)
  private static func isPossible(_ count: UInt32) -> Bool { count &>> 19 & 1 == 0 }

  /// The numbers of a junction whose planes are settled
  @inline(__always)
  static func withPlanesSettled(_ count: UInt32) -> UInt32 {
    count & 0xF_FFFF | (count & 0x8_0200) &<< 11
  }

  /// Finds the truths of the junctions of a stage that are marked, each after its operands, and then those of its gates
  ///
  /// The results are in ``settled``, ``awaiting`` and ``noted``, until ``clear()``.
  ///
  /// - Parameters:
  ///   - second: the present one.
  ///   - histories: those of memories, by their slots.
  mutating func settle(_ stage: Stage, at second: Int64, _ histories: inout [TruthHistory]) {
    settle(layers: stage.layers)
    settleGates(stage, at: second, &histories)
  }

  /// Finds the truths of the junctions that are marked, each after its operands, once all stages are settled
  ///
  /// The results are in ``settled``, until ``clear()``.
  mutating func settle() {
    guard isMarked else { return }
    settle(layers: (stages.last?.layers.upperBound ?? 0)..<layers.count)
    Self.settleTops(
      from: firstTop, junctionInstances, followed, negated, oppOfTop, &tops, &counts, &marks,
      &settled, &suspension)
    if suspension.hasUnsettled {
      suspension.hasUnsettled = suspension.unsettled.contains { $0 != 0 }
    }
  }

  /// Whether any junction but a gate may be marked: at many a second no leaf turns
  private var isMarked: Bool { settled.count > 0 || suspension.hasUnsettled }

  private mutating func settle(layers places: Range<Int>) {
    guard isMarked else { return }
    for place in places {
      Self.settle(
        layers[place], junctionInstances, followed, negated, leafInstances.count, firstEdges, edges,
        &counts, &marks, &settled, &suspension)
    }
  }

  /// Settles the junctions of a layer
  private static func settle(
    _ layer: Layer, _ instances: [InstanceID?], _ followed: [UInt64], _ negated: [UInt64],
    _ leafCount: Int, _ firstEdges: [UInt32], _ edges: [Edge],
    _ counts: inout [UInt32], _ marks: inout [UInt8], _ results: inout SettledTurns,
    _ suspension: inout SuspendedLeaves
  ) {
    let firstEdges = firstEdges.span
    let edges = edges.span
    var counts = counts.mutableSpan
    var marks = marks.mutableSpan
    for word in (layer.first &>> 6)..<(layer.end &>> 6) {
      var bits = takeMarks(of: word, counts.span, &marks, &suspension)
      while bits != 0 {
        let bit = bits.trailingZeroBitCount
        bits &= bits &- 1
        let junction = word &<< 6 &+ bit
        let count = counts[junction]
        guard isTurned(count) else { continue }
        counts[junction] = withPlanesSettled(count)
        results.count &+= 1
        let change = change(of: count)
        let node = leafCount &+ junction
        let own = edges.extracting(Int(firstEdges[node])..<Int(firstEdges[node &+ 1]))
        for place in own.indices { add(change, own[place], &counts, &marks) }
        if followed[word] &>> UInt64(truncatingIfNeeded: bit) & 1 != 0,
          let instance = instances[junction]
        {
          let isNegated = negated[word] &>> UInt64(truncatingIfNeeded: bit) & 1 != 0
          results.turns.append(
            Turn(
              instance: instance,
              truth: truth(
                isCertain: count &>> 9 & 1 == 0, isPossible: count &>> 19 & 1 == 0, isNegated),
              isFollowed: true))
        }
      }
    }
  }

  /// Removes the marks of a word of a layer, and wakes those of its junctions that are possible
  ///
  /// - Returns: one bit for each that may have turned.
  @inline(__always)
  private static func takeMarks(
    of word: Int, _ counts: Swift.Span<UInt32>, _ marks: inout MutableSpan<UInt8>,
    _ suspension: inout SuspendedLeaves
  ) -> UInt64 {
    let bits = takeMarks(of: word, &marks) | suspension.takeUnsettled(of: word)
    guard suspension.isAny else { return bits }
    var open = suspension.waiting[word] & bits
    while open != 0 {
      let bit = open & (0 &- open)
      open ^= bit
      if isPossible(counts[word &<< 6 &+ bit.trailingZeroBitCount]) {
        suspension.wake(bit, of: word)
      }
    }
    return bits
  }

  /// Removes the marks of 64 junctions
  ///
  /// - Returns: one bit each, whether it was marked.
  @inline(__always)
  static func takeMarks(of word: Int, _ marks: inout [UInt8]) -> UInt64 {
    var marks = marks.mutableSpan
    return takeMarks(of: word, &marks)
  }

  @inline(__always)
  static func takeMarks(of word: Int, _ marks: inout MutableSpan<UInt8>) -> UInt64 {
    let bits = marked(of: word, marks.span)
    if bits != 0 {
      var bytes = marks.mutableBytes
      for part in 0..<8 {
        bytes.storeBytes(of: 0, toByteOffset: (word &<< 6) &+ (part &* 8), as: UInt64.self)
      }
    }
    return bits
  }

  /// One bit for each of 64 junctions, whether it is marked
  @inline(__always)
  private static func marked(of word: Int, _ marks: Swift.Span<UInt8>) -> UInt64 {
    // Within the 64 bytes, offsets need not be checked one by one.
    let own = marks.extracting((word &<< 6)..<((word &<< 6) &+ 64)).bytes
    var any: UInt64 = 0
    for part in 0..<8 {
      any |= own.unsafeLoadUnaligned(fromUncheckedByteOffset: part &* 8, as: UInt64.self)
    }
    if any == 0 { return 0 }
    var bits: UInt64 = 0
    for part in 0..<8 {
      // Eight bytes of 0 or 1, of which the product has the lowest bits in its highest byte.
      let eight = own.unsafeLoadUnaligned(fromUncheckedByteOffset: part &* 8, as: UInt64.self)
      bits |=
        ((eight &* 0x0102_0408_1020_4080) &>> 56) &<< UInt64(truncatingIfNeeded: part &* 8)
    }
    return bits
  }

  /// The change by the turn of a junction that is not settled
  @inline(__always)
  private static func change(of count: UInt32) -> Change {
    // Bits 9 and 19 say *not* certain and *not* possible.
    Change(
      certain: (count &>> 20 & 1) &- (count &>> 9 & 1),
      possible: (count &>> 30 & 1) &- (count &>> 19 & 1))
  }

  /// Forgets the results of settling, once they are taken note of; not the tops of plain Opps
  mutating func clear() {
    settled.turns.empty()
    settled.risen.empty()
    settled.count = 0
    awaiting.empty()
  }

  /// The truth of a junction, or of its opposite
  @inline(__always)
  static func truth(isCertain: Bool, isPossible: Bool, _ isNegated: Bool) -> Truth {
    if isCertain { return isNegated ? .false : .true }
    return isPossible ? .unknown : isNegated ? .true : .false
  }
}
