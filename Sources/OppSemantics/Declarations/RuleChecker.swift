internal import OppModel
package import OppSyntax

/// The places of a rule in the text
package struct RulePlaces: Sendable {
  /// The whole declaration
  package let range: SourceRange

  /// The name, with its quotes
  package let name: SourceRange

  /// The places of the rule's nodes in the ``SourceMap``
  package let occurrences: Range<Int>
}

/// Checks an Opp: its rows, condition and limits, with the parts for events and actions
///
/// ```opp
/// opp "Tea" for each visit in visits      // 1: the rows, whose name the other clauses may use
///   on visit added                        // 2: the events
///   when visit.count > 3 near home        // 3: one condition of both
///   notify "{visit.place}"                // 4: the action
///   at most once per day                  // 5: limits
/// ```
///
/// A rule with mistakes is put into the graph as well, with the parts that are right, so that tests and the index of
/// names find it.
struct RuleChecker: CheckerPart {
  let checker: Checker

  /// The greatest number of firings in a period that a limit may state
  static let countLimit = 1_000_000

  /// Checks an Opp and puts it into the graph
  func checkRule(_ view: OppDeclarationSyntax) {
    guard let nameText = view.name, let name = nameText.plainText else { return }
    recorder.recordOpp(
      name, nameText, view, isFirst: checker.results.ruleNames[name] == nil)
    let firstOccurrence = checker.sourceMap.count
    let firstProblem = reports.count
    let clauses = Clauses(view)
    let rule = rule(name, of: view, clauses)
    // Circles are looked for only among rules without other mistakes, because their nodes show their dependencies.
    let isSound = reports.count == firstProblem && !view.isBroken
    builder.add(rule)
    checker.results.addRule(
      named: name,
      RulePlaces(
        range: view.range, name: nameText.range,
        occurrences: firstOccurrence..<checker.sourceMap.count),
      text: clauses.notify?.text.range ?? nameText.range, record: clauses.record?.range,
      isSound: isSound)
  }

  /// Checks an Opp, and puts it nowhere
  func examine(_ view: OppDeclarationSyntax) {
    _ = rule(view.name?.plainText ?? "", of: view, Clauses(view))
  }

  /// The rule of an Opp, whose rows are in scope for its clauses only
  private func rule(_ name: String, of view: OppDeclarationSyntax, _ clauses: Clauses) -> Rule {
    if clauses.isEmpty, !view.isBroken {
      report(.nothingToWaitFor(opp: name), at: view.name?.range ?? view.range)
    }
    if clauses.forEach == nil, let end = view.name?.range.end {
      local.begin(withoutRowsAt: SourceRange(file: view.range.file, start: end, end: end))
    }
    let query = rowQuery(clauses)
    let events = EventChecker(checker: checker)
    let ruleEvents = clauses.on?.events.flatMap { events.events($0, clauses) } ?? []
    let condition = ruleCondition(clauses)
    let action = ActionChecker(checker: checker).ruleAction(clauses, name: name)
    let limit = clauses.atMost.flatMap { rateLimit($0, hasRows: clauses.forEach != nil) }
    let rule = Rule(
      name: name, rows: query, events: ruleEvents, condition: condition, text: action.text,
      recipient: action.recipient, payload: action.payload, record: action.record,
      colour: clauses.colour.flatMap {
        expressions.value($0.colour, as: .colour, context: "`colour`")
      }, limit: limit,
      repetition: clauses.again.flatMap { length($0.duration, of: "`again every`") },
      repetitionSpan: clauses.again?.span.flatMap { length($0, of: "the duration after `for`") },
      snooze: clauses.snooze.flatMap { length($0.duration, of: "`snooze`") } ?? 3600,
      expires: clauses.expires.flatMap { length($0.duration, of: "`expires`") },
      isUrgent: clauses.isUrgent, isDisabled: clauses.isDisabled)
    local.clear()
    return rule
  }

  /// A constant length of a clause, from a second to 100 years; `nil` for any other, which is reported
  private func length(_ expression: ExpressionSyntax, of what: String) -> Int64? {
    windowChecker.seconds(
      expression, what: what, least: 1, most: WindowChecker.longestSpan, "100 years")
  }

  // MARK: Rows

