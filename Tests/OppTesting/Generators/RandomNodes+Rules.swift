internal import OppModel

extension RandomNodes {
  mutating func addRule(_ name: String) {
    isForEach = random.oneIn(4)
    isEndRead = readsFirings && name != "alpha"
    defer { (isForEach, isEndRead) = (false, false) }
    var rows: RowQuery?
    if isForEach {
      rows = RowQuery(
        scope: Self.outerScope, table: Self.chores,
        predicate: random.oneIn(2) ? rowCondition(1, Self.outerScope) : nil, value: nil)
    }
    var events: [Event] = []
    if random.oneIn(2) {
      for _ in 0..<random.number(in: 1...2) { events.append(event()) }
    }
    // The rows of `for each` may be all that an Opp waits for.
    let needsCondition = events.isEmpty && !(isForEach && random.oneIn(4))
    let condition = needsCondition || random.oneIn(2) ? condition(3) : nil
    let records = random.oneIn(4)
    let text = node(
      .text([
        .literal("\(name) "), .value(scalar(random.pick(Self.types), 1), nil), .literal(" at "),
        .value(now(), nil),
      ]), .text)
    graph.rules.append(
      Rule(
        name: name, rows: rows, events: events, condition: condition,
        text: records && random.oneIn(2) ? nil : text, recipient: nil,
        payload: random.oneIn(4)
          ? [NamedNode(name: "value", node: scalar(random.pick(Self.types), 1))] : [],
        record: records ? record() : nil,
        colour: random.oneIn(6) ? colour() : nil,
        limit: records || readsFirings || random.oneIn(3) ? limit() : nil,
        repetition: random.oneIn(3) ? Int64(random.pick([45, 120, 420, 3600])) : nil,
        repetitionSpan: random.oneIn(2) ? Int64(random.pick([30, 240, 420, 1500])) : nil,
        snooze: Int64(random.pick([30, 300, 3600])),
        expires: random.oneIn(4) ? Int64(random.pick([1, 59, 600, 5400])) : nil,
        isUrgent: random.oneIn(6), isDisabled: random.oneIn(12)))
  }

  /// A row of the diary, or some fields of the row of `for each`
  private mutating func record() -> RecordAction {
    guard isForEach, random.oneIn(2) else {
      return RecordAction(table: Self.diary, values: [now(), scalar(.number, 1)])
    }
    let id = node(.rowField(Self.outerScope, field: 0), .text)
    return RecordAction(
      table: Self.chores,
      values: [
        id, nil, nil, random.oneIn(2) ? scalar(.number, 1) : nil,
        random.oneIn(2) ? condition(1) : nil,
      ])
  }

  private mutating func event() -> Event {
    if random.oneIn(9) { return .instant(occurrence()) }
    return switch random.number(in: 0...(isForEach ? 9 : 7)) {
    case 0, 1: .becomes(condition(2))
    case 2: .timeOfDay(scalar(.timeOfDay, 1, steady: true))
    case 3:
      .sun(
        random.pick([.sunrise, .sunset, .dawn, .solarNoon]), place: pin(),
        offset: Int64(random.number(in: -3...3) * 600))
    case 4: .every(seconds: Int64(random.pick([60, 420, 90, 7200, 39_600])))
    case 5:
      .changes(
        random.pick([field(0, 6), field(0, 0), field(0, 7), node(.clock(.today), .date)]))
    case 6: .instant(scalar(.instant, 1, steady: true))
    case 7: .becomes(simpleBecoming())
    case 8: .rowAdded
    default: .rowRemoved
    }
  }

  /// The instants of `every D from X`
  private mutating func occurrence() -> NodeID {
    let periods: [Int64] = [600, 5400, 39_600, 86_400, 90_000, 2 * 86_400, 7 * 86_400]
    return node(
      .occurrence(
        from: scalar(.instant, 1, steady: true), seconds: random.pick(periods)), .instant)
  }

  /// `entering` a pin
  private mutating func simpleBecoming() -> NodeID {
    node(
      .compare(.lessOrEqual, node(.distance(position(), pin()), .length), constant(700, .length)),
      .bool)
  }

  private mutating func limit() -> RateLimit {
    if random.oneIn(6) { return RateLimit(count: 1, period: .ever) }
    let period: RateLimit.Period = random.pick([
      .hour, .day, .week, .month, .seconds(600), .seconds(45), .seconds(3600),
    ])
    return RateLimit(
      count: random.number(in: 1...4), period: period, isInAll: isForEach && random.oneIn(2))
  }

  /// `if c then red else blue`
  private mutating func colour() -> NodeID {
    let (red, blue) = (constant(0xE53935, .colour), constant(0x1E88E5, .colour))
    return node(.conditional(if: condition(1), then: red, else: blue), .colour)
  }
}
