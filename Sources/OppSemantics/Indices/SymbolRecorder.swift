internal import OppModel
internal import OppSyntax

/// Takes the notes for the index of names and for completion, while the checker resolves the names
///
/// Each part of the checker that resolves a name calls it with the meaning. A check for evaluation takes no notes: each
/// call is then one comparison. An editor's check takes all; completion takes those about one name.
final class SymbolRecorder {
  /// The notes so far
  private(set) var records = SymbolRecords()

  init(isOn: Bool) { records.isOn = isOn }

  /// `true` if notes are taken; evaluation needs none
  var isOn: Bool { records.isOn }

  /// Ends the taking of notes, as the rule set is checked
  func stop() { records.isOn = false }

  /// Checks something of which no notes are taken
  func pausing<Result>(_ body: () -> Result) -> Result {
    let wasOn = records.isOn
    records.isOn = false
    defer { records.isOn = wasOn }
    return body()
  }

  // MARK: Completion

  /// Finds the surroundings of a name that `body` checks; other notes are not taken
  ///
  /// - Parameter end: the end of the word before the name, an empty range.
  /// - Returns: those at the last place where the name was looked up, or `nil` if it never was and nothing ends before it.
  func surroundings(
    of name: String, behind end: SourceRange?, in body: () -> Void
  ) -> Surroundings? {
    let outer = records
    records = SymbolRecords(probe: name, probeEnd: end)
    defer { records = outer }
    body()
    guard !records.typesBefore.isEmpty else { return records.surroundings }
    var found = records.surroundings ?? Surroundings()
    found.before = records.typesBefore
    return found
  }

  /// Keeps the names and the type that fit in place of the name that is looked for
  func keep(_ surroundings: Surroundings) { records.surroundings = surroundings }

  // MARK: Notes

  /// Notes that a name is used at a place
  func use(_ id: SymbolID, at range: SourceRange) { records.use(id, at: range) }

  /// Notes a declaration, whose name is a use as well
  func declare(_ declaration: SymbolDeclaration) { records.declare(declaration) }

  /// Notes a name of something built in
  func record(_ kind: BuiltInKind, _ name: String, at range: SourceRange) {
    if isOn { use(.builtIn(kind, name), at: range) }
  }

  /// Notes a name of something declared
  func record(_ symbol: Symbol, at range: SourceRange) {
    if isOn { use(symbol.id, at: range) }
  }

  /// Notes a case by the type that has it
  func record(case name: String, of type: ValueType, at range: SourceRange) {
    guard isOn else { return }
    if case .enumeration(let id) = type {
      use(.enumerationCase(id, name), at: range)
    } else {
      use(.builtIn(.value, name), at: range)
    }
  }

  /// Notes a declared name with its place
  func record(
    _ id: SymbolID, _ kind: SymbolKind, _ token: SyntaxToken, _ node: SyntaxNode,
    type: ValueType? = nil, container: String? = nil
  ) {
    guard isOn else { return }
    declare(
      SymbolDeclaration(
        id: id, kind: kind, name: token.text, range: token.range, node: node, type: type,
        container: container))
  }

  /// Takes back the types of quantities that were only tried
  func noteUndecided(_ quantities: [AmbiguousQuantity]) {
    guard isOn else { return }
    for quantity in quantities {
      records.types.append(TypedRange(range: quantity.range, type: nil, expected: nil))
    }
  }

  /// Notes the type of an expression, and the type that its place expects
  func note(_ result: Checked, of expression: ExpressionSyntax, expecting hint: ValueType?) {
    if let end = records.probeEnd { noteEnd(result, of: expression, at: end) }
    guard isOn else { return }
    let type = result.type
    if type != nil || hint != nil {
      records.types.append(TypedRange(range: expression.range, type: type, expected: hint))
    }
  }

  /// Notes the type of an expression that ends at a place
  private func noteEnd(_ result: Checked, of expression: ExpressionSyntax, at place: SourceRange) {
    let range = expression.range
    guard range.end == place.start, range.file == place.file, let type = result.type else { return }
    records.typesBefore.append(type)
  }
}
