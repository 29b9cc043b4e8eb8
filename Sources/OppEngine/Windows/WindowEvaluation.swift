internal import OppModel

/// Windows over time: `average min max change total travelled`
struct WindowEvaluation {
  let instance: Int32

  /// The second of the evaluation: the present one, or that of `ahead`
  let second: Int64

  init(_ instance: Int32, _ second: Int64) {
    self.instance = instance
    self.second = second
  }

  /// The reading of a window at a second
  ///
  /// 1. A window that looks ahead is filled with what is known of the time ahead, and read.
  /// 2. Any other takes note of its operand; for a second ahead in a copy, with all that is known until then.
  /// 3. Its ends are found: `second - D … second`, or from the instant of `since`.
  /// 4. Its value, rate and horizon are read from its memory.
  func window(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Reading {
    let slot = Int(evaluator.instances.slot[Int(instance)])
    guard evaluator.windows.indices.contains(slot) else { return .unknown }
    if case .next(let duration) = evaluator.windows[slot].span {
      // Its memory is made anew at each look, as the calendar of before says nothing of what is known now.
      let memory = lookAhead(evaluator.windows[slot], duration, from: second, &evaluator)
      if ahead == nil { evaluator.windows[slot] = memory }
      return reading(memory, (second, Seconds.add(second, duration)), &ahead, &evaluator)
    }
    let last = evaluator.lastNote(by: instance)
    var reading = evaluator.operand(0, instance, &ahead).noted(through: last, at: second)
    // A line is remembered from this second on, which may be later than its operand was looked at.
    if reading.drifts { reading.first = evaluator.scalar(0, instance, at: second, &ahead) }
    let position = evaluator.pool.position(reading)
    if ahead == nil {
      let origin = origin(ofOperandOf: instance, reading, slot, &evaluator)
      // Noted before it is copied: a memory with two owners would be copied whole.
      evaluator.windows[slot].note(reading, position, at: second, origin: origin)
      evaluator.marks.instance(instance)
      evaluator.windows[slot].sortOut()
      if case .last(let duration) = evaluator.windows[slot].span {
        evaluator.windows[slot].forget(before: Seconds.subtract(second, Seconds.add(duration, 1)))
      }
      return present(slot, until: reading.until, &evaluator)
    }
    // Without its operand it is not known what a window will have seen.
    if ahead?.forgetsReadings == true, second > evaluator.now, !reading.isKnown {
      return .unknown(until: reading.until)
    }
    let memory = memory(slot, asOf: second, &evaluator)
    var until = reading.until
    guard let from = windowStart(memory.span, &until, &ahead, &evaluator) else {
      return .unknown(until: until)
    }
    return self.reading(memory, (from, second), &ahead, &evaluator).bounded(by: until)
  }

  /// The memory of a window as it will be at a second ahead, with all that is known until then
  private func memory(
    _ slot: Int, asOf second: Int64, _ evaluator: inout Evaluator
  ) -> WindowState {
    let last = evaluator.lastNote(by: instance)
    var memory = evaluator.windows[slot]
    // A closure cannot use the evaluator while that walks.
    let pool = evaluator.pool
    evaluator.walk(evaluator.instances.operand(0, of: instance), from: evaluator.now, to: second) {
      start, piece in
      let piece = piece.noted(through: last, at: start)
      memory.note(piece, pool.position(piece), at: start)
    }
    return memory
  }

  /// The reading of a window at the present second, which its memory has taken note of
  ///
  /// - Parameter limit: the horizon of its operand.
  private func present(
    _ slot: Int, until limit: Int64, _ evaluator: inout Evaluator
  ) -> Reading {
    var nothing: Ahead?
    var until = limit
    guard
      let from = windowStart(evaluator.windows[slot].span, &until, &nothing, &evaluator)
    else { return .unknown(until: until) }
    // It is taken out of the engine while it is read: a copy would count the owners of all that it has.
    var memory = evaluator.emptyWindow
    swap(&memory, &evaluator.windows[slot])
    let reading = reading(memory, (from, second), &nothing, &evaluator)
    swap(&memory, &evaluator.windows[slot])
    return reading.bounded(by: until)
  }

  /// The first second of a window; nil where it is unknown or has not begun
  func windowStart(
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

  /// The memory of a window over what is known ahead
  ///
  /// - Parameter empty: a state of the same function and span, of which nothing else is used.
  private func lookAhead(
    _ empty: WindowState, _ duration: Int64, from second: Int64, _ evaluator: inout Evaluator
  ) -> WindowState {
    var memory = WindowState(empty.function, empty.span, begins: second)
    let operand = evaluator.instances.operand(0, of: instance)
    var firstEnd: Int64?
    let last = Seconds.add(second, duration)
    var start = second
    for _ in 0..<Evaluator.longestWalk {
      let piece = evaluator.reading(of: operand, ahead: start)
      memory.note(piece, evaluator.pool.position(piece), at: start)
      start = max(piece.until, Seconds.add(start, 1))
      firstEnd = firstEnd ?? start
      if start > last { break }
    }
    // It changes when the first piece has left at its start, or when what is beyond its end comes into it.
    memory.aheadUntil = min(firstEnd ?? start, Seconds.move(start, by: -duration))
    return memory
  }

  /// The reading of a window at a second, with its rate and its horizon
  /// - Parameter ends: the first and the last second of the window, both included.
  private func reading(
    _ memory: WindowState, _ ends: (from: Int64, to: Int64), _ ahead: inout Ahead?,
    _ evaluator: inout Evaluator
  ) -> Reading {
    let until = horizon(memory, ends)
    if memory.function == .average, !memory.histories[1].isEmpty {
      guard let position = memory.position(from: ends.from, to: ends.to) else {
        return .unknown(until: entering(memory, ends) ? min(until, Seconds.add(second, 1)) : until)
      }
      var reading = Reading.position(position, until: until)
      if isMoving(memory, ends) { reading.kind = .moving }
      return reading
    }
    let value = value(memory, ends, &ahead, &evaluator)
    guard value.isFinite else {
      // An unknown average may be known a second later, once what is at its end counts.
      let enters = memory.function == .average && entering(memory, ends)
      return .unknown(until: enters ? min(until, Seconds.add(second, 1)) : until)
    }
    switch memory.function {
    case .minimum, .maximum, .travelled: return .scalar(value, until: until)
    case .change:
      let rate = (memory.line(at: ends.to)?.rate ?? 0) - (leaving(memory, ends)?.rate ?? 0)
      return rate == 0
        ? .scalar(value, until: until) : .drifting(value, perSecond: rate, until: until)
    case .average, .total: return sliding(memory, ends, value, until)
    }
  }

  /// Whether something is known at the end of a window, which counts from the next second on
  private func entering(_ memory: WindowState, _ ends: (from: Int64, to: Int64)) -> Bool {
    memory.histories[0].step(at: ends.to)?.quanta != nil
  }

  /// The line that a window leaves behind; none for one that starts at a fixed second
  private func leaving(
    _ memory: WindowState, _ ends: (from: Int64, to: Int64)
  ) -> WindowState.Line? {
    if case .since = memory.span { return nil }
    return memory.line(at: ends.from)
  }

  /// A sum or a mean that takes in one value and leaves another each second
  ///
  /// A condition that is true from 00:10 to 00:15, in `total(c, last 10min)`, and a number that is 1 from 00:00, 3 from
  /// 00:10 and unknown from 00:20 on, in `average(x, last 10min)`:
  ///
  ///     total      00:10 0s +1, 00:15 300s, 00:20 300s -1, 00:25 0s
  ///     average    00:00:01 1, 00:10 1 + 1/300 a second, 00:20 3, 00:30 unknown
  private func sliding(
    _ memory: WindowState, _ ends: (from: Int64, to: Int64), _ value: Double, _ until: Int64
  ) -> Reading {
    let history = memory.histories[0]
    let entering = history.step(at: ends.to)
    let gained = entering?.quanta == nil ? nil : entering?.value
    var lost: Double?
    var isFixed = false
    if case .since = memory.span {
      isFixed = true
    } else {
      let step = history.step(at: ends.from)
      lost = step?.quanta == nil ? nil : step?.value
    }
    if memory.function == .total {
      // An unknown second ends the known part of the sum.
      guard let gained else {
        return .scalar(value, until: min(until, second(after: memory, ends)))
      }
      let rate = gained - (isFixed ? 0 : lost ?? 0)
      return rate == 0
        ? .scalar(value, until: until) : .drifting(value, perSecond: rate, until: until)
    }
    let known = history.sum(before: ends.to).known - history.sum(before: ends.from).known
    // A mean that gains or loses seconds is no straight line: its divisor changes too.
    switch (gained, lost) {
    case (nil, nil): return .scalar(value, until: until)
    case (let gained?, let lost?):
      let rate = (gained - lost) / Double(max(1, known))
      return rate == 0
        ? .scalar(value, until: until) : .drifting(value, perSecond: rate, until: until)
    case (let gained?, nil):
      let rate = (gained - value) / Double(max(1, known))
      return isUniform(memory, ends)
        ? .scalar(value, until: until)
        : .curved(value, perSecond: rate, until: until)
    case (nil, let lost?):
      let rate = (value - lost) / Double(max(1, known))
      return isUniform(memory, ends)
        ? .scalar(value, until: until)
        : .curved(value, perSecond: rate, until: until)
    }
  }

  /// The second after the one that a window is looked at
  private func second(after memory: WindowState, _ ends: (from: Int64, to: Int64)) -> Int64 {
    if case .next(let duration) = memory.span {
      return Seconds.add(Seconds.subtract(ends.to, duration), 1)
    }
    return Seconds.add(ends.to, 1)
  }

  /// Whether everything known in a window and at its end is one value
  private func isUniform(_ memory: WindowState, _ ends: (from: Int64, to: Int64)) -> Bool {
    memory.histories[0].isUniform(from: ends.from, to: ends.to)
  }

  /// Whether a mean of positions changes from second to second
  private func isMoving(_ memory: WindowState, _ ends: (from: Int64, to: Int64)) -> Bool {
    !memory.histories.allSatisfy { $0.isUniform(from: ends.from, to: ends.to) }
  }

  /// The second until which the same steps enter and leave a window
  ///
  /// A step that begins at 00:15 meets the start of `last 10min` at 00:25; `min` and `max` stay until their extreme has
  /// left the window. The horizon of the operand bounds both, in ``window(_:at:_:)``.
  private func horizon(
    _ memory: WindowState, _ ends: (from: Int64, to: Int64)
  ) -> Int64 {
    switch memory.span {
    case .next: return memory.aheadUntil
    case .since: return Seconds.never
    case .last(let duration):
      switch memory.function {
      case .minimum, .maximum:
        guard let extreme = memory.extreme(from: ends.from, to: ends.to) else {
          return Seconds.never
        }
        return Seconds.move(extreme.end, by: duration)
      case .change:
        let next = memory.lines.entry(after: ends.from)?.start ?? Seconds.never
        return Seconds.move(next, by: duration)
      case .travelled:
        let fix = memory.travel.entry(after: ends.from)?.start ?? Seconds.never
        // What was lost before the window says nothing of when it will have lost everything.
        var gap = Seconds.never
        if let last = memory.histories[0].last, last.quanta == nil, last.start > ends.from {
          gap = last.start
        }
        return Seconds.move(min(fix, gap), by: duration)
      case .average, .total:
        return Seconds.move(memory.histories[0].change(after: ends.from), by: duration)
      }
    }
  }

  // MARK: Exactly at a second

  /// A window that drifts, at a second for which its reading holds
  func windowScalar(
    _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Double {
    let slot = Int(evaluator.instances.slot[Int(instance)])
    guard evaluator.windows.indices.contains(slot) else { return .nan }
    if ahead == nil, case .last(let duration) = evaluator.windows[slot].span {
      let ends = (from: Seconds.subtract(second, duration), to: second)
      guard case .change = evaluator.windows[slot].function else {
        return evaluator.windows[slot].value(from: ends.from, to: ends.to)
      }
      return value(evaluator.windows[slot], ends, &ahead, &evaluator)
    }
    var memory = evaluator.windows[slot]
    if let start = ahead?.second, case .next(let duration) = memory.span {
      memory = lookAhead(memory, duration, from: start, &evaluator)
    } else if let start = ahead?.second, start > evaluator.now {
      memory = self.memory(slot, asOf: start, &evaluator)
    }
    var until = Seconds.never
    guard let from = windowStart(memory.span, &until, &ahead, &evaluator) else {
      return .nan
    }
    var to = second
    if case .next(let duration) = memory.span { to = Seconds.add(second, duration) }
    return value(memory, (from, to), &ahead, &evaluator)
  }
}
