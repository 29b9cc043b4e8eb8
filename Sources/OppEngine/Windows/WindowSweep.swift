internal import OppModel

/// The evaluation of the windows over a number at the present second: of one, or, where the number has changed, of all that are marked
///
/// A change of a number marks every window over it, or the first for all. In the order of the graph each would be looked up by
/// itself, among whatever lies between; here they are evaluated side by side, from the one memory that they share. What depends
/// on a window comes after it in the graph, and after all others over the same number, or is marked again by them.
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
    let operand = evaluator.operand(0, of: instance)
    let isCounted = operand.isCounted || !operand.isKnown
    let signal = evaluator.windowStore.windows[slot].signal
    let areMarked = evaluator.windowStore.signals[signal].areMarkedAt == second
    evaluator.windowStore.signals[signal].areMarkedAt = Seconds.past
    guard evaluator.windowStore.isInMemory(slot, isCounted: isCounted) else {
      if areMarked { markAll(signal, &evaluator) }
      stopLeading(signal, at: second, &evaluator)
      return false
    }
    if !evaluator.windowStore.signals[signal].hasNoted(operand, at: second) {
      evaluator.windowStore.note(operand, nil, signal, at: second)
    }
    let areDue = isLed(signal, at: second - 1, &evaluator)
    let reading = self.reading(slot, operand, at: second, &evaluator)
    evaluator.marks.instance(instance)
    evaluator.take(reading, of: instance)
    let hasLeader = lead(signal, at: second, &evaluator)
    guard areDue || areMarked || evaluator.windowStore.signals[signal].hasChanged(at: second) else {
      return true
    }
    for other in evaluator.windowStore.signals[signal].windows where other != slot {
      let instance = evaluator.windowStore.windows[other].instance
      guard evaluator.windowStore.windows[other].isOverNumber,
        evaluator.windowStore.isInMemory(other, isCounted: isCounted)
      else {
        if areMarked { evaluator.markDirty(instance) }
        continue
      }
      // Its own alarm may have marked it, too.
      let isMarked = evaluator.dirty.removePlain(evaluator.instances.template[instance])
      guard
        isMarked || areMarked || areDue && evaluator.instances.readings[instance].until <= second
      else {
        continue
      }
      evaluator.marks.instance(instance)
      let reading = self.reading(other, operand, at: second, &evaluator)
      let isLed =
        hasLeader && reading.until == second + 1
        && evaluator.code[evaluator.instances.template[instance]].isAnchor
      evaluator.take(reading, of: instance, awaits: !isLed)
    }
    return true
  }

  /// The reading of one window
  @inline(__always)
  private func reading(
    _ slot: StateSlot, _ operand: Reading, at second: Int64, _ evaluator: inout Evaluator
  ) -> Reading {
    var reading = evaluator.windowStore.presentReading(ofWindow: slot, at: second)
    reading.until = min(reading.until, operand.until)
    return reading
  }
}

/// Windows of which the first is marked for all
///
/// A change of a number need not mark each window over it, where the first evaluates the others.
extension WindowSweep {
  /// Marks the first of the windows over a number that nothing but windows depends on, which evaluates the others with it
  ///
  /// - Returns: false for any other instance.
  @inline(__always)
  static func marks(over operand: InstanceID, _ evaluator: inout Evaluator) -> Bool {
    guard let first = evaluator.instances.firstWindow(over: operand) else { return false }
    let signal = evaluator.windowStore.windows[first].signal
    evaluator.windowStore.signals[signal].areMarkedAt = evaluator.now
    evaluator.markDirty(evaluator.windowStore.windows[first].instance)
    return true
  }

  /// Finds the numbers that nothing but windows depends on
  ///
  /// The first window comes before the others in the graph, and so before what depends on these.
  static func findNumbers(_ evaluator: inout Evaluator) {
    for signal in evaluator.windowStore.signals {
      let windows = signal.windows.map { evaluator.windowStore.windows[$0].instance }
      guard let first = signal.windows.first, let instance = windows.first else { continue }
      let operand = evaluator.instances.operand(0, of: instance)
      let dependents = evaluator.instances.dependents(of: operand)
      let areWindows = dependents.allSatisfy {
        $0.row == nil && windows.contains($0.instance)
          && WindowSweep($0.instance, evaluator) != nil
      }
      if areWindows { evaluator.instances.setFirstWindow(first, over: operand) }
    }
  }

  /// Has all windows over a number evaluated one by one
  private func markAll(_ signal: Int, _ evaluator: inout Evaluator) {
    for other in evaluator.windowStore.signals[signal].windows where other != slot {
      evaluator.markDirty(evaluator.windowStore.windows[other].instance)
    }
  }
}

/// Windows that hold for one second, of which one is woken for all
///
/// Over a signal that changes each second, every window is evaluated at the next second: the first of them, the *leader*, is queued
/// for that, and the others are evaluated with it.
extension WindowSweep {
  /// Whether windows beside a leader were left without a place in the queue at a second
  @inline(__always)
  private func isLed(_ signal: Int, at second: Int64, _ evaluator: inout Evaluator) -> Bool {
    evaluator.windowStore.signals[signal].leader?.at == second
  }

  /// Has the window lead, if it holds for one second only, and there is no leader yet
  ///
  /// - Returns: whether there is one now.
  @inline(__always)
  private func lead(_ signal: Int, at second: Int64, _ evaluator: inout Evaluator) -> Bool {
    let holdsForSecond = evaluator.instances.readings[instance].until == second + 1
    if let leader = evaluator.windowStore.signals[signal].leader, leader.at == second {
      if holdsForSecond || leader.instance != instance { return true }
      stopLeading(signal, at: second, &evaluator)
      return false
    }
    // A window that is no anchor is woken late, when something else is.
    guard holdsForSecond, !evaluator.junctions.isEmpty,
      evaluator.code[evaluator.instances.template[instance]].isAnchor
    else { return false }
    evaluator.windowStore.signals[signal].leader = (instance, second)
    return true
  }

  /// Has the others queued, where the window was their leader
  private func stopLeading(_ signal: Int, at second: Int64, _ evaluator: inout Evaluator) {
    guard let leader = evaluator.windowStore.signals[signal].leader, leader.at == second,
      leader.instance == instance
    else { return }
    evaluator.windowStore.signals[signal].leader = nil
    for other in evaluator.windowStore.signals[signal].windows {
      let instance = evaluator.windowStore.windows[other].instance
      if evaluator.instances.readings[instance].until == second + 1 {
        evaluator.wakes.insert(instance, at: second + 1, now: second)
      }
    }
  }
}

extension WindowStore {
  /// Whether the memory of a window has all that the window looks at, which for a `change` of what drifts it has not
  @inline(__always)
  fileprivate func isInMemory(_ slot: StateSlot, isCounted: Bool) -> Bool {
    !windows[slot].isChange || isCounted && windows[slot].lines.isEmpty
  }
}
