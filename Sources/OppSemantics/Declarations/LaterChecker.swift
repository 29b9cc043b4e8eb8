internal import OppModel
internal import OppSyntax

/// Checks declarations after the check of their rule set, and keeps nothing
///
/// The names of the rule set are those of its check, so that it costs what the declarations cost. Editors need this at every
/// key, for the surroundings of a name, and the search for a meaning needs it for each text that it tries out.
struct LaterChecker: CheckerPart {
  let checker: Checker

  /// Does something with a tree whose file has the next free index, and takes back what was made and reported meanwhile
  func trying<Result>(_ tree: SyntaxTree, _ body: () -> Result) -> Result {
    let start = attempt()
    let (progress, budget) = (definitions.progress, nameTable.spellingBudget)
    reports.add(tree.source)
    let result = body()
    reports.removeLastFile()
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
