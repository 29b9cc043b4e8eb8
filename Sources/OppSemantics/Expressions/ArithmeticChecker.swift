internal import OppModel
internal import OppSyntax

/// Checks sums, products, `otherwise` and negation
///
/// ```
/// 1 + 2 * 3              7, at once
/// now + 30m              (add clock.now 1800s): beside an instant, `30m` are minutes
/// temp - 5C              (subtract weather.temp 5°C): the difference of 5 degrees, not the temperature
/// temp - feels_like      a TemperatureDifference
/// speed * 1h             (multiply location.speed 3600s), a Length
/// temp otherwise 15C     (otherwise weather.temp 15°C)
/// ```
struct ArithmeticChecker: CheckerPart {
  let checker: Checker

  /// The advice on arithmetic that there is not
  private var hints: ArithmeticHints { ArithmeticHints(checker: checker) }

  /// Reports an `otherwise` beside arithmetic that may be meant in two ways; `true` if there is one
  private func reportsReadings(of chain: ArithmeticChainSyntax) -> Bool {
    guard let readings = OtherwiseReadings(of: chain) else { return false }
    // The operands are not checked then, so that the readings within them are reported here.
    for readings in [readings] + OtherwiseReadings.within(chain) {
      let text = text(at: readings.range) ?? ""
      report(.ambiguousOtherwise(readings, text: text), at: readings.range)
    }
    return true
  }

  // MARK: Sums

  /// A chain of `+` and `-`, from the left
  ///
  /// - Parameters:
  ///   - hint: the type that the place expects, which the first operand has as well in most sums.
  ///   - isDifference: `true` if `5C` behind a first `-` is a temperature, so that the chain is a difference.
  func checkSum(
    _ chain: ArithmeticChainSyntax, hint: ValueType?, isDifference: Bool = false
  ) -> Checked {
    if reportsReadings(of: chain) { return .failure }
    let steps = chain.rest
    if reportSumOfTexts(chain, steps) { return .failure }
    let start = attempt()
    var left = expressions.check(chain.first, hint: hint)
    // `30m + 1h`: the first operand has its type from a later one, and is checked again.
    if left.isAmbiguous, let type = typeFromRight(of: steps, start) {
      undo(start)
      left = expressions.check(chain.first, hint: type)
    }
    var range = chain.first.range
    for (index, step) in steps.enumerated() {
      let right = rightOfSum(step, left: left.type, isDifference: isDifference && index == 0)
      range = range.union(step.operand.range)
      if left.isAmbiguous || right.isAmbiguous {
        left = .ambiguous
        continue
      }
      left = sum(left, step, right, at: range, after: chain.first)
      if case .value(let node, _) = left { checker.sourceMap.add(node, range) }
    }
    return left
  }

  /// Reports a sum that has a text among its operands, which is one text with values in braces; false for any other
  ///
  ///     "It is " + temp + "." → write `"It is {temp}."`
  private func reportSumOfTexts(
    _ chain: ArithmeticChainSyntax, _ steps: [ArithmeticChainSyntax.Step]
  ) -> Bool {
    let operands = [chain.first] + steps.map { $0.operand }
    let texts = operands.compactMap { text(at: $0.range) }
    guard operands.contains(where: { if case .text = $0 { true } else { false } }),
      steps.allSatisfy({ $0.operator == .add }), texts.count == operands.count
    else { return false }
    let (left, right) = (kind(of: chain.first).type, kind(of: operands[1]).type)
    report(
      .noArithmetic(
        operator: "+", left ?? .text, right ?? .text,
        hint: "write `\(ForeignTexts.joined(texts))`"),
      at: chain.range)
    return true
  }

  /// The type of a left side that is ambiguous, by the first operand whose type is certain
  ///
  ///     30m + now → Duration     30m + 1h → Duration     30m + 5km → Length
  private func typeFromRight(
    of steps: [ArithmeticChainSyntax.Step], _ start: Checker.Attempt
  ) -> ValueType? {
    for step in steps {
      guard let type = expressions.check(step.operand).type else { continue }
      if [.instant, .timeOfDay, .date].contains(type) { return .duration }
      return [.duration, .length, .temperature].contains(type) ? type : nil
    }
    return nil
  }

