internal import OppModel
package import OppSyntax

extension Analysis {
  /// The names and the type that fit in place of a name
  ///
  /// Only the declarations of `text` are checked, against the other declarations of the rule set, so the cost is that of
  /// one declaration. The result of the check is not kept.
  ///
  /// - Parameters:
  ///   - name: a name that stands in `text`, and in the rule set nowhere.
  ///   - tree: the tree of one or a few declarations, whose file has the index ``freeFileIndex``.
  ///   - end: the end of the word before the name, for the types of the expressions that end there.
  /// - Returns: `nil` if the name is not read as an operand or a field, and no expression ends before it.
  ///
  /// ```
  /// let a = temp > 20C and sky == ‸       the name is at ‸: expected is a Sky; no rows, no owner
  /// any(agenda where ‸)                   rows: the agenda, whose fields are open; expected is Bool
  /// weather.‸                             the owner is the source `weather`
  /// ```
  package func surroundings(
    of name: String, behind end: SourceRange? = nil, in tree: SyntaxTree
  ) -> Surroundings? {
    SurroundingsFinder(checker: checker).surroundings(of: name, behind: end, in: tree)
  }

  /// The index of a file that is not among ``files``
  package var freeFileIndex: Int32 { Int32(truncatingIfNeeded: checker.reports.files.count) }
}

/// Checks declarations for the sake of one name in them, and keeps nothing
///
/// Editors need this at every key, so only declarations near the name are checked again: the names of the rule set are
/// those of its last check.
private struct SurroundingsFinder: CheckerPart {
  let checker: Checker

  /// Checks the declarations of a tree, and takes everything back
  func surroundings(
    of name: String, behind end: SourceRange?, in tree: SyntaxTree
  ) -> Surroundings? {
    let start = attempt()
    let (progress, budget) = (definitions.progress, nameTable.spellingBudget)
    // The messages are not shown, so none needs the nearest spelling.
    nameTable.spellingBudget = 0
    reports.add(tree.source)
    // Notes are taken of the wanted name alone.
    let found = recorder.surroundings(of: name, behind: end) {
      for declaration in tree.file.declarations { look(at: declaration) }
    }
    reports.removeLastFile()
    definitions.restore(progress)
    nameTable.spellingBudget = budget
    undo(start)
    return found
  }

  /// Checks a declaration without declaring anything
  private func look(at declaration: DeclarationSyntax) {
    switch declaration {
    case .place(let view):
      _ = placeChecker.place(view.place, context: "`place`")
      if let radius = view.radius {
        _ = expressions.value(radius, as: .length, context: "`within`")
      }
    case .let(let view): look(at: view)
    case .enumeration: break
    case .source(let view): look(at: view)
    case .table(let view):
      if let duration = view.freshness {
        _ = expressions.value(duration, as: .duration, context: "`fresh`")
      }
    case .setting(let view):
      var settings = Settings()
      if let name = view.name?.text {
        SettingChecker(checker: checker).check(view, named: name, into: &settings)
      }
    case .connection(let view): _ = ConnectionChecker(checker: checker).checkConnections([view])
    case .test(let view): _ = TestChecker(checker: checker).scenario(view, named: "")
    case .chart(let view): _ = chartChecker.chart(view, named: "")
    case .opp(let view): _ = RuleChecker(checker: checker).rule("", Clauses(view))
    }
  }

  /// Checks the defaults of the parameters, the freshness and the cost of a source
  private func look(at view: SourceDeclarationSyntax) {
    for parameter in SchemaChecker(checker: checker).declaredParameters(view.parameters) {
      guard let type = parameter.type, let standard = parameter.standard else { continue }
      _ = expressions.value(standard, as: type, context: "the parameter")
    }
    if let duration = view.freshness {
      _ = expressions.value(duration, as: .duration, context: "`fresh`")
    }
    if let cost = view.cost { _ = expressions.value(cost, as: .number, context: "`cost`") }
  }

  /// Checks the body of a let, with placeholders for its parameters
  private func look(at view: LetDeclarationSyntax) {
    let parameters =
      view.parameters.map { SchemaChecker(checker: checker).declaredParameters($0) } ?? []
    _ = letChecker.alone(with: parameters) {
      unitResolver.resolving { expressions.check(view.value) }
    }
  }
}
