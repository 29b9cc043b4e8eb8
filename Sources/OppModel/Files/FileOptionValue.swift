/// The value of an option as it is written, in the rules or in JSON
///
/// ```
/// "dmy"                               text
/// 3                                   number
/// 24:00                               timeOfDay, of the rules alone
/// ["Date", "Clock"]                   list
/// {"temp[F]": "Out °F", "hr": 3}      entries
/// ```
package indirect enum FileOptionValue: Hashable, Sendable {
  case text(String)
  case number(Double)
  case truth(Bool)

  /// In seconds since midnight
  case timeOfDay(Int64)
  case list([FileOptionValue])
  case entries([Entry])

  /// A key and its value, in the order in which they are written
  package struct Entry: Hashable, Sendable {
    package let key: String
    package let value: FileOptionValue

    package init(key: String, value: FileOptionValue) {
      self.key = key
      self.value = value
    }
  }

  /// The text, or `nil` for another value
  package var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The whole number of at least 0, or `nil` for another value
  package var count: Int? {
    guard case .number(let number) = self, (0...1e9).contains(number) else { return nil }
    return Int(exactly: number)
  }

  /// The text of a text or a number: `-999` of both `"-999"` and `-999`
  package var word: String? {
    switch self {
    case .text(let text): text
    case .number(let number): DecimalText.shortest(number)
    case .truth, .timeOfDay, .list, .entries: nil
    }
  }

  /// The same characters as in the rules, and in JSON but for a time of day
  package var code: String {
    switch self {
    case .text(let text): ValueNotation.textLiteral(text)
    case .number: word ?? ""
    case .truth(let truth): truth ? "true" : "false"
    case .timeOfDay(let seconds):
      "\(seconds / 3600):\(Self.two(seconds / 60 % 60))"
        + (seconds % 60 == 0 ? "" : ":\(Self.two(seconds % 60))")
    case .list(let values): "[" + values.map { $0.code }.joined(separator: ", ") + "]"
    case .entries(let entries):
      "{"
        + entries.map { "\(ValueNotation.textLiteral($0.key)): \($0.value.code)" }.joined(
          separator: ", ") + "}"
    }
  }

  /// A number in two digits
  private static func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
