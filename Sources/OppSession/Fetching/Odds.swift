package import OppModel

/// The frequency at which conditions turned out true, learned as they are decided
///
/// Counts start from one of each (Laplace's rule of succession), and old observations fade: one that was followed by n
/// others counts (1 − 1/``memory``)ⁿ, so that all of them together count as ``memory`` at the most.
///
/// ```
/// observations       none    true    true, true    100 × true    100 × true, then false
/// probability        0.50    0.67    0.75          0.98          0.96
/// ```
package struct Odds: Sendable {
  /// The faded numbers of observations, true and false, together at most ``Odds/memory``
  package struct Count: Hashable, Sendable {
    package var yes: Double
    package var no: Double

    package init(yes: Double, no: Double) {
      self.yes = yes
      self.no = no
    }

    /// The expected probability, strictly between 0 and 1
    package var probability: Double { (yes + 1) / (yes + no + 2) }
  }

  /// The number of observations that count in full, approximately
  static let memory = 64.0

  /// By the meaning of the condition
  package private(set) var counts: [Fingerprint: Count]

  /// The counts that have changed since they were last taken
  private var changed: [Fingerprint: Count] = [:]

  package init(_ counts: [Fingerprint: Count] = [:]) {
    self.counts = counts
  }

  /// That of a condition; of one without a meaning of its own, an even chance
  package func probability(of meaning: Fingerprint?) -> Double {
    // No key is hashed while nothing has been learned.
    guard let meaning, !counts.isEmpty else { return 0.5 }
    return counts[meaning]?.probability ?? 0.5
  }

  /// Notes that a condition was decided
  package mutating func note(_ isTrue: Bool, of meaning: Fingerprint) {
    var count = counts[meaning] ?? Count(yes: 0, no: 0)
    let keep = 1 - 1 / Self.memory
    count.yes = count.yes * keep + (isTrue ? 1 : 0)
    count.no = count.no * keep + (isTrue ? 0 : 1)
    counts[meaning] = count
    changed[meaning] = count
  }

  /// The counts that have changed since the last call
  package mutating func takeChanges() -> [Fingerprint: Count] {
    var result: [Fingerprint: Count] = [:]
    swap(&result, &changed)
    return result
  }
}
