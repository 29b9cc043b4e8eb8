internal import OppModel

/// Comparisons, and until when they hold if their sides drift
extension Evaluator {
  /// The reading of a comparison
  ///
  /// 1. A distance that is far away already by its chord is compared without computing it.
  /// 2. If an operand is unknown, so is the result.
  /// 3. Steady operands are compared once, and the result holds as long as both.
  /// 4. `time` beside a constant is solved through midnights and clock changes.
  /// 5. Any other operands that drift are compared now, and the second is searched at which that turns.
  mutating func compare(_ instance: InstanceID, _ comparison: Comparison) -> Reading {
    if moment.isPresent, let far = farDistance(instance, comparison) { return far }
    let left = operand(0, of: instance)
    let right = operand(1, of: instance)
    guard left.isKnown, right.isKnown else { return .unknown(left, right) }
    let until = min(left.until, right.until)
    guard left.drifts || right.drifts else {
      return pool.compare(comparison, left, right, until: until)
    }
    // The clock's own horizon is midnight, at which most of these comparisons do not turn.
    if case .clock(.time) = instruction(ofOperand: 0, instance), !right.drifts {
      return zone.clockWindow(
        moment.second, right.until, { comparison.holds($0, right.first) },
        (right.first, right.first))
    }
    return compareDrifting(instance, comparison, (0, 1), until)
  }

  /// Compares two operands of which one drifts, exactly at this second, and finds when that ends
  ///
  /// With `free` at 7800 s at 12:00 and falling by 1 s a second:
  ///
  ///     free >= 30min    true until 13:40:01; the estimate is 12:00 + (1800 - 7800) / -1 s = 13:40
  ///     free == 30min    false until 13:40, when the sides meet; there true until 13:40:01
  ///
  /// - Parameters:
  ///   - sides: the places of the two operands.
  ///   - limit: the second until which both readings hold.
  mutating func compareDrifting(
    _ instance: InstanceID, _ comparison: Comparison, _ sides: (Int, Int), _ limit: Int64
  ) -> Reading {
    let second = moment.second
    let left = scalar(sides.0, of: instance, at: second)
    let right = scalar(sides.1, of: instance, at: second)
    guard left.isFinite, right.isFinite else { return .unknown(until: Seconds.add(second, 1)) }
    let holds = comparison.holds(left, right)
    let readings = (
      left: operand(sides.0, of: instance),
      right: operand(sides.1, of: instance)
    )
    let first = MovingSide(place: sides.0, value: left, rate: readings.left.drift)
    let other = MovingSide(place: sides.1, value: right, rate: readings.right.drift)
    if let until = turnOfWholeSeconds(instance, comparison, first, other, limit) {
      return .truth(holds, until: until)
    }
    var estimate = Double(second) + ((right - left) / (first.rate - other.rate))
    // Straight lines that part do not meet again, as one look at the last second shows.
    let areStraight = readings.left.kind != .curved && readings.right.kind != .curved
    if areStraight, estimate < Double(second) - 1 { estimate = Double(limit) }
    let isEquality =
      switch comparison {
      case .equal, .notEqual: true
      case .less, .lessOrEqual, .greater, .greaterOrEqual: false
      }
    let isLess = left < right
    func values(at probe: Int64) -> (Double, Double) {
      let first = scalar(sides.0, of: instance, at: probe)
      return (first, scalar(sides.1, of: instance, at: probe))
    }
    func differs(_ probe: Int64) -> Bool {
      let (first, other) = values(at: probe)
      guard first.isFinite, other.isFinite else { return true }
      // Sides that are apart are equal for a moment only, which the turn of their order finds.
      if isEquality, left != right { return (first < other) != isLess || first == other }
      return comparison.holds(first, other) != holds
    }
    let until = Crossing.first(
      after: second, before: limit, estimate: estimate, differs: differs)
    if areStraight || until < limit || left == right { return .truth(holds, until: until) }
    // Curves may meet for a while, and part again.
    let nearest = Crossing.nearest(after: second, before: limit) { probe in
      let (first, other) = values(at: probe)
      return isLess ? other - first : first - other
    }
    guard let nearest, differs(nearest) else { return .truth(holds, until: limit) }
    return .truth(
      holds,
      until: Crossing.first(
        after: second, before: nearest, estimate: Double(nearest), differs: differs))
  }

