internal import OppModel

/// Seconds ahead, as far as they are known, and what remembers of them
extension Evaluator {
  /// Calls `body` with each reading of an instance from one second to another, both included
  ///
  /// - Returns: the horizon of the last reading.
  ///
  /// A condition that turns at 12:00 and at 13:00 is called for `start`, 12:00 and 13:00: once for each interval over
  /// which its reading holds, not once a second.
  @discardableResult
  mutating func walk(
    _ instance: InstanceID, from start: Int64, to end: Int64,
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
