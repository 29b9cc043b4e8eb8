internal import OppModel
internal import OppSyntax

/// Checks comparisons, memberships and ranges
///
/// ```
/// sky == sunny            (== weather.sky clear)                       the case has its type from the left
/// rain == sky             (== rain weather.sky)                        or from the right: here `rain` is a case
/// weekday in fri..sun     (in clock.weekday fri..sun cyclic)
/// time in 22:00..06:00    (in clock.time 22:00..06:00 timeOfDay)       over midnight
/// sky in [rain, drizzle]  (or (== weather.sky rain) (== weather.sky drizzle))
/// ```
struct ComparisonChecker: CheckerPart {
  let checker: Checker

  /// A comparison with any operator; the units in it are decided within it
  func checkComparison(_ comparison: ComparisonSyntax) -> Checked {
    if let result = states.checkKnowledge(comparison) { return result }
    if let result = suggestions.checkSearch(comparison) { return result }
    if let result = states.checkStateOfSource(comparison) { return result }
    if let result = states.checkPresence(comparison) { return result }
    return local.inside(comparison: comparison.range) {
      unitResolver.resolving { checkOperator(comparison) }
    }
  }

  /// A comparison by its operator
  private func checkOperator(_ comparison: ComparisonSyntax) -> Checked {
    switch comparison.operator {
    case .equal, .is: checkCompare(.equal, comparison)
    case .notEqual, .isNot: checkCompare(.notEqual, comparison)
    case .less: checkCompare(.less, comparison)
    case .lessOrEqual: checkCompare(.lessOrEqual, comparison)
    case .greater: checkCompare(.greater, comparison)
    case .greaterOrEqual: checkCompare(.greaterOrEqual, comparison)
    case .in: checkMembership(comparison)
    case .notIn: negated(checkMembership(comparison))
    case .contains: checkContains(comparison)
    case .startsWith: checkEnd(.startsWith, comparison)
    case .endsWith: checkEnd(.endsWith, comparison)
    }
  }

  /// The negation of a membership; a failure stays one
  private func negated(_ result: Checked) -> Checked {
    guard case .value(let node, _) = result else { return result }
    return .value(builder.node(.not(node), .bool), .bool)
  }

  // MARK: Both sides

  /// Both sides of a comparison, each with the other's type as its hint if it needs one
  ///
  /// - Parameter hintOfRight: the type of the left as the type of the right suggests it: its own, or its element.
  private func sides(
    _ left: ExpressionSyntax, _ right: ExpressionSyntax,
    rightHint: (ValueType) -> ValueType = { $0 },
    leftHint: (ValueType) -> ValueType? = { $0 }
  ) -> (left: Checked, right: Checked) {
    // The left first. A name there may be meant as a case of the right's type: `rain == sky`.
    let start = attempt()
    let first = expressions.check(left)
    let knowsCases = first.type?.hasCases ?? false
    guard first.isAmbiguous || (!knowsCases && mayBeCase(left, first)) else {
      return (first, checkRight(right, of: first, hint: rightHint))
    }
    // A case on the left, and a quantity with two readings, take their type from the right.
    undo(start)
    let second = expressions.check(right)
    guard let hint = second.type.flatMap(leftHint), first.isAmbiguous || hint.hasCases else {
      undo(start)
      let first = expressions.check(left)
      return (first, checkRight(right, of: first, hint: rightHint))
    }
    undo(start)
    let again = expressions.check(left, hint: hint)
    return (again, expressions.check(right, hint: second.type))
  }

  /// `true` if the left side of a comparison is a name that may be meant as a case of the right's type
  ///
  /// A name that means something and is a case of no type is not, and need not be tried; but for editors it is, as they
  /// have notes taken of all that is tried.
  private func mayBeCase(_ left: ExpressionSyntax, _ result: Checked) -> Bool {
    guard case .name(let name) = left else { return false }
    guard case .value = result, !recorder.isOn, recorder.records.probe == nil,
      let token = name.token
    else { return true }
    return nameTable.isCase(token.text)
  }

