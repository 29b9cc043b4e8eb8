internal import OppModel

/// The evaluation of the windows over a number at the present second: of one, or, where the number has changed, of all that are marked
///
/// A change of a number marks every window over it. In the order of the graph each would be looked up by itself, among whatever
/// lies between; here they are evaluated side by side, from the one memory that they share. What depends on a window comes after
/// it in the graph, and after all others over the same number, or is marked again by them.
///
/// ```
///   temp 20 → 21     average(temp, last 1h)     max(temp, last 6h)     change(temp, last 1h)
///                    marked, evaluated first    evaluated with it      evaluated with it
/// ```
struct WindowSweep {
  /// The window whose turn it is
  private let slot: StateSlot
  private let instance: InstanceID

  /// Nil where a window takes more than its memory: of rows, over anything but a number, from an instant on, or where answers
  /// may be missing
  @inline(__always)
  init?(_ instance: InstanceID, _ evaluator: borrowing Evaluator) {
    guard evaluator.code[evaluator.instances.template[instance]].isPlainWindow,
      !evaluator.facts.fetchable.isAny, let slot = evaluator.instances.slot(of: instance),
      evaluator.windowStore.windows[slot].isOverNumber
    else { return nil }
    self.slot = slot
    self.instance = instance
  }

  /// Evaluates the window, and those beside it
  ///
  /// - Returns: false where it is a `change` of what drifts.
  func run(_ evaluator: inout Evaluator) -> Bool {
    let second = evaluator.now
    var nothing: Ahead?
    let operand = evaluator.operand(0, instance, &nothing)
    let isCounted = operand.isCounted || !operand.isKnown
    guard evaluator.windowStore.isInMemory(slot, isCounted: isCounted) else { return false }
    let signal = evaluator.windowStore.windows[slot].signal
    if !evaluator.windowStore.signals[signal].hasNoted(operand, at: second) {
      evaluator.windowStore.note(operand, nil, signal, at: second)
    }
    evaluate(instance, slot, operand, at: second, &evaluator)
    guard evaluator.windowStore.signals[signal].hasChanged(at: second) else { return true }
    for other in evaluator.windowStore.signals[signal].windows {
      guard evaluator.windowStore.windows[other].isOverNumber,
        evaluator.windowStore.isInMemory(other, isCounted: isCounted)
      else { continue }
      let instance = evaluator.windowStore.windows[other].instance
      if evaluator.dirty.removePlain(evaluator.instances.template[instance]) {
        evaluate(instance, other, operand, at: second, &evaluator)
      }
    }
    return true
  }

  /// Evaluates one window
  @inline(__always)
  private func evaluate(
    _ instance: InstanceID, _ slot: StateSlot, _ operand: Reading, at second: Int64,
    _ evaluator: inout Evaluator
  ) {
    evaluator.marks.instance(instance)
    var reading = evaluator.windowStore.presentReading(ofWindow: slot, at: second)
    reading.until = min(reading.until, operand.until)
    evaluator.take(reading, of: instance)
  }
}

extension WindowStore {
  /// Whether the memory of a window has all that the window looks at, which for a `change` of what drifts it has not
  @inline(__always)
  fileprivate func isInMemory(_ slot: StateSlot, isCounted: Bool) -> Bool {
    !windows[slot].isChange || isCounted && windows[slot].lines.isEmpty
  }
}
