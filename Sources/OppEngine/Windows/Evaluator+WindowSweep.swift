internal import OppModel

/// The evaluation of the windows over a number at the present second: of one, or, if the number has changed, of all that are marked
///
/// A change of a number marks every window over it, or the first for all. In the order of the graph each would be looked up by
/// itself, among other instances; here they are evaluated side by side, from the one memory that they share. An instance that
/// depends on a window comes after it in the graph, and after all others over the same number, or is marked again by them.
///
/// ```
///   temp 20 → 21     average(temp, last 1h)     max(temp, last 6h)     change(temp, last 1h)
///                    marked, evaluated first    evaluated with it      evaluated with it
/// ```
///
/// Over a number that changes each second, windows hold for one second. The first that is evaluated is queued for the next one,
/// and the others are left to it.
extension Evaluator {
  /// The slot of a window that can be evaluated from its memory alone, or `nil`
  ///
  /// A window takes more than its memory if it is of rows, over anything but a number, or from an instant on, or if responses
  /// may be missing.
  @inline(__always)
  func sweptSlot(of instance: InstanceID) -> StateSlot? {
    guard code[instances.template[instance]].isPlainWindow,
      !facts.fetchable.isAny, let slot = instances.slot(of: instance),
      windowStore.windows[slot].isOverNumber
    else { return nil }
    return slot
  }

  /// Evaluates a window, and the others over the same number
  ///
  /// - Returns: `false` if it is a `change` of a number that drifts.
  mutating func sweepWindows(besides instance: InstanceID, _ slot: StateSlot) -> Bool {
    let second = now
    let operand = operand(0, of: instance)
    let isCounted = operand.isCounted || !operand.isKnown
    let signal = windowStore.windows[slot].signal
    let areMarked = windowStore.signals[signal].areMarkedAt == second
    windowStore.signals[signal].areMarkedAt = Seconds.past
    guard windowStore.isInMemory(slot, isCounted: isCounted) else {
      if areMarked { markWindows(of: signal, butFor: slot) }
      queueWindows(leftAt: second, of: signal)
      return false
    }
    if !windowStore.signals[signal].hasNoted(operand, at: second) {
      windowStore.note(operand, nil, signal, at: second)
    }
    let areDue = windowStore.signals[signal].areLeftAt == second - 1
    let reading = sweptReading(slot, operand, at: second)
    marks.instance(instance)
    take(reading, of: instance)
    let isQueued = isQueuedForNextSecond(instance)
    if !isQueued { queueWindows(leftAt: second, of: signal) }
    guard areDue || areMarked || windowStore.signals[signal].hasChanged(at: second) else {
      return true
    }
    for other in windowStore.signals[signal].windows where other != slot {
      let instance = windowStore.windows[other].instance
      guard windowStore.windows[other].isOverNumber,
        windowStore.isInMemory(other, isCounted: isCounted)
      else {
        if areMarked { markDirty(instance) }
        continue
      }
      // Its own alarm may have marked it, too.
      let isMarked = dirty.removePlain(instances.template[instance])
      let isDue = areDue && instances.readings[instance].until <= second
      guard isMarked || areMarked || isDue else { continue }
      marks.instance(instance)
      let reading = sweptReading(other, operand, at: second)
      let isLeft =
        isQueued && reading.until == second + 1 && code[instances.template[instance]].isAnchor
      if isLeft { windowStore.signals[signal].areLeftAt = second }
      take(reading, of: instance, awaits: !isLeft)
    }
    return true
  }

  /// Whether a window holds for this second only, and is evaluated at the next one; one that is no anchor is evaluated late,
  /// when something else is
  @inline(__always)
  private mutating func isQueuedForNextSecond(_ instance: InstanceID) -> Bool {
    if junctions.isEmpty || instances.readings[instance].until != now + 1 { return false }
    return code[instances.template[instance]].isAnchor
  }

  /// Queues the windows that were left to another one at this second, which itself has come to hold for longer
  private mutating func queueWindows(leftAt second: Int64, of signal: Int) {
    guard windowStore.signals[signal].areLeftAt == second else { return }
    windowStore.signals[signal].areLeftAt = Seconds.past
    for other in windowStore.signals[signal].windows {
      let instance = windowStore.windows[other].instance
      if instances.readings[instance].until == second + 1 {
        wakes.insert(instance, at: second + 1, now: second)
      }
    }
  }

  /// The reading of one window
  @inline(__always)
  private mutating func sweptReading(_ slot: StateSlot, _ operand: Reading, at second: Int64)
    -> Reading
  {
    var reading = windowStore.presentReading(ofWindow: slot, at: second)
    reading.until = min(reading.until, operand.until)
    return reading
  }
}

/// Windows of which the first is marked for all
///
/// A change of a number need not mark each window over it if the first evaluates the others.
extension Evaluator {
  /// Marks the first of the windows over a number that nothing but windows depends on, which evaluates the others with it
  ///
  /// - Returns: false for any other instance.
  @inline(__always)
  mutating func marksFirstWindow(over operand: InstanceID) -> Bool {
    guard let first = instances.firstWindow(over: operand) else { return false }
    let signal = windowStore.windows[first].signal
    windowStore.signals[signal].areMarkedAt = now
    markDirty(windowStore.windows[first].instance)
    return true
  }

  /// Finds the numbers that nothing but windows depends on
  ///
  /// The first window comes before the others in the graph, and so before their dependents.
  mutating func findNumbersOfWindows() {
    for signal in windowStore.signals {
      let windows = signal.windows.map { windowStore.windows[$0].instance }
      guard let first = signal.windows.first, let instance = windows.first else { continue }
      let operand = instances.operand(0, of: instance)
      let dependents = instances.dependents(of: operand)
      let areWindows = dependents.allSatisfy {
        $0.row == nil && windows.contains($0.instance) && sweptSlot(of: $0.instance) != nil
      }
      if areWindows { instances.setFirstWindow(first, over: operand) }
    }
  }

  /// Has the other windows over a number evaluated one by one
  private mutating func markWindows(of signal: Int, butFor slot: StateSlot) {
    for other in windowStore.signals[signal].windows where other != slot {
      markDirty(windowStore.windows[other].instance)
    }
  }
}

extension WindowStore {
  /// Whether the memory of a window has all that the window looks at, which it has not for a `change` of a number that drifts
  @inline(__always)
  fileprivate func isInMemory(_ slot: StateSlot, isCounted: Bool) -> Bool {
    !windows[slot].isChange || isCounted && windows[slot].lines.isEmpty
  }
}
