internal import OppModel
internal import OppSyntax

/// Finds the advice on sums and products of types that have none
///
/// ```
/// 20C + temp       for `20C` more than `temp`, write `temp + 20C`
/// price + 10%      write `price * 110%`
/// 5EUR + 5USD      two currencies never mix: …
/// ```
struct ArithmeticHints: CheckerPart {
  let checker: Checker

  /// A value and its type
  typealias Operand = (node: NodeID, type: ValueType)

  /// The advice if two values cannot be added; `nil` if there is none
  ///
  /// - Parameters:
  ///   - range: all of the sum up to the right side.
  ///   - beginning: the first operand of the sum.
  func sum(
    _ left: Operand, _ right: Operand, _ step: ArithmeticChainSyntax.Step, from range: SourceRange,
    after beginning: ExpressionSyntax
  ) -> String? {
    timeOfRow(left.type, right.type, step, from: range)
      ?? clockAfterTime(left.type, right.type, step, from: range, after: beginning)
      ?? swappedSum(left.type, right.type, beginning, step)
      ?? share(left, right, step, from: range, after: beginning)
      ?? withUnit(left.type, right.type, step, from: range)
      ?? Self.sum(left.type, right.type)
  }

  /// The text to write for a time before or after a row, which is one of its instant
  ///
  ///     first(agenda) - 1h → first(agenda).begins - 1h
  private func timeOfRow(
    _ left: ValueType, _ right: ValueType, _ step: ArithmeticChainSyntax.Step,
    from range: SourceRange
  ) -> String? {
    guard case .row(let table) = left, right == .duration,
      let row = text(
        at: SourceRange(
          file: range.file, start: range.start, end: step.operatorToken.range.start)),
      let rest = text(
        at: SourceRange(
          file: range.file, start: step.operatorToken.range.start, end: step.operand.range.end))
    else { return nil }
    let instants = builder.table(table).fields.filter { $0.type == .instant }.map { $0.name }
    guard let field = instants.first(where: { $0 == "begins" }) ?? instants.first else {
      return nil
    }
    var end = Substring(row)
    while end.last == " " { end.removeLast() }
    return "write `\(end).\(field) \(rest)`"
  }

  /// The text to write for a time of day behind a time: a duration, or the time of day of a date
  ///
  /// ```
  /// t.begins - 1:30             t.begins - 1h30min
  /// now + 0:15                  now + 15min
  /// e.begins - 1d + 20:00       e.begins.date - 1d + 20:00
  /// ```
  private func clockAfterTime(
    _ left: ValueType, _ right: ValueType, _ step: ArithmeticChainSyntax.Step,
    from range: SourceRange, after beginning: ExpressionSyntax
  ) -> String? {
    guard right == .timeOfDay, left == .instant || left == .timeOfDay,
      let first = text(at: beginning.range), let other = text(at: step.operand.range),
      let between = text(
        at: SourceRange(
          file: range.file, start: beginning.range.end, end: step.operatorToken.range.start)
      ).map(Self.withoutSpaceAtEnd)
    else { return nil }
    let duration = Self.duration(ofClock: step.operand)
    let isDays = !between.isEmpty && Self.isDays(between)
    // `now + 0:15` is a quarter of an hour, `e.begins + 20:00` the evening of that day.
    let isShort = Self.isShort(other)
    guard left == .instant, step.operator == .add, duration == nil || isDays || !isShort else {
      return duration.map { "write `\(first)\(between) \(step.operator.spelling) \($0)`" }
    }
    guard between.isEmpty || isDays else {
      return "write `(\(first)\(between)).date + \(other)`"
    }
    let isSimple = beginning.isPath || first.utf8.allSatisfy { $0 == 0x5F || $0 >= 0x41 }
    let date = first == "now" ? "today" : isSimple ? "\(first).date" : "(\(first)).date"
    return "write `\(date)\(between) + \(other)`"
  }

  /// `true` for a clock below 6:00, which is rather a duration behind a time
  private static func isShort(_ clock: String) -> Bool {
    clock.hasPrefix("0") || clock.utf8.count == 4 && clock < "6"
  }

  /// `true` for steps of whole days alone, such as ` - 1d`
  private static func isDays(_ steps: String) -> Bool {
    steps.split(separator: " ").allSatisfy { word in
      word == "+" || word == "-"
        || (word.hasSuffix("d") || word.hasSuffix("w")) && Int(word.dropLast()) != nil
    }
  }

