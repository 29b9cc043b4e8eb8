internal import OppModel

/// Arithmetic on scalars, steady or drifting; division by nothing is unknown
extension Engine {
  /// The reading of an operation on two scalars
  ///
  /// 1. Steady operands give a steady result, unknown where it is beyond the limits of its type, such as the year 9999.
  /// 2. Of operands that drift, the rate is found by the rules of differentiation.
  /// 3. The result holds until the earlier horizon, but no longer than a time of day takes to wrap, or a date or an
  ///    instant to leave its limits.
  ///
  /// With `free` at 1800 s and falling by 1 s a second, `free * 2` is 3600 s, falling by 2 s a second, and
  /// `3600 / (free / 1s)` is 2 and no straight line: its rate, 1/900 a second, is that of this second only.
  mutating func arithmetic(
    _ operation: Arithmetic, _ instance: Int32, at second: Int64, _ ahead: inout Ahead?
  ) -> Reading {
    let left = operand(0, instance, &ahead)
    let right = operand(1, instance, &ahead)
    guard left.isKnown, right.isKnown else { return unknown(left, right) }
    var until = min(left.until, right.until)
    let limits = code[Int(instances.template[Int(instance)])].limits
    guard left.drifts || right.drifts else {
      let value = apply(operation, left.first, right.first)
      return limits.contains(value) ? .scalar(value, until: until) : .unknown(until: until)
    }
    let first = scalar(0, instance, at: second, &ahead)
    let other = scalar(1, instance, at: second, &ahead)
    let value = apply(operation, first, other)
    guard value.isFinite else { return .unknown(until: Seconds.add(second, 1)) }
    let rate = self.rate(operation, first, left.drift, other, right.drift)
    if operation == .timeAdvance || operation == .timeRetreat || operation == .combine {
      // The time of day wraps where it would continue to fall or rise.
      until = Crossing.first(
        after: second, before: until, estimate: wrap(value, rate, second)
      ) { probe in
        let left = scalar(0, instance, at: probe, &ahead)
        let right = scalar(1, instance, at: probe, &ahead)
        let next = apply(operation, left, right)
        return rate > 0 ? next < value : next > value
      }
    }
    // `now + x` is unknown before the year 1 and after the year 9999, from the second on at which it leaves them.
    let isWithin = limits.contains(value)
    if !isWithin || !limits.contains(value + rate * Double(Seconds.subtract(until, second))) {
      let end = isWithin == (rate > 0) ? limits.upperBound : limits.lowerBound
      until = Crossing.first(
        after: second, before: until, estimate: Double(second) + (end - value) / rate
      ) { probe in
        let left = scalar(0, instance, at: probe, &ahead)
        let right = scalar(1, instance, at: probe, &ahead)
        let next = apply(operation, left, right)
        return limits.contains(next) != isWithin
      }
    }
    guard isWithin else { return .unknown(until: until) }
    let isStraight =
      left.kind != .curved && right.kind != .curved
      && !(operation == .divide && right.drifts)
      && !(operation == .multiply && left.drifts && right.drifts)
    return isStraight
      ? .drifting(value, perSecond: rate, until: until)
      : .curved(value, perSecond: rate, until: until)
  }

  /// The second at which a time of day, in seconds since midnight, reaches 86 400 or falls below 0
  private func wrap(_ value: Double, _ rate: Double, _ second: Int64) -> Double {
    Double(second) + (rate > 0 ? (86_400 - value) / rate : -(value + 1) / rate)
  }

  /// The rate of the result of an operation each second, from the operands and their rates
  func rate(
    _ operation: Arithmetic, _ left: Double, _ leftRate: Double, _ right: Double,
    _ rightRate: Double
  ) -> Double {
    switch operation {
    case .add, .timeAdvance, .combine: leftRate + rightRate
    case .subtract, .timeRetreat: leftRate - rightRate
    case .multiply: leftRate * right + left * rightRate
    case .divide: (leftRate * right - left * rightRate) / (right * right)
    case .percentOf: (leftRate * right + left * rightRate) / 100
    case .dateAdvance: leftRate + rightRate / 86_400
    case .dateRetreat: leftRate - rightRate / 86_400
    case .dateDifference: (leftRate - rightRate) * 86_400
    }
  }

  /// The result of an operation; not finite where there is none, as of a division by zero
  ///
  /// Dates are days since 1970-01-01, times of day seconds since midnight, instants and durations seconds.
  func apply(_ operation: Arithmetic, _ left: Double, _ right: Double) -> Double {
    switch operation {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    case .percentOf: left * right / 100
    case .dateAdvance: left + right / 86_400
    case .dateRetreat: left - right / 86_400
    case .dateDifference: (left - right) * 86_400
    case .timeAdvance: wrapped(left + right)
    case .timeRetreat: wrapped(left - right)
    case .combine: combined(date: left, time: right)
    }
  }

  /// A time of day: 23:30 + 1h, 88 200 s, becomes 1800 s; 00:30 - 1h, -1800 s, becomes 84 600 s
  private func wrapped(_ seconds: Double) -> Double {
    let rest = seconds.truncatingRemainder(dividingBy: 86_400)
    return rest < 0 ? rest + 86_400 : rest
  }

  /// The instant at which clocks of the zone show a time on a date; the time is rounded up to a whole second
  private func combined(date: Double, time: Double) -> Double {
    guard date.isFinite, time.isFinite else { return .nan }
    let local = LocalDateTime(
      date: CivilDate(days: Seconds.whole(date)), secondOfDay: Seconds.whole(time.rounded(.up)))
    return Double(zone.instant(of: local).seconds)
  }

  // MARK: Functions of one scalar

