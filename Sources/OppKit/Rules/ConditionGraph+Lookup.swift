internal import OppModel
internal import OppSyntax

/// Sources and tables by the names by which callers know them
extension ConditionGraph {
  func source(named name: String) -> SourceID? {
    guard let index = sources.firstIndex(where: { $0.name == name }) else { return nil }
    return SourceID(index: Int32(truncatingIfNeeded: index))
  }

  /// A table whose rows come from outside: not of firings, nor computed
  func suppliedTable(named name: String) -> TableID? {
    guard
      let index = tables.firstIndex(where: {
        $0.name == name && $0.firings == nil && !$0.isComputed
      })
    else { return nil }
    return TableID(index: Int32(truncatingIfNeeded: index))
  }

  /// The name of a source or a table that may be meant by a misspelt one
  func nearestName(to name: String) -> String? {
    nearestSpelling(of: name, in: sources.map { $0.name } + tables.map { $0.name })
  }
}
