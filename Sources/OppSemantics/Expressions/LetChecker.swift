internal import OppModel
internal import OppSyntax

/// Checks lets: each once, and those with parameters again in place of each call
///
/// ```opp
/// let warm = temp >= 18C and not raining          // one node, wherever `warm` is written
/// let score(d: Length, g: Number) = d / 1km * g   // checked once with placeholders, then in place of each call
/// ```
///
/// A body sees the names of the rule set and its own parameters, never the rows and arguments around the call.
struct LetChecker: CheckerPart {
  let checker: Checker

  /// The greatest depth of the graph of one let, so that everything that walks it has stack enough
  static let graphDepthLimit = 1000

  /// The value of a let without parameters, checked when it is first needed
  func value(ofLet index: Int, at range: SourceRange) -> Checked {
    switch definitions.lets[index].state {
    case .checked(let result): return rescoped(result, ofLet: index, at: range)
    case .checking:
      reportCycle(through: index, at: range)
      return .failure
    case .unchecked: break
    }
    guard !definitions.isAtDepthLimit else {
      report(.tooDeep(limit: Definitions.depthLimit), at: range)
      return .failure
    }
    // From here on a need of this very let is a cycle.
    definitions.begin(letAt: index)
    let value = definitions.lets[index].syntax.value
    let result = definitions.inside(letAt: index) {
      limited(alone { unitResolver.resolving { expressions.check(value) } }, at: value.range)
    }
    let known: Checked = definitions.isCyclic(index) || result.isAmbiguous ? .failure : result
    definitions.keep(known, ofLet: index)
    return rescoped(known, ofLet: index, at: range)
  }

  /// Rows that a let names, in a scope of their own if other rows of their table are open
  ///
  /// The let was checked if no rows were open, so its rows lie in the outermost scope of their
  /// table. Inside rows of the same scope one would be taken for the other, so it is checked again.
  ///
  /// ```opp
  /// let mine = agenda where busy
  /// any(agenda as a where any(mine where begins < a.begins))     // `mine` in the scope #1, as #0 is the row `a`
  /// ```
  private func rescoped(_ result: Checked, ofLet index: Int, at range: SourceRange) -> Checked {
    guard case .rows(let found) = result, local.rows.contains(where: { $0.scope == found.scope })
    else {
      return result
    }
    return body(of: index, with: [:], at: range)
  }

  /// A result, unless the graph below it is too deep
  ///
  /// `let a1 = a0 + temp`, `let a2 = a1 + temp` … gets one node deeper with each.
  private func limited(_ result: Checked, at range: SourceRange) -> Checked {
    guard case .value(let node, _) = result, builder.depth(of: node) > Self.graphDepthLimit else {
      return result
    }
    report(.tooDeep(limit: Self.graphDepthLimit), at: range)
    return .failure
  }

  /// Checks something where neither rows nor arguments of the place that needs it are in scope
  func alone(_ body: () -> Checked) -> Checked {
    local.alone { units.withoutReadings { units.separately(body) } }
  }

  /// Checks something alone, but for parameters of any values
  func alone(with parameters: [Parameter], _ body: () -> Checked) -> Checked {
    alone {
      var names = LocalNames()
      for parameter in parameters { names.arguments[parameter.name] = placeholder(for: parameter) }
      return local.inside(names, body)
    }
  }

  /// Reports the lets that need each other, once for each cycle
  ///
  ///     let x = y, let y = x   →   `y`, `x` are defined by each other
  private func reportCycle(through index: Int, at range: SourceRange) {
    guard let cycle = definitions.cycle(through: index) else { return }
    let lets = definitions.lets
    report(
      .cyclicLet(
        cycle.map { lets[$0].name },
        declared: cycle.map { lets[$0].syntax.name?.range ?? lets[$0].syntax.range }),
      at: range)
  }

  // MARK: Parameters

