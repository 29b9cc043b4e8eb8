internal import OppFormat
internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// The facts that a hover gives about a declared name beside its form
extension RuleSetSnapshot {
  /// The most lines of a declaration that a hover shows
  private static let lineLimit = 40

  /// The form of a declaration for a hover: places, sources, tables and enums whole, as `opp fmt` writes them
  func shownForm(of declaration: SymbolDeclaration, at range: SourceRange) -> String {
    switch declaration.kind {
    case .place, .source, .table, .enumeration:
      layout(of: declaration.node) ?? form(of: declaration, at: range)
    case .let, .function, .parameter, .field, .enumerationCase, .opp, .row, .payload:
      form(of: declaration, at: range)
    }
  }

  /// A declaration as `opp fmt` writes it, or `nil` if its syntax is wrong
  private func layout(of node: SyntaxNode) -> String? {
    guard !node.isBroken, node.kind.isDeclaration else { return nil }
    let text = Formatter.format(SourceFile(path: "", text: node.text))
    guard text.outcome == .formatted, text.diagnostics.isEmpty else { return nil }
    let lines = String(decoding: text.bytes, as: UTF8.self).split(separator: "\n")
    let shown = lines.prefix(Self.lineLimit).joined(separator: "\n")
    return lines.count > Self.lineLimit ? shown + "\n…" : shown
  }

  /// The sentences about a declared name, each a paragraph: its place, its cases, how long it counts
  func facts(about declaration: SymbolDeclaration, at range: SourceRange) -> [String] {
    switch declaration.kind {
    case .place: placeFacts(declaration)
    case .field:
      [freshness(of: declaration), cases(of: declaration.type)].compactMap { $0 }
    case .source: [freshness(of: declaration)].compactMap { $0 }
    case .enumerationCase: caseFacts(declaration)
    case .let, .parameter: [cases(of: type(of: declaration, at: range))].compactMap { $0 }
    case .row: [fields(of: type(of: declaration, at: range))].compactMap { $0 }
    case .function, .table, .enumeration, .opp, .payload: []
    }
  }

  private func type(of declaration: SymbolDeclaration, at range: SourceRange) -> ValueType? {
    declaration.type ?? analysis.letType(declaration.id) ?? analysis.symbols.type(of: range)
  }

  // MARK: Places

  /// The position of a place, as far as the rules alone say it, and its radius
  private func placeFacts(_ declaration: SymbolDeclaration) -> [String] {
    guard case .place(let view)? = DeclarationSyntax(node: declaration.node) else { return [] }
    var facts: [String] = []
    if let position = position(ofPlace: declaration.name) {
      facts.append(Self.sentence(about: position))
    } else if case .text = view.place {
      facts.append("Its position is that of the address.")
    }
    facts.append(view.radius.map { "Radius: \($0.node.line)." } ?? "Radius: 200m, the default.")
    return [facts.joined(separator: " ")]
  }

  /// The position of a place that is a pin, or `nil` for another place
  private func position(ofPlace name: String) -> Position? {
    guard let node = analysis.places.last(where: { $0.name == name })?.node,
      case .constant(let value) = analysis.graph[node].operation
    else { return nil }
    switch value {
    case .position(let position): return position
    case .place(let place): return place.position
    case .truth, .scalar, .text, .list, .row: return nil
    }
  }

  /// `Latitude 48.4284°, longitude -123.3656°.`
  private static func sentence(about position: Position) -> String {
    "Latitude \(ValueNotation.jsonNumber(position.latitude))°,"
      + " longitude \(ValueNotation.jsonNumber(position.longitude))°."
  }

  // MARK: Readings

  /// The time for which a reading of a source or a field counts, or `nil` if it is always known
  private func freshness(of declaration: SymbolDeclaration) -> String? {
    let owner: SymbolID
    switch declaration.id {
    case .source: owner = declaration.id
    case .sourceField(let source, _): owner = .source(source)
    case .tableField(let table, _): owner = .table(table)
    case .place, .let, .letParameter, .sourceParameter, .table, .enumeration, .enumerationCase,
      .opp, .row, .payload, .builtIn:
      return nil
    }
    guard let source = analysis.symbols.declaration(of: owner) else { return nil }
    if let duration = source.node.child(.freshnessClause)?.expression(0) {
      let subject = source.kind == .source ? "A reading counts" : "Its rows count"
      return "\(subject) for \(duration.node.line)."
    }
    let isComputed = isPrelude(source.range.file) && ["clock", "sun"].contains(source.name)
    return source.kind == .source && !isComputed ? "A reading counts until the next one." : nil
  }

  // MARK: Cases

  /// The cases of a type, or of the elements of a list of it, or `nil` if it has none
  private func cases(of type: ValueType?) -> String? {
    guard let type else { return nil }
    if case .list(let element) = type { return cases(of: element) }
    if case .enumeration(let id) = type, let cases = writtenCases(of: id) {
      return "`\(name(of: type))`: `\(cases)`."
    }
    let names = analysis.caseNames(of: type).map { "`\($0)`" }
    return names.isEmpty ? nil : "`\(name(of: type))`: \(names.joined(separator: ", "))."
  }

  /// The cases of an enum as its declaration writes them, on one line
  ///
  ///     low < medium | fair < high      clear | sunny, clouds | cloudy
  private func writtenCases(of id: EnumerationID) -> String? {
    let node = analysis.symbols.declaration(of: .enumeration(id))?.node
    guard let list = node?.child(.enumCaseList) else { return nil }
    return list.line(limit: 400).split { "{} ".contains($0) }.joined(separator: " ")
  }

  /// `true` if a type has cases with an order: weekdays, months, and an enum that is declared with `<`
  func hasOrderedCases(_ type: ValueType) -> Bool {
    if case .enumeration(let id) = type {
      return writtenCases(of: id)?.contains("<") ?? false
    }
    return type == .weekday || type == .month
  }

  /// The other names of a case, and the cases of its enum
  private func caseFacts(_ declaration: SymbolDeclaration) -> [String] {
    let others = otherNames(ofCase: declaration.node, besides: declaration.name)
    let same = others.isEmpty ? nil : "The same as \(others.joined(separator: ", "))."
    return [same, cases(of: declaration.type)].compactMap { $0 }
  }

  private func otherNames(ofCase node: SyntaxNode, besides name: String) -> [String] {
    guard node.kind == .enumCase else { return [] }
    return node.tokens(.name).map { $0.text }.filter { $0 != name }.map { "`\($0)`" }
  }

  // MARK: Rows

  /// The fields of a row, with their types
  private func fields(of type: ValueType?) -> String? {
    guard case .row(let table)? = type else { return nil }
    let members = analysis.members(of: .rows(table))
    if members.isEmpty { return nil }
    return "Fields: "
      + members.map { "`\($0.name): \(name(of: $0.type))`" }.joined(separator: ", ") + "."
  }
}
