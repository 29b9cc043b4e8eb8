internal import OppModel

/// The update of an instance at the change of one operand, without a place among those to evaluate
///
/// A position that moves has a distance to each place and a new sunset, and this a new horizon for each `time in
/// 12:00..sunset`. What each of them becomes follows from the change alone: it is updated where the change is found.
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

extension DirectUpdate {
  /// Updates an instance where it follows from the change of an operand
  ///
  /// - Returns: whether it does; else it is to be evaluated.
  @inline(__always)
  func run(
    _ instance: InstanceID, _ operand: InstanceID, _ before: Reading, _ reading: Reading,
    _ evaluator: inout Evaluator
  ) -> Bool {
    switch self {
    case .none: return false
    case .distance where evaluator.staysFar(instance): break
    case .distance, .soleOperand:
      let new = evaluator.evaluate(instance)
      evaluator.take(new, of: instance)
    case .known: return before.isKnown && reading.isKnown && before.until == reading.until
    case .clockRange:
      let update = ClockRangeUpdate(instance: instance)
      guard let until = update.horizon(bound: operand, before, reading, &evaluator) else {
        return false
      }
      var new = evaluator.instances.readings[instance]
      if until == new.until || Counting().suspends(instance, &evaluator) { return true }
      new.until = until
      evaluator.take(new, of: instance)
    }
    return true
  }
}

/// A range of times of day whose bound has another value
///
///     time in 12:00..sunset    at 15:00 true until 18:05; a sunset of 18:04 has it true until 18:04
///     time in sunrise..12:00   at 15:00 false until midnight, at which sunrise is another one anyway
struct ClockRangeUpdate {
  let instance: InstanceID

  /// The horizon of the range, where it stays as true as it is when a bound changes; nil where it has to be evaluated
  ///
  /// 1. Both values of the bound are on the same side of the time, and on the same side of the other bound.
  /// 2. Of a bound that is past, nothing changes: the clock does not come to it again before a bound is another one.
  /// 3. Of the bound at which the range turns next, the horizon is the new one.
  func horizon(
    bound: InstanceID, _ before: Reading, _ reading: Reading, _ evaluator: inout Evaluator
  ) -> Int64? {
    let present = evaluator.instances.readings[instance]
    let (low, high) = (
      evaluator.instances.operand(1, of: instance), evaluator.instances.operand(2, of: instance)
    )
    let other = evaluator.instances.readings[low == bound ? high : low]
    let limit = min(reading.until, other.until)
    guard present.isKnown, present.until > evaluator.now, low != high, before.kind == .scalar,
      reading.kind == .scalar, before.until == reading.until, other.kind == .scalar
    else { return nil }
    let (secondOfDay, jump) = evaluator.zone.timeOfDay(at: Instant(seconds: evaluator.now))
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
      Seconds.add(evaluator.now, Seconds.whole(old - time)),
      Seconds.add(evaluator.now, Seconds.whole(new - time))
    )
    guard oldTurn < limit, turn < limit else { return nil }
    if present.until < oldTurn { return present.until }
    return present.until == oldTurn ? turn : nil
  }
}
