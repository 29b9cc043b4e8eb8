/// Times so long before or after another as people say them: each is one message that shows how they are written
///
/// ```
/// on 30 minutes before sunset      on sunset - 30min        when 2h after sunrise     when time in sunrise..sunrise + 2h
/// at 10min before e begins         on e.begins - 10min      half an hour after 8:00   8:00 + 30min
/// ```
enum ForeignOffsets {
  /// Parses `before sunset` behind a duration; `false` if there is none
  static func parseOffset(_ parser: inout Parser, from mark: Int) -> Bool {
    guard let isBefore = direction(parser, ahead: 0) else { return false }
    let (written, mended) = ProblemMending.mendedText(parser, of: parser.range(from: mark))
    let isClock = parser.builder.kind(at: mark) == .literal && ForeignClocks.isClock(written)
    let length = isClock ? ForeignTriggers.duration(ofClock: written) : written
    guard let duration = length, isClock || UnitSpellings.isDuration(duration) else { return false }
    parser.problems.removeAll { mended.contains($0) }
    parser.take()
    let time = parseTime(&parser)
    parser.reportPhrase(
      from: mark,
      meant: parser.isInEvent
        ? moved(time, by: duration, isBefore) : window(time, by: duration, isBefore))
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `30 minutes before sunset` as a clause whose `on` is missing or is written `at`; `false` if there is none
  static func parseClause(_ parser: inout Parser) -> Bool {
    let lead = parser.at(.at) ? 1 : 0
    guard parser.contextualWord(ahead: lead) == nil,
      let (length, duration) = ForeignTimes.duration(parser, ahead: lead),
      let isBefore = direction(parser, ahead: lead + length)
    else { return false }
    let mark = parser.mark
    for _ in 0...lead + length { parser.take() }
    let time = parseTime(&parser)
    parser.hasEvent = true
    parser.reportPhrase(from: mark, meant: "on \(moved(time, by: duration, isBefore))")
    parser.close(.unexpected, from: mark)
    return true
  }

  /// Parses `begins within 10min` or `starts in 10min` behind a row; `false` if there is none
  ///
  ///     e starts within 10min → e.begins in now..now + 10min
  static func parseBeginning(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.name), parser.builder.kind(at: mark) == .nameExpression else { return false }
    let field: String
    switch parser.spelling() {
    case "begins", "starts": field = "begins"
    case "ends": field = "ends"
    default: return false
    }
    guard parser.peek(1) == .in || parser.peek(1) == .within else { return false }
    let lead = parser.peek(2) == .next || parser.spelling(ahead: 2) == "the" ? 3 : 2
    guard let (length, duration) = ForeignTimes.duration(parser, ahead: lead) else { return false }
    let row = parser.text(from: mark)
    for _ in 0..<lead + length { parser.take() }
    parser.reportPhrase(from: mark, meant: "\(row).\(field) in now..now + \(duration)")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Whether `before` or `after` is ahead, and which of them; `nil` if it is neither
  private static func direction(_ parser: borrowing Parser, ahead distance: Int) -> Bool? {
    switch parser.spelling(ahead: distance) {
    case "before": true
    case "after": false
    default: nil
    }
  }

  /// Parses the time that is moved, and gives it as it is written
  ///
  ///     sunset → sunset     the sunset → sunset     e begins → e.begins     event → event.begins
  private static func parseTime(_ parser: inout Parser) -> String {
    if ["the", "each", "every", "my", "an", "a"].contains(parser.spelling()),
      parser.peek(1) == .name
    {
      parser.skip(1)
    }
    let mark = parser.mark
    ExpressionGrammar.parseSum(&parser)
    let time = ProblemMending.takeMendedText(&parser, from: mark)
    if parser.at(.name), !parser.startsLine, !parser.atTextOperator() {
      let field: String? =
        switch parser.spelling() {
        case "begins", "starts", "start": "begins"
        case "ends", "end": "ends"
        default: nil
        }
      if let field {
        parser.take()
        return "\(time).\(field)"
      }
    }
    guard time == "event" else { return time }
    return parser.isInEvent ? "event begins" : "event.begins"
  }

  /// `sunset - 30min`
  private static func moved(_ time: String, by duration: String, _ isBefore: Bool) -> String {
    "\(time) \(isBefore ? "-" : "+") \(duration)"
  }

  /// `time in sunset - 30min..sunset`, and `now in` of an instant
  private static func window(_ time: String, by duration: String, _ isBefore: Bool) -> String {
    let isOfDay =
      time.utf8.first.map { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ?? false
      || ["sunrise", "sunset", "dawn", "dusk", "solar_noon", "noon", "midnight"].contains(time)
    let end = moved(time, by: duration, isBefore)
    return "\(isOfDay ? "time" : "now") in \(isBefore ? "\(end)..\(time)" : "\(time)..\(end)")"
  }
}
