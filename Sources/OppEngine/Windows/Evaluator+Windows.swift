internal import OppModel

/// Windows over time: `average min max change total travelled increase times ago`
extension Evaluator {
  /// The reading of a window
  ///
  /// 1. A window that looks ahead is filled with everything that is known of the time ahead, and read.
  /// 2. For any other the memory of its operand takes note; in a projection of everything that is known until its second,
  ///    which is taken back afterwards.
  /// 3. Its ends are found: `second - D … second`, or from the instant of `since`.
  /// 4. Its value, rate and horizon are read from the memory.
  mutating func window(_ instance: InstanceID) -> Reading {
    guard let slot = instances.slot(of: instance) else { return .unknown }
    if case .next(let duration) = windowStore.windows[slot].span {
      return nextWindow(instance, slot, duration)
    }
    return moment.isPresent ? presentWindow(instance, slot) : laterWindow(instance, slot)
  }

  /// The reading of a window at the present second, of which its memory takes note
  private mutating func presentWindow(_ instance: InstanceID, _ slot: StateSlot) -> Reading {
    let second = moment.second
    let last = lastNote(by: instance)
    let operand = operand(0, of: instance).noted(through: last, at: second)
    let signal = windowStore.windows[slot].signal
    if !windowStore.signals[signal].hasNoted(operand, at: second) {
      let position = pool.position(operand)
      windowStore.note(operand, position, signal, isAway: second > last, at: second)
    }
    let isChange = windowStore.windows[slot].look(at: second)
    if isChange { noteLine(instance, operand, slot) }
    marks.instance(instance)
    var until = operand.until
    guard let from = windowStart(instance, windowStore.windows[slot].span, &until, at: second)
    else { return .unknown(until: until) }
    return windowReading(instance, slot, (from, second)).bounded(by: until)
  }

  /// The reading of a window in a projection, with everything that is known until its second
  private mutating func laterWindow(_ instance: InstanceID, _ slot: StateSlot) -> Reading {
    let second = moment.second
    if case .ago = windowStore.windows[slot].function {
      return earlierReading(instance, slot)
    }
    let operand = operand(0, of: instance).noted(through: lastNote(by: instance), at: second)
    // Without its operand the readings that a window will have seen are unknown.
    if moment.forgetsReadings, second > now, !operand.isKnown {
      return .unknown(until: operand.until)
    }
    var until = operand.until
    guard let from = windowStart(instance, windowStore.windows[slot].span, &until, at: second)
    else { return .unknown(until: until) }
    let before = extend(instance, slot, to: second)
    let reading = windowReading(instance, slot, (from, second))
    takeBack(slot, to: before)
    return reading.bounded(by: until)
  }

  /// The reading of `ago` in a projection: as it is remembered, or as it will have been
  private mutating func earlierReading(_ instance: InstanceID, _ slot: StateSlot) -> Reading {
    let second = moment.second
    guard case .last(let duration) = windowStore.windows[slot].span else {
      return .unknown
    }
    let then = Seconds.subtract(second, duration)
    if then <= now {
      // From the next second on nothing is noted yet.
      let end = Seconds.add(Seconds.add(now, duration), 1)
      return windowReading(instance, slot, (then, second)).bounded(by: end)
    }
    let operand = instances.operand(0, of: instance)
    var reading = reading(of: operand, at: then, assuming: moment.assumption)
      .noted(through: lastNote(by: instance), at: then)
    reading.until = Seconds.move(reading.until, by: duration)
    return reading
  }

  /// The reading of a window over the time ahead
  ///
  /// Its memory is filled anew at each look, because an earlier calendar says nothing of the present one.
  private mutating func nextWindow(
    _ instance: InstanceID, _ slot: StateSlot, _ duration: Int64
  ) -> Reading {
    let second = moment.second
    let seconds = (from: second, to: Seconds.add(second, duration))
    if moment.isPresent {
      fill(instance, slot, duration, from: second)
      return windowReading(instance, slot, seconds)
    }
    let memory = memory(of: slot)
    fill(instance, slot, duration, from: second)
    let reading = windowReading(instance, slot, seconds)
    restore(memory, of: slot)
    return reading
  }

  /// The memory of a window, to be restored after a look at one that is filled with the time ahead
  private mutating func memory(of slot: StateSlot) -> (signal: SignalMemory, window: WindowState) {
    let signal = windowStore.windows[slot].signal
    return (signal: windowStore.signals[signal], window: windowStore.windows[slot])
  }

  /// Restores the memory of a window
  private mutating func restore(
    _ memory: consuming (signal: SignalMemory, window: WindowState), of slot: StateSlot
  ) {
    windowStore.signals[windowStore.windows[slot].signal] = memory.signal
    windowStore.windows[slot] = memory.window
  }

  /// The first second of a window as of a second, or `nil` if it is unknown or has not begun
  @inline(__always)
  private mutating func windowStart(
    _ instance: InstanceID, _ span: WindowSpan, _ until: inout Int64, at second: Int64
  ) -> Int64? {
    switch span {
    case .last(let duration): return Seconds.subtract(second, duration)
    case .next: return second
    case .since:
      let start = operand(1, of: instance)
      until = min(until, start.until)
      guard start.kind == .scalar else { return nil }
      let first = Seconds.whole(start.first.rounded(.up))
      guard first <= second else {
        until = min(until, first)
        return nil
      }
      return first
    }
  }

