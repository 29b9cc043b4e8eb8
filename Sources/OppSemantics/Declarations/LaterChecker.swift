internal import OppModel
internal import OppSyntax

/// Checks declarations after the check of their rule set, and keeps nothing
///
/// All names are known from the check of the rule set, so that only the given declarations take time. An editor looks for the
/// surroundings of a name at every key, and the search for a meaning tries out many texts.
struct LaterChecker: CheckerPart {
  let checker: Checker

  /// Adds the file of a tree, calls `body`, and then removes the file with all nodes, results and diagnostics since
  ///
  /// - Parameter tree: a tree whose file has the index ``Analysis/freeFileIndex``.
  func trying<Result>(_ tree: SyntaxTree, _ body: () -> Result) -> Result {
    let start = attempt()
    let (progress, budget) = (definitions.progress, nameTable.spellingBudget)
    let (mends, meanings) = (reports.mends, reports.earlierMeanings)
    reports.add(tree.source)
    let result = body()
    reports.removeLastFile()
    (reports.mends, reports.earlierMeanings) = (mends, meanings)
    definitions.restore(progress)
    nameTable.spellingBudget = budget
    undo(start)
    return result
  }

  /// Checks a declaration without declaring anything
  func check(_ declaration: DeclarationSyntax) {
    switch declaration {
    case .place(let view):
      _ = placeChecker.place(view.place, context: "`place`")
      if let radius = view.radius {
        _ = expressions.value(radius, as: .length, context: "`within`")
      }
    case .let(let view): check(view)
    case .enumeration: break
    case .source(let view): check(view)
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
    case .opp(let view): RuleChecker(checker: checker).examine(view)
    }
  }

  /// Checks the defaults of the parameters, the freshness and the cost of a source
  private func check(_ view: SourceDeclarationSyntax) {
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
  private func check(_ view: LetDeclarationSyntax) {
    let parameters =
      view.parameters.map { SchemaChecker(checker: checker).declaredParameters($0) } ?? []
    _ = letChecker.alone(with: parameters) {
      unitResolver.resolving { expressions.check(view.value) }
    }
  }
}
