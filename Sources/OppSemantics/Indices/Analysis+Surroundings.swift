internal import OppModel
package import OppSyntax

extension Analysis {
  /// The names and the type that fit in place of a name
  ///
  /// Only the declarations of `text` are checked, against what the rule set declares otherwise, so the cost is that of
  /// one declaration. Nothing is kept of it.
  ///
  /// - Parameters:
  ///   - name: a name that stands in `text`, and in the rule set nowhere.
  ///   - tree: the tree of one or a few declarations, whose file has the index ``freeFileIndex``.
  /// - Returns: nil where the name is not read as an operand or a field.
  package func surroundings(of name: String, in tree: SyntaxTree) -> Surroundings? {
    checker.surroundings(of: name, in: tree)
  }

  /// The index of a file that is not among ``files``
  package var freeFileIndex: Int32 { Int32(truncatingIfNeeded: checker.files.count) }
}

extension Checker {
  fileprivate func surroundings(of name: String, in tree: SyntaxTree) -> Surroundings? {
    let start = attempt()
    let outer = (records, expansions, comparedSpellings, cyclicLets)
    records = SymbolRecords(probe: name)
    // Nobody reads the messages, so none needs the nearest spelling.
    comparedSpellings = Self.spellingLimit
    files.append(tree.source)
    for declaration in tree.file.declarations { look(at: declaration) }
    let found = records.surroundings
    files.removeLast()
    (records, expansions, comparedSpellings, cyclicLets) = outer
    undo(start)
    return found
  }

  /// Checks a declaration without declaring anything
  private func look(at declaration: DeclarationSyntax) {
    switch declaration {
    case .place(let view):
      _ = place(view.place, context: "`place`")
      if let radius = view.radius { _ = value(radius, as: .length, context: "`within`") }
    case .let(let view): look(at: view)
    case .enumeration: break
    case .source(let view):
      for parameter in declaredParameters(view.parameters) {
        guard let type = parameter.type, let standard = parameter.standard else { continue }
        _ = value(standard, as: type, context: "the parameter")
      }
      if let duration = view.freshness { _ = value(duration, as: .duration, context: "`fresh`") }
      if let cost = view.cost { _ = value(cost, as: .number, context: "`cost`") }
    case .table(let view):
      if let duration = view.freshness { _ = value(duration, as: .duration, context: "`fresh`") }
    case .setting(let view):
      var settings = Settings()
      if let name = view.name?.text { check(view, named: name, into: &settings) }
    case .connection(let view): _ = checkConnections([view])
    case .test(let view): _ = scenario(view, named: "")
    case .opp(let view): _ = rule("", Clauses(view))
    }
  }

  private func look(at view: LetDeclarationSyntax) {
    let parameters = view.parameters.map { declaredParameters($0) } ?? []
    _ = alone {
      for parameter in parameters { arguments[parameter.name] = placeholder(for: parameter) }
      let result = resolvingUnits { check(view.value) }
      return result
    }
  }
}
