internal import OppModel
internal import OppSyntax

/// The likely meaning of a comparison that cannot be made
///
/// Each suggestion is the comparison as it should be written, and passes the checker.
///
/// ```
/// sky == "Sunny"         sky == sunny                    time > 9h          time > 9:00
/// sky is raining         raining                         now > 9:00         time > 9:00
/// weekday is weekend     weekday in weekend              today == 12-24     today.month == dec and today.day == 24
/// wind > 30km            wind > 30km/h                   month in 6..8      month in jun..aug
/// temp is known          known(temp)                     raining is True    raining
/// tasks is empty         none(tasks)                     e.begins > 1h      e.begins - now > 1h
/// ```
struct SuggestionFinder: CheckerPart {
  let checker: Checker

  private var hints: ArithmeticHints { ArithmeticHints(checker: checker) }

  /// The comparison that is meant; `nil` if no one reading is likely
  func suggestion(
    _ comparison: ComparisonSyntax, _ left: ValueType, _ right: ValueType
  ) -> String? {
    guard let leftText = text(at: comparison.left.range),
      let rightText = text(at: comparison.right.range)
    else { return nil }
    let sides = Sides(
      left: left, right: right, leftText: leftText, rightText: rightText,
      leftExpression: comparison.left, rightExpression: comparison.right,
      sign: comparison.operator.spelling)
    if let suggestion = caseInQuotes(sides) ?? literalInQuotes(sides) ?? timeSuggestion(sides)
      ?? dateSuggestion(sides)
    {
      return suggestion
    }
    return conditionBeside(sides) ?? membershipSuggestion(sides) ?? quantitySuggestion(sides)
  }

  /// The parts of a comparison
  private struct Sides {
    /// The type of the left side
    let left: ValueType
    /// The type of the right side
    let right: ValueType
    /// The left side as written
    let leftText: String
    /// The right side as written
    let rightText: String
    let leftExpression: ExpressionSyntax
    let rightExpression: ExpressionSyntax
    /// The operator, as the language spells it
    let sign: String

    /// The comparison with another right side
    func with(right text: some StringProtocol) -> String { "\(leftText) \(sign) \(text)" }
    /// The comparison with another left side
    func with(left text: some StringProtocol) -> String { "\(text) \(sign) \(rightText)" }
  }

  // MARK: Cases

  /// `sky == "sunny"`, whose case needs no quotes
  ///
  ///     sky == "Sunny" → sky == sunny     sky in ["rain", "fog"] → sky in [rain, fog]
  private func caseInQuotes(_ sides: Sides) -> String? {
    if case .list(let list) = sides.rightExpression, sides.right == .list(.text) {
      let names = list.elements.compactMap { caseMeant(by: $0, of: sides.left) }
      guard names.count == list.elements.count else { return nil }
      return sides.with(right: "[\(names.joined(separator: ", "))]")
    }
    if sides.right == .text, let name = caseMeant(by: sides.rightExpression, of: sides.left) {
      return sides.with(right: name)
    }
    if sides.left == .text, let name = caseMeant(by: sides.leftExpression, of: sides.right) {
      return sides.with(left: name)
    }
    return nil
  }

  /// `time > "18:00"`, whose literal needs no quotes
  ///
  ///     time > "18:00" → time > 18:00     due == "2026-06-01" → due == 2026-06-01     load > "5" → load > 5
  private func literalInQuotes(_ sides: Sides) -> String? {
    if sides.left == .text, case .literal(let literal) = sides.rightExpression,
      literal.kind == .number
    {
      return sides.with(right: "\"\(sides.rightText)\"")
    }
    if let list = listWithUnits(sides) { return list }
    guard sides.right == .text, case .text(let text) = sides.rightExpression,
      let written = text.plainText, !written.isEmpty
    else { return nil }
    switch sides.left {
    case .timeOfDay:
      return LiteralReader.timeOfDay(written[...].utf8).map { _ in sides.with(right: written) }
    case .date:
      if LiteralReader.date(written[...].utf8) != nil { return sides.with(right: written) }
      let readings = ForeignDate(written)?.readings ?? []
      if !readings.isEmpty {
        return readings.map { sides.with(right: $0) }.joined(separator: "` or `")
      }
      return dayAndMonth(sides, written)
    case .weekday, .month:
      return ForeignDate.foreignCase(named: written, isMonth: sides.left == .month)
        .map { sides.with(right: $0) }
    default:
      guard let literal = try? QuantityLiteral.parse(written),
        literal.value(as: sides.left) != nil
      else { return nil }
      return sides.with(right: written)
    }
  }