  /// The right side, unless it is a plain word whose type a broken left side cannot determine
  ///
  ///     nothing == rain: only `nothing` is reported, as `rain` may be a case of its type
  private func checkRight(
    _ right: ExpressionSyntax, of left: Checked, hint: (ValueType) -> ValueType
  ) -> Checked {
    if case .failure = left, case .name = right { return .failure }
    // `tasks.hue == red` lacks its `any`, but `red` is a case all the same.
    if case .rows(let rows) = left { return expressions.check(right, hint: hint(rows.element)) }
    return expressions.check(right, hint: left.type.map(hint))
  }

  /// The words for a comparison of `count(…)` with a whole number; nil for any other
  ///
  ///     count(…) > 1 → at least 2     count(…) == 1 → exactly 1     count(…) < 1 → at most 0
  private func countedWords(
    _ operation: OppModel.Comparison, _ comparison: ComparisonSyntax
  ) -> String? {
    guard case .call(let call) = comparison.left, call.name?.text == Function.count.rawValue,
      case .literal(let literal) = comparison.right, let number = Int(literal.text), number >= 0
    else { return nil }
    switch operation {
    case .equal: return "exactly \(number)"
    case .notEqual: return "not exactly \(number)"
    case .greaterOrEqual: return "at least \(number)"
    case .greater: return number < Int(Int32.max) ? "at least \(number + 1)" : nil
    case .lessOrEqual: return "at most \(number)"
    case .less: return number > 0 ? "at most \(number - 1)" : nil
    }
  }

  /// `==`, `!=`, `<` and their like; operands that cannot be compared are reported
  private func checkCompare(
    _ operation: OppModel.Comparison, _ comparison: ComparisonSyntax
  ) -> Checked {
    let start = attempt()
    let (left, right) = local.comparing(countAs: countedWords(operation, comparison)) {
      sides(comparison.left, comparison.right)
    }
    if left.isAmbiguous || right.isAmbiguous { return .ambiguous }
    guard let leftType = left.type, let rightType = right.type else { return .failure }
    if let rows = rowsOf(left) ?? rowsOf(right) {
      let range = rowsOf(left) == nil ? comparison.right.range : comparison.left.range
      expressions.reportRows(rows, at: range)
      return .failure
    }
    guard let (left, right) = ratioChecker.compared(left, right, comparison) else {
      return .failure
    }
    guard let both = expressions.unified(left, right) else {
      reportIncomparable(comparison, leftType, rightType)
      return .failure
    }
    if !operation.isOrder, both.type == .position, succeeded(since: start),
      let problem = equalPosition(comparison, both.left, both.right)
    {
      report(problem, at: comparison.range)
      return .failure
    }
    if operation.isOrder, !hasOrder(both.type) {
      if let range = suggestions.rangeOfAngles(comparison, both.type) {
        report(.angleWithoutOrder(suggestion: range), at: comparison.range)
        return .failure
      }
      reportWithoutOrder(
        { .noOrder(both.type, declaration: $0) }, of: both.type, at: comparison.range)
      return .failure
    }
    guard mayCompare(both.left, both.right, isEquality: !operation.isOrder, comparison) else {
      return .failure
    }
    return .value(builder.node(.compare(operation, both.left, both.right), .bool), .bool)
  }

  /// `true` unless the sun's place is compared with a drifting value, or an azimuth with a single angle, which is reported
  private func mayCompare(
    _ left: NodeID, _ right: NodeID, isEquality: Bool, _ comparison: ComparisonSyntax
  ) -> Bool {
    let (first, second) = (builder.traits(of: left), builder.traits(of: right))
    guard first.contains(.arcs) || second.contains(.arcs) else { return true }
    let isSingle = isEquality && builder.type(of: left) == .angle
    if !isSingle, !(first.contains(.drifts) && second.contains(.drifts)) { return true }
    let sun = first.contains(.arcs) ? comparison.left : comparison.right
    let range = text(at: sun.range).map { "\($0) in 170deg..190deg" }
    report(.sunAsValue(suggestion: isSingle ? range : nil), at: comparison.range)
    return false
  }

