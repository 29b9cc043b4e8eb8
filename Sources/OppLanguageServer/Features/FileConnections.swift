internal import OppModel
internal import OppSemantics
internal import OppSyntax

extension RuleSetSnapshot {
  /// The lines that connect a file to a source or table of the rules, for those that nothing is connected to
  ///
  /// - Parameter isWanted: whether a declaration is meant, by the place of its name.
  func fileConnections(where isWanted: (SourceRange) -> Bool) -> [OfferedChange] {
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
      let line = "connect \(name) to csv(\"\(name).csv\")"
      return OfferedChange(
        title: "Write `\(line)`; `opp import FILE --as \(name)` has the line for a file of yours",
        edits: [appending(line, to: Int(declaration.range.file))])
    }
  }
}
