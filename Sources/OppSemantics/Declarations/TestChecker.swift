internal import OppModel
package import OppSyntax

/// Checks `test`: the given readings, and the expectations
///
/// ```opp
/// test "fires at noon"
///   given sky = sunny                                    // before the first step
///   at 2026-06-21T12:00 expect "Lunch walk" fires        // a step: its given readings, and its expectations
/// ```
struct TestChecker: CheckerPart {
  let checker: Checker

  /// Checks all tests, after all Opps, whose names they use
  func checkTests(_ views: [TestDeclarationSyntax]) {
    var first: [String: SourceRange] = [:]
    for view in views {
      guard let text = view.name, let name = text.plainText else { continue }
      if let range = first[name] {
        report(.duplicate(name, what: "the test", first: range), at: text.range)
      }
      first[name] = text.range
      let (scenario, places) = scenario(view, named: name)
      checker.results.add(scenario, places)
    }
  }

  /// A test with its places; wrong parts of it are reported and left out
  func scenario(
    _ view: TestDeclarationSyntax, named name: String
  ) -> (Scenario, ScenarioPlaces) {
    var givens: [Given] = []
    var steps: [ScenarioStep] = []
    var places = ScenarioPlaces(range: view.range, steps: [], expectations: [])
    for step in view.steps {
      var given: [Given] = []
      var expectations: [Expectation] = []
      var ranges: [SourceRange] = []
      for action in step.actions {
        switch action {
        case .given(let view): given += view.items.compactMap(self.given)
        case .expect(let view):
          guard let found = expectation(view) else { continue }
          if step.time == nil { report(.expectationWithoutStep, at: view.range) }
          expectations.append(found)
          ranges.append(view.range)
        }
      }
      guard let time = step.time else {
        givens += given
        continue
      }
      guard let instant = scenarioInstant(time, after: steps.last?.instant) else { continue }
      // Two local instants are compared as if in one zone; one local and one absolute only in the run.
      if let before = steps.last?.instant, !(before < instant) {
        report(.stepOrder, at: time.range)
      }
      steps.append(ScenarioStep(instant: instant, givens: given, expectations: expectations))
      places.steps.append(time.range)
      places.expectations.append(ranges)
    }
    return (Scenario(name: name, givens: givens, steps: steps), places)
  }

  /// The instant of a step, which must be a literal; `nil` if it is none, which is reported
  ///
  ///     2026-06-21T12:00 → local: day 20625, second 43200     2026-06-21T12:00Z → absolute
  private func scenarioInstant(
    _ expression: ExpressionSyntax, after before: ScenarioInstant?
  ) -> ScenarioInstant? {
    guard case .literal(let literal) = expression, literal.kind == .instant else {
      if !expression.isMissing {
        let meant = instantMeant(by: expression, after: before)
        report(.notInstant(suggestion: meant), at: expression.range)
      }
      return nil
    }
    let text = literal.text
    switch LiteralReader.instant(text[...].utf8) {
    case .absolute(let instant): return .absolute(instant)
    case .local(let day, let second): return .local(day: day, secondOfDay: second)
    case nil:
      _ = expressions.check(expression)
      return nil
    }
  }

  /// The instant that a time of day means as that of a step, on the day of the step before or the next; `nil` for anything else
  ///
  ///     16:00, noon, 4pm → 2026-06-21T16:00 …
  private func instantMeant(
    by expression: ExpressionSyntax, after before: ScenarioInstant?
  ) -> String? {
    guard let written = text(at: expression.range), let second = secondOfDay(written) else {
      return nil
    }
    let notation = ValueNotation(schema: ValueSchema(builder.graph))
    let clock = notation.literal(.scalar(Double(second)), type: .timeOfDay)
    guard case .local(let day, let last)? = before else { return "2026-06-21T\(clock)" }
    return "\(CivilDate(days: second > last ? day : day + 1).iso8601)T\(clock)"
  }

  /// The second of the day that a text means; `nil` if it means none
  private func secondOfDay(_ text: String) -> Int64? {
    switch text {
    case "noon", "midday": return 43_200
    case "midnight": return 0
    default:
      let today = "today + "
      let written = text.hasPrefix(today) ? String(text.dropFirst(today.count)) : text
      let clock = SuggestionFinder.clock(written) ?? written
      let second = LiteralReader.timeOfDay(clock[...].utf8)
      return second == 86_400 ? nil : second
    }
  }

  // MARK: Given

