internal import OppModel
internal import OppSyntax

/// Brings percentages and numbers to one type if they meet
///
/// A computed number is a ratio, and has a value that a percentage can be compared with. A constant and a plain field may as
/// well be in hundredths, so that they need their unit.
///
/// ```
/// used / total > 90%                     (> (divide used total) 0.9)
/// used / total > humidity                (> (divide used total) (ratio weather.humidity))
/// if busy then used / total else 50%     (if busy (percentage (divide used total)) 50%)
/// humidity > 0.8                         missing-unit: write `80%`
/// humidity > limit                       missing-unit: declare it as `limit: Percent`, or write `limit / 100`
/// humidity * 1.1 > 70                    missing-unit: write `70%`
/// ```
struct RatioChecker: CheckerPart {
  let checker: Checker

  /// A value, and its place
  struct Operand {
    let node: NodeID
    let type: ValueType
    let range: SourceRange

    init(_ node: NodeID, _ type: ValueType, _ range: SourceRange) {
      self.node = node
      self.type = type
      self.range = range
    }

    init?(_ result: Checked, _ range: SourceRange) {
      guard case .value(let node, let type) = result else { return nil }
      self.init(node, type, range)
    }

    var result: Checked { .value(node, type) }
  }

  // MARK: By value

  /// Operands that are compared with each other, percentages as numbers if there are numbers among them
  ///
  /// - Returns: `nil` if one of the numbers has no unit, which is reported.
  private func compared(_ operands: [Operand]) -> [Operand]? {
    guard areMixed(operands.map { $0.type }) else {
      return reportsProduct(among: operands) ? nil : operands
    }
    guard !reportsPlain(among: operands) else { return nil }
    return operands.map { operand in
      operand.type == .percent ? Operand(number(operand), .number, operand.range) : operand
    }
  }

  /// Both sides of a comparison, as numbers if just one of them is a percentage
  ///
  /// - Returns: `nil` if a number has no unit, which is reported.
  func compared(
    _ left: Checked, _ right: Checked, _ comparison: ComparisonSyntax
  ) -> (left: Checked, right: Checked)? {
    guard left.type == .number || left.type == .percent,
      let first = Operand(left, comparison.left.range),
      let second = Operand(right, comparison.right.range)
    else { return (left, right) }
    return compared([first, second]).map { ($0[0].result, $0[1].result) }
  }

  /// A value and the ends of a range, as numbers if some of them are percentages and others are not
  ///
  /// - Returns: `nil` if a number has no unit, which is reported.
  func compared(
    _ value: (node: NodeID, type: ValueType, range: SourceRange),
    _ low: (result: Checked, range: SourceRange), _ high: (result: Checked, range: SourceRange)
  ) -> (value: NodeID, low: Checked, high: Checked)? {
    guard let first = Operand(low.result, low.range), let last = Operand(high.result, high.range)
    else { return (value.node, low.result, high.result) }
    return compared([Operand(value.node, value.type, value.range), first, last]).map {
      ($0[0].node, $0[1].result, $0[2].result)
    }
  }

  /// A value and a list that it may be in, both as numbers if just one of them is of percentages
  ///
  /// - Returns: `nil` if a number has no unit, which is reported.
  func compared(_ value: Operand, in list: Checked, _ syntax: ExpressionSyntax) -> (
    value: NodeID, list: Checked
  )? {
    guard let element = list.type?.element, [.number, .percent].contains(value.type),
      element == .number || element == .percent
    else { return (value.node, list) }
    let isMixed = element != value.type
    guard !isMixed || element == .number || !reportsPlain(among: [value]) else { return nil }
    // The elements one by one if they are known, else rows with the number of each.
    if case .value(let found, _) = list, let elements = elements(of: found, element, syntax) {
      guard isMixed else {
        return reportsProduct(among: [value] + elements) ? nil : (value.node, list)
      }
      if element == .number, reportsPlain(among: elements) { return nil }
      let numbers = elements.map { element == .number ? $0.node : number($0) }
      return (
        element == .number ? number(value) : value.node,
        .value(builder.list(numbers, of: .number), .list(.number))
      )
    }
    guard isMixed else { return (value.node, list) }
    let node = element == .number ? number(value) : value.node
    guard let rows = rows(of: list), let each = rows.value else { return (value.node, list) }
    if element == .number, !isComputed(each, at: syntax.range) {
      reportPlain(each, at: syntax.range, as: .list)
      return nil
    }
    let numbers = element == .number ? each : builder.unary(.ratio, each, .number)
    return (node, .rows(rows.with(value: numbers, element: .number)))
  }

