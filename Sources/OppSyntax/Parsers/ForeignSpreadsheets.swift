/// Signs in the arguments of functions of spreadsheets and home automations
///
/// ```
/// AND(a; b)          the checker writes `a and b`          max(a; b)          max(a, b)
/// numeric_state(temp, above=25)        as `above: 25`, of which the checker makes `temp > 25C`
/// ```
enum ForeignSpreadsheets {
  /// Takes `;` between two arguments, which is reported unless the checker reports the function
  ///
  /// - Parameter callee: the mark of the function.
  static func takeSemicolon(_ parser: inout Parser, of callee: Int?) {
    guard parser.at(.semicolon), parser.peek(1) != .endOfFile, !parser.startsLine(ahead: 1) else {
      return
    }
    let isForeign =
      callee.map { mark in
        parser.text(from: mark).utf8.prefix { $0 != UInt8(ascii: "(") }
          .allSatisfy { !(0x61...0x7A).contains($0) }
      } ?? false
    if !isForeign { parser.report(.foreignOperator(";", meant: ","), at: parser.wordRange()) }
    parser.take(as: .comma)
    // No comma is missing before the next argument.
    parser.lastProblemPosition = parser.position
  }

  /// `true` if an argument begins with its name and `=`, as those of connectors and of `numeric_state` do
  static func isNamedByEqual(_ parser: borrowing Parser, of callee: Int?) -> Bool {
    guard parser.peek(1) == .equal else { return false }
    guard let callee else { return true }
    return parser.text(from: callee).hasPrefix("numeric_state")
  }

  /// Skips `=` before an expression, as spreadsheets begin a formula, if it is here
  static func skipEqual(_ parser: inout Parser) {
    guard parser.peek(1) == .name, parser.touchesPrevious(ahead: 1),
      !parser.touchesPrevious(ahead: 0)
    else { return }
    parser.report(.needlessWord("="), at: parser.wordRange())
    parser.skip(1)
  }
}
