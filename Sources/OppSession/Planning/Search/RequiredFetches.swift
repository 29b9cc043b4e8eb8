/// For each outcome of a node, the fetches without which it is impossible: up to 64 of them
///
///                  true      false     never true     never false
///     atom         all       all       a failure      a failure
///     constant     none, or never
///     and          union     common    common         union
///     or           common    union     union          common
///
/// An atom whose fetches cannot fail is never true when it is false, and needs all of them for that. An outcome that is
/// impossible has every bit set, so that it removes nothing from an intersection.
///
/// A shared subformula counts at each place as if it were there alone: that can miss a need, and never
/// invents one.
struct RequiredFetches {
  /// The fetches without which it cannot be true
  var yes: UInt64

  /// The fetches without which it cannot be false
  var no: UInt64

  /// The fetches without which it cannot be certain that it is never true
  var neverYes: UInt64

  /// The fetches without which it cannot be certain that it is never false
  var neverNo: UInt64

  /// The fetches that an open atom requires
  ///
  /// - Parameter failure: the fetches that every way to a failure needs; all bits if the atom cannot fail.
  static func atom(_ all: UInt64, failure: UInt64) -> RequiredFetches {
    RequiredFetches(yes: all, no: all, neverYes: all & failure, neverNo: all & failure)
  }

  /// The fetches that a settled node requires: none for its outcome, and no set suffices for another
  static func settled(_ outcome: PossibleOutcomes) -> RequiredFetches {
    RequiredFetches(
      yes: outcome == .yes ? 0 : .max, no: outcome == .no ? 0 : .max,
      neverYes: outcome == .yes ? .max : 0, neverNo: outcome == .no ? .max : 0)
  }

  /// The start of an `and`, which has no children yet
  static let allOf = RequiredFetches(yes: 0, no: .max, neverYes: .max, neverNo: 0)

  /// The start of an `or`, which has no children yet
  static let anyOf = RequiredFetches(yes: .max, no: 0, neverYes: 0, neverNo: .max)

  /// Adds a child of `and`
  mutating func and(_ other: RequiredFetches) {
    yes |= other.yes
    no &= other.no
    neverYes &= other.neverYes
    neverNo |= other.neverNo
  }

  /// Adds a child of `or`
  mutating func or(_ other: RequiredFetches) {
    yes &= other.yes
    no |= other.no
    neverYes |= other.neverYes
    neverNo &= other.neverNo
  }

  /// The fetches that the negation requires
  var negated: RequiredFetches {
    RequiredFetches(yes: no, no: yes, neverYes: neverNo, neverNo: neverYes)
  }

  /// The fetches that a root needs in every course: to be true, to be false, or never to be either
  var inAnyCase: UInt64 { yes & no & (neverYes | neverNo) }
}
