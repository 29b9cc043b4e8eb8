internal import OppModel

/// The reading of a window from its memory, which has taken note of its operand
extension WindowEvaluation {
  /// The reading of a window at a second, with its rate and its horizon
  ///
  /// - Parameter seconds: the first and the last second of the window, both included.
  func reading(
    _ slot: StateSlot, _ seconds: (from: Int64, to: Int64), _ ahead: inout Ahead?,
    _ evaluator: inout Evaluator
  ) -> Reading {
    let signal = evaluator.windowStore.windows[slot].signal
    let ends = evaluator.windowStore.ends(ofWindow: slot, from: seconds.from, to: seconds.to)
    switch evaluator.windowStore.windows[slot].function {
    case .minimum, .maximum: return extreme(slot, ends, &evaluator)
    case .change: return change(slot, ends, &ahead, &evaluator)
    case .travelled:
      let until = horizon(slot, &evaluator) { $0.change(ofWayAfter: ends) }
      guard evaluator.windowStore.signals[signal].known(ends) > 0 else {
        return .unknown(until: until)
      }
      return .scalar(evaluator.windowStore.signals[signal].length(ends), until: until)
    case .increase:
      let until = horizon(slot, &evaluator) { $0.change(after: ends) }
      return .scalar(evaluator.windowStore.signals[signal].increase(ends), until: until)
    case .times:
      let until = horizon(slot, &evaluator) { $0.change(ofTurnsIn: ends) }
      let arrival = evaluator.windowStore.signals[signal].arrival(ofTurnAt: ends)
      return .scalar(evaluator.windowStore.signals[signal].times(ends), until: min(until, arrival))
    case .ago:
      let until = horizon(slot, &evaluator) { $0.change(ofValueAfter: ends) }
      return evaluator.windowStore.signals[signal].value(at: ends, until: until)
    case .total:
      let until = horizon(slot, &evaluator) { $0.change(after: ends) }
      return total(slot, ends, until, &evaluator)
    case .average:
      let until = horizon(slot, &evaluator) { $0.change(after: ends) }
      return evaluator.windowStore.windows[slot].isOfPositions
        ? position(signal, ends, until, &evaluator) : mean(slot, ends, until, &evaluator)
    }
  }

  /// The value of a window; not a number where that is unknown
  ///
  /// `average`, `total` and `times` look at the seconds `from … to - 1`, the others at `from … to`. `total` and
  /// `increase` need every one of them to be known, the others a single one, and `change` its two ends.
  func value(
    _ slot: StateSlot, _ seconds: (from: Int64, to: Int64), _ ahead: inout Ahead?,
    _ evaluator: inout Evaluator
  ) -> Double {
    let signal = evaluator.windowStore.windows[slot].signal
    let ends = evaluator.windowStore.ends(ofWindow: slot, from: seconds.from, to: seconds.to)
    switch evaluator.windowStore.windows[slot].function {
    case .minimum, .maximum:
      let reading = extreme(slot, ends, &evaluator)
      return reading.isKnown ? reading.first : .nan
    case .change: return changeValue(slot, ends, &ahead, &evaluator)
    case .average: return evaluator.windowStore.signals[signal].sums(ends).mean
    case .total: return evaluator.windowStore.signals[signal].sums(ends).total(ends)
    case .increase: return evaluator.windowStore.signals[signal].increase(ends)
    case .times: return evaluator.windowStore.signals[signal].times(ends)
    case .ago:
      return evaluator.windowStore.signals[signal].value(at: ends, until: Seconds.never).first
    case .travelled:
      return evaluator.windowStore.signals[signal].known(ends) > 0
        ? evaluator.windowStore.signals[signal].length(ends) : .nan
    }
  }

  /// The second until which the same steps enter and leave a window
  ///
  /// A step that begins at 00:15 meets the start of `last 10min` at 00:25. The horizon of the operand bounds it, too.
  ///
  /// - Parameter change: the first second after the start of the window at which something else begins.
  @inline(__always)
  private func horizon(
    _ slot: StateSlot, _ evaluator: inout Evaluator, _ change: (inout SignalMemory) -> Int64
  ) -> Int64 {
    switch evaluator.windowStore.windows[slot].span {
    case .next: return evaluator.windowStore.windows[slot].aheadUntil
    case .since: return Seconds.never
    case .last(let duration):
      return Seconds.move(
        change(&evaluator.windowStore.signals[evaluator.windowStore.windows[slot].signal]),
        by: duration)
    }
  }

  // MARK: The least and the greatest

