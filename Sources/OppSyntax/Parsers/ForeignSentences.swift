/// Conditions that begin with a word of English: each is one message that shows the condition
///
/// ```
/// never raining               not raining                     colder than 5C            temp < 5C
/// neither raining nor hot     not (raining or hot)            between 8 and 18          time in 8:00..18:00
/// without rain                not raining                     I leave home              not near home, on leaving home
/// more than 3 tasks           count(tasks) > 3                average of load over 1h   average(load, last 1h)
/// at least one task is done   any(tasks where done)           half past seven           7:30
/// ```
enum ForeignSentences {
  /// Parses such words where an operand begins; `false` if there are none
  static func parseSentence(_ parser: inout Parser) -> Bool {
    switch parser.spelling() {
    case "it", "It", "I", "there", "we":
      ForeignContractions.parseImpersonal(&parser) || ForeignForecasts.parseFuture(&parser)
        || parseMotion(&parser)
    case "will", "rain", "snow", "Rain", "Snow": ForeignForecasts.parseFuture(&parser)
    case "never", "without", "neither": parseNegation(&parser)
    case "colder", "warmer", "hotter", "cooler", "above", "below", "over", "under":
      parseBareComparison(&parser)
    case "more", "fewer", "less", "at":
      parseCount(&parser) || parseBareComparison(&parser)
    case "average", "avg", "mean", "max", "maximum", "highest", "min", "minimum", "lowest", "sum":
      parseFunction(&parser)
    case "between": parseHours(&parser)
    case "after": ForeignTriggers.parseWait(&parser)
    case "number", "amount": parseNumberOf(&parser)
    case "SELECT", "select": ForeignQueries.parseSelect(&parser)
    default: ForeignClocks.parseWords(&parser)
    }
  }

  // MARK: Negations

