internal import OppModel

/// The relations between windows over time: the order of a lattice, without following time
extension NetworkBuilder {
  mutating func addWindow(of node: NodeID, _ index: Int) {
    if case .began(let operand) = graph[node].operation {
      addBegan(of: operand, index)
      return
    }
    guard case .window(let function, let operand, let span) = graph[node].operation,
      let own = forms[index]
    else { return }
    addPresent(function, self.operand(operand), index, span)
    guard case .last(let seconds) = span else { return }
    for other in windows(over: operand, before: index) {
      guard let form = forms[other.index] else { continue }
      add(function, own, seconds, beside: other.function, form, other.seconds)
      add(other.function, form, other.seconds, beside: function, own, seconds)
    }
  }

  /// The first second of a stretch of truth is not after the present one
  private mutating func addBegan(of operand: NodeID, _ index: Int) {
    guard let own = forms[index] else { return }
    let now = LinearForm(column: column(of: .now, for: index))
    network.facts.append(Network.Fact(constraint: .lessOrEqual(own, now)))
    network.implications.append(
      Network.Implication(
        left: self.operand(operand), when: .true, right: index, then: .true))
  }

  /// The present second is one of those that `min` and `max` look at
  private mutating func addPresent(
    _ function: WindowFunction, _ operand: Int, _ index: Int, _ span: Span
  ) {
    guard let own = forms[index], let present = forms[operand] else { return }
    let constraint: LinearConstraint
    switch function {
    case .minimum: constraint = .lessOrEqual(own, present)
    case .maximum: constraint = .lessOrEqual(present, own)
    case .average, .change, .total, .travelled: return
    }
    network.definitions.append(
      Network.Definition(
        variable: operand, when: .true, alternatives: [[constraint]], owner: operand))
    guard case .last = span else { return }
    network.implications.append(
      Network.Implication(left: operand, when: .true, right: index, then: .true))
  }

  private struct OtherWindow {
    let index: Int
    let function: WindowFunction
    let seconds: Int64
  }

  private func windows(over operand: NodeID, before index: Int) -> [OtherWindow] {
    network.variables[..<index].enumerated().compactMap { other, variable in
      guard
        case .window(let function, operand, .last(let seconds)) = graph[variable.node].operation
      else { return nil }
      return OtherWindow(index: other, function: function, seconds: seconds)
    }
  }

  /// Adds the bound that the first of two windows over one operand sets to the second
  private mutating func add(
    _ function: WindowFunction, _ own: LinearForm, _ seconds: Int64,
    beside other: WindowFunction, _ form: LinearForm, _ others: Int64
  ) {
    let constraint: LinearConstraint
    let holdsOther = seconds >= others
    switch function {
    case .minimum:
      guard other == .maximum || holdsOther && (other == .minimum || other == .average) else {
        return
      }
      constraint = .lessOrEqual(own, form)
    case .maximum:
      guard holdsOther, other == .maximum || other == .average else { return }
      constraint = .lessOrEqual(form, own)
    case .travelled:
      guard holdsOther, other == .travelled else { return }
      constraint = .lessOrEqual(form, own)
    case .average, .change, .total: return
    }
    network.facts.append(Network.Fact(constraint: constraint))
  }
}