  /// One item of `given`; `nil` if it is wrong, which is reported
  ///
  ///     sky = sunny     chores { id: "a", done: false }     no chores { id: "a" }
  private func given(_ item: GivenItemSyntax) -> Given? {
    switch item {
    case .reading(let view): return givenReading(view)
    case .row(let view):
      guard let token = view.table else { return nil }
      if case .source? = nameTable.symbol(named: token.text) {
        reportSource(token.text, view)
        return nil
      }
      guard let table = ActionChecker(checker: checker).table(named: token),
        let values = ActionChecker(checker: checker).rowValues(
          view.values, of: table, isGiven: true),
        hasKey(values, of: table, at: view.range)
      else { return nil }
      return .row(table, values: values)
    case .address(let view): return givenAddress(view)
    case .noRow(let view):
      guard let token = view.table, let table = ActionChecker(checker: checker).table(named: token)
      else { return nil }
      guard view.hasValues else { return .noRows(table) }
      guard
        let values = ActionChecker(checker: checker).rowValues(
          view.values, of: table, isGiven: false),
        hasKey(values, of: table, at: view.range)
      else { return nil }
      return .noRow(table, key: builder.table(table).key.compactMap { values[$0] })
    case .answer(let view): return givenAnswer(view)
    }
  }

  /// Reports the fields of a source that are given as those of a row
  ///
  ///     given weather { temp: 31C, sky: clear } → weather.temp = 31C, weather.sky = clear
  private func reportSource(_ name: String, _ row: GivenRowSyntax) {
    let readings = row.values.compactMap { value -> String? in
      guard let field = value.name?.text, let text = text(at: value.value.range) else { return nil }
      return "\(name).\(field) = \(text)"
    }
    let isWhole = !readings.isEmpty && readings.count == row.values.count
    report(
      .sourceAsRow(name, suggestion: isWhole ? readings.joined(separator: ", ") : nil),
      at: row.range)
  }

  /// An answer that is given; `nil` if it is wrong, which is reported
  ///
  ///     answer "Chore due" for "dishes" = done     answer "Lunch" = unanswered → an error: that is none
  private func givenAnswer(_ view: GivenAnswerSyntax) -> Given? {
    guard let text = view.name, let name = text.plainText, let rule = rule(named: name, text) else {
      return nil
    }
    let key = expectedKey(view.key, rule: rule, named: name)
    if !view.key.isEmpty, key == nil { return nil }
    guard let type = answerType,
      let node = expressions.value(view.value, as: type, context: "the answer")
    else { return nil }
    guard let scalar = builder.constantScalar(of: node), let index = Int(exactly: scalar),
      let answer = Answer(rawValue: index)
    else {
      report(.notConstant(what: "an answer"), at: view.value.range)
      return nil
    }
    guard answer != .unanswered else {
      report(.noAnswer, at: view.value.range)
      return nil
    }
    return .answer(rule: rule, key: key, answer)
  }

  /// The enum `Answer` of the prelude, which `firings` has
  private var answerType: ValueType? {
    builder.graph.tables.first { $0.firings == .all }?.fields.first { $0.name == "answer" }?.type
  }

  /// `true` if the key of a row is given as a whole; reports if it is not
  private func hasKey(_ values: [NodeID?], of table: TableID, at range: SourceRange) -> Bool {
    let schema = builder.table(table)
    for index in schema.key where values[index] == nil {
      report(.missingKeyField(schema.fields[index].name, table: schema.name), at: range)
      return false
    }
    return true
  }

  /// An address with its position; `nil` if it is wrong, which is reported
  ///
  ///     address "12 Main St, Utrecht" = @52.0872,5.1395     address "nowhere" = unknown
  private func givenAddress(_ view: GivenAddressSyntax) -> Given? {
    guard let text = view.text?.plainText else { return nil }
    if ActionChecker(checker: checker).isUnknown(view.value) {
      recorder.record(.word, "unknown", at: view.value.range)
      return .address(text, nil)
    }
    return expressions.value(view.value, as: .position, context: "the address").map {
      .address(text, $0)
    }
  }

  /// The places of a category; `nil` if they are wrong, which is reported
  ///
  ///     any "grocery store" = [@52.09,5.12]     any "park" = []
  private func givenPlaces(_ category: NodeID, _ view: GivenReadingSyntax) -> Given? {
    guard case .constant(.text(let category)) = builder.operation(of: category) else {
      report(
        .givenAlwaysKnown(
          text(at: view.target.range) ?? "", help: "write the category as a text: `any \"park\"`"),
        at: view.target.range)
      return nil
    }
    return expressions.value(
      view.value, as: .list(.position), context: "`\(text(at: view.target.range) ?? "any")`"
    ).map { .places(category: category, $0) }
  }

