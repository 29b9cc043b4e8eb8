internal import OppModel

/// Windows over time: `average min max change total travelled increase times ago`
struct WindowEvaluation {
  let instance: InstanceID

  /// The second of the evaluation: the present one, or that of `ahead`
  let second: Int64

  init(_ instance: InstanceID, _ second: Int64) {
    self.instance = instance
    self.second = second
  }

  /// The reading of a window at a second
  ///
  /// 1. A window that looks ahead is filled with what is known of the time ahead, and read.
  /// 2. For any other the memory of its operand takes note; for a second ahead of all that is known until then, which is
  ///    taken back afterwards.
  /// 3. Its ends are found: `second - D … second`, or from the instant of `since`.
  /// 4. Its value, rate and horizon are read from the memory.
  func window(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Reading {
    guard let slot = evaluator.instances.slot(of: instance) else { return .unknown }
    if case .next(let duration) = evaluator.windowStore.windows[slot].span {
      return next(slot, duration, &ahead, &evaluator)
    }
    return ahead == nil ? present(slot, &evaluator) : later(slot, &ahead, &evaluator)
  }

  /// The reading of a window at the present second, of which its memory takes note
  private func present(_ slot: StateSlot, _ evaluator: inout Evaluator) -> Reading {
    var nothing: Ahead?
    let last = evaluator.lastNote(by: instance)
    let operand = evaluator.operand(0, instance, &nothing).noted(through: last, at: second)
    let signal = evaluator.windowStore.windows[slot].signal
    if !evaluator.windowStore.signals[signal].hasNoted(operand, at: second) {
      let position = evaluator.pool.position(operand)
      evaluator.windowStore.note(operand, position, signal, isAway: second > last, at: second)
    }
    let isChange = evaluator.windowStore.windows[slot].look(at: second)
    if isChange { noteLine(operand, slot, &evaluator) }
    evaluator.marks.instance(instance)
    var until = operand.until
    guard
      let from = windowStart(evaluator.windowStore.windows[slot].span, &until, &nothing, &evaluator)
    else {
      return .unknown(until: until)
    }
    return reading(slot, (from, second), &nothing, &evaluator).bounded(by: until)
  }

  /// The reading of a window at a second ahead, with all that is known until then
  private func later(
    _ slot: StateSlot, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    if case .ago = evaluator.windowStore.windows[slot].function {
      return earlier(slot, &ahead, &evaluator)
    }
    let operand = evaluator.operand(0, instance, &ahead)
      .noted(through: evaluator.lastNote(by: instance), at: second)
    // Without its operand it is not known what a window will have seen.
    if ahead?.forgetsReadings == true, second > evaluator.now, !operand.isKnown {
      return .unknown(until: operand.until)
    }
    var until = operand.until
    guard
      let from = windowStart(evaluator.windowStore.windows[slot].span, &until, &ahead, &evaluator)
    else {
      return .unknown(until: until)
    }
    let forgotten = ahead?.forgotten ?? .nothing
    return extended(slot, to: second, forgetting: forgotten, &evaluator) { evaluator in
      reading(slot, (from, second), &ahead, &evaluator)
    }
    .bounded(by: until)
  }

  /// The reading of `ago` at a second ahead: what is remembered, or what will have been by then
  private func earlier(
    _ slot: StateSlot, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    guard case .last(let duration) = evaluator.windowStore.windows[slot].span else {
      return .unknown
    }
    let then = Seconds.subtract(second, duration)
    if then <= evaluator.now {
      // From the next second on nothing is noted yet.
      let end = Seconds.add(Seconds.add(evaluator.now, duration), 1)
      return reading(slot, (then, second), &ahead, &evaluator).bounded(by: end)
    }
    let operand = evaluator.instances.operand(0, of: instance)
    let forgotten = ahead?.forgotten ?? .nothing
    var reading = evaluator.reading(of: operand, ahead: then, forgetting: forgotten)
      .noted(through: evaluator.lastNote(by: instance), at: then)
    reading.until = Seconds.move(reading.until, by: duration)
    return reading
  }

  /// The reading of a window over the time ahead
  ///
  /// Its memory is made anew at each look, as the calendar of before says nothing of what is known now.
  private func next(
    _ slot: StateSlot, _ duration: Int64, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    func filled(_ evaluator: inout Evaluator) -> Reading {
      fill(slot, duration, from: second, &evaluator)
      return reading(slot, (second, Seconds.add(second, duration)), &ahead, &evaluator)
    }
    return ahead == nil ? filled(&evaluator) : restoring(slot, &evaluator, filled)
  }

  /// The result of a look at the memory of a window that is made anew for it, and is then what it was before
  private func restoring<Result>(
    _ slot: StateSlot, _ evaluator: inout Evaluator, _ look: (inout Evaluator) -> Result
  ) -> Result {
    let signal = evaluator.windowStore.windows[slot].signal
    let memory = evaluator.windowStore.signals[signal]
    let state = evaluator.windowStore.windows[slot]
    let result = look(&evaluator)
    evaluator.windowStore.signals[signal] = memory
    evaluator.windowStore.windows[slot] = state
    return result
  }

  /// The first second of a window; nil where it is unknown or has not begun
  @inline(__always)
  private func windowStart(
    _ span: WindowSpan, _ until: inout Int64, _ ahead: inout Ahead?,
    _ evaluator: inout Evaluator
  ) -> Int64? {
    switch span {
    case .last(let duration): return Seconds.subtract(second, duration)
    case .next: return second
    case .since:
      let start = evaluator.operand(1, instance, &ahead)
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

  /// The result of a look at the memory of a window that has noted what is known from now to a second ahead
  private func extended<Result>(
    _ slot: StateSlot, to second: Int64, forgetting forgotten: Ahead.Forgotten,
    _ evaluator: inout Evaluator, _ look: (inout Evaluator) -> Result
  ) -> Result {
    let signal = evaluator.windowStore.windows[slot].signal
    let mark = evaluator.windowStore.signals[signal].mark
    let state = evaluator.windowStore.windows[slot]
    extend(slot, to: second, forgetting: forgotten, &evaluator)
    let result = look(&evaluator)
    evaluator.windowStore.signals[signal].takeBack(to: mark)
    evaluator.windowStore.windows[slot] = state
    return result
  }

  /// Has the memory of a window take note of what is known from now to a second ahead
  private func extend(
    _ slot: StateSlot, to second: Int64, forgetting forgotten: Ahead.Forgotten,
    _ evaluator: inout Evaluator
  ) {
    let last = evaluator.lastNote(by: instance)
    let start = evaluator.now
    let readings = evaluator.readings(
      of: evaluator.instances.operand(0, of: instance), from: start, to: second,
      forgetting: forgotten)
    for (start, reading) in readings {
      let noted = reading.noted(through: last, at: start)
      note(noted, slot, isAway: start > last, at: start, &evaluator)
    }
    evaluator.windowStore.windows[slot].begins = min(
      evaluator.windowStore.windows[slot].begins, start)
  }

  /// Fills the memory of a window with what is known of the time ahead
  private func fill(
    _ slot: StateSlot, _ duration: Int64, from second: Int64, _ evaluator: inout Evaluator
  ) {
    let signal = evaluator.windowStore.windows[slot].signal
    evaluator.windowStore.signals[signal].clear()
    evaluator.windowStore.windows[slot].lines = Timeline()
    evaluator.windowStore.windows[slot].begins = second
    let readings = evaluator.readings(
      of: evaluator.instances.operand(0, of: instance), from: second,
      to: Seconds.add(second, duration))
    for (start, reading) in readings { note(reading, slot, at: start, &evaluator) }
    let ends = (readings.first?.reading.until ?? second, readings.last?.reading.until ?? second)
    // It changes when the first reading has left at its start, or when what is beyond its end comes into it.
    evaluator.windowStore.windows[slot].aheadUntil = min(
      ends.0, Seconds.move(ends.1, by: -duration))
  }

  /// Has the memory of a window take note of a reading ahead
  private func note(
    _ reading: Reading, _ slot: StateSlot, isAway: Bool = false, at second: Int64,
    _ evaluator: inout Evaluator
  ) {
    let position = evaluator.pool.position(reading)
    evaluator.windowStore.signals[evaluator.windowStore.windows[slot].signal].note(
      reading, position, isAway: isAway, at: second)
    guard evaluator.windowStore.windows[slot].isChange else { return }
    evaluator.windowStore.windows[slot].noteLine(
      reading, isCounted: reading.isCounted, at: second, origin: [:])
  }

  // MARK: Exactly at a second

  /// A window that drifts, at a second for which its reading holds
  func windowScalar(
    _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Double {
    guard let slot = evaluator.instances.slot(of: instance) else { return .nan }
    if ahead == nil, evaluator.windowStore.windows[slot].evaluatedAt == second,
      evaluator.instances.readings[instance].drifts
    {
      return evaluator.instances.readings[instance].first
    }
    return exactly(slot, &ahead, &evaluator) { seconds, ahead, evaluator in
      value(slot, seconds, &ahead, &evaluator)
    } ?? .nan
  }

  /// A window over positions, at a second for which its reading holds
  func windowPosition(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Position? {
    guard let slot = evaluator.instances.slot(of: instance) else { return nil }
    let position = exactly(slot, &ahead, &evaluator) { seconds, _, evaluator in
      let ends = evaluator.windowStore.ends(ofWindow: slot, from: seconds.from, to: seconds.to)
      return evaluator.windowStore.signals[evaluator.windowStore.windows[slot].signal]
        .position(ends)
    }
    return position ?? nil
  }

  /// The result of a look at the seconds of a window, with a memory of all that is known until that of `ahead`
  ///
  /// - Returns: nil where the window is unknown or has not begun.
  @inline(__always)
  private func exactly<Result>(
    _ slot: StateSlot, _ ahead: inout Ahead?, _ evaluator: inout Evaluator,
    _ look: ((from: Int64, to: Int64), inout Ahead?, inout Evaluator) -> Result
  ) -> Result? {
    let span = evaluator.windowStore.windows[slot].span
    var until = Seconds.never
    guard let from = windowStart(span, &until, &ahead, &evaluator) else { return nil }
    let start = ahead?.second
    guard case .next(let duration) = span else {
      guard let start, start > evaluator.now else {
        return look((from, second), &ahead, &evaluator)
      }
      let forgotten = ahead?.forgotten ?? .nothing
      return extended(slot, to: start, forgetting: forgotten, &evaluator) { evaluator in
        look((from, second), &ahead, &evaluator)
      }
    }
    let ends = (from, Seconds.add(second, duration))
    guard let start else { return look(ends, &ahead, &evaluator) }
    return restoring(slot, &evaluator) { evaluator in
      fill(slot, duration, from: start, &evaluator)
      return look(ends, &ahead, &evaluator)
    }
  }
}
