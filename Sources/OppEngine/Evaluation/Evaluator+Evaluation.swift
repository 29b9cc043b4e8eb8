internal import OppModel

/// The readings of instances at a later second, as far as they are known now
///
/// `possibility` looks at later seconds with ``Forgotten/readings``: as any reading may come, what depends on one is
/// unknown then, and only what the clock, the sun, the calendar and the rows forbid is false.
struct Ahead {
  /// The second that is looked at: before the present one only where `memo` has all that is needed
  let second: Int64

  /// The inputs that are unknown from the next second on, rather than as they are now
  var forgotten = Forgotten.nothing

  enum Forgotten {
    case nothing
    /// The leaves whose future is not known
    case readings
    /// Those, and the rows of tables; the agenda is known ahead
    case readingsAndRows
  }

  var forgetsReadings: Bool { forgotten != .nothing }
  var forgetsRows: Bool { forgotten == .readingsAndRows }

  /// Whether readings are what they are at present
  func looksAtPresent(_ now: Int64) -> Bool { second == now && forgotten == .nothing && !keepsAll }

  /// Whether all that is looked at is in `memo`, what is steady now included
  var keepsAll = false

  /// By instance: the reading at that second, once it was needed
  var memo: [InstanceID: Reading] = [:]
}

/// The evaluation of an instance: its operator, applied to its operands
///
/// Without `ahead`, the operands are the readings of now. With it, they are found for its second.
extension Evaluator {
  /// The reading of an instance at a second, and until when it holds
  ///
  /// - Parameters:
  ///   - second: the present one; with `ahead`, the second of that.
  ///   - ahead: nil at the present second, where what remembers takes note of its operand.
  mutating func evaluate(_ instance: InstanceID, at second: Int64, _ ahead: inout Ahead?) -> Reading
  {
    let reading = result(of: instance, at: second, &ahead)
    return facts.fetchable.isAny
      ? UndecidedEvaluation(instance).undecided(reading, &ahead, &self) : reading
  }

