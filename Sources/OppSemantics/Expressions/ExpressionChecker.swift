internal import OppModel
internal import OppSyntax

/// Checks expressions of any kind and puts them into the graph: logic, lists and texts here, the rest in the part for it
///
/// One kind of entry for each need: ``check(_:hint:)`` within an expression, and around one ``condition(_:)``,
/// ``value(_:as:context:)`` or ``anyValue(_:)``, which decide the units of all of it and report a wrong type.
struct ExpressionChecker: CheckerPart {
  let checker: Checker

  /// The greatest depth to which expressions may lie in each other, through lets
  static let depthLimit = 1000

  /// Checks an expression and puts it into the graph
  ///
  /// - Parameter hint: the type that the place expects, which decides between readings of a literal
  ///   and finds cases; the result may be of another type all the same.
  func check(_ expression: ExpressionSyntax, hint: ValueType? = nil) -> Checked {
    guard local.depth < Self.depthLimit else {
      report(.tooDeep(limit: Self.depthLimit), at: expression.range)
      return .failure
    }
    local.descend()
    defer { local.ascend() }
    let result = dispatch(expression, hint: hint)
    if case .value(let node, _) = result { checker.sourceMap.add(node, expression.range) }
    recorder.note(result, of: expression, expecting: hint)
    return result
  }

  /// Checks an expression in the part for its kind
  private func dispatch(_ expression: ExpressionSyntax, hint: ValueType?) -> Checked {
    switch expression {
    case .name(let name): nameResolver.checkName(name, hint: hint)
    case .literal(let literal): literals.checkLiteral(literal, hint: hint)
    case .text(let text): checkText(text)
    case .list(let list): checkList(list, hint: hint)
    case .parenthesized(let inner): check(inner.inner, hint: hint)
    case .negative(let prefix): arithmeticChecker.checkNegative(prefix, hint: hint)
    case .not(let prefix): checkNot(prefix)
    case .conjunction(let chain): checkLogical(chain, isConjunction: true)
    case .disjunction(let chain): checkLogical(chain, isConjunction: false)
    case .sum(let chain): arithmeticChecker.checkSum(chain, hint: hint)
    case .product(let chain): arithmeticChecker.checkProduct(chain, hint: hint)
    case .comparison(let comparison): comparisonChecker.checkComparison(comparison)
    case .range(let range): rangeForValue(range)
    // The parser has reported these.
    case .comparisonChain, .missing: .failure
    case .span: spanForValue(expression)
    case .changes(let view): changeForValue(view)
    case .lasting(let lasting): windowChecker.checkLasting(lasting)
    case .within(let within): windowChecker.checkWithin(within)
    case .latch(let latch): windowChecker.checkLatch(latch)
    case .conditional(let conditional): checkConditional(conditional, hint: hint)
    case .filter(let filter): rowChecker.checkFilter(filter)
    case .mapping(let mapping): rowChecker.checkMapping(mapping)
    case .ordering(let ordering): rowChecker.checkOrdering(ordering)
    case .near(let near): placeChecker.checkNear(near.place, radius: near.radius)
    case .nearestPlace(let prefix): placeChecker.checkNearest(prefix)
    case .field(let access): fieldChecker.checkField(access)
    case .counted(let counted): countChecker.checkCounted(counted)
    case .call(let call): callChecker.checkCall(call, hint: hint)
    }
  }

  /// Reports `a..b` as an argument that takes none, unless the parser has
  private func rangeForValue(_ range: RangeSyntax) -> Checked {
    if !range.node.isBroken { report(.rangeAsValue, at: range.range) }
    return .failure
  }

  /// Reports `last D`, `next D` or `since T` where a value is wanted
  private func spanForValue(_ expression: ExpressionSyntax) -> Checked {
    report(.unexpectedSpan, at: expression.range)
    return .failure
  }

  /// Reports `x changes` where a value is wanted: an event is counted, or follows `on`
  private func changeForValue(_ view: ChangesEventSyntax) -> Checked {
    report(.unexpectedChange(text(at: view.value.range) ?? "x"), at: view.range)
    return .failure
  }

  /// Reports rows if one value is wanted
  ///
  /// - Parameter condition: the condition that the rows are, outside of a comparison.
  func reportRows(
    _ rows: CheckedRows, at range: SourceRange, in condition: SourceRange? = nil
  ) {
    let isOwn = local.rows.contains { $0.table == rows.table && $0.name == nil }
    if reportRowsForRow(rows) { return }
    if isOwn
      ? reportRowsForField(rows, in: condition) : reportConditionOfRows(rows, in: condition)
    {
      return
    }
    let table = builder.table(rows.table)
    let name = table == .values ? "LIST" : table.name
    report(.rowsAsValue(table: name, isOwn: isOwn), at: range)
  }