  /// `temp in [10, 20]`, whose numbers lack the unit; `nil` for any other list
  ///
  /// Two numbers that ascend are mostly the ends of a range, as such lists are in other languages.
  private func listWithUnits(_ sides: Sides) -> String? {
    guard sides.right == .list(.number), let dimension = Dimension(sides.left),
      case .list(let list) = sides.rightExpression
    else { return nil }
    var numbers: [Double] = []
    let amounts = list.elements.compactMap { element -> String? in
      guard let number = literals.numberText(at: element.range) else { return nil }
      numbers.append((try? ExactDecimal.parse(number))?.value ?? 0)
      return UnitSuggestions.units(for: dimension, after: number, beside: sides.leftText).first
    }
    guard amounts.count == list.elements.count else { return nil }
    let values = sides.with(right: "[\(amounts.joined(separator: ", "))]")
    guard numbers.count == 2, numbers[0] < numbers[1], sides.sign == "in" else { return values }
    return "\(sides.with(right: "\(amounts[0])..\(amounts[1])"))` or `\(values)"
  }

  /// The condition that a date is a day of a month in words: `today.month == dec and today.day == 24` of "24 December"
  private func dayAndMonth(_ sides: Sides, _ written: String) -> String? {
    let words = written.split { $0 == " " || $0 == "." || $0 == "," }.map { String($0) }
    guard sides.sign == "==" || sides.sign == "is", words.count == 2,
      let month = ForeignDate.month(named: words[0]) ?? ForeignDate.month(named: words[1]),
      let day = Int(words[0]) ?? Int(words[1]), (1...31).contains(day)
    else { return nil }
    return
      "\(sides.leftText).month == \(ForeignDate.nameOfMonth(month)) and \(sides.leftText).day == \(day)"
  }

  /// The case that a text means: `mon` of `"Monday"`
  private func caseMeant(by expression: ExpressionSyntax, of type: ValueType) -> String? {
    guard case .text(let text) = expression, let word = text.plainText?.lowercased() else {
      return nil
    }
    if nameTable.caseIndex(word, of: type) != nil { return word }
    let short = String(word.prefix(3))
    let isLong = type == .month || type == .weekday
    return isLong && nameTable.caseIndex(short, of: type) != nil && word.count > 3 ? short : nil
  }

  /// `sky is raining`, which compares a value with a condition
  private func conditionBeside(_ sides: Sides) -> String? {
    guard sides.right == .bool, case .name = sides.rightExpression else { return nil }
    switch sides.sign {
    case "==", "is": return sides.rightText
    case "!=", "is not": return "not \(sides.rightText)"
    default: return nil
    }
  }

  /// `weekday is weekend`, which compares a value with a list of its kind
  private func membershipSuggestion(_ sides: Sides) -> String? {
    guard sides.right == .list(sides.left) else { return nil }
    switch sides.sign {
    case "==", "is": return "\(sides.leftText) in \(sides.rightText)"
    case "!=", "is not": return "\(sides.leftText) not in \(sides.rightText)"
    default: return nil
    }
  }

  // MARK: Times and dates

