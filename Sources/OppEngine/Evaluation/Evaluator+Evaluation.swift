internal import OppModel

/// The evaluation of an instance: its operator, applied to the readings of its operands at the ``Moment``
///
/// Each operator is a function of the instance, in the file of its family: `Evaluator+Logic.swift`, `+Comparisons`, `+Arithmetic`,
/// `+Texts` and `+Places` here, `+Leaves`, `+Lists`, `+Aggregates`, `+Gaps` and `+SunAngles` in `Facts`, `+Memories`, `+Windows`
/// and `+MovingDistances` in `Windows`.
extension Evaluator {
  /// The result of an instance's operator at the moment, and until when it holds
  ///
  /// At the present an operator that remembers takes note of its operands.
  mutating func evaluate(_ instance: InstanceID) -> Reading {
    let reading = result(of: instance)
    return facts.fetchable.isAny ? undecided(reading, of: instance) : reading
  }

  /// The reading that the operator gives, before missing data that can be fetched makes it undecided
  private mutating func result(of instance: InstanceID) -> Reading {
    let second = moment.second
    let template = instances.template[instance]
    let instruction = code[template].instruction
    switch instruction {
    case .unknown: return .unknown
    case .constant: return constant(template)
    case .clock(let field): return zone.reading(of: field, at: second)
    case .period(let period, let isEnd): return zone.reading(of: period, isEnd: isEnd, at: second)
    case .sun(let field):
      let place = operand(0, of: instance)
      return sun(field, over: place)
    case .sunAngle(let angle): return sunAngle(instance, angle)
    case .reading(let request, let field):
      return sourceReading(instance, request: request, field: Int(field))
    case .address:
      // Operands are evaluated in a statement of their own, here and below: they may bring texts into the
      // pool, which a copy of the engine that was taken before them lacks.
      let text = operand(0, of: instance)
      return facts.places.address(text, pool)
    case .nearest:
      let (category, origin) = (operand(0, of: instance), operand(1, of: instance))
      return nearest(category, from: origin)
    case .rowField(let field):
      if moment.forgetsRows, forgetsRow(of: instance) { return .unknown }
      return facts.rowField(instances.row(of: instance), Int(field))
    case .row: return facts.rowIdentity(instances.row(of: instance))
    case .rowPresence:
      if moment.forgetsRows, forgetsRow(of: instance) { return .unknown }
      return facts.rowPresence(instances.row(of: instance))
    case .rowPart(let field):
      let row = operand(0, of: instance)
      return facts.rowPart(row, Int(field), pool)

    case .membership: return membership(instance)
    case .not: return negation(instance)
    case .and: return junction(instance, deciding: .no)
    case .or: return junction(instance, deciding: .yes)
    case .conditional: return conditional(instance)
    case .otherwise: return otherwise(instance)
    case .known: return known(instance)

    case .compare(let comparison): return compare(instance, comparison)
    case .inRange(let kind): return inRange(instance, kind)
    case .elementOfOperands: return elementOfOperands(instance)
    case .element: return element(instance)
    case .arithmetic(let operation): return arithmetic(instance, operation)
    case .unary(let function): return unary(instance, function)
    case .part(let part, let ofInstant): return self.part(instance, part, ofInstant: ofInstant)
    case .distance: return distance(instance)

    case .apply(let function, _): return apply(instance, function)
    case .text: return text(instance)
    case .placePosition:
      let place = operand(0, of: instance)
      return pool.placePosition(place)
    case .placeNamed: return placeNamed(instance)
    case .list: return list(instance)

    case .lasting(let duration): return past(instance, .false, duration)
    case .withinLast(let duration): return past(instance, .true, duration)
    case .began: return began(instance)
    case .lastChange: return lastChange(instance)
    case .occurrence(let period):
      let start = operand(0, of: instance)
      return zone.reading(ofOccurrencesFrom: start, every: period, at: second)
    case .latch: return latch(instance)
    case .age: return age(instance)
    case .lastKnown: return lastKnown(instance)
    case .withinNext(let duration): return withinNext(instance, duration)
    case .window: return window(instance)
    case .aggregate(let aggregate):
      if moment.forgetsRows, let slot = instances.slot(of: instance),
        forgetsRows(of: aggregates[slot].query.table)
      {
        return .unknown
      }
      return self.aggregate(instance, aggregate)
    case .aggregateList(let aggregate):
      let list = operand(0, of: instance)
      return aggregateList(aggregate, list)
    case .aggregateOperands(let aggregate): return aggregateOperands(instance, aggregate)
    case .gaps(let table, let daily): return gaps(instance, daily, table)
    case .places(let table): return places(instance, of: table)
    }
  }

  /// Whether the rows of a table are unknown in a projection that forgets rows
  private mutating func forgetsRows(of table: TableID) -> Bool {
    moment.second > now && table != graph.wellKnown.agenda?.table
  }

  /// Whether the row of an instance is unknown in a projection that forgets rows
  private mutating func forgetsRow(of instance: InstanceID) -> Bool {
    guard let row = instances.row(of: instance) else { return false }
    return forgetsRows(of: facts.rows[row].table)
  }
}

/// The readings of operands at the ``Moment``
extension Evaluator {
  /// The reading of an instance
  mutating func reading(of instance: InstanceID) -> Reading {
    guard moment.isPresent else { return projectedReading(of: instance) }
    return presentReading(of: instance)
  }

