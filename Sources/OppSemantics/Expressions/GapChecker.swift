internal import OppModel
internal import OppSyntax

/// Checks `gaps(FROM..TO, LIST, …, daily: A..B)`
///
/// Gaps are rows of a table of places, 0, 1, 2, …: a place is one of a gap as long as the list of gaps has it, and the
/// fields of its row are elements of that list. So all that works on rows works on gaps, and is unknown if the list is.
///
/// ```
/// gaps(today + 8:00..today + 20:00, agenda where busy)
///     rows of a table where place < count(list) / 2       list: (gaps … (collect … : begins) (collect … : ends))
///     begins    (elementAt list (multiply place 2))
///     ends      (elementAt list (add (multiply place 2) 1))
///     length    (subtract ends begins)
/// ```
struct GapChecker: CheckerPart {
  let checker: Checker

  /// The greatest number of days between the ends
  private static let longestDays: Int64 = 400

  /// The arguments of a call, sorted
  private struct Arguments {
    var span: ExpressionSyntax?
    var lists: [ExpressionSyntax] = []
    var daily: ExpressionSyntax?
  }

  /// The rows of a call; mistakes are reported
  func checkGaps(_ call: CallSyntax) -> Checked {
    guard let arguments = arguments(of: call) else { return .failure }
    if let ordered = timeFirst(call) {
      let written = text(at: call.range) ?? Function.gaps.rawValue
      reports.add(
        SyntaxProblem(.foreignPhrase(written, meant: ordered, also: nil), at: call.range)
          .diagnostic)
      return .failure
    }
    guard let span = arguments.span, !kind(of: span).isRows, !arguments.lists.isEmpty else {
      let parameter = arguments.span.map { kind(of: $0).isRows } == false ? 1 : 0
      report(
        .missingArgument(
          function: Function.gaps.rawValue, parameter: Function.gaps.parameterNames[parameter]),
        at: call.range)
      return .failure
    }
    let ends = checkSpan(span)
    var lists: [NodeID] = []
    var isBroken = false
    for list in arguments.lists {
      if let found = checkList(list) { lists += found } else { isBroken = true }
    }
    var hours: DailyHours?
    if let daily = arguments.daily {
      hours = checkHours(daily)
      if hours == nil { isBroken = true }
    }
    guard let ends, !isBroken else { return .failure }
    return .rows(rows(ends, lists, hours))
  }

  /// The call with its time before its lists; `nil` if the time is first, or there is none
  ///
  ///     gaps(agenda, 8:00..20:00) → gaps(today + 8:00..today + 20:00, agenda)
  private func timeFirst(_ call: CallSyntax) -> String? {
    guard let place = call.arguments.firstIndex(where: isTime), place > 0,
      case .range(let time) = call.arguments[place].value,
      let written = text(at: time.range)
    else { return nil }
    var texts = call.arguments.compactMap { text(at: $0.range) }
    guard texts.count == call.arguments.count else { return nil }
    texts.remove(at: place)
    texts.insert(wholeTimes(time)?.text ?? written, at: 0)
    return "\(Function.gaps.rawValue)(\(texts.joined(separator: ", ")))"
  }

  private func isTime(_ argument: ArgumentSyntax) -> Bool {
    guard argument.name == nil, case .range = argument.value else { return false }
    return true
  }

  /// The arguments by their places and names; `nil` if one has no place, which is reported
  private func arguments(of call: CallSyntax) -> Arguments? {
    var result = Arguments()
    for argument in call.arguments {
      guard let name = argument.name else {
        if result.daily != nil {
          report(.positionalAfterNamed, at: argument.range)
          return nil
        }
        if result.span == nil {
          result.span = argument.value
        } else {
          result.lists.append(argument.value)
        }
        continue
      }
      guard name.text == "daily" else {
        let nearest = nameTable.nearest(to: name.text, in: ["daily"])
        report(
          .unknownArgument(name.text, function: Function.gaps.rawValue, nearest: nearest),
          at: name.range)
        return nil
      }
      recorder.record(.option, name.text, at: name.range)
      if result.daily != nil {
        report(.repeatedArgument(name.text), at: name.range)
        return nil
      }
      result.daily = argument.value
    }
    return result
  }

  // MARK: Arguments

  /// The instants between which gaps are looked for
  private func checkSpan(_ expression: ExpressionSyntax) -> (from: NodeID, to: NodeID)? {
    guard case .range(let range) = expression else {
      if let (_, type) = expressions.anyValue(expression) {
        _ = callChecker.wrong(
          Function.gaps.rawValue, "a time first, such as `today + 8:00..today + 20:00`", type,
          expression)
      }
      return nil
    }
    if let suggestion = wholeTimes(range) {
      let type = suggestion.type
      _ = callChecker.wrong(
        Function.gaps.rawValue, "a time from one Instant to another", type, expression,
        suggestion: suggestion.text)
      return nil
    }
    let from = instant(range.low)
    let to = instant(range.high)
    guard let from, let to else { return nil }
    if let first = builder.constantScalar(of: from), let last = builder.constantScalar(of: to),
      last - first > Double(Self.longestDays * 86_400)
    {
      report(
        .outOfRange(
          what: "the time of `gaps`", least: "0s", most: "\(Self.longestDays) days"),
        at: range.range)
      return nil
    }
    return (from, to)
  }

