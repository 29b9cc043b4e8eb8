/// A thing that may be said about a file whose rows do not say it
///
/// The names are the same in `csv(…)` of the rules, in `recording.json` and in `opp import`.
///
/// ```opp
/// connect weather to csv("export.csv", columns: {"temp[F]": "Out °F"}, dates: "dmy", decimal: ",")
/// ```
package enum FileOption: String, Hashable, Sendable, CaseIterable {
  /// The header of each field
  case columns
  /// The rows that are meant
  case only
  /// The order of day and month, or the whole pattern
  case dates
  /// The zone of times without an offset
  case zone
  /// The time of day of a row that has a day alone
  case dayAt = "day_at"
  /// Further words for a value that is not there
  case missing
  /// The mark of decimals
  case decimal
  /// The character between two cells
  case separator
  /// The lines above the file's own
  case skip
  case encoding

  /// The name as it is written
  package var name: String { rawValue }

  package init?(named name: String) { self.init(rawValue: name) }

  /// `true` if it also says something about a file of JSON Lines
  package var isOfJSONLines: Bool {
    switch self {
    case .columns, .only, .dates, .zone, .dayAt, .missing: true
    case .decimal, .separator, .skip, .encoding: false
    }
  }

  /// The options of a format, in their order
  package static func all(ofJSONLines: Bool) -> [FileOption] {
    allCases.filter { !ofJSONLines || $0.isOfJSONLines }
  }

  /// The values that people give it most, or the forms of those that depend on the file
  package var usualValues: [FileOptionValue] {
    switch self {
    case .columns: [.entries([.init(key: "time", value: .text("Date"))])]
    case .only: [.entries([.init(key: "entity_id", value: .text("sensor.porch"))])]
    case .dates: ["dmy", "mdy", "ymd", "excel", "%Y%m%d%H%M"].map { .text($0) }
    case .zone: ["Europe/Berlin", "UTC", "+01:00"].map { .text($0) }
    case .dayAt: [.timeOfDay(0), .timeOfDay(86_400)]
    case .missing: [.list([.text("-999")])]
    case .decimal: [",", "."].map { .text($0) }
    case .separator: [";", ",", "\t", "|"].map { .text($0) }
    case .skip: [.number(1)]
    case .encoding: FileEncoding.allCases.filter { $0 != .utf8 }.map { .text($0.name) }
    }
  }

  /// The value that is expected, with an example
  package var expected: String {
    switch self {
    case .columns:
      "a header or its place for each field, such as `{\"temp[F]\": \"Out °F\", \"rain\": 3}`"
    case .only: "a header and the text in its cells, such as `{\"entity_id\": \"sensor.porch\"}`"
    case .dates:
      "`\"dmy\"`, `\"mdy\"`, `\"ymd\"`, `\"excel\"` or a pattern, such as `\"%Y%m%d%H\"`"
    case .zone: "a zone's name or an offset, such as `\"Europe/Berlin\"` or `\"+01:00\"`"
    case .dayAt: "a time of day up to 24:00"
    case .missing: "a list of words, such as `[\"-999\", \"n.v.\"]`"
    case .decimal: "`\",\"` or `\".\"`"
    case .separator: "one character, such as `\";\"`, or `\"\\t\"` for a tab"
    case .skip: "a number of lines, such as `2`"
    case .encoding:
      FileEncoding.allCases.map { "`\"\($0.name)\"`" }.joined(separator: ", ", last: " or ")
    }
  }
}

extension [String] {
  /// The texts as people list them: `a, b or c`
  fileprivate func joined(separator: String, last: String) -> String {
    guard let end = self.last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: separator) + last + end
  }
}