  /// A difference of a time and a time of day with a duration in its place; `nil` for any other expression
  ///
  ///     sunset - 0:30 → sunset - 30min     17:00 - 9:00, sunset - 23:00 → nil
  func offset(_ expression: ExpressionSyntax) -> String? {
    guard case .sum(let chain) = expression, let step = chain.rest.last,
      step.operator == .subtract, Self.duration(ofClock: chain.first) == nil,
      let duration = Self.duration(ofClock: step.operand),
      let clock = text(at: step.operand.range), Self.isShort(clock),
      let before = text(
        at: SourceRange(
          file: expression.range.file, start: expression.range.start, end: step.operand.range.start)
      )
    else { return nil }
    return before + duration
  }

  /// The duration that a time of day as written means; `nil` for any other expression
  ///
  ///     0:30 → 30min     1:30 → 1h30min     4pm → nil
  static func duration(ofClock expression: ExpressionSyntax) -> String? {
    guard case .literal(let literal) = expression, literal.kind == .timeOfDay else { return nil }
    return ForeignTriggers.duration(ofClock: literal.text)
  }

  /// The text to write for `20C + temp`, whose left side is a temperature
  ///
  ///     20C + temp   →   for `20C` more than `temp`, write `temp + 20C`
  private func swappedSum(
    _ left: ValueType, _ right: ValueType, _ first: ExpressionSyntax,
    _ step: ArithmeticChainSyntax.Step
  ) -> String? {
    guard left == .temperature, right == .temperature, case .literal = first,
      let literal = text(at: first.range), let other = text(at: step.operand.range)
    else { return nil }
    return "for `\(literal)` more than `\(other)`, write `\(other) + \(literal)`"
  }

  /// The text to write for a sum with a number that lacks its unit; `nil` if the right side is no plain number
  ///
  ///     temp + 2 → temp + 2C     today + 3 → today + 3d     fee - 5 → fee - 5EUR
  private func withUnit(
    _ left: ValueType, _ right: ValueType, _ step: ArithmeticChainSyntax.Step,
    from range: SourceRange
  ) -> String? {
    guard right == .number, left != .percent,
      let number = literals.numberText(at: step.operand.range),
      let first = text(
        at: SourceRange(
          file: range.file, start: range.start, end: step.operatorToken.range.start))
    else { return nil }
    let amounts: [String]
    switch left {
    case .temperature: amounts = ["\(number)C", "\(number)F"]
    case .date: amounts = ["\(number)d"]
    case .instant, .timeOfDay: amounts = ["\(number)min", "\(number)h"]
    default:
      guard let dimension = Dimension(left) else { return nil }
      amounts = UnitSuggestions.units(for: dimension, after: number)
    }
    let sums = amounts.map {
      "`\(Self.withoutSpaceAtEnd(first)) \(step.operator.spelling) \($0)`"
    }
    return "write \(sums.joined(separator: " or "))"
  }

  /// The text to write for a sum of a percentage and another amount: a share of that, or a sum of numbers
  ///
  /// ```
  /// price + 10%             write `price * 110%`         price - 10%            write `price * 90%`
  /// 100% - used / total     write `1 - used / total`     humidity * 2 + 10%     write `humidity * 200% + 10%`
  /// 1 - humidity            write `100% - humidity`      humidity - used        write `humidity * 1 - used`
  /// ```
  private func share(
    _ left: Operand, _ right: Operand, _ step: ArithmeticChainSyntax.Step, from range: SourceRange,
    after beginning: ExpressionSyntax
  ) -> String? {
    guard left.type.isAmount, right.type.isAmount, left.type == .percent || right.type == .percent
    else { return nil }
    let before = SourceRange(
      file: range.file, start: range.start, end: step.operatorToken.range.start)
    guard let first = text(at: before).map(Self.withoutSpaceAtEnd),
      let second = text(at: step.operand.range)
    else { return nil }
    let written = WrittenSum(
      first: first, factor: first == text(at: beginning.range) ? first : "(\(first))",
      sign: step.operator.spelling, second: second)
    return left.type == .percent
      ? sumAfterPercent(left, right, written) : sumBeforePercent(left, right, written)
  }

  /// The two sides of a sum as written
  private struct WrittenSum {
    /// All that is before the sign
    let first: String

    /// The first side before `*`, in parentheses if it is a sum
    let factor: String
    let sign: String
    let second: String
  }

