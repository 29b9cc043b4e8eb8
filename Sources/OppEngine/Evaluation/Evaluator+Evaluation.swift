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

  /// Whether all that is looked at is in `memo`, what is steady now included
  var keepsAll = false

  /// By instance: the reading at that second, once it was needed
  var memo: [Int32: Reading] = [:]
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
  mutating func evaluate(_ instance: Int32, at second: Int64, _ ahead: inout Ahead?) -> Reading {
    let reading = result(of: instance, at: second, &ahead)
    return fetchable.isAny ? undecided(reading, instance, &ahead) : reading
  }

  /// The reading that the operator gives, before what is not fetched yet makes it undecided
  private mutating func result(
    of instance: Int32, at second: Int64, _ ahead: inout Ahead?
  ) -> Reading {
    let template = Int(instances.template[Int(instance)])
    let instruction = code[template].instruction
    switch instruction {
    case .constant: return constant(template)
    case .clock(let field): return zone.reading(of: field, at: second)
    case .sun(let field): return sun(field, operand(0, instance, &ahead), at: second)
    case .reading(let request, let field):
      return sourceReading(instance, request: Int(request), field: Int(field), second, &ahead)
    case .address:
      // Operands are evaluated in a statement of their own, here and below: they may bring texts into the
      // pool, which a copy of the engine that was taken before them lacks.
      let text = operand(0, instance, &ahead)
      return address(text)
    case .nearest:
      return nearest(operand(0, instance, &ahead), from: operand(1, instance, &ahead))
    case .rowField(let field):
      if ahead?.forgetsRows == true, forgetsRow(of: instance, at: second) { return .unknown }
      return rowField(instances.slot[Int(instance)], Int(field))
    case .row: return rowIdentity(instances.slot[Int(instance)])
    case .rowPresence:
      if ahead?.forgetsRows == true, forgetsRow(of: instance, at: second) { return .unknown }
      return rowPresence(instances.slot[Int(instance)], template)
    case .rowPart(let field):
      let row = operand(0, instance, &ahead)
      return rowPart(row, Int(field))

    case .membership, .not, .and, .or, .conditional, .otherwise, .known:
      return logic(instance, instruction, at: second, &ahead)
    case .compare(let comparison): return compare(comparison, instance, at: second, &ahead)
    case .inRange(let kind): return inRange(kind, instance, at: second, &ahead)
    case .elementOfOperands: return elementOfOperands(instance, at: second, &ahead)
    case .element: return element(instance, at: second, &ahead)
    case .containsText:
      let (whole, part) = (operand(0, instance, &ahead), operand(1, instance, &ahead))
      return pool.contains(whole, part)
    case .arithmetic(let operation): return arithmetic(operation, instance, at: second, &ahead)
    case .unary(let function): return unary(function, instance, at: second, &ahead)
    case .part(let part, let ofInstant):
      return self.part(part, ofInstant: ofInstant, instance, at: second, &ahead)
    case .distance: return distance(instance, at: second, &ahead)

    case .text: return text(instance, at: second, &ahead)
    case .textFunction(let function): return textFunction(function, operand(0, instance, &ahead))
    case .placeName: return placeName(operand(0, instance, &ahead))
    case .placePosition:
      let place = operand(0, instance, &ahead)
      return pool.placePosition(place)
    case .placeNamed: return placeNamed(template, operand(0, instance, &ahead))
    case .list: return list(instance, at: second, &ahead)

    case .lasting, .withinLast, .began, .lastKnown:
      return memory(instance, instruction, at: second, &ahead)
    case .withinNext(let duration): return withinNext(instance, duration, at: second, &ahead)
    case .window: return window(instance, at: second, &ahead)
    case .aggregate(let aggregate):
      let slot = Int(instances.slot[Int(instance)])
      if ahead?.forgetsRows == true, aggregates.indices.contains(slot),
        forgetsRows(of: aggregates[slot].query.table, at: second)
      {
        return .unknown
      }
      return self.aggregate(aggregate, instance, at: second, &ahead)
    case .aggregateList(let aggregate):
      return aggregateList(aggregate, operand(0, instance, &ahead))
    case .aggregateOperands(let aggregate):
      return aggregateOperands(aggregate, instance, at: second, &ahead)
    }
  }

  /// Whether the rows of a table are unknown at a second ahead, where rows are forgotten
  private mutating func forgetsRows(of table: TableID, at second: Int64) -> Bool {
    second > now && table != graph.wellKnown.agenda?.table
  }

  /// Whether the row of an instance is unknown at a second ahead
  private mutating func forgetsRow(of instance: Int32, at second: Int64) -> Bool {
    let row = Int(instances.slot[Int(instance)])
    return rows.indices.contains(row)
      && forgetsRows(of: TableID(index: rows[row].table), at: second)
  }

  /// The reading of an operand
  mutating func operand(_ index: Int, _ instance: Int32, _ ahead: inout Ahead?) -> Reading {
    let operand = instances.operand(index, of: instance)
    if ahead != nil { return look(operand, &ahead) }
    let reading = instances.readings[Int(operand)]
    return reading.kind == .deferred ? computed(operand) : reading
  }

  /// The reading of an instance at the second of `ahead`
  ///
  /// 1. At the present second, what neither drifts nor is forgotten is as it was evaluated.
  /// 2. What was needed before at the same second is in the memo.
  /// 3. Until its horizon a reading is as it is now, but for those whose rows have horizons of their own.
  /// 4. Everything else is evaluated, with operands that are looked up in the same way.
  mutating func look(_ instance: Int32, _ ahead: inout Ahead?) -> Reading {
    guard let second = ahead?.second else { return instances.readings[Int(instance)] }
    let template = code[Int(instances.template[Int(instance)])]
    let present = instances.readings[Int(instance)]
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
    of instance: Int32, ahead second: Int64, forgetting forgotten: Ahead.Forgotten = .nothing
  ) -> Reading {
    var ahead: Ahead? = Ahead(second: second, forgotten: forgotten)
    return look(instance, &ahead)
  }

  /// The scalar of operand `index` at a second for which its reading holds; not a number if unknown
  mutating func scalar(
    _ index: Int, _ instance: Int32, at second: Int64, _ ahead: inout Ahead?
  ) -> Double {
    scalar(of: instances.operand(index, of: instance), at: second, &ahead)
  }

  /// The scalar of an instance at a second for which its reading holds; not a number if unknown
  ///
  /// A drifting reading is computed by its operators at that very second, never along a rounded line.
  mutating func scalar(of instance: Int32, at second: Int64, _ ahead: inout Ahead?) -> Double {
    let reading =
      ahead == nil ? instances.readings[Int(instance)] : look(instance, &ahead)
    switch reading.kind {
    case .scalar: return reading.first
    case .deferred: return computed(instance).first
    case .unknown, .undecided, .no, .yes, .position, .moving, .object: return .nan
    case .drifting, .curved: break
    }
    switch code[Int(instances.template[Int(instance)])].instruction {
    case .clock(.now): return Double(second)
    case .clock(.time):
      return Double(zone.local(at: Instant(seconds: second)).secondOfDay)
    // Of all readings of sources only `free` drifts: it is the time left until its horizon.
    case .reading: return Double(Seconds.subtract(reading.until, second))
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
    case .lastKnown: return scalar(0, instance, at: second, &ahead)
    case .window: return windowScalar(instance, at: second, &ahead)
    case .aggregate(let aggregate):
      return aggregateScalar(aggregate, instance, at: second, &ahead)
    case .aggregateOperands(let aggregate):
      return operandsScalar(aggregate, instance, at: second, &ahead)
    case .distance: return movingDistance(instance, at: second, &ahead)
    default: return .nan
    }
  }
}
