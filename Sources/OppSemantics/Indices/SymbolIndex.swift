package import OppModel
package import OppSyntax

/// The places where the names of a rule set are declared and used, and the types of its expressions
///
/// The checker takes notes while it resolves names (``SymbolRecords``). The index sorts them by place and adds the
/// names that the checker did not reach, because something before them is wrong.
///
/// - Invariant: ``uses`` are in the order of the files and of the text, and none lies in another.
///
/// ```
/// let a = b + b        uses: a, b, b, b, of which the first and the last declare the name
/// let b = 3            type of `b + b`: Number
/// ```
package struct SymbolIndex: Sendable {
  /// The declared names, those of the prelude first
  package let declarations: [SymbolDeclaration]

  /// Every name, at its declaration and at its uses
  package let uses: [SymbolUse]
  /// The types of expressions, in the order of their places
  private let types: [TypedRange]
  /// The index in ``declarations`` of the first declaration of each name
  private let declared: [SymbolID: Int]

  /// Sorts the notes, and looks up the names that have none
  init(_ records: SymbolRecords, trees: [SyntaxTree], fallback: SymbolFallback) {
    declarations = records.declarations
    var declared: [SymbolID: Int] = [:]
    for (index, declaration) in declarations.enumerated() where declared[declaration.id] == nil {
      declared[declaration.id] = index
    }
    self.declared = declared
    var uses = Self.latest(records.uses) { $0.range }
    types = Self.latest(records.types) { $0.range }
    let missing = fallback.unnoted(uses, in: trees)
    if !missing.isEmpty {
      uses += missing
      uses.sort { $0.range < $1.range }
    }
    self.uses = uses
  }

  /// The last note of each place, in the order of the places
  private static func latest<Note>(_ notes: [Note], _ range: (Note) -> SourceRange) -> [Note] {
    let order = notes.indices.sorted { (range(notes[$0]), $0) < (range(notes[$1]), $1) }
    var found: [Note] = []
    found.reserveCapacity(notes.count)
    for index in order {
      if let last = found.last, range(last) == range(notes[index]) { found.removeLast() }
      found.append(notes[index])
    }
    return found
  }

  // MARK: Names

  /// The name at an offset, its end included; `nil` if there is none
  package func use(at offset: Int32, in file: Int32) -> SymbolUse? {
    let next = partitionPoint(of: uses.indices) {
      (uses[$0].range.file, uses[$0].range.start) > (file, offset)
    }
    guard next > 0 else { return nil }
    let found = uses[next - 1]
    return found.range.file == file && found.range.end >= offset ? found : nil
  }

  /// The names that begin in a range, in the order of the text
  package func uses(in range: SourceRange) -> ArraySlice<SymbolUse> {
    let first = firstUse(from: range.start, in: range.file)
    let end = firstUse(from: range.end, in: range.file)
    return uses[first..<max(first, end)]
  }

  /// The index of the first use that begins at an offset or behind it
  private func firstUse(from offset: Int32, in file: Int32) -> Int {
    partitionPoint(of: uses.indices) {
      (uses[$0].range.file, uses[$0].range.start) >= (file, offset)
    }
  }

  /// The places of a name, its declaration included
  ///
  /// - Complexity: O(n) in the number of all uses.
  package func ranges(of id: SymbolID) -> [SourceRange] {
    uses.filter { $0.id == id }.map { $0.range }
  }

  /// The declaration of a name; nil for a name that is built in
  package func declaration(of id: SymbolID) -> SymbolDeclaration? {
    declared[id].map { declarations[$0] }
  }

  // MARK: Types

  /// The type of the expression that has exactly a range
  package func type(of range: SourceRange) -> ValueType? { note(of: range)?.type }

  /// The type that the place of an expression expects
  package func expectedType(of range: SourceRange) -> ValueType? { note(of: range)?.expected }

  /// The note of the expression that has exactly a range
  private func note(of range: SourceRange) -> TypedRange? {
    let index = partitionPoint(of: types.indices) { types[$0].range >= range }
    guard index < types.count, types[index].range == range else { return nil }
    return types[index]
  }
}
