internal import OppModel
internal import OppSyntax

/// Notes that the checker takes for the ``SymbolIndex``, in the order in which it comes to the names
///
/// A place may be noted several times, as the checker tries readings: the last note counts.
struct SymbolRecords {
  /// Whether notes are taken; evaluation needs none
  var isOn = false
  var declarations: [SymbolDeclaration] = []
  var uses: [SymbolUse] = []
  var types: [TypedRange] = []

  /// The name whose surroundings are wanted, and what was found of them
  var probe: String?
  var surroundings: Surroundings?

  mutating func declare(_ declaration: SymbolDeclaration) {
    guard isOn else { return }
    declarations.append(declaration)
    uses.append(SymbolUse(range: declaration.range, id: declaration.id))
  }

  mutating func use(_ id: SymbolID, at range: SourceRange) {
    if isOn { uses.append(SymbolUse(range: range, id: id)) }
  }
}

/// An expression's type, and what its place expects
struct TypedRange {
  let range: SourceRange
  let type: ValueType?
  let expected: ValueType?
}

extension Checker {
  /// Notes a name of something built in
  func record(_ kind: BuiltInKind, _ name: String, at range: SourceRange) {
    if records.isOn { records.use(.builtIn(kind, name), at: range) }
  }

  func record(_ symbol: Symbol, at range: SourceRange) {
    if records.isOn { records.use(symbol.id, at: range) }
  }

  /// Notes a case by the type that has it
  func record(case name: String, of type: ValueType, at range: SourceRange) {
    guard records.isOn else { return }
    if case .enumeration(let id) = type {
      records.use(.enumerationCase(id, name), at: range)
    } else {
      records.use(.builtIn(.value, name), at: range)
    }
  }

  /// Notes a declared name with its place
  func record(
    _ id: SymbolID, _ kind: SymbolKind, _ token: SyntaxToken, _ node: SyntaxNode,
    type: ValueType? = nil, container: String? = nil
  ) {
    guard records.isOn else { return }
    records.declare(
      SymbolDeclaration(
        id: id, kind: kind, name: token.text, range: token.range, node: node, type: type,
        container: container))
  }

  /// Takes back the types of quantities that were only tried
  func noteUndecided(_ quantities: [AmbiguousQuantity]) {
    guard records.isOn else { return }
    for quantity in quantities {
      records.types.append(TypedRange(range: quantity.range, type: nil, expected: nil))
    }
  }

  /// Notes the type of an expression, and what its place expects
  func note(_ result: Checked, of expression: ExpressionSyntax, expecting hint: ValueType?) {
    guard records.isOn else { return }
    let type = result.type
    if type != nil || hint != nil {
      records.types.append(TypedRange(range: expression.range, type: type, expected: hint))
    }
  }
}

extension Symbol {
  var id: SymbolID {
    switch self {
    case .place(let index): .place(index)
    case .let(let index): .let(index)
    case .enumeration(let id): .enumeration(id)
    case .source(let id): .source(id)
    case .table(let id): .table(id)
    }
  }
}
