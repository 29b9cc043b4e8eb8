package import OppModel
package import OppSyntax

/// A rule set, checked: its graph, its problems, and the way back to the text
///
/// Made by ``RuleSet/analyze(files:connectors:findZone:recordsSymbols:)``, which is the end of checking: nothing of it
/// changes but the graph, to which ``expression(_:path:)`` adds. It is not `Sendable`: one task uses it at a time.
///
/// - Invariant: ``rulePlaces`` has one element a rule of the graph, and ``testPlaces`` one a test, in their order.
package final class Analysis {
  /// The files of the rule set, by the index in their ranges; the prelude is the last
  package let files: [SourceFile]

  /// The trees of ``files``
  package let trees: [SyntaxTree]

  /// The diagnostics of the parser and the checker, in the order of the files and of the text
  package let diagnostics: [Diagnostic]

  /// The `test` declarations, in the order of the text
  package let tests: [Scenario]

  /// The places of the parts of each test
  package let testPlaces: [ScenarioPlaces]

  /// The places of each rule of the graph
  package let rulePlaces: [RulePlaces]

  /// The `connect` declarations that are right
  package let connections: [Connection]
  /// The state of the check, kept for expressions that are checked later and for the index of names
  let checker: Checker
  /// ``sourceMap`` since the last expression was added; nil until it is read
  private var closedMap: SourceMap?

  init(
    files: [SourceFile], trees: [SyntaxTree], diagnostics: [Diagnostic],
    connections: [Connection], checker: Checker
  ) {
    self.files = files
    self.trees = trees
    self.diagnostics = diagnostics
    self.tests = checker.results.scenarios
    self.testPlaces = checker.results.scenarioPlaces
    self.rulePlaces = checker.results.rulePlaces
    self.connections = connections
    self.checker = checker
  }

  /// The checked rule set, with the expressions added so far
  ///
  /// Rules with errors are in it as far as they could be understood; run it only without errors.
  package var graph: ConditionGraph { checker.builder.graph }

  /// The places of the graph's nodes
  package var sourceMap: SourceMap {
    if let closedMap { return closedMap }
    var map = checker.sourceMap
    map.close(nodeCount: checker.builder.graph.nodes.count)
    closedMap = map
    return map
  }

  /// The names of the rule set, each of their places, and the types of its expressions
  ///
  /// - Requires: the rule set was analyzed with `recordsSymbols`; without it, the index has only the names that are known from the
  ///   syntax alone.
  package private(set) lazy var symbols = SymbolIndex(
    checker.recorder.records, trees: trees,
    fallback: SymbolFallback(names: checker.nameTable, definitions: checker.definitions))

  /// The names of the rule set and their places; another check takes notes of them if this one took none
  private(set) lazy var allSymbols =
    checker.recordsSymbols
    ? symbols : RuleSet.analyze(files: files.dropLast(), recordsSymbols: true).symbols

  /// The Opps that read each name
  private(set) lazy var nameReaders = NameReaders(trees.dropLast(), allSymbols)

  /// The declared names, in the order of the kinds and of the text; those of the prelude first
  package var declarations: [SymbolDeclaration] { checker.recorder.records.declarations }

  /// `true` if a diagnostic is an error: such a rule set is not run
  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// `true` if a rule of the graph has no error
  package func isSound(rule index: Int) -> Bool {
    checker.results.ruleIsSound.indices.contains(index) && checker.results.ruleIsSound[index]
  }

  /// The names of the types, for listings
  package var typeNames: TypeNames { TypeNames(graph) }

  /// The text of a node, preferably as a rule of the graph has it
  package func text(of node: NodeID, inRule rule: Int? = nil) -> String? {
    let places = rule.flatMap { rulePlaces.indices.contains($0) ? rulePlaces[$0].occurrences : nil }
    return sourceMap.range(of: node, in: places).map(text)
  }

  /// The place in the text of a rule that a node comes from; see ``SourceMap/place(of:in:of:)``
  package func place(of node: NodeID, inRule rule: Int) -> SourceRange {
    sourceMap.place(of: node, in: rulePlaces[rule], of: graph)
  }

  /// The place of a chart, or `nil` if there is none of the name
  package func place(ofChart name: String) -> SourceRange? { checker.results.chartNames[name] }

  /// The text of a place; empty if no file has it
  package func text(_ range: SourceRange) -> String {
    checker.reports.text(at: range) ?? ""
  }

  /// The lets without parameters whose body is one value, by name
  package var lets: [NamedNode] {
    checker.definitions.lets.compactMap { symbol in
      guard case .checked(.value(let node, _)) = symbol.state, symbol.parameters == nil else {
        return nil
      }
      return NamedNode(name: symbol.name, node: node)
    }
  }

  /// The declared places, by name
  package var places: [NamedNode] {
    checker.definitions.places.compactMap { symbol in
      guard case .checked(.value(let node, _)) = symbol.state else { return nil }
      return NamedNode(name: symbol.name, node: node)
    }
  }

  /// Checks an expression in the scope of the rule set, and adds it to the graph
  ///
  /// - Parameter path: the name of the text in messages, such as `--expression`.
  ///
  /// ```
  /// temp > 20C     a condition
  /// free           a Duration: an expression may be of any type
  /// agenda         nothing: rows are no value, which the diagnostics say
  /// ```
  ///
  /// It becomes a file of its own after those of the rule set, so that its ranges do not meet theirs.
  package func expression(_ text: String, path: String = "expression") -> CheckedExpression {
    let file = SourceFile(
      path: path, text: text, index: Int32(truncatingIfNeeded: checker.reports.files.count))
    checker.reports.add(file)
    closedMap = nil
    let (tree, problems) = Parser.parseExpression(file)
    _ = checker.reports.takeAll()
    let found = ExpressionChecker(checker: checker).anyValue(tree.file.expression)
    let diagnostics = problems + checker.reports.takeAll()
    return CheckedExpression(
      file: file, files: [file] + files, node: diagnostics.isEmpty ? found?.node : nil,
      type: found?.type,
      diagnostics: AmbiguousNames(checker) { _ in [] }.merged(Analysis.sorted(diagnostics)))
  }

  /// Diagnostics in the order of their places, each once
  static func sorted(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var seen: Set<Diagnostic> = []
    let unique = diagnostics.filter { seen.insert($0).inserted }
    return unique.enumerated().sorted {
      ($0.element.range, $0.offset) < ($1.element.range, $1.offset)
    }.map { $0.element }
  }
}

/// An expression that was checked in the scope of a rule set
package struct CheckedExpression: Sendable {
  /// The text as a file
  package let file: SourceFile

  /// The files that messages may point into: the text, those of the rule set and the prelude
  package let files: [SourceFile]

  /// Its node in the graph; nil if something is wrong
  package let node: NodeID?
  /// The type that was found, also if something else is wrong; `nil` if it has none
  package let type: ValueType?
  package let diagnostics: [Diagnostic]
}