  /// The comparison of times that is meant
  ///
  ///     time > 9 → time > 9:00     time > 9h → time > 9:00     now > 9:00 → time > 9:00
  ///     e.begins > 9:00 → e.begins.time > 9:00
  private func timeSuggestion(_ sides: Sides) -> String? {
    switch (sides.left, sides.right) {
    case (.timeOfDay, .number):
      return SuggestionFinder.clock(sides.rightText).map { sides.with(right: $0) }
    case (.number, .timeOfDay):
      return SuggestionFinder.clock(sides.leftText).map { sides.with(left: $0) }
    case (.timeOfDay, .duration):
      if let time = hints.offset(sides.rightExpression) { return sides.with(right: time) }
      if case .sum(let sum) = sides.rightExpression, sum.rest.count == 1,
        let low = text(at: sum.first.range), let high = text(at: sum.rest[0].operand.range),
        sum.rest[0].operator == .subtract, sides.sign == "==" || sides.sign == "is"
      {
        return "\(sides.leftText) in \(low)..\(high)"
      }
      return SuggestionFinder.hour(sides.rightText).map { sides.with(right: $0) }
    case (.duration, .timeOfDay):
      if let time = hints.offset(sides.leftExpression) { return sides.with(left: time) }
      return SuggestionFinder.hour(sides.leftText).map { sides.with(left: $0) }
    case (.instant, .timeOfDay): return sides.with(left: part("time", "time", of: sides.leftText))
    case (.timeOfDay, .instant): return sides.with(right: part("time", "time", of: sides.rightText))
    case (.instant, .date): return sides.with(left: part("date", "today", of: sides.leftText))
    case (.date, .instant): return sides.with(right: part("date", "today", of: sides.rightText))
    case (.instant, .duration): return comparisonWithNow(sides)
    case (.duration, .instant): return comparisonFromNow(sides)
    case (.date, .duration):
      guard case .literal = sides.rightExpression, sides.leftText != "today" else { return nil }
      return sides.with(left: "\(sides.leftText) - today")
    case (.duration, .date):
      guard case .literal = sides.leftExpression, sides.rightText != "today" else { return nil }
      return sides.with(right: "\(sides.rightText) - today")
    case (.bool, .duration):
      guard [">", ">=", "==", "is"].contains(sides.sign), sides.leftExpression.isOperand else {
        return nil
      }
      return "\(sides.leftText) for \(sides.rightText)"
    case (.duration, .bool):
      guard ["<", "<=", "=="].contains(sides.sign), sides.rightExpression.isOperand else {
        return nil
      }
      return "\(sides.rightText) for \(sides.leftText)"
    case (.bool, _), (.number, _), (.percent, _), (.text, _), (.duration, _), (.length, _),
      (.speed, _), (.temperature, _), (.temperatureDifference, _), (.pressure, _), (.angle, _),
      (.elevation, _), (.measure, _), (.money, _), (.timeOfDay, _), (.date, _), (.instant, _),
      (.weekday, _), (.month, _), (.position, _), (.place, _), (.colour, _), (.enumeration, _),
      (.row, _), (.list, _):
      return nil
    }
  }

  /// The time of day that is meant by hours: `9:00` of `9h`
  private static func hour(_ text: String) -> String? {
    guard text.last == "h" else { return nil }
    let time = "\(text.dropLast()):00"
    return LiteralReader.timeOfDay(Substring(time).utf8) == nil ? nil : time
  }

  /// The comparison of an instant with a duration from now
  ///
  ///     e.begins < 1h → e.begins in now..now + 1h     e.begins > 1h → e.begins - now > 1h
  ///     began(raining) > 1h → now - began(raining) > 1h
  private func comparisonWithNow(_ sides: Sides) -> String {
    if isPast(sides.leftExpression) { return sides.with(left: "now - \(sides.leftText)") }
    // An event that has begun is less than an hour ahead as well, and is not meant.
    return ["<", "<="].contains(sides.sign)
      ? "\(sides.leftText) in now..now + \(sides.rightText)"
      : sides.with(left: "\(sides.leftText) - now")
  }

  /// The same with the duration on the left
  ///
  ///     1h > e.begins → e.begins in now..now + 1h     1h < began(raining) → 1h < now - began(raining)
  private func comparisonFromNow(_ sides: Sides) -> String {
    if isPast(sides.rightExpression) { return sides.with(right: "now - \(sides.rightText)") }
    return [">", ">="].contains(sides.sign)
      ? "\(sides.rightText) in now..now + \(sides.leftText)"
      : sides.with(right: "\(sides.rightText) - now")
  }

  /// `true` if an instant is never in the future: `last_change(x)`, `began(c)`, `f.answered`
  private func isPast(_ expression: ExpressionSyntax) -> Bool {
    if case .call(let call) = expression {
      return ["last_change", "began"].contains(call.name?.text)
    }
    guard case .field(let access) = expression else { return false }
    return ["answered", "ended"].contains(access.field?.text)
  }

