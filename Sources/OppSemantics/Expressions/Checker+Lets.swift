internal import OppModel
internal import OppSyntax

extension Checker {
  /// The value of a let without parameters, checked when it is first needed
  func value(ofLet index: Int, at range: SourceRange) -> Checked {
    switch lets[index].state {
    case .checked(let result): return rescoped(result, ofLet: index, at: range)
    case .checking:
      reportCycle(through: index, at: range)
      return .failure
    case .unchecked: break
    }
    guard letDepth < Self.letDepthLimit else {
      report(.tooDeep(limit: Self.letDepthLimit), at: range)
      return .failure
    }
    lets[index].state = .checking
    letStack.append(index)
    letDepth += 1
    let value = lets[index].syntax.value
    let result = limited(alone { resolvingUnits { check(value) } }, at: value.range)
    letDepth -= 1
    letStack.removeLast()
    let known: Checked = cyclicLets.contains(index) || result.isAmbiguous ? .failure : result
    lets[index].state = .checked(known)
    memoized.append(.let(index))
    return rescoped(known, ofLet: index, at: range)
  }

  /// Rows that a let names, in a scope of their own where other rows of their table are open
  ///
  /// The let was checked where no rows were open, so its rows lie in the outermost scope of their
  /// table. Inside rows of the same scope one would be taken for the other, so it is checked again.
  private func rescoped(_ result: Checked, ofLet index: Int, at range: SourceRange) -> Checked {
    guard case .rows(let found) = result, rows.contains(where: { $0.scope == found.scope }) else {
      return result
    }
    return body(of: index, with: [:], at: range)
  }

  /// A result, unless the graph below it is too deep
  private func limited(_ result: Checked, at range: SourceRange) -> Checked {
    guard case .value(let node, _) = result, builder.depth(of: node) > Self.graphDepthLimit else {
      return result
    }
    report(.tooDeep(limit: Self.graphDepthLimit), at: range)
    return .failure
  }

  /// Checks something where neither rows nor arguments of the place that needs it are in scope
  func alone(_ body: () -> Checked) -> Checked {
    let (outerRows, outerArguments) = (rows, arguments)
    let (outerEnd, outerReadings) = (allowsEndOfDay, readings)
    (rows, arguments, allowsEndOfDay, readings) = ([], [:], false, [:])
    let outerAmbiguities = ambiguities
    ambiguities = []
    let result = body()
    ambiguities = outerAmbiguities
    (rows, arguments) = (outerRows, outerArguments)
    (allowsEndOfDay, readings) = (outerEnd, outerReadings)
    return result
  }

  private func reportCycle(through index: Int, at range: SourceRange) {
    let start = letStack.firstIndex(of: index) ?? 0
    let cycle = letStack[start...]
    if cyclicLets.contains(index) { return }
    cyclicLets.formUnion(cycle)
    report(
      .cyclicLet(
        cycle.map { lets[$0].name },
        declared: cycle.map { lets[$0].syntax.name?.range ?? lets[$0].syntax.range }),
      at: range)
  }

  // MARK: Parameters

  /// A let with parameters, its body in place of the call
  func expand(_ index: Int, _ call: CallSyntax) -> Checked {
    let symbol = lets[index]
    let parameters = symbol.parameters ?? []
    let given = match(call.arguments, to: parameters, of: symbol.name) { .letParameter(index, $0) }
    guard let given else { return .failure }
    var bound: [String: Checked] = [:]
    var isComplete = true
    for (position, parameter) in parameters.enumerated() {
      guard let type = parameter.type else {
        isComplete = false
        continue
      }
      guard let argument = given[position] ?? parameter.standard else {
        report(
          .missingArgument(function: symbol.name, parameter: parameter.name), at: call.range)
        isComplete = false
        continue
      }
      let isGiven = given[position] != nil
      let context = "the parameter `\(parameter.name)`"
      let result: Checked
      if case .list(.row(let table)) = type {
        result = rowsArgument(argument, of: table)
      } else if isGiven {
        result = value(argument, as: type, context: context).map { .value($0, type) } ?? .failure
      } else {
        result = alone {
          value(argument, as: type, context: context).map { .value($0, type) } ?? .failure
        }
      }
      if case .failure = result { isComplete = false }
      bound[parameter.name] = result
    }
    if case .unchecked = lets[index].state { checkDeclaration(ofLet: index) }
    if case .checking = lets[index].state, letStack.contains(index) {
      reportCycle(through: index, at: call.range)
      return .failure
    }
    guard isComplete, case .checked(let declared) = lets[index].state, declared.type != nil else {
      return .failure
    }
    return body(of: index, with: bound, at: call.range)
  }

