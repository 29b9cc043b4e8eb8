internal import OppModel

/// The seconds of a week in which a condition of the graph can be true, by what it says of the clock
struct WeekReading {
  private let graph: ConditionGraph

  init(_ graph: ConditionGraph) {
    self.graph = graph
  }

  /// An upper bound: the rest of the condition is taken to be true
  func possible(_ node: NodeID, depth: Int = 0) -> WeekSet {
    guard depth < 100 else { return .all }
    switch graph[node].operation {
    case .and(let operands):
      return operands.reduce(.all) { $0.intersection(possible($1, depth: depth + 1)) }
    case .or(let operands):
      return operands.reduce(.none) { $0.union(possible($1, depth: depth + 1)) }
    case .not(let operand): return exact(operand)?.complement ?? .all
    case .lasting(let operand, _): return possible(operand, depth: depth + 1)
    default: return exact(node) ?? .all
    }
  }

  /// The seconds in which a part is true that only looks at the time of day or the weekday; nil for another
  private func exact(_ node: NodeID) -> WeekSet? {
    switch graph[node].operation {
    case .inRange(let value, let low, let high, _): return range(value, low, high)
    case .compare(let comparison, let left, let right): return compare(comparison, left, right)
    case .element(let value, let list):
      guard graph[value].operation == .clock(.weekday),
        case .constant(.list(let days)) = graph[list].operation
      else { return nil }
      return WeekSet(
        days: days.compactMap { if case .scalar(let day) = $0 { Int(day) } else { nil } })
    default: return nil
    }
  }

  private func range(_ value: NodeID, _ low: NodeID, _ high: NodeID) -> WeekSet? {
    guard let start = scalar(low), let end = scalar(high) else { return nil }
    switch graph[value].operation {
    case .clock(.time): return WeekSet(everyDay: start, end)
    case .clock(.weekday):
      let days = start <= end ? Array(start...end) : Array(start...6) + Array(0...end)
      return WeekSet(days: days.map { Int($0) })
    default: return nil
    }
  }

  private func compare(_ comparison: Comparison, _ left: NodeID, _ right: NodeID) -> WeekSet? {
    guard let value = scalar(right) else { return nil }
    switch graph[left].operation {
    case .clock(.weekday):
      switch comparison {
      case .equal: return WeekSet(days: [Int(value)])
      case .notEqual: return WeekSet(days: [Int(value)]).complement
      case .less, .lessOrEqual, .greater, .greaterOrEqual: return nil
      }
    case .clock(.time):
      switch comparison {
      case .equal: return WeekSet(everyDay: value, value + 1)
      case .notEqual: return WeekSet(everyDay: value, value + 1).complement
      case .less: return value == 0 ? WeekSet.none : WeekSet(everyDay: 0, value)
      case .lessOrEqual: return WeekSet(everyDay: 0, value + 1)
      case .greater: return WeekSet(everyDay: value + 1, WeekSet.day)
      case .greaterOrEqual: return WeekSet(everyDay: value, WeekSet.day)
      }
    default: return nil
    }
  }

  /// A constant in whole seconds or days
  private func scalar(_ node: NodeID) -> Int64? {
    guard case .constant(.scalar(let value)) = graph[node].operation else { return nil }
    return Int64(exactly: value)
  }
}