  /// Instants for the ends of `8:00..20:00` and `today..tomorrow`; `nil` if they are no times of day or dates
  ///
  ///     8:00..20:00 → today + 8:00..today + 20:00     today..today + 2d → today + 0:00..today + 2d + 0:00
  private func wholeTimes(_ range: RangeSyntax) -> (text: String, type: ValueType)? {
    let type = kind(of: range.low).type
    let other = local.allowingEndOfDay { kind(of: range.high).type }
    guard let type, type == other, let low = text(at: range.low.range),
      let high = text(at: range.high.range)
    else { return nil }
    if type == .timeOfDay { return ("today + \(low)..today + \(high)", type) }
    return type == .date ? ("\(low) + 0:00..\(high) + 0:00", type) : nil
  }

  /// An end of the time, which must not drift
  private func instant(_ expression: ExpressionSyntax) -> NodeID? {
    guard
      let node = expressions.value(
        expression, as: .instant, context: "the time of `\(Function.gaps.rawValue)`")
    else { return nil }
    guard !builder.traits(of: node).contains(.drifts) else {
      report(.driftingGap, at: expression.range)
      return nil
    }
    return node
  }

  /// The beginnings and the ends of rows
  private func checkList(_ expression: ExpressionSyntax) -> [NodeID]? {
    guard let rows = rowChecker.checkedRows(expression, allowsValues: false) else { return nil }
    let fields = nameTable[rows.table].fields
    var result: [NodeID] = []
    for name in ["begins", "ends"] {
      guard let index = fields[name],
        case .value(let node, .instant) = nameResolver.rowField(rows.scope, rows.table, index)
      else {
        _ = callChecker.wrong(
          Function.gaps.rawValue, "rows with the Instants `begins` and `ends`",
          .list(.row(rows.table)), expression)
        return nil
      }
      let query = RowQuery(
        scope: rows.scope, table: rows.table, predicate: rows.predicate, value: node)
      result.append(builder.node(.aggregate(.collect, query), .list(.instant)))
    }
    return result
  }

  /// The hours of `daily`
  private func checkHours(_ expression: ExpressionSyntax) -> DailyHours? {
    guard case .range(let range) = expression else {
      if let (_, type) = expressions.anyValue(expression) {
        _ = callChecker.wrong("daily", "hours, such as `9:00..17:00`", type, expression)
      }
      return nil
    }
    let start = time(range.low)
    let end = local.allowingEndOfDay { time(range.high) }
    guard let start, let end else { return nil }
    return DailyHours(start: start, end: end)
  }

  /// A constant time of day, in whole seconds
  private func time(_ expression: ExpressionSyntax) -> Int64? {
    guard let node = expressions.value(expression, as: .timeOfDay, context: "`daily`") else {
      return nil
    }
    guard let scalar = builder.constantScalar(of: node), let seconds = Int64(exactly: scalar) else {
      report(.notConstant(what: "each of the hours of `daily`"), at: expression.range)
      return nil
    }
    return seconds
  }

  // MARK: Rows

  /// The rows of gaps, in a scope below those that are open
  private func rows(
    _ ends: (from: NodeID, to: NodeID), _ lists: [NodeID], _ daily: DailyHours?
  ) -> CheckedRows {
    let table = builder.gaps(from: ends.from, to: ends.to, lists, daily) {
      nameTable.add(
        TableSymbol(fields: ["begins": 1, "ends": 2, "length": 3], isBroken: false))
      return builder.add(Table.gaps)
    }
    let all = rowChecker.allRows(of: table)
    guard let list = builder.list(of: table) else { return all }
    let place = builder.node(.rowField(all.scope, field: 0), .number)
    let number = builder.node(.aggregateList(.count, list), .number)
    let half = builder.node(.arithmetic(.divide, number, scalar(2)), .number)
    return all.with(predicate: builder.node(.compare(.less, place, half), .bool))
  }

  /// A field of a gap, by that of its table, at a place of the list
  func field(_ field: Int, of list: NodeID, at place: NodeID) -> NodeID {
    let first = builder.node(.arithmetic(.multiply, place, scalar(2)), .number)
    let begins = builder.node(.apply(.elementAt, [list, first]), .instant)
    if field == 1 { return begins }
    let second = builder.node(.arithmetic(.add, first, scalar(1)), .number)
    let ends = builder.node(.apply(.elementAt, [list, second]), .instant)
    if field == 2 { return ends }
    return builder.node(.arithmetic(.subtract, ends, begins), .duration)
  }

  private func scalar(_ number: Double) -> NodeID { builder.constant(.scalar(number), .number) }
}
