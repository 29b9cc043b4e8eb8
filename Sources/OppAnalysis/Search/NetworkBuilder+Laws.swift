internal import OppModel

/// The relations that the prelude promises between fields, and the geometry of places
extension NetworkBuilder {
  /// Adds the laws about pairs of fields, if a question has both of them
  mutating func addLaws() {
    for index in network.variables.indices { addLaw(of: index) }
  }

  /// Adds the statement of the prelude about the field that a variable is
  ///
  /// `busy` true makes `free` = 0; the definition needs `busy` as its owner, so it says nothing while that is false.
  private mutating func addLaw(of index: Int) {
    let variable = network.variables[index]
    if case .rowField(let scope, let field) = graph[variable.node].operation {
      addEnd(of: scope, field, index)
    }
    guard case .reading(let request, let field) = graph[variable.node].operation,
      !withoutLaws.contains(.freeWhileBusy),
      let source = PreludeLaws.source(of: request, in: graph), source.name == "calendar",
      source.fields.indices.contains(field), source.fields[field].name == "busy",
      let free = freeTime(of: request)
    else { return }
    network.definitions.append(
      Network.Definition(
        variable: index, when: .true,
        alternatives: [[.equal(free.form, LinearForm(constant: .zero))]], owner: index,
        axiom: Axiom(law: .freeWhileBusy, subject: free.node)))
  }

  /// The variable of `free` of the same calendar, with its value; `nil` if no condition reads it
  private func freeTime(of request: RequestID) -> (node: NodeID, form: LinearForm)? {
    for (index, variable) in network.variables.enumerated() {
      guard case .reading(request, let field) = graph[variable.node].operation,
        let form = forms[index],
        PreludeLaws.source(of: request, in: graph)?.fields[field].name == "free"
      else { continue }
      return (variable.node, form)
    }
    return nil
  }

  /// An event does not end before it begins
  ///
  /// For each row with both fields: `begins <= ends`.
  private mutating func addEnd(of scope: ScopeID, _ field: Int, _ index: Int) {
    guard !withoutLaws.contains(.endsAfterBeginning),
      let table = PreludeLaws.table(of: scope, in: graph),
      table.fields.indices.contains(field), table.fields[field].name == "ends",
      let ends = forms[index]
    else { return }
    let node = network.variables[index].node
    for (other, variable) in network.variables.enumerated() {
      guard case .rowField(scope, let begins) = graph[variable.node].operation,
        variable.rows == network.variables[index].rows, table.fields[begins].name == "begins",
        let form = forms[other]
      else { continue }
      network.facts.append(
        Network.Fact(
          constraint: .lessOrEqual(form, ends),
          axiom: Axiom(law: .endsAfterBeginning, subject: node)))
    }
  }

  // MARK: Places

  /// The sides of triangles: |d(P) - d(Q)| ≤ d(P, Q) ≤ d(P) + d(Q)
  ///
  /// `near @51.5,-0.12` and `near @52.5,-0.12` exclude each other: the pins are about 111 km apart, and both
  /// distances would be below the radius of `near`.
  mutating func addTriangles() {
    var sides: [(position: Int, pin: Position, length: LinearForm)] = []
    for (index, variable) in network.variables.enumerated() {
      // Only distances of which at least one end is a pin; the other is the index of the position in the network.
      guard case .distance(let left, let right) = graph[variable.node].operation,
        case .strict(let operands) = variable.shape, operands.count == 2, let form = forms[index]
      else { continue }
      if let pin = graph.pin(right) { sides.append((operands[0], pin, form)) }
      if let pin = graph.pin(left) { sides.append((operands[1], pin, form)) }
    }
    // Each pair of pins that the same position is measured from.
    for (index, first) in sides.enumerated() {
      for second in sides[..<index] where second.position == first.position {
        addTriangle(first.length, second.length, between: first.pin, second.pin)
      }
    }
  }

  /// Adds the three inequalities between the distances of one position to two pins
  private mutating func addTriangle(
    _ first: LinearForm, _ second: LinearForm, between pin: Position, _ other: Position
  ) {
    // To the millimetre, on the safe side.
    let between = Rational(rounding: Geodesic.distance(from: pin, to: other))
    let slack = Rational.ratio(1, 1000)
    let (least, most) = (
      LinearForm(constant: between - slack), LinearForm(constant: between + slack)
    )
    for constraint in [
      LinearConstraint.lessOrEqual(first - second, most), .lessOrEqual(second - first, most),
      .lessOrEqual(least, first + second),
    ] where constraint.form.isValid {
      network.facts.append(Network.Fact(constraint: constraint))
    }
  }
}
