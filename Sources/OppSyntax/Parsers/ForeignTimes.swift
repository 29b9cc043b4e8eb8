/// Times, dates and durations as people write them elsewhere: each is one message that shows how they
/// are written
///
/// ```
/// 1h 30min             1h30min                   June 1                  month == jun and today.day == 1
/// 8 o'clock            8:00                      on June 1, 2026         2026-06-01 + 8:00
/// 8:00 p.m.            8:00pm                    every Monday at 9:00    on 9:00 when weekday == mon
/// 2026-06-01 9:00      2026-06-01T9:00           on 8:00 on weekdays     on 8:00 when weekday in weekdays
/// 1,5h                 1.5h
/// ```
enum ForeignTimes {
  // MARK: Literals

  /// Parses one literal in several words, such as `1h 30min`; `false` if there is none
  static func parseSplitLiteral(_ parser: inout Parser) -> Bool {
    if parseFullHour(&parser) || ForeignClocks.parseHourOfHalf(&parser)
      || ForeignNumbers.parseNumber(&parser)
    {
      return true
    }
    guard var (length, meant) = splitLiteral(parser) else { return false }
    let mark = parser.mark
    let isNumber = isDecimalComma(parser)
    while length > 0 {
      parser.take()
      length -= 1
    }
    if isNumber { meant += ForeignNumbers.takeUnitApart(&parser) }
    let range = parser.range(from: mark)
    let text = parser.source.text(range)
    parser.report(
      isNumber ? .malformedNumber(text, meant: meant) : .splitLiteral(text, meant: meant), at: range
    )
    parser.close(.literal, from: mark, isBroken: true)
    return true
  }

  /// Parses `8 o'clock`, `8 oclock`, `8 Uhr`; `false` if there is none
  private static func parseFullHour(_ parser: inout Parser) -> Bool {
    guard parser.at(.number), parser.peek(1) == .name,
      let hour = Int(parser.wordText(ahead: 0)), (0...24).contains(hour)
    else {
      return false
    }
    let hasApostrophe =
      parser.spelling(ahead: 1) == "o" && parser.peek(2) == .unexpected
      && ["'", "’"].contains(parser.wordText(ahead: 2))
      && parser.spelling(ahead: 3) == "clock"
    if ["uhr"].contains(parser.spelling(ahead: 1).lowercased) {
      let minutes = Int(parser.wordText(ahead: 2)).flatMap { (0...59).contains($0) ? $0 : nil }
      let hasMinutes = minutes != nil && parser.peek(2) == .number
      parser.takePhrase(
        hasMinutes ? 3 : 2, meant: "\(hour):\(hasMinutes ? parser.wordText(ahead: 2) : "00")")
      return true
    }
    guard hasApostrophe || parser.spelling(ahead: 1) == "oclock" else { return false }
    if hasApostrophe {
      // The lexer reported the apostrophe as one that begins no word.
      let range = parser.wordRange(ahead: 2)
      parser.problems.removeAll { $0.range == range }
    }
    parser.takePhrase(hasApostrophe ? 4 : 2, meant: "\(hour):00")
    return true
  }

  /// The number of words ahead that are one literal, and that literal
  ///
  ///     1h 30min → 2, 1h30min     1 hour 30 min → 4, 1h30min     8:00 p.m. → 5, 8:00pm
  private static func splitLiteral(_ parser: borrowing Parser) -> (length: Int, meant: String)? {
    switch parser.current {
    case .number where isDecimalComma(parser): return withoutCommas(parser)
    case .number, .quantity: return splitDuration(parser)
    case .timeOfDay:
      guard !parser.startsLine(ahead: 1), let (half, length) = halfOfDay(parser, ahead: 1) else {
        return nil
      }
      return (1 + length, parser.wordText(ahead: 0) + half)
    case .date:
      guard parser.peek(1) == .timeOfDay, !parser.startsLine(ahead: 1) else { return nil }
      return (2, "\(parser.wordText(ahead: 0))T\(parser.wordText(ahead: 1))")
    default: return nil
    }
  }

