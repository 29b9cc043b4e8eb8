package import OppLint
package import OppSemantics
package import OppSyntax

/// One state of a rule set: its files, and the outcome of the check
///
/// It is made once a change, and all requests that arrive before the next change read it. Positions in it are byte
/// offsets; the server converts them to and from the encoding of the client.
package final class RuleSetSnapshot {
  /// A file of the rule set as the client knows it
  package struct File: Hashable, Sendable {
    package let uri: String

    /// The version of the open document; nil for a file that is read from the disk
    package let version: Int?

    package init(uri: String, version: Int? = nil) {
      self.uri = uri
      self.version = version
    }
  }

  /// The files, by the index that the ranges of ``analysis`` carry; the prelude is not among them
  package let files: [File]

  /// The outcome of the check: trees, graph, source map and diagnostics
  package let analysis: Analysis

  /// The subject of the linter; settings are those of the rule set
  package private(set) lazy var lintSubject = LintSubject(analysis, settings: settings)

  /// The outcome of the linter
  package private(set) lazy var lintReport = Linter.run(lintSubject)

  private let settings: LintSettings
  private let baseline: Baseline?
  private let indices: [String: Int]

  /// - Parameters:
  ///   - files: in the order of the files of the analysis.
  ///   - settings: the settings of the linter for the folder of the rule set.
  package init(
    files: [File], analysis: Analysis, settings: LintSettings = LintSettings(),
    baseline: Baseline? = nil
  ) {
    self.baseline = baseline
    self.files = files
    self.analysis = analysis
    self.settings = settings
    var indices: [String: Int] = [:]
    for (index, file) in files.enumerated() where indices[file.uri] == nil {
      indices[file.uri] = index
    }
    self.indices = indices
  }

  /// The index of a file in ``files`` and in the ranges of the analysis; nil for another file
  package func index(ofURI uri: String) -> Int? { indices[uri] }

  /// The text of a file, by its index
  ///
  /// - Requires: `index` is one of ``files``, or that of the prelude, which is one more than the last.
  package func source(at index: Int) -> SourceFile { analysis.files[index] }

  /// The tree of a file, by its index
  ///
  /// - Requires: as for ``source(at:)``.
  package func tree(at index: Int) -> SyntaxTree { analysis.trees[index] }

  /// Everything that `opp lint` reports, in the order of the files and of the text
  package private(set) lazy var problems: [Diagnostic] = findProblems()

  private func findProblems() -> [Diagnostic] {
    let findings = baseline?.compare(lintReport.findings).new ?? lintReport.findings
    let all = analysis.diagnostics + findings.map { $0.diagnostic }
    return all.enumerated().sorted {
      ($0.element.range, $0.offset) < ($1.element.range, $1.offset)
    }.map { $0.element }
  }

  /// The texts with their lines, made when a position in them is first converted
  private var lineTexts: [Int: LineText] = [:]

  /// A text that converts positions, by the index of its file
  ///
  /// - Requires: as for ``source(at:)``.
  package func lineText(at index: Int) -> LineText {
    if let known = lineTexts[index] { return known }
    let made = LineText(source(at: index).bytes)
    lineTexts[index] = made
    return made
  }
}
