package import OppModel

/// The everyday questions, each by one or two of ``verdict(_:)``
extension Prover {
  /// Whether a condition is never true
  package mutating func never(_ condition: NodeID) -> Verdict {
    verdict([Literal(condition, .isTrue)])
  }

  /// Whether a condition is true whenever it is known: `never` where it can be false, never
  package mutating func always(_ condition: NodeID) -> Verdict {
    verdict([Literal(condition, .isFalse)])
  }

  /// Whether a condition is true whenever another is: `never` where one can be true and the other not,
  /// never
  package mutating func implies(_ condition: NodeID, _ other: NodeID) -> Verdict {
    verdict([Literal(condition, .isTrue), Literal(other, .isNotTrue)])
  }

  /// Whether two conditions are never true together
  package mutating func disjoint(_ condition: NodeID, _ other: NodeID) -> Verdict {
    verdict([Literal(condition, .isTrue), Literal(other, .isTrue)])
  }

  /// Whether two conditions are true at the same seconds: `never` where one can be true and the other
  /// not, never, either way
  package mutating func equivalent(_ condition: NodeID, _ other: NodeID) -> Verdict {
    let first = implies(condition, other)
    guard first.isNever else { return first }
    return implies(other, condition)
  }
}