  /// The rows of a result; nil for anything else
  private func rowsOf(_ result: Checked) -> CheckedRows? {
    if case .rows(let rows) = result { rows } else { nil }
  }

  /// Reports why two sides cannot be compared, and the likely correction
  ///
  ///     temp > 20 → write `20C` or `20F`     wind > 30km → write `wind > 30km/h`
  private func reportIncomparable(
    _ comparison: ComparisonSyntax, _ left: ValueType, _ right: ValueType
  ) {
    for (number, other, type, subject) in [
      (comparison.right, right, left, comparison.left),
      (comparison.left, left, right, comparison.right),
    ] where other == .number {
      if let written = literals.numberText(at: number.range), isDaysBetweenDates(subject) {
        report(.missingUnit(type, number: written, suggestions: ["\(written)d"]), at: number.range)
        return
      }
      if reportMissingUnit(of: type, other, at: number.range, beside: subject) { return }
    }
    let suggestion = suggestions.suggestion(comparison, left, right)
    let isEnergyAndPower = Set([left, right]) == [.measure(.energy), .measure(.power)]
    if suggestion == nil, isEnergyAndPower,
      reportWrongUnit(of: left, right, at: comparison.right.range)
        || reportWrongUnit(of: right, left, at: comparison.left.range)
    {
      return
    }
    report(.incomparable(left, right, suggestion: suggestion), at: comparison.range)
  }

  /// `true` if an expression is a difference of two dates, whose unit is a day: `due - today`
  private func isDaysBetweenDates(_ expression: ExpressionSyntax) -> Bool {
    guard case .sum(let sum) = expression, sum.rest.count == 1 else { return false }
    return kind(of: sum.first).type == .date && kind(of: sum.rest[0].operand).type == .date
  }

  // MARK: Membership

  /// `x in LIST` or `x in a..b`
  private func checkMembership(_ comparison: ComparisonSyntax) -> Checked {
    if case .range(let range) = comparison.right { return checkRange(comparison, range) }
    if let period = chartChecker.period(comparison.right) {
      return checkPeriod(comparison, period)
    }
    if let suggestion = suggestions.dashedRange(comparison) {
      report(.dashedRange(suggestion: suggestion), at: comparison.right.range)
      return .failure
    }
    let start = attempt()
    let (left, right) = sides(
      comparison.left, comparison.right, rightHint: { .list($0) }, leftHint: { $0.element })
    if left.isAmbiguous || right.isAmbiguous { return .ambiguous }
    if case .value(let node, .position) = left, node == placeChecker.currentPosition(),
      right.type?.element == .position || right.type?.element == .place, succeeded(since: start)
    {
      report(.equalPosition(suggestion: nearOneOf(comparison)), at: comparison.range)
      return .failure
    }
    guard case .value(let value, let type) = left else {
      if case .rows(let rows) = left {
        expressions.reportRows(rows, at: comparison.left.range)
      }
      return .failure
    }
    return membership(
      RatioChecker.Operand(value, type, comparison.left.range), in: right, comparison.right,
      comparison)
  }

  /// `x in period`, of an Instant
  private func checkPeriod(_ comparison: ComparisonSyntax, _ period: CalendarPeriod) -> Checked {
    let found = unitResolver.resolving { expressions.check(comparison.left, hint: .instant) }
    switch found {
    case .value(let node, .instant):
      let isInside = Operation.inRange(
        node, low: chartChecker.bound(of: period, isEnd: false),
        high: chartChecker.bound(of: period, isEnd: true), kind: .halfOpen)
      return .value(builder.node(isInside, .bool), .bool)
    case .value(_, let type):
      let suggestion = text(at: comparison.left.range).flatMap { text in
        type == .date ? "\(text) + 0:00 in period" : nil
      }
      return callChecker.wrong(
        "in period", "an instant", type, comparison.left, suggestion: suggestion)
    case .rows(let rows):
      expressions.reportRows(rows, at: comparison.left.range)
      return .failure
    case .ambiguous, .failure: return .failure
    }
  }