  /// The right of `+` or `-`, where `5C` is a difference
  ///
  ///     temp + 5C: a temperature and a difference     30m + 5C: the left is open, so `5C` is a difference all the same
  private func rightOfSum(
    _ step: ArithmeticChainSyntax.Step, left: ValueType?, isDifference: Bool
  ) -> Checked {
    if let left {
      return expressions.check(step.operand, hint: isDifference ? left : left.difference)
    }
    let start = attempt()
    let plain = expressions.check(step.operand)
    guard plain.isAmbiguous else { return plain }
    undo(start)
    return expressions.check(step.operand, hint: .temperatureDifference)
  }

  /// One step of a sum; a step between types that cannot be added is reported
  private func sum(
    _ left: Checked, _ step: ArithmeticChainSyntax.Step, _ right: Checked, at range: SourceRange,
    after beginning: ExpressionSyntax
  ) -> Checked {
    guard case .value(let first, let firstType) = left,
      case .value(let second, let secondType) = right
    else {
      if case .rows(let rows) = left { expressions.reportRows(rows, at: range) }
      if case .rows(let rows) = right { expressions.reportRows(rows, at: step.operand.range) }
      return .failure
    }
    // `30min + now` is `now + 30min`: the operands change places, so that the instant comes first.
    let isAddition = step.operator == .add
    if isAddition, firstType == .duration || firstType == .temperatureDifference,
      secondType.difference == firstType, secondType != firstType,
      let (operation, type) = Self.sum(secondType, firstType, isAddition: true)
    {
      return time(builder.arithmetic(operation, second, first, type), type, at: range)
    }
    guard let (operation, type) = Self.sum(firstType, secondType, isAddition: isAddition) else {
      report(
        .noArithmetic(
          operator: step.operator.spelling, firstType, secondType,
          hint: hints.sum(
            (first, firstType), (second, secondType), step, from: range, after: beginning)),
        at: range)
      return .failure
    }
    // `today + 36h` would be no date, and neither would `today + (now - begins)` at most seconds.
    if operation == .dateAdvance || operation == .dateRetreat,
      builder.traits(of: second).contains(.drifts)
        || builder.constantScalar(of: second)?.truncatingRemainder(dividingBy: 86_400) ?? 0 != 0
    {
      report(.notWholeDays, at: step.operand.range)
      return .failure
    }
    return time(builder.arithmetic(operation, first, second, type), type, at: range)
  }

  /// A sum, unless it is a constant beyond the first or the last date
  ///
  ///     9999-12-31 + 1d → an error
  private func time(_ sum: NodeID, _ type: ValueType, at range: SourceRange) -> Checked {
    if let value = builder.constantScalar(of: sum), !type.scalarLimits.contains(value) {
      report(.beyondCalendar(type), at: range)
      return .failure
    }
    return .value(sum, type)
  }

  /// The operation of `+` or `-` on two types, and the type of its result
  ///
  /// ```
  /// Temperature + TemperatureDifference   Temperature          Instant - Instant        Duration
  /// Temperature - Temperature             the difference       Date + TimeOfDay         Instant
  /// Date + Duration of whole days         Date                 TimeOfDay + Duration     TimeOfDay, within the day
  /// ```
  private static func sum(
    _ left: ValueType, _ right: ValueType, isAddition: Bool
  ) -> (Arithmetic, ValueType)? {
    let plain: Arithmetic = isAddition ? .add : .subtract
    switch (left, right) {
    case _ where left == right && left.isAmount: return (plain, left)
    case (.temperature, .temperatureDifference): return (plain, .temperature)
    case (.temperature, .temperature) where !isAddition: return (.subtract, .temperatureDifference)
    case (.instant, .duration): return (plain, .instant)
    case (.instant, .instant) where !isAddition: return (.subtract, .duration)
    case (.date, .duration): return (isAddition ? .dateAdvance : .dateRetreat, .date)
    case (.date, .date) where !isAddition: return (.dateDifference, .duration)
    case (.date, .timeOfDay) where isAddition: return (.combine, .instant)
    case (.timeOfDay, .duration): return (isAddition ? .timeAdvance : .timeRetreat, .timeOfDay)
    case (.timeOfDay, .timeOfDay) where !isAddition: return (.subtract, .duration)
    default: return nil
    }
  }

  /// An operand that cannot be a temperature: `temp - 5C` is how much warmer it is than 5 °C there
  ///
  ///     abs(temp - 21C) → of a difference     (temp - 18C) / 1K → a number     abs(temp) → a temperature, an error
  func checkAmount(_ expression: ExpressionSyntax, hint: ValueType?) -> Checked {
    let start = attempt()
    let plain = expressions.check(expression, hint: hint)
    guard plain.type == .temperature, let chain = difference(expression) else { return plain }
    undo(start)
    return checkSum(chain, hint: hint, isDifference: true)
  }

