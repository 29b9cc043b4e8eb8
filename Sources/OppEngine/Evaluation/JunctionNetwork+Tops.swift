internal import OppModel

/// The tops, of which a word is settled at once
extension JunctionNetwork {
  /// Settles the tops, a word of them at a time
  static func settleTops(
    from firstTop: Int, _ instances: [InstanceID?], _ followed: [UInt64], _ negated: [UInt64],
    _ opps: [OppID], _ tops: inout [TopWord], _ counts: inout [UInt32], _ marks: inout [UInt8],
    _ results: inout SettledTurns, _ suspension: inout SuspendedLeaves
  ) {
    let negated = negated.span
    var tops = tops.mutableSpan
    var counts = counts.mutableSpan
    var marks = marks.mutableSpan
    for place in 0..<tops.count {
      let word = firstTop &>> 6 &+ place
      let marked = takeMarks(of: word, &marks) | suspension.takeUnsettled(of: word)
      if marked == 0 { continue }
      let (certain, possible) = collect(marked, word, &counts)
      suspension.wake(possible, of: word)
      let before = tops[place]
      // The opposite is certain where the conjunction is not possible.
      let opposite = negated[word] & marked
      let isTrue = (certain & ~opposite) | (~possible & opposite)
      let isNotFalse = (possible & ~opposite) | (~certain & opposite)
      var top = before
      top.certain = before.certain & ~marked | isTrue
      top.possible = before.possible & ~marked | isNotFalse
      let turned = (before.certain ^ top.certain) | (before.possible ^ top.possible)
      let rises = turned & isTrue & top.rising & ~top.lastTrue
      let falls = turned & ~isNotFalse
      top.lastTrue &= ~falls
      top.lastFalse |= falls
      tops[place] = top
      results.count &+= turned.nonzeroBitCount
      let single = turned & ~top.plain
      if single != 0 {
        results.note(single, of: word, top, instances, isFollowed: followed[word])
        var bits = rises & ~top.plain
        while bits != 0 {
          results.risen.append(opps[place &<< 6 &+ bits.trailingZeroBitCount])
          bits &= bits &- 1
        }
      }
      var bits = rises & top.plain
      while bits != 0 {
        results.risenTops.append(TopID(place &<< 6 &+ bits.trailingZeroBitCount))
        bits &= bits &- 1
      }
    }
  }

  /// Settles the numbers of tops of a word
  ///
  /// - Returns: one bit each, whether its conjunction is certain, and whether it is possible.
  @inline(__always)
  private static func collect(
    _ marked: UInt64, _ word: Int, _ counts: inout MutableSpan<UInt32>
  ) -> (certain: UInt64, possible: UInt64) {
    var (certain, possible): (UInt64, UInt64) = (0, 0)
    var bits = marked
    while bits != 0 {
      let bit = bits.trailingZeroBitCount
      bits &= bits &- 1
      let count = counts[word &<< 6 &+ bit]
      counts[word &<< 6 &+ bit] = withPlanesSettled(count)
      certain |= UInt64(truncatingIfNeeded: ~count &>> 9 & 1) &<< UInt64(truncatingIfNeeded: bit)
      possible |= UInt64(truncatingIfNeeded: ~count &>> 19 & 1) &<< UInt64(truncatingIfNeeded: bit)
    }
    return (certain, possible)
  }

  /// Hands out the tops of plain Opps that have come true and are so still, ascending, as known to be true from now on
  mutating func takeRisenTops() -> [TopID] {
    var taken: [TopID] = []
    taken.reserveCapacity(settled.risenTops.count)
    var isAscending = true
    for top in settled.risenTops {
      let bit: UInt64 = 1 << UInt64(top.index & 63)
      let word = top.place >> 6
      // One that has fallen and risen again is there twice.
      guard tops[word].certain & ~tops[word].lastTrue & bit != 0 else { continue }
      tops[word].lastTrue |= bit
      tops[word].lastFalse &= ~bit
      if let last = taken.last, top < last { isAscending = false }
      taken.append(top)
    }
    settled.risenTops.empty()
    if !isAscending { taken.sort() }
    return taken
  }
}

extension JunctionNetwork.SettledTurns {
  /// Adds the turns of a word of tops
  ///
  /// - Parameter isFollowed: one bit each, whether anything but an Opp that is examined at rises follows it.
  mutating func note(
    _ turned: UInt64, of word: Int, _ top: JunctionNetwork.TopWord, _ instances: [InstanceID?],
    isFollowed: UInt64
  ) {
    var bits = turned
    while bits != 0 {
      let bit = UInt64(truncatingIfNeeded: bits.trailingZeroBitCount)
      bits &= bits &- 1
      guard let instance = instances[word << 6 + Int(bit)] else { continue }
      turns.append(
        JunctionNetwork.Turn(
          instance: instance,
          truth: JunctionNetwork.truth(
            isCertain: top.certain &>> bit & 1 != 0, isPossible: top.possible &>> bit & 1 != 0,
            false),
          isFollowed: isFollowed &>> bit & 1 != 0))
    }
  }
}
