internal import OppAnalysis
internal import OppModel

/// The implications between conditions, kept by their meanings from one run of the linter to the next
///
/// Only what the last run has asked about is kept.
struct Implications {
  /// A condition, and a wider one; nil for one that is never true
  struct Question: Hashable {
    let condition: Fingerprint
    let wider: Fingerprint?
  }

  /// The state of a question
  private struct Outcome {
    let holds: Bool

    /// The second at which the wider condition is true and the other is not; of the graph of its run
    var example: Witness?
    var hasExample = false
  }

  private var last: [Question: Outcome] = [:]
  private var present: [Question: Outcome] = [:]

  /// Whether one condition implies another, decided where it is not known
  mutating func holds(_ question: Question, decide: () -> Bool) -> Bool {
    if let known = present[question] { return known.holds }
    let outcome = last[question] ?? Outcome(holds: decide())
    present[question] = outcome
    return outcome.holds
  }

  /// The example of a question that ``holds(_:decide:)`` was called with, sought where it is not known
  mutating func example(
    _ question: Question, _ transfer: GraphTransfer?, seek: () -> Witness?
  ) -> Witness? {
    guard var outcome = present[question] else { return seek() }
    if last[question] != nil, outcome.hasExample {
      // It is of the graph of the last run.
      guard let example = outcome.example else { return nil }
      outcome.example = transfer?.witness(example) ?? seek()
    } else if !outcome.hasExample {
      outcome.example = seek()
    }
    outcome.hasExample = true
    last[question] = nil
    present[question] = outcome
    return outcome.example
  }

  /// Ends a run
  mutating func finish() {
    last = present
    present = [:]
  }
}