  /// The rows of `for each`, or those of `event begins`; binds their name for the clauses
  private func rowQuery(_ clauses: Clauses) -> RowQuery? {
    if let forEach = clauses.forEach {
      guard
        let listed = rowChecker.checkedRows(
          forEach.list, allowsValues: false, rowName: forEach.name)
      else {
        if let name = forEach.name {
          recorder.record(.row(name.range), .row, name, forEach.node)
        }
        local.bindBrokenRow(forEach.name)
        return nil
      }
      let found = KeptGaps(checker: checker).rows(listed, forEach.list)
      if let name = forEach.name {
        recorder.record(.row(name.range), .row, name, forEach.node, type: .row(found.table))
      }
      bind(found, named: forEach.name?.text, at: forEach.name?.range)
      return found.query
    }
    let usesEvents = clauses.on?.events.contains { event in
      guard case .row(let view) = event else { return false }
      return view.verb == .begins || view.verb == .ends
    }
    guard usesEvents ?? false, let agenda = builder.wellKnown.agenda else { return nil }
    let all = rowChecker.allRows(of: agenda.table)
    bind(all, named: "event", at: nil)
    return all.query
  }

  /// Puts the row into scope for the clauses that follow; it has a past, as its rows are known over time
  private func bind(_ found: CheckedRows, named name: String?, at range: SourceRange?) {
    local.bind(
      RowBinding(
        scope: found.scope, table: found.table, name: name, nameRange: range, fields: .last,
        hasPast: true))
  }

  // MARK: Condition

  /// The condition of `when` and `near` together; `nil` if there is none, or one is wrong
  ///
  ///     when raining near home   →   (and raining (<= (distance …) 200m))
  private func ruleCondition(_ clauses: Clauses) -> NodeID? {
    var parts: [NodeID] = []
    var isBroken = false
    if let when = clauses.when {
      if let node = expressions.condition(when.condition) {
        parts.append(node)
      } else {
        isBroken = true
      }
    }
    if let near = clauses.near {
      if let node = nearCondition(near) { parts.append(node) } else { isBroken = true }
    }
    return isBroken ? nil : builder.conjunction(parts)
  }

  /// The condition of the clause `near`; `nil` if it is wrong, which is reported
  ///
  ///     near park for 10min   →   (for (<= (distance …) 200m) 600s)
  private func nearCondition(_ clause: NearClauseSyntax) -> NodeID? {
    let found = placeChecker.checkNear(clause.place, radius: clause.radius)
    guard case .value(let node, _) = found else { return nil }
    var result = node
    if let window = clause.window {
      switch window.kind {
      case .lasting:
        guard let seconds = windowChecker.span(window.duration, what: "the duration of `near`")
        else { return nil }
        result = builder.node(.lasting(node, seconds: seconds), .bool)
      case .withinLast:
        guard
          let past = windowChecker.withinLast(
            node, window.duration, what: "the duration of `near`")
        else { return nil }
        result = past
      case .withinNext:
        report(.notForeseeable, at: window.range)
        return nil
      }
    }
    checker.sourceMap.add(result, clause.range)
    return result
  }

  // MARK: Limits

  /// The limit of `at most`; `nil` if it is wrong, which is reported
  ///
  ///     once → 1 per ever     once per week → 1 per week     3 per 90min → 3 per seconds(5400)
  private func rateLimit(_ clause: AtMostClauseSyntax, hasRows: Bool) -> RateLimit? {
    if clause.isInAll, !hasRows { report(.inAllWithoutRows, at: clause.range) }
    var count = 1
    if case .number(let expression) = clause.count {
      guard let node = expressions.value(expression, as: .number, context: "`at most`") else {
        return nil
      }
      guard let number = builder.constantScalar(of: node), let whole = Int(exactly: number),
        whole >= 1, whole <= Self.countLimit
      else {
        report(.countOutOfRange(limit: Self.countLimit), at: expression.range)
        return nil
      }
      count = whole
    }
    return period(clause.period).map {
      RateLimit(count: count, period: $0, isInAll: clause.isInAll)
    }
  }

  /// The period of a limit; `nil` if it is wrong, which is reported
  private func period(_ view: PeriodSyntax?) -> RateLimit.Period? {
    switch view {
    case nil: return .ever
    case .duration(let expression):
      return length(expression, of: "the period").map { .seconds($0) }
    case .calendar(let token):
      switch token.text {
      case "hour": return .hour
      case "day": return .day
      case "week": return .week
      case "month": return .month
      default: return nil
      }
    }
  }
}