  /// Reports the table in place of its row in `for each`; `false` if no row of it has a name here
  ///
  ///     for each t in tasks on tasks.begins → t.begins
  func reportRowsForRow(_ rows: CheckedRows) -> Bool {
    guard let written = rows.written, rows.predicate == nil,
      let row = local.rows.last(where: { $0.table == rows.table && $0.value == nil }),
      let name = row.name
    else { return false }
    report(.rowsForRow(table: builder.table(rows.table).name, row: name), at: written.rows)
    return true
  }

  /// Reports a field of all rows in a condition on one, with the conditions on any and on all of them; `false` if it is in none
  ///
  ///     tasks.begins < now → any(tasks where begins < now), all(tasks each begins < now)
  func reportConditionOfRows(
    _ rows: CheckedRows, in condition: SourceRange? = nil
  ) -> Bool {
    guard let condition = local.comparison ?? condition, let written = rows.written,
      let list = text(at: written.rows),
      let (before, field, behind) = parts(of: condition, around: written)
    else { return false }
    let ofRow: String
    switch before + behind {
    case " == true", " is true", " != false", " is not false": ofRow = field
    case " == false", " is false", " != true", " is not true": ofRow = "not \(field)"
    default: ofRow = before + field + behind
    }
    let suggestions = ["any(\(list) where \(ofRow))", "all(\(list) each \(ofRow))"]
    report(
      .conditionOfRows(table: builder.table(rows.table).name, suggestions: suggestions),
      at: condition)
    return true
  }

  /// Reports `tasks.done` behind `where`, where `done` is that of the row; `false` if it may be compared with a field of the row
  ///
  ///     any(tasks where tasks.hue == red) → hue     any(tasks where tasks.hue == hue) → false
  private func reportRowsForField(_ rows: CheckedRows, in condition: SourceRange?) -> Bool {
    guard let condition = local.comparison ?? condition, let written = rows.written,
      let (before, field, behind) = parts(of: condition, around: written)
    else { return false }
    let words = "\(before) \(behind)".split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    guard !words.contains(where: { nameTable[rows.table].fields[String($0)] != nil }) else {
      return false
    }
    report(
      .rowsForField(table: builder.table(rows.table).name, field: field), at: written.field)
    return true
  }

  /// The text of a condition before a field of rows, the name of the field, and the text behind it
  private func parts(
    of condition: SourceRange, around written: (rows: SourceRange, field: SourceRange)
  ) -> (before: String, field: String, behind: String)? {
    func part(_ start: Int32, _ end: Int32) -> String? {
      text(at: SourceRange(file: condition.file, start: start, end: end))
    }
    guard let before = part(condition.start, written.field.start),
      let path = part(written.rows.end, written.field.end),
      let behind = part(written.field.end, condition.end)
    else { return nil }
    return (before, String(path.drop { $0 == "." || $0 == " " }), behind)
  }

  // MARK: Results of a type

  /// The node of an expression that must be a condition; `nil` if it is not, which is reported
  func condition(_ expression: ExpressionSyntax) -> NodeID? {
    let result = unitResolver.resolving { check(expression, hint: .bool) }
    return condition(result, of: expression)
  }

  /// The node of a result that must be a condition; `nil` if it is not, which is reported
  func condition(_ result: Checked, of expression: ExpressionSyntax) -> NodeID? {
    switch result {
    case .value(let node, .bool): return node
    case .value(_, let type):
      report(
        .notCondition(type, suggestion: conditionSuggestion(for: expression, of: type)),
        at: expression.range)
      return nil
    case .rows(let rows):
      reportRows(rows, at: expression.range, in: rows.element == .bool ? expression.range : nil)
      return nil
    case .ambiguous, .failure: return nil
    }
  }

