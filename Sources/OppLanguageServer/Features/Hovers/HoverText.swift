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
  /// The type, the words and the declaration of the token at an offset
  ///
  /// Tried in this order: a name, a word of the language, a literal, the smallest expression with a type. Trivia have
  /// none. A word or a number of a clause also has the sentence of the clause.
  package func hover(at offset: Int32, in file: Int) -> HoverText? {
    let tree = tree(at: file)
    if let use = name(at: offset, in: file) {
      let path = tree.path(to: use.range.start)
      if let entry = optionEntry(use, in: path) {
        return HoverText(range: use.range, paragraphs: [entry.markdown])
      }
      let sentence = isBuiltIn(use) ? self.sentence(around: path) : []
      return HoverText(range: use.range, paragraphs: describe(use) + sentence)
    }
    guard let word = tree.word(at: offset) else { return nil }
    let path = tree.path(to: word.range.start)
    if word.kind == .keyword || word.kind.isReserved, let entry = Self.entry(of: word, in: path) {
      return HoverText(range: word.range, paragraphs: sentence(around: path) + [entry.markdown])
    }
    guard let expression = path.last(where: { $0.kind.isExpression && !$0.range.isEmpty }) else {
      return nil
    }
    if expression.kind == .literal { return describeLiteral(expression, in: path) }
    guard let type = analysis.symbols.type(of: expression.range) else { return nil }
    return HoverText(range: expression.range, paragraphs: [code(name(of: type))])
  }

  /// The sentence of the clause around, if it has one
  private func sentence(around path: [SyntaxNode]) -> [String] {
    [ClauseSentence(around: path, in: analysis.symbols).text].compactMap { $0 }
  }

  /// The entry of an option of a connector, or `nil` if a use is of something else
  private func optionEntry(_ use: SymbolUse, in path: [SyntaxNode]) -> ManualEntry? {
    guard case .builtIn(.option, let name) = use.id,
      let call = path.last(where: { $0.kind == .call }).flatMap({ CallSyntax($0) }),
      let connector = call.name.flatMap({ analysis.connector(named: $0.text) }),
      let option = connector.options.first(where: { $0.name == name })
    else { return nil }
    let form =
      if case .file(let option) = option.kind {
        "\(name): \(option.usualValues[0].code)"
      } else {
        "\(name): …"
      }
    let phrase = option.phrase.prefix(1).uppercased() + option.phrase.dropFirst()
    return ManualEntry(word: name, form: form, text: phrase + ".", page: connector.page)
  }

  private func isBuiltIn(_ use: SymbolUse) -> Bool {
    if case .builtIn = use.id { true } else { false }
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

  /// The type of a literal, its units in full and the same quantity in other units
  ///
  ///     68F: Temperature      68 degrees Fahrenheit = 20 °C = 68 °F
  private func describeLiteral(_ node: SyntaxNode, in path: [SyntaxNode]) -> HoverText? {
    guard case .literal(let literal) = ExpressionSyntax(node: node) else { return nil }
    let type = analysis.symbols.type(of: node.range)
    let quantity = try? QuantityLiteral.parse(literal.text)
    let reading = quantity?.readings.first { type == nil || $0.type == type }
    guard let found = type ?? reading?.type else { return nil }
    var paragraphs = [code("\(literal.text): \(name(of: found))")]
    if let reading {
      let words = UnitNames.words(for: literal.text, reading)
      let forms = UnitConversion.forms(of: reading).map { "= \($0)" }
      let equation = ([words].compactMap { $0 } + forms).joined(separator: " ")
      if !equation.isEmpty { paragraphs.append(equation) }
    }
    return HoverText(range: node.range, paragraphs: paragraphs + sentence(around: path))
  }

  // MARK: Names

  /// The paragraphs about a declared name: its form, its comment, facts, the needs of an Opp, the place of the declaration
  private func describe(_ use: SymbolUse) -> [String] {
    guard let declaration = analysis.symbols.declaration(of: use.id) else {
      return describeBuiltIn(use)
    }
    var paragraphs = [code(shownForm(of: declaration, at: use.range))]
    let words = documentation(of: declaration)
    if !words.isEmpty { paragraphs.append(words.joined(separator: "\n")) }
    paragraphs += facts(about: declaration, at: use.range)
    if declaration.kind == .opp { paragraphs += needs(ofOpp: declaration.name) }
    paragraphs.append(origin(of: declaration))
    return paragraphs
  }

  /// The comment of a declaration; that of its source or table for a field without one
  private func documentation(of declaration: SymbolDeclaration) -> [String] {
    let own = declaration.documentation
    guard own.isEmpty, declaration.kind == .field else { return own }
    let owner = analysis.declarations.last { other in
      (other.kind == .source || other.kind == .table) && other.name == declaration.container
        && other.range.file == declaration.range.file
    }
    let name = declaration.name
    return (owner?.documentation ?? []).compactMap { Self.part(of: $0, about: name) }
  }

  /// A line of a comment without the laws of other fields, or `nil` if nothing is left
  ///
  ///     Always: `clouds in 0%..100%`, `wind >= 0m/s`.  about wind → Always: `wind >= 0m/s`.
  private static func part(of line: String, about name: String) -> String? {
    guard line.hasPrefix("Always: ") else { return line }
    let laws = line.split(separator: "`").filter { law in
      law.split { !($0.isLetter || $0 == "_") }.contains { $0 == name }
    }
    return laws.isEmpty ? nil : "Always: " + laws.map { "`\($0)`" }.joined(separator: ", ") + "."
  }

  /// The paragraph about a name that no file declares, from the manual if that has it
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
