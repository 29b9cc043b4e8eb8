internal import OppModel
internal import OppSyntax

/// The prelude with the state of a check that has come behind it: its names, its definitions and its nodes
///
/// It is the same for all rule sets with as many files, since the prelude is the file behind them, and sees no name of
/// theirs. Those of rule sets of one file and of two, such as rules and their tests, are made once a process, as a server
/// checks the rules of one person after another.
struct CheckedPrelude: Sendable {
  /// The tree, with its number behind those of the files
  let tree: SyntaxTree
  let nodes: GraphBuilder.State
  let names: NameTable.State
  let definitions: Definitions.State
  let sourceMap: SourceMap

  /// The prelude checked beside one file
  private static let besideOne = CheckedPrelude(besides: 1)

  /// The prelude checked beside two files
  private static let besideTwo = CheckedPrelude(besides: 2)

  /// The prelude beside so many files
  static func prelude(besides fileCount: Int) -> CheckedPrelude {
    switch fileCount {
    case 1: besideOne
    case 2: besideTwo
    default: CheckedPrelude(besides: fileCount)
    }
  }

  private init(besides fileCount: Int) {
    let tree = Prelude.parsed.tree.renumbered(Int32(truncatingIfNeeded: fileCount))
    let files = (0..<fileCount).map { SourceFile(path: "", bytes: [], index: Int32($0)) }
    let checker = Checker(
      files: files + [tree.source], recordsSymbols: false, connectors: { .open },
      findZone: { _ in nil },
      after: nil)
    RuleSetChecker(checker: checker).checkPrelude(Declarations(tree))
    self.tree = tree
    nodes = checker.builder.state
    names = checker.nameTable.state
    definitions = checker.definitions.state
    sourceMap = checker.sourceMap
  }
}
