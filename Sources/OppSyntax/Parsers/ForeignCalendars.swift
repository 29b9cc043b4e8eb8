/// Days that come again, as people say them: each is one message that shows how they are written
///
/// ```
/// every other Tuesday at 19:00    every 2w from 2026-01-06T19:00
/// every 2 weeks                   every 2w from 2026-01-05T08:00
/// every month                     8:00 when today.day == 1
/// last Friday of the month        weekday == fri and today.month_end - today < 7d
/// first Monday of each month      weekday == mon and today.day in 1..7
/// ```
enum ForeignCalendars {
  /// Parses such words as an event, or as a clause without its `on`; `false` if there are none
  ///
  /// - Parameter isClause: whether `on` is missing before them.
  static func parseEvent(_ parser: inout Parser, asClause isClause: Bool) -> Bool {
    guard beginsDay(parser), !isClause || !parser.hasEvent, var day = day(parser, ahead: 0) else {
      return false
    }
    let lead = isClause ? "on " : ""
    let time = takeTime(parser, &day)
    // `on every week` may be a `let` of that name.
    if !isClause, time == nil, day.isOneName { return false }
    if let start = day.start {
      let hour = time.map { $0.utf8.count == 4 ? "0\($0)" : $0 } ?? "08:00"
      let meant = "\(lead)every \(day.period) from \(start)T\(hour)"
      let joins = parser.condition != nil || parser.contextualWord(ahead: day.length) == .when
      let also =
        day.isOfWeekday && !joins
        ? "\(lead)\(time ?? "8:00") when \(day.condition)" : nil
      guard isClause else {
        parser.takePhrase(day.length, meant: meant, also: also)
        return true
      }
      let range = parser.wordRange().union(parser.wordRange(ahead: day.length - 1))
      parser.report(
        .foreignPhrase(parser.source.text(range), meant: meant, also: also), at: range)
      parser.skip(day.length)
      return true
    }
    ForeignTimes.takeCondition(
      &parser, day.length, event: lead + (time ?? "8:00"), condition: day.condition,
      as: isClause ? nil : .comparisonChain)
    return true
  }

  /// Parses a line of cron without its quotes, or `@daily`; `false` if there is none
  ///
  ///     on 30 7 * * 1-5 → 7:30 when weekday in mon..fri     on */15 * * * * → every 15min
  static func parseCron(_ parser: inout Parser) -> Bool {
    guard parser.at(.number) || parser.at(.star) || parser.at(.pin) || parser.at(.unexpected) else {
      return false
    }
    var fields: [String] = []
    var length = 0
    while parser.peek(length) != .endOfFile, length == 0 || !parser.startsLine(ahead: length) {
      let isEnd = fields.count == 5
      if length > 0, parser.touchesPrevious(ahead: length) {
        fields[fields.count - 1] += parser.wordText(ahead: length)
      } else if isEnd || parser.contextualWord(ahead: length) != nil {
        break
      } else {
        fields.append(parser.wordText(ahead: length))
      }
      length += 1
    }
    guard let line = CronLine(fields.joined(separator: " ")) else { return false }
    let range = parser.wordRange().union(parser.wordRange(ahead: length - 1))
    // The lexer reported a sign that begins no word here.
    parser.problems.removeAll { range.contains($0.range) }
    if let condition = line.condition {
      ForeignTimes.takeCondition(&parser, length, event: line.event, condition: condition)
    } else {
      parser.takePhrase(length, meant: line.event)
    }
    return true
  }

  /// Reports such words behind `on 8:00`; `false` if there are none
  ///
  ///     on 9:00 on the last Friday of the month     on 19:00 every other week
  static func parseDayBesideEvent(_ parser: inout Parser) -> Bool {
    guard parser.hasEvent else { return false }
    let lead = parser.at(.on) ? 1 : 0
    guard beginsDay(parser, ahead: lead), let day = day(parser, ahead: lead),
      parser.peek(lead + day.length) != .timeOfDay
    else { return false }
    ForeignTimes.takeCondition(
      &parser, lead + day.length, event: nil, condition: day.condition, as: nil)
    return true
  }

  /// Parses `last Friday of the month` as a condition; `false` if there is none
  static func parseOperand(_ parser: inout Parser) -> Bool {
    guard beginsDay(parser), let day = day(parser, ahead: 0), day.start == nil else { return false }
    let isNegated = parser.position > 0 && parser.previous == .not
    parser.takePhrase(day.length, meant: isNegated ? "(\(day.condition))" : day.condition)
    return true
  }

  /// A day that words mean
  private struct Day {
    /// The number of the words
    var length: Int
    /// True on such days
    let condition: String
    /// `2w` of `every other Tuesday`
    var period = ""
    /// The first such day of 2026, from which the period counts; nil for days of a month
    var start: String?
    /// `true` if `condition` is of a weekday and the number of its week
    var isOfWeekday = false
    /// `true` if it is one word behind `every`, which may be a name
    var isOneName = false
  }

  /// `true` if the word ahead may begin such a day: most words cannot, and are seen not to by their spelling
  @inline(__always)
  private static func beginsDay(_ parser: borrowing Parser, ahead distance: Int = 0) -> Bool {
    switch parser.spelling(ahead: distance) {
    case "every", "each", "last", "the", "first", "second", "third", "fourth": true
    default: parser.peek(distance) == .quantity && ordinal(parser, ahead: distance) != nil
    }
  }

  private static func day(_ parser: borrowing Parser, ahead start: Int) -> Day? {
    var distance = start
    let isEvery =
      parser.spelling(ahead: distance) == "every" || parser.spelling(ahead: distance) == "each"
    if isEvery || parser.spelling(ahead: distance) == "the" { distance += 1 }
    guard
      var day = dayOfMonth(parser, ahead: distance)
        ?? (isEvery ? alternating(parser, ahead: distance) : nil)
    else { return nil }
    day.length += distance - start
    return day
  }

