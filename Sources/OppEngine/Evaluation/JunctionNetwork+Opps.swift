internal import OppModel

/// The Opps that are examined where their tops come true
extension JunctionNetwork {
  /// Has Opps noted where a top comes true that nothing else follows, in place of each of its turns
  ///
  /// - Parameters:
  ///   - opps: one, which is noted in ``SettledTurns/risen``, or plain ones.
  ///   - isPlain: whether the top is noted in ``SettledTurns/risenTops`` instead.
  ///   - last: the last known truth of the top.
  /// - Returns: the top; nil where the instance is none that can be followed so.
  mutating func followRises(
    of instance: InstanceID, by opps: [OppID], isPlain: Bool, from last: Truth
  ) -> TopID? {
    guard let junction = Self.place(instance, in: junctionOfInstance), junction >= firstTop
    else { return nil }
    let top = junction - firstTop
    let bit: UInt64 = 1 << UInt64(top & 63)
    guard tops[top >> 6].rising & bit == 0 else { return nil }
    tops[top >> 6].rising |= bit
    if isPlain { tops[top >> 6].plain |= bit }
    followed[junction >> 6] &= ~bit
    for opp in opps {
      oppOfTop[top] = opp
      while topOfOpp.count <= opp.place { topOfOpp.append(Self.noPlace) }
      topOfOpp[opp] = UInt32(truncatingIfNeeded: top)
      setLastKnown(last, of: opp)
    }
    return TopID(top)
  }

  /// Has each turn of every top noted again
  ///
  /// - Returns: the instances of the tops of which only rises were noted.
  mutating func followTurns() -> [InstanceID] {
    var found: [InstanceID] = []
    for word in tops.indices {
      var bits = tops[word].rising
      let place = firstTop >> 6 + word
      followed[place] |= bits
      (tops[word].rising, tops[word].plain) = (0, 0)
      while bits != 0 {
        if let instance = junctionInstances[place << 6 + bits.trailingZeroBitCount] {
          found.append(instance)
        }
        bits &= bits - 1
      }
    }
    topOfOpp = []
    return found
  }

  /// The number of tops, those between the last one and a multiple of 64 included
  var topCount: Int { oppOfTop.count }

  /// The truth of a counted instance; nil for any other
  ///
  /// - Requires: it is no leaf that may be suspended.
  @inline(__always)
  func truth(of instance: InstanceID) -> Truth? {
    if let leaf = Self.place(instance, in: leafOfInstance) {
      let bit = UInt64(truncatingIfNeeded: leaf & 63)
      return Self.truth(
        isCertain: certainLeaves[leaf >> 6] &>> bit & 1 != 0,
        isPossible: possibleLeaves[leaf >> 6] &>> bit & 1 != 0, false)
    }
    guard let junction = Self.place(instance, in: junctionOfInstance) else { return nil }
    let bit = UInt64(truncatingIfNeeded: junction & 63)
    let count = counts[junction]
    return Self.truth(
      isCertain: count &>> 20 & 1 == 0, isPossible: count &>> 30 & 1 == 0,
      negated[junction >> 6] &>> bit & 1 != 0)
  }

  /// The last known truth of the top of an Opp that is noted at rises, and the top; nil for any other Opp
  @inline(__always)
  func lastKnown(of opp: OppID) -> (truth: Truth, top: TopID)? {
    guard let top = Self.place(opp, in: topOfOpp) else { return nil }
    let bit: UInt64 = 1 << UInt64(top & 63)
    if tops[top >> 6].lastTrue & bit != 0 { return (.true, TopID(top)) }
    return (tops[top >> 6].lastFalse & bit != 0 ? .false : .unknown, TopID(top))
  }

  /// Sets the last known truth of the top of an Opp that is noted at rises
  @inline(__always)
  mutating func setLastKnown(_ truth: Truth, of opp: OppID) {
    guard let top = Self.place(opp, in: topOfOpp) else { return }
    let (word, bit): (Int, UInt64) = (top >> 6, 1 << UInt64(top & 63))
    tops[word].lastTrue &= ~bit
    tops[word].lastFalse &= ~bit
    switch truth {
    case .true: tops[word].lastTrue |= bit
    case .false: tops[word].lastFalse |= bit
    case .unknown: break
    }
  }
}
