internal import OppModel

/// The exact value of a window at a second
///
/// Only `change` looks at single seconds of something that may drift. A line from a remembered second
/// would be off by the last digit, so the operand's own operators compute both its ends:
///
/// ```
///   change(free * 30%, since moment)
///
///     moment            now               free is remembered as what it was when noted,
///       ├─────────────────┤               and drifts from there; 30% of it is taken at the end
///    free · 30%       free · 30%
/// ```
extension WindowEvaluation {
  /// The difference of the ends of a window; not a number where one of them is unknown
  func changeValue(
    _ slot: StateSlot, _ ends: WindowEnds, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Double {
    if ends.isCut { return .nan }
    if evaluator.windowStore.windows[slot].lines.isEmpty {
      return evaluator.windowStore.signals[evaluator.windowStore.windows[slot].signal].change(ends)
    }
    guard let then = evaluator.windowStore.line(ofWindow: slot, at: ends.from, ends.first),
      let last = evaluator.windowStore.line(ofWindow: slot, at: ends.to, ends.last)
    else { return .nan }
    // An end that drifts is computed by the operand itself: as it was remembered, or as it is or will be.
    var (start, end) = (then.value, last.value)
    if then.rate != 0 {
      start =
        ends.from < evaluator.now
        ? past(then, at: ends.from, &evaluator) : future(ends.from, &evaluator)
    }
    if last.rate != 0 {
      end =
        ends.to == second
        ? evaluator.scalar(0, instance, at: second, &ahead) : future(ends.to, &evaluator)
    }
    return ExactSum.difference(end, start)
  }

  /// Takes note of the line that the operand of a `change` is on at the present second
  func noteLine(_ operand: Reading, _ slot: StateSlot, _ evaluator: inout Evaluator) {
    let isCounted = operand.isCounted
    if evaluator.windowStore.windows[slot].lines.isEmpty, isCounted || !operand.isKnown { return }
    var (nothing, line): (Ahead?, Reading) = (nil, operand)
    // A line is remembered from this second on, which may be later than its operand was looked at.
    if line.drifts { line.first = evaluator.scalar(0, instance, at: second, &nothing) }
    let origin = origin(of: line, &evaluator)
    evaluator.windowStore.windows[slot].noteLine(
      line, isCounted: isCounted, at: second, origin: origin)
    if case .last(let duration) = evaluator.windowStore.windows[slot].span {
      let first = Seconds.subtract(second, Seconds.add(duration, 1))
      evaluator.windowStore.windows[slot].lines.forget(before: first)
    }
  }

  /// The value of a window's operand at a second of a line that is remembered
  private func past(
    _ line: WindowState.Line, at second: Int64, _ evaluator: inout Evaluator
  ) -> Double {
    guard !line.origin.isEmpty else { return line.value(at: second) }
    var ahead: Ahead? = Ahead(second: line.start, memo: line.origin)
    return evaluator.scalar(0, instance, at: second, &ahead)
  }

  /// The value of a window's operand at a second ahead, as far as it is known
  private func future(_ second: Int64, _ evaluator: inout Evaluator) -> Double {
    var ahead: Ahead? = Ahead(second: second)
    return evaluator.scalar(0, instance, at: second, &ahead)
  }

  /// The readings from which the operand of a window that drifts can be computed later
  ///
  /// - Returns: none where it also depends on what is forgotten, as other windows do.
  private func origin(of reading: Reading, _ evaluator: inout Evaluator) -> [InstanceID: Reading] {
    guard reading.drifts else { return [:] }
    var ahead: Ahead? = Ahead(second: evaluator.now, keepsAll: true)
    _ = evaluator.scalar(0, instance, at: evaluator.now, &ahead)
    let origin = ahead?.memo ?? [:]
    for (instance, reading) in origin where reading.drifts {
      let template = evaluator.instances.template[instance]
      if evaluator.code[template].traits.state.isForgotten { return [:] }
    }
    return origin
  }
}
