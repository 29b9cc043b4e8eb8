internal import OppModel
internal import OppSemantics
internal import OppSyntax

extension RuleSetSnapshot {
  /// The lines that connect a file to a source or table of the rules, for those that nothing is connected to
  ///
  /// - Parameters:
  ///   - files: the files that there are.
  ///   - isWanted: whether a declaration is meant, by the place of its name.
  func fileConnections(
    _ files: [OfferedFile], where isWanted: (SourceRange) -> Bool
  ) -> [OfferedChange] {
    let connected = Set(analysis.connections.map { $0.target })
    let filled = Set(
      analysis.graph.rules.compactMap { rule in
        rule.record.map { analysis.graph.tables[Int($0.table.index)].name }
      })
    return analysis.declarations.compactMap { declaration in
      guard declaration.kind == .source || declaration.kind == .table, isWanted(declaration.range),
        !connected.contains(declaration.name), !filled.contains(declaration.name)
      else { return nil }
      let name = declaration.name
      if let file = files.first(where: { $0.subject == name }), let line = file.lines.last {
        return OfferedChange(
          title: "Connect `\(file.path)`, as its rows are written",
          edits: [appending(line, to: Int(declaration.range.file))])
      }
      let line = "connect \(name) to csv(\"\(name).csv\")"
      return OfferedChange(
        title: "Write `\(line)`; `opp import FILE --as \(name)` has the line for a file of yours",
        edits: [appending(line, to: Int(declaration.range.file))])
    }
  }

  /// The lines that declare and connect files that no source or table is named after, in place of an empty line
  func fileDeclarations(_ files: [OfferedFile], at place: SourceRange) -> [OfferedChange] {
    let declared = Set(analysis.declarations.map { $0.name })
    return files.filter { !declared.contains($0.subject) }.map { file in
      OfferedChange(
        title: "Declare `\(file.subject)` as `\(file.path)` has it",
        edits: [Edit(range: place, replacement: file.lines.joined(separator: "\n"))])
    }
  }

  /// `true` if a place is on an empty line outside of all declarations
  func isFree(_ place: SourceRange) -> Bool {
    let bytes = source(at: Int(place.file)).bytes
    let start = Int(place.start)
    guard place.start == place.end, start <= bytes.count else { return false }
    let isLineStart = start == 0 || bytes[start - 1] == UInt8(ascii: "\n")
    let isLineEnd = start == bytes.count || [0x0A, 0x0D].contains(bytes[start])
    let path = tree(at: Int(place.file)).path(to: place.start)
    return isLineStart && isLineEnd && !path.contains { $0.kind.isDeclaration }
  }
}
