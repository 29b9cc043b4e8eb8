/// Changes as people write them elsewhere: each is one message that shows the event
///
/// ```
/// on changes to sky       on sky changes        on changing sky                          on sky changes
/// on change of sky        on sky changes        on sky changes to rain from sunny        on sky changes from sunny to rain
/// temp is rising          temp > average(temp, last 1h)        sky has not changed for 2h     now - last_change(sky) >= 2h
/// ```
enum ForeignChanges {
  /// Parses `changes to sky`, `change of sky` or `changing sky` as an event; `false` if there is none
  static func parseChange(_ parser: inout Parser) -> Bool {
    guard let lead = lead(parser) else { return false }
    let mark = parser.mark
    for _ in 0..<lead { parser.take() }
    let value = parser.mark
    OperandGrammar.parsePostfixed(&parser)
    let meant = ProblemMending.takeMendedText(&parser, from: value)
    let ends = parser.mark
    EventGrammar.parseEnds(&parser)
    let text = parser.mark == ends ? "" : " \(ProblemMending.takeMendedText(&parser, from: ends))"
    parser.reportPhrase(from: mark, meant: "\(meant) changes\(text)")
    return true
  }

  /// The number of words before the value that changes; `nil` if no such words are ahead
  private static func lead(_ parser: borrowing Parser) -> Int? {
    guard parser.at(.name) else { return nil }
    let isOfState = ["state", "value", "state_change"].contains(parser.spelling())
    let verb = isOfState && parser.spelling() != "state_change" ? 1 : 0
    switch parser.spelling(ahead: verb) {
    case "changes", "change", "changed", "changing", "state_change", "changed_to": break
    default: return nil
    }
    let next = verb + 1
    switch parser.spelling(ahead: next) {
    case "to", "of", "on", "from", "in":
      return parser.peek(next + 1) == .name && parser.contextualWord(ahead: next + 1) == nil
        ? next + 1 : nil
    default: break
    }
    return parser.beginsPlainOperand(ahead: next) && !parser.startsLine(ahead: next) ? next : nil
  }

  /// Parses `rose by 2C in the last hour` behind a value; `false` if there is none
  ///
  ///     temp rose by 2C in the last hour → change(temp, last 1h) >= 2C
  ///     temp fell 2C within last 1h      → change(temp, last 1h) <= -2C
  ///     temp rises by more than 2C in 1h → change(temp, last 1h) > 2C
  static func parseRise(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.name), parser.contextualWord() == nil else { return false }
    let isFall: Bool
    switch parser.spelling() {
    case "rose", "risen", "increased", "climbed", "grew", "rises", "increases", "climbs", "grows":
      isFall = false
    case "fell", "dropped", "fallen", "decreased", "sank", "falls", "drops", "decreases", "sinks":
      isFall = true
    default: return false
    }
    var lead = parser.spelling(ahead: 1) == "by" ? 2 : 1
    let isMore = parser.spelling(ahead: lead) == "more"
    while ["more", "than", "at", "least"].contains(parser.spelling(ahead: lead)) { lead += 1 }
    guard parser.peek(lead) == .quantity || parser.peek(lead) == .number else { return false }
    var next = lead + 1
    var unit = ""
    if parser.peek(lead) == .number, parser.peek(next) == .name,
      let meant = UnitSpellings.unit(meantBy: parser.word(ahead: next))
    {
      unit = meant
      next += 1
    }
    guard ["in", "within", "over"].contains(parser.spelling(ahead: next)) else { return false }
    next += parser.spelling(ahead: next + 1) == "the" ? 2 : 1
    if ["last", "past"].contains(parser.spelling(ahead: next)) { next += 1 }
    var span = ForeignTimes.duration(parser, ahead: next)
    if span == nil {
      span = UnitSpellings.unitOfTime(meantBy: parser.word(ahead: next)).map { (1, "1\($0)") }
    }
    guard let (length, duration) = span else { return false }
    let value = parser.text(from: mark)
    let amount = parser.wordText(ahead: lead) + unit
    for _ in 0..<next + length { parser.take() }
    let sign = (isFall ? "<" : ">") + (isMore ? " " : "= ") + (isFall ? "-" : "")
    parser.reportPhrase(
      from: mark, meant: "change(\(value), last \(duration)) \(sign)\(amount)")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `has not changed for 2h` behind a value; `false` if there is none
  ///
  ///     sky has not changed for 2h → now - last_change(sky) >= 2h     sky unchanged for 2h, sky did not change in 2h
  static func parseStillness(_ parser: inout Parser, from mark: Int) -> Bool {
    var next =
      ["has", "have", "did", "does", "is"].contains(parser.spelling()) || parser.at(.is) ? 1 : 0
    if parser.peek(next) == .not {
      next += 1
      guard ["changed", "change"].contains(parser.spelling(ahead: next)) else { return false }
    } else if parser.spelling(ahead: next) != "unchanged" {
      return false
    }
    next += 1
    let isSpan =
      parser.peek(next) == .for || parser.peek(next) == .since || parser.peek(next) == .in
    guard isSpan || parser.peek(next) == .within else { return false }
    next += parser.spelling(ahead: next + 1) == "the" ? 2 : 1
    if parser.peek(next) == .last { next += 1 }
    guard let (length, duration) = ForeignTimes.duration(parser, ahead: next) else { return false }
    let value = parser.text(from: mark)
    for _ in 0..<next + length { parser.take() }
    parser.reportPhrase(from: mark, meant: "now - last_change(\(value)) >= \(duration)")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `is rising`, `is going down` behind a value; `false` if there is none
  ///
  ///     pressure is falling → pressure < average(pressure, last 1h)
  static func parseDirection(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.is) else { return false }
    let operation: String
    var count = 2
    switch parser.spelling(ahead: 1) {
    case "rising", "increasing", "climbing", "growing": operation = ">"
    case "falling", "decreasing", "dropping", "sinking", "shrinking": operation = "<"
    case "going" where parser.spelling(ahead: 2) == "up": (operation, count) = (">", 3)
    case "going" where parser.spelling(ahead: 2) == "down": (operation, count) = ("<", 3)
    default: return false
    }
    let value = parser.text(from: mark)
    for _ in 0..<count { parser.take() }
    parser.reportPhrase(
      from: mark, meant: "\(value) \(operation) average(\(value), last 1h)")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Reports `from A` behind `to B`
  ///
  /// - Parameter mark: where `to` begins.
  static func parseFromBehindTo(_ parser: inout Parser, from mark: Int) {
    let end = ProblemMending.takeMendedText(&parser, from: mark)
    let start = parser.mark
    parser.take()
    ExpressionGrammar.parseSum(&parser)
    let beginning = ProblemMending.takeMendedText(&parser, from: start)
    parser.reportPhrase(from: mark, meant: "\(beginning) \(end)")
    parser.close(.unexpected, from: start)
  }
}