  /// The membership of a value in a list; a value of a type that cannot be in it is reported
  ///
  ///     "milk" in chores.name   →   (any chores#0 : (== "milk" #0.name))
  private func membership(
    _ operand: RatioChecker.Operand, in list: Checked, _ syntax: ExpressionSyntax,
    _ comparison: ComparisonSyntax
  ) -> Checked {
    guard let (value, list) = ratioChecker.compared(operand, in: list, syntax) else {
      return .failure
    }
    let type = builder.type(of: value)
    switch list {
    case .value(let node, .list(let element)):
      var value = value
      if element == .position, type == .place {
        value = placeChecker.position(of: value)
      } else if element != type {
        let suggestion = suggestions.suggestion(comparison, type, .list(element))
        report(.incomparable(type, element, suggestion: suggestion), at: comparison.range)
        return .failure
      }
      if let elements = builder.elements(of: node) {
        return .value(builder.membership(value, in: elements), .bool)
      }
      return .value(builder.node(.element(value, of: node), .bool), .bool)
    case .rows(let rows):
      guard rows.element == type else {
        report(.incomparable(type, rows.element, suggestion: nil), at: comparison.range)
        return .failure
      }
      return .value(rowChecker.membership(value, in: rows), .bool)
    case .value(_, let found):
      let suggestion = suggestions.membershipSuggestion(comparison, type, found)
      report(
        .notCollection(found, suggestion: suggestion),
        at: suggestion == nil ? comparison.right.range : comparison.range)
      return .failure
    case .ambiguous, .failure: return .failure
    }
  }

  /// `TEXT contains TEXT`, or `LIST contains x`, which is `x in LIST`
  private func checkContains(_ comparison: ComparisonSyntax) -> Checked {
    let left = expressions.check(comparison.left)
    let right = expressions.check(comparison.right, hint: left.type?.element ?? left.type)
    if left.isAmbiguous || right.isAmbiguous { return .ambiguous }
    guard let container = left.type, case .value(let value, let type) = right else {
      return .failure
    }
    if case .value(let text, .text) = left {
      guard type == .text else {
        report(
          .mismatch(expected: .text, found: type, context: "`contains`"), at: comparison.right.range
        )
        return .failure
      }
      return .value(builder.node(.apply(.contains, [text, value]), .bool), .bool)
    }
    guard case .list(let element) = container else {
      report(.notCollection(container, suggestion: nil), at: comparison.left.range)
      return .failure
    }
    guard element == type || ratioChecker.areMixed([element, type]) else {
      report(.incomparable(element, type, suggestion: nil), at: comparison.range)
      return .failure
    }
    return membership(
      RatioChecker.Operand(value, type, comparison.right.range), in: left, comparison.left,
      comparison)
  }

  /// `TEXT starts with TEXT`, `TEXT ends with TEXT`
  private func checkEnd(_ function: ValueFunction, _ comparison: ComparisonSyntax) -> Checked {
    let context = "`\(comparison.operator.spelling)`"
    let whole = expressions.value(comparison.left, as: .text, context: context)
    let end = expressions.value(comparison.right, as: .text, context: context)
    guard let whole, let end else { return .failure }
    return .value(builder.node(.apply(function, [whole, end]), .bool), .bool)
  }

  // MARK: Ranges

