internal import OppModel

/// Lists, functions of values, and aggregates over the elements of a list
///
/// Elements that are written out are taken one by one: `any([a, b])` is true while `a` is, with or without `b`
/// is, and the greatest of two that drift is the one until the other overtakes it.
extension Evaluator {
  /// A list that is written out; unknown if an element is
  mutating func list(_ instance: InstanceID) -> Reading {
    let operands = values(ofOperandsOf: instance)
    guard let values = operands.values else { return .unknown(until: operands.until) }
    return .object(pool.index(of: .list(values)), until: operands.until)
  }

  /// A function of the values of all operands; unknown if one is
  mutating func apply(_ instance: InstanceID, _ function: ValueFunction) -> Reading {
    let operands = values(ofOperandsOf: instance)
    guard let value = operands.values.flatMap({ function.value(of: $0) }) else {
      return .unknown(until: operands.until)
    }
    return pool.reading(value, until: operands.until)
  }

  /// The values of all operands as of this second, and how long they stay so
  ///
  /// - Returns: `nil` if one is unknown, until the last of the unknown ones may be known.
  mutating func values(ofOperandsOf instance: InstanceID) -> (values: [Value]?, until: Int64) {
    var values: [Value] = []
    var until = Seconds.never
    var unknownUntil: Int64?
    for index in 0..<instances.operandCount(of: instance) {
      let operand = value(ofOperand: index, of: instance)
      until = min(until, operand.until)
      if let value = operand.value {
        values.append(value)
      } else {
        unknownUntil = max(unknownUntil ?? Seconds.past, operand.until)
      }
    }
    if let unknownUntil { return (nil, unknownUntil) }
    return (values, until)
  }

  /// An aggregate over the elements of a list that is a value, such as `friends.name`
  mutating func aggregateList(_ kind: Aggregate, _ reading: Reading) -> Reading {
    guard case .list(let values)? = pool.object(reading),
      let result = Aggregation.combine(kind, values)
    else { return .unknown(until: reading.until) }
    return pool.reading(result, until: reading.until)
  }

  /// An aggregate over elements that are written out, each with a reading of its own
  ///
  ///     count([temp, feels_like])         2, whether or not they are known
  ///     first([temp, feels_like])         the temperature, even if the other is unknown
  ///     max([temp, feels_like])           unknown if one is
  ///     max([time - 00:00, 30min])        at 00:00 1800 s; at 00:30:01 1801 s, rising
  ///     sum([free, 30min])                falls as free does
  mutating func aggregateOperands(_ instance: InstanceID, _ kind: Aggregate) -> Reading {
    let second = moment.second
    let count = instances.operandCount(of: instance)
    switch kind {
    case .any: return junction(instance, deciding: .yes)
    case .none:
      let any = junction(instance, deciding: .yes)
      return Reading(any.truth.negated, until: any.until)
    case .atLeast(let least): return atLeast(instance, least)
    case .count: return .scalar(Double(count))
    case .first: return count > 0 ? operand(0, of: instance) : .unknown
    case .collect: return list(instance)
    case .sum, .minimum, .maximum, .average: break
    }
    // The values as of this second, and how fast each changes.
    var elements: [MovingElement] = []
    var until = Seconds.never
    for index in 0..<count {
      let reading = operand(index, of: instance)
      until = min(until, reading.until)
      let scalar = reading.drifts ? scalar(index, of: instance, at: second) : 0
      let value = reading.drifts ? Value.scalar(scalar) : pool.value(reading)
      guard let value, scalar.isFinite else { return .unknown(until: reading.until) }
      elements.append(
        MovingElement(value: value, rate: reading.drift, isCurved: reading.kind == .curved))
    }
    guard let result = Aggregation.combine(kind, elements.map { $0.value }) else {
      return .unknown(until: until)
    }
    guard case .scalar(let scalar) = result,
      elements.contains(where: { $0.isCurved || $0.rate != 0 })
    else { return pool.reading(result, until: until) }
    if kind == .minimum || kind == .maximum {
      return leading(instance, kind, elements, scalar, until)
    }
    let isCurved = elements.contains { $0.isCurved }
    let sum = elements.reduce(0) { $0 + $1.rate }
    let rate = kind == .sum ? sum : sum / Double(max(1, count))
    return .changing(scalar, perSecond: rate, isCurved: isCurved, until: until)
  }

