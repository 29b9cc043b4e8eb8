internal import OppModel
package import OppSyntax

/// All files of rules taken together: one namespace, no order, no imports
package enum RuleSet {
  /// The greatest number of Opps that are checked; more are an error, so that a hostile file cannot take
  /// all memory
  package static let oppLimit = 100_000

  /// Parses and checks files
  ///
  /// - Parameters:
  ///   - files: in the order in which messages name them. Their indices are assigned here.
  ///   - findZone: what is wrong with the name of a zone, by the zone database; nil for nothing.
  ///   - recordsSymbols: whether notes are taken for ``Analysis/symbols``.
  package static func analyze(
    files: [SourceFile], findZone: @escaping (String) -> UnknownZone? = { _ in nil },
    recordsSymbols: Bool = false
  ) -> Analysis {
    var all: [SourceFile] = []
    for (index, file) in files.enumerated() {
      let index = Int32(truncatingIfNeeded: index)
      all.append(
        file.index == index ? file : SourceFile(path: file.path, bytes: file.bytes, index: index))
    }
    all.append(
      SourceFile(
        path: Prelude.path, text: Prelude.text, index: Int32(truncatingIfNeeded: all.count)))
    var trees: [SyntaxTree] = []
    var diagnostics: [Diagnostic] = []
    for file in all {
      let (tree, problems) = Parser.parse(file)
      trees.append(tree)
      diagnostics += problems
    }
    return analyze(
      files: all, trees: trees, diagnostics: diagnostics, findZone, recordsSymbols: recordsSymbols)
  }

  /// Parses and checks one text, under a path that messages name
  package static func analyze(
    _ text: String, path: String = "rules.opp", recordsSymbols: Bool = false
  ) -> Analysis {
    analyze(files: [SourceFile(path: path, text: text)], recordsSymbols: recordsSymbols)
  }

  private static func analyze(
    files: [SourceFile], trees: [SyntaxTree], diagnostics: [Diagnostic],
    _ findZone: @escaping (String) -> UnknownZone?, recordsSymbols: Bool
  ) -> Analysis {
    let checker = Checker()
    checker.records.isOn = recordsSymbols
    checker.files = files
    checker.findZone = findZone
    var user = Declarations()
    var prelude = Declarations()
    for (index, tree) in trees.enumerated() {
      if index == trees.count - 1 { prelude.add(tree.file) } else { user.add(tree.file) }
    }
    let connections = checker.checkAll(user, prelude)
    return Analysis(
      files: files, trees: trees,
      diagnostics: Parser.bounded(
        Analysis.sorted(
          diagnostics + Analysis.untold(checker.diagnostics, besides: diagnostics, in: files))),
      connections: connections, checker: checker)
  }
}

extension Checker {
  /// Checks every declaration: first the names and types, then what uses them
  fileprivate func checkAll(_ user: Declarations, _ prelude: Declarations) -> [Connection] {
    declare(prelude, isOfPrelude: true)
    // The meaning of the prelude must not change with the names of the rule set, so it is checked first.
    checkLetsAndPlaces()
    settleDefaults(from: 0)
    let preludeCount = sources.count
    declare(user, isOfPrelude: false)
    checkSettings(user.settings)
    checkLetsAndPlaces()
    settleDefaults(from: preludeCount)
    for opp in user.opps.prefix(RuleSet.oppLimit) { checkRule(opp) }
    if user.opps.count > RuleSet.oppLimit {
      report(.tooManyOpps(limit: RuleSet.oppLimit), at: user.opps[RuleSet.oppLimit].range)
    }
    checkDuplicateOpps(user.opps)
    checkTests(user.tests)
    let connections = checkConnections(user.connections)
    checkNotificationSizes(connections)
    records.isOn = false
    return connections
  }

  /// Checks the defaults of sources, and keeps those that are constants
  private func settleDefaults(from first: Int) {
    for index in first..<sources.count {
      let source = SourceID(index: Int32(truncatingIfNeeded: index))
      let values = standards(of: source).map { $0.flatMap(builder.constantValue) }
      if values.contains(where: { $0 != nil }) { builder.replaceDefaults(of: source, with: values) }
    }
  }

  private func declare(_ declarations: Declarations, isOfPrelude: Bool) {
    declareEnumerations(declarations.enumerations, isOfPrelude: isOfPrelude)
    typeNames = TypeNames(builder.graph)
    declareSources(declarations.sources, isOfPrelude: isOfPrelude)
    declareTables(declarations.tables, isOfPrelude: isOfPrelude)
    declareLets(declarations.lets, isOfPrelude: isOfPrelude)
    declarePlaces(declarations.places, isOfPrelude: isOfPrelude)
    typeNames = TypeNames(builder.graph)
  }

  /// Lets and places are checked even where nothing uses them
  private func checkLetsAndPlaces() {
    for index in letsInOrderOfNeed() {
      if lets[index].parameters == nil {
        _ = value(ofLet: index, at: lets[index].syntax.range)
      } else {
        checkDeclaration(ofLet: index)
      }
    }
    for index in places.indices { _ = value(ofPlace: index, at: places[index].syntax.range) }
  }

  private func checkDuplicateOpps(_ views: [OppDeclarationSyntax]) {
    var first: [String: SourceRange] = [:]
    for view in views {
      guard let text = view.name, let name = text.plainText else { continue }
      if let range = first[name] {
        report(.duplicate(name, what: "the opp", first: range), at: text.range)
      } else {
        first[name] = text.range
      }
    }
  }
}