  /// Adds the time behind a day to its words: 19:00 of `every other Tuesday at 19:00`
  private static func takeTime(_ parser: borrowing Parser, _ day: inout Day) -> String? {
    let word = parser.spelling(ahead: day.length)
    let lead = word == "at" || word == "on" ? 1 : 0
    guard parser.peek(day.length + lead) == .timeOfDay else { return nil }
    defer { day.length += lead + 1 }
    return parser.wordText(ahead: day.length + lead)
  }

  // MARK: Days of a month

  /// `last Friday of the month`, `first day of each month`
  private static func dayOfMonth(_ parser: borrowing Parser, ahead start: Int) -> Day? {
    if let day = ordinal(parser, ahead: start), let length = wordsOfMonth(parser, ahead: start + 1)
    {
      return Day(length: 1 + length, condition: "today.day == \(day)")
    }
    let order: [Spelling] = ["first", "second", "third", "fourth"]
    let number = order.firstIndex { $0 == parser.spelling(ahead: start) }
    guard number != nil || parser.spelling(ahead: start) == "last" else { return nil }
    if let length = wordsOfMonth(parser, ahead: start + 1) {
      return Day(
        length: 1 + length,
        condition: number.map { "today.day == \($0 + 1)" } ?? "today == today.month_end")
    }
    guard let length = wordsOfMonth(parser, ahead: start + 2) else { return nil }
    let word = parser.word(ahead: start + 1)
    if word == "day" {
      let condition =
        number.map { "today.day == \($0 + 1)" } ?? "today == today.month_end"
      return Day(length: 2 + length, condition: condition)
    }
    guard let weekday = ForeignDate.weekday(named: word) else { return nil }
    let week =
      number.map { "today.day in \($0 * 7 + 1)..\($0 * 7 + 7)" }
      ?? "today.month_end - today < 7d"
    return Day(
      length: 2 + length, condition: "weekday == \(ForeignDate.nameOfWeekday(weekday)) and \(week)")
  }

  /// The day of `1st`, `22nd`; nil of anything else
  private static func ordinal(_ parser: borrowing Parser, ahead distance: Int) -> Int? {
    let text = parser.wordText(ahead: distance)
    guard ["st", "nd", "rd", "th"].contains(where: { text.hasSuffix($0) }),
      let day = Int(text.dropLast(2)), (1...31).contains(day)
    else { return nil }
    return day
  }

  /// The number of words of `of the month`; `nil` if there is none
  private static func wordsOfMonth(_ parser: borrowing Parser, ahead start: Int) -> Int? {
    guard parser.spelling(ahead: start) == "of" || parser.spelling(ahead: start) == "in" else {
      return nil
    }
    switch parser.spelling(ahead: start + 1) {
    case "month": return 2
    case "the", "each", "every", "a", "any":
      return parser.spelling(ahead: start + 2) == "month" ? 3 : nil
    default: return nil
    }
  }

  // MARK: Every so many

  /// `other Tuesday`, `2 weeks`, `2 weeks on Tuesday`, `month` behind `every`
  private static func alternating(_ parser: borrowing Parser, ahead start: Int) -> Day? {
    let word = parser.spelling(ahead: start)
    switch word {
    case "month": return Day(length: 1, condition: "today.day == 1", isOneName: true)
    case "year":
      return Day(length: 1, condition: "month == jan and today.day == 1", isOneName: true)
    case "fortnight": return every(2, of: "w", on: nil, length: 1)
    case "week": return every(1, of: "w", on: nil, length: 1)
    case "other", "second":
      if let weekday = ForeignDate.weekday(named: parser.word(ahead: start + 1)) {
        return every(2, of: "w", on: weekday, length: 2)
      }
      guard let unit = UnitSpellings.unitOfTime(meantBy: parser.word(ahead: start + 1)),
        unit == "d" || unit == "w"
      else { return nil }
      return every(2, of: unit, on: nil, length: 2)
    default: break
    }
    guard parser.peek(start) == .number, let count = Int(parser.wordText(ahead: start)),
      (1...1000).contains(count),
      let unit = UnitSpellings.unitOfTime(meantBy: parser.word(ahead: start + 1)),
      unit == "d" || unit == "w", parser.contextualWord(ahead: start + 2) != .from
    else { return nil }
    if unit == "w", parser.contextualWord(ahead: start + 2) == .on,
      let weekday = ForeignDate.weekday(named: parser.word(ahead: start + 3))
    {
      return every(count, of: unit, on: weekday, length: 4)
    }
    return every(count, of: unit, on: nil, length: 2)
  }

  /// A day of every so many days or weeks, the first of which is one of the first days of 2026
  ///
  /// - Parameter weekday: 0 Monday to 6 Sunday; nil for none in particular.
  private static func every(
    _ count: Int, of unit: String, on weekday: Int?, length: Int
  ) -> Day {
    // 2026-01-05 is a Monday.
    let start = ForeignDate.text(2026, 1, 5 + (weekday ?? 0))
    let period = "\(count)\(unit)"
    let isOfWeek = count == 2 && unit == "w"
    var condition = "mod(today - \(start), \(period)) == 0d"
    if isOfWeek {
      condition = "mod(today.week, 2) == 1"
      if let weekday {
        condition = "weekday == \(ForeignDate.nameOfWeekday(weekday)) and \(condition)"
      }
    }
    return Day(
      length: length, condition: condition, period: period, start: start,
      isOfWeekday: isOfWeek && weekday != nil, isOneName: length == 1)
  }
}