  /// The reading of an operand
  mutating func operand(_ index: Int, of instance: InstanceID) -> Reading {
    let operand = instances.operand(index, of: instance)
    guard moment.isPresent else { return projectedReading(of: operand) }
    return presentReading(of: operand)
  }

  /// The reading of an instance at the present, also while the moment is another second
  mutating func presentReading(of instance: InstanceID) -> Reading {
    let reading = instances.readings[instance]
    return reading.kind == .deferred ? computed(instance) : reading
  }

  /// The reading of an instance in a projection
  ///
  /// 1. At the present second, a reading that neither drifts nor is forgotten is as it was evaluated; one that the network has in
  ///    its place is computed, with its horizon, from the readings below it.
  /// 2. A reading that was needed before in the same projection is in the memo.
  /// 3. Until its horizon a reading is as it is now, except where the rows below it have horizons of their own.
  /// 4. Everything else is evaluated, with operands that are found in the same way.
  private mutating func projectedReading(of instance: InstanceID) -> Reading {
    let second = moment.second
    let template = code[instances.template[instance]]
    let present = instances.readings[instance]
    let isSettled =
      template.isMaintained && !present.drifts && present.kind != .moving
      && !moment.forgetsReadings && junctions.leavesReading(of: instance)
    if isSettled, second == now, moment.projection != .remembered {
      return presentReading(of: instance)
    }
    // A node that several others use is evaluated once, as in the present.
    if let known = moment.memo[instance] { return known }
    var reading: Reading
    if isSettled, second == now || (!template.countsRows && second < present.until) {
      reading = presentReading(of: instance)
    } else {
      reading = evaluate(instance)
      if reading.until <= second { reading.until = Seconds.add(second, 1) }
    }
    moment.memo[instance] = reading
    return reading
  }

  /// The value of an operand, and until when it stays so; the value is `nil` if it is unknown
  mutating func value(
    ofOperand index: Int, of instance: InstanceID
  ) -> (value: Value?, until: Int64) {
    let second = moment.second
    let reading = operand(index, of: instance)
    if reading.kind == .moving {
      let position = position(index, of: instance, at: second)
      return (position.map { .position($0) }, Seconds.add(second, 1))
    }
    guard reading.drifts else { return (pool.value(reading), reading.until) }
    return (.scalar(scalar(index, of: instance, at: second)), Seconds.add(second, 1))
  }

  /// The scalar of operand `index` at a second for which its reading holds; not a number if unknown
  mutating func scalar(_ index: Int, of instance: InstanceID, at second: Int64) -> Double {
    scalar(of: instances.operand(index, of: instance), at: second)
  }

  /// The scalar of an instance at a second for which its reading of the moment holds; not a number if unknown
  ///
  /// A drifting reading is computed by its operators at that very second, never along a rounded line.
  mutating func scalar(of instance: InstanceID, at second: Int64) -> Double {
    let reading = reading(of: instance)
    switch reading.kind {
    case .scalar: return reading.first
    case .unknown, .undecided, .no, .yes, .position, .moving, .object, .deferred: return .nan
    case .drifting, .curved: break
    }
    switch code[instances.template[instance]].instruction {
    case .clock(.now): return Double(second)
    case .clock(.time):
      return Double(zone.local(at: Instant(seconds: second)).secondOfDay)
    // Of all readings of sources only `free` drifts: it is the time left until its horizon.
    case .reading: return Double(Seconds.subtract(reading.until, second))
    case .sunAngle(let angle): return sunDegrees(instance, angle, at: second)
    case .arithmetic(let operation):
      let left = scalar(0, of: instance, at: second)
      let right = scalar(1, of: instance, at: second)
      return operation.value(left, right, in: zone)
    case .unary(let function):
      let operand = scalar(0, of: instance, at: second)
      return function.value(operand)
    case .part(let part, let ofInstant):
      let operand = scalar(0, of: instance, at: second)
      return part.value(of: operand, ofInstant: ofInstant, in: zone)
    case .conditional:
      let isTrue = operand(0, of: instance).kind == .yes
      return scalar(isTrue ? 1 : 2, of: instance, at: second)
    case .otherwise:
      let isKnown = operand(0, of: instance).isKnown
      return scalar(isKnown ? 0 : 1, of: instance, at: second)
    case .window: return windowScalar(instance, at: second)
    case .age: return age(instance, reading, at: second)
    case .aggregate(let aggregate): return aggregateScalar(instance, aggregate, at: second)
    case .aggregateOperands(let aggregate): return operandsScalar(instance, aggregate, at: second)
    case .distance: return movingDistance(instance, at: second)
    case .unknown, .constant, .clock(.today), .clock(.weekday), .clock(.month), .sun, .address,
      .nearest, .rowField, .row, .rowPresence, .membership, .not, .and, .or, .known, .lastKnown,
      .compare,
      .inRange, .elementOfOperands, .element, .apply, .text, .placePosition, .placeNamed, .list,
      .rowPart,
      .lasting, .withinLast, .withinNext, .began, .lastChange, .occurrence, .latch,
      .aggregateList, .gaps, .places, .period:
      return .nan
    }
  }
}