  /// A let with parameters, its body in place of the call
  ///
  ///     score(2km, g: 3)   →   2km / 1km * 3 = 6
  ///
  /// - Returns: a failure if an argument is wrong or missing, or the body by itself is, which is reported there.
  func expand(_ index: Int, _ call: CallSyntax) -> Checked {
    let symbol = definitions.lets[index]
    let parameters = symbol.parameters ?? []
    let given = callChecker.match(call.arguments, to: parameters, of: symbol.name) {
      .letParameter(index, $0)
    }
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
        result =
          expressions.value(argument, as: type, context: context).map { .value($0, type) }
          ?? .failure
      } else {
        // A default is checked where the let is declared: no name of the caller is in it.
        result = alone {
          local.inDefault {
            expressions.value(argument, as: type, context: context).map { .value($0, type) }
              ?? .failure
          }
        }
      }
      if case .failure = result { isComplete = false }
      bound[parameter.name] = result
    }
    if case .unchecked = definitions.lets[index].state { checkDeclaration(ofLet: index) }
    if case .checking = definitions.lets[index].state, definitions.openLets.contains(index) {
      reportCycle(through: index, at: call.range)
      return .failure
    }
    guard isComplete, case .checked(let declared) = definitions.lets[index].state,
      declared.type != nil
    else {
      return .failure
    }
    return body(of: index, with: bound, at: call.range)
  }

  /// The rows of an argument for a parameter of the type `[agenda]`; a failure for those of another table
  private func rowsArgument(_ argument: ExpressionSyntax, of table: TableID) -> Checked {
    guard let rows = rowChecker.checkedRows(argument, allowsValues: false) else { return .failure }
    // A parameter for firings takes those of one Opp as well.
    let takesFirings = builder.table(table).firings != nil
    guard rows.table == table || takesFirings && builder.declared(rows.table) == table else {
      report(
        .mismatch(
          expected: .list(.row(table)), found: .list(rows.element), context: "the parameter"),
        at: argument.range)
      return .failure
    }
    return .rows(rows)
  }

  /// The body of a let with its parameters bound, checked again at the place of a call
  ///
  /// Messages about it are at its own text, with a label `used here` at the call. The number of expansions is limited,
  /// as in a chain of lets that each call the one before twice they would double with every link.
  private func body(
    of index: Int, with bound: [String: Checked], at range: SourceRange
  ) -> Checked {
    guard !definitions.isAtDepthLimit else {
      report(.tooDeep(limit: Definitions.depthLimit), at: range)
      return .failure
    }
    let expansions = definitions.countExpansion()
    guard expansions <= Definitions.expansionLimit else {
      if expansions == Definitions.expansionLimit + 1 {
        report(.tooManyExpansions(limit: Definitions.expansionLimit), at: range)
      }
      return .failure
    }
    if definitions.openLets.contains(index) {
      reportCycle(through: index, at: range)
      return .failure
    }
    // Rows stay open, so that rows of the body lie below them; their names do not reach into it.
    let rows = local.rows.map {
      RowBinding(
        scope: $0.scope, table: $0.table, name: nil, fields: .closed, hasPast: $0.hasPast)
    }
    let start = reports.count
    let value = definitions.lets[index].syntax.value
    let result = definitions.inside(letAt: index) {
      local.inside(LocalNames(rows: rows, arguments: bound)) {
        // The body was noted if it was checked alone.
        recorder.pausing {
          let body = units.withoutReadings { unitResolver.resolving { expressions.check(value) } }
          return limited(body, at: range)
        }
      }
    }
    reports.label(from: start, at: range, text: "used here")
    return result.isAmbiguous ? .failure : result
  }

  /// Checks the body of a let with parameters once, with placeholders for any values of their types
  func checkDeclaration(ofLet index: Int) {
    let symbol = definitions.lets[index]
    guard let parameters = symbol.parameters, case .unchecked = symbol.state else { return }
    definitions.begin(letAt: index)
    let start = attempt()
    let reportedCount = reports.count
    let result = alone(with: parameters) {
      definitions.inside(letAt: index) {
        unitResolver.resolving { expressions.check(symbol.syntax.value) }
      }
    }
    // Only the type of the result is kept: its nodes hold placeholders for other values.
    let problems = reports.diagnostics[reportedCount...]
    undo(start)
    reports.add(problems)
    definitions.settle(letAt: index, as: result.isAmbiguous ? .failure : result)
  }

  /// A value of a parameter's type that differs from all real ones; all rows for a parameter of rows
  func placeholder(for parameter: Parameter) -> Checked {
    guard let type = parameter.type else { return .failure }
    if case .list(.row(let table)) = type { return .rows(rowChecker.allRows(of: table)) }
    return .value(builder.constant(Placeholder.value(parameter.name), type), type)
  }
}

/// A placeholder for any value of a parameter while a let is checked alone
///
/// A row of a table that does not exist, which every type of constant may hold: it is never equal to a value that is
/// written, and never evaluated, because the nodes that hold it are removed.
enum Placeholder {
  /// The table of all placeholders
  private static let table = TableID(index: -1)

  /// The placeholder for a parameter of a name
  static func value(_ name: String) -> Value { .row(RowID(table: table, key: [.text(name)])) }

  /// `true` if a constant is one
  static func isPlaceholder(_ value: Value?) -> Bool {
    if case .row(let row)? = value { row.table == table } else { false }
  }
}
