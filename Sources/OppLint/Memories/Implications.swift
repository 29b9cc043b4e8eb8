internal import OppAnalysis
internal import OppModel

/// The implications between conditions, kept by their meanings from one run of the linter to the next
///
/// Only the questions of the last run are kept.
///
/// For each of *n* Opps that could be subsumed there may be *n* questions, each a proof; of those only the ones about
/// an Opp that has changed are new.
///
/// ```
/// run 1    holds(A ⊆ B) decided: true      holds(A ⊆ C) decided: false, example sought      finish()
/// run 2    holds(A ⊆ B) known              holds(A ⊆ C) known, its example translated       finish()
/// ```
struct Implications {
  /// A condition, and a wider one; nil for one that is never true
  struct Question: Hashable {
    /// The meaning of the condition that is to be the narrower one
    let condition: Fingerprint
    let wider: Fingerprint?
  }

  /// The state of a question
  private struct Outcome {
    /// `true` if the condition is never true without the wider one
    let holds: Bool

    /// The second at which the wider condition is true and the other is not
    var example: Witness?

    /// `true` if the example was sought, also if none was found
    var hasExample = false

    /// `true` if ``example`` is of the graph of the last run, not of the present one
    var isOfLastRun = false
  }

  /// The outcomes of the last run that has ended
  private var last: [Question: Outcome] = [:]

  /// The outcomes that the run under way has needed so far
  private var present: [Question: Outcome] = [:]

  /// Begins a run; results of a run that did not end are dropped
  mutating func begin() { present = [:] }

  /// `true` if one condition implies another, decided if it is not known
  ///
  /// - Parameter decide: the proof, made if neither run has the question.
  mutating func holds(_ question: Question, decide: () -> Bool) -> Bool {
    if let known = present[question] { return known.holds }
    var outcome = last[question] ?? Outcome(holds: decide())
    outcome.isOfLastRun = last[question] != nil
    present[question] = outcome
    return outcome.holds
  }

  /// The example of a question that ``holds(_:decide:)`` was called with, sought if it is not known
  mutating func example(
    _ question: Question, _ transfer: GraphTransfer?, seek: () -> Witness?
  ) -> Witness? {
    guard var outcome = present[question] else { return seek() }
    if !outcome.hasExample {
      outcome.example = seek()
    } else if outcome.isOfLastRun, let example = outcome.example {
      outcome.example = transfer?.witness(example) ?? seek()
    }
    outcome.hasExample = true
    // From now on the example is of the present graph.
    outcome.isOfLastRun = false
    present[question] = outcome
    return outcome.example
  }

  /// Ends a run
  ///
  /// Questions that it did not have are forgotten.
  mutating func finish() {
    // An example that was not needed names nodes of a graph that is gone.
    last = present.mapValues { $0.isOfLastRun ? Outcome(holds: $0.holds) : $0 }
    present = [:]
  }
}