  /// The time or date of an instant: `e.begins.time`, and `time` of `now`
  private func part(_ field: String, _ ofNow: String, of text: String) -> String {
    if text == "now" { return ofNow }
    // Midnight is where people write the day itself: `2026-12-24T00:00`.
    let midnight = "T00:00"
    if field == "date", text.hasSuffix(midnight) {
      let day = String(text.dropLast(midnight.count))
      if LiteralReader.date(day[...].utf8) != nil { return day }
    }
    let isName = text.utf8.allSatisfy { byte in
      byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_") || byte >= UInt8(ascii: "A")
        || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }
    return isName ? "\(text).\(field)" : "(\(text)).\(field)"
  }

  /// `8:30` of `8.30`, `9:00` of `9`; nil of a number that is no time
  ///
  ///     9 → 9:00     0930 → 09:30     8.30 → 8:30     25 → nil     8.5 → nil
  static func clock(_ number: String) -> String? {
    var text = ""
    for scalar in number.unicodeScalars {
      text.unicodeScalars.append(scalar == "." ? ":" : scalar)
    }
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    if parts.count == 1, text.utf8.count == 4 {
      text = "\(text.prefix(2)):\(text.suffix(2))"
    } else if parts.count == 1 {
      text += ":00"
    }
    guard parts.count == 1 || parts.count == 2 && parts[1].count == 2,
      LiteralReader.timeOfDay(text[...].utf8) != nil
    else { return nil }
    return text
  }

  /// The comparison of dates that is meant
  ///
  ///     month == 6 → month == jun     today == 6/7/2026 → today == 2026-06-07, or 2026-07-06
  private func dateSuggestion(_ sides: Sides) -> String? {
    if case (.month, .number) = (sides.left, sides.right), let month = Int(sides.rightText) {
      let name = ForeignDate.nameOfMonth(month)
      return name.isEmpty ? nil : sides.with(right: name)
    }
    // `today is sat`
    if case (.date, .weekday) = (sides.left, sides.right) {
      return sides.with(left: weekday(of: sides.leftText))
    }
    guard case (.date, .number) = (sides.left, sides.right) else { return nil }
    if let date = ForeignDate(sides.rightText) {
      let readings = date.readings.map { sides.with(right: $0) }
      return readings.isEmpty ? nil : readings.joined(separator: "` or `")
    }
    let parts = sides.rightText.split(separator: "-").map { $0.filter { $0 != " " } }
    guard sides.sign == "==", parts.count == 2, let month = Int(parts[0]), let day = Int(parts[1]),
      day >= 1, day <= ForeignDate.days(inMonth: month, of: 2024)
    else { return nil }
    let subject = sides.leftText
    let name = ForeignDate.nameOfMonth(month)
    return "\(subject).month == \(name) and \(subject).day == \(day)"
  }

  /// `weekday` of `today`, `due.weekday` of `due`
  private func weekday(of date: String) -> String {
    date == "today" ? "weekday" : "\(date).weekday"
  }

  // MARK: Quantities

  /// The comparison of quantities that is meant
  ///
  ///     wind > 30km → wind > 30km/h     today == weekend → today.weekday in weekend
  private func quantitySuggestion(_ sides: Sides) -> String? {
    if sides.left == .speed, sides.right == .length || sides.right == .duration,
      case .literal = sides.rightExpression
    {
      let unit = sides.rightText.drop { !$0.isLetter }
      let time = ["h", "s"].first { Unit.spellings.contains("\(unit)/\($0)") }
      if let time { return sides.with(right: "\(sides.rightText)/\(time)") }
    }
    // `5w` are weeks, and watts have a capital.
    if sides.left == .measure(.power), sides.right == .duration,
      case .literal = sides.rightExpression,
      sides.rightText.hasSuffix("w")
    {
      return sides.with(right: "\(sides.rightText.dropLast())W")
    }
    if sides.left == .number, case .literal = sides.rightExpression,
      let number = bareNumber(sides.rightText)
    {
      return sides.with(right: number)
    }
    if sides.right == .number, case .literal = sides.leftExpression,
      let number = bareNumber(sides.leftText)
    {
      return sides.with(left: number)
    }
    if case (.date, .list(.weekday)) = (sides.left, sides.right), sides.sign.hasSuffix("in") {
      return sides.with(left: weekday(of: sides.leftText))
    }
    guard sides.sign == "==" || sides.sign == "is" else { return nil }
    if case .list(sides.left) = sides.right { return "\(sides.leftText) in \(sides.rightText)" }
    if case .list(sides.right) = sides.left { return "\(sides.rightText) in \(sides.leftText)" }
    // `today == weekend`
    if case (.date, .list(.weekday)) = (sides.left, sides.right) {
      return "\(sides.leftText).weekday in \(sides.rightText)"
    }
    return nil
  }

