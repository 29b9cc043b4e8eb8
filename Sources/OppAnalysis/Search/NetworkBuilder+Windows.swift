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
    let window = LastWindow(form: own, function: function, seconds: seconds)
    for other in windows(over: operand, before: index) {
      // Each of a pair may bound the other: both ways round.
      add(window, beside: other)
      add(other, beside: window)
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

  /// A window over the last seconds of an operand
  private struct LastWindow {
    let form: LinearForm
    let function: WindowFunction
    let seconds: Int64
  }

  /// The windows over an operand with smaller indices
  private func windows(over operand: NodeID, before index: Int) -> [LastWindow] {
    network.variables[..<index].enumerated().compactMap { other, variable in
      guard
        case .window(let function, operand, .last(let seconds)) = graph[variable.node].operation,
        let form = forms[other]
      else { return nil }
      return LastWindow(form: form, function: function, seconds: seconds)
    }
  }

  /// Adds the bound that the first of two windows over one operand sets to the second
  ///
  /// A longer window sees all that a shorter one sees, so its minimum is not greater. A maximum is not smaller than any
  /// minimum of the same operand, as both contain the present second.
  private mutating func add(_ window: LastWindow, beside other: LastWindow) {
    let constraint: LinearConstraint
    // Whether this window contains the other one, as both end at the present second.
    let holdsOther = window.seconds >= other.seconds
    let function = other.function
    switch window.function {
    case .minimum:
      guard
        function == .maximum
          || holdsOther && (function == .minimum || function == .average || function == .ago)
      else { return }
      constraint = .lessOrEqual(window.form, other.form)
    case .maximum:
      guard holdsOther, function == .maximum || function == .average || function == .ago else {
        return
      }
      constraint = .lessOrEqual(other.form, window.form)
    case .travelled, .increase, .times, .changes:
      guard holdsOther, function == window.function else { return }
      constraint = .lessOrEqual(other.form, window.form)
    case .average, .change, .total, .ago: return
    }
    network.facts.append(Network.Fact(constraint: constraint))
  }
}
