internal import OppModel

extension NetworkBuilder {
  /// The values that a node may have, and the law that says so if its type does not
  ///
  /// - Returns: the law only if it narrows the domain and may be used.
  func domain(of node: NodeID) -> (IntervalSet, Axiom.Law?) {
    let type = domain(of: graph[node])
    guard let (law, values) = PreludeLaws.domain(of: node, in: graph),
      !withoutLaws.contains(law)
    else { return (type, nil) }
    return (type.intersection(values), law)
  }

  /// The values that the type and the operation of a node allow
  private func domain(of node: Node) -> IntervalSet {
    if let domain = domain(of: node.operation) { return domain }
    return switch node.type {
    case .weekday: .closed(0, 6)
    case .month: .closed(1, 12)
    // 24:00 is 86,400.
    case .timeOfDay: .closed(0, 86_400)
    case .colour: .closed(0, 0xFF_FFFF)
    case .angle: .halfOpen(.zero, Rational(360))
    case .elevation: .closed(-90, 90)
    case .enumeration(let id):
      .closed(0, Int64(graph.enumerations[Int(id.index)].cases.count - 1))
    case .bool, .number, .percent, .text, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .measure, .money, .date, .instant, .position, .place, .row,
      .list:
      .everything
    }
  }

  /// The values that an operation can have with any operands; nil if they are all of its type
  ///
  /// `count(…)` and `total(raining, last 1h)` are at least 0, the latter at most 3600; `time + 2h` is in a day.
  private func domain(of operation: Operation) -> IntervalSet? {
    if case .part(let part, _) = operation { return part.domain }
    if case .sun(let field, let place) = operation {
      return suns.times(of: field, at: place, in: graph)
    }
    // Half of a meridian is the longest geodesic.
    if case .distance = operation { return .closed(0, 20_003_932) }
    if case .arithmetic(.modulo, let value, let divisor) = operation {
      return remainders(of: value, by: divisor)
    }
    if case .arithmetic(let arithmetic, _, _) = operation {
      return arithmetic == .timeAdvance || arithmetic == .timeRetreat
        ? .halfOpen(.zero, Rational(86_400)) : nil
    }
    // A Bool cannot be true for longer than the window.
    if case .window(.total, let operand, let span) = operation, graph[operand].type == .bool {
      if case .last(let seconds) = span { return .closed(0, seconds) }
      return .notNegative
    }
    return operation.traits.contains(.isNotNegative) ? .notNegative : nil
  }

  /// The values of `mod(a, b)` for a constant b above 0; nil for any other
  ///
  /// Below b, unless a is a fraction: a little less than 0, it may be rounded to b.
  private func remainders(of value: NodeID, by divisor: NodeID) -> IntervalSet? {
    guard case .constant(.scalar(let limit)) = graph[divisor].operation, limit > 0,
      let whole = Int64(exactly: limit)
    else { return nil }
    return isWhole(value) ? .halfOpen(.zero, Rational(whole)) : .closed(0, whole)
  }

  /// `true` if the values of a node are whole numbers
  func isWhole(_ node: NodeID) -> Bool {
    let operation = graph[node].operation
    if operation.traits.contains(.isWhole) { return true }
    return switch graph[node].type {
    case .weekday, .month, .enumeration, .date, .colour, .money: true
    case .instant: operation.role == .data
    case .bool, .number, .percent, .text, .duration, .length, .speed, .temperature,
      .temperatureDifference, .pressure, .angle, .elevation, .measure, .timeOfDay, .position,
      .place, .row,
      .list:
      false
    }
  }
}

extension IntervalSet {
  /// The numbers from 0 on
  fileprivate static let notNegative = IntervalSet.above(.zero, including: true)
}

extension OppModel.Part {
  /// The values of the part; nil if the type says all
  fileprivate var domain: IntervalSet? {
    switch self {
    case .year, .date, .weekStart, .monthStart, .monthEnd, .yearStart: nil
    case .week: .closed(1, 53)
    case .month: .closed(1, 12)
    case .day: .closed(1, 31)
    case .weekday: .closed(0, 6)
    case .hour: .closed(0, 23)
    case .minute, .second: .closed(0, 59)
    case .time: .closed(0, 86_399)
    }
  }
}

extension NetworkBuilder {
  /// The laws of the prelude that the network rests on, each with the node that it is about
  var laws: [(law: Axiom.Law, subject: NodeID)] {
    network.columns.compactMap { column in
      column.law.map { ($0, network.variables[column.variable].node) }
    }
      + (network.definitions.compactMap { $0.axiom } + network.facts.compactMap { $0.axiom }).map {
        ($0.law, $0.subject)
      }
  }
}
