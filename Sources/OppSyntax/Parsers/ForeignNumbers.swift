/// Numbers and amounts as people write them elsewhere: each is one message that shows how they are written
///
/// ```
/// 10'000         10000           1.000,50 EUR     1000.50EUR
/// 250 cents      2.50EUR         6 bft            10.8m/s
/// 20,5 C         20.5C           1.000.000        1000000
/// ```
enum ForeignNumbers {
  /// Parses such a number; `false` if there is none
  static func parseNumber(_ parser: inout Parser) -> Bool {
    guard parser.at(.number) else { return false }
    if parseAmount(&parser) { return true }
    guard var (length, meant) = grouped(parser) else { return false }
    let mark = parser.mark
    for distance in 0..<length where parser.peek(distance) == .unexpected {
      // The lexer reported the apostrophe as one that begins no word.
      let range = parser.wordRange(ahead: distance)
      parser.problems.removeAll { $0.range == range }
    }
    while length > 0 {
      parser.take()
      length -= 1
    }
    meant += takeUnitApart(&parser)
    let range = parser.range(from: mark)
    parser.report(.malformedNumber(parser.source.text(range), meant: meant), at: range)
    parser.close(.literal, from: mark, isBroken: true)
    return true
  }

  /// Takes a unit that should touch the number before it, and gives it; nothing if none is here
  static func takeUnitApart(_ parser: inout Parser) -> String {
    guard parser.at(.name) || parser.at(.unexpected), parser.peek(1) != .colon,
      !parser.startsLine, let (unit, count) = OperandGrammar.unitApart(parser)
    else { return "" }
    if parser.at(.unexpected) {
      let range = parser.wordRange()
      parser.problems.removeAll { $0.range == range }
    }
    for _ in 0..<count { parser.take() }
    return unit
  }

  // MARK: Thousands

  /// A number with signs between its thousands ahead: how many words, and the number without them
  private static func grouped(_ parser: borrowing Parser) -> (length: Int, meant: String)? {
    let first = parser.wordText(ahead: 0)
    var meant = first
    var length = 1
    while ["'", "’"].contains(parser.wordText(ahead: length)),
      parser.touchesPrevious(ahead: length), parser.touchesPrevious(ahead: length + 1),
      parser.peek(length + 1) == .number || parser.peek(length + 1) == .quantity,
      parser.wordText(ahead: length + 1).utf8.prefix(while: { $0 >= 0x30 && $0 <= 0x39 }).count == 3
    {
      meant += parser.wordText(ahead: length + 1)
      length += 2
    }
    if length > 1 { return (length, meant) }
    guard parser.commaDepth == 0, let whole = withoutPoints(first), parser.peek(1) == .comma,
      parser.touchesPrevious(ahead: 1), parser.touchesPrevious(ahead: 2),
      parser.peek(2) == .number || parser.peek(2) == .quantity
    else { return nil }
    return (3, "\(whole).\(parser.wordText(ahead: 2))")
  }

  /// `1000000` of `1.000.000`; `nil` if the points are not between thousands
  static func withoutPoints(_ text: String) -> String? {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count > 1, (1...3).contains(parts[0].count),
      parts[0].first != UInt8(ascii: "0"),
      parts.dropFirst().allSatisfy({ $0.count == 3 }),
      parts.allSatisfy({ part in part.allSatisfy { $0 >= 0x30 && $0 <= 0x39 } })
    else { return nil }
    return parts.map { String(decoding: $0, as: UTF8.self) }.joined()
  }

  // MARK: Amounts

  /// Parses `250 cents` and `6 bft`; `false` if there is none
  private static func parseAmount(_ parser: inout Parser) -> Bool {
    guard parser.peek(1) == .name, !parser.startsLine(ahead: 1),
      let number = Int(parser.wordText(ahead: 0))
    else { return false }
    let word = parser.word(ahead: 1).lowercased()
    if ["cent", "cents", "ct", "cts"].contains(word) {
      parser.takePhrase(2, meant: euros(ofCents: number))
    } else if ["bft", "beaufort"].contains(word), let speed = speed(ofBeaufort: number) {
      parser.takePhrase(2, meant: speed)
    } else {
      return false
    }
    return true
  }

  /// `2.50EUR` of 250
  static func euros(ofCents cents: Int) -> String {
    "\(cents / 100).\(cents % 100 < 10 ? "0" : "")\(cents % 100)EUR"
  }

  /// The least speed of a force of wind by the Beaufort scale of the WMO: `10.8m/s` of 6; `nil` if there is no such force
  static func speed(ofBeaufort force: Int) -> String? {
    let speeds = [
      "0", "0.3", "1.6", "3.4", "5.5", "8", "10.8", "13.9", "17.2", "20.8", "24.5", "28.5", "32.7",
    ]
    return speeds.indices.contains(force) ? "\(speeds[force])m/s" : nil
  }
}
