/// A set of texts: some, or all but some
///
/// `title != "a" and title != "b"` leaves all but two; `title == "a"` beside it leaves `.only([])`, which is empty.
enum TextSet: Hashable, Sendable {
  case only(Set<String>)
  case allBut(Set<String>)

  static let everything = TextSet.allBut([])

  /// `allBut` is never empty: there are always more texts
  var isEmpty: Bool {
    if case .only(let texts) = self { texts.isEmpty } else { false }
  }

  /// The texts that are not in it
  var complement: TextSet {
    switch self {
    case .only(let texts): .allBut(texts)
    case .allBut(let texts): .only(texts)
    }
  }

  /// The texts that are in both sets
  func intersection(_ other: TextSet) -> TextSet {
    switch (self, other) {
    case (.only(let left), .only(let right)): .only(left.intersection(right))
    case (.only(let some), .allBut(let rest)), (.allBut(let rest), .only(let some)):
      .only(some.subtracting(rest))
    case (.allBut(let left), .allBut(let right)): .allBut(left.union(right))
    }
  }

  /// The texts that are in one or the other
  func union(_ other: TextSet) -> TextSet {
    complement.intersection(other.complement).complement
  }
}
