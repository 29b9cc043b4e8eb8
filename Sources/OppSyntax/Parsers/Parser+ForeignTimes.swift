/// Times, dates and durations as people write them elsewhere: each is one message that shows how they
/// are written
extension Parser {
  // MARK: Literals

  /// Parses one literal in several words, such as `1h 30min`; false where there is none
  mutating func parseSplitLiteral() -> Bool {
    if parseFullHour() { return true }
    guard let (length, meant) = splitLiteral() else { return false }
    let mark = mark
    let isNumber = isDecimalComma
    for _ in 0..<length { take() }
    let range = range(from: mark)
    let text = source.text(range)
    report(
      isNumber ? .malformedNumber(text, meant: meant) : .splitLiteral(text, meant: meant), at: range
    )
    close(.literal, from: mark, isBroken: true)
    return true
  }

  /// Parses `8 o'clock`, `8 oclock`; false where there is none
  private mutating func parseFullHour() -> Bool {
    guard at(.number), let hour = Int(wordText(ahead: 0)), (0...24).contains(hour) else {
      return false
    }
    let hasApostrophe =
      word(ahead: 1) == "o" && peek(2) == .unexpected && ["'", "’"].contains(wordText(ahead: 2))
      && word(ahead: 3) == "clock"
    guard hasApostrophe || word(ahead: 1) == "oclock" else { return false }
    if hasApostrophe {
      // The lexer reported the apostrophe as one that begins no word.
      let range = wordRange(ahead: 2)
      problems.removeAll { $0.range == range }
    }
    takePhrase(hasApostrophe ? 4 : 2, meant: "\(hour):00")
    return true
  }

  /// The number of words ahead that are one literal, and that literal
  private func splitLiteral() -> (length: Int, meant: String)? {
    switch current {
    case .number where isDecimalComma:
      return (3, "\(wordText(ahead: 0)).\(wordText(ahead: 2))")
    case .number, .quantity: return splitDuration()
    case .timeOfDay:
      guard !startsLine(ahead: 1), let (half, length) = halfOfDay(ahead: 1) else { return nil }
      return (1 + length, wordText(ahead: 0) + half)
    case .date:
      guard peek(1) == .timeOfDay, !startsLine(ahead: 1) else { return nil }
      return (2, "\(wordText(ahead: 0))T\(wordText(ahead: 1))")
    default: return nil
    }
  }

  /// Whether a number is here with `,` for its decimal point: `1,5h`, outside of lists
  private var isDecimalComma: Bool {
    commaDepth == 0 && peek(1) == .comma && (peek(2) == .number || peek(2) == .quantity)
      && touchesPrevious(ahead: 1) && touchesPrevious(ahead: 2)
      && (position == 0 || tokenKinds[Int(words[position - 1])] != .in)
  }

  /// `am` of `am`, `AM` and `a.m.`, and how many words it has
  private func halfOfDay(ahead distance: Int) -> (half: String, length: Int)? {
    let word = word(ahead: distance).lowercased()
    if word == "am" || word == "pm" { return (word, 1) }
    guard word == "a" || word == "p", peek(distance + 1) == .dot,
      self.word(ahead: distance + 2).lowercased() == "m"
    else { return nil }
    return ("\(word)m", peek(distance + 3) == .dot ? 4 : 3)
  }

  private func splitDuration() -> (length: Int, meant: String)? {
    guard var (length, meant) = partOfDuration(ahead: 0), !startsLine(ahead: length),
      partOfDuration(ahead: length) != nil
    else { return nil }
    while !startsLine(ahead: length), let next = partOfDuration(ahead: length) {
      length += next.length
      meant += next.text
    }
    return (length, meant)
  }

  /// `30min` or `30 minutes` ahead: how many words, and the part of a duration that they are
  private func partOfDuration(ahead distance: Int) -> (length: Int, text: String)? {
    let text = wordText(ahead: distance)
    switch peek(distance) {
    case .quantity: return UnitSpellings.isDuration(text) ? (1, text) : nil
    case .number:
      guard let unit = UnitSpellings.unitOfTime(meantBy: word(ahead: distance + 1)) else {
        return nil
      }
      return (2, text + unit)
    default: return nil
    }
  }

  // MARK: Dates

  /// Parses `June 1`, `24 December`, `June 1, 2026`; false where there is none
  mutating func parseDayAndMonth() -> Bool {
    guard let (day, month, length) = dayAndMonth() else { return false }
    let comma = peek(length) == .comma ? 1 : 0
    let yearText = wordText(ahead: length + comma)
    let isDated = peek(length + comma) == .number && yearText.utf8.count == 4
    if isDated, let year = Int(yearText) {
      let date = ForeignDate.text(year, month, day)
      takePhrase(length + comma + 1, meant: isInEvent ? "\(date) + 8:00" : "today == \(date)")
    } else {
      let meant = "month == \(ForeignDate.nameOfMonth(month)) and today.day == \(day)"
      takePhrase(length, meant: isInEvent ? "8:00 when \(meant)" : meant)
    }
    return true
  }

  private func dayAndMonth() -> (day: Int, month: Int, length: Int)? {
    // Most words are neither, and are seen to be so by their kinds alone.
    let isNumber = at(.number) || at(.quantity)
    guard isNumber ? peek(1) == .name : peek(1) == .number || peek(1) == .quantity,
      !startsLine(ahead: 1)
    else { return nil }
    if at(.name), let month = ForeignDate.month(named: word()), let day = day(ahead: 1) {
      return (day, month, 2)
    }
    guard let day = day(ahead: 0) else { return nil }
    let count = word(ahead: 1) == "of" ? 2 : 1
    guard peek(count) == .name, !startsLine(ahead: count), peek(count + 1) != .colon,
      let month = ForeignDate.month(named: word(ahead: count))
    else { return nil }
    return (day, month, count + 1)
  }

