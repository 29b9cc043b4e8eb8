internal import OppModel
internal import OppSyntax

/// Checks conditions and values over time: `for`, `within`, windows, `began`
///
/// ```
/// raining for 1h                   (for (derived weather.raining) 3600s)
/// raining within last 2h           (within-last (derived weather.raining) 7200s)
/// busy within next 2h              (within-next calendar.busy 7200s)          the calendar is known ahead
/// min(temp, last 1d)               (minimum weather.temp last 86400s)
/// average(temp, since today + 00:00)   (average weather.temp since (combine clock.today 00:00))
/// began(raining)                   an Instant
/// ```
struct WindowChecker: CheckerPart {
  let checker: Checker

  /// The longest duration that `for`, `within` and windows look back or ahead: 100 years
  static let longestSpan: Int64 = 36_525 * 86_400

  // MARK: Conditions in time

  /// `c for D`
  func checkLasting(_ lasting: LastingSyntax) -> Checked {
    if let suggestion = durationAtLeast(lasting) {
      report(.notCondition(.duration, suggestion: suggestion), at: lasting.range)
      return .failure
    }
    let operand = expressions.condition(lasting.condition)
    let seconds = span(lasting.duration, what: "the duration of `for`")
    guard let operand, let seconds else { return .failure }
    guard hasPast(operand, at: lasting.range) else { return .failure }
    return .value(builder.node(.lasting(operand, seconds: seconds), .bool), .bool)
  }

  /// `free >= 30min` of `free for 30min`, whose left side is a duration; nil for anything else
  private func durationAtLeast(_ lasting: LastingSyntax) -> String? {
    var isName = false
    if case .name = lasting.condition { isName = true }
    if case .field = lasting.condition { isName = true }
    guard isName else { return nil }
    let start = attempt()
    defer { undo(start) }
    guard expressions.check(lasting.condition).type == .duration,
      let subject = text(at: lasting.condition.range), let length = text(at: lasting.duration.range)
    else { return nil }
    return "\(subject) >= \(length)"
  }

  /// `c within last D`, `c within next D`
  func checkWithin(_ within: WithinSyntax) -> Checked {
    let operand = expressions.condition(within.condition)
    let seconds = span(within.duration, what: "the duration of `within`")
    guard let operand, let seconds else { return .failure }
    guard hasPast(operand, at: within.range) else { return .failure }
    if within.looksAhead {
      guard isForeseeable(operand, at: within.condition.range) else { return .failure }
      return .value(builder.node(.withinNext(operand, seconds: seconds), .bool), .bool)
    }
    return .value(builder.node(.withinLast(operand, seconds: seconds), .bool), .bool)
  }

  /// `c until d`
  func checkLatch(_ latch: LatchSyntax) -> Checked {
    if let (type, suggestion) = timeAfterUntil(latch) {
      report(.notCondition(type, suggestion: suggestion), at: latch.end.range)
      return .failure
    }
    let condition = expressions.condition(latch.condition)
    let end = expressions.condition(latch.end)
    guard let condition, let end else { return .failure }
    guard hasPast(condition, at: latch.range), hasPast(end, at: latch.range) else {
      return .failure
    }
    return .value(builder.node(.latch(condition, until: end), .bool), .bool)
  }

  /// `raining and time < 18:00` of `raining until 18:00`, which has a time where a condition belongs; nil for anything else
  ///
  ///     time in 8:00 until 18:00   →   time in 8:00..18:00
  private func timeAfterUntil(_ latch: LatchSyntax) -> (type: ValueType, suggestion: String)? {
    let start = attempt()
    defer { undo(start) }
    guard let type = expressions.check(latch.end).type, type == .timeOfDay || type == .instant,
      let condition = text(at: latch.condition.range), let end = text(at: latch.end.range)
    else { return nil }
    if case .comparison(let comparison) = latch.condition, comparison.operator == .in {
      return (type, "\(condition)..\(end)")
    }
    let clock = type == .timeOfDay ? "time" : "now"
    return (type, "\(condition) and \(clock) < \(end)")
  }

  // MARK: Windows

  /// `average(x, last D)` and its like
  func checkWindow(
    _ function: Function, _ operand: ExpressionSyntax, _ span: ExpressionSyntax
  ) -> Checked {
    let value = expressions.anyValue(operand)
    let window = checkSpan(span, function)
    guard let (node, type) = value, let window, let kind = function.window else {
      return .failure
    }
    guard let result = resultType(kind, type) else {
      return callChecker.wrong(
        function.rawValue, accepted(kind), type, operand,
        suggestion: kind == .increase ? change(type, operand, span) : nil)
    }
    guard hasPast(node, at: operand.range) else { return .failure }
    if kind != .change, builder.traits(of: node).contains(.drifts) {
      report(.driftingWindow(function.rawValue), at: operand.range)
      return .failure
    }
    if case .next = window {
      guard kind != .times else {
        report(.noLookAhead(function: function.rawValue), at: span.range)
        return .failure
      }
      if !isForeseeable(node, at: operand.range) { return .failure }
    }
    var measured = node
    if type == .place { measured = placeChecker.position(of: node) }
    return .value(self.window(.window(kind, measured, window), kind, type, result), result)
  }

  /// The node of a window; the total of a power is in watt hours, and the average of money is rounded
  private func window(
    _ operation: Operation, _ function: WindowFunction, _ operand: ValueType, _ result: ValueType
  ) -> NodeID {
    if function == .total, operand == .measure(.power) {
      return EnergyArithmetic(builder: builder)
        .wattHours(ofWattSeconds: builder.node(operation, .number))
    }
    if function == .average, case .money = result {
      return builder.wholeMinorUnits(builder.node(operation, .number), result)
    }
    return builder.node(operation, result)
  }

