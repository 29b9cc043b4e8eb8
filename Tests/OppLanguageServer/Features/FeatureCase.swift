import OppLanguageServer
import OppSemantics
import OppSyntax
import OppTesting

/// A rule set of one file with a place in it
struct FeatureCase {
  let snapshot: RuleSetSnapshot
  let offset: Int32

  /// - Parameter marked: a text, with `‸` at the place where there is one.
  init(_ marked: String) {
    let marked = MarkedText(marked)
    offset = marked.offset
    snapshot = Self.snapshot([SourceFile(path: "rules.opp", text: marked.text)])
  }

  static func snapshot(_ files: [SourceFile]) -> RuleSetSnapshot {
    RuleSetSnapshot(
      files: files.map { RuleSetSnapshot.File(uri: "file:///\($0.path)", version: 1) },
      analysis: RuleSet.analyze(files: files, connectors: .tool, recordsSymbols: true))
  }

  var source: SourceFile { snapshot.source(at: 0) }

  /// The text of a range, in whichever file it lies
  func text(_ range: SourceRange) -> String { snapshot.analysis.text(range) }
}
