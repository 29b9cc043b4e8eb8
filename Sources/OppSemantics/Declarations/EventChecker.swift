internal import OppModel
internal import OppSyntax

/// Checks the events of `on`
///
/// The events that a few clauses become, in the notation of the tests:
///
/// ```
/// on 12:00                     time 12:00
/// on sunset - 30min            sun.sunset (last-known location.position) -1800s
/// on every 1h                  every 3600s
/// on every 2w from START       instant (occurrence START 1209600s)
/// on raining or snowing        becomes …, becomes …                    two events
/// on leaving @0,0 within 1km   becomes (not (<= (distance …) 1000m))
/// on sky changes               changes weather.sky
/// on sky changes to rain       becomes (== weather.sky rain)
/// on event begins              instant #0.begins                       with the rows of the agenda
/// on event begins - 10min      instant (subtract #0.begins 600s)
/// ```
struct EventChecker: CheckerPart {
  let checker: Checker

  /// The events that an event of `on` means; none if it is wrong, which is reported
  func events(_ event: EventSyntax, _ clauses: Clauses) -> [Event] {
    switch event {
    case .condition(let expression, _):
      if let suggestion = timesJoinedByAnd(expression) {
        report(.timesJoinedByAnd(suggestion: suggestion), at: expression.range)
        return []
      }
      return conditionEvent(expression, clauses).map { [$0] } ?? []
    case .entering(let view):
      guard case .value(let node, _) = placeChecker.checkNear(view.place, radius: view.radius)
      else { return [] }
      checker.sourceMap.add(node, view.range)
      return [.becomes(node)]
    case .leaving(let view):
      guard case .value(let node, _) = placeChecker.checkNear(view.place, radius: view.radius)
      else { return [] }
      let away = builder.node(.not(node), .bool)
      checker.sourceMap.add(away, view.range)
      return [.becomes(away)]
    case .every(let view): return every(view).map { [$0] } ?? []
    case .changes(let view):
      switch change(view) {
      case .ofValue(let node): return [.changes(node)]
      case .becoming(let condition): return [.becomes(condition)]
      case nil: return []
      }
    case .row(let view): return rowEvent(view, clauses)
    }
  }

  /// A change of a value, in `on` or counted by `times`
  enum Change {
    /// Any change of a node
    case ofValue(NodeID)
    /// A change from or to a constant, which happens when a condition becomes true
    case becoming(NodeID)
  }

  /// The change that `x changes` is, with the constants after `from` and `to`; `nil` if it is wrong, which is reported
  ///
  /// Such a change is lowered to a condition that becomes true. For `x changes to B` that is `x == B`; for
  /// `x changes from A to B` it is `x == B` while x has been known as nothing but A and B since it was A.
  ///
  /// - Parameter isCounted: `true` if the condition is to be known wherever x is, so that seconds without an event count.
  func change(_ view: ChangesEventSyntax, isCounted: Bool = false) -> Change? {
    guard let (node, type) = expressions.anyValue(view.value) else { return nil }
    guard !builder.traits(of: node).contains(.drifts) else {
      report(.driftingChange, at: view.value.range)
      return nil
    }
    if view.from == nil, view.to == nil { return .ofValue(node) }
    let from = view.from.map { end($0, of: type, "from") }
    let to = view.to.map { end($0, of: type, "to") }
    let condition: NodeID
    switch (from, to) {
    case (let from??, nil): condition = builder.node(.compare(.notEqual, node, from), .bool)
    case (nil, let to??): condition = builder.node(.compare(.equal, node, to), .bool)
    case (let from??, let to??):
      guard from != to else {
        report(.changeToItself, at: view.range)
        return nil
      }
      let last = builder.node(.lastKnown(node), type)
      let isOther = builder.node(.not(builder.membership(last, in: [from, to])), .bool)
      let wasFrom = builder.node(.compare(.equal, last, from), .bool)
      let isSinceFrom = builder.node(.latch(wasFrom, until: isOther), .bool)
      let isTo = builder.node(.compare(.equal, node, to), .bool)
      if isCounted {
        let no = builder.constant(.truth(false), .bool)
        let hasBeenFrom = builder.node(.otherwise(isSinceFrom, no), .bool)
        condition = builder.node(.conditional(if: isTo, then: hasBeenFrom, else: no), .bool)
      } else {
        guard let both = builder.conjunction([isTo, isSinceFrom]) else { return nil }
        condition = both
      }
    case (.some(nil), _), (_, .some(nil)), (nil, nil): return nil
    }
    checker.sourceMap.add(condition, view.range)
    return .becoming(condition)
  }

