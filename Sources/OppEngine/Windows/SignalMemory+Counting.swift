internal import OppModel

/// `times`, which counts events and changes
extension SignalMemory {
  /// The number of events in the seconds of a window but its last one; not a number if all of them are unknown
  func times(_ ends: WindowEnds) -> Double {
    if ends.from >= ends.to { return 0 }
    guard difference(history, ends).known > 0 else { return .nan }
    let before = Turns(travelled(upTo: Seconds.subtract(ends.start, 1))).count
    return Double(Int64(truncatingIfNeeded: Turns(travelled(upTo: ends.to - 1)).count - before))
  }

  /// The first second after the last one of a window at which an event of that second counts; never if there is none
  func arrival(ofTurnAt ends: WindowEnds) -> Int64 {
    let isTurn = travel.last?.start == ends.to
    let isFirst =
      history.last?.isKnown == true && ends.to >= ends.start && difference(history, ends).known == 0
    return isTurn || isFirst || ends.from >= ends.to ? Seconds.add(ends.to, 1) : Seconds.never
  }

  /// The first second after the start of a window with which a turn, or all that is known, has left it
  func change(ofTurnsIn ends: WindowEnds) -> Int64 {
    let turn = travel.entry(after: Seconds.subtract(ends.start, 1))?.start ?? Seconds.never
    let left = Seconds.move(turn, by: 1)
    guard let last = history.last, !last.isKnown, last.start > ends.start else { return left }
    return min(left, last.start)
  }
}

/// The number of the events of a condition, and the truth that it had when last known, in one number
///
/// An event is a second at which the condition is true and was false when last known. Changes of a value are counted in the
/// same way, without a truth.
struct Turns: Equatable {
  /// The number of events, times four, and the last truth: 0 for none, 1 for false, 2 for true
  let quanta: Int128

  init(_ quanta: Int128) { self.quanta = quanta }

  var count: Int128 { quanta >> 2 }
  private var last: Int128 { quanta & 3 }

  /// The same number of events, with the last truth forgotten
  var begunAnew: Turns { Turns(quanta - last) }

  /// One more
  var followedByChange: Turns { Turns(quanta + 4) }

  /// The number with the truth of one more second
  func followed(by truth: Truth) -> Turns {
    switch truth {
    case .unknown: self
    case .false: Turns(quanta - last + 1)
    case .true: Turns(quanta - last + (last == 1 ? 4 : 0) + 2)
    }
  }
}
