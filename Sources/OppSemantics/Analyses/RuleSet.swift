package import OppModel
package import OppSyntax

/// All files of rules taken together: one namespace, no order, no imports
///
/// The entry of the module. A check goes through these steps:
///
/// 1. Each file is parsed; the prelude, parsed once a process, takes part as the last file.
/// 2. Names are declared: enums, sources, tables, lets and places. The prelude goes through this and the next step
///    alone, before the files do; beside one file it does so once a process (``CheckedPrelude``).
/// 3. Lets, places and defaults are checked, each once, and with the files settings, Opps, tests and connections.
/// 4. Messages that only follow from mistakes of syntax are left out, and the others sorted by place.
///
/// - Complexity: about linear in the text, but for words spelled wrong (``NameTable/spellingLimit``) and lets with
///   parameters (``Definitions/expansionLimit``), which have limits.
package enum RuleSet {
  /// The greatest number of Opps that are checked; more are an error, so that a hostile file cannot take
  /// all memory
  package static let oppLimit = 100_000

  /// Parses and checks files
  ///
  /// - Parameters:
  ///   - files: in the order in which messages name them. Their indices are assigned here.
  ///   - connectors: the connectors that `connect` may name; made if a rule set connects something.
  ///   - findZone: the problem with the name of a zone, by the zone database; nil if it is known.
  ///   - recordsSymbols: whether notes are taken for ``Analysis/symbols``.
  package static func analyze(
    files: [SourceFile], connectors: @autoclosure @escaping () -> ConnectorCatalogue = .open,
    findZone: @escaping (String) -> UnknownZone? = { _ in nil }, recordsSymbols: Bool = false
  ) -> Analysis {
    analyze(files, connectors, findZone, recordsSymbols: recordsSymbols, completesAdvice: true)
  }

  /// Parses and checks files
  ///
  /// - Parameter completesAdvice: whether advice that leads to another message is joined with the advice of that.
  private static func analyze(
    _ files: [SourceFile], _ connectors: @escaping () -> ConnectorCatalogue,
    _ findZone: @escaping (String) -> UnknownZone?, recordsSymbols: Bool, completesAdvice: Bool
  ) -> Analysis {
    var all: [SourceFile] = []
    for (index, file) in files.enumerated() {
      let index = Int32(truncatingIfNeeded: index)
      all.append(
        file.index == index ? file : SourceFile(path: file.path, bytes: file.bytes, index: index))
    }
    // The names of the prelude belong into the index of names, so that the prelude is checked again if notes are taken.
    let checked = recordsSymbols ? nil : CheckedPrelude.prelude(besides: all.count)
    let prelude =
      checked?.tree ?? Prelude.parsed.tree.renumbered(Int32(truncatingIfNeeded: all.count))
    all.append(prelude.source)
    var trees: [SyntaxTree] = []
    var diagnostics: [Diagnostic] = []
    for file in all {
      let isPrelude = trees.count == files.count
      let (tree, problems) = isPrelude ? (prelude, Prelude.parsed.diagnostics) : Parser.parse(file)
      trees.append(tree)
      diagnostics += problems
    }
    let checker = Checker(
      files: all, recordsSymbols: recordsSymbols, connectors: connectors, findZone: findZone,
      after: checked)
    if checked == nil { RuleSetChecker(checker: checker).checkPrelude(Declarations(prelude)) }
    return analyze(files: all, trees: trees, diagnostics: diagnostics, checker) { diagnostics in
      guard completesAdvice else { return diagnostics }
      let own = Array(all.dropLast())
      let trials = Trials(of: own) { changed in
        analyze(changed, connectors, findZone, recordsSymbols: false, completesAdvice: false)
          .diagnostics
      }
      let completed = AdviceCompletion(files: own, analyze: trials.diagnostics).completed(
        diagnostics)
      return PhraseSearch(files: own, analyze: trials.diagnostics) { line in
        DeclarationTrial(ofLine: line.index, in: trees[line.file], checker)
      }.completed(completed)
    }
  }

  /// Parses and checks one text, under a path that messages name
  package static func analyze(
    _ text: String, path: String = "rules.opp",
    connectors: @autoclosure @escaping () -> ConnectorCatalogue = .open,
    recordsSymbols: Bool = false
  ) -> Analysis {
    analyze(
      files: [SourceFile(path: path, text: text)], connectors: connectors(),
      recordsSymbols: recordsSymbols)
  }

  /// Checks trees, of which the last is that of the prelude
  ///
  /// - Parameter complete: completes the advice of the diagnostics.
  private static func analyze(
    files: [SourceFile], trees: [SyntaxTree], diagnostics: [Diagnostic], _ checker: Checker,
    _ complete: ([Diagnostic]) -> [Diagnostic]
  ) -> Analysis {
    var user = Declarations()
    for tree in trees.dropLast() { user.add(tree.file) }
    checker.reports.mends = SyntaxMends(diagnostics, in: files)
    let connections = RuleSetChecker(checker: checker).checkAll(user)
    let found = delivered(checker.reports.diagnostics[...], syntax: diagnostics, checker) {
      places(of: $0, files, trees, checker)
    }
    return Analysis(
      files: files, trees: trees, diagnostics: Parser.bounded(complete(found)),
      connections: connections, checker: checker)
  }

  /// The diagnostics of some declarations of a tree, which is read after the check of the rule set
  ///
  /// - Parameters:
  ///   - syntax: the diagnostics of the parser for the tree.
  ///   - checker: the checker of the rule set, which keeps nothing of the tree.
  static func diagnostics(
    of declarations: some Sequence<DeclarationSyntax>, in tree: SyntaxTree,
    syntax: [Diagnostic], _ checker: Checker
  ) -> [Diagnostic] {
    let later = LaterChecker(checker: checker)
    return later.trying(tree) {
      let first = checker.reports.count
      checker.reports.mends = SyntaxMends(syntax, in: checker.reports.files)
      for declaration in declarations { later.check(declaration) }
      return delivered(
        checker.reports.diagnostics[first...], syntax: syntax, checker
      ) { _ in [] }
    }
  }

  /// The diagnostics of the checker and of the parser, without those that only follow from others
  ///
  /// - Parameter places: the places of a declared thing.
  private static func delivered(
    _ checked: ArraySlice<Diagnostic>, syntax: [Diagnostic], _ checker: Checker,
    _ places: @escaping (SymbolID) -> [SourceRange]
  ) -> [Diagnostic] {
    let files = checker.reports.files
    let (checked, syntax) = checker.reports.mends.delivered(
      checked: Array(checked), syntax: syntax)
    let found = Analysis.sorted(
      syntax + Analysis.undelivered(checked, besides: syntax, in: files))
    return SyntaxMends.merged(AmbiguousNames(checker, places: places).merged(found), in: files)
  }

  /// The places of a declared thing; if no notes were taken, another check takes them
  private static func places(
    of id: SymbolID, _ files: [SourceFile], _ trees: [SyntaxTree], _ checker: Checker
  ) -> [SourceRange] {
    guard checker.recordsSymbols else {
      // Without advice that is tried out: a text that is tried out there could lead to this one again, without end.
      return analyze(
        files.dropLast(), { .open }, { _ in nil }, recordsSymbols: true, completesAdvice: false
      ).symbols.ranges(of: id)
    }
    return SymbolIndex(
      checker.recorder.records, trees: trees,
      fallback: SymbolFallback(names: checker.nameTable, definitions: checker.definitions)
    ).ranges(of: id)
  }
}
