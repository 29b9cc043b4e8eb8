internal import OppSyntax

/// The declarations that an edit has changed: as they were, and as they are
///
/// After an edit of `let warm = temp > 20C` to `let hot = temp > 20C`, ``names`` is `warm` and `hot`: only declarations that
/// mention one of them can mean something else now.
struct EditedDeclarations {
  private(set) var old: [DeclarationSyntax] = []
  private(set) var new: [DeclarationSyntax] = []

  mutating func add(old declaration: DeclarationSyntax) { old.append(declaration) }
  mutating func add(new declaration: DeclarationSyntax) { new.append(declaration) }

  /// The names that the declarations other than Opps, tests and charts have or had; none if the texts of these are the same
  ///
  /// - Returns: `nil` if one is a setting or a connection, which reach everywhere.
  var names: [String]? {
    let texts = (old: old.map(Self.text), new: new.map(Self.text))
    let changed =
      old.indices.filter { !texts.new.contains(texts.old[$0]) }.map { old[$0] }
      + new.indices.filter { !texts.old.contains(texts.new[$0]) }.map { new[$0] }
    var hasNames = false
    for declaration in changed {
      switch declaration {
      case .setting, .connection: return nil
      case .place, .let, .enumeration, .source, .table: hasNames = true
      case .test, .chart, .opp: break
      }
    }
    // Of those around the changed ones, too: they may depend on them.
    return hasNames ? (old + new).flatMap(Self.names) : []
  }

  /// The names of ``names`` that may hide one of the prelude: those that mean something without their table
  ///
  /// A field of a table is only read of its rows, so an expression that reads it mentions it.
  var hidingNames: [String] {
    (old + new).flatMap { declaration -> [String] in
      guard case .table(let table) = declaration else { return Self.names(of: declaration) }
      return table.name.map { [$0.text] } ?? []
    }
  }

  /// The names of the Opps that were there and of those that are
  var oppNames: (old: [String], new: [String]) {
    (old.compactMap(Self.oppName), new.compactMap(Self.oppName))
  }

  /// The name of an Opp; nil for another declaration
  static func oppName(_ declaration: DeclarationSyntax) -> String? {
    if case .opp(let opp) = declaration { opp.name?.plainText } else { nil }
  }

  /// The names by which expressions may mean a declaration or a part of it
  static func names(of declaration: DeclarationSyntax) -> [String] {
    var name: SyntaxToken?
    var parts: [SyntaxToken] = []
    switch declaration {
    case .place(let place): name = place.name
    case .let(let binding): name = binding.name
    case .enumeration(let enumeration):
      name = enumeration.name
      parts = enumeration.cases.flatMap { $0.names }
    case .source(let source):
      name = source.name
      parts = source.fields.flatMap { $0.names }
      parts += source.parameters?.parameters.flatMap { $0.names } ?? []
    case .table(let table):
      name = table.name
      parts = table.fields.flatMap { $0.names }
    case .setting, .connection, .test, .chart, .opp: break
    }
    if let name { parts.append(name) }
    return parts.map { $0.text }
  }

  /// The names of the Opps that a test expects something of
  static func expectedOpps(_ test: TestDeclarationSyntax) -> [String] {
    var names: [String] = []
    for action in test.steps.flatMap({ $0.actions }) {
      if case .expect(let expected) = action, let name = expected.name?.plainText {
        names.append(name)
      }
    }
    return names
  }

  /// The names of the Opps whose firings a declaration reads: `firings("Medicine")`
  static func readOpps(_ node: SyntaxNode) -> [String] {
    var names: [String] = []
    if node.kind == .call, case .call(let call) = ExpressionSyntax(node: node),
      call.name?.text == "firings", case .text(let text)? = call.arguments.first?.value,
      let name = text.plainText
    {
      names.append(name)
    }
    for case .node(let child) in node.children { names += readOpps(child) }
    return names
  }

  private static func text(of declaration: DeclarationSyntax) -> String {
    declaration.node.tree.source.text(declaration.range)
  }
}