  /// The elements of a list that is written out, each at its place, or `nil` for any other list
  private func elements(
    of list: NodeID, _ type: ValueType, _ syntax: ExpressionSyntax
  ) -> [Operand]? {
    guard let nodes = builder.elements(of: list) else { return nil }
    var ranges = nodes.map { _ in syntax.range }
    if case .list(let written) = syntax, written.elements.count == nodes.count {
      ranges = written.elements.map { $0.range }
    }
    return zip(nodes, ranges).map { Operand($0, type, $1) }
  }

  /// The rows of a list, also of one that is a value
  private func rows(of list: Checked) -> CheckedRows? {
    switch list {
    case .rows(let rows): rows
    case .value(let node, .list(let element)): valueRows.rows(of: node, element)
    case .value, .ambiguous, .failure: nil
    }
  }

  // MARK: As percentages

  /// Values of which one is the result, all of them percentages if some are
  ///
  /// - Returns: `nil` if a number has no unit, which is reported.
  func joined(
    _ values: [(result: Checked, range: SourceRange)], as form: PlainForm = .value
  ) -> [Checked]? {
    guard values.contains(where: { $0.result.type == .percent }) else {
      return values.map { $0.result }
    }
    let operands = values.compactMap { Operand($0.result, $0.range) }
    guard operands.count == values.count, areMixed(operands.map { $0.type }) else {
      return values.map { $0.result }
    }
    guard !reportsPlain(among: operands, as: form) else { return nil }
    return operands.map { operand in
      operand.type == .number ? .value(percentage(operand), .percent) : operand.result
    }
  }

  /// Two values of which one is the result, as percentages if just one of them is one
  func joined(
    _ left: (result: Checked, range: SourceRange), _ right: (result: Checked, range: SourceRange),
    as form: PlainForm = .value
  ) -> (left: Checked, right: Checked)? {
    joined([left, right], as: form).map { ($0[0], $0[1]) }
  }

  /// A number where a percentage is declared, or `nil` if it has no unit, which is reported
  func percentage(_ number: NodeID, at range: SourceRange) -> NodeID? {
    guard isComputed(number, at: range) else {
      reportPlain(number, at: range)
      return nil
    }
    return percentage(Operand(number, .number, range))
  }

  private func percentage(_ number: Operand) -> NodeID {
    converted(number, by: .percentage, to: .percent)
  }

  private func number(_ percentage: Operand) -> NodeID {
    converted(percentage, by: .ratio, to: .number)
  }

  /// A node that has the text of its operand, so that explanations have words for it
  private func converted(_ operand: Operand, by function: Unary, to type: ValueType) -> NodeID {
    let node = builder.unary(function, operand.node, type)
    checker.sourceMap.add(node, operand.range)
    return node
  }

  /// `true` if there are percentages and numbers, and nothing else
  func areMixed(_ types: [ValueType]) -> Bool {
    types.contains(.percent) && types.contains(.number)
      && types.allSatisfy { $0 == .percent || $0 == .number }
  }

  // MARK: Computed numbers

  /// `true` if a number is computed: neither a constant nor a plain field or parameter, nor a choice among such
  private func isComputed(_ node: NodeID, at range: SourceRange) -> Bool {
    isBound(range) || builder.constantScalar(of: node) == nil && !isPlain(node)
  }

  /// `true` if a text has a parameter in it that stands for a value
  ///
  /// Once the body of a `let` is checked in place of a call, the declaration has been checked with placeholders. A property that an
  /// argument happens to have, such as being constant, does not matter any more.
  private func isBound(_ range: SourceRange) -> Bool {
    guard !local.arguments.isEmpty, let text = text(at: range) else { return false }
    return text.utf8.split(whereSeparator: { !Self.isPartOfName($0) }).contains { word in
      guard case .value(let node, _)? = local.arguments[String(Substring(word))] else {
        return false
      }
      return !Placeholder.isPlaceholder(builder.constantValue(of: node))
    }
  }

