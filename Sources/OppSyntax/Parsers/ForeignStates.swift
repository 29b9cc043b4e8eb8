/// Words in place of a comparison: each is one message that shows the condition
///
/// ```
/// fridge.door open          fridge.door               raining is not            not raining
/// washer.running stops      not washer.running        sun below horizon         not daylight
/// door.state open           door.state == open        sky isn't rain            sky is not rain
/// fridge.door to "on"       fridge.door               boiler.mode to heat       boiler.mode changes to heat
/// ```
enum ForeignStates {
  /// Parses such words behind an operand; `false` if there are none
  static func parseState(_ parser: inout Parser, from mark: Int) -> Bool {
    guard !parser.startsLine else { return false }
    if parser.isInEvent, parser.at(.to) || parser.at(.from) {
      return parseEnds(&parser, from: mark)
    }
    if ForeignContractions.parseNegation(&parser, from: mark) { return true }
    if parser.at(.not) || parser.at(.is) {
      return parseTrailingNegation(&parser, from: mark) || parseSun(&parser, from: mark)
        || parseBeingOn(&parser, from: mark)
    }
    guard parser.at(.name) else { return false }
    if parseSun(&parser, from: mark) { return true }
    guard !parser.atTextOperator(), isOfValue(parser, at: mark) else { return false }
    let subject = parser.text(from: mark)
    if parser.builder.kind(at: mark) == .nameExpression, parser.contextualWord() == nil,
      endsCondition(parser, ahead: 1),
      let condition = ForeignSources.condition(parser, subject, is: parser.word())
    {
      parser.take()
      parser.reportPhrase(from: mark, meant: condition)
      parser.close(.comparisonChain, from: mark, isBroken: true)
      return true
    }
    guard let (isOn, count) = state(parser) else { return false }
    let word = parser.word(ahead: count - 1)
    if subject.hasSuffix("s"), parser.builder.kind(at: mark) == .nameExpression { return false }
    for _ in 0..<count { parser.take() }
    parser.reportPhrase(from: mark, meant: condition(of: subject, isOn, word))
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// The condition that a value and a word for its state mean
  ///
  ///     fridge.door, open → fridge.door     fridge.door, closed → not fridge.door     door.state, open → door.state == open
  static func condition(of subject: String, _ isOn: Bool, _ word: String) -> String {
    if hasNamedStates(subject) { return "\(subject) == \(word)" }
    return isOn ? subject : "not \(subject)"
  }

  /// `true` if the last name of a value says that it is one of several states
  static func hasNamedStates(_ subject: String) -> Bool {
    let last = subject.split(separator: ".").last.map { String($0) } ?? subject
    return ["state", "status", "mode", "level", "phase", "position"].contains(last)
  }

  /// `true` if the node at a mark is a name or a field
  private static func isOfValue(_ parser: borrowing Parser, at mark: Int) -> Bool {
    let kind = parser.builder.kind(at: mark)
    return kind == .nameExpression || kind == .fieldAccess
  }

  /// `true` for a word ahead such as `open`, `false` for one such as `closed`, and how many words it is
  ///
  ///     open → true, 1     turns off → false, 2     stopped → false, 1     changes → nil
  private static func state(_ parser: borrowing Parser) -> (isOn: Bool, count: Int)? {
    let isOn: Bool
    var count = 1
    switch parser.spelling() {
    case "open", "opens", "opened", "active", "running", "starts", "started", "yes": isOn = true
    case "closed", "closes", "shut", "shuts", "inactive", "stops", "stopped", "off": isOn = false
    case "turns", "turned", "switches", "switched", "goes", "comes", "gets":
      guard ["on", "off"].contains(parser.spelling(ahead: 1)) else { return nil }
      isOn = parser.spelling(ahead: 1) == "on"
      count = 2
    default: return nil
    }
    return endsCondition(parser, ahead: count) ? (isOn, count) : nil
  }

  /// `true` if no operand follows a word ahead, so that a condition ends before it
  ///
  /// - Parameter linesCount: whether the end of a line is one of the condition, as it is unless an operand may follow.
  private static func endsCondition(
    _ parser: borrowing Parser, ahead distance: Int, linesCount: Bool = true
  ) -> Bool {
    switch parser.peek(distance) {
    case .in: return false
    case .and, .or, .endOfFile, .closingParenthesis, .for, .near: return true
    default:
      if linesCount, parser.startsLine(ahead: distance) { return true }
      return parser.contextualWord(ahead: distance)?.endsOperands ?? false
    }
  }

  /// Parses `not` or `is not` behind a condition; `false` if there is none
  ///
  ///     raining is not → not raining     car.plugged not and … → not car.plugged and …
  private static func parseTrailingNegation(_ parser: inout Parser, from mark: Int) -> Bool {
    let count = parser.at(.is) ? 2 : 1
    // `sky is not` may go on in the next line.
    guard parser.peek(count - 1) == .not,
      endsCondition(parser, ahead: count, linesCount: count == 1), isOfValue(parser, at: mark)
    else { return false }
    let condition = parser.text(from: mark)
    for _ in 0..<count { parser.take() }
    parser.reportPhrase(from: mark, meant: "not \(condition)")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `is on` behind a condition, whose `on` begins no clause; `false` if there is none
  private static func parseBeingOn(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.is), parser.spelling(ahead: 1) == "on", endsCondition(parser, ahead: 2),
      isOfValue(parser, at: mark), !hasNamedStates(parser.text(from: mark))
    else { return false }
    let subject = parser.text(from: mark)
    let condition = ForeignSources.condition(parser, subject, is: "on") ?? subject
    parser.take()
    parser.take()
    parser.reportPhrase(from: mark, meant: condition)
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `below horizon`, `is up`, `is down` behind `sun`; `false` if there is none
  private static func parseSun(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.is) || ["above", "below", "up", "down", "not"].contains(parser.spelling()),
      parser.text(from: mark) == "sun"
    else { return false }
    var count = parser.at(.is) ? 1 : 0
    let isNegated = parser.peek(count) == .not
    if isNegated { count += 1 }
    let isDay: Bool
    switch parser.spelling(ahead: count) {
    case "up", "shining", "above", "above_horizon", "out": isDay = true
    case "down", "below", "below_horizon": isDay = false
    default: return false
    }
    count += 1
    if parser.spelling(ahead: count) == "the" { count += 1 }
    if parser.spelling(ahead: count) == "horizon" { count += 1 }
    guard endsCondition(parser, ahead: count) else { return false }
    for _ in 0..<count { parser.take() }
    parser.reportPhrase(from: mark, meant: isDay != isNegated ? "daylight" : "not daylight")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `to "off"` and `from a to b` behind a value in an event; `false` if there is none
  ///
  ///     boiler.mode to heat → boiler.mode changes to heat     fridge.door from false to true → fridge.door changes from …
  private static func parseEnds(_ parser: inout Parser, from mark: Int) -> Bool {
    let end = parser.peek(1) == .openingQuote ? 4 : 2
    let isSpan = parser.at(.from) && parser.contextualWord(ahead: end) == .to
    let next = parser.peek(1)
    let isValue =
      next == .openingQuote || next == .true || next == .false
      || parser.beginsPlainOperand(ahead: 1)
    guard isOfValue(parser, at: mark), isSpan || parser.at(.to), isValue else { return false }
    let subject = parser.text(from: mark)
    // `added to tasks` is about a row.
    if ["added", "inserted", "removed", "deleted"].contains(subject) { return false }
    let ends = parser.mark
    EventGrammar.parseEnds(&parser)
    let written = parser.text(from: ends)
    let text = ProblemMending.takeMendedText(&parser, from: ends)
    let hold = ForeignTriggers.takeHold(&parser, of: subject, ends: text)
    parser.reportPhrase(from: mark, meant: hold ?? change(parser, of: subject, written, text))
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// The event that `to "off"` and `from a to b` behind a value mean
  private static func change(
    _ parser: borrowing Parser, of subject: String, _ written: String, _ text: String
  ) -> String {
    let type = ForeignSources.type(parser, of: subject)
    let isPlain = type.map { $0 == "Bool" } ?? !hasNamedStates(subject)
    switch written {
    case "to true": return subject
    case "to false": return "not \(subject)"
    case "to \"on\"" where isPlain, "to \"open\"" where isPlain: return subject
    case "to \"off\"" where isPlain, "to \"closed\"" where isPlain: return "not \(subject)"
    default:
      let words = text.split(separator: " ").map { ForeignTriggers.unquoted(String($0), of: type) }
      return "\(subject) changes \(words.joined(separator: " "))"
    }
  }
}
