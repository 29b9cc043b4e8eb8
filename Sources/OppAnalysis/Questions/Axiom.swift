package import OppModel

/// A fact about the world that proofs may rest on: a statement of the prelude about its fields
///
/// For example, `humidity > 100%` is never true by ``Law/percentage`` alone.
package struct Axiom: Hashable, Sendable {
  package let law: Law

  /// A node that the law is about
  package let subject: NodeID

  /// The laws of the prelude's fields
  ///
  /// Those about one field narrow its domain; the last two relate columns to each other.
  package enum Law: Hashable, Sendable, CaseIterable {
    /// Percentages of the weather and the battery lie in 0 %…100 %
    case percentage
    /// Speeds, rain, snow, distances and the like are never below zero
    case notNegative
    /// `free` is at most 3650 days
    case freeLimit
    /// `free` is 0 while `busy`
    case freeWhileBusy
    /// An event does not end before it begins
    case endsAfterBeginning
  }
}