  /// A comparison that may have been meant by something that is no condition
  ///
  ///     sunny → sky == sunny     weekend → weekday in weekend     home → near home     12:00 → time >= 12:00
  private func conditionSuggestion(
    for expression: ExpressionSyntax, of type: ValueType
  ) -> String? {
    if case .text(let text) = expression, let word = text.plainText, !word.isEmpty,
      nameTable.declares(word)
    {
      return word
    }
    if let text = text(at: expression.range), case .name = expression {
      switch type {
      case .speed where text == "rain": return "raining"
      case .speed where text == "snow": return "snowing"
      case .weekday where text == "weekday": return "weekday in weekdays"
      case .list(.weekday): return "weekday in \(text)"
      case .list(.month): return "month in \(text)"
      case .place, .position: return "near \(text)"
      default: break
      }
    }
    if type == .timeOfDay || type == .instant, let text = text(at: expression.range) {
      if type == .timeOfDay { return "time >= \(text)" }
      // When something was done is unknown until then.
      let isPast = [".ended", ".answered", "_at"].contains { text.hasSuffix($0) }
      return isPast ? "known(\(text))" : "now >= \(text)"
    }
    guard type.hasCases, case .name(let name) = expression, let text = name.token?.text,
      nameTable.caseIndex(text, of: type) != nil
    else { return nil }
    // The first field of the case's type, of a source that needs no arguments: `sky` of the weather.
    for (index, source) in builder.graph.sources.enumerated() {
      let symbol = nameTable.sources[index]
      for field in source.fields
      where field.type == type && field.name != text && symbol.hasPlainName(field.name) {
        return "\(field.name) == \(text)"
      }
    }
    return nil
  }

  /// The node of an expression that must be of a type; `nil` if it is not, which is reported
  ///
  /// - Parameter context: the thing that needs the type, as the start of a sentence: "`near`".
  ///
  ///     value(`30m`, as: Length) → 30     value(`home`, as: Position) → its position     value(`5`, as: Length) → nil
  func value(_ expression: ExpressionSyntax, as type: ValueType, context: String) -> NodeID? {
    let result = unitResolver.resolving {
      let found = check(expression, hint: type)
      guard let node = node(found, as: type, context: context, at: expression.range) else {
        return found.isAmbiguous ? .ambiguous : .failure
      }
      return .value(node, type)
    }
    if case .value(let node, _) = result { return node }
    return nil
  }

  /// The node of a result that must be of a type; a Place is converted to its Position
  func node(
    _ result: Checked, as type: ValueType, context: String, at range: SourceRange
  ) -> NodeID? {
    switch result {
    case .value(let node, let found):
      if found == type { return node }
      if type == .position, found == .place { return placeChecker.position(of: node) }
      if type == .percent, found == .number {
        return ratioChecker.percentage(node, at: range)
      }
      if type == .elevation, let fixed = elevation(node, found) { return fixed }
      if type == .duration, found == .timeOfDay,
        let duration = text(at: range).flatMap(ForeignTriggers.duration(ofClock:))
      {
        report(.clockAsDuration(found, context: context, suggestion: duration), at: range)
        return nil
      }
      // A number without a unit is the usual mistake, and has a message of its own.
      if reportMissingUnit(of: type, found, at: range)
        || reportWrongUnit(of: type, found, at: range)
      {
        return nil
      }
      report(.mismatch(expected: type, found: found, context: context), at: range)
      return nil
    case .rows(let rows):
      guard type == .list(rows.element) else {
        if reportRowsForRow(rows) || rows.element == type && reportConditionOfRows(rows) {
          return nil
        }
        report(
          .mismatch(expected: type, found: .list(rows.element), context: context), at: range)
        return nil
      }
      return rowChecker.collected(rows)
    case .ambiguous, .failure: return nil
    }
  }

  /// Reports `$` before the braces of a value, and takes it out
  private func reportDollar(before value: String, at range: SourceRange) {
    var diagnostic = TypeProblem.dollarBeforeBraces(value).diagnostic(
      at: range, reports.typeNames)
    let bytes = reports.files[Int(range.file)].bytes
    if let sign = bytes[..<Int(range.start)].lastIndex(of: UInt8(ascii: "$")) {
      let place = SourceRange(file: range.file, start: Int32(sign), end: Int32(sign + 1))
      diagnostic.fix = Fix(edits: [Edit(range: place, replacement: "")], applicability: .display)
    }
    reports.add(diagnostic)
  }

  /// The node of an expression of any type; rows become a list
  ///
  ///     temp → a Temperature     friends.name → (collect friends#2 : #2.name)     agenda → nil, as rows are no list
  func anyValue(_ expression: ExpressionSyntax) -> (node: NodeID, type: ValueType)? {
    let result = unitResolver.resolving { check(expression) }
    switch result {
    case .value(let node, let type): return (node, type)
    case .rows(let rows):
      if case .row = rows.element {
        reportRows(rows, at: expression.range)
        return nil
      }
      return (rowChecker.collected(rows), .list(rows.element))
    case .ambiguous, .failure: return nil
    }
  }

