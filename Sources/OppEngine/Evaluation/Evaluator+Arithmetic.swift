internal import OppModel

/// Arithmetic on scalars, steady or drifting; division by zero is unknown
extension Evaluator {
  /// The reading of an operation on two scalars
  ///
  /// 1. Steady operands give a steady result, unknown if it is beyond the limits of its type, such as the year 9999.
  /// 2. The rate of operands that drift is found by the rules of differentiation.
  /// 3. The result holds until the earlier horizon, but no longer than a time of day takes to wrap, or a date or an
  ///    instant to leave its limits.
  ///
  /// With `free` at 1800 s and falling by 1 s a second, `free * 2` is 3600 s, falling by 2 s a second, and
  /// `3600 / (free / 1s)` is 2 and no straight line: its rate, 1/900 a second, is that of this second only.
  mutating func arithmetic(_ instance: InstanceID, _ operation: Arithmetic) -> Reading {
    let second = moment.second
    let left = operand(0, of: instance)
    let right = operand(1, of: instance)
    guard left.isKnown, right.isKnown else { return .unknown(left, right) }
    var until = min(left.until, right.until)
    let limits = code[instances.template[instance]].limits
    guard left.drifts || right.drifts else {
      let value = operation.value(left.first, right.first, in: zone)
      return limits.contains(value) ? .scalar(value, until: until) : .unknown(until: until)
    }
    let first = scalar(0, of: instance, at: second)
    let other = scalar(1, of: instance, at: second)
    let value = operation.value(first, other, in: zone)
    guard value.isFinite else { return .unknown(until: Seconds.add(second, 1)) }
    let rate = operation.rate(first, left.drift, other, right.drift)
    func result(at probe: Int64) -> Double {
      let left = scalar(0, of: instance, at: probe)
      let right = scalar(1, of: instance, at: probe)
      return operation.value(left, right, in: zone)
    }
    if operation == .timeAdvance || operation == .timeRetreat || operation == .combine {
      // The time of day wraps if it would continue to fall or rise.
      until = Crossing.first(
        after: second, before: until, estimate: Self.wrap(value, rate, after: second)
      ) { probe in
        let next = result(at: probe)
        return rate > 0 ? next < value : next > value
      }
    }
    if operation == .modulo {
      until =
        right.drifts
        ? min(until, Seconds.add(second, 1))
        : endOfQuotient(instance, first, by: other, rate, before: until)
    }
    if operation == .divide, left.drifts && right.drifts,
      left.kind == .curved || right.kind == .curved
    {
      // A quotient of curves may turn twice, which no search of a meeting expects.
      until = min(until, Seconds.add(second, 1))
    } else if operation == .divide, right.drifts {
      // On the other side of a divisor of nothing, the quotient is another curve.
      until = Crossing.first(
        after: second, before: until, estimate: Double(second) - other / right.drift
      ) { probe in
        let next = scalar(1, of: instance, at: probe)
        return next == 0 || (next > 0) != (other > 0)
      }
    }
    // `now + x` is unknown before the year 1 and after the year 9999, from the second on at which it leaves them.
    let isWithin = limits.contains(value)
    if !isWithin || !limits.contains(value + rate * Double(Seconds.subtract(until, second))) {
      let end = isWithin == (rate > 0) ? limits.range.upperBound : limits.range.lowerBound
      until = Crossing.first(
        after: second, before: until, estimate: Double(second) + (end - value) / rate
      ) { probe in limits.contains(result(at: probe)) != isWithin }
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

  /// The second at which a remainder of a drifting value falls or rises by the divisor, as the quotient turns
  private mutating func endOfQuotient(
    _ instance: InstanceID, _ left: Double, by right: Double, _ rate: Double, before limit: Int64
  ) -> Int64 {
    let second = moment.second
    let quotient = Arithmetic.quotient(left, right)
    let rest = Arithmetic.modulo(left, right)
    let way = (rate > 0) == (right > 0) ? right - rest : -rest
    return Crossing.first(after: second, before: limit, estimate: Double(second) + way / rate) {
      Arithmetic.quotient(scalar(0, of: instance, at: $0), right) != quotient
    }
  }

  /// The second at which a time of day that drifts, in seconds since midnight, reaches 86 400 or falls below 0
  private static func wrap(_ value: Double, _ rate: Double, after second: Int64) -> Double {
    Double(second) + (rate > 0 ? (86_400 - value) / rate : -(value + 1) / rate)
  }

  // MARK: Functions of one scalar

  /// The reading of a function of one scalar, and until when it holds
  ///
  /// `abs(now - sent)` at 100 s before `sent`: the operand is -100 s and rises, so that the result is 100 s and falls
  /// until `sent`. `round(free / 1h)` at 100 min is 2, until the second at which free is less than 90 min.
  mutating func unary(_ instance: InstanceID, _ function: Unary) -> Reading {
    let second = moment.second
    let reading = operand(0, of: instance)
    guard reading.isKnown else { return .unknown(until: reading.until) }
    guard reading.drifts else {
      let value = function.value(reading.first)
      // The percentage of a very large number is none.
      return value.isFinite
        ? .scalar(value, until: reading.until) : .unknown(until: reading.until)
    }
    let present = scalar(0, of: instance, at: second)
    let value = function.value(present)
    guard value.isFinite else { return .unknown(until: Seconds.add(second, 1)) }
    switch function {
    case .negate:
      return Reading(
        kind: reading.kind, first: value, second: -reading.second, until: reading.until)
    case .ratio:
      return Reading(
        kind: reading.kind, first: value, second: reading.second / 100, until: reading.until)
    case .percentage:
      return Reading(
        kind: reading.kind, first: value, second: reading.second * 100, until: reading.until)
    case .absolute:
      let until = Crossing.first(
        after: second, before: reading.until,
        estimate: Double(second) - present / reading.second
      ) { probe in
        let next = scalar(0, of: instance, at: probe)
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
        function.value(scalar(0, of: instance, at: probe)) != value
      }
      return .scalar(value, until: until)
    case .squareRoot, .exponential, .logarithm:
      return root(instance, function, value, reading)
    }
  }

  /// The reading of a root of a number that drifts: a curve, as long as there is a result
  ///
  /// `sqrt(free / 1h)` falls ever faster; `ln((now - start) / 1h)` is unknown up to the start.
  private mutating func root(
    _ instance: InstanceID, _ function: Unary, _ value: Double, _ operand: Reading
  ) -> Reading {
    let second = moment.second
    let until = Crossing.first(after: second, before: operand.until, estimate: .nan) { probe in
      let next = function.value(scalar(0, of: instance, at: probe))
      return next.isFinite != value.isFinite
    }
    guard value.isFinite else { return .unknown(until: until) }
    // Of a curve that turns, the rounded root is level where it turns, so that the turn would not be found.
    if operand.kind == .curved {
      return .curved(value, perSecond: 0, until: Seconds.add(second, 1))
    }
    let next = function.value(scalar(0, of: instance, at: Seconds.add(second, 1)))
    return .curved(value, perSecond: next.isFinite ? next - value : 0, until: until)
  }

  // MARK: Parts of dates and times

  /// The reading of a part of a date or an instant, such as `time.minute`, and until when it is the same
  ///
  /// - Parameter ofInstant: whether the operand is an instant; else it is a date, or a time of day.
  mutating func part(_ instance: InstanceID, _ part: Part, ofInstant: Bool) -> Reading {
    let second = moment.second
    let reading = operand(0, of: instance)
    guard reading.isKnown else { return .unknown(until: reading.until) }
    guard reading.drifts else {
      return .scalar(
        part.value(of: reading.first, ofInstant: ofInstant, in: zone),
        until: reading.until)
    }
    let present = scalar(0, of: instance, at: second)
    let value = part.value(of: present, ofInstant: ofInstant, in: zone)
    let estimate = partEstimate(part, ofInstant: ofInstant, present, reading.second)
    let until = Crossing.first(after: second, before: reading.until, estimate: estimate) { probe in
      let operand = scalar(0, of: instance, at: probe)
      let expected = part == .time ? value + Double(probe - second) : value
      return part.value(of: operand, ofInstant: ofInstant, in: zone) != expected
    }
    // The time of an instant drifts as that does, until midnight or a clock change.
    return part == .time
      ? .drifting(value, perSecond: reading.second, until: until) : .scalar(value, until: until)
  }

  /// The second at which a part of a value that drifts a second a second changes next
  private mutating func partEstimate(_ part: Part, ofInstant: Bool, _ value: Double, _ rate: Double)
    -> Double
  {
    let second = moment.second
    guard rate == 1 else { return Double(second) + 1 }
    let seconds = Seconds.whole(value)
    let jump =
      ofInstant ? zone.clockJump(after: Instant(seconds: seconds)).seconds : 86_400
    let time = ofInstant ? zone.local(at: Instant(seconds: seconds)).secondOfDay : seconds
    switch part {
    case .second: return Double(second) + 1
    case .minute: return Double(second + min(60 - time % 60, jump - seconds))
    case .hour: return Double(second + min(3600 - time % 3600, jump - seconds))
    case .year, .month, .day, .weekday, .week, .weekStart, .monthStart, .monthEnd, .yearStart,
      .date, .time:
      return Double(second + jump - seconds)
    }
  }
}