  private func rowsArgument(_ argument: ExpressionSyntax, of table: TableID) -> Checked {
    guard let rows = checkedRows(argument, allowsFields: false) else { return .failure }
    guard rows.table == table else {
      report(
        .mismatch(
          expected: .list(.row(table)), found: .list(rows.element), context: "the parameter"),
        at: argument.range)
      return .failure
    }
    return .rows(rows)
  }

  private func body(
    of index: Int, with bound: [String: Checked], at range: SourceRange
  ) -> Checked {
    guard letDepth < Self.letDepthLimit else {
      report(.tooDeep(limit: Self.letDepthLimit), at: range)
      return .failure
    }
    expansions += 1
    guard expansions <= Self.expansionLimit else {
      if expansions == Self.expansionLimit + 1 {
        report(.tooManyExpansions(limit: Self.expansionLimit), at: range)
      }
      return .failure
    }
    if letStack.contains(index) {
      reportCycle(through: index, at: range)
      return .failure
    }
    letDepth += 1
    letStack.append(index)
    // Rows stay open, so that rows of the body lie below them; their names do not reach into it.
    let outerRows = rows
    rows = rows.map {
      RowBinding(
        scope: $0.scope, table: $0.table, name: nil, opensFields: false, hasPast: $0.hasPast)
    }
    let (outerArguments, outerReadings) = (arguments, readings)
    (arguments, readings) = (bound, [:])
    let start = diagnostics.count
    let value = lets[index].syntax.value
    // The body was noted where it was checked alone.
    let takesNotes = records.isOn
    records.isOn = false
    let result = limited(resolvingUnits { check(value) }, at: range)
    records.isOn = takesNotes
    (arguments, readings) = (outerArguments, outerReadings)
    rows = outerRows
    letStack.removeLast()
    letDepth -= 1
    for problem in start..<diagnostics.count {
      diagnostics[problem].labels.append(.init(range: range, text: "used here"))
    }
    return result.isAmbiguous ? .failure : result
  }

  /// Checks the body of a let with parameters once, with placeholders for any values of their types
  func checkDeclaration(ofLet index: Int) {
    guard let parameters = lets[index].parameters, case .unchecked = lets[index].state else {
      return
    }
    lets[index].state = .checking
    let start = attempt()
    let reportedCount = diagnostics.count
    let result = alone {
      for parameter in parameters { arguments[parameter.name] = placeholder(for: parameter) }
      letStack.append(index)
      letDepth += 1
      let value = lets[index].syntax.value
      let result = resolvingUnits { check(value) }
      letDepth -= 1
      letStack.removeLast()
      return result
    }
    // Only the type of the result is kept: its nodes hold placeholders for other values.
    let problems = diagnostics[reportedCount...]
    undo(start)
    diagnostics += problems
    lets[index].state = .checked(result.isAmbiguous ? .failure : result)
  }

  func placeholder(for parameter: Parameter) -> Checked {
    guard let type = parameter.type else { return .failure }
    if case .list(.row(let table)) = type { return .rows(allRows(of: table)) }
    return .value(builder.constant(Placeholder.value(parameter.name), type), type)
  }
}

/// A placeholder for any value of a parameter while a let is checked alone
enum Placeholder {
  private static let table = TableID(index: -1)

  static func value(_ name: String) -> Value { .row(RowID(table: table, key: [.text(name)])) }

  static func isPlaceholder(_ value: Value?) -> Bool {
    if case .row(let row)? = value { row.table == table } else { false }
  }
}
