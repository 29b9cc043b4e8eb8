/// A date and a time as a pattern writes them, with the letters of `strptime` (POSIX.1-2017)
///
/// ```
/// %Y%m%d%H              2026062108
/// %d.%m.%y %H:%M        21.06.26 8:05
/// %Y/%j %I:%M %p        2026/172 8:05 PM
/// ```
///
/// A space of the pattern is any number of spaces; another character is itself.
package struct DatePattern: Hashable, Sendable {
  /// The pattern as it is written
  package let text: String

  /// The parts in their order
  package let parts: [Part]

  package enum Part: Hashable, Sendable {
    case field(Field)
    case byte(UInt8)
    case spaces
  }

  /// A letter behind `%`
  package enum Field: Hashable, Sendable {
    case year, yearOfTwoDigits, month, monthName, day, dayOfYear
    case hour, minute, second, fraction, half, offset

    fileprivate init?(letter: Unicode.Scalar) {
      switch letter {
      case "Y": self = .year
      case "y": self = .yearOfTwoDigits
      case "m": self = .month
      case "b", "B": self = .monthName
      case "d": self = .day
      case "j": self = .dayOfYear
      case "H", "I": self = .hour
      case "M": self = .minute
      case "S": self = .second
      case "f": self = .fraction
      case "p": self = .half
      case "z": self = .offset
      default: return nil
      }
    }
  }

  /// The letters that a pattern may have
  package static let letters = ["Y", "y", "m", "b", "d", "j", "H", "I", "M", "S", "f", "p", "z"]

  /// - Throws: the problem of a pattern that does not give a day, or that has an unknown letter.
  package init(_ text: String) throws(FileOptionProblem.Kind) {
    self.text = text
    var parts: [Part] = []
    var isField = false
    var hasHalfDays = false
    for scalar in text.unicodeScalars {
      if isField {
        isField = false
        hasHalfDays = hasHalfDays || scalar == "I"
        if scalar == "%" {
          parts.append(.byte(UInt8(ascii: "%")))
        } else if let field = Field(letter: scalar) {
          parts.append(.field(field))
        } else {
          throw .unknownLetter("%\(scalar)")
        }
      } else if scalar == "%" {
        isField = true
      } else if scalar == " " {
        if parts.last != .spaces { parts.append(.spaces) }
      } else {
        for byte in String(scalar).utf8 { parts.append(.byte(byte)) }
      }
    }
    guard !isField else { throw .unknownLetter("%") }
    self.parts = parts
    if let problem { throw problem }
    // 8 of a clock that shows 12 hours may be the morning or the evening.
    if hasHalfDays, !has(.half) { throw .patternLacks("the half of the day, `%p`, beside `%I`") }
  }

  /// `true` if it has a time of day
  package var hasTime: Bool { has(.hour) }

  /// `true` if it has an offset
  package var hasOffset: Bool { has(.offset) }

  package func has(_ field: Field) -> Bool { parts.contains(.field(field)) }

  /// The reason why the pattern is none of a day or an instant, or `nil` if it is
  private var problem: FileOptionProblem.Kind? {
    var seen: [Field] = []
    for case .field(let field) in parts {
      if seen.contains(field) { return .repeatedLetter(text) }
      seen.append(field)
    }
    let years = [Field.year, .yearOfTwoDigits].filter(has).count
    let months = [Field.month, .monthName].filter(has).count
    guard years <= 1, months <= 1, !has(.dayOfYear) || months == 0 && !has(.day) else {
      return .repeatedLetter(text)
    }
    if years == 0 { return .patternLacks("the year, `%Y`") }
    if !has(.dayOfYear) {
      if months == 0 { return .patternLacks("the month, `%m`") }
      if !has(.day) { return .patternLacks("the day, `%d`") }
    }
    if has(.minute) || has(.half) || has(.offset), !has(.hour) {
      return .patternLacks("the hour, `%H`")
    }
    if has(.second), !has(.minute) { return .patternLacks("the minute, `%M`") }
    if has(.fraction), !has(.second) { return .patternLacks("the second, `%S`") }
    return nil
  }
}
