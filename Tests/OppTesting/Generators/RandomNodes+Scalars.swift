internal import OppModel

extension RandomNodes {
  /// A constant that readings come near to
  mutating func literal(_ type: ValueType) -> NodeID {
    let value: Int =
      switch type {
      case .duration: random.number(in: 0...40) * 60
      case .length: random.number(in: 0...30) * 100
      case .speed: random.number(in: 0...6)
      case .temperature: random.number(in: 6...30)
      case .timeOfDay:
        hasEdges && random.oneIn(2)
          ? random.pick([0, 3599, 86_399]) : random.number(in: 0...95) * 900
      case .date: random.number(in: 20_454...20_820)
      case .instant: 1_767_225_600 + random.number(in: 0...365) * 86_400
      default: random.number(in: -2...9)
      }
    return constant(Double(value), type)
  }

  /// A scalar; `steady` asks for one that does not drift
  mutating func scalar(_ type: ValueType, _ depth: Int, steady: Bool = false) -> NodeID {
    if depth > 0 {
      switch random.number(in: 0...10) {
      case 0:
        return node(.otherwise(scalar(type, depth - 1, steady: steady), literal(type)), type)
      case 1:
        return node(
          .conditional(
            if: condition(depth - 1), then: scalar(type, depth - 1, steady: steady),
            else: scalar(type, depth - 1, steady: steady)), type)
      case 2:
        let function = random.pick([WindowFunction.minimum, .maximum])
        return node(.window(function, scalar(type, depth - 1, steady: true), past(depth)), type)
      case 3 where !steady && [.number, .length, .speed, .temperature].contains(type):
        return node(.window(.average, scalar(type, depth - 1, steady: true), past(depth)), type)
      case 4: return node(.lastKnown(scalar(type, depth - 1, steady: true)), type)
      case 5: return ago(scalar(type, depth - 1, steady: true), type)
      default: break
      }
    }
    return switch type {
    case .number: number(depth, steady)
    case .duration: duration(depth, steady)
    case .length: length(depth, steady)
    case .timeOfDay: timeOfDay(depth, steady)
    case .instant: instant(depth, steady)
    case .speed: random.oneIn(4) ? literal(type) : field(0, 3)
    case .temperature: field(0, 1)
    default:
      random.oneIn(4)
        ? node(
          .part(
            random.pick([.weekStart, .monthStart, .monthEnd, .yearStart]),
            node(.clock(.today), .date)), .date)
        : random.pick([node(.clock(.today), .date), field(0, 8), literal(.date)])
    }
  }

  /// What a node was some time ago
  mutating func ago(_ operand: NodeID, _ type: ValueType) -> NodeID {
    node(.window(.ago, operand, .last(seconds: span())), type)
  }

  /// A value of any type that does not drift
  mutating func changing(_ depth: Int) -> NodeID {
    switch random.number(in: 0...3) {
    case 0: condition(depth)
    case 1: field(0, random.number(in: 6...7))
    default: scalar(random.pick(Self.types), depth, steady: true)
    }
  }

  private mutating func past(_ depth: Int) -> Span {
    guard random.oneIn(4) else { return .last(seconds: span()) }
    return .since(
      random.oneIn(2) ? node(.began(condition(depth - 1)), .instant) : field(0, 10))
  }

  private mutating func number(_ depth: Int, _ steady: Bool) -> NodeID {
    switch random.number(in: 0...(depth > 0 ? 17 : 3)) {
    case 16:
      // A number, as a percentage and back: mostly the same, and never far from it.
      let percent = node(
        .unary(.percentage, scalar(.number, depth - 1, steady: steady)), .percent)
      return node(.unary(.ratio, percent), .number)
    case 17: return node(.window(.changes, changing(depth - 1), past(depth)), .number)
    case 15:
      let aggregate = random.pick([Aggregate.sum, .maximum, .minimum, .first])
      return node(.aggregate(aggregate, valueQuery(depth - 1, value: true)), .number)
    case 0: return field(0, 0)
    case 1: return field(random.number(in: 1...2), 0)
    case 2: return literal(.number)
    case 12: return node(.window(.times, condition(depth - 1), past(depth)), .number)
    case 13:
      let operand = scalar(.number, depth - 1, steady: true)
      return node(.window(.increase, operand, past(depth)), .number)
    case 3 where isForEach: return node(.rowField(Self.outerScope, field: 3), .number)
    case 3: return field(0, 0)
    case 4, 5:
      return node(
        .arithmetic(
          random.pick([.add, .subtract]), scalar(.number, depth - 1, steady: steady),
          scalar(.number, depth - 1, steady: steady)), .number)
    case 6 where random.oneIn(3):
      return node(
        .arithmetic(
          .divide, scalar(.number, depth - 1, steady: steady),
          scalar(.number, depth - 1, steady: steady)), .number)
    case 6:
      return node(
        .arithmetic(
          random.pick([.multiply, .divide, .modulo]),
          scalar(.number, depth - 1, steady: steady),
          scalar(.number, 0, steady: true)), .number)
    case 7:
      return node(
        .unary(
          random.pick([
            .negate, .absolute, .round, .floor, .ceiling, .squareRoot, .exponential, .logarithm,
          ]),
          scalar(.number, depth - 1, steady: steady)), .number)
    case 8: return node(.aggregate(.count, choreQuery(depth - 1, value: nil)), .number)
    case 9:
      return node(
        .aggregate(
          random.pick([.sum, .minimum, .maximum, .average, .first]),
          choreQuery(depth - 1, value: 3)), .number)
    case 10:
      let query = RowQuery(
        scope: Self.diaryScope, table: Self.diary, predicate: nil,
        value: node(.rowField(Self.diaryScope, field: 1), .number))
      return node(.aggregate(random.pick([.sum, .count]), query), .number)
    default:
      return node(
        .window(.change, scalar(.number, depth - 1, steady: true), .last(seconds: span())), .number)
    }
  }