  /// `x in a..b`, whose ends have the type of `x`
  private func checkRange(_ comparison: ComparisonSyntax, _ range: RangeSyntax) -> Checked {
    let start = attempt()
    var value = expressions.check(comparison.left)
    var low = expressions.check(range.low, hint: value.type)
    // `30m in 1h..2h`: the left has its type from the lower end.
    if value.type == nil, let type = low.type {
      undo(start)
      value = expressions.check(comparison.left, hint: type)
      low = expressions.check(range.low, hint: type)
    }
    let high = local.allowingEndOfDay {
      expressions.check(range.high, hint: value.type ?? low.type)
    }
    if value.isAmbiguous || low.isAmbiguous || high.isAmbiguous { return .ambiguous }
    guard case .value(let node, let type) = value else {
      if case .rows(let rows) = value {
        expressions.reportRows(rows, at: comparison.left.range)
      }
      return .failure
    }
    if let suggestion = suggestions.clockRange(comparison, range, of: type) {
      report(.incomparable(type, .number, suggestion: suggestion), at: range.range)
      return .failure
    }
    return ratioChecker.compared(
      (node, type, comparison.left.range), (low, range.low.range), (high, range.high.range)
    ).map { inRange($0.value, comparison.left, range, low: $0.low, high: $0.high) } ?? .failure
  }

  /// Whether a value is in a range, whose ends must be of its type
  private func inRange(
    _ node: NodeID, _ subject: ExpressionSyntax, _ range: RangeSyntax, low: Checked, high: Checked
  ) -> Checked {
    let type = builder.type(of: node)
    guard let lowNode = bound(low, of: type, range.low, beside: subject),
      let highNode = bound(high, of: type, range.high, beside: subject)
    else { return .failure }
    guard let kind = rangeKind(of: type) else {
      reportWithoutOrder({ .noRange(type, declaration: $0) }, of: type, at: range.range)
      return .failure
    }
    if !type.hasCases, isEmptyRange(lowNode, highNode, kind) {
      report(.emptyRange, at: range.range)
      return .failure
    }
    return .value(
      builder.node(.inRange(node, low: lowNode, high: highNode, kind: kind), .bool), .bool)
  }

  /// The meaning of `a..b` of a type; `nil` if there is no such range
  private func rangeKind(of type: ValueType) -> RangeKind? {
    if case .enumeration = type { return hasOrder(type) ? .closed : nil }
    return type.rangeKind
  }

  /// An end of a range; `nil` if it is of another type, which is reported
  ///
  ///     temp in 10..20C   →   write `10C` or `10F`
  private func bound(
    _ result: Checked, of type: ValueType, _ expression: ExpressionSyntax,
    beside subject: ExpressionSyntax
  ) -> NodeID? {
    guard case .value(let node, let found) = result else { return nil }
    if found == type { return isFreeOfArcs(node, at: expression.range) ? node : nil }
    if type == .elevation, let fixed = expressions.elevation(node, found) { return fixed }
    if !reportMissingUnit(of: type, found, at: expression.range, beside: subject) {
      let time = type == .timeOfDay ? ArithmeticHints(checker: checker).offset(expression) : nil
      report(.incomparable(type, found, suggestion: time), at: expression.range)
    }
    return nil
  }

  /// `true` if nothing can be in a range of two constants
  ///
  ///     20C..10C → true     22:00..6:00 → false, as it goes over midnight     fri..mon → false
  private func isEmptyRange(_ low: NodeID, _ high: NodeID, _ kind: RangeKind) -> Bool {
    guard let first = builder.constantScalar(of: low), let last = builder.constantScalar(of: high)
    else { return false }
    return switch kind {
    case .closed: first > last
    case .halfOpen: first >= last
    case .timeOfDay, .cyclic: false
    }
  }

  // MARK: Mistakes

  /// The mistake of comparing the position of the person with another for equality; nil for other positions
  ///
  ///     position == home → near home within 100m     position != home → not near home within 100m
  private func equalPosition(
    _ comparison: ComparisonSyntax, _ left: NodeID, _ right: NodeID
  ) -> TypeProblem? {
    guard let here = placeChecker.currentPosition(), left != right, left == here || right == here
    else { return nil }
    let place = left == here ? comparison.right : comparison.left
    let isNegated = comparison.operator == .notEqual || comparison.operator == .isNot
    return .equalPosition(
      suggestion: nearText(place).map { isNegated ? "not \($0)" : $0 })
  }

  /// `near home within 100m` for the place that an expression means
  private func nearText(_ place: ExpressionSyntax) -> String? {
    text(at: place.range).map { text in
      "near \(place.isWord || place.isPath ? text : "(\(text))") within 100m"
    }
  }