  /// The constant after `from` or `to`; `nil` if it is none, which is reported
  private func end(_ expression: ExpressionSyntax, of type: ValueType, _ word: String) -> NodeID? {
    guard let node = expressions.value(expression, as: type, context: "`\(word)`") else {
      return nil
    }
    if case .constant = builder.operation(of: node) { return node }
    report(.notConstant(what: "the value after `\(word)`"), at: expression.range)
    return nil
  }

  /// The text to write for `8:00 and 12:00`; nil for anything else
  ///
  ///     8:00 and 12:00 → 8:00 or 12:00     8:00 and raining → nil
  private func timesJoinedByAnd(_ expression: ExpressionSyntax) -> String? {
    guard case .conjunction(let chain) = expression else { return nil }
    let texts = chain.operands.compactMap { operand -> String? in
      guard case .literal = operand else { return nil }
      let type = kind(of: operand).type
      return type == .timeOfDay || type == .instant ? text(at: operand.range) : nil
    }
    return texts.count == chain.operands.count ? texts.joined(separator: " or ") : nil
  }

  /// An event by the type of its expression
  private func conditionEvent(_ expression: ExpressionSyntax, _ clauses: Clauses) -> Event? {
    switch unitResolver.resolving({ expressions.check(expression) }) {
    case .value(let node, .bool): return .becomes(node)
    case .value(let node, .timeOfDay): return sunEvent(node) ?? .timeOfDay(node)
    case .value(let node, .instant): return .instant(wholeSecond(of: node))
    case .value(let node, let type):
      let (event, condition) = eventSuggestion(expression, node, of: type, clauses)
      report(
        .notEvent(
          reports.typeNames.phrase(for: type), suggestion: event, condition: condition,
          hasWhen: clauses.when != nil),
        at: expression.range)
      return nil
    case .rows(let rows):
      if expressions.reportRowsForRow(rows) { return nil }
      report(
        .notEvent(
          reports.typeNames.phrase(for: .list(rows.element)), suggestion: nil, condition: nil,
          hasWhen: false),
        at: expression.range)
      return nil
    case .ambiguous, .failure: return nil
    }
  }

  /// Time is counted in whole seconds: an instant between two of them counts from the later one
  ///
  ///     begins + 0.5 * (ends - begins)   →   (ceiling …), as it may lie between two seconds
  private func wholeSecond(of instant: NodeID) -> NodeID {
    guard builder.traits(of: instant).contains(.fractional) else { return instant }
    return builder.unary(.ceiling, instant, .instant)
  }

  /// The event that was likely meant by something that is no event, and a condition beside it
  ///
  ///     8 → 8:00     weekdays → 8:00, weekday in weekdays     2h → every 2h     home → entering home
  ///     2w → every 2w from 2026-01-05T08:00
  private func eventSuggestion(
    _ expression: ExpressionSyntax, _ node: NodeID, of type: ValueType, _ clauses: Clauses
  ) -> (event: String?, condition: String?) {
    guard let text = text(at: expression.range) else { return (nil, nil) }
    switch type {
    case .number:
      let date = ForeignDate(text)?.readings.first.map { "\($0) + 8:00" }
      return (date ?? SuggestionFinder.clock(text), nil)
    case .date: return ("\(text) + 8:00", nil)
    case .list(.weekday): return ("8:00", "weekday in \(text)")
    case .weekday: return ("8:00", "weekday == \(text)")
    case .duration:
      if let time = ArithmeticHints(checker: checker).offset(expression) { return (time, nil) }
      if period(of: node) != nil { return ("every \(text)", nil) }
      return (isDays(node) ? "every \(text) from 2026-01-05T08:00" : nil, nil)
    case .place, .position:
      return ("\(verb(before: expression.range, clauses)) \(text)", nil)
    case .text:
      guard case .text(let written) = expression, let words = written.plainText else {
        return (nil, nil)
      }
      return Self.schedule(meantBy: words)
    case .bool, .percent, .length, .speed, .temperature, .temperatureDifference, .pressure,
      .angle, .elevation, .measure, .money, .timeOfDay, .instant, .month, .colour, .enumeration,
      .row, .list:
      return (nil, nil)
    }
  }

