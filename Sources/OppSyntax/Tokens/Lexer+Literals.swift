extension Lexer {
  /// The words that may follow `/` in a unit: `10m/s` is one literal, `10km/laps` a division
  private static let unitsOfTime: [StaticString] = [
    "s", "sec", "second", "seconds", "min", "m", "minute", "minutes", "h", "hr", "hour", "hours",
    "d", "day", "days",
  ]

  /// Skips a number, a quantity, a time of day, a date or an instant
  ///
  /// Whether the digits make sense is not decided here.
  ///
  ///     12   1_000   3.5                    number
  ///     80%   30min   1h30m   10m/s   20°C  quantity
  ///     12:00   23:59:30   7am              time of day
  ///     2026-06-21                          date
  ///     2026-06-21T12:00-07:00              instant
  ///     1.2.3   5zzz                        number and quantity: their mistakes are found later
  mutating func lexNumber() -> TokenKind {
    let start = offset
    // A date first, as `2026-06-21` begins like a number and a minus.
    if isDate() {
      offset += 10
      return lexInstantAfterDate()
    }
    skipDigits()
    // `12:00`; a colon behind three digits is none of a time.
    if offset - start <= 2, byte() == UInt8(ascii: ":"), byte(1).isDigit {
      return lexTimeOfDay()
    }
    // `20.5`, and `1.2.3` as one token; in `8..17` the point is not followed by a digit.
    while byte() == UInt8(ascii: "."), byte(1).isDigit {
      offset += 1
      skipDigits()
    }
    let unit = offset
    if byte() == UInt8(ascii: "%") {
      offset += 1
      return .quantity
    }
    skipUnits()
    if unit == offset { return .number }
    // `7am` has the form of a quantity.
    return isHalfOfDay(bytes[unit..<offset]) ? .timeOfDay : .quantity
  }

  /// Skips digits, with `_` between them
  private mutating func skipDigits() {
    while byte().isDigit || byte() == UInt8(ascii: "_") && byte(1).isDigit { offset += 1 }
  }

  /// Skips `h`, `h30m`, `m/s`, `°C`, `ug/m3`
  ///
  /// Digits within belong to it as well, as in `h30m` of `1h30m`, and so does the point of `h1.5min`.
  private mutating func skipUnits() {
    let start = offset
    while offset < bytes.count {
      if byte() == UInt8(ascii: "."), offset > start, bytes[offset - 1].isDigit, byte(1).isDigit {
        offset += 1
      } else if byte().isASCIILetter || byte().isDigit || byte() == UInt8(ascii: "_") {
        offset += 1
      } else if byte() >= 0x80, let (scalar, length) = scalar(),
        scalar.continuesName || scalar == "°"
      {
        offset += length
      } else {
        break
      }
    }
    guard offset > start, byte() == UInt8(ascii: "/") else { return }
    isDensity(bytes[start..<offset]) ? skipCubicMetre() : skipUnitOfTime()
  }

  /// `true` if letters are the first part of `ug/m3`, in the spellings that people use for it
  private func isDensity(_ unit: ArraySlice<UInt8>) -> Bool {
    for spelling in Lexer.unitsOfDust where spelling.matches(unit) { return true }
    return false
  }

  /// The words that `/m3` may follow in a unit: `5kg/m3` is a division
  private static let unitsOfDust: [StaticString] = ["ug", "µg", "μg", "mg", "ng"]

  /// Skips `/m3` and `/m³`
  private mutating func skipCubicMetre() {
    guard byte(1) == UInt8(ascii: "m") else { return }
    let start = offset
    offset += 2
    if byte() == UInt8(ascii: "3") {
      offset += 1
    } else if byte() >= 0x80, let (scalar, length) = scalar(), scalar == "³" {
      offset += length
    } else {
      offset = start
      return
    }
    let end = offset
    skipName()
    if offset > end { offset = start }
  }

  /// Skips `/s`, `/h` and their like
  private mutating func skipUnitOfTime() {
    var end = offset + 1
    while end < bytes.count, bytes[end].isASCIILetter { end += 1 }
    let unit = bytes[(offset + 1)..<end]
    for spelling in Lexer.unitsOfTime where spelling.matches(unit) {
      offset = end
      return
    }
  }

  /// `true` if letters are `am` or `pm`, in small letters or capitals
  private func isHalfOfDay(_ unit: ArraySlice<UInt8>) -> Bool {
    guard unit.count == 2, let first = unit.first, let last = unit.last else { return false }
    let half = first | 0x20
    return (half == UInt8(ascii: "a") || half == UInt8(ascii: "p"))
      && last | 0x20 == UInt8(ascii: "m")
  }

  /// Skips `:30`, `:30:15`, and letters such as `pm`
  private mutating func lexTimeOfDay() -> TokenKind {
    while byte() == UInt8(ascii: ":"), byte(1).isDigit {
      offset += 1
      while byte().isDigit { offset += 1 }
    }
    skipName()
    return .timeOfDay
  }

  /// `true` if `2026-06-21` is here
  private func isDate() -> Bool {
    for distance in 0..<10 {
      let isHyphen = distance == 4 || distance == 7
      if isHyphen ? byte(distance) != UInt8(ascii: "-") : !byte(distance).isDigit { return false }
    }
    return !byte(10).isDigit
  }

  /// Skips `T12:00`, `T12:00:30Z`, `T12:00-07:00` after a date
  private mutating func lexInstantAfterDate() -> TokenKind {
    guard byte().isASCIILetter else { return .date }
    while byte().isASCIILetter || byte().isDigit || byte() == UInt8(ascii: ":")
      || byte() == UInt8(ascii: ".") && byte(1).isDigit
    {
      offset += 1
    }
    // `-07:00`; a minus behind an instant that no offset follows is an operator.
    let isSign = byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: "+")
    if isSign, byte(1).isDigit, byte(2).isDigit, byte(3) == UInt8(ascii: ":"), byte(4).isDigit,
      byte(5).isDigit
    {
      offset += 6
    }
    return .instant
  }

  /// Skips `@48.4284,-123.3656`; one space may follow the comma
  ///
  /// A pin that is malformed is one token as far as it was read, so that the parser finds an operand there.
  mutating func lexPin() -> TokenKind {
    let start = offset
    offset += 1
    guard skipCoordinate(), byte() == UInt8(ascii: ",") else { return malformedPin(from: start) }
    offset += 1
    if byte() == UInt8(ascii: " ") { offset += 1 }
    return skipCoordinate() ? .pin : malformedPin(from: start)
  }

  /// Skips a number of degrees; `false` if there is none
  private mutating func skipCoordinate() -> Bool {
    if byte() == UInt8(ascii: "-") || byte() == UInt8(ascii: "+") { offset += 1 }
    guard byte().isDigit else { return false }
    skipDigits()
    if byte() == UInt8(ascii: "."), byte(1).isDigit {
      offset += 1
      skipDigits()
    }
    return true
  }

  /// Reports a pin without its second number, and leaves the space after its comma to the next token
  private mutating func malformedPin(from start: Int) -> TokenKind {
    if bytes[offset - 1] == UInt8(ascii: " ") { offset -= 1 }
    report(.malformedPin(source.text(range(from: start))), from: start)
    return .pin
  }

  /// Skips the digits of `#RRGGBB`, behind its sign
  mutating func lexColour(from start: Int) -> TokenKind {
    let digits = offset
    skipName()
    let isWellFormed =
      digits - start == 1 && offset - digits == 6
      && bytes[digits..<offset].allSatisfy { $0.hexadecimalDigit != nil }
    if !isWellFormed { report(.malformedColour(source.text(range(from: start))), from: start) }
    return .colour
  }
}

extension StaticString {
  /// `true` if bytes spell this word
  func matches(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count == utf8CodeUnitCount else { return false }
    return withUTF8Buffer { word in
      for (index, byte) in bytes.enumerated() where word[index] != byte { return false }
      return true
    }
  }
}
