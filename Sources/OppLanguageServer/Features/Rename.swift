package import OppSemantics
package import OppSyntax

/// A text in place of a range
package struct TextEdit: Hashable, Sendable {
  package let range: SourceRange
  package let text: String
}

/// A reason why a name cannot be changed, or not to that one
package enum RenameProblem: Error, Hashable {
  case noName
  case builtIn(String)
  case ofPrelude(String)

  /// The name keeps another meaning of its kind
  case impliedRow(String)
  case notAName(String)
  case reserved(String)
  case taken(String, by: SymbolKind)
  case takenByPrelude(String)

  /// With the new name, some name would mean something else
  case changesMeaning(String)
  case emptyText

  package var message: String {
    switch self {
    case .noName: "there is no name here"
    case .builtIn(let name): "`\(name)` is a word of the language"
    case .ofPrelude(let name): "`\(name)` is declared in the prelude"
    case .impliedRow(let name): "`\(name)` is the row of the event; name it with `for each`"
    case .notAName(let text): "`\(text)` is no name: write letters, digits and `_`"
    case .reserved(let word): "`\(word)` is a word of the language"
    case .taken(let name, let kind): "`\(name)` is \(kind.phrase) already"
    case .takenByPrelude(let name): "`\(name)` is a name of the prelude"
    case .changesMeaning(let name): "with `\(name)`, a name would mean something else"
    case .emptyText: "the name of an opp is not empty"
    }
  }
}

extension RuleSetSnapshot {
  /// The place of the name at an offset that can be changed, and the name itself
  package func renamable(
    at offset: Int32, in file: Int
  ) throws(RenameProblem) -> (range: SourceRange, name: String) {
    guard let use = name(at: offset, in: file) else { throw .noName }
    let text = analysis.text(use.range)
    switch use.id {
    case .builtIn(.row, _): throw .impliedRow(text)
    case .builtIn: throw .builtIn(text)
    case .place, .let, .letParameter, .source, .sourceParameter, .sourceField, .table, .tableField,
      .enumeration, .enumerationCase, .opp, .row, .payload:
      break
    }
    if let declared = definition(at: offset, in: file), isPrelude(declared.file) {
      throw .ofPrelude(text)
    }
    return (use.range, text)
  }

  /// The edits that give the name at an offset another one, in the order of the files and of the text
  ///
  /// - Parameter name: as people write it; for an Opp, the text without quotes and escapes.
  /// - Complexity: one check of the rule set.
  package func rename(
    at offset: Int32, in file: Int, to name: String
  ) throws(RenameProblem) -> [TextEdit] {
    let (_, old) = try renamable(at: offset, in: file)
    guard let use = self.name(at: offset, in: file) else { throw .noName }
    let written = try spelling(of: name, for: use.id)
    if written == old { return [] }
    try requireFree(name, for: use.id)
    let edits = analysis.symbols.ranges(of: use.id).map { TextEdit(range: $0, text: written) }
    guard keepsMeaning(edits) else { throw .changesMeaning(name) }
    return edits
  }

  /// A name as it is written in the text
  private func spelling(of name: String, for id: SymbolID) throws(RenameProblem) -> String {
    if case .opp = id {
      guard !name.isEmpty else { throw .emptyText }
      return TextEscapes.escaped(name)
    }
    let (tree, _) = Parser.parseExpression(SourceFile(path: "name", text: name))
    let words = tree.tokens.filter { $0.kind != .endOfFile }
    guard words.count == 1 else { throw .notAName(name) }
    if ReservedWords.contains(name) { throw .reserved(name) }
    guard words[0].kind == .name || words[0].kind == .keyword else { throw .notAName(name) }
    return name
  }

  // MARK: Names that are taken

  /// - Throws: `taken` if a name of the same namespace is the new one.
  private func requireFree(_ name: String, for id: SymbolID) throws(RenameProblem) {
    let declarations = analysis.declarations
    let own = declarations.first { $0.id == id }
    for other in declarations where other.name == name && other.id != id {
      guard Self.share(other, own, id) else { continue }
      if isPrelude(other.range.file) { throw .takenByPrelude(name) }
      throw .taken(name, by: other.kind)
    }
  }

  /// `true` if two names stand in one namespace: that of the rule set, of an owner, or of the Opps
  private static func share(
    _ other: SymbolDeclaration, _ own: SymbolDeclaration?, _ id: SymbolID
  ) -> Bool {
    switch id {
    case .opp: other.kind == .opp
    case .place, .let, .source, .table, .enumeration:
      switch other.kind {
      case .place, .let, .function, .source, .table, .enumeration: true
      case .parameter, .field, .enumerationCase, .opp, .row, .payload: false
      }
    case .letParameter, .sourceParameter: other.kind == .parameter && sameOwner(other, own)
    case .sourceField, .tableField: other.kind == .field && sameOwner(other, own)
    case .enumerationCase: other.kind == .enumerationCase && sameOwner(other, own)
    case .row, .payload, .builtIn: false
    }
  }

  /// `true` if two names are declared in one source, table, enum or let
  private static func sameOwner(_ one: SymbolDeclaration, _ other: SymbolDeclaration?) -> Bool {
    one.container == other?.container && one.range.file == other?.range.file
  }

  // MARK: Meaning

  /// `true` if every name means the same after edits, and no message is added
  ///
  /// The rule set is checked with the edits: each name must refer to the same declaration as before, by its old name or its
  /// new one.
  private func keepsMeaning(_ edits: [TextEdit]) -> Bool {
    let sources = analysis.files.dropLast().map { file in
      SourceFile(path: file.path, bytes: Self.applied(edits, to: file), index: file.index)
    }
    let after = RuleSet.analyze(
      files: sources, connectors: self.analysis.connectors, recordsSymbols: true)
    let count = analysis.diagnostics.count { $0.severity == .error }
    guard after.diagnostics.count(where: { $0.severity == .error }) <= count else { return false }
    return Self.pattern(of: analysis.symbols) == Self.pattern(of: after.symbols)
  }

  /// The bytes of a file after edits, which are in the order of the text
  static func applied(_ edits: [TextEdit], to file: SourceFile) -> [UInt8] {
    var bytes: [UInt8] = []
    var next = 0
    for edit in edits where edit.range.file == file.index {
      bytes += file.bytes[next..<Int(edit.range.start)]
      bytes += Array(edit.text.utf8)
      next = Int(edit.range.end)
    }
    return bytes + file.bytes[next...]
  }

  /// For every name in the order of the text, which of the names before means the same
  ///
  /// `let x = 1 let y = x` gives 0, 1, 0. After renaming `x` to `z` it is the same; if `z` were captured by another
  /// declaration, it would be another.
  private static func pattern(of index: SymbolIndex) -> [Int] {
    var numbers: [SymbolID: Int] = [:]
    return index.uses.map { use in
      if let known = numbers[use.id] { return known }
      numbers[use.id] = numbers.count
      return numbers.count - 1
    }
  }
}

extension SymbolKind {
  /// The kind of name with its article, as a sentence has it
  package var phrase: String {
    switch self {
    case .place: "a place"
    case .let: "a let"
    case .function: "a let with parameters"
    case .parameter: "a parameter"
    case .source: "a source"
    case .field: "a field"
    case .table: "a table"
    case .enumeration: "an enum"
    case .enumerationCase: "a case"
    case .opp: "an opp"
    case .row: "a row"
    case .payload: "a value of the payload"
    }
  }
}