  /// `true` if a number is here with `,` for its decimal point: `1,5h`, outside of lists
  private static func isDecimalComma(_ parser: borrowing Parser) -> Bool {
    parser.commaDepth == 0 && parser.peek(1) == .comma
      && (parser.peek(2) == .number || parser.peek(2) == .quantity)
      && parser.touchesPrevious(ahead: 1) && parser.touchesPrevious(ahead: 2)
      && (parser.position == 0 || parser.previous != .in)
  }

  /// A number with a comma ahead, for its thousands or as its decimal point: how many words, and the number
  ///
  ///     1,000 → 3, 1000     1,000,000.5km → 5, 1000000.5km     1,5 → 3, 1.5     0,125 → 3, 0.125
  private static func withoutCommas(_ parser: borrowing Parser) -> (length: Int, meant: String) {
    let whole = parser.wordText(ahead: 0)
    var (length, meant) = (1, whole)
    guard whole.utf8.count <= 3, whole.allSatisfy({ $0.isNumber }), !whole.hasPrefix("0"),
      isThousand(parser, ahead: 2)
    else { return (3, "\(whole).\(parser.wordText(ahead: 2))") }
    while parser.peek(length) == .comma, parser.touchesPrevious(ahead: length),
      parser.touchesPrevious(ahead: length + 1), isThousand(parser, ahead: length + 1)
    {
      meant += parser.wordText(ahead: length + 1)
      length += 2
    }
    return (length, meant)
  }

  /// `true` if three digits are ahead, and behind them no other: `000`, `000km` and `000.5`
  private static func isThousand(_ parser: borrowing Parser, ahead distance: Int) -> Bool {
    guard parser.peek(distance) == .number || parser.peek(distance) == .quantity else {
      return false
    }
    return parser.wordText(ahead: distance).prefix { $0.isNumber }.utf8.count == 3
  }

  /// `am` of `am`, `AM` and `a.m.`, and how many words it has
  private static func halfOfDay(_ parser: borrowing Parser, ahead distance: Int) -> (
    half: String, length: Int
  )? {
    let word = parser.word(ahead: distance).lowercased()
    if word == "am" || word == "pm" { return (word, 1) }
    if word == "uhr" { return ("", 1) }
    guard word == "a" || word == "p", parser.peek(distance + 1) == .dot,
      parser.word(ahead: distance + 2).lowercased() == "m"
    else { return nil }
    return ("\(word)m", parser.peek(distance + 3) == .dot ? 4 : 3)
  }

  /// Two parts of a duration or more on one line; nil for one alone, which is a unit apart or a literal
  private static func splitDuration(_ parser: borrowing Parser) -> (length: Int, meant: String)? {
    // Most literals are followed by no number, and seen to be whole by that alone.
    let next = parser.peek(parser.at(.quantity) ? 1 : 2)
    guard next == .quantity || next == .number,
      var (length, meant) = partOfDuration(parser, ahead: 0), !parser.startsLine(ahead: length),
      partOfDuration(parser, ahead: length) != nil
    else { return nil }
    while !parser.startsLine(ahead: length), let next = partOfDuration(parser, ahead: length) {
      length += next.length
      meant += next.text
    }
    return (length, meant)
  }

  /// `30min` or `30 minutes` ahead: how many words, and the part of a duration that they are
  private static func partOfDuration(_ parser: borrowing Parser, ahead distance: Int) -> (
    length: Int, text: String
  )? {
    let text = parser.wordText(ahead: distance)
    switch parser.peek(distance) {
    case .quantity: return UnitSpellings.isDuration(text) ? (1, text) : nil
    case .number:
      guard let unit = UnitSpellings.unitOfTime(meantBy: parser.word(ahead: distance + 1)) else {
        return nil
      }
      return (2, text + unit)
    default: return nil
    }
  }

