internal import OppModel

/// `for`, `within last`, `within next`, `began`, `until`, `last_change` and the last known value
extension Evaluator {
  /// `for`, which is false if its operand was false at a second of the past, and `within last`, the other way around
  ///
  /// - Parameters:
  ///   - deciding: the truth that decides it at any second.
  ///   - duration: in seconds.
  mutating func past(_ instance: InstanceID, _ deciding: Truth, _ duration: Int64) -> Reading {
    let second = moment.second
    guard let (history, until, last) = noted(instance) else { return .unknown }
    let reading = history.extreme(deciding, duration, at: second, until: until)
    // A row that leaves at this second is forgotten at the next, whatever holds for longer.
    return second <= last ? reading.bounded(by: Seconds.add(last, 1)) : reading
  }

  /// The first second of the present or latest interval of truth
  mutating func began(_ instance: InstanceID) -> Reading {
    guard let (history, until, _) = noted(instance) else { return .unknown }
    guard let began = history.began else { return .unknown(until: until) }
    return .scalar(Double(began), until: until)
  }

  /// The truths of the operand up to this second, and until when its present one holds
  ///
  /// At the present it takes note first. In a projection the note is taken in a copy, after a walk over all that is known
  /// between now and then: `(busy for 5min) within next 10min`, with `busy` from 00:30 on, is true from
  /// 00:25 on, as `busy for 5min` will be at 00:35.
  ///
  /// - Returns: also the last second of which it takes note, ``Seconds/never`` if there is none; `nil` without a state.
  private mutating func noted(_ instance: InstanceID) -> (
    history: TruthHistory, until: Int64, last: Int64
  )? {
    let second = moment.second
    guard let slot = instances.slot(of: instance) else { return nil }
    let last = lastNote(by: instance)
    let reading = operand(0, of: instance).noted(through: last, at: second)
    if moment.isPresent {
      if states.truths[slot].note(reading.truth, at: second) { marks.instance(instance) }
      return (states.truths[slot], reading.until, last)
    }
    var history = states.truths[slot]
    let readings = readings(
      of: instances.operand(0, of: instance), from: now, to: second,
      assuming: moment.assumption)
    for (start, reading) in readings {
      history.note(reading.noted(through: last, at: start).truth, at: start)
    }
    return (history, reading.until, last)
  }

  /// The second at which the value of the operand last changed, unknown while the operand is
  ///
  /// In a projection, the changes from now until its second are noted in a copy.
  mutating func lastChange(_ instance: InstanceID) -> Reading {
    let second = moment.second
    guard let slot = instances.slot(of: instance) else { return .unknown }
    let last = lastNote(by: instance)
    let reading = operand(0, of: instance).noted(through: last, at: second)
    if moment.isPresent {
      if states.changes[slot].note(reading, isAway: second > last, at: second) {
        marks.instance(instance)
      }
      return states.changes[slot].reading(beside: reading)
    }
    var history = states.changes[slot]
    let readings = readings(
      of: instances.operand(0, of: instance), from: now, to: second,
      assuming: moment.assumption)
    for (start, reading) in readings {
      _ = history.note(reading.noted(through: last, at: start), isAway: start > last, at: start)
    }
    return history.reading(beside: reading)
  }

  // MARK: Latches

  /// `c until d`: `not d and (c or its value of the second before)`
  ///
  /// While neither operand changes, it stays the same from the first second on: with d false it is c or its value before, and
  /// then the same again. In a projection its truths from now on are found in a copy, interval by interval.
  mutating func latch(_ instance: InstanceID) -> Reading {
    let second = moment.second
    guard let slot = instances.slot(of: instance) else { return .unknown }
    let last = lastNote(by: instance)
    var history = states.truths[slot]
    if !moment.isPresent { extend(&history, of: instance, through: last) }
    let condition = operand(0, of: instance).noted(through: last, at: second)
    let end = operand(1, of: instance).noted(through: last, at: second)
    let reading = Self.latched(condition, until: end, history.truth(before: second))
    if moment.isPresent, states.truths[slot].note(reading.truth, at: second) {
      marks.instance(instance)
    }
    return reading
  }

  /// Adds the truths of a latch from now to the second before that of the projection
  private mutating func extend(
    _ history: inout TruthHistory, of instance: InstanceID, through last: Int64
  ) {
    let second = moment.second
    let operands = (instances.operand(0, of: instance), instances.operand(1, of: instance))
    var start = now
    for _ in 0..<Self.longestWalk {
      if start >= second { return }
      let condition = self.reading(of: operands.0, at: start, assuming: moment.assumption)
        .noted(through: last, at: start)
      let end = self.reading(of: operands.1, at: start, assuming: moment.assumption)
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

  /// The operand if it is known, else its reading of the last second at which it was
  ///
  /// It holds as long as the operand stays unknown.
  mutating func lastKnown(_ instance: InstanceID) -> Reading {
    let second = moment.second
    guard let slot = instances.slot(of: instance) else { return .unknown }
    let reading = operand(0, of: instance).noted(
      through: lastNote(by: instance), at: second)
    if reading.isKnown {
      if moment.isPresent {
        if !reading.hasSameContent(as: states.lastKnown[slot].reading) {
          marks.instance(instance)
        }
        states.lastKnown[slot].note(reading, at: second)
      }
      return reading
    }
    var memory = states.lastKnown[slot]
    var last = memory.lose(at: second)
    if moment.isPresent { states.lastKnown[slot] = memory }
    last.until = reading.until
    return last
  }

  // MARK: Ahead

  /// `c within next D`: true if c is true at a second of `second … second + D`, as far as it is known now
  ///
  /// With `busy` known from 00:30 to 00:40, `busy within next 10min` has these readings:
  ///
  ///     at 00:00    false until 00:20: the interval of false ends at 00:30, which comes within reach 10 min earlier
  ///     at 00:25    true until 00:40, when the true seconds have passed
  mutating func withinNext(_ instance: InstanceID, _ duration: Int64) -> Reading {
    let second = moment.second
    let operand = instances.operand(0, of: instance)
    let last = Seconds.add(second, duration)
    var start = second
    var unknownEnd = Seconds.past
    for _ in 0..<Self.longestWalk {
      let reading = self.reading(of: operand, at: start)
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
  /// The reading of a second as it is remembered by an operator that takes note of no second after `last`
  func noted(through last: Int64, at second: Int64) -> Reading {
    guard last < Seconds.never else { return self }
    return second <= last ? bounded(by: Seconds.add(last, 1)) : .unknown
  }
}
