package import OppLint
package import OppModel
package import OppSemantics
package import OppSyntax

/// Everything that the server needs of the machine: files, zones, the date, a stopwatch
///
/// Paths are absolute.
package struct FileServices {
  /// The kind of the file or folder at a path
  package var kind: (_ path: String) -> RuleSetRoot.Kind

  /// The paths of the rule files below a folder
  package var ruleFiles: (_ folder: String) -> [String]

  /// The bytes of a file; `nil` if it cannot be read
  package var read: (_ path: String) -> [UInt8]?

  /// Checks files as one rule set, with the zones that the machine knows
  package var analyze: (_ files: [SourceFile]) -> Analysis

  /// The settings of the linter for a folder
  package var lintFolder: (_ folder: String) -> LintFolder

  package var zone: (_ name: String) -> Zone?
  package var today: () -> CivilDate

  /// The URI of the page about a message or a rule of the linter; `nil` if there is none
  package var page: (_ code: String) -> String?

  /// Milliseconds of a clock that is never set
  package var milliseconds: () -> Int64

  /// `nil` if there are no threads: all work is done in the loop
  package var background: BackgroundServices?

  package init(
    kind: @escaping (String) -> RuleSetRoot.Kind, ruleFiles: @escaping (String) -> [String],
    read: @escaping (String) -> [UInt8]?, analyze: @escaping ([SourceFile]) -> Analysis,
    lintFolder: @escaping (String) -> LintFolder, zone: @escaping (String) -> Zone?,
    today: @escaping () -> CivilDate, page: @escaping (String) -> String?,
    milliseconds: @escaping () -> Int64, background: BackgroundServices? = nil
  ) {
    self.kind = kind
    self.ruleFiles = ruleFiles
    self.read = read
    self.analyze = analyze
    self.lintFolder = lintFolder
    self.zone = zone
    self.today = today
    self.page = page
    self.milliseconds = milliseconds
    self.background = background
  }
}

/// The `.opplint` and the baseline that hold for a folder
package struct LintFolder: Sendable {
  package var configuration = LintConfiguration()

  /// The folder from which the patterns of the configuration start
  package var folder: String
  package var baseline: Baseline?

  /// The mistake in the configuration, which then does not hold
  package var problem: (path: String, problem: LintConfiguration.Problem)?

  package init(folder: String) {
    self.folder = folder
  }
}