  /// The verb of the event before a place: `leaving` in `on leaving home or work`, else `entering`
  private func verb(before range: SourceRange, _ clauses: Clauses) -> String {
    guard let start = clauses.on?.range.start, start < range.start,
      let before = text(at: SourceRange(file: range.file, start: start, end: range.start))
    else { return "entering" }
    let words = before.split(separator: " ")
    let verb = words.last { $0 == "leaving" || $0 == "entering" }
    return verb.map { String($0) } ?? "entering"
  }

  /// The time of day and the condition on the day that a text means: a time in quotes, or a line of cron
  ///
  ///     "9:00" → 9:00     "30 9 * * *" → 9:30     "0 9 * * 1-5" → 9:00, weekday in mon..fri
  static func schedule(meantBy text: String) -> (event: String?, condition: String?) {
    if let line = CronLine(text) { return (line.event, line.condition) }
    return (text.utf8.contains(UInt8(ascii: ":")) ? SuggestionFinder.clock(text) : nil, nil)
  }

  /// A field of the sun, alone or moved by a constant, is the crossing itself
  ///
  /// `sunset - 30min` is the crossing itself, 1800 seconds earlier; `sunset + free` moves by a value that is not constant, and
  /// is a time of day like any other.
  private func sunEvent(_ node: NodeID) -> Event? {
    let moment = builder.operation(of: node)
    if case .sun(let field, let place) = moment { return .sun(field, place: place, offset: 0) }
    guard case .arithmetic(let operation, let time, let duration) = moment,
      operation == .timeAdvance || operation == .timeRetreat,
      case .sun(let field, let place) = builder.operation(of: time),
      let value = builder.constantScalar(of: duration), let seconds = Int64(exactly: value)
    else { return nil }
    return .sun(field, place: place, offset: operation == .timeAdvance ? seconds : 0 - seconds)
  }

  /// The event of `every D`, or of `every D from X`; `nil` if it is wrong, which is reported
  ///
  /// With `from` it is lowered to an event of an instant: the first of X, X + D, … that is not past.
  private func every(_ view: EveryEventSyntax) -> Event? {
    let duration = expressions.value(view.period, as: .duration, context: "`every`")
    guard let start = view.start else {
      guard let duration else { return nil }
      if let seconds = period(of: duration) { return .every(seconds: seconds) }
      report(
        .everyOutOfRange(days: isDays(duration) ? text(at: view.period.range) : nil),
        at: view.period.range)
      return nil
    }
    let instant = firstInstant(start)
    guard let duration, let instant else { return nil }
    // `every - 1h from x`, whose `every` was taken for a name: a negative duration.
    guard view.hasWord else {
      report(.periodOutOfRange, at: view.period.range)
      return nil
    }
    guard let value = builder.constantScalar(of: duration) else {
      report(.notConstant(what: "the duration after `every`"), at: view.period.range)
      return nil
    }
    guard let seconds = Int64(exactly: value) else {
      report(.notWholeSeconds, at: view.period.range)
      return nil
    }
    guard (1...Self.longestPeriod).contains(seconds) else {
      report(.periodOutOfRange, at: view.period.range)
      return nil
    }
    let next = builder.node(
      .occurrence(from: wholeSecond(of: instant), seconds: seconds), .instant)
    checker.sourceMap.add(next, view.range)
    return .instant(next)
  }

  /// The longest D of `every D from X`, in seconds: 100 years
  private static let longestPeriod: Int64 = 36_525 * 86_400

  /// The node of X in `every D from X`; `nil` if it is no instant that stays, which is reported
  private func firstInstant(_ expression: ExpressionSyntax) -> NodeID? {
    switch unitResolver.resolving({ expressions.check(expression, hint: .instant) }) {
    case .value(let node, .instant):
      guard builder.traits(of: node).contains(.drifts) else { return node }
      report(.driftingEvery, at: expression.range)
    case .value(_, let type):
      let text = text(at: expression.range)
      var suggestion: String?
      if type == .date {
        suggestion = text.map { expression.isLiteral ? "\($0)T08:00" : "\($0) + 8:00" }
      } else if type == .timeOfDay {
        suggestion = text.map { "today + \($0)" }
      }
      report(.notFirstInstant(type, suggestion: suggestion), at: expression.range)
    case .rows(let rows):
      report(.notFirstInstant(.list(rows.element), suggestion: nil), at: expression.range)
    case .ambiguous, .failure: break
    }
    return nil
  }

