internal import OppModel

/// Distances to a position that moves from second to second, as a mean of positions does
extension Evaluator {
  /// The position of an operand that may move, at a second for which its reading holds
  ///
  /// `if charging then @48.4,-123.4 else average(location.position, last 10min)` moves as the window in it does,
  /// which is computed from its memory at that very second.
  mutating func position(_ index: Int, of instance: InstanceID, at second: Int64) -> Position? {
    let reading = operand(index, of: instance)
    let mover = instances.operand(index, of: instance)
    let instruction = instruction(ofOperand: index, instance)
    guard reading.kind == .moving else { return pool.position(reading) }
    if case .window = instruction {
      return windowPosition(mover, at: second)
    }
    guard instances.operandCount(of: mover) > 0 else {
      return pool.position(reading)
    }
    // All others pass on the first operand, as the position of a place does.
    var passed = 0
    if case .conditional = instruction {
      passed = operand(0, of: mover).kind == .yes ? 1 : 2
    } else if case .otherwise = instruction {
      passed = operand(0, of: mover).isKnown ? 0 : 1
    }
    return position(passed, of: mover, at: second)
  }

  /// The geodesic in metres between two positions of which one moves, or not a number
  mutating func movingDistance(_ instance: InstanceID, at second: Int64) -> Double {
    guard let left = position(0, of: instance, at: second),
      let right = position(1, of: instance, at: second)
    else { return .nan }
    return Geodesic.distance(from: left, to: right)
  }

  /// The reading of a distance to a position that moves along a chord: it falls, then rises, and holds up to the turn
  ///
  /// - Parameter limit: the second until which both positions hold.
  mutating func movingDistanceReading(_ instance: InstanceID, _ limit: Int64) -> Reading {
    let second = moment.second
    let value = movingDistance(instance, at: second)
    guard value.isFinite else { return .unknown(until: Seconds.add(second, 1)) }
    let last = min(Seconds.subtract(limit, 1), Seconds.add(second, Self.longestMove))
    let next = movingDistance(instance, at: Seconds.add(second, 1))
    guard second < last, next.isFinite else {
      return .curved(value, perSecond: 0, until: Seconds.add(second, 1))
    }
    guard next < value else {
      return .curved(value, perSecond: next - value, until: min(limit, Seconds.add(last, 1)))
    }
    // The turn is the first second after which the distance no longer falls: found by halving.
    let turn = (second..<last).partitionPoint { middle in
      let here = movingDistance(instance, at: middle)
      let there = movingDistance(instance, at: Seconds.add(middle, 1))
      return !(there < here)
    }
    return .curved(value, perSecond: next - value, until: max(turn, Seconds.add(second, 1)))
  }

  /// The number of seconds ahead in which the turn of a distance is looked for
  private static let longestMove: Int64 = 366 * 86_400
}
