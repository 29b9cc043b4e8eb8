internal import OppModel

/// Kleene's logic over readings: what is decided is decided as long as one part decides it
struct LogicEvaluation {
  let instance: InstanceID

  /// The second of the evaluation: the present one, or that of `ahead`
  let second: Int64

  init(_ instance: InstanceID, _ second: Int64) {
    self.instance = instance
    self.second = second
  }

  /// Whether a row is in a list: of its presence and its predicate
  ///
  /// An unknown table makes all its rows unknown, whatever the predicate says.
  func membership(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Reading {
    let presence = evaluator.operand(0, instance, &ahead)
    guard presence.isKnown else { return .unknown(until: presence.until) }
    return junction(deciding: .no, &ahead, &evaluator)
  }

  func negation(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Reading {
    let reading = evaluator.operand(0, instance, &ahead)
    return Reading(reading.truth.negated, until: reading.until)
  }

  /// The operand that the condition chooses, as long as both stay what they are
  func conditional(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Reading {
    let condition = evaluator.operand(0, instance, &ahead)
    switch condition.truth {
    case .true: return passed(1, &ahead, &evaluator).bounded(by: condition.until)
    case .false: return passed(2, &ahead, &evaluator).bounded(by: condition.until)
    case .unknown: return .unknown(until: condition.until)
    }
  }

  /// The first operand where it is known, else the second
  ///
  /// `temp otherwise 20C`, with a temperature that is known until 12:30, is the temperature for as long; with one that
  /// is unknown until 12:30 it is 20 °C until then.
  func otherwise(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Reading {
    let first = evaluator.operand(0, instance, &ahead)
    if first.isKnown { return passed(0, &ahead, &evaluator) }
    return passed(1, &ahead, &evaluator).bounded(by: first.until)
  }

  /// Whether the operand is known
  func known(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Reading {
    let reading = evaluator.operand(0, instance, &ahead)
    return .truth(reading.isKnown, until: reading.until)
  }

  /// The reading of an operand, of this second where it drifts
  private func passed(
    _ index: Int, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    var reading = evaluator.operand(index, instance, &ahead)
    if reading.drifts { reading.first = evaluator.scalar(index, instance, at: second, &ahead) }
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
  func junction(
    deciding: Reading.Kind, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    let other: Reading.Kind = deciding == .yes ? .no : .yes
    var decidedUntil = Seconds.past
    var earliest = Seconds.never
    var isUnknown = false
    for index in 0..<evaluator.instances.operandCount(of: instance) {
      let reading = evaluator.operand(index, instance, &ahead)
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