  /// `near a within 100m or near b within 100m` for `position in [a, b]`; nil for a list that is not written out
  private func nearOneOf(_ comparison: ComparisonSyntax) -> String? {
    guard case .list(let list) = comparison.right else { return nil }
    let nears = list.elements.compactMap(nearText).joined(separator: " or ")
    return comparison.operator == .notIn ? "not (\(nears))" : nears
  }

  /// `sky == rain or drizzle`: an alternative that is no condition, but fits the comparison before it
  ///
  ///     sky == rain or drizzle          at 1: write `sky in [rain, drizzle]`
  ///     sky == rain or drizzle or mist  at 2: write `sky in [rain, drizzle, mist]`
  ///     sky != rain and drizzle         at 1: write `sky not in [rain, drizzle]`
  ///     sky == rain or raining          nil: a condition
  func repeatedSubject(_ operands: [ExpressionSyntax], at index: Int) -> TypeProblem? {
    let operand = operands[index]
    guard case .comparison(let first) = operands[0], let isEqual = first.operator.isEquality,
      isCaseOrText(operand)
    else { return nil }
    let start = attempt()
    defer { undo(start) }
    if case .value(_, .bool) = expressions.check(operand), succeeded(since: start) { return nil }
    undo(start)
    guard let type = expressions.check(first.left).type,
      case .value(_, type) = expressions.check(operand, hint: type),
      succeeded(since: start), let subject = text(at: first.left.range),
      let value = text(at: first.right.range)
    else { return nil }
    let others = operands[1...index].compactMap { text(at: $0.range) }
    let list = ([value] + others).joined(separator: ", ")
    return .caseAsCondition(
      name: text(at: operand.range) ?? "",
      suggestion: "\(subject) \(isEqual ? "in" : "not in") [\(list)]")
  }

  /// `mode == "eco" or "heat"`, whose texts are cases and have lost their comparison, and the place of all of it; `nil` for
  /// anything else
  ///
  ///     mode == "eco" or "heat" → mode in [eco, heat]
  func quotedCases(_ operands: [ExpressionSyntax]) -> (TypeProblem, SourceRange)? {
    guard operands.count > 1, case .comparison(let first) = operands[0],
      let isEqual = first.operator.isEquality
    else { return nil }
    var words: [String] = []
    for value in [first.right] + operands[1...] {
      guard case .text(let text) = value, let word = text.plainText?.lowercased() else {
        return nil
      }
      words.append(word)
    }
    guard let type = kind(of: first.left).type, type.hasCases,
      let subject = text(at: first.left.range),
      words.allSatisfy({ nameTable.caseIndex($0, of: type) != nil })
    else { return nil }
    let list = words.joined(separator: ", ")
    return (
      .caseAsCondition(
        name: text(at: operands[1].range) ?? "",
        suggestion: "\(subject) \(isEqual ? "in" : "not in") [\(list)]"),
      operands[0].range.union(operands[operands.count - 1].range)
    )
  }

  /// `true` if an expression may be a value that has lost its comparison: a name or a text
  private func isCaseOrText(_ expression: ExpressionSyntax) -> Bool {
    if case .text(let text) = expression { return text.plainText != nil }
    return expression.isWord
  }
}

extension OppModel.Comparison {
  /// `true` for `<` and its like
  fileprivate var isOrder: Bool {
    switch self {
    case .equal, .notEqual: false
    case .less, .lessOrEqual, .greater, .greaterOrEqual: true
    }
  }
}

extension ExpressionSyntax {
  /// `true` if it is a field of something, a call, or in parentheses, so that a field of it needs no more of them
  var isPath: Bool {
    if case .field = self { return true }
    if case .call = self { return true }
    if case .parenthesized = self { return true }
    return false
  }

  /// `true` if it is a name, a literal or a text, which may be a value in a list of them
  fileprivate var isWord: Bool {
    if case .name = self { return true }
    if case .literal = self { return true }
    if case .text = self { return true }
    return false
  }
}
