package import OppModel
package import OppSyntax

/// The rules that are checked, their severities, and the numbers they read
///
/// The level of a rule is the first of: the command line for the rule, for its category; `--select`; the section of
/// the file, for the rule, for the category; the configuration, for the rule, for the category; the rule's own.
///
/// ```
/// .opplint                          command line                        ends-at-midnight in rules.opp
/// [rules] time = off                                                    off
/// [rules] time = off                --severity time=note                note
/// [files *.opp] time = error        --select ends-at-midnight           error
/// ```
package struct LintSettings: Equatable, Sendable {
  /// A severity, or none at all
  package enum Level: Hashable, Sendable {
    /// The rule is not checked
    case off
    case severity(Diagnostic.Severity)

    /// A level by its name; nil for another word
    package init?(named name: String) {
      if name == "off" {
        self = .off
      } else if let severity = Diagnostic.Severity.allCases.first(where: { $0.name == name }) {
        self = .severity(severity)
      } else {
        return nil
      }
    }

    /// The name as configurations write it
    package var name: String {
      switch self {
      case .off: "off"
      case .severity(let severity): severity.name
      }
    }

    /// The names of all levels, from none to the gravest
    package static let names = ["off", "note", "style", "warning", "error"]
  }

  /// The name of the group of rules that are not yet trusted
  package static let previewGroup = "preview"

  /// By the name of a rule or a category, or `preview`
  package var levels: [String: Level] = [:]

  /// The same for single files, by their index in the rule set
  package var fileLevels: [Int32: [String: Level]] = [:]

  /// The same as the command line gives them
  package var commandLevels: [String: Level] = [:]

  /// The rules and categories that alone are checked; nil for those that the levels switch on
  package var selected: Set<String>?

  /// By `RULE.NAME`
  package var options: [String: Double] = [:]

  /// The date for which rules speak of the past; `nil` if they should not
  package var today: CivilDate?

  /// The zone whose changes of the clock rules speak of; `nil` if they should not
  package var zone: Zone?

  package init() {}

  /// `true` if a rule is checked in some file
  package func mayRun(_ rule: LintRule) -> Bool {
    // Rules about one kind of file may be on there alone.
    level(of: rule, file: nil) != .off
      || fileLevels.keys.contains { level(of: rule, file: $0) != .off }
  }

  /// `true` if a rule is checked in a file
  package func runs(_ rule: LintRule, inFile file: Int32) -> Bool {
    level(of: rule, file: file) != .off
  }

  /// The severity of a finding; `nil` if it is not reported
  package func severity(
    of rule: LintRule, given: Diagnostic.Severity, file: Int32
  ) -> Diagnostic.Severity? {
    switch level(of: rule, file: file) {
    case .off: nil
    case .severity(let severity): severity
    case nil: given
    }
  }

  /// The number of an option
  package func value(of option: LintOption, in rule: String) -> Double {
    options["\(rule).\(option.name)"] ?? option.standard
  }

  /// The level that holds for a rule; nil for the rule's own severity
  package func level(of rule: LintRule, file: Int32?) -> Level? {
    if let level = commandLevels[rule.name] ?? commandLevels[rule.category.name] { return level }
    // 1. The command line; `--select` switches off all it does not name.
    if let selected {
      guard selected.contains(rule.name) || selected.contains(rule.category.name) else {
        return .off
      }
    }
    // 2. The section of the file, then the configuration: the rule before its category.
    let ofFile = file.flatMap { fileLevels[$0] } ?? [:]
    let preview = commandLevels[Self.previewGroup] ?? levels[Self.previewGroup] ?? .off
    let isHidden = rule.isPreview && preview == .off && selected == nil
    let level =
      // A rule on trial does not follow its category before `preview` switches it on.
      ofFile[rule.name] ?? (isHidden ? nil : ofFile[rule.category.name]) ?? levels[rule.name]
      ?? (isHidden ? nil : levels[rule.category.name])
    // 3. A rule that `--select` names is checked, though a configuration has it off.
    if let level { return level == .off && selected != nil ? nil : level }
    if isHidden { return .off }
    return rule.isOnByDefault || rule.isPreview || selected != nil ? nil : .off
  }
}
