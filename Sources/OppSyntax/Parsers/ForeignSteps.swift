/// Steps of a test that say how long after the step before they are
///
/// ```
/// at 2026-06-21T12:00 expect "Open" quiet
/// after 10min expect "Open" fires              at 2026-06-21T12:10
/// wait 1d expect "Open" quiet                  at 2026-06-21T12:10 + 1d
/// 10min later expect "Open" fires              at 2026-06-21T12:10
/// ```
enum ForeignSteps {
  /// `true` if a step in other words is ahead
  static func isAhead(_ parser: borrowing Parser) -> Bool {
    isOtherWord(parser) || length(parser) != nil
  }

  /// `true` if another word stands before the second of a step: `on 2026-06-21T12:00`
  static func isOtherWord(_ parser: borrowing Parser) -> Bool {
    parser.peek(1) == .instant
      && ["on", "when", "time", "then", "from"].contains(parser.spelling())
  }

  /// The number of words of a time that is relative to the step before; `nil` if another thing is ahead
  ///
  /// - Requires: a step or an action may begin here.
  static func length(_ parser: borrowing Parser) -> Int? {
    let first = parser.spelling()
    let lead = ["after", "wait", "advance", "then", "plus", "later"].contains(first) ? 1 : 0
    let isWord = lead == 1 && parser.spelling(ahead: 1) == "after"
    let place = isWord ? 2 : lead
    guard parser.stepTime != nil, parser.peek(place) == .quantity,
      UnitSpellings.isDuration(parser.wordText(ahead: place))
    else { return nil }
    let hasTail = ["later", "after"].contains(parser.spelling(ahead: place + 1))
    guard lead == 1 || hasTail else { return nil }
    let end = place + (hasTail ? 2 : 1)
    // `after 10min, expect`
    return parser.peek(end) == .comma || parser.peek(end) == .colon ? end + 1 : end
  }

  /// Parses the time of a step, of so many words
  static func parse(_ parser: inout Parser, _ length: Int) {
    let mark = parser.mark
    let words = (0..<length).map { parser.wordText(ahead: $0) }
    let duration = words.first(where: UnitSpellings.isDuration) ?? ""
    let before = parser.stepTime ?? ""
    let meant = instant(before, after: duration) ?? "\(before) + \(duration)"
    parser.takePhrase(length, meant: "at \(meant)")
    parser.close(.stepTime, from: mark)
    parser.stepTime = meant
  }

  /// An instant of the same day after minutes or hours; `nil` if it is of another day, or is not written plainly
  ///
  ///     2026-06-21T12:00, 10min → 2026-06-21T12:10     2026-06-21T23:00, 2h → nil
  private static func instant(_ text: String, after duration: String) -> String? {
    let parts = text.utf8.split(separator: UInt8(ascii: "T"), omittingEmptySubsequences: false)
    let unit = duration.drop { $0.isNumber }
    guard parts.count == 2, parts[1].count == 5, unit == "min" || unit == "h",
      let count = Int(duration.dropLast(unit.count)), count < 1440
    else { return nil }
    let clock = parts[1].split(separator: UInt8(ascii: ":")).compactMap {
      Int(String(Substring($0)))
    }
    guard clock.count == 2 else { return nil }
    let minutes = clock[0] * 60 + clock[1] + count * (unit == "h" ? 60 : 1)
    guard minutes < 1440 else { return nil }
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(Substring(parts[0]))T\(padded(minutes / 60)):\(padded(minutes % 60))"
  }
}
