internal import OppModel

/// The readings of windows from their memories, which have taken note of their operands
///
/// A window and its memory are handed over together, each looked up once: a sample costs a few nanoseconds for each of the
/// windows over a signal, of which looking them up again at every step would be most.
extension WindowStore {
  /// The reading of a window at a second, with its rate and its horizon; of `change`, as far as its memory has the numbers
  ///
  /// - Parameters:
  ///   - from: the first second of the window.
  ///   - to: the last one, included.
  ///   - second: that of the evaluation.
  mutating func reading(
    ofWindow slot: StateSlot, from: Int64, to: Int64, at second: Int64
  ) -> Reading {
    let signal = windows[slot].signal
    return Self.reading(&windows[slot], &signals[signal], (from, to), at: second)
  }

  /// The reading at the present second of a window that looks back over a duration, of which its memory has taken note
  @inline(__always)
  mutating func presentReading(ofWindow slot: StateSlot, at second: Int64) -> Reading {
    let signal = windows[slot].signal
    return Self.presentReading(&windows[slot], &signals[signal], at: second)
  }

  @inline(__always)
  private static func presentReading(
    _ window: inout WindowState, _ memory: inout SignalMemory, at second: Int64
  ) -> Reading {
    guard case .last(let duration) = window.span else { return .unknown }
    _ = window.look(at: second)
    return reading(&window, &memory, (Seconds.subtract(second, duration), second), at: second)
  }

  private static func reading(
    _ window: inout WindowState, _ memory: inout SignalMemory, _ seconds: (from: Int64, to: Int64),
    at second: Int64
  ) -> Reading {
    let ends = memory.ends(of: &window, from: seconds.from, to: seconds.to)
    switch window.function {
    case .minimum, .maximum: return extreme(&window, &memory, ends)
    case .change:
      let until = window.horizon(memory.change(after: ends))
      return .scalar(memory.change(ends), until: until)
    case .total: return total(window, &memory, ends, at: second)
    case .average:
      return window.isOfPositions
        ? position(window, &memory, ends, at: second) : mean(window, &memory, ends, at: second)
    case .travelled:
      let until = window.horizon(memory.change(ofWayAfter: ends))
      guard memory.known(ends) > 0 else { return .unknown(until: until) }
      return .scalar(memory.length(ends), until: until)
    case .increase:
      return .scalar(memory.increase(ends), until: window.horizon(memory.change(after: ends)))
    case .times, .changes:
      let until = window.horizon(memory.change(ofTurnsIn: ends))
      return .scalar(memory.times(ends), until: min(until, memory.arrival(ofTurnAt: ends)))
    case .ago:
      let until = window.horizon(memory.change(ofValueAfter: ends))
      return memory.value(at: ends, until: until)
    }
  }

  /// The scalar of a window, but for `change`; not a number if that is unknown
  ///
  /// `average`, `total` and `times` look at the seconds `from … to - 1`, the others at `from … to`. `total` and
  /// `increase` need every one of them to be known, the others a single one, and `change` its two ends.
  mutating func scalar(ofWindow slot: StateSlot, from: Int64, to: Int64) -> Double {
    let signal = windows[slot].signal
    return Self.scalar(&windows[slot], &signals[signal], from: from, to: to)
  }

  private static func scalar(
    _ window: inout WindowState, _ memory: inout SignalMemory, from: Int64, to: Int64
  ) -> Double {
    let ends = memory.ends(of: &window, from: from, to: to)
    switch window.function {
    case .minimum, .maximum:
      let reading = extreme(&window, &memory, ends)
      return reading.isKnown ? reading.first : .nan
    case .change: return memory.change(ends)
    case .average: return memory.history.uniformValue(ends) ?? memory.sums(ends).mean
    case .total: return memory.sums(ends).total(ends, over: window.secondsPerUnit)
    case .increase: return memory.increase(ends)
    case .times, .changes: return memory.times(ends)
    case .ago: return memory.value(at: ends, until: Seconds.never).first
    case .travelled: return memory.known(ends) > 0 ? memory.length(ends) : .nan
    }
  }

  // MARK: The least and the greatest

  /// `min` and `max`, which stay until their extreme has left the window
  @inline(__always)
  private static func extreme(
    _ window: inout WindowState, _ memory: inout SignalMemory, _ ends: WindowEnds
  ) -> Reading {
    let found = memory.extreme(
      ends, isLeast: window.function == .minimum, &window.extremePlace)
    guard let found else { return .unknown(until: window.horizon(Seconds.never)) }
    return .scalar(found.value, until: window.horizon(found.end))
  }

