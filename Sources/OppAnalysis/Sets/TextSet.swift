/// A set of texts: some, or all but some
enum TextSet: Hashable, Sendable {
  case only(Set<String>)
  case allBut(Set<String>)

  static let everything = TextSet.allBut([])

  var isEmpty: Bool {
    if case .only(let texts) = self { texts.isEmpty } else { false }
  }

  var complement: TextSet {
    switch self {
    case .only(let texts): .allBut(texts)
    case .allBut(let texts): .only(texts)
    }
  }

  func intersection(_ other: TextSet) -> TextSet {
    switch (self, other) {
    case (.only(let left), .only(let right)): .only(left.intersection(right))
    case (.only(let some), .allBut(let rest)), (.allBut(let rest), .only(let some)):
      .only(some.subtracting(rest))
    case (.allBut(let left), .allBut(let right)): .allBut(left.union(right))
    }
  }

  func union(_ other: TextSet) -> TextSet {
    complement.intersection(other.complement).complement
  }
}
