/// The Opps whose firings are the rows of a table
///
///     firings                 all
///     firings("Medicine")     of("Medicine")
package enum FiringScope: Hashable, Sendable {
  case all

  /// One Opp, by its name
  case of(String)

  /// `true` if firings of an Opp are among them
  package func includes(_ opp: String) -> Bool {
    switch self {
    case .all: true
    case .of(let name): name == opp
    }
  }
}

extension ConditionGraph {
  /// `true` if anything reads when the firings of an Opp have ended
  package func readsEnds(ofFiringsOf opp: String) -> Bool {
    tables.indices.contains { index in
      tables[index].firings?.includes(opp) ?? false
        && reads(.ended, ofRowsOf: TableID(index: Int32(truncatingIfNeeded: index)))
    }
  }

  /// `true` if anything reads a field of rows of a table of firings
  package func reads(_ field: FiringField, ofRowsOf table: TableID) -> Bool {
    nodes.contains { node in
      if case .rowField(let scope, field.rawValue) = node.operation {
        return scopes[Int(scope.index)] == table
      }
      guard case .rowPart(let row, field.rawValue) = node.operation else { return false }
      return self[row].type == .row(table)
    }
  }
}

/// The places of the fields of `firings`, in the order of the prelude
package enum FiringField: Int, Sendable, CaseIterable {
  case opp
  case row
  case at
  case text
  case answer
  case answered
  case ended
}