  private mutating func duration(_ depth: Int, _ steady: Bool) -> NodeID {
    switch random.number(in: 0...(depth > 0 ? 10 : 4)) {
    case 10:
      let aggregate = random.pick([Aggregate.sum, .maximum, .minimum, .first])
      return node(.aggregate(aggregate, gapQuery(depth - 1, value: true)), .duration)
    case 0: return field(0, 4)
    case 9 where !steady:
      return node(.age(field(random.number(in: 0...1), random.number(in: 0...1))), .duration)
    case 1: return literal(.duration)
    case 2 where !steady: return field(3, 0)
    case 3 where !steady: return node(.arithmetic(.subtract, field(0, 10), now()), .duration)
    case 4 where !steady && isForEach:
      return node(
        .arithmetic(.subtract, node(.rowField(Self.outerScope, field: 2), .instant), now()),
        .duration)
    case 5:
      return node(
        .arithmetic(
          random.pick([.add, .subtract, .modulo]), scalar(.duration, depth - 1, steady: steady),
          scalar(.duration, depth - 1, steady: steady)), .duration)
    case 6:
      return node(
        .arithmetic(
          .multiply, scalar(.duration, depth - 1, steady: steady),
          constant(random.pick([2, 0.5, -1.5]), .number)), .duration)
    case 7 where !steady: return node(.window(.total, condition(depth - 1), past(depth)), .duration)
    case 8:
      return node(.unary(.absolute, scalar(.duration, depth - 1, steady: steady)), .duration)
    default: return field(0, 4)
    }
  }

  private mutating func length(_ depth: Int, _ steady: Bool) -> NodeID {
    switch random.number(in: 0...(depth > 0 ? 6 : 2)) {
    case 0: return field(0, 2)
    case 1: return literal(.length)
    case 2: return node(.distance(position(), pin()), .length)
    case 3: return node(.window(.travelled, position(), past(depth)), .length)
    case 4 where !steady:
      return node(.window(.total, scalar(.speed, 0, steady: true), past(depth)), .length)
    case 5 where !steady:
      let mean = node(.window(.average, position(), .last(seconds: span())), .position)
      return node(.distance(mean, pin()), .length)
    default:
      return node(
        .arithmetic(
          .add, scalar(.length, depth - 1, steady: steady),
          scalar(.length, depth - 1, steady: steady)),
        .length)
    }
  }

  private mutating func timeOfDay(_ depth: Int, _ steady: Bool) -> NodeID {
    switch random.number(in: 0...(depth > 0 ? 5 : 3)) {
    case 0: return literal(.timeOfDay)
    case 1: return field(0, 9)
    case 2 where !steady: return node(.clock(.time), .timeOfDay)
    case 3:
      return node(
        .sun(random.pick([.sunrise, .sunset, .dusk, .solarNoon]), place: pin()), .timeOfDay)
    case 4:
      return node(
        .arithmetic(
          random.pick([.timeAdvance, .timeRetreat]), scalar(.timeOfDay, depth - 1, steady: steady),
          literal(.duration)), .timeOfDay)
    default:
      return node(.part(.time, scalar(.instant, max(depth - 1, 0), steady: steady)), .timeOfDay)
    }
  }

  private mutating func instant(_ depth: Int, _ steady: Bool) -> NodeID {
    switch random.number(in: 0...(depth > 0 ? 7 : 2)) {
    case 7: return node(.lastChange(changing(depth - 1)), .instant)
    case 6:
      let period = random.pick(CalendarPeriod.allCases)
      return node(.period(period, isEnd: random.oneIn(2)), .instant)
    case 0: return field(0, 10)
    case 1 where !steady: return now()
    case 2:
      return node(
        .arithmetic(.combine, node(.clock(.today), .date), literal(.timeOfDay)), .instant)
    case 3:
      return node(
        .arithmetic(
          random.pick([.add, .subtract]), scalar(.instant, depth - 1, steady: steady),
          scalar(.duration, 0, steady: steady)), .instant)
    case 4: return node(.began(condition(depth - 1)), .instant)
    default: return field(0, 10)
    }
  }
}
