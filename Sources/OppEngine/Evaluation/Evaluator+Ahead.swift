internal import OppModel

/// Seconds ahead, as far as they are known, and the states that remember them
extension Evaluator {
  /// The readings of an instance from one second to another, both included
  ///
  /// A condition that turns at 12:00 and at 13:00 has one of `start`, of 12:00 and of 13:00: one for each interval over
  /// which it holds, not one a second.
  mutating func readings(
    of instance: InstanceID, from start: Int64, to end: Int64,
    assuming projection: Projection = .known
  ) -> [(start: Int64, reading: Reading)] {
    var found: [(start: Int64, reading: Reading)] = []
    var second = start
    repeat {
      var reading = reading(of: instance, at: second, assuming: projection)
      reading.until = max(reading.until, Seconds.add(second, 1))
      found.append((second, reading))
      second = reading.until
      work.preparations += 1
    } while second <= end && found.count < Self.longestWalk && !isOver()
    if second <= end { found.append((second, .unknown)) }
    return found
  }

  /// The greatest number of readings ahead that are looked at before the rest is called unknown
  static let longestWalk = 200_000

  /// The last second of which something that remembers takes note; while a row of it is away it does not
  ///
  /// That is the second at which the row leaves its table, for `on row removed when …`. When the row
  /// comes back, it begins anew.
  ///
  ///     opp "x" for each t in tasks when (temp > 2C and t.cost > 2) for 10min
  ///
  ///     00:05 row a comes, true        fires at 00:15
  ///     00:20 row a goes               the note of 00:20 is the last one
  ///     00:25 row a comes back, true   fires at 00:35: the time until 00:20 does not count
  @inline(__always)
  func lastNote(by instance: InstanceID) -> Int64 {
    var last = Seconds.never
    let template = instances.template[instance]
    guard code[template].isOfRows else { return last }
    for scope in program.templates[template].scopes {
      if let row = instances.row(of: scope, in: instances.environment[instance]),
        facts.isAway(row)
      {
        last = min(last, facts.rows[row].lastNote)
      }
    }
    return last
  }

  /// The first second that a window still looks at, as of its latest evaluation
  func firstSecond(ofWindow instance: InstanceID, _ window: WindowState) -> Int64 {
    switch window.span {
    case .last(let duration), .next(let duration):
      return Seconds.subtract(window.evaluatedAt, Seconds.add(duration, 1))
    case .since:
      // An instant that moves back finds what was before it for as long as anything is kept.
      let kept = Seconds.subtract(window.evaluatedAt, MemoryLedger.keeping)
      let start = instances.readings[instances.operand(1, of: instance)]
      return start.kind == .scalar ? min(kept, Seconds.whole(start.first)) : kept
    }
  }
}
