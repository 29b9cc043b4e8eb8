internal import OppModel

extension NetworkBuilder {
  /// The values that a node may have, and the law that says so where its type does not
  func domain(of node: NodeID) -> (IntervalSet, Axiom.Law?) {
    let type = domain(of: graph[node])
    guard let (law, values) = PreludeLaws.domain(of: node, in: graph),
      !withoutLaws.contains(law)
    else { return (type, nil) }
    return (type.intersection(values), law)
  }

  private func domain(of node: Node) -> IntervalSet {
    switch node.operation {
    case .part(.month, _): return .closed(1, 12)
    case .part(.day, _): return .closed(1, 31)
    case .part(.weekday, _): return .closed(0, 6)
    case .part(.hour, _): return .closed(0, 23)
    case .part(.minute, _): return .closed(0, 59)
    case .sun(let field, let place): return suns.times(of: field, at: place, in: graph)
    case .part(.time, _): return .closed(0, 86_399)
    // Half of a meridian is the longest geodesic.
    case .distance: return .closed(0, 20_003_932)
    case .textFunction, .window(.travelled, _, _), .aggregate(.count, _),
      .aggregateList(.count, _), .unary(.absolute, _):
      return .above(.zero, including: true)
    case .arithmetic(.timeAdvance, _, _), .arithmetic(.timeRetreat, _, _):
      return .halfOpen(.zero, Rational(86_400))
    case .window(.total, let operand, .last(let seconds)) where graph[operand].type == .bool:
      return .closed(0, seconds)
    case .window(.total, let operand, _) where graph[operand].type == .bool:
      return .above(.zero, including: true)
    default: break
    }
    switch node.type {
    case .weekday: return .closed(0, 6)
    case .month: return .closed(1, 12)
    // 24:00 is 86,400.
    case .timeOfDay: return .closed(0, 86_400)
    case .colour: return .closed(0, 0xFF_FFFF)
    case .enumeration(let id):
      return .closed(0, Int64(graph.enumerations[Int(id.index)].cases.count - 1))
    default: return .everything
    }
  }

  /// Whether the values of a node are whole numbers
  func isWhole(_ node: NodeID) -> Bool {
    switch graph[node].operation {
    case .part, .sun, .aggregate(.count, _), .aggregateList(.count, _), .textFunction,
      .unary(.floor, _), .unary(.ceiling, _), .unary(.round, _), .began:
      return true
    default: break
    }
    switch graph[node].type {
    case .weekday, .month, .enumeration, .date, .colour: return true
    case .instant:
      if case .reading = graph[node].operation { return true }
      if case .rowField = graph[node].operation { return true }
      return false
    default: return false
    }
  }
}

extension ValueType {
  /// Whether its values are numbers of one unit
  var isScalar: Bool {
    switch self {
    case .number, .percent, .duration, .length, .speed, .temperature, .temperatureDifference,
      .pressure, .timeOfDay, .date, .instant, .weekday, .month, .colour, .enumeration:
      true
    case .bool, .text, .position, .place, .row, .list: false
    }
  }
}

extension NetworkBuilder {
  /// The laws of the prelude that the network rests on, with what each is about
  var laws: [(law: Axiom.Law, subject: NodeID)] {
    network.columns.compactMap { column in
      column.law.map { ($0, network.variables[column.variable].node) }
    }
      + (network.definitions.compactMap { $0.axiom } + network.facts.compactMap { $0.axiom }).map {
        ($0.law, $0.subject)
      }
  }
}
