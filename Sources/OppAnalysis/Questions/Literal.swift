package import OppModel

/// A statement of a question: a node of the graph, and the truth that it is to have
///
/// A question is a list of literals: “`a` implies `b`” is the question `[a isTrue, b isNotTrue]`.
package struct Literal: Hashable, Sendable {
  package let node: NodeID

  /// The truths that the node may have, as a set
  package let holds: Truthfulness

  package init(_ node: NodeID, _ holds: Truthfulness) {
    self.node = node
    self.holds = holds
  }
}

/// A set of Kleene's truth values that a node may have
///
/// Of a node that is no Bool, `isKnown` and `isUnknown` are about its value, `isTrue` counts as known
/// and `isFalse` as never.
///
/// ```
///                 false   unknown   true
/// isTrue            ·        ·        ×
/// isNotTrue         ×        ×        ·
/// isNotFalse        ·        ×        ×
/// isKnown           ×        ·        ×
/// ```
package enum Truthfulness: Hashable, Sendable, CaseIterable {
  case isTrue
  case isFalse
  /// False or unknown: the negation of "fires"
  case isNotTrue
  /// True or unknown
  case isNotFalse
  /// True or false
  case isKnown
  case isUnknown

  /// The truth values of the set, as the search knows them
  var mask: TruthMask {
    switch self {
    case .isTrue: .true
    case .isFalse: .false
    case .isNotTrue: [.false, .unknown]
    case .isNotFalse: [.true, .unknown]
    case .isKnown: .knownTruths
    case .isUnknown: .unknown
    }
  }

  /// The truthfulness of `not x` if `x` has this one
  var negated: Truthfulness {
    switch self {
    case .isTrue: .isFalse
    case .isFalse: .isTrue
    case .isNotTrue: .isNotFalse
    case .isNotFalse: .isNotTrue
    case .isKnown: .isKnown
    case .isUnknown: .isUnknown
    }
  }
}
