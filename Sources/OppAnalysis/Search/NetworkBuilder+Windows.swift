internal import OppModel

/// The relations between windows over time: the order of a lattice, without following time
///
/// ```
/// min(temp, last 2h)  ≤  min(temp, last 1h)  ≤  temp  ≤  max(temp, last 1h)  ≤  max(temp, last 2h)
/// min(temp, last 2h)  ≤  average(temp, last 1h)  ≤  max(temp, last 2h)
/// travelled(…, last 1h)  ≤  travelled(…, last 2h)
/// ```
extension NetworkBuilder {
  /// Adds the bounds of a window by the present value, and by every earlier window over the same operand
  mutating func addWindow(of node: NodeID, _ index: Int) {
    if case .began(let operand) = graph[node].operation {
      addPastSecond(of: operand, index)
      return
    }
    if case .lastChange(let operand) = graph[node].operation {
      addPastSecond(of: operand, index)
      return
    }
    guard case .window(let function, let operand, let span) = graph[node].operation,
      let own = forms[index]
    else { return }
    addPresent(function, self.operand(operand), index, span)
    guard case .last(let seconds) = span else { return }
    for other in windows(over: operand, before: index) {
      guard let form = forms[other.index] else { continue }
      // Each of a pair may bound the other: both ways round.
      add(function, own, seconds, beside: other.function, form, other.seconds)
      add(other.function, form, other.seconds, beside: function, own, seconds)
    }
  }

  /// The first second of an interval of truth, and that of the last change, is not after the present one
  ///
  /// It is known while the operand is true, which has begun then, and of a change while the operand is known.
  private mutating func addPastSecond(of operand: NodeID, _ index: Int) {
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
    case .average, .change, .total, .travelled, .increase, .times, .changes, .ago: return
    }
    network.definitions.append(
      Network.Definition(
        // The bound holds while the present value is known.
        variable: operand, when: .true, alternatives: [[constraint]], owner: operand))
    guard case .last = span else { return }
    network.implications.append(
      Network.Implication(left: operand, when: .true, right: index, then: .true))
  }

  /// A window over the last seconds of the same operand
  private struct OtherWindow {
    /// The index of its variable, which is below that of the window it is compared with
    let index: Int
    let function: WindowFunction
    let seconds: Int64
  }

  /// The windows over an operand with smaller indices
  private func windows(over operand: NodeID, before index: Int) -> [OtherWindow] {
    network.variables[..<index].enumerated().compactMap { other, variable in
      guard
        case .window(let function, operand, .last(let seconds)) = graph[variable.node].operation
      else { return nil }
      return OtherWindow(index: other, function: function, seconds: seconds)
    }
  }

  /// Adds the bound that the first of two windows over one operand sets to the second
  ///
  /// A longer window sees all that a shorter one sees, so its minimum is not greater. A maximum is not smaller than any
  /// minimum of the same operand, as both contain the present second.
  private mutating func add(
    _ function: WindowFunction, _ own: LinearForm, _ seconds: Int64,
    beside other: WindowFunction, _ form: LinearForm, _ others: Int64
  ) {
    let constraint: LinearConstraint
    // Whether this window contains the other one, as both end at the present second.
    let holdsOther = seconds >= others
    switch function {
    case .minimum:
      guard
        other == .maximum
          || holdsOther && (other == .minimum || other == .average || other == .ago)
      else { return }
      constraint = .lessOrEqual(own, form)
    case .maximum:
      guard holdsOther, other == .maximum || other == .average || other == .ago else { return }
      constraint = .lessOrEqual(form, own)
    case .travelled, .increase, .times, .changes:
      guard holdsOther, other == function else { return }
      constraint = .lessOrEqual(form, own)
    case .average, .change, .total, .ago: return
    }
    network.facts.append(Network.Fact(constraint: constraint))
  }
}
