package import OppModel

/// The cost of one fetch, its probability of failure, and its outcome
package struct FetchTerms: Hashable, Sendable {
  /// Above zero, in any unit
  package let cost: Double

  /// The probability that it fails, from 0 to 1
  package let failure: Double

  /// The fetches that must have succeeded before it can be made, in ``PlanningProblem/lists``
  let prerequisites: ListRange

  /// A list of it alone
  package let itself: ListRange

  /// The outcome so far
  package var outcome: FetchOutcome
}

/// The outcome of a fetch in this round of planning
package enum FetchOutcome: Hashable, Sendable {
  /// The fetch has not been made
  case open
  case responded
  /// It failed, and will not be retried in this round
  case failed
}

/// Something that is true or false once some fetches have succeeded
package struct PlanningAtom: Hashable, Sendable {
  /// The probability that it is true, from 0 to 1
  package internal(set) var probability: Double

  /// The fetches that must all have succeeded before it is known, in ``PlanningProblem/lists``
  let fetches: ListRange

  /// The truth that the responses gave it: `nil` while it is open, unknown if they decided nothing
  package var truth: Truth?
}

/// A formula over earlier nodes; Kleene's logic
package struct PlanningNode: Hashable, Sendable {
  package enum Kind: UInt8 {
    /// `operand` is the raw value of a `Truth`
    case constant
    /// `operand` is an atom
    case atom
    /// `operand` is a node
    case not
    /// `children` are nodes
    case and
    case or
  }

  /// The operation
  package let kind: Kind

  /// A truth, an atom or a node, by the kind; 0 for `and` and `or`
  package let operand: Int32

  /// The children of `and` and `or`; else empty
  package let children: ListRange
}

/// A goal of a plan
struct PlanningRoot: Hashable, Sendable {
  enum Goal: Hashable, Sendable {
    /// A node must be true or false, or never be either
    case decided(Int32)
    /// Fetches must have succeeded, or failed
    case known(ListRange)
  }

  /// The formula or the fetches
  let goal: Goal

  /// The number of rules that wait for it, at least 1
  let weight: Double
}

/// Some entries of ``PlanningProblem/lists``
package struct ListRange: Hashable, Sendable {
  let start: Int32
  let end: Int32

  static let empty = ListRange(start: 0, end: 0)

  var indices: Range<Int> { Int(start)..<Int(end) }
  var count: Int { Int(end - start) }
}
