internal import OppModel

/// `for`, `within last`, `within next`, `began`, `until`, `last_change` and the last known value
struct MemoryEvaluation {
  let instance: InstanceID

  /// The second of the evaluation: the present one, or that of `ahead`
  let second: Int64

  init(_ instance: InstanceID, _ second: Int64) {
    self.instance = instance
    self.second = second
  }

  /// `for`, whose operand is false at a second of the past where it is false, and `within last`, the other way around
  ///
  /// - Parameters:
  ///   - deciding: the truth that decides it at any second.
  ///   - duration: in seconds.
  func past(
    _ deciding: Truth, _ duration: Int64, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    guard let (history, until, last) = noted(&ahead, &evaluator) else { return .unknown }
    let reading = history.extreme(deciding, duration, at: second, until: until)
    // A row that leaves at this second is forgotten at the next, whatever holds for longer.
    return second <= last ? reading.bounded(by: Seconds.add(last, 1)) : reading
  }

  /// The first second of the present or latest interval of truth
  func began(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Reading {
    guard let (history, until, _) = noted(&ahead, &evaluator) else { return .unknown }
    guard let began = history.began else { return .unknown(until: until) }
    return .scalar(Double(began), until: until)
  }

  /// The truths of the operand up to this second, and until when its present one holds
  ///
  /// At the present second it takes note first. For a second ahead the note is taken in a copy, after a walk over all
  /// that is known between now and then: `(busy for 5min) within next 10min`, with `busy` from 00:30 on, is true from
  /// 00:25 on, as `busy for 5min` will be at 00:35.
  ///
  /// - Returns: also the last second of which it takes note, ``Seconds/never`` where that is none; nil without a state.
  private func noted(
    _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> (history: TruthHistory, until: Int64, last: Int64)? {
    guard let slot = evaluator.instances.slot(of: instance) else { return nil }
    let last = evaluator.lastNote(by: instance)
    let reading = evaluator.operand(0, instance, &ahead).noted(through: last, at: second)
    guard ahead != nil else {
      if evaluator.states.truths[slot].note(reading.truth, at: second) {
        evaluator.marks.instance(instance)
      }
      return (evaluator.states.truths[slot], reading.until, last)
    }
    var history = evaluator.states.truths[slot]
    let readings = evaluator.readings(
      of: evaluator.instances.operand(0, of: instance), from: evaluator.now, to: second,
      forgetting: ahead?.forgotten ?? .nothing)
    for (start, reading) in readings {
      history.note(reading.noted(through: last, at: start).truth, at: start)
    }
    return (history, reading.until, last)
  }

  /// The second at which the value of the operand last changed, unknown while the operand is
  ///
  /// For a second ahead, the changes from now until then are noted in a copy.
  func lastChange(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Reading {
    guard let slot = evaluator.instances.slot(of: instance) else { return .unknown }
    let last = evaluator.lastNote(by: instance)
    let reading = evaluator.operand(0, instance, &ahead).noted(through: last, at: second)
    guard ahead != nil else {
      if evaluator.states.changes[slot].note(reading, isAway: second > last, at: second) {
        evaluator.marks.instance(instance)
      }
      return evaluator.states.changes[slot].reading(beside: reading)
    }
    var history = evaluator.states.changes[slot]
    let readings = evaluator.readings(
      of: evaluator.instances.operand(0, of: instance), from: evaluator.now, to: second,
      forgetting: ahead?.forgotten ?? .nothing)
    for (start, reading) in readings {
      _ = history.note(reading.noted(through: last, at: start), isAway: start > last, at: start)
    }
    return history.reading(beside: reading)
  }

  // MARK: Latches

  /// `c until d`: `not d and (c or what it was the second before)`
  ///
  /// While neither operand changes, it stays what it is from the first second on: with d false it is c or what it was, and
  /// then the same again. For a second ahead its truths from now on are found in a copy, interval by interval.
  func latch(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Reading {
    guard let slot = evaluator.instances.slot(of: instance) else { return .unknown }
    let last = evaluator.lastNote(by: instance)
    var history = evaluator.states.truths[slot]
    if ahead != nil { extend(&history, through: last, ahead?.forgotten ?? .nothing, &evaluator) }
    let condition = evaluator.operand(0, instance, &ahead).noted(through: last, at: second)
    let end = evaluator.operand(1, instance, &ahead).noted(through: last, at: second)
    let reading = Self.latched(condition, until: end, history.truth(before: second))
    if ahead == nil, evaluator.states.truths[slot].note(reading.truth, at: second) {
      evaluator.marks.instance(instance)
    }
    return reading
  }

  /// Adds the truths of a latch from now to the second before this one
  private func extend(
    _ history: inout TruthHistory, through last: Int64, _ forgotten: Ahead.Forgotten,
    _ evaluator: inout Evaluator
  ) {
    let operands = (
      evaluator.instances.operand(0, of: instance), evaluator.instances.operand(1, of: instance)
    )
    var start = evaluator.now
    for _ in 0..<Evaluator.longestWalk {
      if start >= second { return }
      let condition = evaluator.reading(of: operands.0, ahead: start, forgetting: forgotten)
        .noted(through: last, at: start)
      let end = evaluator.reading(of: operands.1, ahead: start, forgetting: forgotten)
        .noted(through: last, at: start)
      let reading = Self.latched(condition, until: end, history.truth(before: start))
      history.note(reading.truth, at: start)
      start = max(min(condition.until, end.until), Seconds.add(start, 1))
    }
    history.note(.unknown, at: start)
  }

  /// The reading of a latch, of which the truth of the second before is given
  ///
  ///     c       d       before     reading
  ///     false   false   true       true until the horizon of d
  ///     false   true    true       false until the later of both horizons
  ///     true    true    false      false until the horizon of d
  private static func latched(_ condition: Reading, until end: Reading, _ before: Truth) -> Reading
  {
    let truth = min(end.truth.negated, max(condition.truth, before))
    switch truth {
    case .true: return Reading(.true, until: end.until)
    case .unknown: return .unknown(until: min(condition.until, end.until))
    case .false:
      var until = end.truth == .true ? end.until : Seconds.past
      // While c is false, it comes true at no second, whatever d is.
      if condition.truth == .false { until = max(until, condition.until) }
      return Reading(.false, until: until)
    }
  }

  /// The operand where it is known, and what it was at its last known second where it is not
  ///
  /// It holds as long as the operand stays unknown.
  func lastKnown(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Reading {
    guard let slot = evaluator.instances.slot(of: instance) else { return .unknown }
    let reading = evaluator.operand(0, instance, &ahead).noted(
      through: evaluator.lastNote(by: instance), at: second)
    if reading.isKnown {
      if ahead == nil {
        if !reading.hasSameContent(as: evaluator.states.lastKnown[slot].reading) {
          evaluator.marks.instance(instance)
        }
        evaluator.states.lastKnown[slot].note(reading, at: second)
      }
      return reading
    }
    var memory = evaluator.states.lastKnown[slot]
    var last = memory.lose(at: second)
    if ahead == nil {
      evaluator.states.lastKnown[slot] = memory
    }
    last.until = reading.until
    return last
  }

  // MARK: Ahead

  /// `c within next D`: true where a second of `second … second + D` is true, as far as it is known now
  ///
  /// With `busy` known from 00:30 to 00:40, `busy within next 10min` has these readings:
  ///
  ///     at 00:00    false until 00:20: the interval of false ends at 00:30, which comes within reach 10 min earlier
  ///     at 00:25    true until 00:40, when the true seconds have passed
  func withinNext(
    _ duration: Int64, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    let operand = evaluator.instances.operand(0, of: instance)
    let last = Seconds.add(second, duration)
    var start = second
    var unknownEnd = Seconds.past
    for _ in 0..<Evaluator.longestWalk {
      let reading = evaluator.reading(of: operand, ahead: start)
      let end = max(reading.until, Seconds.add(start, 1))
      // A second of truth ahead stays within reach until it has passed.
      if reading.kind == .yes { return .truth(true, until: end) }
      if !reading.isKnown { unknownEnd = max(unknownEnd, end) }
      if end > last {
        let until = Seconds.move(end, by: -duration)
        guard unknownEnd > Seconds.past else { return .truth(false, until: until) }
        return .unknown(until: min(unknownEnd, until))
      }
      start = end
    }
    return .unknown(until: Seconds.add(second, 1))
  }
}

extension Reading {
  /// The reading of a second as it is remembered where nothing is from the second after `last` on
  func noted(through last: Int64, at second: Int64) -> Reading {
    guard last < Seconds.never else { return self }
    return second <= last ? bounded(by: Seconds.add(last, 1)) : .unknown
  }
}