  /// Two results brought to one type; `nil` if they cannot be
  ///
  ///     20C and 25C → Temperature     home and position → Position     20C and 5km → nil
  func unified(_ left: Checked, _ right: Checked) -> (left: NodeID, right: NodeID, type: ValueType)?
  {
    guard case .value(let first, let firstType) = left,
      case .value(let second, let secondType) = right
    else { return nil }
    if firstType == secondType { return (first, second, firstType) }
    if firstType == .place, secondType == .position {
      return (placeChecker.position(of: first), second, .position)
    }
    if firstType == .position, secondType == .place {
      return (first, placeChecker.position(of: second), .position)
    }
    if firstType == .elevation, let fixed = elevation(second, secondType) {
      return (first, fixed, .elevation)
    }
    if secondType == .elevation, let fixed = elevation(first, firstType) {
      return (fixed, second, .elevation)
    }
    return nil
  }

  /// The elevation that a constant angle is, as `6deg` of a `let` is taken for an angle; nil for any other node
  func elevation(_ node: NodeID, _ type: ValueType) -> NodeID? {
    guard type == .angle, let degrees = builder.constantScalar(of: node), degrees <= 90 else {
      return nil
    }
    return builder.constant(.scalar(degrees), .elevation)
  }

  // MARK: Logic

  /// `not c`
  private func checkNot(_ prefix: PrefixSyntax) -> Checked {
    let result = unitResolver.resolving { check(prefix.operand, hint: .bool) }
    if case .rows(let rows) = result, rows.element == .bool {
      reportRows(rows, at: prefix.operand.range, in: prefix.range)
      return .failure
    }
    guard let operand = condition(result, of: prefix.operand) else { return .failure }
    return .value(builder.node(.not(operand), .bool), .bool)
  }

  /// `a and b …` or `a or b …`; every operand is checked, also behind one that is wrong
  private func checkLogical(_ chain: LogicalChainSyntax, isConjunction: Bool) -> Checked {
    let operands = chain.operands
    var nodes: [NodeID] = []
    var isBroken = false
    if let (problem, range) = comparisonChecker.quotedCases(operands) {
      report(problem, at: range)
      return .failure
    }
    for (index, operand) in operands.enumerated() {
      if index > 0,
        let problem = comparisonChecker.repeatedSubject(operands, at: index)
      {
        report(problem, at: operand.range)
        isBroken = true
        continue
      }
      if let node = condition(operand) { nodes.append(node) } else { isBroken = true }
    }
    guard !isBroken,
      let result = isConjunction ? builder.conjunction(nodes) : builder.disjunction(nodes)
    else { return .failure }
    return .value(result, .bool)
  }

  /// `if c then a else b`, whose branches are of one type
  ///
  ///     if raining then 30m else 1h   →   the second branch decides that `30m` are minutes
  private func checkConditional(_ conditional: ConditionalSyntax, hint: ValueType?) -> Checked {
    let question = condition(conditional.condition)
    let start = attempt()
    var first = check(conditional.whenTrue, hint: hint)
    var second = check(conditional.whenFalse, hint: first.type ?? hint)
    if first.type == nil, let type = second.type {
      undo(start)
      first = check(conditional.whenTrue, hint: type)
      second = check(conditional.whenFalse, hint: type)
    }
    if first.isAmbiguous || second.isAmbiguous { return .ambiguous }
    guard let question, let firstType = first.type, let secondType = second.type,
      let (first, second) = ratioChecker.joined(
        (first, conditional.whenTrue.range), (second, conditional.whenFalse.range))
    else { return .failure }
    guard let both = unified(first, second) else {
      let (one, other) = (conditional.whenTrue.range, conditional.whenFalse.range)
      if !reportMissingUnit(of: firstType, secondType, at: other),
        !reportMissingUnit(of: secondType, firstType, at: one)
      {
        report(.branches(firstType, secondType), at: other)
      }
      return .failure
    }
    guard isFreeOfArcs(both.left, at: conditional.whenTrue.range),
      isFreeOfArcs(both.right, at: conditional.whenFalse.range)
    else { return .failure }
    let node = builder.node(
      .conditional(if: question, then: both.left, else: both.right), both.type)
    return .value(node, both.type)
  }