  /// `price * 110%` for `price + 10%`, `100% - humidity` for `1 - humidity`
  private func sumBeforePercent(_ left: Operand, _ right: Operand, _ sum: WrittenSum) -> String {
    if let product = percentProduct(left.node, sum.first) {
      return "write `\(product) \(sum.sign) \(sum.second)`"
    }
    if let percent = builder.constantScalar(of: right.node) {
      let share = sum.sign == "+" ? 100 + percent : 100 - percent
      return "write `\(sum.factor) * \(UnitSuggestions.percentage(share))`"
    }
    if left.type == .number, let number = builder.constantScalar(of: left.node) {
      let percent = number.magnitude > 1 ? number : Percentage.percent(ofRatio: number)
      return "write `\(UnitSuggestions.percentage(percent)) \(sum.sign) \(sum.second)`"
    }
    return "write `\(sum.factor) * (100% \(sum.sign) \(sum.second))`"
  }

  /// `1 - used / total` for `100% - used / total`, `humidity - 10%` for `humidity - 0.1`; `nil` for `10% - price`
  private func sumAfterPercent(_ left: Operand, _ right: Operand, _ sum: WrittenSum) -> String? {
    if let product = percentProduct(right.node, sum.second) {
      return "write `\(sum.first) \(sum.sign) \(product)`"
    }
    let percent = builder.constantScalar(of: left.node)
    guard right.type == .number else {
      return sum.sign == "+"
        ? percent.map { "write `\(sum.second) * \(UnitSuggestions.percentage(100 + $0))`" } : nil
    }
    if let number = builder.constantScalar(of: right.node) {
      return "write "
        + UnitSuggestions.percentages(of: number).map { "`\(sum.first) \(sum.sign) \($0)`" }
        .joined(separator: " or ")
    }
    let number =
      percent.map { ValueNotation.jsonNumber(Percentage.ratio(ofPercent: $0)) }
      ?? "\(sum.factor) * 1"
    return "write `\(number) \(sum.sign) \(sum.second)`"
  }

  /// `humidity * 200%` for `humidity * 2`, a percentage if that is a number; `nil` for anything else
  private func percentProduct(_ node: NodeID, _ written: String) -> String? {
    guard let factor = ratioChecker.factor(of: node) else { return nil }
    let literal = ValueNotation.jsonNumber(factor)
    let percent = UnitSuggestions.percentage(Percentage.percent(ofRatio: factor))
    if written.hasSuffix(" * \(literal)") {
      return String(written.dropLast(literal.count)) + percent
    }
    return written.hasPrefix("\(literal) * ") ? percent + written.dropFirst(literal.count) : nil
  }

  /// A text without the spaces at its end
  private static func withoutSpaceAtEnd(_ text: String) -> String {
    var bytes = Array(text.utf8)
    while let last = bytes.last, last == 0x20 || last == 0x0A { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The advice on a sum of two types; `nil` if there is none
  private static func sum(_ left: ValueType, _ right: ValueType) -> String? {
    switch (left, right) {
    case (.temperature, .temperature):
      "two temperatures can be subtracted, and a difference added"
    case (.text, _), (_, .text): "put values into a text with braces: `\"{temp} outside\"`"
    case (.number, .temperature), (.temperature, .number): "give the number a unit"
    case (.money, .money): differentCurrencies
    case (.money(let currency), .number), (.number, .money(let currency)):
      "give the number its currency; multiply a field by one, as in `count * 1\(currency.code)`"
    case (.elevation, _), (_, .elevation): "elevations are compared only: `sun.elevation > 3deg`"
    case (.angle, _), (_, .angle): "angles are compared only: `wind_from in 315deg..45deg`"
    case (.number, let other) where hasSums(other), (let other, .number) where hasSums(other):
      "give the number a unit; multiply a field by one, as in `days * 1d`"
    case (.timeOfDay, .instant), (.instant, .timeOfDay):
      "write `time` for `now`, and `.time` after another instant"
    default: nil
    }
  }

  /// `true` if something with a unit can be added to values of a type, so that a number beside one may lack its unit
  private static func hasSums(_ type: ValueType) -> Bool {
    type.isAmount || [.temperature, .date, .instant, .timeOfDay].contains(type)
  }

  /// The advice if two types cannot be multiplied or divided; `nil` if there is none
  func product(_ left: ValueType, _ right: ValueType) -> String? {
    switch (left, right) {
    case (.money(let first), .money(let second)) where first != second: Self.differentCurrencies
    case (.elevation, _), (_, .elevation): "elevations are compared only: `sun.elevation > 3deg`"
    case (.angle, _), (_, .angle): "angles are compared only: `wind_from in 315deg..45deg`"
    default: nil
    }
  }

  /// The advice for amounts of two currencies
  private static let differentCurrencies =
    "two currencies never mix: convert one by a rate of your own, as in `fee / 1USD * 0.92EUR`"
}
