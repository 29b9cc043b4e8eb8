internal import OppModel

/// The text and the effects of a firing
extension RuleMonitor {
  /// Adds the firing of an Opp to the outcome, with its text, payload and record
  ///
  /// - Parameters:
  ///   - second: the second that it is of: one before the present one if it had to wait.
  ///   - known: the values of that second; all others are as of now.
  mutating func fire(
    _ opp: OppID, at second: Int64, saying known: FiringWords, _ evaluator: inout Evaluator
  ) {
    // Of the Opp and its rule only what is needed is read: a copy would count the owners of all their lists.
    evaluator.reportCutText(of: nil)
    defer { evaluator.reportCutText(of: evaluator.graph.rules[opps[opp].rule].name) }
    let rule = opps[opp].rule
    let environment = opps[opp].environment
    let row = evaluator.facts.rowID(opps[opp].row)
    var text: String?
    if let message = evaluator.program.rules[rule].message {
      let words = self.text(of: message, known, in: environment, &evaluator) ?? "?"
      if row == nil, plainOpps.headings.indices.contains(rule),
        plainOpps.headings[rule].hasTextOnly
      {
        evaluator.meter.count(firingOf: words.utf8.count)
        let at = Instant(seconds: second)
        outcome.firings.append(Firing(rule: rule, at: at, text: words, plainOpps.headings))
        return
      }
      text = words
    }
    evaluator.meter.count(firingOf: text?.utf8.count ?? 0)
    var payload: [PayloadValue] = []
    for entry in evaluator.graph.rules[rule].payload {
      payload.append(
        PayloadValue(
          name: entry.name, type: evaluator.graph[entry.node].type,
          value: known.value(of: entry.node)
            ?? evaluator.value(of: entry.node, in: environment)))
    }
    var recipient: Value?
    if let node = evaluator.graph.rules[rule].recipient {
      recipient = known.value(of: node) ?? evaluator.value(of: node, in: environment)
    }
    var colour: Int32?
    if let node = evaluator.graph.rules[rule].colour,
      case .scalar(let rgb)? = known.value(of: node)
        ?? evaluator.value(of: node, in: environment)
    {
      colour = Int32(exactly: rgb)
    }
    let firing = Firing(
      rule: rule, at: Instant(seconds: second),
      FiringDetails(
        name: evaluator.graph.rules[rule].name, row: row, text: text, recipient: recipient,
        payload: payload, colour: colour,
        delivery: hold.delivery(ofRule: rule, evaluator)))
    outcome.firings.append(firing)
    outcome.deliveries += hold.hold(firing, &evaluator)
    if log.has(rule: rule) {
      pendingRecords += log.rows(of: firing, now: evaluator.now)
      evaluator.marks.records()
      open(firingAt: second, of: opp, &evaluator)
    }
    if let action = evaluator.graph.rules[rule].record {
      record(action, opps[opp], known, row, &evaluator)
    }
  }

  /// Adds the fields that a firing writes to the outcome, and has them in their table from the next second on
  ///
  /// `count(log)` in a `record` of 00:10 does not count its own row, and another Opp sees it at 00:10:01.
  private mutating func record(
    _ action: RecordAction, _ opp: OppState, _ known: FiringWords, _ row: RowID?,
    _ evaluator: inout Evaluator
  ) {
    let name = evaluator.graph.rules[opp.rule].name
    var values: [Value?] = []
    for node in action.values {
      values.append(
        node.flatMap { known.value(of: $0) ?? evaluator.value(of: $0, in: opp.environment) })
    }
    let isGiven = action.values.map { $0 != nil }
    outcome.records.append(
      Record(
        rule: opp.rule, opp: name, source: row, table: action.table,
        at: Instant(seconds: evaluator.now),
        row: values, isGiven: isGiven))
    guard evaluator.graph.tables.has(action.table) else { return }
    let key = evaluator.graph.tables[action.table].key
    guard key.allSatisfy({ values.indices.contains($0) && values[$0] != nil }) else {
      evaluator.problems.append(.recordWithoutKey(opp: name))
      return
    }
    evaluator.marks.records()
    pendingRecords.append(
      PendingRecord(
        second: Seconds.add(evaluator.now, 1), table: action.table, values: values,
        isGiven: isGiven))
  }

  /// The text of a firing; nil if it is unknown
  private func text(
    of message: MessageText, _ known: FiringWords, in environment: EnvironmentID,
    _ evaluator: inout Evaluator
  ) -> String? {
    switch message {
    case .constant(let text): return text
    case .pieces(let pieces, _) where !known.isEmpty:
      return text(of: pieces, known, in: environment, &evaluator)
    case .pieces(let pieces, let template):
      let instance = evaluator.instance(of: template, in: environment)
      // It is used once, and need not be in the pool for ever.
      let before = evaluator.project(to: evaluator.now, assuming: .known)
      let words = evaluator.words(pieces, of: instance)
      evaluator.moment = before
      return words.text
    case .computed(let template):
      if case .text(let text)? = known.value(of: NodeID(index: template.index)) { return text }
      let instance = evaluator.instance(of: template, in: environment)
      guard case .text(let text)? = evaluator.value(of: instance, at: evaluator.now) else {
        return nil
      }
      return text
    }
  }

  /// A text with pieces, some of which have the values of an earlier second
  private func text(
    of pieces: [TextPiece], _ known: FiringWords, in environment: EnvironmentID,
    _ evaluator: inout Evaluator
  ) -> String {
    var builder = TextBuilder()
    builder.begin()
    for piece in pieces {
      switch piece {
      case .literal(let literal): builder.append(literal)
      case .value(let node, let format):
        let value = known.value(of: node) ?? evaluator.value(of: node, in: environment)
        evaluator.write(value, evaluator.graph[node].type, format: format, to: &builder)
      }
    }
    if builder.isCut { evaluator.pool.hasCutText = true }
    return builder.text
  }
}
