package import OppModel

/// The outcome of a question: can all of its literals hold at one second?
package enum Verdict: Hashable, Sendable {
  /// The literals never hold together
  ///
  /// - Parameters:
  ///   - core: a minimal set of parts of the question that exclude each other: without any of them
  ///     nothing is proved. In the order of the question.
  ///   - axioms: facts about the world that the proof rests on, beside logic and arithmetic.
  case never(core: [Part], axioms: [Axiom])

  /// The literals hold together, for example here; the engine has confirmed it
  case possible(Witness)

  /// Neither was found within the limits of a question
  case undecided

  /// `true` if the literals are proved never to hold together; false also if nothing was decided
  package var isNever: Bool {
    if case .never = self { true } else { false }
  }

  /// The example of a possible question; nil of the two other verdicts
  package var witness: Witness? {
    if case .possible(let witness) = self { witness } else { nil }
  }
}

/// A part of a question, as labels of messages name it
///
/// A literal that is a conjunction has the parts of the conjunction as parts of its own:
/// `a and not (b or c)` has `a`, `b` and `c`.
package struct Part: Hashable, Sendable {
  /// The index of the literal in the question
  package let literal: Int

  /// The node that the part is about
  package let node: NodeID

  /// The truths that it is to have, which a `not` above it has turned
  package let holds: Truthfulness
}
