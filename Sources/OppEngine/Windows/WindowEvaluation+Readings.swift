internal import OppModel

/// The reading of a window from its memory, which has taken note of its operand
extension WindowEvaluation {
  /// The reading of a window at a second, with its rate and its horizon
  ///
  /// - Parameter seconds: the first and the last second of the window, both included.
  @inline(__always)
  func reading(
    _ slot: StateSlot, _ seconds: (from: Int64, to: Int64), _ ahead: inout Ahead?,
    _ evaluator: inout Evaluator
  ) -> Reading {
    if evaluator.windowStore.windows[slot].isChange,
      !evaluator.windowStore.windows[slot].lines.isEmpty
    {
      return changeOfLines(slot, seconds, &ahead, &evaluator)
    }
    return evaluator.windowStore.reading(
      ofWindow: slot, from: seconds.from, to: seconds.to, at: second)
  }

  /// The value of a window; not a number where that is unknown
  func value(
    _ slot: StateSlot, _ seconds: (from: Int64, to: Int64), _ ahead: inout Ahead?,
    _ evaluator: inout Evaluator
  ) -> Double {
    guard evaluator.windowStore.windows[slot].isChange else {
      return evaluator.windowStore.scalar(ofWindow: slot, from: seconds.from, to: seconds.to)
    }
    let ends = evaluator.windowStore.ends(ofWindow: slot, from: seconds.from, to: seconds.to)
    return changeValue(slot, ends, &ahead, &evaluator)
  }

  /// `change` of something that drifts: a difference of two ends, each of which is steady or on a line
  private func changeOfLines(
    _ slot: StateSlot, _ seconds: (from: Int64, to: Int64), _ ahead: inout Ahead?,
    _ evaluator: inout Evaluator
  ) -> Reading {
    let ends = evaluator.windowStore.ends(ofWindow: slot, from: seconds.from, to: seconds.to)
    let signal = evaluator.windowStore.windows[slot].signal
    let step = evaluator.windowStore.signals[signal].change(after: ends)
    var until = evaluator.windowStore.windows[slot].horizon(step)
    if case .last(let duration) = evaluator.windowStore.windows[slot].span {
      let next =
        evaluator.windowStore.windows[slot].lines.entry(after: ends.from)?.start ?? Seconds.never
      until = min(until, Seconds.move(next, by: duration))
    }
    let value = changeValue(slot, ends, &ahead, &evaluator)
    guard value.isFinite else { return .unknown(until: until) }
    let leaving =
      evaluator.windowStore.windows[slot].isFixed
      ? nil : evaluator.windowStore.line(ofWindow: slot, at: ends.from, ends.first)
    let entering = evaluator.windowStore.line(ofWindow: slot, at: ends.to, ends.last)
    let rate = (entering?.rate ?? 0) - (leaving?.rate ?? 0)
    if isCurved(leaving, at: ends.from, &ahead, &evaluator)
      || isCurved(entering, at: ends.to, &ahead, &evaluator)
    {
      return .curved(value, perSecond: rate.isSubnormal ? 0 : rate, until: until)
    }
    guard rate == 0 else { return .drifting(value, perSecond: rate, until: until) }
    // Ends that move alike keep their difference, but for the last digits of anything but whole numbers.
    let isExact = [leaving, entering].allSatisfy { $0?.movesExactly ?? true }
    return .scalar(value, until: isExact ? until : min(until, Seconds.add(second, 1)))
  }

  /// Whether an end of a `change` is on a curve: the operand at that second, or as it was remembered
  private func isCurved(
    _ line: WindowState.Line?, at end: Int64, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Bool {
    guard let line, line.rate != 0 else { return false }
    if end == second { return evaluator.operand(0, instance, &ahead).kind == .curved }
    let operand = evaluator.instances.operand(0, of: instance)
    return end < evaluator.now
      ? line.origin[operand]?.kind == .curved
      : evaluator.reading(of: operand, ahead: end).kind == .curved
  }
}
