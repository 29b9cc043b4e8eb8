/// The parts of a format in a text
///
/// FORMAT ::= '.' DIGIT ( ' ' MEASURE )? | MEASURE
///
/// ```
/// .1      1, none        km/h    none, km/h        .1 km    1, km        .1f    none of these
/// ```
package struct FormatText {
  /// 0 to 9; `nil` if none are given
  package let decimals: Int?

  /// A unit as it is spelled, which there may be or not; `nil` if none is given
  package let unit: String?

  /// Nil for a text that is no format
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.first == UInt8(ascii: ".") else {
      guard Self.isMeasure(text) else { return nil }
      (decimals, unit) = (nil, text)
      return
    }
    guard bytes.count >= 2, bytes[1].isDigit else { return nil }
    decimals = Int(bytes[1] - UInt8(ascii: "0"))
    guard bytes.count > 2 else {
      unit = nil
      return
    }
    let measure = String(decoding: bytes[3...], as: UTF8.self)
    guard bytes[2] == 0x20, Self.isMeasure(measure) else { return nil }
    unit = measure
  }

  /// `true` if a text may be a unit: `%`, or letters, and after a `/` letters again with one digit at most
  ///
  ///     km/h → true     °C → true     ug/m3 → true     1f → false     HH:mm → false
  private static func isMeasure(_ text: String) -> Bool {
    if text == "%" { return true }
    var scalars = Array(text.unicodeScalars)
    if scalars.first == "°" { scalars.removeFirst() }
    let parts = scalars.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    func areLetters(_ part: some Sequence<Unicode.Scalar>) -> Bool {
      part.allSatisfy { $0.isUnitLetter }
    }
    guard let first = parts.first, !first.isEmpty, areLetters(first) else { return false }
    guard parts.count == 2 else { return true }
    let last = parts[1].last.map { $0.value >= 0x30 && $0.value <= 0x39 } ?? false
    let letters = last ? parts[1].dropLast() : parts[1]
    return !letters.isEmpty && areLetters(letters)
  }

  /// `true` if a text is a pattern of times or dates of another language, which print as the settings say
  ///
  ///     HH:mm → true     %H:%M → true     dd.MM.yyyy → true     mm → false, a unit     .1f → false
  static func isPatternOfTime(_ text: String) -> Bool {
    let letters = text.utf8.filter { $0.isASCIILetter }
    let known = Array("HhMmSsDdYyAa".utf8)
    let hasSign = text.utf8.contains { [0x25, 0x2D, 0x2E, 0x2F, 0x3A].contains($0) }
    return letters.count >= 2 && hasSign && letters.allSatisfy { known.contains($0) }
      && text.utf8.allSatisfy { !$0.isDigit } && FormatText(text) == nil
  }

  /// The part of an instant that a pattern of another language prints; `nil` if it prints all, or the value is none by its name
  ///
  ///     now, HH:mm → now.time     e.begins, dd.MM. → e.begins.date     time, HH:mm → none     now, dd.MM. HH:mm → none
  static func part(of value: String, thatPrints pattern: String) -> String? {
    let names = ["now", "begins", "ends", "at", "answered"]
    guard let name = value.split(separator: ".").last, names.contains(String(name)) else {
      return nil
    }
    let letters = pattern.utf8.filter { $0.isASCIILetter }
    let hasHours = letters.contains { $0 | 0x20 == UInt8(ascii: "h") }
    let hasDays = letters.contains { [UInt8(ascii: "d"), UInt8(ascii: "y")].contains($0 | 0x20) }
    if hasHours == hasDays { return nil }
    if hasDays, value == "now" { return "today" }
    return value + (hasHours ? ".time" : ".date")
  }

  /// The format that one of another language means; `nil` if that is not plain
  ///
  ///     .1f → .1     %.2f → .2     0.00 → .2     .1km → .1 km     .10 → none
  static func meant(by text: String) -> String? {
    var bytes = Array(text.utf8)
    if bytes.first == UInt8(ascii: "%") { bytes.removeFirst() }
    if bytes.last == UInt8(ascii: "f") { bytes.removeLast() }
    let isPattern = bytes.first.map { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "#") } ?? false
    if isPattern, bytes.count > 2, bytes[1] == UInt8(ascii: "."),
      bytes.dropFirst(2).allSatisfy({ $0 == bytes[0] }), bytes.count < 12
    {
      return ".\(bytes.count - 2)"
    }
    if bytes.count == 1, bytes[0].isDigit { return ".\(String(decoding: bytes, as: UTF8.self))" }
    guard bytes.count >= 2, bytes[0] == UInt8(ascii: "."), bytes[1].isDigit else { return nil }
    let decimals = String(decoding: bytes[0..<2], as: UTF8.self)
    if bytes.count == 2 { return decimals }
    let rest = String(decoding: bytes[2...].drop { $0 == 0x20 }, as: UTF8.self)
    return isMeasure(rest) ? "\(decimals) \(rest)" : nil
  }
}

extension Unicode.Scalar {
  /// `true` if units are spelled with it: letters of ASCII, the micro sign and the Greek letter
  fileprivate var isUnitLetter: Bool {
    value == 0xB5 || value == 0x3BC
      || (value | 0x20) >= 0x61 && (value | 0x20) <= 0x7A && value < 0x80
  }
}
