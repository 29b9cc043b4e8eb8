internal import OppModel

extension RandomNodes {
  /// A Bool
  mutating func condition(_ depth: Int) -> NodeID {
    if readsFirings, random.oneIn(5) { return firingCondition() }
    guard depth > 0 else { return simpleCondition() }
    switch random.number(in: 0...22) {
    case 22: return sunCondition(over: random.oneIn(2) ? pin() : position())
    case 0: return node(.not(condition(depth - 1)), .bool)
    case 1, 2: return node(.and([condition(depth - 1), condition(depth - 1)]), .bool)
    case 3, 4: return node(.or([condition(depth - 1), condition(depth - 1)]), .bool)
    case 5:
      return node(
        .conditional(
          if: condition(depth - 1), then: condition(depth - 1), else: condition(depth - 1)), .bool)
    case 6, 7: return node(.lasting(condition(depth - 1), seconds: span()), .bool)
    case 8, 9: return node(.withinLast(condition(depth - 1), seconds: span()), .bool)
    case 10: return node(.withinNext(foreseeable(depth - 1), seconds: span()), .bool)
    case 11: return node(.known(scalar(random.pick(Self.types), depth - 1)), .bool)
    case 12: return node(.otherwise(condition(depth - 1), condition(depth - 1)), .bool)
    case 13:
      return node(
        .aggregate(
          random.pick([.any, .none, .atLeast(2)]),
          choreQuery(depth - 1, value: random.oneIn(3) ? 4 : nil)),
        .bool)
    case 14:
      let parts = (0..<random.number(in: 2...4)).map { _ in condition(depth - 1) }
      let list = node(.list(parts), .list(.bool))
      return node(.aggregateList(.atLeast(random.number(in: 1...3)), list), .bool)
    case 17: return ago(condition(depth - 1), .bool)
    case 19:
      let since = node(.lastChange(changing(depth - 1)), .instant)
      let length = node(.arithmetic(.subtract, now(), since), .duration)
      return node(
        .compare(random.pick([.less, .greaterOrEqual]), length, literal(.duration)), .bool)
    case 18:
      let query =
        random.oneIn(2)
        ? gapQuery(depth - 1, value: false) : valueQuery(depth - 1, value: false)
      return node(.aggregate(random.pick([.any, .none, .atLeast(2)]), query), .bool)
    case 15, 16:
      return node(.latch(condition(depth - 1), until: condition(depth - 1)), .bool)
    default: return comparison(depth - 1)
    }
  }

  private mutating func simpleCondition() -> NodeID {
    switch random.number(in: 0...(isForEach ? 8 : 6)) {
    case 0: field(0, 5)
    case 1: field(1, 1)
    case 2: field(3, 1)
    case 3: field(2, 1)
    case 4:
      node(
        .compare(
          random.pick(Comparison.allCases), field(0, 6),
          constant(Double(random.number(in: 0...2)), .enumeration(EnumerationID(index: 0)))), .bool)
    case 5:
      node(.apply(.contains, [field(0, 7), node(.constant(.text("a")), .text)]), .bool)
    case 6:
      node(
        .inRange(
          node(.clock(.weekday), .weekday),
          low: constant(Double(random.number(in: 0...6)), .weekday),
          high: constant(Double(random.number(in: 0...6)), .weekday), kind: .cyclic), .bool)
    case 7: node(.rowField(Self.outerScope, field: 4), .bool)
    default:
      node(
        .compare(
          .less, node(.rowField(Self.outerScope, field: 3), .number),
          constant(Double(random.number(in: 0...8)), .number)), .bool)
    }
  }

