internal import OppModel
internal import OppSyntax

/// Notes that the checker takes for the ``SymbolIndex``, in the order in which it resolves the names
///
/// A place may be noted several times, as the checker tries readings: the last note counts.
struct SymbolRecords {
  /// `true` if notes are taken; evaluation needs none
  var isOn = false
  /// The declared names
  var declarations: [SymbolDeclaration] = []
  /// The names, at their declarations and at their uses
  var uses: [SymbolUse] = []
  /// The types of expressions, and the types that their places expect
  var types: [TypedRange] = []

  /// The name whose ``surroundings`` are wanted
  var probe: String?
  /// The end of the word before that name, in the file of the name
  var probeEnd: SourceRange?
  /// The types of the expressions that end there, the innermost first
  var typesBefore: [ValueType] = []
  /// The names and the type that fit in place of that name; nil before the checker has reached it
  var surroundings: Surroundings?

  /// Adds a declaration, and its name as a use
  mutating func declare(_ declaration: SymbolDeclaration) {
    guard isOn else { return }
    declarations.append(declaration)
    uses.append(SymbolUse(range: declaration.range, id: declaration.id))
  }

  /// Adds a use
  mutating func use(_ id: SymbolID, at range: SourceRange) {
    if isOn { uses.append(SymbolUse(range: range, id: id)) }
  }
}

/// An expression's type, and the type that its place expects
///
///     20 of `temp > 20`: the type Number, where a Temperature is expected
struct TypedRange {
  let range: SourceRange
  let type: ValueType?
  let expected: ValueType?
}

extension Symbol {
  /// The identity of a declared thing in the index of names
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