  /// The second at which a count of whole seconds beside a steady side has the comparison turn, by arithmetic; nil for other
  /// sides
  ///
  /// An age of 40 s beside 60.5 s: 20.5 s on they meet, so that `>` turns 21 s on. Ages and `free` count whole seconds one by
  /// one, so that all of it is exact below 2⁵².
  private mutating func turnOfWholeSeconds(
    _ instance: InstanceID, _ comparison: Comparison, _ left: MovingSide, _ right: MovingSide,
    _ limit: Int64
  ) -> Int64? {
    let second = moment.second
    let (count, steady) = right.rate == 0 ? (left, right) : (right, left)
    guard steady.rate == 0, abs(count.rate) == 1, abs(count.value) < 0x1p52,
      count.value == count.value.rounded()
    else { return nil }
    guard instruction(ofOperand: count.place, instance).traits.contains(.countsSeconds) else {
      return nil
    }
    let holds = comparison.holds(left.value, right.value)
    let meeting = ((steady.value - count.value) * count.rate).rounded(.up)
    // They are equal at the meeting at most, so that the comparison turns there or a second later.
    var steps = max(1, meeting)
    while steps <= meeting + 1 {
      guard steps < Double(Seconds.subtract(limit, second)) else { return limit }
      if comparison.holds(left.value(after: steps), right.value(after: steps)) != holds {
        return Seconds.add(second, Int64(steps))
      }
      steps += 1
    }
    return limit
  }

  // MARK: Ranges

  /// The reading of `value in low..high`: its two comparisons together
  ///
  /// Of times of day and of weekdays the range may wrap, so that the order of the bounds decides how they are joined:
  /// `time in 12:00..13:00` is `time >= 12:00 and time < 13:00`, and `time in 22:00..07:00` the same with `or`.
  mutating func inRange(_ instance: InstanceID, _ kind: RangeKind) -> Reading {
    let second = moment.second
    let value = operand(0, of: instance)
    let low = operand(1, of: instance)
    let high = operand(2, of: instance)
    guard value.isKnown, low.isKnown, high.isKnown else {
      let bounds = Reading.unknown(low, high)
      return value.isKnown ? bounds : .unknown(value, bounds)
    }
    let until = min(value.until, low.until, high.until)
    guard value.drifts || low.drifts || high.drifts else {
      return .truth(kind.contains(value.first, low: low.first, high: high.first), until: until)
    }
    if case .clock(.time) = instruction(ofOperand: 0, instance), !low.drifts,
      !high.drifts
    {
      return zone.clockWindow(
        second, min(low.until, high.until),
        { kind.contains($0, low: low.first, high: high.first) }, (low.first, high.first))
    }
    // Both ends are compared by themselves: `value >= low`, then `value < high` or `value <= high`.
    let start = compareDrifting(instance, .greaterOrEqual, (0, 1), until)
    let endComparison: Comparison =
      kind == .closed || kind == .cyclic ? .lessOrEqual : .less
    let end = compareDrifting(instance, endComparison, (0, 2), until)
    guard start.isKnown, end.isKnown else { return .unknown(until: Seconds.add(second, 1)) }
    guard kind == .timeOfDay || kind == .cyclic else { return Self.both(start, end) }
    // A range whose bounds are the wrong way round wraps, for as long as they are.
    let order = compareDrifting(
      instance,
      kind == .timeOfDay ? .less : .lessOrEqual, (1, 2), until)
    if order.kind == .yes { return Self.both(start, end).bounded(by: order.until) }
    // `time in 00:40..00:40` is the whole day.
    if kind == .timeOfDay {
      let isWhole = compareDrifting(instance, .equal, (1, 2), until)
      if isWhole.kind == .yes { return .truth(true, until: isWhole.until) }
    }
    return Self.either(start, end).bounded(by: order.until)
  }

