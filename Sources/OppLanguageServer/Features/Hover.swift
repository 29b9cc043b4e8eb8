internal import OppModel
internal import OppSemantics
package import OppSyntax

/// The text that an editor shows for the place that is pointed at
package struct HoverText: Hashable, Sendable {
  /// The word or expression that it is about
  package let range: SourceRange

  /// Paragraphs in Markdown, the form of the thing first
  package let paragraphs: [String]

  package var markdown: String { paragraphs.joined(separator: "\n\n") }
}

extension RuleSetSnapshot {
  /// The type, the words and the declaration of what stands at an offset
  ///
  /// Tried in this order: a name, a word of the language, a literal, the smallest expression with a type. Trivia have
  /// none.
  package func hover(at offset: Int32, in file: Int) -> HoverText? {
    if let use = name(at: offset, in: file) {
      return HoverText(range: use.range, paragraphs: describe(use))
    }
    let tree = tree(at: file)
    guard let word = tree.word(at: offset) else { return nil }
    let path = tree.path(to: word.range.start)
    if word.kind == .keyword || word.kind.isReserved, let entry = Self.entry(of: word, in: path) {
      return HoverText(range: word.range, paragraphs: [entry.markdown])
    }
    guard let expression = path.last(where: { $0.kind.isExpression && !$0.range.isEmpty }) else {
      return nil
    }
    if expression.kind == .literal { return describeLiteral(expression) }
    guard let type = analysis.symbols.type(of: expression.range) else { return nil }
    return HoverText(range: expression.range, paragraphs: [code(name(of: type))])
  }

  /// The entry of a word in its clause: `at` of `at most`, `near` in a clause
  private static func entry(of word: SyntaxToken, in path: [SyntaxNode]) -> ManualEntry? {
    if path.last?.kind == .stepTime {
      return ManualEntry(word: "at", form: "at INSTANT", text: "A step of the test.", page: "Tests")
    }
    return Manual.word(path.last.flatMap { clauseWords[$0.kind] } ?? word.text)
  }

  /// The entries of clauses whose words mean little alone
  private static let clauseWords: [SyntaxKind: String] = [
    .atMostClause: "at most", .forEachClause: "for each", .againClause: "again",
    .connectDeclaration: "connect",
  ]

  func code(_ text: String) -> String { "```opp\n\(text)\n```" }

  func name(of type: ValueType) -> String { analysis.typeNames.name(of: type) }

  // MARK: Literals

  /// The type of a literal, and the same quantity in other units: `68F: Temperature`, then `= 20 °C = 68 °F`
  private func describeLiteral(_ node: SyntaxNode) -> HoverText? {
    guard case .literal(let literal) = ExpressionSyntax(node: node) else { return nil }
    let type = analysis.symbols.type(of: node.range)
    let quantity = try? QuantityLiteral.parse(literal.text)
    let reading = quantity?.readings.first { type == nil || $0.type == type }
    guard let found = type ?? reading?.type else { return nil }
    var paragraphs = [code("\(literal.text): \(name(of: found))")]
    if let reading {
      let forms = UnitConversion.forms(of: reading)
      if !forms.isEmpty { paragraphs.append("= " + forms.joined(separator: " = ")) }
    }
    return HoverText(range: node.range, paragraphs: paragraphs)
  }

  // MARK: Names

  /// The paragraphs about a declared name: its form, its comment, the needs of an Opp, the place of the declaration
  private func describe(_ use: SymbolUse) -> [String] {
    guard let declaration = analysis.symbols.declaration(of: use.id) else {
      return describeBuiltIn(use)
    }
    var paragraphs = [code(form(of: declaration, at: use.range))]
    let words = declaration.documentation
    if !words.isEmpty { paragraphs.append(words.joined(separator: "\n")) }
    if declaration.kind == .opp { paragraphs += needs(ofOpp: declaration.name) }
    paragraphs.append(origin(of: declaration))
    return paragraphs
  }

  /// The paragraph about a name that no file declares, from the manual where that has it
  private func describeBuiltIn(_ use: SymbolUse) -> [String] {
    let text = analysis.text(use.range)
    guard case .builtIn(let kind, let name) = use.id else { return [code(text)] }
    let type = analysis.symbols.type(of: use.range).map { ": " + self.name(of: $0) } ?? ""
    if let entry = analysis.manualEntry(kind, name) {
      return [entry.markdown]
    }
    return [code(text + type)]
  }

  /// The declaration in one line
  func form(of declaration: SymbolDeclaration, at range: SourceRange? = nil) -> String {
    let name = declaration.name
    let owner = declaration.container.map { $0 + "." } ?? ""
    let type = (declaration.type ?? range.flatMap { analysis.symbols.type(of: $0) }).map {
      ": " + self.name(of: $0)
    }
    switch declaration.kind {
    case .place: return "place \(name)"
    case .let:
      return "let \(name)"
        + (type ?? analysis.letType(declaration.id).map { ": " + self.name(of: $0) } ?? "")
    case .function: return "let " + signature(of: declaration)
    case .parameter: return "\(name)\(type ?? "")"
    case .source: return "source " + signature(of: declaration)
    case .field, .row: return "\(owner)\(name)\(type ?? "")"
    case .table: return "table \(name)"
    case .enumeration: return "enum \(name)"
    case .enumerationCase: return "\(owner)\(name)"
    case .opp: return "opp \"\(name)\""
    case .payload: return "\(name)\(type ?? "")"
    }
  }

  /// A source or a let with its parameters: `resort(name: Text)`
  func signature(of declaration: SymbolDeclaration) -> String {
    guard let list = declaration.node.child(.parameterList) else { return declaration.name }
    return declaration.name + list.text
  }

  /// `Declared in lunch.opp:3.`, with lines from 1
  private func origin(of declaration: SymbolDeclaration) -> String {
    if isPrelude(declaration.range.file) { return "Declared in the prelude." }
    let source = analysis.files[Int(declaration.range.file)]
    let position = source.position(at: declaration.range.start)
    return "Declared in \(source.path):\(position.line)."
  }

  /// The sources and tables that an Opp reads
  private func needs(ofOpp name: String) -> [String] {
    let needs = analysis.needs(ofOpp: name)
    return needs.isEmpty ? [] : ["Needs \(needs.map { "`\($0)`" }.joined(separator: ", "))."]
  }
}
