internal import OppModel

extension NetworkBuilder {
  /// Adds the relations between a node that looks at other seconds and its operand
  ///
  /// ```
  /// raining for 2h  ≤  raining for 1h  ≤  raining  ≤  raining within last 1h  ≤  raining within last 2h
  /// ```
  ///
  /// Each is an order of the network; two operations on the same condition are ordered by their seconds.
  mutating func addHistory(of node: NodeID, _ index: Int) {
    let operation = graph[node].operation
    if case .lasting(let operand, let seconds) = operation {
      // The present second is one of those that it looks at.
      order(index, self.operand(operand))
      for other in histories(of: operand) {
        guard case .lasting(_, let others) = graph[other.node].operation else { continue }
        if seconds >= others { order(index, other.index) } else { order(other.index, index) }
      }
    }
    if case .withinLast(let operand, let seconds) = operation {
      order(self.operand(operand), index)
      for other in histories(of: operand) {
        guard case .withinLast(_, let others) = graph[other.node].operation else { continue }
        if seconds >= others { order(other.index, index) } else { order(index, other.index) }
      }
    }
    if case .withinNext(let operand, let seconds) = operation {
      order(self.operand(operand), index)
      for other in histories(of: operand) {
        guard case .withinNext(_, let others) = graph[other.node].operation else { continue }
        if seconds >= others { order(other.index, index) } else { order(index, other.index) }
      }
    }
    if case .lastKnown(let operand) = operation {
      addLastKnown(self.operand(operand), index, isBool: graph[node].type == .bool)
    }
  }

  /// Makes a variable never truer than another
  private mutating func order(_ lower: Int, _ upper: Int) {
    network.orders.append(Network.Order(lower: lower, upper: upper))
  }

  /// A value that is known is the last one known
  private mutating func addLastKnown(_ operand: Int, _ index: Int, isBool: Bool) {
    for truth in isBool ? [TruthMask.true, .false] : [.true] {
      network.implications.append(
        Network.Implication(left: operand, when: truth, right: index, then: truth))
    }
  }

  /// The variables before this one that look at other seconds of the same operand
  private func histories(of operand: NodeID) -> [(node: NodeID, index: Int)] {
    network.variables.dropLast().enumerated().compactMap { index, variable in
      graph[variable.node].operation.isHistory(of: operand) ? (variable.node, index) : nil
    }
  }

  /// Makes holds and `within last` the same as the conditions that they look at, as if the inputs had long been constant
  mutating func addSteadiness() {
    for (index, variable) in network.variables.enumerated() {
      if case .lasting(let operand, _) = graph[variable.node].operation,
        let condition = network.variables.firstIndex(where: {
          $0.node == operand && $0.rows == variable.rows
        })
      {
        network.orders.append(Network.Order(lower: condition, upper: index))
      }
      if case .withinLast(let operand, _) = graph[variable.node].operation,
        let condition = network.variables.firstIndex(where: {
          $0.node == operand && $0.rows == variable.rows
        })
      {
        network.orders.append(Network.Order(lower: index, upper: condition))
      }
    }
  }
}