  // MARK: What is known ahead

  /// The state of a window and a mark in its memory, to which notes of seconds ahead are taken back
  private typealias WindowMark = (memory: SignalMemory.Mark, window: WindowState)

  /// Has the memory of a window take note of the readings from now to a second ahead, as far as they are known
  ///
  /// - Returns: the state to take back the window to afterwards.
  private mutating func extend(
    _ instance: InstanceID, _ slot: StateSlot, to second: Int64
  ) -> WindowMark {
    let signal = windowStore.windows[slot].signal
    let before = (memory: windowStore.signals[signal].mark, window: windowStore.windows[slot])
    let last = lastNote(by: instance)
    let start = now
    let readings = readings(
      of: instances.operand(0, of: instance), from: start, to: second,
      assuming: moment.assumption)
    for (start, reading) in readings {
      let noted = reading.noted(through: last, at: start)
      note(noted, slot, isAway: start > last, at: start)
    }
    windowStore.windows[slot].begins = min(windowStore.windows[slot].begins, start)
    return before
  }

  /// Takes back the notes of seconds ahead
  private mutating func takeBack(_ slot: StateSlot, to before: consuming WindowMark) {
    windowStore.signals[windowStore.windows[slot].signal].takeBack(to: before.memory)
    windowStore.windows[slot] = before.window
  }

  /// Fills the memory of a window with everything that is known of the time ahead
  private mutating func fill(
    _ instance: InstanceID, _ slot: StateSlot, _ duration: Int64, from second: Int64
  ) {
    let signal = windowStore.windows[slot].signal
    windowStore.signals[signal].clear()
    windowStore.windows[slot].lines = Timeline()
    windowStore.windows[slot].begins = second
    let readings = readings(
      of: instances.operand(0, of: instance), from: second,
      to: Seconds.add(second, duration))
    for (start, reading) in readings { note(reading, slot, at: start) }
    let ends = (readings.first?.reading.until ?? second, readings.last?.reading.until ?? second)
    // It changes when the first reading has left at its start, or when a reading beyond its end comes into it.
    windowStore.windows[slot].aheadUntil = min(
      ends.0, Seconds.move(ends.1, by: -duration))
  }

  /// Has the memory of a window take note of a reading ahead
  private mutating func note(
    _ reading: Reading, _ slot: StateSlot, isAway: Bool = false, at second: Int64
  ) {
    let position = pool.position(reading)
    windowStore.signals[windowStore.windows[slot].signal].note(
      reading, position, isAway: isAway, at: second)
    guard windowStore.windows[slot].isChange else { return }
    windowStore.windows[slot].noteLine(
      reading, isCounted: reading.isCounted, at: second, origin: [:])
  }

  // MARK: Exactly at a second

  /// A window that drifts, at a second for which its reading holds
  mutating func windowScalar(_ instance: InstanceID, at second: Int64) -> Double {
    guard let slot = instances.slot(of: instance) else { return .nan }
    if moment.isPresent, windowStore.windows[slot].evaluatedAt == second,
      instances.readings[instance].drifts
    {
      return instances.readings[instance].first
    }
    return exactly(instance, slot, at: second) { seconds, evaluator in
      evaluator.windowValue(instance, slot, seconds, at: second)
    } ?? .nan
  }

  /// A window over positions, at a second for which its reading holds
  mutating func windowPosition(_ instance: InstanceID, at second: Int64) -> Position? {
    guard let slot = instances.slot(of: instance) else { return nil }
    let position = exactly(instance, slot, at: second) { seconds, evaluator in
      let ends = evaluator.windowStore.ends(ofWindow: slot, from: seconds.from, to: seconds.to)
      return evaluator.windowStore.signals[evaluator.windowStore.windows[slot].signal]
        .position(ends)
    }
    return position ?? nil
  }

  /// The result of a look at the seconds of a window, with a memory of everything that is known until the moment
  ///
  /// - Returns: `nil` if the window is unknown or has not begun.
  @inline(__always)
  private mutating func exactly<Result>(
    _ instance: InstanceID, _ slot: StateSlot, at second: Int64,
    _ look: ((from: Int64, to: Int64), inout Evaluator) -> Result
  ) -> Result? {
    let span = windowStore.windows[slot].span
    var until = Seconds.never
    guard let from = windowStart(instance, span, &until, at: second) else { return nil }
    guard case .next(let duration) = span else {
      guard moment.second > now else { return look((from, second), &self) }
      let before = extend(instance, slot, to: moment.second)
      let result = look((from, second), &self)
      takeBack(slot, to: before)
      return result
    }
    let ends = (from: from, to: Seconds.add(second, duration))
    if moment.isPresent { return look(ends, &self) }
    let memory = memory(of: slot)
    fill(instance, slot, duration, from: moment.second)
    let result = look(ends, &self)
    restore(memory, of: slot)
    return result
  }
}
