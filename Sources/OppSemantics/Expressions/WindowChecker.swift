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
    guard kind(of: lasting.condition).type == .duration,
      let subject = text(at: lasting.condition.range), let length = text(at: lasting.duration.range)
    else { return nil }
    let between = SourceRange(
      file: lasting.range.file, start: lasting.condition.range.end,
      end: lasting.duration.range.start)
    let isMore = text(at: between)?.split(separator: " ").contains { $0 == "more" || $0 == "over" }
    return "\(subject) \(isMore ?? false ? ">" : ">=") \(length)"
  }

  /// `c within last D`, `c within next D`
  func checkWithin(_ within: WithinSyntax) -> Checked {
    let what = "the duration of `within`"
    if let (type, suggestion) = timeWithin(within) {
      report(.notCondition(type, suggestion: suggestion), at: within.range)
      return .failure
    }
    guard let operand = expressions.condition(within.condition) else {
      _ = reach(within.duration, what: what, looksAhead: within.looksAhead)
      return .failure
    }
    guard within.looksAhead else {
      let past = withinLast(operand, within.duration, what: what)
      guard let past, hasPast(operand, at: within.range) else { return .failure }
      return .value(past, .bool)
    }
    let ahead = reach(within.duration, what: what, looksAhead: true)
    guard let ahead, hasPast(operand, at: within.range),
      isForeseeable(operand, at: within.condition.range, within: within)
    else { return .failure }
    return .value(builder.node(.withinNext(operand, seconds: ahead.length), .bool), .bool)
  }

  /// The range that `due within 3d` and `temp within 10C..20C` mean, whose left side is a value; nil for anything else
  ///
  ///     due within 3d → due in today..today + 3d     e.begins within next 1h → e.begins in now..now + 1h
  private func timeWithin(_ within: WithinSyntax) -> (type: ValueType, suggestion: String)? {
    var isName = false
    if case .name = within.condition { isName = true }
    if case .field = within.condition { isName = true }
    guard isName else { return nil }
    guard let type = kind(of: within.condition).type, type != .bool,
      let subject = text(at: within.condition.range), let length = text(at: within.duration.range)
    else { return nil }
    if case .range = within.duration, within.node.token(.last) == nil, !within.looksAhead {
      return (type, "\(subject) in \(length)")
    }
    guard type == .date || type == .instant else { return nil }
    let present = type == .date ? "today" : "now"
    let isPast = within.node.token(.last) != nil
    return (
      type,
      isPast
        ? "\(subject) in \(present) - \(length)..\(present)"
        : "\(subject) in \(present)..\(present) + \(length)"
    )
  }

  /// `c within last D`, `c within last A..B`, of a condition that has been checked; nil if `D` is no duration
  func withinLast(_ condition: NodeID, _ duration: ExpressionSyntax, what: String) -> NodeID? {
    guard let reach = reach(duration, what: what, looksAhead: false) else { return nil }
    return builder.node(
      .withinLast(ago(condition, .bool, reach.from), seconds: reach.length), .bool)
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
    guard let type = kind(of: latch.end).type, type == .timeOfDay || type == .instant,
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
    if function == .times, case .changes(let change) = operand { return checkTimes(change, span) }
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
    if builder.traits(of: node).contains(.drifts) {
      if kind != .change {
        report(
          .driftingWindow(function.rawValue, hasChange: type.difference != nil), at: operand.range)
        return .failure
      }
      if window.from > 0 {
        reportDriftingShift(operand, span)
        return .failure
      }
    }
    if case .next = window.span {
      guard kind != .times else {
        report(.noLookAhead(function: function.rawValue), at: span.range)
        return .failure
      }
      if !isForeseeable(node, at: operand.range) { return .failure }
    }
    var measured = node
    if type == .place { measured = placeChecker.position(of: node) }
    measured = ago(measured, type == .place ? .position : type, window.from)
    return .value(self.window(.window(kind, measured, window.span), kind, result), result)
  }

  /// `times(x changes, last D)`
  ///
  /// A change from or to a constant is a condition that becomes true, as in `on`.
  private func checkTimes(_ view: ChangesEventSyntax, _ span: ExpressionSyntax) -> Checked {
    let change = eventChecker.change(view, isCounted: true)
    guard let window = checkSpan(span, .times), let change else { return .failure }
    if case .next = window.span {
      report(.noLookAhead(function: Function.times.rawValue), at: span.range)
      return .failure
    }
    let (function, operand): (WindowFunction, NodeID) =
      switch change {
      case .ofValue(let node): (.changes, node)
      case .becoming(let condition): (.times, condition)
      }
    guard hasPast(operand, at: view.value.range) else { return .failure }
    let counted = ago(operand, builder.type(of: operand), window.from)
    return .value(builder.node(.window(function, counted, window.span), .number), .number)
  }

  /// The node of a window; the average of money is rounded
  private func window(
    _ operation: Operation, _ function: WindowFunction, _ result: ValueType
  ) -> NodeID {
    if function == .average, case .money = result {
      return builder.wholeMinorUnits(builder.node(operation, .number), result)
    }
    return builder.node(operation, result)
  }

  /// `change(temp, last 1d)` for the `increase` of a quantity that has no 0 to count from; `nil` if it has no difference
  private func change(
    _ type: ValueType, _ operand: ExpressionSyntax, _ span: ExpressionSyntax
  ) -> String? {
    guard type.difference != nil, let value = text(at: operand.range),
      let span = text(at: span.range)
    else { return nil }
    return "change(\(value), \(span))"
  }

  /// The type of a window over values of a type; `nil` if it does not apply to them
  ///
  ///     average of Place → Position     change of Temperature → its difference     total of Speed → Length
  ///     increase of Number → Number     times of Bool → Number
  private func resultType(_ function: WindowFunction, _ type: ValueType) -> ValueType? {
    switch function {
    case .average:
      type == .place
        ? .position : type.isAmount || type == .temperature || type == .position ? type : nil
    case .minimum, .maximum: hasOrder(type) && type != .weekday && type != .month ? type : nil
    case .change: type.difference
    case .total:
      type == .speed
        ? .length : type == .measure(.power) ? .measure(.energy) : type == .bool ? .duration : nil
    case .increase: type.isAmount ? type : nil
    case .times: type == .bool ? .number : nil
    case .travelled, .changes, .ago: nil
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
    case .changes: "a value that does not change continuously"
    case .travelled: "nothing but `last D`"
    case .ago: "a value that does not change continuously"
    }
  }

  /// `travelled(last D)`
  func checkTravelled(_ span: ExpressionSyntax) -> Checked {
    guard let window = checkSpan(span, .travelled),
      let here = placeChecker.neededPosition(at: span.range)
    else { return .failure }
    if case .next = window.span {
      report(.noLookAhead(function: "travelled"), at: span.range)
      return .failure
    }
    let then = ago(here, .position, window.from)
    return .value(builder.node(.window(.travelled, then, window.span), .length), .length)
  }

  /// `began(c)`
  func checkBegan(_ expression: ExpressionSyntax) -> Checked {
    guard let operand = expressions.condition(expression), hasPast(operand, at: expression.range)
    else {
      return .failure
    }
    return .value(builder.node(.began(operand), .instant), .instant)
  }

  /// `last_change(x)`
  func checkLastChange(_ expression: ExpressionSyntax) -> Checked {
    guard let (operand, _) = expressions.anyValue(expression),
      hasPast(operand, at: expression.range)
    else { return .failure }
    guard !builder.traits(of: operand).contains(.drifts) else {
      report(.driftingLastChange, at: expression.range)
      return .failure
    }
    return .value(builder.node(.lastChange(operand), .instant), .instant)
  }

  /// A window, and how many seconds before now it ends
  private struct Window {
    let span: OppModel.Span
    var from: Int64 = 0
  }

  /// `last D`, `last A..B`, `next D`, `since T`
  ///
  ///     last 2h → last 7200 seconds     since began(raining) → since that node     2h → write `last 2h`
  private func checkSpan(_ expression: ExpressionSyntax, _ function: Function) -> Window? {
    guard case .span(let span) = expression else {
      if !expression.isMissing {
        let isRange = if case .range = expression { true } else { false }
        let written = text(at: expression.range).flatMap { text in
          isRange || UnitSpellings.isDuration(text) ? text : nil
        }
        let start = attempt()
        let isDate = expressions.check(expression).type == .date
        undo(start)
        if isDate, let date = text(at: expression.range) {
          report(.missingBeginning(function: function.rawValue, date), at: expression.range)
          return nil
        }
        report(.missingSpan(function: function.rawValue, written: written), at: expression.range)
      }
      return nil
    }
    switch span.kind {
    case .last:
      return reach(span.operand, what: "the length of a window", looksAhead: false)
        .map { Window(span: .last(seconds: $0.length), from: $0.from) }
    case .next:
      return reach(span.operand, what: "the length of a window", looksAhead: true)
        .map { Window(span: .next(seconds: $0.length)) }
    case .since:
      if let period = chartChecker.period(span.operand) {
        return Window(span: .since(chartChecker.bound(of: period, isEnd: false)))
      }
      if let (type, meant) = startOfDay(span.operand) {
        _ = callChecker.wrong("since", "an instant", type, span.operand, suggestion: meant)
        return nil
      }
      guard let start = expressions.value(span.operand, as: .instant, context: "`since`") else {
        return nil
      }
      guard !builder.traits(of: start).contains(.drifts) else {
        report(.driftingStart, at: span.operand.range)
        return nil
      }
      guard hasPast(start, at: span.operand.range) else { return nil }
      return Window(span: .since(start))
    }
  }

  // MARK: Earlier seconds

  /// `ago(x, D)`
  func checkAgo(_ operand: ExpressionSyntax, _ duration: ExpressionSyntax) -> Checked {
    let value = expressions.anyValue(operand)
    if case .span(let span) = duration {
      report(.spanOfAgo(text(at: span.operand.range) ?? "1h"), at: duration.range)
      return .failure
    }
    let seconds = span(duration, what: "the time of `ago`")
    guard let (node, type) = value, let seconds else { return .failure }
    if case .row = type.element ?? type {
      return callChecker.wrong("ago", "a value, such as a field of the row", type, operand)
    }
    guard hasPast(node, at: operand.range) else { return .failure }
    guard !builder.traits(of: node).contains(.drifts) else {
      report(.driftingWindow("ago", hasChange: type.difference != nil), at: operand.range)
      return .failure
    }
    return .value(ago(node, type, seconds), type)
  }

  /// The value that a node had some seconds ago; the node itself for 0
  private func ago(_ node: NodeID, _ type: ValueType, _ seconds: Int64) -> NodeID {
    seconds == 0 ? node : builder.node(.window(.ago, node, .last(seconds: seconds)), type)
  }

  /// `age(x)`, of a field of a source; `raining` and `snowing` may follow from others, whose age counts then
  func checkAge(_ expression: ExpressionSyntax) -> Checked {
    guard let (node, type) = expressions.anyValue(expression) else { return .failure }
    var ages: [NodeID] = []
    for reading in weatherFields.readings(of: node) {
      ages.append(builder.node(.age(reading), .duration))
    }
    guard var age = ages.first else {
      return callChecker.wrong("age", "a field of a source, such as `temp`", type, expression)
    }
    for other in ages.dropFirst() { age = builder.node(.otherwise(age, other), .duration) }
    return .value(age, .duration)
  }

  /// Reports `change(free, last 1h..2h)`, which is a difference of two changes
  private func reportDriftingShift(_ operand: ExpressionSyntax, _ span: ExpressionSyntax) {
    guard case .span(let span) = span, case .range(let ends) = span.operand,
      let value = text(at: operand.range), let low = text(at: ends.low.range),
      let high = text(at: ends.high.range)
    else { return }
    report(
      .driftingShift("change(\(value), last \(high)) - change(\(value), last \(low))"),
      at: operand.range)
  }

  /// The seconds between now and a window, and its length: of `D` or `A..B`; `nil` if it is none, which is reported
  ///
  ///     2h → 0, 7200     2h..3h → 7200, 3600     3h..2h → write `2h..3h`
  private func reach(
    _ expression: ExpressionSyntax, what: String, looksAhead: Bool
  ) -> (from: Int64, length: Int64)? {
    guard case .range(let ends) = expression else {
      return span(expression, what: what).map { (0, $0) }
    }
    let (nearer, farther) = (span(ends.low, what: what), span(ends.high, what: what))
    guard let nearer, let farther, let low = text(at: ends.low.range),
      let high = text(at: ends.high.range)
    else { return nil }
    if looksAhead {
      report(.rangeAhead(high), at: expression.range)
      return nil
    }
    if nearer < farther { return (nearer, farther - nearer) }
    // The constant of a parameter is not known while its let is checked alone.
    if isPlaceholder(ends.low) || isPlaceholder(ends.high) { return (0, 0) }
    report(
      nearer == farther ? .emptySpan(low) : .backwardSpan(nearer: high, farther: low),
      at: expression.range)
    return nil
  }

  /// `true` if a duration is that of a parameter that has no constant yet
  private func isPlaceholder(_ expression: ExpressionSyntax) -> Bool {
    guard let node = expressions.value(expression, as: .duration, context: "") else { return false }
    return Placeholder.isPlaceholder(builder.constantValue(of: node))
  }

  /// The instant at which the day of `since today` or `since midnight` begins, and the type of that; nil for anything else
  private func startOfDay(_ start: ExpressionSyntax) -> (type: ValueType, meant: String)? {
    guard case .name = start, let name = text(at: start.range) else { return nil }
    let type = kind(of: start).type
    if type == .date { return (.date, "\(name) + 0:00") }
    return type == .timeOfDay && name == "midnight" ? (.timeOfDay, "today + 0:00") : nil
  }

  // MARK: Requirements on their parts

  /// `true` if a node may be evaluated in the past: it uses no row of an open `where`
  private func hasPast(_ node: NodeID, at range: SourceRange) -> Bool {
    guard rowChecker.usesRowWithoutPast(node) else { return true }
    report(.rowWithoutPast, at: range)
    return false
  }

  /// `true` if the future of a node is known now; reports if it is not
  ///
  ///     busy → true     time in 12:00..13:00 → true     raining → false: see the table `forecast`
  private func isForeseeable(
    _ node: NodeID, at range: SourceRange, within: WithinSyntax? = nil
  ) -> Bool {
    guard builder.traits(of: node).contains(.unforeseeable) else { return true }
    if let within, let condition = text(at: range), let duration = text(at: within.duration.range),
      let suggestion = ForeignForecasts.search(for: condition, within: duration)
    {
      report(.weatherAhead(suggestion: suggestion), at: within.range)
    } else {
      report(.notForeseeable, at: range)
    }
    return false
  }

  // MARK: Constant durations

  /// The seconds of a span, from 0 to 100 years; `nil` if it is none, which is reported
  func span(_ expression: ExpressionSyntax, what: String) -> Int64? {
    seconds(expression, what: what, least: 0, most: WindowChecker.longestSpan, "100 years")
  }

  /// The duration that a time of day means, in quotes or without; `nil` of anything else
  ///
  ///     "00:10:00" → 10min     1:30 → 1h30min
  private func clockDuration(
    _ expression: ExpressionSyntax
  ) -> (type: ValueType, duration: String)? {
    if case .text(let text) = expression, let clock = text.plainText {
      return ForeignTriggers.duration(ofClock: clock).map { (.text, $0) }
    }
    return ArithmeticHints.duration(ofClock: expression).map { (.timeOfDay, $0) }
  }

  /// A constant duration in whole seconds; `nil` if it is none, which is reported
  ///
  ///     90min → 5400     long, with `let long = 2h` → 7200     free → nil, as it changes     0.5s → nil
  func seconds(
    _ expression: ExpressionSyntax, what: String, least: Int64, most: Int64, _ mostText: String
  ) -> Int64? {
    if let (type, duration) = clockDuration(expression) {
      report(.clockAsDuration(type, context: what, suggestion: duration), at: expression.range)
      return nil
    }
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
