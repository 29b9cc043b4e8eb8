internal import OppModel
internal import OppSyntax

/// The action of an Opp when it fires
///
/// ```opp
/// notify "{e.title} begins" to "Ann" with { free: free }
/// record trips { at: now }
/// ```
struct RuleAction {
  /// The text of the notification; `nil` if there is none, or it is wrong
  var text: NodeID?
  /// The names of those who are notified: a text or a list of texts; nil for the person who runs the rules
  var recipient: NodeID?
  /// The values of `with`, in the order of the text
  var payload: [NamedNode] = []
  /// The row to record; `nil` if there is none, or it is wrong
  var record: RecordAction?
}

/// Checks `notify` and `record`, and rows that are written out field by field
struct ActionChecker: CheckerPart {
  let checker: Checker

  /// The action of the clauses; an Opp without `notify` and `record` notifies of its name
  func ruleAction(_ clauses: Clauses, name: String) -> RuleAction {
    var action = RuleAction()
    if let notify = clauses.notify {
      action.text = notifiedText(notify.text)
      action.recipient = notify.recipient.flatMap(recipient)
      action.payload = payload(notify.payload ?? [])
    } else if clauses.record == nil {
      action.text = builder.constant(.text(name), .text)
    }
    action.record = clauses.record.flatMap(record)
    return action
  }

  /// The node of the text of `notify`; `nil` if it is none, which is reported
  ///
  ///     notify "{temp}" → a text     notify temp → write `"{temp}"`     notify umbrella → write `"umbrella"`
  private func notifiedText(_ expression: ExpressionSyntax) -> NodeID? {
    if case .name(let name) = expression, let token = name.token,
      nameResolver.isUnknown(name: token.text),
      nameTable.nearest(to: token.text, in: nameResolver.namesInScope()) == nil
    {
      report(.unquotedText(token.text), at: token.range)
      return nil
    }
    guard let (node, type) = expressions.anyValue(expression) else { return nil }
    if type == .text { return node }
    let written = text(at: expression.range) ?? ""
    let isPlain = !written.contains("\"") && !written.contains("{")
    report(
      isPlain
        ? .valueAsText(type, written)
        : .mismatch(expected: .text, found: type, context: "`notify`"),
      at: expression.range)
    return nil
  }

  /// The node of the names after `to`; `nil` if they are no names, which is reported
  ///
  ///     to "Ann"     to ["Ann", "Bo"]     to me → leave it out     to bob → write `"bob"`
  private func recipient(_ expression: ExpressionSyntax) -> NodeID? {
    if case .name(let name) = expression, let token = name.token,
      nameResolver.isUnknown(name: token.text)
    {
      let isPerson = ["me", "myself", "us"].contains(token.text)
      report(isPerson ? .needlessRecipient(token.text) : .unquotedText(token.text), at: token.range)
      return nil
    }
    guard let (node, type) = expressions.anyValue(expression) else { return nil }
    guard type == .text || type == .list(.text) else {
      report(.mismatch(expected: .text, found: type, context: "`to`"), at: expression.range)
      return nil
    }
    return node
  }

  /// The values of `with` that are right, by name; a name twice is reported, and both are kept
  private func payload(_ values: [FieldValueSyntax]) -> [NamedNode] {
    var result: [NamedNode] = []
    var first: [String: SourceRange] = [:]
    for value in values {
      guard let name = value.name else { continue }
      let text = name.text
      recorder.record(.payload(name.range), .payload, name, value.node)
      if let range = first[text] {
        report(.duplicate(text, what: "the value", first: range), at: name.range)
      }
      first[text] = name.range
      if let (node, _) = expressions.anyValue(value.value) {
        result.append(NamedNode(name: text, node: node))
      }
    }
    return result
  }

  /// The row of `record`; `nil` if it is wrong, which is reported
  ///
  /// The key must be whole; other fields may be missing: `record trips { at: now }` of a table `by at`.
  private func record(_ clause: RecordClauseSyntax) -> RecordAction? {
    guard let token = clause.table, let table = table(named: token) else { return nil }
    guard let values = rowValues(clause.values, of: table, isGiven: false) else { return nil }
    let schema = builder.table(table)
    // Without braces the parser has reported it; the table is still looked up, for the index of names.
    if clause.node.child(.valueList) == nil { return nil }
    for index in schema.key where values[index] == nil {
      report(.missingKeyField(schema.fields[index].name, table: schema.name), at: clause.range)
      return nil
    }
    return RecordAction(table: table, values: values)
  }

  /// The table of a name; `nil` if there is none, which is reported
  func table(named token: SyntaxToken) -> TableID? {
    let name = token.text
    if case .table(let table)? = nameTable.symbol(named: name) {
      recorder.record(.table(table), at: token.range)
      guard builder.table(table).firings == nil else {
        report(.writtenByOpp(name), at: token.range)
        return nil
      }
      return table
    }
    let names = builder.graph.tables.map { $0.name }
    report(.unknownTable(name, nearest: nameTable.nearest(to: name, in: names)), at: token.range)
    return nil
  }

  /// The node of each field of a table, `nil` if none is given; nil if something is wrong
  ///
  /// - Parameter isGiven: whether `unknown` may take the place of a value, as in `given`.
  ///
  ///     { id: "a", done: false } of fields id, owner, done   →   ["a", nil, false]
  func rowValues(
    _ values: [FieldValueSyntax], of table: TableID, isGiven: Bool
  ) -> [NodeID?]? {
    let schema = builder.table(table)
    let symbol = nameTable[table]
    var result = [NodeID?](repeating: nil, count: schema.fields.count)
    var first: [Int: SourceRange] = [:]
    var isSound = true
    for item in values {
      guard let name = item.name else {
        isSound = false
        continue
      }
      guard let index = symbol.fields[name.text] else {
        _ = fieldChecker.unknownField(name.text, of: table, at: name.range)
        isSound = false
        continue
      }
      recorder.use(.tableField(table, index), at: name.range)
      if let range = first[index] {
        report(.duplicate(name.text, what: "the field", first: range), at: name.range)
        isSound = false
      }
      first[index] = name.range
      // `owner: unknown` is the same as no owner: the field is not known.
      if isGiven, isUnknown(item.value) {
        recorder.record(.word, "unknown", at: item.value.range)
        continue
      }
      guard !symbol.untypedFields.contains(index) else {
        isSound = false
        continue
      }
      result[index] = expressions.value(
        item.value, as: schema.fields[index].type, context: "the field `\(name.text)`")
      if result[index] == nil { isSound = false }
    }
    return isSound ? result : nil
  }

  /// `true` if an expression is the word `unknown` of `given`
  func isUnknown(_ expression: ExpressionSyntax) -> Bool {
    guard case .name(let name) = expression else { return false }
    return name.token?.text == "unknown"
  }
}
