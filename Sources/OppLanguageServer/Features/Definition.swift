package import OppSemantics
package import OppSyntax

extension RuleSetSnapshot {
  /// The name at an offset, its end included; `nil` if there is none
  package func name(at offset: Int32, in file: Int) -> SymbolUse? {
    analysis.symbols.use(at: offset, in: Int32(truncatingIfNeeded: file))
  }

  /// The place of the declaration of the name at an offset
  ///
  /// The file is that of the prelude for its names; nil for built-in names.
  package func definition(at offset: Int32, in file: Int) -> SourceRange? {
    guard let use = name(at: offset, in: file) else { return nil }
    if let declaration = analysis.symbols.declaration(of: use.id) { return declaration.range }
    switch use.id {
    case .row(let range), .payload(let range): return range
    case .place, .let, .letParameter, .source, .sourceParameter, .sourceField, .table, .tableField,
      .enumeration, .enumerationCase, .opp, .builtIn:
      return nil
    }
  }

  /// The places of the name at an offset, in the order of the files and of the text
  ///
  /// - Parameter includesDeclaration: whether the place of the declaration is among them.
  package func references(
    at offset: Int32, in file: Int, includesDeclaration: Bool
  ) -> [SourceRange] {
    guard let use = name(at: offset, in: file) else { return [] }
    let declared = definition(at: offset, in: file)
    return analysis.symbols.ranges(of: use.id).filter {
      includesDeclaration || $0 != declared
    }
  }

  /// The places of the name at an offset in its file
  package func highlights(at offset: Int32, in file: Int) -> [SourceRange] {
    references(at: offset, in: file, includesDeclaration: true).filter { $0.file == file }
  }

  /// `true` if a file is the prelude
  func isPrelude(_ file: Int32) -> Bool { Int(file) == analysis.files.count - 1 }
}