  // MARK: Dates

  /// Parses `June 1`, `24 December`, `June 1, 2026`; `false` if there is none
  static func parseDayAndMonth(_ parser: inout Parser) -> Bool {
    guard let (day, month, length) = dayAndMonth(parser) else { return false }
    let comma = parser.peek(length) == .comma ? 1 : 0
    let yearText = parser.wordText(ahead: length + comma)
    let isDated = parser.peek(length + comma) == .number && yearText.utf8.count == 4
    if isDated, let year = Int(yearText) {
      let date = ForeignDate.text(year, month, day)
      parser.takePhrase(
        length + comma + 1, meant: parser.isInEvent ? "\(date) + 8:00" : "today == \(date)")
    } else {
      let meant = "month == \(ForeignDate.nameOfMonth(month)) and today.day == \(day)"
      if parser.isInEvent {
        takeCondition(&parser, length, event: "8:00", condition: meant)
      } else {
        parser.takePhrase(length, meant: meant)
      }
    }
    return true
  }

  /// The day and the month that words ahead name, and how many words they are
  ///
  ///     June 1 → 1, 6, 2     24 December → 24, 12, 2     1st of May → 1, 5, 3
  private static func dayAndMonth(_ parser: borrowing Parser) -> (
    day: Int, month: Int, length: Int
  )? {
    if let day = ordinal(parser), let month = ForeignDate.month(named: parser.word(ahead: 2)) {
      return (day, month, 3)
    }
    if let (day, month) = dottedDay(parser) { return (day, month, 2) }
    // `15. Juni`
    if parser.at(.number), parser.peek(1) == .dot, !parser.touchesPrevious(ahead: 2),
      let day = day(parser, ahead: 0), let month = ForeignDate.month(named: parser.word(ahead: 2))
    {
      return (day, month, 3)
    }
    // Most words are neither, and are seen to be so by their kinds alone.
    let isNumber = parser.at(.number) || parser.at(.quantity)
    guard
      isNumber ? parser.peek(1) == .name : parser.peek(1) == .number || parser.peek(1) == .quantity,
      !parser.startsLine(ahead: 1)
    else { return nil }
    if parser.at(.name), let month = ForeignDate.month(named: parser.word()),
      let day = day(parser, ahead: 1)
    {
      return (day, month, 2)
    }
    guard let day = day(parser, ahead: 0) else { return nil }
    let count = parser.spelling(ahead: 1) == "of" ? 2 : 1
    guard parser.peek(count) == .name, !parser.startsLine(ahead: count),
      parser.peek(count + 1) != .colon,
      let month = ForeignDate.month(named: parser.word(ahead: count))
    else { return nil }
    return (day, month, count + 1)
  }