  /// The number of a quantity, without its unit; nil for other literals
  private func bareNumber(_ text: String) -> String? {
    guard units.literal(text) != nil else { return nil }
    let digits = text.prefix { $0.isNumber || $0 == "." || $0 == "-" || $0 == "_" }
    let unit = text.dropFirst(digits.count)
    return unit.contains { $0.isNumber } ? nil : String(digits)
  }

  // MARK: Ranges

  /// `weekday in mon-fri`, whose right side is a range and not a difference; nil for anything else
  ///
  ///     weekday in mon-fri → weekday in mon..fri     time in 9-17 → time in 9:00..17:00
  func dashedRange(_ comparison: ComparisonSyntax) -> String? {
    guard case .sum(let sum) = comparison.right, sum.rest.count == 1, let step = sum.rest.first,
      step.operator == .subtract, let low = text(at: sum.first.range),
      let high = text(at: step.operand.range), let subject = text(at: comparison.left.range)
    else { return nil }
    guard let type = kind(of: comparison.left).type, type.rangeKind != nil else { return nil }
    let bounds =
      type == .timeOfDay
      ? [SuggestionFinder.clock(low) ?? low, SuggestionFinder.clock(high) ?? high] : [low, high]
    let fits = [sum.first, step.operand].allSatisfy { bound in
      let found = kind(of: bound, hint: type).type
      return found == type || type == .timeOfDay && found == .number
    }
    guard fits else { return nil }
    return "\(subject) \(comparison.operator.spelling) \(bounds[0])..\(bounds[1])"
  }

  /// `time in 9..17`, whose hours are numbers; nil for anything else
  func clockRange(
    _ comparison: ComparisonSyntax, _ range: RangeSyntax, of type: ValueType
  ) -> String? {
    if type == .month { return monthRange(comparison, range) }
    guard type == .timeOfDay, isNumber(range.low) || isNumber(range.high),
      let subject = text(at: comparison.left.range),
      let low = text(at: range.low.range), let high = text(at: range.high.range),
      literals.numberText(at: range.low.range) != nil
        || literals.numberText(at: range.high.range) != nil
    else { return nil }
    let (first, last) = (SuggestionFinder.clock(low) ?? low, SuggestionFinder.clock(high) ?? high)
    return "\(subject) \(comparison.operator.spelling) \(first)..\(last)"
  }

  /// `true` if an expression is written as a number without a unit
  private func isNumber(_ expression: ExpressionSyntax) -> Bool {
    guard case .literal(let literal) = expression else { return false }
    return literal.kind == .number
  }

  /// `month in 6..8`, whose months are numbers; nil for anything else
  private func monthRange(_ comparison: ComparisonSyntax, _ range: RangeSyntax) -> String? {
    guard let subject = text(at: comparison.left.range),
      let low = text(at: range.low.range).flatMap({ Int($0) }).map(ForeignDate.nameOfMonth),
      let high = text(at: range.high.range).flatMap({ Int($0) }).map(ForeignDate.nameOfMonth),
      !low.isEmpty, !high.isEmpty
    else { return nil }
    return "\(subject) \(comparison.operator.spelling) \(low)..\(high)"
  }

  /// The comparison that is meant by `x in y`, if `y` is no list
  ///
  ///     "a" in "abc" → "abc" contains "a"     sky in rain → sky == rain
  func membershipSuggestion(
    _ comparison: ComparisonSyntax, _ left: ValueType, _ right: ValueType
  ) -> String? {
    guard let leftText = text(at: comparison.left.range),
      let rightText = text(at: comparison.right.range)
    else { return nil }
    if left == .text, right == .text { return "\(rightText) contains \(leftText)" }
    if left == .instant, right == .duration { return "\(leftText) in now..now + \(rightText)" }
    if left == .date, right == .duration {
      return "\(leftText) == today + \(rightText)` or `\(leftText) in today..today + \(rightText)"
    }
    if left == .bool, right == .duration {
      return ForeignForecasts.search(for: leftText, within: rightText)
    }
    if left == right || nameTable.caseIndex(rightText, of: left) != nil {
      return "\(leftText) == \(rightText)"
    }
    return nil
  }

