internal import OppModel

/// Kleene's logic over readings: what is decided is decided as long as one part decides it
extension Evaluator {
  /// The reading of an operator on truths, or of one that chooses between its operands
  ///
  /// `temp otherwise 20C`, with a temperature that is known until 12:30, is the temperature for as long; with one that
  /// is unknown until 12:30 it is 20 °C until then.
  mutating func logic(
    _ instance: Int32, _ instruction: Instruction, at second: Int64, _ ahead: inout Ahead?
  ) -> Reading {
    switch instruction {
    case .membership:
      // An unknown table makes all its rows unknown, whatever the predicate says.
      let presence = operand(0, instance, &ahead)
      guard presence.isKnown else { return .unknown(until: presence.until) }
      return junction(instance, deciding: .no, &ahead)
    case .not:
      let reading = operand(0, instance, &ahead)
      return Reading(reading.truth.negated, until: reading.until)
    case .and: return junction(instance, deciding: .no, &ahead)
    case .or: return junction(instance, deciding: .yes, &ahead)
    case .conditional:
      let condition = operand(0, instance, &ahead)
      switch condition.truth {
      case .true:
        return passed(1, instance, at: second, &ahead).bounded(by: condition.until)
      case .false:
        return passed(2, instance, at: second, &ahead).bounded(by: condition.until)
      case .unknown: return .unknown(until: condition.until)
      }
    case .otherwise:
      let first = operand(0, instance, &ahead)
      if first.isKnown { return passed(0, instance, at: second, &ahead) }
      return passed(1, instance, at: second, &ahead).bounded(by: first.until)
    case .known:
      let reading = operand(0, instance, &ahead)
      return .truth(reading.isKnown, until: reading.until)
    default: return .unknown
    }
  }

  /// The reading of an operand, of this second where it drifts
  private mutating func passed(
    _ index: Int, _ instance: Int32, at second: Int64, _ ahead: inout Ahead?
  ) -> Reading {
    var reading = operand(index, instance, &ahead)
    if reading.drifts { reading.first = scalar(index, instance, at: second, &ahead) }
    return reading
  }

  /// `and` is false while a part is, `or` true while a part is
  ///
  /// A part that decides does so until its horizon, whatever the others do; without one, an unknown
  /// part keeps the whole from the other truth.
  ///
  ///     a false until 13:00, b false until 14:00, c true until 12:10      a and b and c    false until 14:00
  ///     a true until 13:00,  b unknown until 12:30                        a and b          unknown until 12:30
  ///     a true until 13:00,  b true until 12:30                           a and b          true until 12:30
  ///
  /// - Parameter deciding: `.no` for `and`, `.yes` for `or`.
  mutating func junction(
    _ instance: Int32, deciding: Reading.Kind, _ ahead: inout Ahead?
  ) -> Reading {
    let other: Reading.Kind = deciding == .yes ? .no : .yes
    var decidedUntil = Seconds.past
    var earliest = Seconds.never
    var isUnknown = false
    for index in 0..<instances.operandCount(of: instance) {
      let reading = operand(index, instance, &ahead)
      if reading.kind == deciding {
        decidedUntil = max(decidedUntil, reading.until)
      } else {
        isUnknown = isUnknown || reading.kind != other
        earliest = min(earliest, reading.until)
      }
    }
    if decidedUntil > Seconds.past { return Reading(kind: deciding, until: decidedUntil) }
    return Reading(kind: isUnknown ? .unknown : other, until: earliest)
  }
}
