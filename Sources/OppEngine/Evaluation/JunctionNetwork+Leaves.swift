internal import OppModel

extension Reading {
  /// The reading of a window that drifts as its comparisons see it, if it has been evaluated at a second
  ///
  /// A window over readings that come each second drifts, and holds for one second. Its comparisons see nothing of the drift:
  /// at this second they are those of its value, and at the next it is evaluated again. Of other signals that drift, `first` may
  /// be off by the last digit.
  ///
  ///     average(x, last 1h), 20.5 and falling, until the next second      20.5 for all its comparisons
  ///     average(x, last 1h), 20.5 and falling, until 14:00                each finds the second at which it turns
  func moment(at second: Int64) -> Reading {
    until <= Seconds.add(second, 1) ? .scalar(first, until: until) : self
  }
}

/// The turns of leaves: one by one, or those of a signal together
extension JunctionNetwork {
  /// Sets the truth of a leaf, and counts its turn; a suspended leaf, and any other instance, is let be
  @inline(__always)
  mutating func set(_ instance: InstanceID, to kind: Reading.Kind) {
    guard let leaf = Self.place(instance, in: leafOfInstance), !isSuspended(leaf: leaf) else {
      return
    }
    set(leaf: leaf, isCertain: kind == .yes, isPossible: kind != .no)
  }

  mutating func set(leaf: Int, isCertain: Bool, isPossible: Bool) {
    let (word, bit) = (leaf >> 6, UInt64(truncatingIfNeeded: leaf & 63))
    let (certain, possible): (UInt64, UInt64) = (isCertain ? 1 : 0, isPossible ? 1 : 0)
    let wasCertain = certainLeaves[word] &>> bit & 1
    let wasPossible = possibleLeaves[word] &>> bit & 1
    guard certain != wasCertain || possible != wasPossible else { return }
    certainLeaves[word] ^= (certain ^ wasCertain) &<< bit
    possibleLeaves[word] ^= (possible ^ wasPossible) &<< bit
    settled.count &+= 1
    let change = Change(
      certain: UInt32(truncatingIfNeeded: certain &- wasCertain),
      possible: UInt32(truncatingIfNeeded: possible &- wasPossible))
    let places = Int(firstEdges[leaf])..<Int(firstEdges[leaf &+ 1])
    Self.add(change, along: places, of: edges, &counts, &marks)
  }

  /// Whether the leaves of a signal are those of a scalar, as of the one before it
  @inline(__always)
  func isSettled(_ index: Int, at reading: Reading) -> Bool {
    reading.kind == .scalar && reading.first >= signals[index].low
      && reading.first < signals[index].high && !signals[index].isObject
  }

  /// Turns the leaves of a signal to those of a value
  ///
  /// - Returns: whether the value is one that decides them: steady, or unknown.
  mutating func move(_ index: Int, to reading: Reading) -> Bool {
    let signal = signals[index]
    let (value, isKnown) = Self.value(reading, isObject: signal.isObject)
    guard isKnown else {
      // No value is in an empty bucket, so that the next one that decides is looked up.
      signals[index].low = .infinity
      signals[index].high = -.infinity
      guard reading.kind == .unknown else { return false }
      turn(signal, to: nil)
      return true
    }
    if value >= signal.low, value < signal.high { return true }
    let bucket = Self.bucket(
      of: value, breakPoints, from: signal.firstBreakPoint, count: signal.breakPointCount)
    let next = signal.firstBreakPoint + bucket
    signals[index].low = bucket > 0 ? breakPoints[next - 1] : -.infinity
    signals[index].high = bucket < signal.breakPointCount ? breakPoints[next] : .infinity
    turn(signal, to: bucket)
    return true
  }

  /// The number that a reading is among the break points of a signal
  private static func value(_ reading: Reading, isObject: Bool) -> (value: Double, isKnown: Bool) {
    switch reading.kind {
    case .scalar: (reading.first, !isObject)
    case .object: (Double(reading.object.index), isObject)
    case .unknown, .undecided, .no, .yes, .drifting, .curved, .position, .moving, .deferred:
      (0, false)
    }
  }

  /// Turns the leaves of a signal to those of a bucket; nil for unknown
  private mutating func turn(_ signal: Signal, to bucket: Int?) {
    resume(ofWords: signal.firstWord..<(signal.firstWord + signal.wordCount))
    let possibleRow = signal.firstRow + (bucket ?? signal.breakPointCount + 1) * signal.wordCount
    Self.turn(
      signal.firstWord, count: signal.wordCount, rows,
      certainRow: bucket == nil ? nil : possibleRow, possibleRow: possibleRow,
      &certainLeaves, &possibleLeaves, firstEdges, edges, &counts, &marks, &settled.count)
  }

  /// The number of break points that are not above a value, found by halving
  @inline(__always)
  private static func bucket(
    of value: Double, _ breakPoints: [Double], from first: Int, count: Int
  ) -> Int {
    var (low, length) = (first, count)
    while length > 0 {
      let half = length >> 1
      let isAbove = breakPoints[low &+ half] <= value
      low = isAbove ? low &+ half &+ 1 : low
      length = isAbove ? length &- half &- 1 : half
    }
    return low - first
  }
}
