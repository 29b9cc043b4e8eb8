/// Sources and tables by the names that files and connections give them
///
/// A rule set may declare a source or a table that the prelude has, too: its own comes after that of the
/// prelude, and is the one that the name means.
extension ConditionGraph {
  /// The index of the source that a name means; nil if there is none
  package func sourceIndex(named name: String) -> Int? {
    sources.lastIndex { $0.name == name }
  }

  /// The index of the table that a name means; nil if there is none
  package func tableIndex(named name: String) -> Int? {
    table(named: name).map { Int($0.index) }
  }

  package func source(named name: String) -> SourceID? {
    sourceIndex(named: name).map { SourceID(index: Int32(truncatingIfNeeded: $0)) }
  }

  package func table(named name: String) -> TableID? {
    tables.id(named: name)
  }
}

extension [Table] {
  /// The last table of a name that rules may write
  func id(named name: String) -> TableID? {
    lastIndex { $0.name == name && (!$0.isComputed || $0.isKept) }.map {
      TableID(index: Int32(truncatingIfNeeded: $0))
    }
  }
}
