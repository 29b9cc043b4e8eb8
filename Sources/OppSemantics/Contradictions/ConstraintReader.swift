internal import OppModel

/// Reads what single comparisons say of their signals
struct ConstraintReader {
  let graph: ConditionGraph

  /// What a condition says when it is true, or `false` where `holds` is false
  ///
  /// A comparison that is false is known, so its complement is what the signal may be.
  func constraint(of condition: NodeID, holds: Bool) -> Constraint? {
    switch graph[condition].operation {
    case .compare(let comparison, let left, let right):
      let asked = holds ? comparison : comparison.negated
      if let constant = constant(right), !isConstant(left) {
        return constraint(on: left, asked, constant)
      }
      if let constant = constant(left), !isConstant(right) {
        return constraint(on: right, asked.mirrored, constant)
      }
      return nil
    case .inRange(let signal, let low, let high, let kind):
      guard !isConstant(signal), let low = constant(low)?.number, let high = constant(high)?.number
      else { return nil }
      var numbers = kind.numbers(from: low.value, to: high.value)
      if !holds { numbers = numbers.complement }
      return constraint(on: signal, numbers, isLocal: low.isLocal)
    case .rowField, .reading, .conditional, .sun(.daylight, _):
      guard graph[condition].type == .bool else { return nil }
      return constraint(on: condition, .point(holds ? 1 : 0), isLocal: false)
    default:
      return nil
    }
  }

  /// Whether a comparison of two constants can be decided, and how
  func truthOfConstants(_ condition: NodeID) -> Bool? {
    guard case .compare(let comparison, let left, let right) = graph[condition].operation,
      case .number(let first, let firstIsLocal)? = constant(left),
      case .number(let second, let secondIsLocal)? = constant(right),
      firstIsLocal == secondIsLocal
    else { return nil }
    return comparison.holds(first, second)
  }

  // MARK: Constants

  private enum Constant {
    case number(Double, isLocal: Bool)
    case text(String)

    var number: (value: Double, isLocal: Bool)? {
      if case .number(let value, let isLocal) = self { (value, isLocal) } else { nil }
    }
  }

  private func isConstant(_ node: NodeID) -> Bool { constant(node) != nil }

  private func constant(_ node: NodeID) -> Constant? {
    switch graph[node].operation {
    case .constant(.scalar(let value)): return .number(value, isLocal: false)
    case .constant(.text(let text)): return .text(text)
    case .constant(.truth(let truth)): return .number(truth ? 1 : 0, isLocal: false)
    case .arithmetic(.combine, let date, let time):
      // Later by the wall clock is never earlier in time, so local times keep their order.
      guard case .constant(.scalar(let days)) = graph[date].operation,
        case .constant(.scalar(let seconds)) = graph[time].operation
      else { return nil }
      return .number(days * 86_400 + seconds, isLocal: true)
    default: return nil
    }
  }

  // MARK: Constraints

  private func constraint(
    on signal: NodeID, _ comparison: Comparison, _ constant: Constant
  ) -> Constraint? {
    switch constant {
    case .number(let value, let isLocal):
      return constraint(on: signal, comparison.numbers(beside: value), isLocal: isLocal)
    case .text(let text):
      let key = Signal(node: signal, isLocal: false)
      switch comparison {
      case .equal: return Constraint(signal: key, values: .texts([text]))
      case .notEqual: return Constraint(signal: key, values: .otherTexts([text]))
      case .less, .lessOrEqual, .greater, .greaterOrEqual: return nil
      }
    }
  }

  private func constraint(on signal: NodeID, _ numbers: IntervalSet, isLocal: Bool) -> Constraint {
    let bounded = numbers.intersection(domain(of: graph[signal].type))
    let values = isCounted(graph[signal].type) ? bounded.wholeNumbers : bounded
    return Constraint(signal: Signal(node: signal, isLocal: isLocal), values: .numbers(values))
  }

  /// All values of a type
  private func domain(of type: ValueType) -> IntervalSet {
    switch type {
    case .bool: .closed(0, 1)
    case .timeOfDay: .halfOpen(0, 86_400)
    case .weekday: .closed(0, 6)
    case .month: .closed(1, 12)
    case .enumeration(let id):
      .closed(0, Double(graph.enumerations[Int(id.index)].cases.count - 1))
    default: .everything
    }
  }

  /// Whether the values of a type are whole numbers
  private func isCounted(_ type: ValueType) -> Bool {
    switch type {
    case .bool, .timeOfDay, .weekday, .month, .enumeration, .date, .instant: true
    default: false
    }
  }
}

extension Comparison {
  /// What holds when this does not
  var negated: Comparison {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  /// The same with its two sides exchanged
  var mirrored: Comparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }

  fileprivate func holds(_ left: Double, _ right: Double) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    }
  }

  /// The numbers for which this holds with `value` on the right
  fileprivate func numbers(beside value: Double) -> IntervalSet {
    switch self {
    case .equal: .point(value)
    case .notEqual: IntervalSet.point(value).complement
    case .less: .below(value, including: false)
    case .lessOrEqual: .below(value, including: true)
    case .greater: .above(value, including: false)
    case .greaterOrEqual: .above(value, including: true)
    }
  }
}

extension RangeKind {
  /// The numbers in a range of this kind
  fileprivate func numbers(from low: Double, to high: Double) -> IntervalSet {
    switch self {
    case .closed: return .closed(low, high)
    case .halfOpen: return .halfOpen(low, high)
    case .timeOfDay:
      if low < high { return .halfOpen(low, high) }
      return IntervalSet.halfOpen(0, high).union(.halfOpen(low, 86_400))
    case .cyclic:
      if low <= high { return .closed(low, high) }
      return IntervalSet.below(high, including: true).union(.above(low, including: true))
    }
  }
}
