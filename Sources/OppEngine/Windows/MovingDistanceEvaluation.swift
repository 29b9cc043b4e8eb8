internal import OppModel

/// The evaluation of a distance to something that moves from second to second, as a mean of positions does
struct MovingDistanceEvaluation {
  let instance: InstanceID

  /// The second of the evaluation: the present one, or that of `ahead`
  let second: Int64

  init(_ instance: InstanceID, _ second: Int64) {
    self.instance = instance
    self.second = second
  }

  /// The position of an operand that may move, at a second for which its reading holds
  ///
  /// `if charging then @48.4,-123.4 else average(location.position, last 10min)` moves as the window in it does,
  /// which is computed from its memory at that very second.
  func position(
    _ index: Int, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Position? {
    let reading = evaluator.operand(index, instance, &ahead)
    let mover = evaluator.instances.operand(index, of: instance)
    let instruction = evaluator.instruction(ofOperand: index, instance)
    guard reading.kind == .moving else { return evaluator.pool.position(reading) }
    if case .window = instruction {
      return WindowEvaluation(mover, second).windowPosition(&ahead, &evaluator)
    }
    guard evaluator.instances.operandCount(of: mover) > 0 else {
      return evaluator.pool.position(reading)
    }
    // All others pass on the first operand, as the position of a place does.
    var passed = 0
    if case .conditional = instruction {
      passed = evaluator.operand(0, mover, &ahead).kind == .yes ? 1 : 2
    } else if case .otherwise = instruction {
      passed = evaluator.operand(0, mover, &ahead).isKnown ? 0 : 1
    }
    return Self(mover, second).position(passed, &ahead, &evaluator)
  }

  /// The geodesic in metres between two positions of which one moves, or not a number
  func distance(
    _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Double {
    guard let left = position(0, &ahead, &evaluator),
      let right = position(1, &ahead, &evaluator)
    else { return .nan }
    return Geodesic.distance(from: left, to: right)
  }

  /// A distance to what moves along a chord: it falls, then rises, and holds up to the turn
  func reading(
    _ limit: Int64, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    let value = distance(&ahead, &evaluator)
    guard value.isFinite else { return .unknown(until: Seconds.add(second, 1)) }
    let last = min(Seconds.subtract(limit, 1), Seconds.add(second, Self.longestMove))
    let next = Self(instance, Seconds.add(second, 1)).distance(&ahead, &evaluator)
    guard second < last, next.isFinite else {
      return .curved(value, perSecond: 0, until: Seconds.add(second, 1))
    }
    guard next < value else {
      return .curved(value, perSecond: next - value, until: min(limit, Seconds.add(last, 1)))
    }
    // The turn is the first second after which the distance no longer falls: found by halving.
    let turn = (second..<last).partitionPoint { middle in
      let here = Self(instance, middle).distance(&ahead, &evaluator)
      let there = Self(instance, Seconds.add(middle, 1)).distance(&ahead, &evaluator)
      return !(there < here)
    }
    return .curved(value, perSecond: next - value, until: max(turn, Seconds.add(second, 1)))
  }

  /// The number of seconds ahead in which the turn of a distance is looked for
  private static let longestMove: Int64 = 366 * 86_400
}