  /// The reading that the operator gives, before what is not fetched yet makes it undecided
  private mutating func result(
    of instance: InstanceID, at second: Int64, _ ahead: inout Ahead?
  ) -> Reading {
    let template = instances.template[instance]
    let instruction = code[template].instruction
    switch instruction {
    case .unknown: return .unknown
    case .constant: return constant(template)
    case .clock(let field): return zone.reading(of: field, at: second)
    case .period(let period, let isEnd): return zone.reading(of: period, isEnd: isEnd, at: second)
    case .sun(let field):
      let place = operand(0, instance, &ahead)
      return LeafEvaluation(instance, second).sun(field, place, &self)
    case .sunAngle(let angle):
      return SunAngleEvaluation(instance, second).reading(angle, &ahead, &self)
    case .reading(let request, let field):
      return LeafEvaluation(instance, second)
        .sourceReading(request: request, field: Int(field), &ahead, &self)
    case .address:
      // Operands are evaluated in a statement of their own, here and below: they may bring texts into the
      // pool, which a copy of the engine that was taken before them lacks.
      let text = operand(0, instance, &ahead)
      return facts.places.address(text, pool)
    case .nearest:
      let (category, origin) = (operand(0, instance, &ahead), operand(1, instance, &ahead))
      return PlaceEvaluation(instance, second).nearest(category, from: origin, &self)
    case .rowField(let field):
      if ahead?.forgetsRows == true, forgetsRow(of: instance, at: second) { return .unknown }
      return facts.rowField(instances.row(of: instance), Int(field))
    case .row: return facts.rowIdentity(instances.row(of: instance))
    case .rowPresence:
      if ahead?.forgetsRows == true, forgetsRow(of: instance, at: second) { return .unknown }
      return facts.rowPresence(instances.row(of: instance))
    case .rowPart(let field):
      let row = operand(0, instance, &ahead)
      return facts.rowPart(row, Int(field), pool)

    case .membership: return LogicEvaluation(instance, second).membership(&ahead, &self)
    case .not: return LogicEvaluation(instance, second).negation(&ahead, &self)
    case .and:
      return LogicEvaluation(instance, second).junction(deciding: .no, &ahead, &self)
    case .or:
      return LogicEvaluation(instance, second).junction(deciding: .yes, &ahead, &self)
    case .conditional: return LogicEvaluation(instance, second).conditional(&ahead, &self)
    case .otherwise: return LogicEvaluation(instance, second).otherwise(&ahead, &self)
    case .known: return LogicEvaluation(instance, second).known(&ahead, &self)

    case .compare(let comparison):
      return ComparisonEvaluation(instance, second).compare(comparison, &ahead, &self)
    case .inRange(let kind):
      return ComparisonEvaluation(instance, second).inRange(kind, &ahead, &self)
    case .elementOfOperands:
      return ComparisonEvaluation(instance, second).elementOfOperands(&ahead, &self)
    case .element: return ComparisonEvaluation(instance, second).element(&ahead, &self)
    case .arithmetic(let operation):
      return ArithmeticEvaluation(instance, second).arithmetic(operation, &ahead, &self)
    case .unary(let function):
      return ArithmeticEvaluation(instance, second).unary(function, &ahead, &self)
    case .part(let part, let ofInstant):
      return ArithmeticEvaluation(instance, second)
        .part(part, ofInstant: ofInstant, &ahead, &self)
    case .distance: return PlaceEvaluation(instance, second).distance(&ahead, &self)

    case .apply(let function, _):
      return ListEvaluation(instance, second).apply(function, &ahead, &self)
    case .text: return TextEvaluation(instance, second).text(&ahead, &self)
    case .placePosition:
      let place = operand(0, instance, &ahead)
      return pool.placePosition(place)
    case .placeNamed:
      return PlaceEvaluation(instance, second).placeNamed(&ahead, &self)
    case .list: return ListEvaluation(instance, second).list(&ahead, &self)

    case .lasting(let duration):
      return MemoryEvaluation(instance, second).past(.false, duration, &ahead, &self)
    case .withinLast(let duration):
      return MemoryEvaluation(instance, second).past(.true, duration, &ahead, &self)
    case .began: return MemoryEvaluation(instance, second).began(&ahead, &self)
    case .lastChange: return MemoryEvaluation(instance, second).lastChange(&ahead, &self)
    case .occurrence(let period):
      let start = operand(0, instance, &ahead)
      return zone.reading(ofOccurrencesFrom: start, every: period, at: second)
    case .latch: return MemoryEvaluation(instance, second).latch(&ahead, &self)
    case .age: return LeafEvaluation(instance, second).age(&ahead, &self)
    case .lastKnown: return MemoryEvaluation(instance, second).lastKnown(&ahead, &self)
    case .withinNext(let duration):
      return MemoryEvaluation(instance, second).withinNext(duration, &ahead, &self)
    case .window: return WindowEvaluation(instance, second).window(&ahead, &self)
    case .aggregate(let aggregate):
      if ahead?.forgetsRows == true, let slot = instances.slot(of: instance),
        forgetsRows(of: aggregates[slot].query.table, at: second)
      {
        return .unknown
      }
      return AggregateEvaluation(instance, second).aggregate(aggregate, &ahead, &self)
    case .aggregateList(let aggregate):
      let list = operand(0, instance, &ahead)
      return ListEvaluation(instance, second).aggregateList(aggregate, list, &self)
    case .aggregateOperands(let aggregate):
      return ListEvaluation(instance, second).aggregateOperands(aggregate, &ahead, &self)
    case .gaps(let table, let daily):
      return GapEvaluation(instance, second).gaps(daily, table, &ahead, &self)
    case .places(let table): return PlaceRows.list(of: instance, table, &ahead, &self)
    }
  }

  /// Whether the rows of a table are unknown at a second ahead, where rows are forgotten
  private mutating func forgetsRows(of table: TableID, at second: Int64) -> Bool {
    second > now && table != graph.wellKnown.agenda?.table
  }

  /// Whether the row of an instance is unknown at a second ahead
  private mutating func forgetsRow(of instance: InstanceID, at second: Int64) -> Bool {
    guard let row = instances.row(of: instance) else { return false }
    return forgetsRows(of: facts.rows[row].table, at: second)
  }

  /// The reading of an operand
  mutating func operand(_ index: Int, _ instance: InstanceID, _ ahead: inout Ahead?) -> Reading {
    let operand = instances.operand(index, of: instance)
    if ahead != nil { return look(operand, &ahead) }
    let reading = instances.readings[operand]
    return reading.kind == .deferred ? computed(operand) : reading
  }

  /// The value of an operand as of a second, and until when it stays so; nil where it is unknown
  mutating func value(
    ofOperand index: Int, _ instance: InstanceID, at second: Int64, _ ahead: inout Ahead?
  ) -> (value: Value?, until: Int64) {
    let reading = operand(index, instance, &ahead)
    if reading.kind == .moving {
      let position = MovingDistanceEvaluation(instance, second).position(index, &ahead, &self)
      return (position.map { .position($0) }, Seconds.add(second, 1))
    }
    guard reading.drifts else { return (pool.value(reading), reading.until) }
    return (.scalar(scalar(index, instance, at: second, &ahead)), Seconds.add(second, 1))
  }