  /// A condition over what is known ahead
  private mutating func foreseeable(_ depth: Int) -> NodeID {
    switch random.number(in: 0...(depth > 0 ? 8 : 4)) {
    case 0: return field(3, 1)
    case 4:
      return sunCondition(over: pin())
    case 1:
      return node(
        .compare(
          random.pick(Comparison.allCases), field(3, 0),
          constant(Double(random.number(in: 0...40) * 60), .duration)), .bool)
    case 2, 3:
      let time = node(.clock(.time), .timeOfDay)
      return node(
        .inRange(
          time, low: constant(Double(random.number(in: 0...95) * 900), .timeOfDay),
          high: constant(Double(random.number(in: 0...95) * 900), .timeOfDay), kind: .timeOfDay),
        .bool)
    case 5: return node(.and([foreseeable(depth - 1), foreseeable(depth - 1)]), .bool)
    case 6: return node(.lasting(foreseeable(depth - 1), seconds: span()), .bool)
    case 7:
      return node(.latch(foreseeable(depth - 1), until: foreseeable(depth - 1)), .bool)
    default: return node(.not(foreseeable(depth - 1)), .bool)
    }
  }

  /// A condition on the place of the sun, whose curve passes its bounds in most hours of some days
  private mutating func sunCondition(over place: NodeID) -> NodeID {
    if random.oneIn(2) {
      let azimuth = node(.sunAngle(.azimuth, place: place), .angle)
      let low = constant(Double(random.number(in: 0...23)) * 15, .angle)
      let high = constant(Double(random.number(in: 0...23)) * 15, .angle)
      return node(.inRange(azimuth, low: low, high: high, kind: .cyclic), .bool)
    }
    let elevation = node(.sunAngle(.elevation, place: place), .elevation)
    let bound = constant(Double(random.number(in: -12...20)) * 3, .elevation)
    return node(.compare(random.pick(Comparison.allCases), elevation, bound), .bool)
  }

  private mutating func comparison(_ depth: Int) -> NodeID {
    let type = random.pick(Self.types)
    switch random.number(in: 0...4) {
    case 0:
      let low = scalar(type, 0, steady: true)
      let high = scalar(type, 0, steady: true)
      let kind: RangeKind =
        switch type {
        case .timeOfDay: .timeOfDay
        case .instant: .halfOpen
        default: .closed
        }
      return node(.inRange(scalar(type, depth), low: low, high: high, kind: kind), .bool)
    case 1, 2:
      return node(
        .compare(random.pick(Comparison.allCases), scalar(type, depth), literal(type)), .bool)
    default:
      return node(
        .compare(random.pick(Comparison.allCases), scalar(type, depth), scalar(type, depth)), .bool)
    }
  }

  /// The rows of chores that a random condition finds
  mutating func choreQuery(_ depth: Int, value: Int?) -> RowQuery {
    let scope = isForEach ? Self.innerScope : Self.outerScope
    let predicate = random.oneIn(5) ? nil : rowCondition(depth, scope)
    let types: [ValueType] = [.text, .text, .instant, .number, .bool]
    return RowQuery(
      scope: scope, table: Self.chores, predicate: predicate,
      value: value.map { node(.rowField(scope, field: $0), types[$0]) })
  }

  /// A condition on a row inside `where`, which has no past
  mutating func rowCondition(_ depth: Int, _ scope: ScopeID) -> NodeID {
    let due = node(.rowField(scope, field: 2), .instant)
    switch random.number(in: 0...(depth > 0 ? 7 : 5)) {
    case 0: return node(.rowField(scope, field: 4), .bool)
    case 1:
      return node(
        .compare(
          random.pick(Comparison.allCases), node(.rowField(scope, field: 3), .number),
          random.oneIn(2) ? field(0, 0) : constant(Double(random.number(in: 0...8)), .number)),
        .bool)
    case 2:
      return node(.compare(random.pick(Comparison.allCases), due, now()), .bool)
    case 3:
      return node(
        .compare(
          random.pick([.less, .greaterOrEqual]),
          node(.arithmetic(.subtract, due, now()), .duration),
          constant(Double(random.number(in: -10...30) * 60), .duration)), .bool)
    case 4: return field(0, 5)
    case 5:
      return node(
        .compare(
          .equal, node(.rowField(scope, field: 1), .text), node(.constant(.text("ann")), .text)),
        .bool)
    default:
      let parts = (0..<2).map { _ in rowCondition(depth - 1, scope) }
      return node(random.oneIn(2) ? .and(parts) : .or(parts), .bool)
    }
  }
}