  /// `true` for a letter, a digit and `_`; every byte beyond ASCII counts as of a letter
  private static func isPartOfName(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return byte >= 0x80 || byte == UInt8(ascii: "_")
      || letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
      || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// `true` for a constant, a field, a parameter, and an expression that chooses among such
  private func isPlain(_ node: NodeID) -> Bool {
    let operation = builder.operation(of: node)
    if operation.traits.role == .constant || operation.traits.role == .data { return true }
    if case .rowPart = operation { return true }
    if case .conditional(_, let first, let second) = operation {
      return isPlain(first) && isPlain(second)
    }
    if case .otherwise(let first, let second) = operation {
      return isPlain(first) && isPlain(second)
    }
    if case .aggregate(.first, let query) = operation { return query.value.map(isPlain) ?? false }
    if case .aggregateList(.first, let list) = operation { return isPlain(list) }
    // The elements of a list, one by one.
    if case .apply(.elementAt, let operands) = operation { return operands.allSatisfy(isPlain) }
    if case .places(let list, _) = operation { return isPlain(list) }
    if case .list(let elements) = operation { return elements.allSatisfy(isPlain) }
    if case .aggregate(.collect, let query) = operation {
      return query.value.map(isPlain) ?? false
    }
    return false
  }

  // MARK: Reports

  /// The form in which the advice writes a hundredth of a number
  ///
  /// ```
  /// value        humidity > limit              limit / 100
  /// operand      humidity otherwise limit      (limit / 100), because `/` binds as `otherwise` does
  /// list         humidity in tasks.ratio       (tasks each ratio / 100)
  /// ```
  enum PlainForm {
    case value
    case operand
    case list
  }

  /// Reports the first number that is not computed; `true` if there is one
  private func reportsPlain(among operands: [Operand], as form: PlainForm = .value) -> Bool {
    for operand in operands where operand.type == .number {
      if isComputed(operand.node, at: operand.range) { continue }
      reportPlain(operand.node, at: operand.range, as: form)
      return true
    }
    return false
  }

  /// Reports a number without a unit where a percentage is needed
  private func reportPlain(
    _ node: NodeID, at range: SourceRange, as form: PlainForm = .value
  ) {
    let text = text(at: range) ?? ""
    if let value = builder.constantScalar(of: node) {
      let suggestions = UnitSuggestions.percentages(of: value)
      report(.missingUnit(.percent, number: text, suggestions: suggestions), at: range)
    } else {
      report(
        .plainNumber(
          text, declaration: declaredName(node),
          quotient: quotient(node, text, as: form)),
        at: range)
    }
  }

  /// The text of a hundredth of a number, or of each number of a list
  ///
  ///     limit → limit / 100     limit otherwise 5 → (limit otherwise 5) / 100     tasks.ratio → (tasks each ratio / 100)
  private func quotient(_ node: NodeID, _ text: String, as form: PlainForm) -> String {
    let quotient = "\(UnitSuggestions.operand(text)) / 100"
    switch form {
    case .value: return quotient
    case .operand: return "(\(quotient))"
    case .list:
      guard let name = declaredName(node), text.hasSuffix(".\(name)") else {
        return "(\(text) as x each x / 100)"
      }
      return "(\(text.dropLast(name.count + 1)) each \(name) / 100)"
    }
  }

  /// The name of a field or a parameter that the rule set declares, or `nil` for any other number
  private func declaredName(_ node: NodeID) -> String? {
    let operation = builder.operation(of: node)
    if case .constant(.row(let placeholder)) = operation,
      case .text(let name)? = placeholder.key.first
    {
      return name
    }
    if case .reading(let request, let field) = operation {
      let source = builder.source(builder.source(of: request))
      return nameTable.prelude.symbols[source.name] == nil ? source.fields[field].name : nil
    }
    if case .rowField(let scope, let field) = operation {
      let table = builder.table(builder.table(of: scope))
      return table.isComputed ? nil : table.fields[field].name
    }
    if case .rowPart(let row, let field) = operation, case .row(let table) = builder.type(of: row) {
      return builder.table(table).fields[field].name
    }
    return nil
  }

  /// Reports `humidity * 1.1 > 70`, whose left side is at most 1.1; `true` if it is such
  private func reportsProduct(among operands: [Operand]) -> Bool {
    guard operands.contains(where: { factor(of: $0.node) != nil }),
      let bound = operands.first(where: { (builder.constantScalar(of: $0.node) ?? 0) > 1 }),
      bound.type == .number, !operands.contains(where: { isBound($0.range) })
    else { return false }
    let number = builder.constantScalar(of: bound.node) ?? 0
    var suggestions = [UnitSuggestions.percentage(number)]
    // 1.5 is as well a share above the whole.
    if number < 10 { suggestions.insert(UnitSuggestions.percentage(100 * number), at: 0) }
    let text = text(at: bound.range) ?? ""
    report(.missingUnit(.percent, number: text, suggestions: suggestions), at: bound.range)
    return true
  }

  /// The constant number by which a percentage that is read is multiplied, or `nil` for any other node
  ///
  ///     humidity * 1.1 → 1.1     1 * humidity → 1     humidity * 110% → nil
  func factor(of node: NodeID) -> Double? {
    if case .unary(.ratio, let percent) = builder.operation(of: node) {
      return builder.constantScalar(of: percent) == nil ? 1 : nil
    }
    guard case .arithmetic(.percentOf, let number, let percent) = builder.operation(of: node),
      builder.type(of: node) == .number, builder.constantScalar(of: percent) == nil
    else { return nil }
    return builder.constantScalar(of: number)
  }
}