  /// The reading of an instance at the second of `ahead`
  ///
  /// 1. At the present second, what neither drifts nor is forgotten is as it was evaluated.
  /// 2. What was needed before at the same second is in the memo.
  /// 3. Until its horizon a reading is as it is now, but for those whose rows have horizons of their own.
  /// 4. Everything else is evaluated, with operands that are looked up in the same way.
  mutating func look(_ instance: InstanceID, _ ahead: inout Ahead?) -> Reading {
    guard let second = ahead?.second else { return instances.readings[instance] }
    let template = code[instances.template[instance]]
    let present = instances.readings[instance]
    let isSettled =
      template.isMaintained && !present.drifts && present.kind != .moving
      && ahead?.forgetsReadings != true
    if isSettled, second == now, ahead?.keepsAll != true {
      return present.kind == .deferred ? computed(instance) : present
    }
    // A node that several others use is evaluated once, as in the present.
    if let known = ahead?.memo[instance] { return known }
    var reading: Reading
    if isSettled, second == now || (!template.countsRows && second < present.until) {
      reading = present.kind == .deferred ? computed(instance) : present
    } else {
      reading = evaluate(instance, at: second, &ahead)
      if reading.until <= second { reading.until = Seconds.add(second, 1) }
    }
    ahead?.memo[instance] = reading
    return reading
  }

  /// The reading of an instance at a second that is known ahead
  mutating func reading(
    of instance: InstanceID, ahead second: Int64, forgetting forgotten: Ahead.Forgotten = .nothing
  ) -> Reading {
    var ahead: Ahead? = Ahead(second: second, forgotten: forgotten)
    return look(instance, &ahead)
  }

  /// The scalar of operand `index` at a second for which its reading holds; not a number if unknown
  mutating func scalar(
    _ index: Int, _ instance: InstanceID, at second: Int64, _ ahead: inout Ahead?
  ) -> Double {
    scalar(of: instances.operand(index, of: instance), at: second, &ahead)
  }

  /// The scalar of an instance at a second for which its reading holds; not a number if unknown
  ///
  /// A drifting reading is computed by its operators at that very second, never along a rounded line.
  mutating func scalar(of instance: InstanceID, at second: Int64, _ ahead: inout Ahead?) -> Double {
    let reading =
      ahead == nil ? instances.readings[instance] : look(instance, &ahead)
    switch reading.kind {
    case .scalar: return reading.first
    case .deferred: return computed(instance).first
    case .unknown, .undecided, .no, .yes, .position, .moving, .object: return .nan
    case .drifting, .curved: break
    }
    switch code[instances.template[instance]].instruction {
    case .clock(.now): return Double(second)
    case .clock(.time):
      return Double(zone.local(at: Instant(seconds: second)).secondOfDay)
    // Of all readings of sources only `free` drifts: it is the time left until its horizon.
    case .reading: return Double(Seconds.subtract(reading.until, second))
    case .sunAngle(let angle):
      return SunAngleEvaluation(instance, second).degrees(angle, &ahead, &self)
    case .arithmetic(let operation):
      let left = scalar(0, instance, at: second, &ahead)
      let right = scalar(1, instance, at: second, &ahead)
      return operation.value(left, right, in: zone)
    case .unary(let function):
      let operand = scalar(0, instance, at: second, &ahead)
      return function.value(operand)
    case .part(let part, let ofInstant):
      let operand = scalar(0, instance, at: second, &ahead)
      return part.value(of: operand, ofInstant: ofInstant, in: zone)
    case .conditional:
      let isTrue = operand(0, instance, &ahead).kind == .yes
      return scalar(isTrue ? 1 : 2, instance, at: second, &ahead)
    case .otherwise:
      let isKnown = operand(0, instance, &ahead).isKnown
      return scalar(isKnown ? 0 : 1, instance, at: second, &ahead)
    case .window: return WindowEvaluation(instance, second).windowScalar(&ahead, &self)
    case .age: return LeafEvaluation(instance, second).age(reading, &ahead, &self)
    case .aggregate(let aggregate):
      return AggregateEvaluation(instance, second).aggregateScalar(aggregate, &ahead, &self)
    case .aggregateOperands(let aggregate):
      return ListEvaluation(instance, second)
        .operandsScalar(aggregate, at: second, &ahead, &self)
    case .distance: return MovingDistanceEvaluation(instance, second).distance(&ahead, &self)
    case .unknown, .constant, .clock(.today), .clock(.weekday), .clock(.month), .sun, .address,
      .nearest,
      .rowField, .row, .rowPresence, .membership, .not, .and, .or, .known, .lastKnown, .compare,
      .inRange,
      .elementOfOperands, .element, .apply, .text, .placePosition, .placeNamed, .list, .rowPart,
      .lasting, .withinLast, .withinNext, .began, .lastChange, .occurrence, .latch,
      .aggregateList, .gaps, .places, .period:
      return .nan
    }
  }
}
