internal import OppModel

/// The update of an instance at the change of one operand, without a place among those to evaluate
///
/// A position that moves has a distance to each place and a new sunset, and this a new horizon for each `time in
/// 12:00..sunset`. The new reading of each follows from the change alone: it is updated where the change is found.
enum DirectUpdate {
  /// It is evaluated with all others that are marked
  case none

  /// Nothing else that it depends on changes: it is evaluated at once
  case soleOperand

  /// A distance of which one end moves, which is far from all that it is compared with most of the time
  case distance

  /// A range of times of day, which a bound that stays on the same side of the time leaves as true as it is
  case clockRange

  /// `known`, of an operand that is known before and after most of its changes
  case known

  /// - Parameter operands: the instructions of the operands, in their order.
  init(_ instruction: Instruction, isOfRows: Bool, _ operands: [Instruction]) {
    let varying = operands.filter { if case .constant = $0 { false } else { true } }
    if isOfRows {
      self = .none
    } else if case .inRange(.timeOfDay) = instruction, case .clock(.time)? = operands.first {
      self = .clockRange
    } else if case .known = instruction {
      self = .known
    } else if case .distance = instruction, varying.count == 1 {
      self = .distance
    } else if case .arithmetic = instruction, varying.count == 1, case .sun? = varying.first {
      self = .soleOperand
    } else {
      self = .none
    }
  }
}

extension Evaluator {
  /// Updates an instance if that follows from the change of an operand
  ///
  /// - Returns: `false` if it is to be evaluated.
  @inline(__always)
  mutating func updates(
    _ instance: InstanceID, by update: DirectUpdate, of operand: InstanceID, _ before: Reading,
    _ reading: Reading
  ) -> Bool {
    switch update {
    case .none: return false
    case .distance where staysFar(instance): break
    case .distance, .soleOperand: take(evaluate(instance), of: instance)
    case .known: return before.isKnown && reading.isKnown && before.until == reading.until
    case .clockRange:
      guard let until = clockRangeHorizon(of: instance, bound: operand, before, reading) else {
        return false
      }
      var new = instances.readings[instance]
      if until == new.until || suspends(instance) { return true }
      new.until = until
      take(new, of: instance)
    }
    return true
  }

  /// The horizon of a range of times of day that stays as true as it is when a bound changes, or `nil` if it has to be evaluated
  ///
  ///     time in 12:00..sunset    at 15:00 true until 18:05; a sunset of 18:04 has it true until 18:04
  ///     time in sunrise..12:00   at 15:00 false until midnight, at which sunrise is another one anyway
  ///
  /// 1. Both values of the bound are on the same side of the time, and on the same side of the other bound.
  /// 2. A bound that is past changes nothing: the clock does not come to it again before a bound is another one.
  /// 3. The bound at which the range turns next gives the new horizon.
  private mutating func clockRangeHorizon(
    of instance: InstanceID, bound: InstanceID, _ before: Reading, _ reading: Reading
  ) -> Int64? {
    let present = instances.readings[instance]
    let (low, high) = (instances.operand(1, of: instance), instances.operand(2, of: instance))
    let other = instances.readings[low == bound ? high : low]
    let limit = min(reading.until, other.until)
    guard present.isKnown, present.until > now, low != high, before.kind == .scalar,
      reading.kind == .scalar, before.until == reading.until, other.kind == .scalar
    else { return nil }
    let (secondOfDay, jump) = zone.timeOfDay(at: Instant(seconds: now))
    let time = Double(secondOfDay)
    // Of whole seconds, the first that is not before a bound.
    let (old, new) = (before.first.rounded(.up), reading.first.rounded(.up))
    let fixed = other.first.rounded(.up)
    guard old != fixed, new != fixed, (old < fixed) == (new < fixed), limit <= jump.seconds else {
      return nil
    }
    if old <= time, new <= time { return present.until }
    guard old > time, new > time else { return nil }
    let (oldTurn, turn) = (
      Seconds.add(now, Seconds.whole(old - time)),
      Seconds.add(now, Seconds.whole(new - time))
    )
    guard oldTurn < limit, turn < limit else { return nil }
    if present.until < oldTurn { return present.until }
    return present.until == oldTurn ? turn : nil
  }
}
