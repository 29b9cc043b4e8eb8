internal import OppModel

/// Lists, functions of values, and aggregates over the elements of a list
///
/// Elements that are written out are taken one by one: `any([a, b])` is true where `a` is, whatever `b`
/// is, and the greatest of two that drift is the one until the other overtakes it.
struct ListEvaluation {
  let instance: InstanceID

  /// The second of the evaluation: the present one, or that of `ahead`
  let second: Int64

  init(_ instance: InstanceID, _ second: Int64) {
    self.instance = instance
    self.second = second
  }

  /// A list that is written out; unknown where an element is
  func list(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Reading {
    let operands = values(&ahead, &evaluator)
    guard let values = operands.values else { return .unknown(until: operands.until) }
    return .object(evaluator.pool.index(of: .list(values)), until: operands.until)
  }

  /// A function of the values of all operands; unknown where one is
  func apply(
    _ function: ValueFunction, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    let operands = values(&ahead, &evaluator)
    guard let value = operands.values.flatMap({ function.value(of: $0) }) else {
      return .unknown(until: operands.until)
    }
    return evaluator.pool.reading(value, until: operands.until)
  }

  /// The values of all operands as of this second, and how long they stay so
  ///
  /// - Returns: nil where one is unknown, until the last of those that are may be known.
  func values(
    _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> (values: [Value]?, until: Int64) {
    var values: [Value] = []
    var until = Seconds.never
    var unknownUntil: Int64?
    for index in 0..<evaluator.instances.operandCount(of: instance) {
      let operand = evaluator.value(ofOperand: index, instance, at: second, &ahead)
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
  func aggregateList(_ kind: Aggregate, _ reading: Reading, _ evaluator: inout Evaluator) -> Reading
  {
    guard case .list(let values)? = evaluator.pool.object(reading),
      let result = Aggregation.combine(kind, values)
    else { return .unknown(until: reading.until) }
    return evaluator.pool.reading(result, until: reading.until)
  }

  /// An aggregate over elements that are written out, each with a reading of its own
  ///
  ///     count([temp, feels_like])         2, whether or not they are known
  ///     first([temp, feels_like])         the temperature, even where the other is unknown
  ///     max([temp, feels_like])           unknown where one is
  ///     max([time - 00:00, 30min])        at 00:00 1800 s; at 00:30:01 1801 s, rising
  ///     sum([free, 30min])                falls as free does
  func aggregateOperands(
    _ kind: Aggregate, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    let count = evaluator.instances.operandCount(of: instance)
    switch kind {
    case .any: return LogicEvaluation(instance, second).junction(deciding: .yes, &ahead, &evaluator)
    case .none:
      let any = LogicEvaluation(instance, second).junction(deciding: .yes, &ahead, &evaluator)
      return Reading(any.truth.negated, until: any.until)
    case .atLeast(let least): return atLeast(least, &ahead, &evaluator)
    case .count: return .scalar(Double(count))
    case .first: return count > 0 ? evaluator.operand(0, instance, &ahead) : .unknown
    case .collect: return list(&ahead, &evaluator)
    case .sum, .minimum, .maximum, .average: break
    }
    // The values as of this second, and how fast each changes.
    var values: [Value] = []
    var rates: [Double] = []
    var isCurved = false
    var until = Seconds.never
    for index in 0..<count {
      let reading = evaluator.operand(index, instance, &ahead)
      until = min(until, reading.until)
      let scalar = reading.drifts ? evaluator.scalar(index, instance, at: second, &ahead) : 0
      let value = reading.drifts ? Value.scalar(scalar) : evaluator.pool.value(reading)
      guard let value, scalar.isFinite else { return .unknown(until: reading.until) }
      values.append(value)
      rates.append(reading.drift)
      isCurved = isCurved || reading.kind == .curved
    }
    guard let result = Aggregation.combine(kind, values) else { return .unknown(until: until) }
    guard case .scalar(let scalar) = result, isCurved || rates.contains(where: { $0 != 0 }) else {
      return evaluator.pool.reading(result, until: until)
    }
    if kind == .minimum || kind == .maximum {
      return leading(kind, values, rates, isCurved: isCurved, scalar, until, &ahead, &evaluator)
    }
    let sum = rates.reduce(0, +)
    let rate = kind == .sum ? sum : sum / Double(max(1, count))
    return .changing(scalar, perSecond: rate, isCurved: isCurved, until: until)
  }

  /// Whether so many elements are true: as long as those that decide it, the last of them apart
  ///
  ///     at least 2 of a, b, c, true until 12:00, 13:00 and 14:00      true until 13:00
  private func atLeast(
    _ least: Int, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    let count = evaluator.instances.operandCount(of: instance)
    var horizons: (yes: [Int64], no: [Int64]) = ([], [])
    var earliest = Seconds.never
    for index in 0..<count {
      let reading = evaluator.operand(index, instance, &ahead)
      earliest = min(earliest, reading.until)
      if reading.kind == .yes { horizons.yes.append(reading.until) }
      if reading.kind == .no { horizons.no.append(reading.until) }
    }
    // With n of them true, it is true until the last but n of these horizons; so too where enough are false.
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
  ///
  /// - Parameter isCurved: whether any of them is a curve, which may overtake another, or be overtaken, for a while only.
  private func leading(
    _ kind: Aggregate, _ values: [Value], _ rates: [Double], isCurved: Bool,
    _ scalar: Double, _ limit: Int64, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    // Of equal ones, the one that will lead: it falls or rises fastest.
    var leader = 0
    var rate: Double?
    for index in values.indices where values[index] == .scalar(scalar) {
      let isAhead = rate.map { kind == .minimum ? rates[index] < $0 : rates[index] > $0 } ?? true
      if isAhead { (leader, rate) = (index, rates[index]) }
    }
    let slope = rate ?? 0
    var estimate = Double.infinity
    // Each of the others that moves in another way meets the leader once, if both are straight; the earliest meeting is
    // where to look.
    for index in values.indices {
      guard case .scalar(let other) = values[index], rates[index] != slope else { continue }
      let meets = Double(second) + (scalar - other) / (rates[index] - slope)
      if meets > Double(second) { estimate = min(estimate, meets) }
    }
    func isOvertaken(_ probe: Int64) -> Bool {
      evaluator.scalar(leader, instance, at: probe, &ahead)
        != operandsScalar(kind, at: probe, &ahead, &evaluator)
    }
    var until = Crossing.first(
      after: second, before: limit, estimate: estimate, differs: isOvertaken)
    for other in values.indices where isCurved && other != leader {
      let nearest = Crossing.nearest(after: second, before: until) { probe in
        let first = evaluator.scalar(leader, instance, at: probe, &ahead)
        let distance = evaluator.scalar(other, instance, at: probe, &ahead) - first
        return kind == .minimum ? distance : -distance
      }
      guard let nearest, isOvertaken(nearest) else { continue }
      until = Crossing.first(
        after: second, before: nearest, estimate: Double(nearest), differs: isOvertaken)
    }
    let isLeaderCurved = evaluator.operand(leader, instance, &ahead).kind == .curved
    return slope == 0 && !isLeaderCurved
      ? .scalar(scalar, until: until)
      : .changing(scalar, perSecond: slope, isCurved: isLeaderCurved, until: until)
  }

  /// An aggregate of elements that drift, at a second for which its reading holds
  func operandsScalar(
    _ kind: Aggregate, at second: Int64, _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Double {
    if kind == .first { return evaluator.scalar(0, instance, at: second, &ahead) }
    var values: [Value] = []
    for index in 0..<evaluator.instances.operandCount(of: instance) {
      values.append(.scalar(evaluator.scalar(index, instance, at: second, &ahead)))
    }
    guard case .scalar(let result)? = Aggregation.combine(kind, values) else { return .nan }
    return result
  }
}