  /// The seconds of a constant from 1s to 1d, which `every` takes; nil for any other duration
  private func period(of node: NodeID) -> Int64? {
    guard let value = builder.constantScalar(of: node), let seconds = Int64(exactly: value),
      (1...86_400).contains(seconds)
    else { return nil }
    return seconds
  }

  /// `true` if a duration is a constant of two days or more, all whole, for which the date has a way
  private func isDays(_ node: NodeID) -> Bool {
    builder.constantScalar(of: node).map {
      $0 > 86_400 && $0.truncatingRemainder(dividingBy: 86_400) == 0
    } ?? false
  }

  /// The field of a table that `begins` or `ends` means: that name, else its first or last instant
  private func instant(_ verb: RowEventSyntax.Verb, of table: TableID) -> String {
    let usual = verb == .begins ? "begins" : "ends"
    let fields = builder.table(table).fields
    if fields.contains(where: { $0.name == usual }) { return usual }
    let instants = fields.filter { $0.type == .instant }
    let found = verb == .begins ? instants.first : instants.last
    return found?.name ?? usual
  }

  /// The text behind the verb of an event of a row: ` - 1h`
  private func offsetText(_ view: RowEventSyntax) -> String {
    guard view.offset != nil, let verb = view.node.token(.keyword) else { return "" }
    let range = SourceRange(
      file: view.range.file, start: verb.range.end, end: view.range.end)
    return text(at: range) ?? ""
  }

  /// The events of `row added` and its like; none if they are wrong, which is reported
  ///
  ///     on row added, on visit added      rows of `for each visit in visits`
  ///     on event begins                   the instants `begins` of the rows of the agenda
  ///     on rain begins                    an error: `rain` is no row
  private func rowEvent(_ view: RowEventSyntax, _ clauses: Clauses) -> [Event] {
    let isOfAgenda = view.verb == .begins || view.verb == .ends
    let usual = isOfAgenda ? "event" : "row"
    if let name = view.name, name.text != usual, name.text != clauses.forEach?.name?.text {
      report(.otherRowEvent(name.text, usual: usual), at: name.range)
      return []
    }
    switch view.verb {
    case .added, .removed:
      guard clauses.forEach != nil else {
        report(.rowWithoutForEach, at: view.range)
        return []
      }
      return [view.verb == .added ? .rowAdded : .rowRemoved]
    case .begins, .ends:
      guard let row = local.rows.first, let agenda = builder.wellKnown.agenda else { return [] }
      guard row.table == agenda.table else {
        let name = clauses.forEach?.name?.text ?? "row"
        let meant = "\(name).\(instant(view.verb, of: row.table))\(offsetText(view))"
        report(.eventBesideForEach(field: meant), at: view.range)
        return []
      }
      guard let field = view.verb == .begins ? agenda.begins : agenda.ends else {
        let name = view.verb == .begins ? "begins" : "ends"
        _ = fieldChecker.unknownField(name, of: row.table, at: view.range)
        return []
      }
      guard case .value(let node, _) = nameResolver.rowField(row.scope, row.table, field) else {
        return []
      }
      checker.sourceMap.add(node, view.range)
      guard let offset = view.offset else { return [.instant(node)] }
      return moved(node, by: offset, view).map { [.instant($0)] } ?? []
    }
  }

  /// The instant of an event moved by a constant duration; `nil` if the duration is not constant, which is reported
  ///
  ///     event begins - 10min   →   (subtract #0.begins 600s)
  private func moved(
    _ instant: NodeID, by offset: ExpressionSyntax, _ view: RowEventSyntax
  ) -> NodeID? {
    let word = view.verb == .begins ? "begins" : "ends"
    guard let duration = expressions.value(offset, as: .duration, context: "`\(word)`") else {
      return nil
    }
    guard builder.constantScalar(of: duration) != nil else {
      report(.notConstant(what: "the duration after `\(word)`"), at: offset.range)
      return nil
    }
    let node = builder.arithmetic(view.isBefore ? .subtract : .add, instant, duration, .instant)
    checker.sourceMap.add(node, view.range)
    return wholeSecond(of: node)
  }
}

extension TimeProblem {
  /// D of `every D from X` below a second or above 100 years
  fileprivate static let periodOutOfRange = TimeProblem.outOfRange(
    what: "the duration after `every`", least: "1s", most: "100 years")
}

extension ExpressionSyntax {
  /// `true` if it is a single literal
  fileprivate var isLiteral: Bool {
    if case .literal = self { true } else { false }
  }
}