  /// Two known truths, and-ed: one that is false decides until its horizon, of two the later
  private static func both(_ left: Reading, _ right: Reading) -> Reading {
    switch (left.kind == .no, right.kind == .no) {
    case (false, false): .truth(true, until: min(left.until, right.until))
    case (true, true): .truth(false, until: max(left.until, right.until))
    case (true, false): .truth(false, until: left.until)
    case (false, true): .truth(false, until: right.until)
    }
  }

  /// Two known truths, or-ed
  private static func either(_ left: Reading, _ right: Reading) -> Reading {
    let result = both(negated(left), negated(right))
    return negated(result)
  }

  /// The other truth, for as long
  private static func negated(_ reading: Reading) -> Reading {
    Reading(reading.truth.negated, until: reading.until)
  }

  // MARK: Elements

  /// The reading of `x in [a, b]`: true while x equals one of them, unknown while it may
  mutating func elementOfOperands(_ instance: InstanceID) -> Reading {
    let value = operand(0, of: instance)
    var trueUntil = Seconds.past
    var earliest = Seconds.never
    var isUnknown = false
    for index in 1..<max(1, instances.operandCount(of: instance)) {
      let element = operand(index, of: instance)
      var equal = Reading.unknown(value, element)
      if value.isKnown, element.isKnown {
        let until = min(value.until, element.until)
        equal =
          value.drifts || element.drifts
          ? compareDrifting(instance, .equal, (0, index), until)
          : .truth(pool.isSame(value, element), until: until)
      }
      if equal.kind == .yes { trueUntil = max(trueUntil, equal.until) }
      if !equal.isKnown { isUnknown = true }
      earliest = min(earliest, equal.until)
    }
    if trueUntil > Seconds.past { return .truth(true, until: trueUntil) }
    return Reading(isUnknown ? .unknown : .false, until: earliest)
  }

  /// The reading of `x in list`, of a list that is a value: false of an empty list, even where x is unknown
  mutating func element(_ instance: InstanceID) -> Reading {
    let second = moment.second
    let value = operand(0, of: instance)
    let list = operand(1, of: instance)
    // Whatever the value is, it is unknown as long as the list is.
    guard case .list(let elements)? = pool.object(list) else {
      return .unknown(until: list.until)
    }
    guard !elements.isEmpty else { return .truth(false, until: list.until) }
    let until = min(value.until, list.until)
    guard value.isKnown else { return .unknown(until: until) }
    guard !value.drifts else {
      let present = scalar(0, of: instance, at: second)
      let isElement = elements.contains(.scalar(present))
      return .truth(isElement, until: min(until, Seconds.add(second, 1)))
    }
    var isElement = false
    for element in elements {
      let other = pool.reading(element)
      if pool.isSame(value, other) { isElement = true }
    }
    return .truth(isElement, until: until)
  }
}

extension Reading {
  /// The rate of a reading that drifts; 0 for a steady one
  var drift: Double { drifts ? second : 0 }
}

extension Comparison {
  func holds(_ left: Double, _ right: Double) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }
}

extension RangeKind {
  func contains(_ value: Double, low: Double, high: Double) -> Bool {
    switch self {
    case .closed: low <= value && value <= high
    case .halfOpen: low <= value && value < high
    case .timeOfDay:
      if low < high {
        low <= value && value < high
      } else {
        low == high || low <= value || value < high
      }
    case .cyclic:
      low <= high ? low <= value && value <= high : low <= value || value <= high
    }
  }
}

/// A side of a comparison of which one drifts
private struct MovingSide {
  /// Its place among the operands
  let place: Int

  /// Its scalar at the second that is looked at
  let value: Double

  /// The amount by which that grows each second
  let rate: Double

  /// Its scalar some seconds later, along a straight line
  func value(after seconds: Double) -> Double { value + rate * seconds }
}