  /// The day of `first of` ahead
  private static func ordinal(_ parser: borrowing Parser) -> Int? {
    guard parser.at(.name), parser.spelling(ahead: 1) == "of" else { return nil }
    let names: [Spelling] = [
      "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    ]
    return names.firstIndex { $0 == parser.spelling() }.map { $0 + 1 }
  }

  /// The day and the month of `24.12.` ahead, whose second dot is a word of its own
  private static func dottedDay(_ parser: borrowing Parser) -> (day: Int, month: Int)? {
    guard parser.at(.number), parser.peek(1) == .dot, parser.touchesPrevious(ahead: 1),
      !parser.touchesPrevious(ahead: 2)
    else { return nil }
    let parts = parser.wordText(ahead: 0).split(separator: ".").compactMap { Int($0) }
    guard parts.count == 2, (1...31).contains(parts[0]), (1...12).contains(parts[1]) else {
      return nil
    }
    return (parts[0], parts[1])
  }

  /// The day of a month that a word ahead is: 1 of `1` and `1st`
  private static func day(_ parser: borrowing Parser, ahead distance: Int) -> Int? {
    guard parser.peek(distance) == .number || parser.peek(distance) == .quantity else { return nil }
    var text = parser.wordText(ahead: distance)
    if ["st", "nd", "rd", "th"].contains(where: { text.hasSuffix($0) }) { text.removeLast(2) }
    guard let day = Int(text), (1...31).contains(day) else { return nil }
    return day
  }

  // MARK: Schedules

  /// Parses `every Monday at 9:00`, `daily at 9:00`; `false` if there is none
  ///
  /// - Parameter isClause: whether `on` is missing before it.
  static func parseForeignSchedule(_ parser: inout Parser, asClause isClause: Bool) -> Bool {
    if isClause, parseHour(&parser) { return true }
    guard let (length, time, condition) = foreignSchedule(parser) else { return false }
    let event = isClause ? "on \(time)" : time
    if let condition {
      takeCondition(
        &parser, length, event: event, condition: condition, as: isClause ? nil : .comparisonChain)
    } else if isClause {
      let range = parser.wordRange().union(parser.wordRange(ahead: length - 1))
      parser.report(
        .foreignPhrase(parser.source.text(range), meant: event, also: nil), at: range)
      parser.skip(length)
    } else {
      parser.takePhrase(length, meant: event)
    }
    return true
  }

  /// Parses `at 9` as a clause; `false` if there is none
  private static func parseHour(_ parser: inout Parser) -> Bool {
    guard parser.at(.at), parser.peek(1) == .number, let hour = Int(parser.wordText(ahead: 1)),
      (0...23).contains(hour),
      parser.contextualWord(ahead: 2)?.endsOperands ?? (parser.peek(2) == .endOfFile)
    else { return false }
    let range = parser.wordRange().union(parser.wordRange(ahead: 1))
    parser.report(
      .foreignPhrase(parser.source.text(range), meant: "on \(hour):00", also: nil), at: range)
    parser.skip(2)
    return true
  }

  /// Reports `on weekdays`, `weekdays` and `except sundays` behind `on 8:00`; `false` if there is none
  static func parseDaysBesideEvent(_ parser: inout Parser) -> Bool {
    guard parser.hasEvent else { return false }
    let isExcept = parser.spelling() == "except" || parser.spelling() == "not"
    var length = isExcept ? 1 : 0
    if parser.spelling(ahead: length) == "on" { length += 1 }
    guard parser.contextualWord(ahead: length) == nil,
      let (count, days) = days(parser, ahead: length),
      parser.peek(length + count) != .timeOfDay, parser.spelling(ahead: length + count) != "at"
    else { return false }
    let condition = isExcept ? "not (\(days))" : days
    takeCondition(&parser, length + count, event: nil, condition: condition, as: nil)
    return true
  }

  /// The days that words ahead name: how many words, and the condition
  ///
  ///     monday → weekday == mon     mon-fri → weekday in mon..fri     monday and friday → weekday in [mon, fri]
  private static func days(_ parser: borrowing Parser, ahead start: Int) -> (Int, String)? {
    let first = parser.word(ahead: start)
    guard let day = ForeignDate.weekday(named: first) else {
      return ForeignDate.condition(ofDay: first).map { (1, $0) }
    }
    let sign = parser.peek(start + 1)
    let isRange =
      sign == .minus || sign == .dotDot || parser.spelling(ahead: start + 1) == "to"
      || parser.spelling(ahead: start + 1) == "through"
    if isRange, let last = ForeignDate.weekday(named: parser.word(ahead: start + 2)) {
      let range = "\(ForeignDate.nameOfWeekday(day))..\(ForeignDate.nameOfWeekday(last))"
      return (3, "weekday in \(range)")
    }
    var names = [ForeignDate.nameOfWeekday(day)]
    var count = 1
    let separators: [TokenKind] = [.comma, .and, .or]
    while separators.contains(parser.peek(start + count)),
      let next = ForeignDate.weekday(named: parser.word(ahead: start + count + 1))
    {
      names.append(ForeignDate.nameOfWeekday(next))
      count += 2
    }
    // One short name alone may be a word that is spelled wrongly.
    if count == 1 { return ForeignDate.condition(ofDay: first).map { (1, $0) } }
    return (count, "weekday in [\(names.joined(separator: ", "))]")
  }

  /// Takes words that mean a condition, and an event beside it if there is one, and reports them
  ///
  /// An Opp has one `when`, so the condition joins the one that is there, or the one that comes next.
  ///
  ///     on 8:00 every monday                    when weekday == mon
  ///     on 8:00 every monday when raining       when weekday == mon and       for `every monday when`
  ///     when raining every weekend              and weekday in weekend
  ///     when raining or windy every weekend     two places: the parentheses are missing
  ///
  /// - Parameter kind: the kind of the broken node that has the words; `nil` if they are skipped.
  static func takeCondition(
    _ parser: inout Parser, _ count: Int, event: String?, condition: String,
    as kind: SyntaxKind? = .comparisonChain
  ) {
    var range = parser.wordRange().union(parser.wordRange(ahead: count - 1))
    let lead = event.map { "\($0) " } ?? ""
    var meant: String?
    if let found = parser.condition {
      if found.end == parser.position, found.takesAnd {
        meant = "and \(condition)" + (event.map { " \($0)" } ?? "")
      }
    } else if parser.contextualWord(ahead: count) != .when {
      meant = "\(lead)when \(condition)"
    } else if !hasChoice(parser, ahead: count + 1) {
      range = range.union(parser.wordRange(ahead: count))
      meant = "\(lead)when \(condition) and"
    }
    let text = parser.source.text(range)
    let problem: SyntaxProblem.Kind =
      if let meant {
        .foreignPhrase(text, meant: meant, also: nil)
      } else {
        .conditionApart(text, event: event, condition: condition)
      }
    guard let kind else {
      parser.report(problem, at: range)
      return parser.skip(count)
    }
    let mark = parser.mark
    for _ in 0..<count { parser.take() }
    parser.report(problem, at: range)
    parser.close(kind, from: mark, isBroken: kind != .unexpected)
  }

  /// `true` if the condition ahead has `or` or `if`, before which `and` would belong to a part of it alone
  private static func hasChoice(_ parser: borrowing Parser, ahead start: Int) -> Bool {
    var distance = start
    while parser.peek(distance) != .endOfFile {
      if parser.peek(distance) == .or || parser.peek(distance) == .if { return true }
      if parser.contextualWord(ahead: distance)?.endsOperands ?? false { return false }
      distance += 1
    }
    return false
  }

  /// The time and the day that words ahead mean, and how many words they are
  ///
  ///     every Monday at 9:00 → 4, 9:00, weekday == mon     daily at 9:00 → 3, 9:00
  private static func foreignSchedule(_ parser: borrowing Parser) -> (
    length: Int, time: String, condition: String?
  )? {
    guard (1...6).contains(where: { parser.peek($0) == .timeOfDay }) else { return nil }
    if let found = timeBeforeDay(parser) { return found }
    let isEvery = parser.spelling() == "every" || parser.spelling() == "each"
    var distance = isEvery ? 1 : 0
    guard parser.contextualWord(ahead: distance) == nil else { return nil }
    let day = parser.word(ahead: distance)
    let days = days(parser, ahead: distance)
    let condition = days?.1
    let isDaily =
      isEvery
      ? ["day", "morning", "afternoon", "evening", "night"].contains(day) : day == "daily"
    guard isDaily || condition != nil else { return nil }
    distance += days?.0 ?? 1
    if ["at", "on", "from"].contains(parser.spelling(ahead: distance)) { distance += 1 }
    guard parser.peek(distance) == .timeOfDay else { return nil }
    let time = parser.wordText(ahead: distance)
    return (distance + 1, time, condition)
  }

  /// `at 8:00 every day`, whose time comes first
  private static func timeBeforeDay(_ parser: borrowing Parser) -> (
    length: Int, time: String, condition: String?
  )? {
    guard parser.at(.at), parser.peek(1) == .timeOfDay,
      parser.spelling(ahead: 2) == "every" || parser.spelling(ahead: 2) == "on"
    else {
      return nil
    }
    let time = parser.wordText(ahead: 1)
    if let condition = ForeignDate.condition(ofDay: parser.word(ahead: 3)) {
      return (4, time, condition)
    }
    let isDaily = ["day", "morning", "evening", "night"].contains(parser.spelling(ahead: 3))
    return isDaily ? (4, time, nil) : nil
  }

  // MARK: Durations

  /// The duration that words ahead are, however they are written: how many words, and the literal
  ///
  ///     30min → 1, 30min     30 minutes → 2, 30min     half an hour → 3, 30min
  static func duration(
    _ parser: borrowing Parser, ahead distance: Int
  ) -> (length: Int, text: String)? {
    partOfDuration(parser, ahead: distance)
      ?? wordyDuration(parser, ahead: distance).map { ($0.count, $0.meant) }
  }

  /// `half an hour`, `an hour`, `two hours`: how many words, and the literal
  ///
  ///     half an hour → 3, 30min     two hours → 2, 2h     an hour → 2, 1h
  static func wordyDuration(
    _ parser: borrowing Parser, ahead distance: Int = 0
  ) -> (count: Int, meant: String)? {
    let first = parser.spelling(ahead: distance)
    let number = ForeignPhrases.number(of: first)
    guard first == "half" || number != nil else { return nil }
    var count = 1
    if first == "half", ["an", "a"].contains(parser.spelling(ahead: distance + 1)) { count = 2 }
    guard let unit = UnitSpellings.unitOfTime(meantBy: parser.word(ahead: distance + count)) else {
      return nil
    }
    if let number { return (count + 1, "\(number)\(unit)") }
    let halves = ["min": "30s", "h": "30min", "d": "12h"]
    return halves[unit].map { (count + 1, $0) }
  }

  /// Skips words that add nothing before a duration: `at least`, `more than`, `the last`
  static func skipFillerOfDuration(_ parser: inout Parser) {
    guard parser.current.isWord, !CountGrammar.atWhole(parser) else { return }
    let fillers = [
      ["at", "least"], ["more", "than"], ["longer", "than"], ["the", "last"], ["the", "past"],
      ["over"], ["last"], ["about"],
    ]
    for filler in fillers {
      let matches = filler.indices.allSatisfy { parser.word(ahead: $0) == filler[$0] }
      guard matches, parser.beginsPlainOperand(ahead: filler.count) else { continue }
      let range = parser.wordRange().union(parser.wordRange(ahead: filler.count - 1))
      parser.report(.needlessWord(parser.source.text(range)), at: range)
      return parser.skip(filler.count)
    }
  }

  /// Reports and skips `after 5min` behind the text of `notify`
  ///
  ///     notify "x" after 5 minutes
  static func skipDelay(_ parser: inout Parser) {
    guard parser.spelling() == "after" || parser.spelling() == "later" else { return }
    let hasUnit = UnitSpellings.unitOfTime(meantBy: parser.word(ahead: 2)) != nil
    guard parser.peek(1) == .quantity || parser.peek(1) == .number && hasUnit else { return }
    let length = parser.peek(1) == .quantity ? 2 : 3
    let unit = length == 3 ? UnitSpellings.unitOfTime(meantBy: parser.word(ahead: 2)) ?? "" : ""
    let range = parser.wordRange().union(parser.wordRange(ahead: length - 1))
    parser.report(.delayedNotification(parser.wordText(ahead: 1) + unit), at: range)
    parser.skip(length)
  }
}
