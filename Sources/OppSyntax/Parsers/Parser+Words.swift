/// Looks at words ahead that several productions share
extension Parser {
  /// The word ahead; empty if there is none
  func word(ahead distance: Int = 0) -> String {
    peek(distance).isWord ? String(decoding: bytes(ahead: distance), as: UTF8.self) : ""
  }

  /// The spelling of the word ahead, to compare it; that of no word if there is none
  @inline(__always)
  func spelling(ahead distance: Int = 0) -> Spelling {
    peek(distance).isWord ? Spelling(bytes(ahead: distance)) : .none
  }

  /// The text of the word so many words ahead
  func wordText(ahead distance: Int) -> String {
    String(decoding: bytes(ahead: distance), as: UTF8.self)
  }

  /// `true` if the next word is this reserved word as an operator: before `:` it is a name
  ///
  ///     a within last 2h → true     { within: 3 } → false
  @inline(__always)
  func isInfix(_ kind: TokenKind) -> Bool {
    at(kind) && peek(1) != .colon && position != otherElse
  }

  /// `true` if an operand may begin at a word ahead, so that a clause word before it is no name
  ///
  /// `(` and `-` are left out: `snooze(x)` is a call and `cost - 1` a difference.
  func beginsOperand(ahead distance: Int) -> Bool {
    switch peek(distance) {
    case .name, .number, .quantity, .timeOfDay, .date, .instant, .pin, .colour, .true, .false,
      .openingQuote, .openingBracket, .near, .any, .if:
      // Words that are infix operators continue the operand instead.
      !atInfixWord(ahead: distance)
    case .not: peek(distance + 1) != .in
    default: false
    }
  }

  /// `true` if the name ahead is a word that continues an operand: `until`, `by`, `contains`, …
  private func atInfixWord(ahead distance: Int) -> Bool {
    let word = contextualWord(ahead: distance)
    return word == .by || word == .descending || word == .until
      || atTextOperator(ahead: distance)
  }

  /// `true` if `contains`, `starts with` or `ends with` is ahead
  ///
  ///     title ends with "!" → true     on event ends with { … } → false, as a payload follows
  @inline(__always)
  func atTextOperator(ahead distance: Int = 0) -> Bool {
    let word = contextualWord(ahead: distance)
    if word == .contains { return peek(distance + 1) != .colon }
    return (word == .starts || word == .ends) && contextualWord(ahead: distance + 1) == .with
      && beginsOperandOrGroup(ahead: distance + 2)
  }

  /// `true` if an operand follows, in parentheses, with a sign or without
  private func beginsOperandOrGroup(ahead distance: Int) -> Bool {
    peek(distance) == .openingParenthesis || peek(distance) == .minus
      || beginsOperand(ahead: distance)
  }

  /// `true` if a number is ahead, with a unit or without
  func beginsNumber(ahead distance: Int) -> Bool {
    peek(distance) == .number || peek(distance) == .quantity
  }

  /// `true` if a literal or a name follows that is no word of a clause
  func beginsPlainOperand(ahead distance: Int) -> Bool {
    switch peek(distance) {
    case .name: contextualWord(ahead: distance) == nil && peek(distance + 1) != .colon
    case .number, .quantity, .timeOfDay, .date, .instant: true
    default: false
    }
  }
}