  /// Parses `never c`, `without rain` and `neither a nor b`; `false` if there is none
  private static func parseNegation(_ parser: inout Parser) -> Bool {
    guard parser.beginsPlainOperand(ahead: 1) || parser.peek(1) == .near,
      !parser.startsLine(ahead: 1)
    else { return false }
    let mark = parser.mark
    let word = parser.word()
    parser.take()
    if word == "without" {
      let noun = parser.mark
      OperandGrammar.parsePostfixed(&parser)
      parser.reportPhrase(
        from: mark, meant: ForeignOperands.absence(of: parser.text(from: noun)))
    } else {
      var meant = "not \(takeComparison(&parser))"
      if word == "neither" {
        var conditions = [String(meant.dropFirst(4))]
        while parser.at(.name), parser.spelling() == "nor" {
          parser.take()
          conditions.append(takeComparison(&parser))
        }
        meant = "not (\(conditions.joined(separator: " or ")))"
      }
      parser.reportPhrase(from: mark, meant: meant)
    }
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses a comparison, and gives it as it is written correctly
  private static func takeComparison(_ parser: inout Parser) -> String {
    let mark = parser.mark
    ExpressionGrammar.parseComparison(&parser)
    return ProblemMending.takeMendedText(&parser, from: mark)
  }

  // MARK: Comparisons

  /// Parses `colder than 5C` and `below 5C`, whose left side is the temperature; `false` if there is none
  ///
  ///     warmer than 25C → temp > 25C     over 50km/h → wind > 50km/h
  private static func parseBareComparison(_ parser: inout Parser) -> Bool {
    let sign: String
    switch parser.spelling() {
    case "colder", "cooler", "below", "under", "less": sign = "<"
    case "warmer", "hotter", "above", "over", "more": sign = ">"
    default: return false
    }
    let lead = parser.spelling(ahead: 1) == "than" ? 2 : 1
    guard
      parser.peek(lead) == .quantity || parser.peek(lead) == .number || parser.peek(lead) == .minus,
      !parser.startsLine(ahead: lead)
    else { return false }
    let isTemperature = ["colder", "cooler", "warmer", "hotter"].contains(parser.spelling())
    let literal = parser.wordText(ahead: parser.peek(lead) == .minus ? lead + 1 : lead)
    let unit = String(literal.drop { !$0.isLetter })
    let value: String
    switch unit {
    case "C", "F", "K": value = "temp"
    case "km/h", "mph", "m/s", "kn": value = "wind"
    default:
      guard isTemperature else { return false }
      value = "temp"
    }
    let mark = parser.mark
    for _ in 0..<lead { parser.take() }
    let right = parser.mark
    ExpressionGrammar.parseSum(&parser)
    let limit = ProblemMending.takeMendedText(&parser, from: right)
    let suffix = unit.isEmpty && limit.utf8.allSatisfy { $0 < 0x3A } ? "C" : ""
    parser.reportPhrase(from: mark, meant: "\(value) \(sign) \(limit)\(suffix)")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `between 8:00 and 18:00`, which is about the time; `false` if there is none
  private static func parseHours(_ parser: inout Parser) -> Bool {
    guard let hours = ForeignPhrases.hours(parser) else { return false }
    parser.takePhrase(4, meant: "time in \(hours)")
    return true
  }

  // MARK: Rows

  /// Parses `at least 3 tasks`, whose words begin a count of conditions as well; `false` if there is none
  static func parseCountOfRows(_ parser: inout Parser) -> Bool {
    parser.at(.at) && parseCount(&parser)
  }

  /// Parses `more than 3 tasks` and `at least one task is done`; `false` if there is none
  ///
  ///     fewer than 2 tasks are done → count(tasks where done) < 2     at least one task done → any(tasks where done)
  private static func parseCount(_ parser: inout Parser) -> Bool {
    let isThan = parser.spelling(ahead: 1) == "than"
    let sign: String
    switch (parser.spelling(), parser.spelling(ahead: 1)) {
    case ("more", "than"): sign = ">"
    case ("fewer", "than"), ("less", "than"): sign = "<"
    case ("at", "least"): sign = ">="
    case ("at", "most"): sign = "<="
    default: return false
    }
    let word = parser.spelling(ahead: 2)
    let number =
      parser.peek(2) == .number
      ? Int(parser.wordText(ahead: 2)) : word == "a" ? nil : ForeignPhrases.number(of: word)
    guard let number, parser.peek(3) == .name, parser.contextualWord(ahead: 3) == nil,
      !parser.startsLine(ahead: 3), isThan || parser.spelling(ahead: 3) != "times",
      UnitSpellings.unit(meantBy: parser.word(ahead: 3)) == nil
    else { return false }
    var rows = parser.word(ahead: 3)
    if !rows.hasSuffix("s") { rows = OppGrammar.table(named: rows) }
    var count = 4
    if parser.peek(count) == .is || parser.spelling(ahead: count) == "are" { count += 1 }
    var filter = ""
    let isNegated = parser.peek(count) == .not
    if isNegated { count += 1 }
    if parser.peek(count) == .name, parser.contextualWord(ahead: count) == nil,
      !parser.startsLine(ahead: count)
    {
      filter = " where \(isNegated ? "not " : "")\(parser.word(ahead: count))"
      count += 1
    }
    let list = rows + filter
    parser.takePhrase(
      count,
      meant: sign == ">=" && number == 1 ? "any(\(list))" : "count(\(list)) \(sign) \(number)")
    return true
  }

  /// Parses `number of tasks`; `false` if there is none
  private static func parseNumberOf(_ parser: inout Parser) -> Bool {
    guard parser.spelling(ahead: 1) == "of", parser.peek(2) == .name,
      parser.contextualWord(ahead: 2) == nil, !parser.startsLine(ahead: 2)
    else { return false }
    parser.takePhrase(3, meant: "count(\(parser.word(ahead: 2)))")
    return true
  }

  /// Parses `of bills` behind `sum(amount)`; `false` if there is none
  ///
  ///     sum(amount) of bills → sum(bills each amount)
  static func parseRowsOfFunction(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.name), parser.spelling() == "of", parser.builder.kind(at: mark) == .call,
      !parser.isInChart, parser.peek(1) == .name, parser.contextualWord(ahead: 1) == nil,
      !parser.startsLine(ahead: 1)
    else { return false }
    let call = ProblemMending.takeMendedText(&parser, from: mark)
    guard let end = call.utf8.firstIndex(of: UInt8(ascii: "(")) else { return false }
    let value = String(Substring(call.utf8[end...].dropFirst().dropLast()))
    let rows = parser.word(ahead: 1)
    parser.take()
    parser.take()
    parser.reportPhrase(
      from: mark, meant: "\(String(Substring(call.utf8[..<end])))(\(rows) each \(value))")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  // MARK: Functions

  /// Parses `average of load over 1h`, whose function has no parentheses; `false` if there is none
  ///
  ///     max temp today → max(temp, since today + 0:00)     sum of bills.amount → sum(bills.amount)
  private static func parseFunction(_ parser: inout Parser) -> Bool {
    let lead = parser.spelling(ahead: 1) == "of" ? 2 : 1
    guard parser.peek(lead) == .name, parser.contextualWord(ahead: lead) == nil,
      !parser.startsLine(ahead: lead), parser.peek(lead + 1) != .equal
    else { return false }
    let function: String
    function = windowFunction(named: parser.spelling()) ?? parser.word()
    if parser.spelling(ahead: lead) == "today", function != "sum" {
      parser.takePhrase(lead + 1, meant: "\(function)(temp, since today + 0:00)")
      return true
    }
    let mark = parser.mark
    for _ in 0..<lead { parser.take() }
    let value = parser.mark
    OperandGrammar.parsePostfixed(&parser)
    let text = ProblemMending.takeMendedText(&parser, from: value)
    let span = takeSpan(&parser).map { ", \($0)" } ?? ""
    parser.reportPhrase(from: mark, meant: "\(function)(\(text)\(span))")
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Parses `lowest today` behind a comparison with a value, whose extreme is meant; `false` if there is none
  ///
  /// - Parameter value: the value on the left.
  ///
  ///     temp == lowest today → temp == min(temp, since today + 0:00)     temp > average of the last week → temp > average(temp, last 1w)
  static func parseExtreme(_ parser: inout Parser, of value: String) -> Bool {
    let lead = parser.spelling() == "the" ? 1 : 0
    guard let function = windowFunction(named: parser.spelling(ahead: lead)),
      !parser.startsLine(ahead: lead), let (length, span) = span(parser, ahead: lead + 1)
    else { return false }
    parser.takePhrase(lead + 1 + length, meant: "\(function)(\(value), \(span))")
    return true
  }

  /// The function over a time that a word means
  private static func windowFunction(named word: Spelling) -> String? {
    switch word {
    case "average", "avg", "mean": "average"
    case "max", "maximum", "highest": "max"
    case "min", "minimum", "lowest": "min"
    default: nil
    }
  }

  /// Parses `today` behind a value that counts up, before its limit or behind it; `false` if there is none
  ///
  ///     body.steps today > 10000 → increase(body.steps, since today + 0:00) > 10000     max(temp) today → max(temp, since today + 0:00)
  static func parseToday(_ parser: inout Parser, from mark: Int) -> Bool {
    guard parser.at(.name), parser.spelling() == "today", !parser.startsLine else { return false }
    let signs: [TokenKind] = [
      .less, .lessOrEqual, .greater, .greaterOrEqual, .equalEqual, .is, .equal,
      .closingInterpolation,
    ]
    guard signs.contains(parser.peek(1)) else { return false }
    let kind = parser.builder.kind(at: mark)
    let value = parser.text(from: mark)
    let meant: String
    if kind == .fieldAccess {
      meant = "increase(\(value), since today + 0:00)"
    } else if kind == .call, let end = value.utf8.firstIndex(of: UInt8(ascii: "(")),
      let function = windowFunction(named: Spelling(Array(value.utf8[..<end])[...]))
    {
      let arguments = String(Substring(value.utf8[end...].dropLast()))
      meant = "\(function)\(arguments), since today + 0:00)"
    } else {
      return false
    }
    parser.take()
    parser.reportPhrase(from: mark, meant: meant)
    parser.close(.comparisonChain, from: mark, isBroken: true)
    return true
  }

  /// Takes `over 1h`, `in the last hour` or `today`, and gives the span that it means
  private static func takeSpan(_ parser: inout Parser) -> String? {
    guard let (length, text) = span(parser, ahead: 0) else { return nil }
    for _ in 0..<length { parser.take() }
    return text
  }

  /// The span that words ahead mean, and how many words they are; `nil` if they mean none
  private static func span(_ parser: borrowing Parser, ahead start: Int) -> (
    length: Int, text: String
  )? {
    if parser.peek(start) == .name, parser.spelling(ahead: start) == "today",
      !parser.startsLine(ahead: start)
    {
      return (1, "since today + 0:00")
    }
    var lead = start
    if ["over", "in", "during", "within", "for", "of"].contains(parser.spelling(ahead: lead)) {
      lead += 1
    }
    if parser.spelling(ahead: lead) == "the" { lead += 1 }
    if parser.peek(lead) == .last || parser.spelling(ahead: lead) == "past" { lead += 1 }
    guard lead > start, !parser.startsLine(ahead: start) else { return nil }
    if let (length, duration) = ForeignTimes.duration(parser, ahead: lead) {
      return (lead - start + length, "last \(duration)")
    }
    return UnitSpellings.unitOfTime(meantBy: parser.word(ahead: lead)).map { unit in
      (lead - start + 1, "last 1\(unit)")
    }
  }

  // MARK: Motion

  /// Parses `I leave home`, `we are leaving home`; `false` if there is none
  private static func parseMotion(_ parser: inout Parser) -> Bool {
    let lead = ["am", "are"].contains(parser.spelling(ahead: 1)) ? 2 : 1
    guard ["I", "we"].contains(parser.spelling()) else { return false }
    let isDeparture: Bool
    switch parser.spelling(ahead: lead) {
    case "leave", "leaving", "exit", "left": isDeparture = true
    case "enter", "entering", "reach", "arrive", "arriving", "get", "return", "come":
      isDeparture = false
    default: return false
    }
    var count = lead + 1
    while ["at", "to", "in", "from", "back", "the", "my"].contains(parser.spelling(ahead: count)) {
      count += 1
    }
    guard parser.peek(count) == .name, !parser.startsLine(ahead: count) else { return false }
    let place = parser.word(ahead: count)
    let event = "\(isDeparture ? "leaving" : "entering") \(place)"
    if parser.isInEvent {
      parser.takePhrase(count + 1, meant: event)
    } else {
      parser.takePhrase(
        count + 1, meant: isDeparture ? "not near \(place)" : "near \(place)", also: "on \(event)")
    }
    return true
  }
}
