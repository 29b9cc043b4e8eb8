internal import OppModel

/// `increase`, which counts what a meter has counted, and `times`, which counts events
extension SignalMemory {
  /// The sum of the rises over the seconds of a window; not a number where one of them is unknown
  ///
  /// A meter at 7, then 9, then 2 after it restarted, then 3: it rose by 2, by 2 from 0, and by 1, 5 in all. The change of
  /// -4 lacks the 9 at which it fell.
  mutating func increase(_ ends: WindowEnds) -> Double {
    guard !ends.isCut, let first = ends.first, let last = ends.last,
      known(ends) == ends.to - ends.from + 1
    else { return .nan }
    let missing = travelled(upTo: ends.to) &- travelled(upTo: ends.from)
    // Without a fall it is what `change` is.
    if missing == 0 { return Difference.of(history.steps[last].value, history.steps[first].value) }
    let change = history.steps[last].amount - history.steps[first].amount
    return ExactSum.double(change &+ missing) / ExactSum.quantaPerUnit
  }

  /// The number of events in the seconds of a window but its last one; not a number where all of them are unknown
  func times(_ ends: WindowEnds) -> Double {
    if ends.from >= ends.to { return 0 }
    guard difference(history, ends).known > 0 else { return .nan }
    let before = Turns(travelled(upTo: Seconds.subtract(ends.start, 1))).count
    return ExactSum.double(Turns(travelled(upTo: ends.to - 1)).count - before)
  }

  /// The first second after the last one of a window at which an event of that second counts; never where there is none
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

extension SignalMemory.Way {
  /// The quanta that a change lacks after a fall, from which on a meter counts from 0; nil where there is none
  ///
  /// From 9 to 2 it is 9, so that -7 and 9 are the 2 that it has counted since; from 9 to -1 it is 10, as nothing rose.
  static func missing(from before: History.Step, to after: History.Step) -> Int128? {
    guard let old = before.quanta, let new = after.quanta, new < old else { return nil }
    return new < 0 ? old - new : old
  }
}

/// The number of the events of a condition, and the truth that it had when last known, in one number
///
/// An event is a second at which the condition is true and was false when last known.
struct Turns: Equatable {
  /// The number of events, times four, and the last truth: 0 for none, 1 for false, 2 for true
  let quanta: Int128

  init(_ quanta: Int128) { self.quanta = quanta }

  var count: Int128 { quanta >> 2 }
  private var last: Int128 { quanta & 3 }

  /// The same number of events, with the last truth forgotten
  var begunAnew: Turns { Turns(quanta - last) }

  /// The number with the truth of one more second
  func followed(by truth: Truth) -> Turns {
    switch truth {
    case .unknown: self
    case .false: Turns(quanta - last + 1)
    case .true: Turns(quanta - last + (last == 1 ? 4 : 0) + 2)
    }
  }
}