  // MARK: Searches

  /// `calendar contains "dentist"`, which asks for a row with such a text; nil for any other comparison
  ///
  ///     calendar contains "x" → any(agenda where title contains "x")     "x" in tasks → any(tasks where title contains "x")
  func checkSearch(_ comparison: ComparisonSyntax) -> Checked? {
    let (rows, words) =
      comparison.operator == .contains
      ? (comparison.left, comparison.right) : (comparison.right, comparison.left)
    guard [.contains, .in, .notIn].contains(comparison.operator), case .text = words,
      case .name(let name) = rows, let token = name.token, let searched = text(at: words.range),
      let table = searchedTable(token.text), let field = titleField(of: table)
    else { return nil }
    let function = comparison.operator == .notIn ? "none" : "any"
    let suggestion =
      "\(function)(\(builder.table(table).name) where \(field) contains \(searched))"
    report(.incomparable(.row(table), .text, suggestion: suggestion), at: comparison.range)
    return .failure
  }

  /// The table that a name means if it is searched; that of events for the calendar
  private func searchedTable(_ name: String) -> TableID? {
    guard case .symbol(let symbol)? = nameTable.meaning(of: name) else { return nil }
    switch symbol {
    case .table(let table): return table
    case .source(let source) where builder.source(source).name == "calendar":
      return builder.wellKnown.agenda?.table
    case .source, .let, .place, .enumeration: return nil
    }
  }

  /// The field of a table that people call its rows by: its title, name or text, or else its first text; `nil` if it has none
  private func titleField(of table: TableID) -> String? {
    let texts = builder.table(table).fields.filter { $0.type == .text }.map { $0.name }
    let usual = ["title", "name", "subject", "text", "label", "item", "what"]
    return usual.first { texts.contains($0) } ?? texts.first
  }

  // MARK: Angles

  /// A range in place of `top > 40deg`, as angles turn and have no order; nil for anything else
  ///
  ///     top > 40deg → top in 40deg..90deg     top < 40deg → top in 0deg..40deg     wind_from >= 200deg → wind_from in 200deg..270deg
  ///     wind_from <= 0deg → wind_from in 270deg..0deg     90deg < wind_from → wind_from in 90deg..180deg
  func rangeOfAngles(_ comparison: ComparisonSyntax, _ type: ValueType) -> String? {
    guard type == .angle else { return nil }
    if case .literal = comparison.right {
      return rangeOfAngles(comparison.left, comparison.operator, comparison.right)
    }
    guard case .literal = comparison.left, let mirrored = comparison.operator.mirrored else {
      return nil
    }
    return rangeOfAngles(comparison.right, mirrored, comparison.left)
  }

  private func rangeOfAngles(
    _ subject: ExpressionSyntax, _ sign: ComparisonOperator, _ limit: ExpressionSyntax
  ) -> String? {
    guard let subject = text(at: subject.range), let limit = text(at: limit.range),
      let degrees = units.literal(limit)?.value(as: .angle)
    else { return nil }
    switch sign {
    case .less, .lessOrEqual:
      // North is the end of a turn as well as its beginning.
      return "\(subject) in \(degrees > 0 ? "0" : "270")deg..\(limit)"
    case .greater, .greaterOrEqual:
      // To the next of the four quarters, which is a beginning: the end is for the writer to choose.
      let end = [90, 180, 270].first { Double($0) > degrees } ?? 359
      return "\(subject) in \(limit)..\(end)deg"
    case .equal, .notEqual, .is, .isNot, .in, .notIn, .contains, .startsWith, .endsWith: return nil
    }
  }
}

extension ComparisonOperator {
  /// `true` of `==` and `is`, `false` of `!=` and `is not`; nil of other comparisons
  var isEquality: Bool? {
    switch self {
    case .equal, .is: true
    case .notEqual, .isNot: false
    case .less, .lessOrEqual, .greater, .greaterOrEqual, .in, .notIn, .contains, .startsWith,
      .endsWith:
      nil
    }
  }

  /// The operator with its sides exchanged: `>` of `<`; nil if it is none of order
  fileprivate var mirrored: ComparisonOperator? {
    switch self {
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    case .equal, .notEqual, .is, .isNot, .in, .notIn, .contains, .startsWith, .endsWith: nil
    }
  }
}