  /// The reading of a function of one scalar, and until when it holds
  ///
  /// `abs(now - sent)` at 100 s before `sent`: the operand is -100 s and rises, so that the result is 100 s and falls
  /// until `sent`. `round(free / 1h)` at 100 min is 2, until the second at which free is less than 90 min.
  mutating func unary(
    _ function: Unary, _ instance: Int32, at second: Int64, _ ahead: inout Ahead?
  ) -> Reading {
    let reading = operand(0, instance, &ahead)
    guard reading.isKnown else { return .unknown(until: reading.until) }
    guard reading.drifts else {
      return .scalar(apply(function, reading.first), until: reading.until)
    }
    let present = scalar(0, instance, at: second, &ahead)
    let value = apply(function, present)
    switch function {
    case .negate:
      return Reading(
        kind: reading.kind, first: value, second: -reading.second, until: reading.until)
    case .absolute:
      let until = Crossing.first(
        after: second, before: reading.until,
        estimate: Double(second) - present / reading.second
      ) { probe in
        let next = scalar(0, instance, at: probe, &ahead)
        return (next < 0) != (present < 0)
      }
      let rate =
        present < 0 || (present == 0 && reading.second < 0) ? -reading.second : reading.second
      // At nothing itself the side is that of the seconds after it.
      let turn = present == 0 && reading.second < 0 ? Seconds.add(second, 1) : until
      return Reading(kind: reading.kind, first: value, second: rate, until: turn)
    case .round, .floor, .ceiling:
      let step = reading.second == 0 ? 1 : (1 / reading.second).magnitude
      let until = Crossing.first(
        after: second, before: reading.until, estimate: Double(second) + step
      ) { probe in
        apply(function, scalar(0, instance, at: probe, &ahead)) != value
      }
      return .scalar(value, until: until)
    }
  }

  func apply(_ function: Unary, _ value: Double) -> Double {
    switch function {
    case .negate: 0 - value
    case .absolute: value.magnitude
    case .round: value.rounded(.toNearestOrAwayFromZero)
    case .floor: value.rounded(.down)
    case .ceiling: value.rounded(.up)
    }
  }

  // MARK: Parts of dates and times

  /// The reading of a part of a date or an instant, such as `time.minute`, and until when it is the same
  ///
  /// - Parameter ofInstant: whether the operand is an instant; else it is a date, or a time of day.
  mutating func part(
    _ part: Part, ofInstant: Bool, _ instance: Int32, at second: Int64, _ ahead: inout Ahead?
  ) -> Reading {
    let reading = operand(0, instance, &ahead)
    guard reading.isKnown else { return .unknown(until: reading.until) }
    guard reading.drifts else {
      return .scalar(partValue(part, ofInstant: ofInstant, reading.first), until: reading.until)
    }
    let present = scalar(0, instance, at: second, &ahead)
    let value = partValue(part, ofInstant: ofInstant, present)
    let estimate = partEstimate(part, ofInstant: ofInstant, present, reading.second, second)
    // The time of an instant drifts as that does, until midnight or a clock change.
    if part == .time {
      let until = Crossing.first(after: second, before: reading.until, estimate: estimate) {
        probe in
        let operand = scalar(0, instance, at: probe, &ahead)
        return partValue(part, ofInstant: ofInstant, operand) != value + Double(probe - second)
      }
      return .drifting(value, perSecond: reading.second, until: until)
    }
    let until = Crossing.first(after: second, before: reading.until, estimate: estimate) { probe in
      let operand = scalar(0, instance, at: probe, &ahead)
      return partValue(part, ofInstant: ofInstant, operand) != value
    }
    return .scalar(value, until: until)
  }

  /// The second at which a part of a value that drifts a second a second changes next
  private func partEstimate(
    _ part: Part, ofInstant: Bool, _ value: Double, _ rate: Double, _ second: Int64
  ) -> Double {
    guard rate == 1 else { return Double(second) + 1 }
    let seconds = Seconds.whole(value)
    let jump =
      ofInstant ? zone.clockJump(after: Instant(seconds: seconds)).seconds : 86_400
    let time = ofInstant ? zone.local(at: Instant(seconds: seconds)).secondOfDay : seconds
    switch part {
    case .minute: return Double(second + min(60 - time % 60, jump - seconds))
    case .hour: return Double(second + min(3600 - time % 3600, jump - seconds))
    case .year, .month, .day, .weekday, .date, .time: return Double(second + jump - seconds)
    }
  }

  /// A part by the clocks of the zone; not a number outside the calendar
  ///
  /// Monday is 0, January is 1, and a date is days since 1970-01-01.
  func partValue(_ part: Part, ofInstant: Bool, _ scalar: Double) -> Double {
    guard scalar.isFinite else { return .nan }
    let whole = Seconds.whole(scalar)
    let local =
      ofInstant
      ? zone.local(at: Instant(seconds: whole))
      : LocalDateTime(date: CivilDate(days: whole), secondOfDay: 0)
    let time = ofInstant ? local.secondOfDay : whole
    switch part {
    case .hour, .minute, .time: break
    case .year, .month, .day, .weekday, .date:
      // The calendar of a zone may end some hours before or after that of UTC.
      guard local.date >= .first, local.date <= .last else { return .nan }
    }
    switch part {
    case .year: return Double(local.date.year)
    case .month: return Double(local.date.month)
    case .day: return Double(local.date.day)
    case .weekday: return Double(local.date.weekday)
    case .hour: return Double(time / 3600)
    case .minute: return Double(time / 60 % 60)
    case .date: return Double(local.date.days)
    case .time: return Double(local.secondOfDay)
    }
  }
}
