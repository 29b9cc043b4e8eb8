/// The walk ahead for the best next fetch, by dynamic programming over states
///
/// The value of a state is the least expected cost of deciding all roots from there: of each fetch
/// that could be made next, its cost and the mean of the values of the states it leads to. A state in
/// which something is needed in any case has one choice only. States that are alike in all that is to
/// come have one value (see ``StateKey``).
///
/// Exact while the states are few. If they are too many, the walk goes a few fetches deep and then
/// takes the estimate.
///
/// ```
/// sunny and free      weather: cost 1, sunny with 0.3      calendar: cost 3, free with 0.5
///
/// {}                      least of weather 1 + 0.9 and calendar 3 + 0.5        1.9
/// {weather}               0.3 × 3 + 0.7 × 0                                    0.9
/// {weather, sunny}        the calendar is needed                               3
/// {weather, not sunny}    decided                                              0
/// {calendar}              0.5 × 1 + 0.5 × 0                                    0.5
/// ```
struct PlanningSearch {
  /// The component in the state that the walk has reached
  var component: PlanningComponent

  /// The number of nodes that may still be visited, in all states
  var budget = 0

  /// The values found so far, by the key of the state and the depth
  private var values: [StateKey: Double] = [:]

  init(_ whole: OpenProblem) { component = PlanningComponent(whole) }

  /// The fetches to make next, and the expected cost of all that is to come
  ///
  /// - Parameter depth: how many choices to walk ahead; ``toTheEnd`` for all.
  /// - Returns: `nil` if the search takes too many steps.
  mutating func best(depth: Int) -> (fetches: UInt64, cost: Double)? {
    values = [:]
    let state = component.examine()
    var best: (fetches: UInt64, cost: Double)?
    for choice in choices(state) where component.cost(choice) < best?.cost ?? .infinity {
      guard let cost = value(of: choice, depth: Self.after(depth)) else { return nil }
      if cost < best?.cost ?? .infinity { best = (component.ready(choice), cost) }
    }
    return best
  }

  /// The depth of a walk that ends when every root is decided
  static let toTheEnd = Int.max

  /// The depth that remains after a choice
  private static func after(_ depth: Int) -> Int { depth == toTheEnd ? depth : depth - 1 }

  /// The value of the present state
  ///
  /// - Returns: `nil` if the search takes too many steps.
  private mutating func value(depth: Int) -> Double? {
    guard budget > 0 else { return nil }
    budget -= component.nodes.count
    let state = component.examine()
    if state.relevant == 0 && state.pending == nil { return 0 }
    if let known = values[state.key.at(depth)] { return known }
    let value: Double?
    if let atom = state.pending {
      value = mean(atom, depth: depth)
    } else if state.needed == 0 && depth <= 0 {
      value = component.estimate()
    } else {
      value = least(choices(state), depth: state.needed == 0 ? Self.after(depth) : depth)
    }
    if let value { values[state.key.at(depth)] = value }
    return value
  }

  /// The value of the best of some choices
  private mutating func least(_ choices: [UInt64], depth: Int) -> Double? {
    var least = Double.infinity
    // A choice that alone costs as much as another with all that follows cannot be the best.
    for choice in choices where component.cost(choice) < least {
      guard let cost = value(of: choice, depth: depth) else { return nil }
      least = min(least, cost)
    }
    return least
  }

  /// The mean over the outcomes of an atom
  private mutating func mean(_ atom: Int, depth: Int) -> Double? {
    let probability = component.whole.problem.atoms[atom].probability
    component.truths[atom] = true
    let yes = value(depth: depth)
    component.truths[atom] = false
    let no = yes == nil ? nil : value(depth: depth)
    component.truths[atom] = nil
    guard let yes, let no else { return nil }
    return probability * yes + (1 - probability) * no
  }

  // MARK: Choices

  /// The sets of fetches among which the best next one is
  ///
  /// Nothing is learned before an atom's last fetch has succeeded: so, unless one may fail, the fetches of an
  /// atom are made as a whole, and only if no other atom waits for fewer of the same.
  private func choices(_ state: PlanningComponent.Examination) -> [UInt64] {
    if state.needed != 0 { return [state.needed.lowestBit(of: component.ready(state.needed))] }
    if component.hasFailures { return component.ready(state.relevant).bits }
    var sets: [UInt64] = []
    for index in component.nodes
    where component.node(index).kind == .atom && !component.wanted[index].isEmpty {
      let missing = component.missing(Int(component.node(index).operand))
      guard !sets.contains(where: { $0 & ~missing == 0 }) else { continue }
      sets.removeAll { missing & ~$0 == 0 }
      sets.append(missing)
    }
    return sets
  }

  /// The cost of a choice and the mean of the values of the states to which its success and its failure lead
  private mutating func value(of choice: UInt64, depth: Int) -> Double? {
    let (open, failed) = (component.open, component.failed)
    defer { (component.open, component.failed) = (open, failed) }
    component.open = open & ~choice
    guard component.hasFailures else {
      return value(depth: depth).map { component.cost(choice) + $0 }
    }
    let terms = component.fetches[choice.trailingZeroBitCount]
    guard let succeeded = value(depth: depth) else { return nil }
    guard terms.failure > 0 else { return terms.cost + succeeded }
    component.failed = failed | choice
    guard let lost = value(depth: depth) else { return nil }
    return terms.cost + (1 - terms.failure) * succeeded + terms.failure * lost
  }
}

extension PlanningComponent {
  /// The fetches of a set before which nothing must come
  func ready(_ set: UInt64) -> UInt64 {
    var result: UInt64 = 0
    for bit in set.bits where fetches[bit.trailingZeroBitCount].closure & open == bit {
      result |= bit
    }
    return result
  }
}

extension StateKey {
  /// The key of a state together with the depth that remains
  fileprivate func at(_ depth: Int) -> StateKey {
    StateKey(first: first &+ UInt64(max(0, depth)) &* 0xD1B5_4A32_D192_ED03, second: second)
  }
}

extension UInt64 {
  /// Each bit as a set by itself
  var bits: [UInt64] {
    var result: [UInt64] = []
    var rest = self
    while rest != 0 {
      let without = rest & (rest - 1)
      result.append(rest ^ without)
      rest = without
    }
    return result
  }

  /// The lowest of its bits that is in a set, as a set by itself
  fileprivate func lowestBit(of set: UInt64) -> UInt64 { set & (~set &+ 1) }
}