  /// A sum that begins with a difference, also in parentheses; `nil` for any other expression
  private func difference(_ expression: ExpressionSyntax) -> ArithmeticChainSyntax? {
    var inner = expression
    while case .parenthesized(let view) = inner { inner = view.inner }
    guard case .sum(let chain) = inner, chain.rest.first?.operator == .subtract else { return nil }
    return chain
  }

  // MARK: Products

  /// A chain of `*`, `/` and `otherwise`, from the left
  ///
  /// - Parameter hint: the type that the place expects; for `2 * 5C` where a temperature is expected, a difference.
  func checkProduct(_ chain: ArithmeticChainSyntax, hint: ValueType?) -> Checked {
    if reportsReadings(of: chain) { return .failure }
    let isProduct = chain.rest.contains { $0.operator != .otherwise }
    let hint = hint == .temperature && isProduct ? .temperatureDifference : hint
    let start = attempt()
    var left =
      isProduct ? checkAmount(chain.first, hint: nil) : expressions.check(chain.first)
    if left.type == nil, let hint {
      // Only `otherwise` and numbers keep the type of the whole.
      undo(start)
      left = expressions.check(chain.first, hint: keepsType(chain) ? hint : nil)
    }
    var range = chain.first.range
    for step in chain.rest {
      let before = range
      range = range.union(step.operand.range)
      if step.operator == .otherwise {
        left = otherwise(left, at: before, step, hint: hint)
        continue
      }
      let right = checkAmount(
        step.operand, hint: left.type == .number || left.type == .percent ? hint : nil)
      if left.isAmbiguous || right.isAmbiguous {
        left = .ambiguous
        continue
      }
      left = product(left, step, right, at: range)
      if case .value(let node, _) = left { checker.sourceMap.add(node, range) }
    }
    return left
  }

  /// `true` if every step keeps the type of the first operand
  ///
  ///     30m * 2 → true     30m * 50% → true     30m * speed → false
  private func keepsType(_ chain: ArithmeticChainSyntax) -> Bool {
    for step in chain.rest where step.operator != .otherwise {
      let type = kind(of: step.operand).type
      guard type == .number || type == .percent else { return false }
    }
    return true
  }

  /// One step of `otherwise`: both sides are of one type, and the right may be a case of the left's
  ///
  ///     temp otherwise feels_like     sky otherwise clear
  private func otherwise(
    _ left: Checked, at range: SourceRange, _ step: ArithmeticChainSyntax.Step, hint: ValueType?
  ) -> Checked {
    let right = expressions.check(step.operand, hint: left.type ?? hint)
    if left.isAmbiguous || right.isAmbiguous { return .ambiguous }
    guard let leftType = left.type, let rightType = right.type,
      let (left, right) = ratioChecker.joined(
        (left, range), (right, step.operand.range), as: .operand)
    else { return .failure }
    guard let both = expressions.unified(left, right) else {
      if reportMissingUnit(of: leftType, rightType, at: step.operand.range) { return .failure }
      report(
        .mismatch(expected: leftType, found: rightType, context: "`otherwise`"),
        at: step.operand.range)
      return .failure
    }
    guard isFreeOfArcs(both.left, at: step.operand.range),
      isFreeOfArcs(both.right, at: step.operand.range)
    else { return .failure }
    let node = builder.node(.otherwise(both.left, both.right), both.type)
    return .value(node, both.type)
  }