  /// Whether so many elements are true: as long as those that decide it, the last of them apart
  ///
  ///     at least 2 of a, b, c, true until 12:00, 13:00 and 14:00      true until 13:00
  private mutating func atLeast(_ instance: InstanceID, _ least: Int) -> Reading {
    let count = instances.operandCount(of: instance)
    var horizons: (yes: [Int64], no: [Int64]) = ([], [])
    var earliest = Seconds.never
    for index in 0..<count {
      let reading = operand(index, of: instance)
      earliest = min(earliest, reading.until)
      if reading.kind == .yes { horizons.yes.append(reading.until) }
      if reading.kind == .no { horizons.no.append(reading.until) }
    }
    // With n of them true, it is true until the last but n of these horizons; so too if enough are false.
    func last(but deciding: Int, of horizons: [Int64]) -> Int64 {
      deciding < 1 ? Seconds.never : horizons.sorted()[horizons.count - deciding]
    }
    if horizons.yes.count >= least {
      return .truth(true, until: last(but: least, of: horizons.yes))
    }
    let fewest = count - least + 1
    if horizons.no.count >= fewest {
      return .truth(false, until: last(but: fewest, of: horizons.no))
    }
    return .unknown(until: earliest)
  }

  /// The least or the greatest of elements that drift, until another overtakes it
  private mutating func leading(
    _ instance: InstanceID, _ kind: Aggregate, _ elements: [MovingElement], _ scalar: Double,
    _ limit: Int64
  ) -> Reading {
    let second = moment.second
    // Of equal ones, the one that will lead: it falls or rises fastest.
    var leader = 0
    var rate: Double?
    for (index, element) in elements.enumerated() where element.value == .scalar(scalar) {
      let isAhead = rate.map { kind == .minimum ? element.rate < $0 : element.rate > $0 } ?? true
      if isAhead { (leader, rate) = (index, element.rate) }
    }
    let slope = rate ?? 0
    var estimate = Double.infinity
    // Each of the others that moves in another way meets the leader once, if both are straight; the earliest meeting is
    // where to look.
    for element in elements {
      guard case .scalar(let other) = element.value, element.rate != slope else { continue }
      let meets = Double(second) + (scalar - other) / (element.rate - slope)
      if meets > Double(second) { estimate = min(estimate, meets) }
    }
    func isOvertaken(_ probe: Int64) -> Bool {
      self.scalar(leader, of: instance, at: probe)
        != operandsScalar(instance, kind, at: probe)
    }
    var until = Crossing.first(
      after: second, before: limit, estimate: estimate, differs: isOvertaken)
    // A curve may overtake another, or be overtaken, for a while only.
    let isCurved = elements.contains { $0.isCurved }
    for other in elements.indices where isCurved && other != leader {
      let nearest = Crossing.nearest(after: second, before: until) { probe in
        let first = self.scalar(leader, of: instance, at: probe)
        let distance = self.scalar(other, of: instance, at: probe) - first
        return kind == .minimum ? distance : -distance
      }
      guard let nearest, isOvertaken(nearest) else { continue }
      until = Crossing.first(
        after: second, before: nearest, estimate: Double(nearest), differs: isOvertaken)
    }
    let isLeaderCurved = operand(leader, of: instance).kind == .curved
    return slope == 0 && !isLeaderCurved
      ? .scalar(scalar, until: until)
      : .changing(scalar, perSecond: slope, isCurved: isLeaderCurved, until: until)
  }

  /// An aggregate of elements that drift, at a second for which its reading holds
  mutating func operandsScalar(_ instance: InstanceID, _ kind: Aggregate, at second: Int64)
    -> Double
  {
    if kind == .first { return scalar(0, of: instance, at: second) }
    var values: [Value] = []
    for index in 0..<instances.operandCount(of: instance) {
      values.append(.scalar(scalar(index, of: instance, at: second)))
    }
    guard case .scalar(let result)? = Aggregation.combine(kind, values) else { return .nan }
    return result
  }
}

/// An element of a list at a second, and how it changes
private struct MovingElement {
  let value: Value

  /// The amount by which it grows each second
  let rate: Double

  /// `true` if it changes along a curve
  let isCurved: Bool
}
