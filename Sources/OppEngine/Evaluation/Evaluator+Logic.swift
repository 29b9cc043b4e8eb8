internal import OppModel

/// Logic: Kleene's three values over readings, decided for as long as one part decides them
extension Evaluator {
  /// The reading of whether a row is in a list: of its presence and its predicate
  ///
  /// An unknown table makes all its rows unknown, also those that the predicate excludes.
  mutating func membership(_ instance: InstanceID) -> Reading {
    let presence = operand(0, of: instance)
    guard presence.isKnown else { return .unknown(until: presence.until) }
    return junction(instance, deciding: .no)
  }

  /// The other truth, for as long as the operand holds
  mutating func negation(_ instance: InstanceID) -> Reading {
    let reading = operand(0, of: instance)
    return Reading(reading.truth.negated, until: reading.until)
  }

  /// The operand that the condition chooses, until either of them changes
  mutating func conditional(_ instance: InstanceID) -> Reading {
    let condition = operand(0, of: instance)
    switch condition.truth {
    case .true: return passed(instance, 1).bounded(by: condition.until)
    case .false: return passed(instance, 2).bounded(by: condition.until)
    case .unknown: return .unknown(until: condition.until)
    }
  }

  /// The first operand if it is known, else the second
  ///
  /// `temp otherwise 20C`, with a temperature that is known until 12:30, is the temperature for as long; with one that
  /// is unknown until 12:30 it is 20 °C until then.
  mutating func otherwise(_ instance: InstanceID) -> Reading {
    let first = operand(0, of: instance)
    if first.isKnown { return passed(instance, 0) }
    return passed(instance, 1).bounded(by: first.until)
  }

  /// The reading of whether the operand is known
  mutating func known(_ instance: InstanceID) -> Reading {
    let reading = operand(0, of: instance)
    return .truth(reading.isKnown, until: reading.until)
  }

  /// The reading of an operand, with its scalar of this second if it drifts
  private mutating func passed(_ instance: InstanceID, _ index: Int) -> Reading {
    var reading = operand(index, of: instance)
    if reading.drifts { reading.first = scalar(index, of: instance, at: moment.second) }
    return reading
  }

  /// `and` is false while a part is, `or` true while a part is
  ///
  /// A part that decides does so until its horizon, also while other parts change; if no part decides, an unknown
  /// part keeps the whole from the other truth.
  ///
  ///     a false until 13:00, b false until 14:00, c true until 12:10      a and b and c    false until 14:00
  ///     a true until 13:00,  b unknown until 12:30                        a and b          unknown until 12:30
  ///     a true until 13:00,  b true until 12:30                           a and b          true until 12:30
  ///
  /// - Parameter deciding: `.no` for `and`, `.yes` for `or`.
  mutating func junction(_ instance: InstanceID, deciding: Reading.Kind) -> Reading {
    let other: Reading.Kind = deciding == .yes ? .no : .yes
    var decidedUntil = Seconds.past
    var earliest = Seconds.never
    var isUnknown = false
    for index in 0..<instances.operandCount(of: instance) {
      let reading = operand(index, of: instance)
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
