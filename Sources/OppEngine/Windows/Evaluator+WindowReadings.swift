internal import OppModel

/// The reading of a window from its memory, which has taken note of its operand
extension Evaluator {
  /// The reading of a window, with its rate and its horizon
  ///
  /// - Parameter seconds: the first and the last second of the window, both included.
  @inline(__always)
  mutating func windowReading(
    _ instance: InstanceID, _ slot: StateSlot, _ seconds: (from: Int64, to: Int64)
  ) -> Reading {
    if windowStore.windows[slot].isChange, !windowStore.windows[slot].lines.isEmpty {
      return changeOfLines(instance, slot, seconds)
    }
    return windowStore.reading(
      ofWindow: slot, from: seconds.from, to: seconds.to, at: moment.second)
  }

  /// The value of a window at a second; not a number if it is unknown
  mutating func windowValue(
    _ instance: InstanceID, _ slot: StateSlot, _ seconds: (from: Int64, to: Int64), at second: Int64
  ) -> Double {
    guard windowStore.windows[slot].isChange else {
      return windowStore.scalar(ofWindow: slot, from: seconds.from, to: seconds.to)
    }
    let ends = windowStore.ends(ofWindow: slot, from: seconds.from, to: seconds.to)
    return changeValue(instance, slot, ends, at: second)
  }

  /// `change` of something that drifts: a difference of two ends, each of which is steady or on a line
  private mutating func changeOfLines(
    _ instance: InstanceID, _ slot: StateSlot, _ seconds: (from: Int64, to: Int64)
  ) -> Reading {
    let second = moment.second
    let ends = windowStore.ends(ofWindow: slot, from: seconds.from, to: seconds.to)
    let signal = windowStore.windows[slot].signal
    let step = windowStore.signals[signal].change(after: ends)
    var until = windowStore.windows[slot].horizon(step)
    if case .last(let duration) = windowStore.windows[slot].span {
      let next =
        windowStore.windows[slot].lines.entry(after: ends.from)?.start ?? Seconds.never
      until = min(until, Seconds.move(next, by: duration))
    }
    let value = changeValue(instance, slot, ends, at: second)
    guard value.isFinite else { return .unknown(until: until) }
    let leaving =
      windowStore.windows[slot].isFixed
      ? nil : windowStore.line(ofWindow: slot, at: ends.from, ends.first)
    let entering = windowStore.line(ofWindow: slot, at: ends.to, ends.last)
    let rate = (entering?.rate ?? 0) - (leaving?.rate ?? 0)
    if isCurved(instance, leaving, at: ends.from)
      || isCurved(instance, entering, at: ends.to)
    {
      return .curved(value, perSecond: rate.isSubnormal ? 0 : rate, until: until)
    }
    guard rate == 0 else { return .drifting(value, perSecond: rate, until: until) }
    // Ends that move alike keep their difference, but for the last digits of anything but whole numbers.
    let isExact = [leaving, entering].allSatisfy { $0?.movesExactly ?? true }
    return .scalar(value, until: isExact ? until : min(until, Seconds.add(second, 1)))
  }

  /// Whether an end of a `change` is on a curve: the operand at that second, or as it was remembered
  private mutating func isCurved(_ instance: InstanceID, _ line: WindowState.Line?, at end: Int64)
    -> Bool
  {
    guard let line, line.rate != 0 else { return false }
    if end == moment.second { return operand(0, of: instance).kind == .curved }
    let operand = instances.operand(0, of: instance)
    return end < now
      ? line.origin[operand]?.kind == .curved
      : reading(of: operand, at: end).kind == .curved
  }
}