  // MARK: Sums

  /// A mean of positions
  private static func position(
    _ window: WindowState, _ memory: inout SignalMemory, _ ends: WindowEnds, at second: Int64
  ) -> Reading {
    let until = window.horizon(memory.change(after: ends))
    guard let position = memory.position(ends) else {
      let isEntering = ends.last.map { memory.history.steps[$0].isKnown } ?? false
      return .unknown(until: isEntering ? min(until, Seconds.add(second, 1)) : until)
    }
    var reading = Reading.position(position, until: until)
    if !memory.isUniform(ends) { reading.kind = .moving }
    return reading
  }

  /// A sum that takes in one value and leaves another each second
  ///
  /// `total(c, last 10min)`, of a condition that is true from 00:10 to 00:15: 00:10 0s +1, 00:15 300s, 00:20 300s -1,
  /// 00:25 0s.
  @inline(__always)
  private static func total(
    _ window: borrowing WindowState, _ memory: inout SignalMemory, _ ends: WindowEnds,
    at second: Int64
  ) -> Reading {
    let until = window.horizon(memory.change(after: ends))
    let sums = memory.sums(ends)
    let value = sums.total(ends, over: window.secondsPerUnit)
    guard value.isFinite else { return .unknown(until: until) }
    // An unknown second ends the known part of the sum.
    if sums.entering.isNaN { return .scalar(value, until: min(until, Seconds.add(second, 1))) }
    let leavesNothing = window.isFixed || sums.leaving.isNaN
    let rate =
      (sums.entering - (leavesNothing ? 0 : sums.leaving)) / Double(window.secondsPerUnit)
    return rate == 0
      ? .scalar(value, until: until) : .drifting(value, perSecond: rate, until: until)
  }

  /// A mean that takes in one value and leaves another each second
  ///
  /// `average(x, last 10min)`, of a number that is 1 from 00:00, 3 from 00:10 and unknown from 00:20 on: 00:00:01 1,
  /// 00:10 1 + 1/300 a second, 00:20 3, 00:30 unknown.
  @inline(__always)
  private static func mean(
    _ window: borrowing WindowState, _ memory: inout SignalMemory, _ ends: WindowEnds,
    at second: Int64
  ) -> Reading {
    let until = window.horizon(memory.change(after: ends))
    let sums = memory.sums(ends)
    let value = memory.history.uniformValue(ends) ?? sums.mean
    guard value.isFinite else {
      // An unknown average may be known a second later, once what is at its end counts.
      return .unknown(until: sums.entering.isNaN ? until : min(until, Seconds.add(second, 1)))
    }
    let leaving = window.isFixed ? .nan : sums.leaving
    let known = Double(max(1, sums.known))
    switch (sums.entering.isNaN, leaving.isNaN) {
    case (true, true): return .scalar(value, until: until)
    case (false, false):
      let rate = (sums.entering - leaving) / known
      return rate == 0
        ? .scalar(value, until: until) : .drifting(value, perSecond: rate, until: until)
    // A mean that gains or loses seconds is no straight line: its divisor changes too.
    case (false, true), (true, false):
      let rate = (leaving.isNaN ? sums.entering - value : value - leaving) / known
      return memory.isUniform(ends)
        ? .scalar(value, until: until) : .curved(value, perSecond: rate, until: until)
    }
  }
}

extension WindowState {
  /// The second until which the same steps enter and leave a window
  ///
  /// A step that begins at 00:15 meets the start of `last 10min` at 00:25. The horizon of the operand bounds it, too.
  ///
  /// - Parameter change: the first second after the start of the window at which something else begins.
  @inline(__always)
  func horizon(_ change: Int64) -> Int64 {
    switch span {
    case .next: aheadUntil
    case .since: Seconds.never
    case .last(let duration): Seconds.move(change, by: duration)
    }
  }
}

extension SignalMemory {
  /// The ends of a window
  @inline(__always)
  fileprivate mutating func ends(
    of window: inout WindowState, from: Int64, to: Int64
  ) -> WindowEnds {
    let ends = ends(from: from, start: max(from, window.begins), to: to, near: window.place)
    if let first = ends.first { window.place = first }
    return ends
  }
}