  /// `min` and `max`, which stay until their extreme has left the window
  private func extreme(
    _ slot: StateSlot, _ ends: WindowEnds, _ evaluator: inout Evaluator
  ) -> Reading {
    let signal = evaluator.windowStore.windows[slot].signal
    let isLeast = evaluator.windowStore.windows[slot].function == .minimum
    let found = evaluator.windowStore.signals[signal].extreme(
      ends, isLeast: isLeast, &evaluator.windowStore.windows[slot].extremePlace)
    guard let found else {
      return .unknown(until: horizon(slot, &evaluator) { _ in Seconds.never })
    }
    return .scalar(found.value, until: horizon(slot, &evaluator) { _ in found.end })
  }

  // MARK: Sums

  /// A mean of positions
  private func position(
    _ signal: Int, _ ends: WindowEnds, _ until: Int64, _ evaluator: inout Evaluator
  ) -> Reading {
    guard let position = evaluator.windowStore.signals[signal].position(ends) else {
      let isEntering =
        ends.last.map { evaluator.windowStore.signals[signal].history.steps[$0].isKnown } ?? false
      return .unknown(until: isEntering ? min(until, Seconds.add(second, 1)) : until)
    }
    var reading = Reading.position(position, until: until)
    if !evaluator.windowStore.signals[signal].isUniform(ends) { reading.kind = .moving }
    return reading
  }

  /// A sum that takes in one value and leaves another each second
  ///
  /// `total(c, last 10min)`, of a condition that is true from 00:10 to 00:15: 00:10 0s +1, 00:15 300s, 00:20 300s -1,
  /// 00:25 0s.
  private func total(
    _ slot: StateSlot, _ ends: WindowEnds, _ until: Int64, _ evaluator: inout Evaluator
  ) -> Reading {
    let sums = evaluator.windowStore.signals[evaluator.windowStore.windows[slot].signal].sums(ends)
    let value = sums.total(ends)
    guard value.isFinite else { return .unknown(until: until) }
    // An unknown second ends the known part of the sum.
    if sums.entering.isNaN { return .scalar(value, until: min(until, Seconds.add(second, 1))) }
    let leavesNothing = evaluator.windowStore.windows[slot].isFixed || sums.leaving.isNaN
    let rate = sums.entering - (leavesNothing ? 0 : sums.leaving)
    return rate == 0
      ? .scalar(value, until: until) : .drifting(value, perSecond: rate, until: until)
  }

  /// A mean that takes in one value and leaves another each second
  ///
  /// `average(x, last 10min)`, of a number that is 1 from 00:00, 3 from 00:10 and unknown from 00:20 on: 00:00:01 1,
  /// 00:10 1 + 1/300 a second, 00:20 3, 00:30 unknown.
  private func mean(
    _ slot: StateSlot, _ ends: WindowEnds, _ until: Int64, _ evaluator: inout Evaluator
  ) -> Reading {
    let signal = evaluator.windowStore.windows[slot].signal
    let sums = evaluator.windowStore.signals[signal].sums(ends)
    let value = sums.mean
    guard value.isFinite else {
      // An unknown average may be known a second later, once what is at its end counts.
      return .unknown(until: sums.entering.isNaN ? until : min(until, Seconds.add(second, 1)))
    }
    let leaving = evaluator.windowStore.windows[slot].isFixed ? .nan : sums.leaving
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
      return evaluator.windowStore.signals[signal].isUniform(ends)
        ? .scalar(value, until: until) : .curved(value, perSecond: rate, until: until)
    }
  }

  // MARK: Changes

  /// `change`: a difference of two ends, each of which is steady or on a line
  private func change(
    _ slot: StateSlot, _ ends: WindowEnds, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    var until = horizon(slot, &evaluator) { $0.change(after: ends) }
    if !evaluator.windowStore.windows[slot].lines.isEmpty,
      case .last(let duration) = evaluator.windowStore.windows[slot].span
    {
      let next =
        evaluator.windowStore.windows[slot].lines.entry(after: ends.from)?.start ?? Seconds.never
      until = min(until, Seconds.move(next, by: duration))
    }
    let value = changeValue(slot, ends, &ahead, &evaluator)
    guard value.isFinite else { return .unknown(until: until) }
    if evaluator.windowStore.windows[slot].lines.isEmpty { return .scalar(value, until: until) }
    let leaving =
      evaluator.windowStore.windows[slot].isFixed
      ? nil : evaluator.windowStore.line(ofWindow: slot, at: ends.from, ends.first)
    let entering = evaluator.windowStore.line(ofWindow: slot, at: ends.to, ends.last)
    let rate = (entering?.rate ?? 0) - (leaving?.rate ?? 0)
    return rate == 0
      ? .scalar(value, until: until) : .drifting(value, perSecond: rate, until: until)
  }
}
