internal import OppModel

/// Arithmetic, functions and parts of scalars
///
/// They are extensions of the operations, and not of the engine, because a call of the engine that only reads is handed
/// a copy of all of it.
extension Arithmetic {
  /// The rate of the result of an operation each second, from the operands and their rates
  func rate(
    _ left: Double, _ leftRate: Double, _ right: Double,
    _ rightRate: Double
  ) -> Double {
    switch self {
    case .add, .timeAdvance, .combine: leftRate + rightRate
    case .subtract, .timeRetreat: leftRate - rightRate
    case .multiply: leftRate * right + left * rightRate
    case .divide: (leftRate * right - left * rightRate) / (right * right)
    case .modulo: leftRate - rightRate * Self.quotient(left, right)
    case .percentOf: (leftRate * right + left * rightRate) / 100
    // The checker refuses a duration that drifts.
    case .dateAdvance, .dateRetreat: leftRate
    case .dateDifference: (leftRate - rightRate) * 86_400
    }
  }

  /// The result of an operation; not finite if there is none, as of a division by zero, or of a date moved by half a day
  ///
  /// Dates are days since 1970-01-01, times of day seconds since midnight, instants and durations seconds.
  func value(_ left: Double, _ right: Double, in zone: Zone) -> Double {
    switch self {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    case .modulo: Self.modulo(left, right)
    case .percentOf: left * right / 100
    case .dateAdvance: left + Self.wholeDays(right)
    case .dateRetreat: left - Self.wholeDays(right)
    case .dateDifference: (left - right) * 86_400
    case .timeAdvance: Self.wrapped(left + right)
    case .timeRetreat: Self.wrapped(left - right)
    case .combine: Self.combined(date: left, time: right, zone)
    }
  }

  /// The number of times that the right goes into the left, rounded down, which ``modulo(_:_:)`` takes away
  ///
  /// It is found from the remainder, because a quotient that is a little less than a whole number may be rounded to it.
  static func quotient(_ left: Double, _ right: Double) -> Double {
    ((left - modulo(left, right)) / right).rounded()
  }

  /// The days of a duration; not a number unless they are whole
  private static func wholeDays(_ seconds: Double) -> Double {
    seconds.truncatingRemainder(dividingBy: 86_400) == 0 ? seconds / 86_400 : .nan
  }

  /// A time of day: 23:30 + 1h, 88 200 s, becomes 1800 s; 00:30 - 1h, -1800 s, becomes 84 600 s
  private static func wrapped(_ seconds: Double) -> Double {
    let rest = seconds.truncatingRemainder(dividingBy: 86_400)
    return rest < 0 ? rest + 86_400 : rest
  }

  /// The instant at which clocks of the zone show a time on a date; the time is rounded up to a whole second
  private static func combined(date: Double, time: Double, _ zone: Zone) -> Double {
    guard date.isFinite, time.isFinite else { return .nan }
    let local = LocalDateTime(
      date: CivilDate(days: Seconds.whole(date)), secondOfDay: Seconds.whole(time.rounded(.up)))
    return Double(zone.instant(of: local).seconds)
  }
}

extension Part {
  /// A part by the clocks of the zone; not a number outside the calendar
  ///
  /// Monday is 0, January is 1, and a date is days since 1970-01-01.
  func value(of scalar: Double, ofInstant: Bool, in zone: Zone) -> Double {
    guard scalar.isFinite else { return .nan }
    let whole = Seconds.whole(scalar)
    let local =
      ofInstant
      ? zone.local(at: Instant(seconds: whole))
      : LocalDateTime(date: CivilDate(days: whole), secondOfDay: 0)
    let time = ofInstant ? local.secondOfDay : whole
    switch self {
    case .hour, .minute, .second, .time: break
    case .year, .month, .day, .weekday, .week, .weekStart, .monthStart, .monthEnd, .yearStart,
      .date:
      // The calendar of a zone may end some hours before or after that of UTC.
      guard local.date >= .first, local.date <= .last else { return .nan }
    }
    switch self {
    case .year: return Double(local.date.year)
    case .month: return Double(local.date.month)
    case .day: return Double(local.date.day)
    case .weekday: return Double(local.date.weekday)
    case .week: return Double(local.date.week().number)
    case .weekStart: return Double(local.date.weekStart().days)
    case .monthStart: return Double(local.date.monthStart.days)
    case .monthEnd: return Double(local.date.monthEnd.days)
    case .yearStart: return Double(local.date.yearStart.days)
    case .hour: return Double(time / 3600)
    case .minute: return Double(time / 60 % 60)
    case .second: return Double(time % 60)
    case .date: return Double(local.date.days)
    case .time: return Double(local.secondOfDay)
    }
  }
}