  /// A reading that is given; `nil` if it is wrong, which is reported
  ///
  ///     sky = sunny            weather(_).sky = clear
  ///     raining = unknown      the reported field itself, not the one that follows from the sky
  ///     time = 12:00           an error: the time is always known
  private func givenReading(_ view: GivenReadingSyntax) -> Given? {
    let checked = local.namingReportedFields { expressions.check(view.target) }
    guard case .value(let target, let type) = checked else { return nil }
    if case .nearest(let category, _) = builder.operation(of: target) {
      return givenPlaces(category, view)
    }
    guard case .reading(let request, let field) = builder.operation(of: target) else {
      var help = "give what it is calculated from"
      if case .clock = builder.operation(of: target) {
        help = "the time is that of a step: write `at` before it"
      }
      if builder.operation(of: target).traits.role == .sun {
        help = "it follows from the day and the place: give `position`"
      }
      report(
        .givenAlwaysKnown(text(at: view.target.range) ?? "", help: help), at: view.target.range)
      return nil
    }
    if ActionChecker(checker: checker).isUnknown(view.value) {
      recorder.record(.word, "unknown", at: view.value.range)
      return .reading(request, field: field, value: nil)
    }
    guard
      let node = expressions.value(
        view.value, as: type, context: "`\(text(at: view.target.range) ?? "this")`")
    else { return nil }
    return .reading(request, field: field, value: node)
  }

  // MARK: Expect

  /// The expectation of an Opp; `nil` if it is wrong, which is reported
  private func expectation(_ view: ExpectActionSyntax) -> Expectation? {
    guard let text = view.name, let name = text.plainText, let outcome = view.outcome,
      let rule = rule(named: name, text)
    else { return nil }
    let key = expectedKey(view.key, rule: rule, named: name)
    if !view.key.isEmpty, key == nil { return nil }
    switch outcome {
    case .quiet: return Expectation(rule: rule, key: key, outcome: .quiet)
    case .unknown: return Expectation(rule: rule, key: key, outcome: .unknown)
    case .fires:
      var node: NodeID?
      if let text = view.text {
        node = expressions.value(text, as: .text, context: "`with`")
        if node == nil { return nil }
      }
      return Expectation(rule: rule, key: key, outcome: .fires(text: node))
    }
  }

  /// The rule that a test names; `nil` if there is none, which is reported
  private func rule(named name: String, _ text: TextSyntax) -> Int? {
    let ruleNames = checker.results.ruleNames
    if ruleNames[name] != nil { recorder.use(.opp(name), at: text.innerRange) }
    guard let rule = ruleNames[name] else {
      report(
        .unknownOpp(name, nearest: nameTable.nearest(to: name, in: ruleNames.keys.sorted())),
        at: text.range)
      return nil
    }
    return rule
  }

  /// The key of `for "a"`, one node a field of the table's key; `nil` if there is none, or it is wrong
  private func expectedKey(
    _ key: [ExpressionSyntax], rule: Int, named name: String
  ) -> [NodeID]? {
    guard !key.isEmpty else { return nil }
    guard let query = builder.graph.rules[rule].rows else {
      report(.keyWithoutForEach(name), at: key[0].range)
      return nil
    }
    let schema = builder.table(query.table)
    guard key.count == schema.key.count else {
      report(.keyCount(table: schema.name, wanted: schema.key.count), at: key[0].range)
      return nil
    }
    var nodes: [NodeID] = []
    for (expression, index) in zip(key, schema.key) {
      let field = schema.fields[index]
      guard
        let node = expressions.value(expression, as: field.type, context: "the key `\(field.name)`")
      else {
        return nil
      }
      nodes.append(node)
    }
    return nodes
  }
}

/// The places of the parts of a `test` in the text
package struct ScenarioPlaces: Sendable {
  /// The whole declaration
  package let range: SourceRange

  /// The instant of each step
  package fileprivate(set) var steps: [SourceRange]

  /// The expectations of each step
  package fileprivate(set) var expectations: [[SourceRange]]
}

extension ScenarioInstant {
  /// `true` if this comes before another; true if only the zone could decide
  fileprivate static func < (left: ScenarioInstant, right: ScenarioInstant) -> Bool {
    switch (left, right) {
    case (.absolute(let first), .absolute(let second)): first < second
    case (.local(let day, let second), .local(let nextDay, let nextSecond)):
      (day, second) < (nextDay, nextSecond)
    case (.absolute, .local), (.local, .absolute): true
    }
  }
}