  // MARK: Lists and texts

  /// `[a, b, …]`, whose elements are of one type
  ///
  ///     [30m, 1h] → minutes, by the second     [] → the type that is expected     [20C, 5km] → an error
  private func checkList(_ list: ListSyntax, hint: ValueType?) -> Checked {
    let elements = list.elements
    guard !elements.isEmpty else {
      guard let element = hint?.element else {
        report(.emptyList, at: list.range)
        return .failure
      }
      return .value(builder.list([], of: element), .list(element))
    }
    let results = results(of: elements, hint: hint?.element)
    if results.contains(where: { $0.isAmbiguous }) { return .ambiguous }
    return checkedList(results, at: elements.map { $0.range }, of: list.range)
  }

  /// The results of expressions that are to be of one type, that of the first whose type is known
  func results(of elements: [ExpressionSyntax], hint: ValueType?) -> [Checked] {
    var type = hint
    let start = attempt()
    var results = elements.map { element -> Checked in
      let result = check(element, hint: type)
      if type == nil { type = result.type }
      return result
    }
    // An element whose type follows from the others, such as the first of `[30m, 1h]` or of `[sun, mon]`.
    if let type, results.contains(where: { $0.type == nil }) {
      undo(start)
      results = elements.map { check($0, hint: type) }
    }
    return results
  }

  /// A list of results; reports the first that is of another type than those before
  ///
  /// - Parameter function: the function whose arguments they are, for the message; nil for a list in brackets.
  func checkedList(
    _ results: [Checked], at ranges: [SourceRange], of range: SourceRange,
    argumentsOf function: Function? = nil
  ) -> Checked {
    guard let results = ratioChecker.joined(zip(results, ranges).map { (result: $0, range: $1) })
    else { return .failure }
    var nodes: [NodeID] = []
    var type: ValueType?
    for (result, range) in zip(results, ranges) {
      guard case .value(let node, let found) = result else { return .failure }
      if let type, type != found {
        if reportMissingUnit(of: type, found, at: range)
          || reportMissingUnit(of: found, type, at: ranges[0])
        {
          return .failure
        }
        report(.mixedList(type, found, function: function?.rawValue), at: range)
        return .failure
      }
      guard isFreeOfArcs(node, at: range) else { return .failure }
      type = found
      nodes.append(node)
    }
    guard let type else { return .failure }
    // Not of the list itself, which is not made if it is too long.
    if ValueSize(of: nodes.map { builder.size(of: $0) }).isLongList {
      report(.listTooLong(limit: TextLimit.elements), at: range)
      return .failure
    }
    return .value(builder.list(nodes, of: type), .list(type))
  }

  /// A text, with its interpolations as values
  ///
  ///     "{temp} now"   →   (text weather.temp " now")     "a {{b}} c"   →   a constant
  private func checkText(_ text: TextSyntax) -> Checked {
    var pieces: [TextPiece] = []
    var isBroken = false
    for piece in text.pieces {
      switch piece {
      case .characters(let characters, _):
        // Neighbouring characters become one piece.
        if case .literal(let before)? = pieces.last {
          pieces[pieces.count - 1] = .literal(before + characters)
        } else {
          pieces.append(.literal(characters))
        }
      case .interpolation(let expression, let token):
        let before: TextPiece? = pieces.last
        guard let (node, type) = anyValue(expression) else {
          isBroken = true
          continue
        }
        if case .row = type {
          report(.notText(type), at: expression.range)
          isBroken = true
          continue
        }
        // A price may have its sign before it; nothing else has.
        if case .literal(let words)? = before, words.last == "$", type != .number,
          let value = self.text(at: expression.range)
        {
          reportDollar(before: value, at: expression.range)
          isBroken = true
        }
        guard let token else {
          pieces.append(.value(node, nil))
          continue
        }
        if let format = formatChecker.format(token, of: type, expression) {
          pieces.append(.value(node, format))
        } else {
          isBroken = true
        }
      }
    }
    if isBroken { return .failure }
    if ValueSize(of: pieces, size: { builder.size(of: $0) }).isLongText {
      report(.textTooLong(limit: TextLimit.bytes), at: text.range)
      return .failure
    }
    if pieces.isEmpty { return .value(builder.constant(.text(""), .text), .text) }
    if pieces.count == 1, case .literal(let characters) = pieces[0] {
      return .value(builder.constant(.text(characters), .text), .text)
    }
    return .value(builder.node(.text(pieces), .text), .text)
  }
}
