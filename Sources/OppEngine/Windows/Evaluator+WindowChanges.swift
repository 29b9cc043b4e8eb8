internal import OppModel

/// The exact value of a window at a second
///
/// Only `change` looks at single seconds of an operand that may drift. A line from a remembered second
/// would be off by the last digit, so the operand's own operators compute both its ends:
///
/// ```
///   change(free * 30%, since moment)
///
///     moment            now               free is remembered as it was when noted,
///       ├─────────────────┤               and drifts from there; 30% of it is taken at the end
///    free · 30%       free · 30%
/// ```
extension Evaluator {
  /// The difference of the ends of a window; not a number if one of them is unknown
  mutating func changeValue(
    _ instance: InstanceID, _ slot: StateSlot, _ ends: WindowEnds, at second: Int64
  ) -> Double {
    if ends.isCut { return .nan }
    if windowStore.windows[slot].lines.isEmpty {
      return windowStore.signals[windowStore.windows[slot].signal].change(ends)
    }
    guard let then = windowStore.line(ofWindow: slot, at: ends.from, ends.first),
      let last = windowStore.line(ofWindow: slot, at: ends.to, ends.last)
    else { return .nan }
    // An end that drifts is computed by the operand itself: as it was remembered, or as it is or will be.
    var (start, end) = (then.value, last.value)
    if then.rate != 0 {
      start =
        ends.from < now
        ? operandScalar(of: instance, on: then, at: ends.from)
        : operandScalar(of: instance, projectedTo: ends.from)
    }
    if last.rate != 0 {
      end =
        ends.to == second
        ? scalar(0, of: instance, at: second)
        : operandScalar(of: instance, projectedTo: ends.to)
    }
    return ExactSum.difference(end, start)
  }

  /// Takes note of the line that the operand of a `change` is on at the present second
  mutating func noteLine(_ instance: InstanceID, _ operand: Reading, _ slot: StateSlot) {
    let second = moment.second
    let isCounted = operand.isCounted
    if windowStore.windows[slot].lines.isEmpty, isCounted || !operand.isKnown { return }
    var line = operand
    // A line is remembered from this second on, which may be later than its operand was looked at.
    if line.drifts { line.first = scalar(0, of: instance, at: second) }
    let origin = origin(of: line, below: instance)
    windowStore.windows[slot].noteLine(
      line, isCounted: isCounted, at: second, origin: origin)
    if case .last(let duration) = windowStore.windows[slot].span {
      let first = Seconds.subtract(second, Seconds.add(duration, 1))
      windowStore.windows[slot].lines.forget(before: first)
    }
  }

  /// The value of a window's operand at a second of a line that is remembered
  private mutating func operandScalar(
    of instance: InstanceID, on line: WindowState.Line, at second: Int64
  ) -> Double {
    guard !line.origin.isEmpty else { return line.value(at: second) }
    let before = exchange(
      for: Moment(second: line.start, projection: .known, memo: line.origin))
    let value = scalar(0, of: instance, at: second)
    moment = before
    return value
  }

  /// The value of a window's operand at a second ahead, as far as it is known
  private mutating func operandScalar(
    of instance: InstanceID, projectedTo second: Int64
  ) -> Double {
    let before = project(to: second, assuming: .known)
    let value = scalar(0, of: instance, at: second)
    moment = before
    return value
  }

  /// The readings from which the operand of a window that drifts can be computed later
  ///
  /// - Returns: none if it also depends on readings that are forgotten, as those of other windows are.
  private mutating func origin(
    of reading: Reading, below instance: InstanceID
  ) -> [InstanceID: Reading] {
    guard reading.drifts else { return [:] }
    let before = project(to: now, assuming: .remembered)
    _ = scalar(0, of: instance, at: now)
    let origin = exchange(for: before).memo
    for (instance, reading) in origin where reading.drifts {
      let template = instances.template[instance]
      if code[template].traits.state.isForgotten { return [:] }
    }
    return origin
  }
}
