/// The way in which a file writes dates, as its owner says it
package enum FileDates: Hashable, Sendable {
  /// `21/06/2026`, `21.6.26`
  case dayFirst
  /// `6/21/2026`
  case monthFirst
  /// `26-06-21`
  case yearFirst
  /// `46194.333`, the days of a spreadsheet
  case spreadsheet
  case pattern(DatePattern)

  /// The word or the pattern that an option writes
  package var code: String {
    switch self {
    case .dayFirst: "dmy"
    case .monthFirst: "mdy"
    case .yearFirst: "ymd"
    case .spreadsheet: "excel"
    case .pattern(let pattern): pattern.text
    }
  }

  /// Returns `nil` if the text is neither a word nor has a `%`
  package init?(_ text: String) throws(FileOptionProblem.Kind) {
    switch text.lowercased() {
    case "dmy": self = .dayFirst
    case "mdy": self = .monthFirst
    case "ymd": self = .yearFirst
    case "excel": self = .spreadsheet
    default:
      guard text.utf8.contains(UInt8(ascii: "%")) else { return nil }
      self = .pattern(try DatePattern(text))
    }
  }
}
