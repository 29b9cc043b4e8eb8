/// Times of day in words: each is one message that shows the time
///
/// ```
/// half past seven       7:30      quarter to 8        7:45      ten past eight      8:10
/// 7 in the morning      7:00      8 in the evening    20:00     11 at night         23:00
/// ```
enum ForeignClocks {
  /// Parses `half past seven` and its like; `false` if there is none
  static func parseWords(_ parser: inout Parser) -> Bool {
    var lead = parser.spelling() == "a" ? 1 : 0
    let minutes: Int
    switch parser.spelling(ahead: lead) {
    case "half": minutes = 30
    case "quarter": minutes = 15
    case "five": minutes = 5
    case "ten": minutes = 10
    case "twenty": minutes = 20
    default: return false
    }
    lead += 1
    guard ["past", "to"].contains(parser.spelling(ahead: lead)),
      let hour = hour(parser, ahead: lead + 1)
    else { return false }
    let isPast = parser.spelling(ahead: lead) == "past"
    let (half, length) = halfOfDay(parser, ahead: lead + 2)
    let full = hour + (half && hour < 12 ? 12 : 0)
    parser.takePhrase(
      lead + 2 + length,
      meant: isPast ? clock(full, minutes) : clock((full + 23) % 24, 60 - minutes))
    return true
  }

  /// Parses `7 in the morning`, `8 at night`; `false` if there is none
  static func parseHourOfHalf(_ parser: inout Parser) -> Bool {
    guard parser.peek(1) == .in || parser.spelling(ahead: 1) == "at",
      let hour = hour(parser, ahead: 0)
    else { return false }
    let (isLate, length) = halfOfDay(parser, ahead: 1)
    guard length > 0 else { return false }
    parser.takePhrase(1 + length, meant: clock(hour + (isLate && hour < 12 ? 12 : 0), 0))
    return true
  }

  /// `true` for a time of day such as `18:00`
  static func isClock(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    return (2...3).contains(parts.count)
      && parts.allSatisfy { part in
        (1...2).contains(part.count) && part.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      }
  }

  /// `18:00` of `"18:00"`; other text as it is
  static func withoutQuotes(_ text: String) -> String {
    guard text.hasPrefix("\""), text.hasSuffix("\""), text.utf8.count > 2 else { return text }
    let inner = String(text.dropFirst().dropLast())
    return isClock(inner) ? inner : text
  }

  /// `8:00` of `8`; other text as it is
  static func fullHour(_ text: String) -> String {
    guard let hour = Int(text), (0...24).contains(hour) else { return text }
    return clock(hour, 0)
  }

  /// `7:05` of 7 and 5
  private static func clock(_ hour: Int, _ minute: Int) -> String {
    "\(hour):\(minute < 10 ? "0" : "")\(minute)"
  }

  /// The hour that a word ahead is, in digits or written out
  private static func hour(_ parser: borrowing Parser, ahead distance: Int) -> Int? {
    if parser.peek(distance) == .number {
      return Int(parser.wordText(ahead: distance)).flatMap { (0...23).contains($0) ? $0 : nil }
    }
    let names: [Spelling] = [
      "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
      "twelve",
    ]
    return names.firstIndex { $0 == parser.spelling(ahead: distance) }.map { $0 + 1 }
  }

  /// Whether words ahead name the later half of the day, and how many words they are; 0 words if they name none
  private static func halfOfDay(_ parser: borrowing Parser, ahead distance: Int) -> (
    isLate: Bool, length: Int
  ) {
    if parser.spelling(ahead: distance) == "at", parser.spelling(ahead: distance + 1) == "night" {
      return (true, 2)
    }
    guard parser.peek(distance) == .in, parser.spelling(ahead: distance + 1) == "the" else {
      return (false, 0)
    }
    switch parser.spelling(ahead: distance + 2) {
    case "morning", "mornings": return (false, 3)
    case "afternoon", "evening", "afternoons", "evenings": return (true, 3)
    default: return (false, 0)
    }
  }
}