  /// One step of a product; a step between types that cannot be multiplied is reported
  private func product(
    _ left: Checked, _ step: ArithmeticChainSyntax.Step, _ right: Checked, at range: SourceRange
  ) -> Checked {
    guard case .value(let first, let firstType) = left,
      case .value(let second, let secondType) = right
    else {
      if case .rows(let rows) = left { expressions.reportRows(rows, at: range) }
      if case .rows(let rows) = right { expressions.reportRows(rows, at: step.operand.range) }
      return .failure
    }
    let isProduct = step.operator == .multiply
    let energy = energies.node(isProduct, (first, firstType), (second, secondType))
    let found =
      isProduct
      ? Self.product(firstType, secondType) : Self.quotient(firstType, secondType)
    // The engine follows lines and their quotients. A product of two lines turns back.
    if isProduct, energy != nil || found != nil, builder.traits(of: first).contains(.drifts),
      builder.traits(of: second).contains(.drifts)
    {
      report(.driftingProduct(steady: steady(step.operand, secondType)), at: range)
      return .failure
    }
    if let energy { return .value(energy.node, energy.type) }
    guard let (operation, type, isSwapped) = found else {
      report(
        .noArithmetic(
          operator: step.operator.spelling, firstType, secondType,
          hint: hints.product(firstType, secondType)),
        at: range)
      return .failure
    }
    var (left, right) = isSwapped ? (second, first) : (first, second)
    // `humidity * 1` is the number that the percentage is, and equals it.
    if operation == .percentOf, type == .number, builder.constantScalar(of: left) == 1 {
      return .value(builder.unary(.ratio, right, type), type)
    }
    // The whole of which so much is a share: 119EUR / 119% is 11900 * 100 / 119 cents.
    if operation == .divide, secondType == .percent, firstType != .percent {
      left = builder.arithmetic(
        .multiply, left, builder.constant(.scalar(100), .number), .number)
    }
    guard case .money = type else {
      return .value(builder.arithmetic(operation, left, right, type), type)
    }
    return .value(
      builder.wholeMinorUnits(builder.arithmetic(operation, left, right, .number), type), type)
  }

  /// A drifting expression rounded to be constant for a while; `nil` for a type that is not rounded
  ///
  ///     free → round(free / 1min) * 1min     age(temp) / 1h → round(age(temp) / 1h)
  private func steady(_ expression: ExpressionSyntax, _ type: ValueType) -> String? {
    var inner = expression
    if case .parenthesized(let view) = expression { inner = view.inner }
    guard let text = text(at: inner.range) else { return nil }
    if type == .number { return "round(\(text))" }
    return type == .duration ? "round(\(text) / 1min) * 1min" : nil
  }

  /// Products and quotients of powers, energies and durations
  private var energies: EnergyArithmetic { EnergyArithmetic(builder: builder) }

  /// An operation, the type of its result, and whether its operands change places
  private typealias Product = (operation: Arithmetic, type: ValueType, isSwapped: Bool)

  /// The operation of `*` on two types; `nil` if there is none
  ///
  ///     free * 50% → Duration     50% * free → the same, swapped     speed * 1h → Length     free * free → nil
  private static func product(_ left: ValueType, _ right: ValueType) -> Product? {
    switch (left, right) {
    case (_, .percent) where left.isAmount: (.percentOf, left, false)
    // The share of the number: `humidity * 1.1` is one.
    case (.percent, .number): (.percentOf, .number, true)
    case (_, .number) where left.isAmount: (.multiply, left, false)
    case (.number, _) where right.isAmount: (.multiply, right, false)
    case (.percent, _) where right.isAmount: (.percentOf, right, true)
    case (.speed, .duration), (.duration, .speed): (.multiply, .length, false)
    default: nil
    }
  }

  /// The operation of `/` on two types; `nil` if there is none
  ///
  ///     free / 2 → Duration     free / 30min → Number     5km / 1h → Speed     119EUR / 119% → EUR
  private static func quotient(_ left: ValueType, _ right: ValueType) -> Product? {
    switch (left, right) {
    case (_, .number) where left.isAmount: (.divide, left, false)
    case _ where left == right && left.isAmount: (.divide, .number, false)
    case (_, .percent) where left.isAmount: (.divide, left, false)
    case (.length, .duration): (.divide, .speed, false)
    case (.length, .speed): (.divide, .duration, false)
    default: nil
    }
  }

  // MARK: Negation

  /// `-x` of an amount
  ///
  ///     -free → (negate calendar.free)     -(5C) → -5°C, a difference     -temp → an error
  func checkNegative(_ prefix: PrefixSyntax, hint: ValueType?) -> Checked {
    let hint = hint == .temperature ? .temperatureDifference : hint
    switch checkAmount(prefix.operand, hint: hint) {
    case .value(let node, let type):
      guard type.isAmount else {
        report(.noNegative(type), at: prefix.range)
        return .failure
      }
      return .value(builder.unary(.negate, node, type), type)
    case .rows(let rows):
      expressions.reportRows(rows, at: prefix.range)
      return .failure
    case .ambiguous: return .ambiguous
    case .failure: return .failure
    }
  }
}
