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
