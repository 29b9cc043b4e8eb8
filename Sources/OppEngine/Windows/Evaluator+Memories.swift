internal import OppModel

/// `for`, `within last`, `within next`, `began` and the last known value
extension Evaluator {
  /// The reading of an operator that remembers the truth of its operand, or its last known value
  ///
  /// At the present second it takes note first. For a second ahead the note is taken in a copy, after a walk over all
  /// that is known between now and then: `(busy for 5min) within next 10min`, with `busy` from 00:30 on, is true from
  /// 00:25 on, as `busy for 5min` will be at 00:35.
  mutating func memory(
    _ instance: Int32, _ instruction: Instruction, at second: Int64, _ ahead: inout Ahead?
  ) -> Reading {
    let slot = Int(instances.slot[Int(instance)])
    guard slot >= 0 else { return .unknown }
    if case .lastKnown = instruction { return lastKnown(instance, slot, at: second, &ahead) }
    let last = lastNote(by: instance)
    let reading = operand(0, instance, &ahead).noted(through: last, at: second)
    var memory = truthMemories[slot]
    if ahead == nil {
      if truthMemories[slot].note(reading.truth, at: second) { marks.instance(instance) }
      memory = truthMemories[slot]
    } else {
      let forgotten = ahead?.forgotten ?? .nothing
      walk(instances.operand(0, of: instance), from: now, to: second, forgetting: forgotten) {
        memory.note($1.noted(through: last, at: $0).truth, at: $0)
      }
    }
    switch instruction {
    case .lasting(let duration):
      return memory.extreme(.false, duration, at: second, until: reading.until)
    case .withinLast(let duration):
      return memory.extreme(.true, duration, at: second, until: reading.until)
    default:
      guard let began = memory.began else { return .unknown(until: reading.until) }
      return .scalar(Double(began), until: reading.until)
    }
  }

  /// The operand where it is known, and what it was at its last known second where it is not
  ///
  /// It holds as long as the operand stays unknown. What moved is taken for the position at which it was lost.
  private mutating func lastKnown(
    _ instance: Int32, _ slot: Int, at second: Int64, _ ahead: inout Ahead?
  ) -> Reading {
    let reading = operand(0, instance, &ahead).noted(through: lastNote(by: instance), at: second)
    if reading.isKnown {
      if ahead == nil {
        if !reading.hasSameContent(as: lastKnownMemories[slot].reading) { marks.instance(instance) }
        lastKnownMemories[slot].note(reading, at: second)
      }
      return reading
    }
    var memory = lastKnownMemories[slot]
    var last = memory.lose(at: second)
    if ahead == nil {
      if lastKnownMemories[slot].reading.drifts { marks.instance(instance) }
      lastKnownMemories[slot] = memory
    }
    if last.kind == .moving { last.kind = .position }
    last.until = reading.until
    return last
  }

  // MARK: Rows that are away

  /// The last second of which something that remembers takes note; while a row of it is away it does not
  ///
  /// That is the second at which the row leaves its table, for `on row removed when …`. When the row
  /// comes back, it begins anew.
  ///
  ///     opp "x" for each t in tasks when (temp > 2C and t.cost > 2) for 10min
  ///
  ///     00:05 row a comes, true        fires at 00:15
  ///     00:20 row a goes               the note of 00:20 is the last one
  ///     00:25 row a comes back, true   fires at 00:35: what lasted until 00:20 does not count
  @inline(__always)
  func lastNote(by instance: Int32) -> Int64 {
    var last = Seconds.never
    let template = Int(instances.template[Int(instance)])
    if program.templates[template].scopes.isEmpty { return last }
    for scope in program.templates[template].scopes {
      let row = instances.row(of: scope, in: instances.environment[Int(instance)])
      if row >= 0, isAway(row) { last = min(last, rows[Int(row)].absentSince) }
    }
    return last
  }

  /// Whether a row is known not to be in its table
  @inline(__always)
  func isAway(_ row: Int32) -> Bool {
    !rows[Int(row)].isPresent && tables[Int(rows[Int(row)].table)].isKnown
  }

  // MARK: Ahead

  /// Calls `body` with each reading of an instance from one second to another, both included
  ///
  /// - Returns: the horizon of the last reading.
  ///
  /// A condition that turns at 12:00 and at 13:00 is called for `start`, 12:00 and 13:00: once for each interval over
  /// which its reading holds, not once a second.
  @discardableResult
  mutating func walk(
    _ instance: Int32, from start: Int64, to end: Int64,
    forgetting forgotten: Ahead.Forgotten = .nothing,
    _ body: (Int64, Reading) -> Void
  ) -> Int64 {
    var second = start
    for _ in 0..<Self.longestWalk {
      let reading = reading(of: instance, ahead: second, forgetting: forgotten)
      body(second, reading)
      second = max(reading.until, Seconds.add(second, 1))
      if second > end { return second }
    }
    body(second, .unknown)
    return second
  }

  /// The greatest number of readings ahead that are looked at before the rest is called unknown
  static let longestWalk = 200_000

  /// `c within next D`: true where a second of `second … second + D` is true, as far as it is known now
  ///
  /// With `busy` known from 00:30 to 00:40, `busy within next 10min` has these readings:
  ///
  ///     at 00:00    false until 00:20: the interval of false ends at 00:30, which comes within reach 10 min earlier
  ///     at 00:25    true until 00:40, when the true seconds have passed
  mutating func withinNext(
    _ instance: Int32, _ duration: Int64, at second: Int64, _ ahead: inout Ahead?
  ) -> Reading {
    let operand = instances.operand(0, of: instance)
    let last = Seconds.add(second, duration)
    var start = second
    var unknownEnd = Seconds.past
    for _ in 0..<Self.longestWalk {
      let reading = reading(of: operand, ahead: start)
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
