package import OppModel

/// The everyday questions, each by one or two of ``verdict(_:)``
///
/// ```
/// never(a)              a is true                                `temp > 30C and temp < 10C`
/// always(a)             a is false                               `temp > 10C or temp < 30C`
/// implies(a, b)         a is true and b is not                   `temp > 30C`, `temp > 20C`
/// disjoint(a, b)        a and b are true                         `sky == rain`, `sky == snow`
/// equivalent(a, b)      a implies b, and then b implies a        `not (temp > 30C)`, `temp <= 30C`
/// ```
///
/// Each holds if the verdict of the middle column is `never`.
extension Prover {
  /// Whether a condition is never true
  package mutating func never(_ condition: NodeID) -> Verdict {
    verdict([Literal(condition, .isTrue)])
  }

  /// Whether a condition is true whenever it is known: `never` if it can be false, never
  package mutating func always(_ condition: NodeID) -> Verdict {
    verdict([Literal(condition, .isFalse)])
  }

  /// Whether a condition is true whenever another is: `never` if one can be true and the other not,
  /// never
  package mutating func implies(_ condition: NodeID, _ other: NodeID) -> Verdict {
    verdict([Literal(condition, .isTrue), Literal(other, .isNotTrue)])
  }

  /// Whether two conditions are never true together
  package mutating func disjoint(_ condition: NodeID, _ other: NodeID) -> Verdict {
    verdict([Literal(condition, .isTrue), Literal(other, .isTrue)])
  }

  /// Whether two conditions are true at the same seconds: `never` if one can be true and the other
  /// not, never, either way
  package mutating func equivalent(_ condition: NodeID, _ other: NodeID) -> Verdict {
    let first = implies(condition, other)
    guard first.isNever else { return first }
    return implies(other, condition)
  }
}
