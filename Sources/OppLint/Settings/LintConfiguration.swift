internal import OppSyntax

/// The settings of an `.opplint` file
///
/// ```ini
/// [rules]
/// sliding-period = off
/// style = warning            # a category
///
/// [options]
/// text-longer-than-shown.characters = 240
///
/// [files archive/**]
/// past-date = off
/// ```
///
/// Sections of files are read from top to bottom, so the last that matches a file decides. Lines are read one by one:
/// a value cannot span several.
package struct LintConfiguration: Sendable {
  /// The name of the file
  package static let fileName = ".opplint"

  /// A mistake in a line
  package struct Problem: Error, Hashable, Sendable {
    /// From 1
    package let line: Int

    /// A fragment without a full stop
    package let message: String

    /// The advice; `nil` if there is none
    package let help: String?
  }

  /// The levels of the files that a pattern matches
  package struct Section: Hashable, Sendable {
    /// The pattern of the files' paths, from the folder of the configuration
    package let pattern: PathPattern
    /// By the name of a rule or a category, or `preview`
    package fileprivate(set) var levels: [String: LintSettings.Level]
  }

  /// The levels under `[rules]`
  package private(set) var levels: [String: LintSettings.Level] = [:]

  /// The numbers under `[options]`, by `RULE.NAME`, in base units
  package private(set) var options: [String: Double] = [:]

  /// The sections of files, in the order of the text
  package private(set) var sections: [Section] = []

  package init() {}

  /// Reads the text of a file
  ///
  /// - Throws: the first line that is wrong.
  package init(_ text: String, rules: [LintRule] = LintCatalogue.rules) throws(Problem) {
    // Lines before the first section are in none.
    var place = Place.nowhere
    for (index, line) in Self.lines(of: text).enumerated() {
      let words = Self.withoutComment(line).trimmed
      if words.isEmpty { continue }
      if words.hasPrefix("[") {
        place = try section(words, line: index + 1)
      } else {
        try take(words, line: index + 1, in: place, rules)
      }
    }
  }

  /// The settings for the files of a rule set
  ///
  /// - Parameter paths: each file's path from the folder of the configuration, in the order of the rule set.
  package func settings(paths: [String]) -> LintSettings {
    var settings = LintSettings()
    // A file gets the levels of all sections that match it, later ones over earlier ones.
    settings.levels = levels
    settings.options = options
    for (index, path) in paths.enumerated() {
      var found: [String: LintSettings.Level] = [:]
      for section in sections where section.pattern.matches(path) {
        for (name, level) in section.levels { found[name] = level }
      }
      if !found.isEmpty { settings.fileLevels[Int32(truncatingIfNeeded: index)] = found }
    }
    return settings
  }

  /// Every name that a level can be given to
  package static func names(_ rules: [LintRule] = LintCatalogue.rules) -> [String] {
    rules.map { $0.name } + LintRule.Category.allCases.map { $0.name }
      + [LintSettings.previewGroup]
  }

  /// The problem with an unknown rule or category; nil for a known name
  package static func problem(
    ofName name: String, rules: [LintRule] = LintCatalogue.rules
  ) -> (message: String, help: String)? {
    let known = names(rules)
    guard !known.contains(name), LintCatalogue.retired[name] == nil else { return nil }
    // A name that was retired leads to its present one, else the nearest spelling is offered.
    let nearest = LintCatalogue.renamed[name] ?? nearestSpelling(of: name, in: known)
    return (
      "`\(name)` is not a rule of `opp lint`",
      nearest.map { "did you mean `\($0)`?" } ?? "`opp explain` lists the rules"
    )
  }

  // MARK: Lines

  /// The section that lines are in
  private enum Place {
    /// Before the first section
    case nowhere
    case rules
    case options
    /// A section of files, by its index in ``sections``
    case section(Int)
  }

  /// Begins a section: `[rules]`, `[options]` or `[files archive/**]`
  private mutating func section(_ words: String, line: Int) throws(Problem) -> Place {
    guard words.hasSuffix("]") else {
      throw Problem(line: line, message: "a section ends with `]`", help: nil)
    }
    let name = String(words.dropFirst().dropLast()).trimmed
    if name == "rules" { return .rules }
    if name == "options" { return .options }
    if name.hasPrefix("files ") {
      let pattern = String(name.dropFirst(6)).trimmed
      sections.append(Section(pattern: PathPattern(pattern), levels: [:]))
      return .section(sections.count - 1)
    }
    throw Problem(
      line: line, message: "`\(name)` is not a section",
      help: "it is one of `[rules]`, `[options]` and `[files PATTERN]`")
  }

  /// Takes a line `name = value` into the section it is in
  private mutating func take(
    _ words: String, line: Int, in place: Place, _ rules: [LintRule]
  ) throws(Problem) {
    guard let sign = words.firstIndex(of: "=") else {
      throw Problem(line: line, message: "a setting is written `name = value`", help: nil)
    }
    let name = String(words[..<sign]).trimmed
    let value = String(words[words.index(after: sign)...]).trimmed
    switch place {
    case .nowhere:
      throw Problem(
        line: line, message: "`\(name)` is in no section", help: "begin with `[rules]`")
    case .options: try takeOption(name, value, line: line, rules)
    case .rules: levels[name] = try level(name, value, line: line, rules)
    case .section(let index):
      sections[index].levels[name] = try level(name, value, line: line, rules)
    }
  }

  /// The level of a line; `preview = on` is the one that is no severity
  private func level(
    _ name: String, _ value: String, line: Int, _ rules: [LintRule]
  ) throws(Problem) -> LintSettings.Level {
    if let problem = Self.problem(ofName: name, rules: rules) {
      throw Problem(line: line, message: problem.message, help: problem.help)
    }
    if name == LintSettings.previewGroup, value == "on" { return .severity(.warning) }
    guard let level = LintSettings.Level(named: value) else {
      let nearest = nearestSpelling(of: value, in: LintSettings.Level.names)
      throw Problem(
        line: line, message: "`\(value)` is not a severity",
        help: nearest.map { "did you mean `\($0)`?" }
          ?? "it is one of off, note, style, warning and error")
    }
    return level
  }

  /// Takes a line such as `text-longer-than-shown.characters = 240`
  private mutating func takeOption(
    _ name: String, _ value: String, line: Int, _ rules: [LintRule]
  ) throws(Problem) {
    // The options of all rules, each by its full name.
    let known = rules.flatMap { rule in
      rule.page.options.map { (name: "\(rule.name).\($0.name)", option: $0) }
    }
    guard let option = known.first(where: { $0.name == name })?.option else {
      let nearest = nearestSpelling(of: name, in: known.map { $0.name })
      throw Problem(
        line: line, message: "`\(name)` is not an option of a rule",
        help: nearest.map { "did you mean `\($0)`?" } ?? "`opp explain RULE` lists the options")
    }
    guard let number = option.unit.value(of: value) else {
      throw Problem(
        line: line, message: "`\(value)` is not a value of `\(name)`",
        help: "write for example `\(option.unit.example)`")
    }
    options[name] = number
  }

  /// The lines, ended by LF or CR LF
  private static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map { String($0) }
  }

  /// The line before `#` or `;` at its start or behind a space
  ///
  /// `style = warning  # a category` becomes `style = warning  `; `a#b` keeps its sign.
  private static func withoutComment(_ line: String) -> String {
    var kept = ""
    var isStart = true
    for character in line {
      if isStart, character == "#" || character == ";" { break }
      isStart = character == " " || character == "\t"
      kept.append(character)
    }
    return kept
  }
}
