/// The Opps whose firings are the rows of a table
///
///     firings                 all
///     firings("Medicine")     of("Medicine")
package enum FiringScope: Hashable, Sendable {
  case all

  /// One Opp, by its name
  case of(String)

  /// Whether firings of an Opp are among them
  package func includes(_ opp: String) -> Bool {
    switch self {
    case .all: true
    case .of(let name): name == opp
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
}