  /// The day of a month that a word ahead is: 1 of `1` and `1st`
  private func day(ahead distance: Int) -> Int? {
    guard peek(distance) == .number || peek(distance) == .quantity else { return nil }
    var text = wordText(ahead: distance)
    if ["st", "nd", "rd", "th"].contains(where: { text.hasSuffix($0) }) { text.removeLast(2) }
    guard let day = Int(text), (1...31).contains(day) else { return nil }
    return day
  }

  // MARK: Schedules

  /// Parses `every Monday at 9:00`, `daily at 9:00`; false where there is none
  ///
  /// - Parameter isClause: whether `on` is missing before it.
  mutating func parseForeignSchedule(asClause isClause: Bool) -> Bool {
    guard let (length, meant) = foreignSchedule() else { return false }
    if isClause {
      let range = wordRange().union(wordRange(ahead: length - 1))
      report(.foreignPhrase(source.text(range), meant: "on \(meant)", also: nil), at: range)
      skip(length)
    } else {
      takePhrase(length, meant: meant)
    }
    return true
  }

  /// Reports `on weekdays` behind `on 8:00`; false where there is none
  mutating func parseDaysBesideEvent() -> Bool {
    guard hasEvent, at(.on), let condition = ForeignDate.condition(ofDay: word(ahead: 1)),
      peek(2) != .timeOfDay, word(ahead: 2) != "at"
    else { return false }
    let range = wordRange().union(wordRange(ahead: 1))
    report(.foreignPhrase(source.text(range), meant: "when \(condition)", also: nil), at: range)
    skip(2)
    return true
  }

  private func foreignSchedule() -> (length: Int, meant: String)? {
    guard peek(1) == .timeOfDay || peek(2) == .timeOfDay || peek(3) == .timeOfDay else {
      return nil
    }
    if let found = timeBeforeDay() { return found }
    let isEvery = word() == "every" || word() == "each"
    var distance = isEvery ? 1 : 0
    let day = word(ahead: distance)
    let condition = ForeignDate.condition(ofDay: day)
    let isDaily =
      isEvery
      ? ["day", "morning", "afternoon", "evening", "night"].contains(day) : day == "daily"
    guard isDaily || condition != nil else { return nil }
    distance += 1
    if ["at", "on", "from"].contains(word(ahead: distance)) { distance += 1 }
    guard peek(distance) == .timeOfDay else { return nil }
    let time = wordText(ahead: distance)
    return (distance + 1, condition.map { "\(time) when \($0)" } ?? time)
  }

  /// `at 8:00 every day`, whose time comes first
  private func timeBeforeDay() -> (length: Int, meant: String)? {
    guard at(.at), peek(1) == .timeOfDay, word(ahead: 2) == "every" || word(ahead: 2) == "on" else {
      return nil
    }
    let time = wordText(ahead: 1)
    if let condition = ForeignDate.condition(ofDay: word(ahead: 3)) {
      return (4, "\(time) when \(condition)")
    }
    let isDaily = ["day", "morning", "evening", "night"].contains(word(ahead: 3))
    return isDaily ? (4, time) : nil
  }

  // MARK: Offsets

  /// Reports `30min before sunset`, of which the parts are known
  mutating func reportOffset(
    _ duration: String, isBefore: Bool, of time: String, from mark: Int
  ) {
    let moved = "\(time) \(isBefore ? "-" : "+") \(duration)"
    guard !isInEvent else { return reportPhrase(from: mark, meant: moved) }
    let isOfDay =
      time.utf8.first.map { $0.isDigit } ?? false
      || ["sunrise", "sunset", "dawn", "dusk", "solar_noon"].contains(time)
    let window = isBefore ? "\(moved)..\(time)" : "\(time)..\(moved)"
    reportPhrase(from: mark, meant: "\(isOfDay ? "time" : "now") in \(window)")
  }

  /// Skips words that add nothing before a duration: `at least`, `more than`, `the last`
  mutating func skipFillerOfDuration() {
    let fillers = [
      ["at", "least"], ["more", "than"], ["longer", "than"], ["the", "last"], ["the", "past"],
      ["over"], ["last"], ["about"],
    ]
    for filler in fillers {
      let matches = filler.indices.allSatisfy { word(ahead: $0) == filler[$0] }
      guard matches, beginsPlainOperand(ahead: filler.count) else { continue }
      let range = wordRange().union(wordRange(ahead: filler.count - 1))
      report(.needlessWord(source.text(range)), at: range)
      return skip(filler.count)
    }
  }

  /// Reports and skips `after 5min` behind the text of `notify`
  mutating func skipDelay() {
    guard word() == "after" || word() == "later" else { return }
    let hasUnit = UnitSpellings.unitOfTime(meantBy: word(ahead: 2)) != nil
    guard peek(1) == .quantity || peek(1) == .number && hasUnit else { return }
    let length = peek(1) == .quantity ? 2 : 3
    let unit = length == 3 ? UnitSpellings.unitOfTime(meantBy: word(ahead: 2)) ?? "" : ""
    let range = wordRange().union(wordRange(ahead: length - 1))
    report(.delayedNotification(wordText(ahead: 1) + unit), at: range)
    skip(length)
  }
}
