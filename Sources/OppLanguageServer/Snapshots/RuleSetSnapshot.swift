package import OppLint
package import OppSemantics
package import OppSyntax

/// One state of a rule set: its files, and the outcome of the check
///
/// It is made once a change, and all requests that arrive before the next change read it. Positions in it are byte
/// offsets; the server converts them to and from the encoding of the client.
///
/// Its features are extensions, one a file in `Features`, each a function of an offset or a range. Parts that take
/// time - lines of texts, findings, examples - are made when they are first read, and once.
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
  package var files: [File] { texts.files }

  /// The outcome of the check: trees, graph, source map and diagnostics
  package let analysis: Analysis

  /// The subject of the linter; settings are those of the rule set
  package private(set) lazy var lintSubject = LintSubject(
    analysis, settings: settings, memory: memory)

  /// The run of the linter, as far as it has come
  private lazy var linting = LintRunner(lintSubject)

  /// `true` once the linter has run to its end
  package private(set) var isLinted = false

  /// The outcome of a run elsewhere
  private var ownReport: LintReport?

  /// The outcome of the linter
  package var lintReport: LintReport {
    if let ownReport { return ownReport }
    while lintOn() {}
    return linting.report
  }

  /// Takes the outcome of the linter over the same texts
  func take(_ report: LintReport) {
    ownReport = report
    isLinted = true
  }

  /// Findings of the check before, at the places where their text is now, for as long as the linter has not run
  let keptFindings: [Diagnostic]

  /// The settings of the linter, with the day and the zone of the rules
  let settings: LintSettings

  /// The findings that are accepted; `nil` if all are shown
  private let baseline: Baseline?

  /// The outcome of linting earlier states of the rule set; nil if each run is the first
  private let memory: LintMemory?

  /// The texts that were checked
  let texts: SnapshotTexts

  /// - Parameters:
  ///   - files: in the order of the files of the analysis.
  ///   - settings: the settings of the linter for the folder of the rule set.
  ///   - keptFindings: findings to show until the linter has run.
  ///   - memory: the outcome of linting earlier states; nothing else uses it while the linter runs.
  package convenience init(
    files: [File], analysis: Analysis, settings: LintSettings = LintSettings(),
    baseline: Baseline? = nil, keptFindings: [Diagnostic] = [], memory: LintMemory? = nil
  ) {
    self.init(
      texts: SnapshotTexts(files: files, sources: analysis.files), analysis: analysis,
      settings: settings, baseline: baseline, keptFindings: keptFindings, memory: memory)
  }

  init(
    texts: SnapshotTexts, analysis: Analysis, settings: LintSettings, baseline: Baseline?,
    keptFindings: [Diagnostic], memory: LintMemory?
  ) {
    self.texts = texts
    self.memory = memory
    self.baseline = baseline
    self.keptFindings = keptFindings
    self.analysis = analysis
    self.settings = settings
  }

  /// The index of a file in ``files`` and in the ranges of the analysis; nil for another file
  package func index(ofURI uri: String) -> Int? { texts.index(ofURI: uri) }

  /// The size of the texts, in bytes
  var size: Int { analysis.files.dropLast().reduce(0) { $0 + $1.bytes.count } }

  /// The text of a file, by its index
  ///
  /// - Requires: `index` is one of ``files``, or that of the prelude, which is one more than the last.
  package func source(at index: Int) -> SourceFile { analysis.files[index] }

  /// The tree of a file, by its index
  ///
  /// - Requires: as for ``source(at:)``.
  package func tree(at index: Int) -> SyntaxTree { analysis.trees[index] }

  /// The declarations of each file
  private(set) lazy var declarations = files.indices.map { tree(at: $0).file.declarations }

  /// Lints with one rule
  ///
  /// - Returns: `true` while there is more to do.
  package func lintOn() -> Bool {
    guard !isLinted else { return false }
    isLinted = !linting.step()
    return !isLinted
  }

  /// Everything that `opp lint` reports, in the order of the files and of the text
  package private(set) lazy var problems = Self.sorted(
    analysis.diagnostics + newFindings.map { $0.diagnostic })

  /// The findings that the baseline does not know
  private lazy var newFindings =
    baseline?.compare(lintReport.findings).new ?? lintReport.findings

  /// The findings that have an example, by their diagnostics
  private lazy var examples: [Diagnostic: LintFinding] = newFindings.reduce(into: [:]) {
    if $1.witness != nil { $0[$1.diagnostic] = $1 }
  }

  /// The finding of a problem, if a proof has an example of it; nil before the linter has run
  func example(of problem: Diagnostic) -> LintFinding? {
    isLinted ? examples[problem] : nil
  }

  /// The problems that are known without running the linter further
  package var knownProblems: [Diagnostic] {
    isLinted ? problems : Self.sorted(analysis.diagnostics + keptFindings)
  }

  /// Problems in the order of their places
  static func sorted(_ problems: [Diagnostic]) -> [Diagnostic] {
    problems.enumerated().sorted {
      ($0.element.range, $0.offset) < ($1.element.range, $1.offset)
    }.map { $0.element }
  }

  /// A text that converts positions, by the index of its file
  ///
  /// - Requires: as for ``source(at:)``.
  package func lineText(at index: Int) -> LineText { texts.lineText(at: index) }
}