  /// `change(temp, last 1d)` for the `increase` of what has no 0 to count from; nil where it has no difference
  private func change(
    _ type: ValueType, _ operand: ExpressionSyntax, _ span: ExpressionSyntax
  ) -> String? {
    guard type.difference != nil, let value = text(at: operand.range),
      let span = text(at: span.range)
    else { return nil }
    return "change(\(value), \(span))"
  }

  /// The type of a window over values of a type; nil where it does not apply to them
  ///
  ///     average of Place → Position     change of Temperature → its difference     total of Speed → Length
  ///     increase of Number → Number     times of Bool → Number
  private func resultType(_ function: WindowFunction, _ type: ValueType) -> ValueType? {
    switch function {
    case .average:
      type == .place
        ? .position : type.isAmount || type == .temperature || type == .position ? type : nil
    case .minimum, .maximum: type.hasOrder && type != .weekday && type != .month ? type : nil
    case .change: type.difference
    case .total:
      type == .speed
        ? .length : type == .measure(.power) ? .measure(.energy) : type == .bool ? .duration : nil
    case .increase: type.isAmount ? type : nil
    case .times: type == .bool ? .number : nil
    case .travelled: nil
    }
  }

  /// The values that a window takes, as the end of a sentence
  private func accepted(_ function: WindowFunction) -> String {
    switch function {
    case .average: "an amount, a temperature or a position"
    case .minimum, .maximum: "a value that has an order"
    case .change: "a value that can be subtracted"
    case .total:
      "a speed, which gives a length, a power, which gives an energy, or a condition, which gives a duration"
    case .increase: "an amount that starts at 0, such as the count of a meter"
    case .times: "a condition, and counts how often that becomes true"
    case .travelled: "nothing but `last D`"
    }
  }

  /// `travelled(last D)`
  func checkTravelled(_ span: ExpressionSyntax) -> Checked {
    guard let window = checkSpan(span, .travelled), let here = placeChecker.currentPosition() else {
      return .failure
    }
    if case .next = window {
      report(.noLookAhead(function: "travelled"), at: span.range)
      return .failure
    }
    return .value(builder.node(.window(.travelled, here, window), .length), .length)
  }

  /// `began(c)`
  func checkBegan(_ expression: ExpressionSyntax) -> Checked {
    guard let operand = expressions.condition(expression), hasPast(operand, at: expression.range)
    else {
      return .failure
    }
    return .value(builder.node(.began(operand), .instant), .instant)
  }

  /// `last D`, `next D`, `since T`
  ///
  ///     last 2h → last 7200 seconds     since began(raining) → since that node     2h → write `last 2h`
  private func checkSpan(_ expression: ExpressionSyntax, _ function: Function) -> OppModel.Span? {
    guard case .span(let span) = expression else {
      if !expression.isMissing {
        let written = text(at: expression.range).flatMap { text in
          UnitSpellings.isDuration(text) ? text : nil
        }
        report(.missingSpan(function: function.rawValue, written: written), at: expression.range)
      }
      return nil
    }
    switch span.kind {
    case .last:
      return self.span(span.operand, what: "the length of a window").map { .last(seconds: $0) }
    case .next:
      return self.span(span.operand, what: "the length of a window").map { .next(seconds: $0) }
    case .since:
      guard let start = expressions.value(span.operand, as: .instant, context: "`since`") else {
        return nil
      }
      guard !builder.traits(of: start).contains(.drifts) else {
        report(.driftingStart, at: span.operand.range)
        return nil
      }
      guard hasPast(start, at: span.operand.range) else { return nil }
      return .since(start)
    }
  }

  // MARK: Requirements on their parts

  /// Whether a node may be evaluated in the past: it uses no row of an open `where`
  private func hasPast(_ node: NodeID, at range: SourceRange) -> Bool {
    guard rowChecker.usesRowWithoutPast(node) else { return true }
    report(.rowWithoutPast, at: range)
    return false
  }

  /// Whether the future of a node is known now; reports where it is not
  ///
  ///     busy → true     time in 12:00..13:00 → true     raining → false: see the table `forecast`
  private func isForeseeable(_ node: NodeID, at range: SourceRange) -> Bool {
    guard builder.traits(of: node).contains(.unforeseeable) else { return true }
    report(.notForeseeable, at: range)
    return false
  }

  // MARK: Constant durations

  /// The seconds of a span, from 0 to 100 years; nil where it is none, which is reported
  private func span(_ expression: ExpressionSyntax, what: String) -> Int64? {
    seconds(expression, what: what, least: 0, most: WindowChecker.longestSpan, "100 years")
  }

  /// A constant duration in whole seconds; nil where it is none, which is reported
  ///
  ///     90min → 5400     long, with `let long = 2h` → 7200     free → nil, as it changes     0.5s → nil
  func seconds(
    _ expression: ExpressionSyntax, what: String, least: Int64, most: Int64, _ mostText: String
  ) -> Int64? {
    guard let node = expressions.value(expression, as: .duration, context: what) else { return nil }
    guard let value = builder.constantScalar(of: node) else {
      // While a let is checked alone, a placeholder takes the place of its parameter's constant.
      if Placeholder.isPlaceholder(builder.constantValue(of: node)) { return least }
      report(.notConstant(what: what), at: expression.range)
      return nil
    }
    guard value >= Double(least), value <= Double(most) else {
      report(
        .outOfRange(what: what, least: least == 0 ? "0s" : "1s", most: mostText),
        at: expression.range)
      return nil
    }
    guard let seconds = Int64(exactly: value) else {
      report(.notWholeSeconds, at: expression.range)
      return nil
    }
    return seconds
  }
}
