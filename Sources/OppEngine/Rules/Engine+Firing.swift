internal import OppModel

/// The text and the effects of a firing
extension Engine {
  /// Adds the firing of an Opp to the outcome, with its text, payload and record as of now
  ///
  /// - Parameter second: the second that it is of: one before the present one where it had to wait.
  mutating func fire(_ index: Int32, at second: Int64) {
    // Of the Opp and its rule only what is needed is read: a copy would count the owners of all their lists.
    let place = Int(index)
    let rule = opps[place].rule
    let environment = opps[place].environment
    let row: RowID? = opps[place].row >= 0 ? rowID(opps[place].row) : nil
    var text: String?
    if let node = graph.rules[rule].text { text = messageText(node, in: environment) ?? "?" }
    var payload: [PayloadValue] = []
    for entry in graph.rules[rule].payload {
      payload.append(
        PayloadValue(
          name: entry.name, type: graph[entry.node].type,
          value: value(of: entry.node, in: environment)))
    }
    var recipient: Value?
    if let node = graph.rules[rule].recipient { recipient = value(of: node, in: environment) }
    let delivered = delivery(isUrgent: graph.rules[rule].isUrgent)
    outcome.firings.append(
      Firing(
        rule: rule, opp: graph.rules[rule].name, row: row, at: Instant(seconds: second),
        text: text, recipient: recipient, payload: payload,
        delivered: delivered == now ? nil : Instant(seconds: delivered)))
    if let action = graph.rules[rule].record {
      record(action, opps[place], graph.rules[rule].name, row)
    }
  }

  /// Adds the row of a firing to the outcome, and has it in its table from the next second on
  ///
  /// `count(log)` in a `record` of 00:10 does not count its own row, and another Opp sees it at 00:10:01.
  private mutating func record(
    _ action: RecordAction, _ opp: OppState, _ name: String, _ row: RowID?
  ) {
    var values: [Value?] = []
    for node in action.values {
      values.append(node.flatMap { value(of: $0, in: opp.environment) })
    }
    outcome.records.append(
      Record(
        rule: opp.rule, opp: name, source: row, table: action.table, at: Instant(seconds: now),
        row: values))
    guard graph.tables.indices.contains(Int(action.table.index)) else { return }
    let key = graph.tables[Int(action.table.index)].key
    guard key.allSatisfy({ values.indices.contains($0) && values[$0] != nil }) else {
      problems.append(.recordWithoutKey(opp: name))
      return
    }
    marks.records()
    pendingRecords.append(
      PendingRecord(
        second: Seconds.add(now, 1),
        change: TableChange(table: action.table, rows: [values], removedKeys: [])))
  }

  /// The text of a firing; nil where it is unknown
  private mutating func messageText(_ node: NodeID, in environment: Int32) -> String? {
    if case .constant(.text(let text)) = graph[node].operation { return text }
    let instance = instance(of: node.index, in: environment)
    if case .text = code[Int(instances.template[Int(instance)])].instruction {
      // It is used once, and need not be in the pool for ever.
      var ahead: Ahead? = Ahead(second: now)
      return words(instance, at: now, &ahead)?.text
    }
    guard case .text(let text)? = value(of: instance, at: now) else { return nil }
    return text
  }

  /// The end of the quiet hours that this second lies in; this second where it lies in none
  ///
  /// With `set quiet 22:00..07:00`, 21:59:59 and 07:00 are their own delivery; 22:00 and 06:59:59 are delivered at the
  /// 07:00 that follows.
  private mutating func delivery(isUrgent: Bool) -> Int64 {
    guard let quiet = graph.settings.quietHours, !isUrgent else { return now }
    var second = now
    // A clock change at the end of quiet hours can put their end into them again, once.
    for _ in 0..<6 {
      let local = zone.local(at: Instant(seconds: second))
      let time = local.secondOfDay
      guard
        RangeKind.timeOfDay.contains(
          Double(time), low: Double(quiet.start), high: Double(quiet.end))
      else { return second }
      let jump = zone.clockJump(after: Instant(seconds: second)).seconds
      let end = quiet.end > time ? Seconds.add(second, quiet.end - time) : jump
      second = min(end, jump)
    }
    return second
  }
}
