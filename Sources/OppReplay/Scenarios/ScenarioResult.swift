package import OppEngine
package import OppModel

/// The result of running a `test`
package struct ScenarioResult: Sendable {
  package let name: String

  /// In the order of the steps and of the text
  package internal(set) var failures: [ScenarioFailure] = []
}

/// An expectation that was not met, and the firings instead
package struct ScenarioFailure: Sendable {
  /// The indices of the step in ``Scenario/steps`` and of the expectation in its list
  package let step: Int
  package let expectation: Int

  /// The second of the step
  package let at: Instant

  /// The firings of the Opp after the step before, up to and including this second
  package let firings: [Firing]

  /// The text that was expected, as it reads at this second
  package let expectedText: String?

  /// The truth of the condition at this second
  package let truth: Truth

  /// The reason why it did not fire; `nil` if it fired
  package let silence: Silence?

  /// The condition at this second; `nil` if the Opp has none, or no such row
  package let explanation: Explanation?

  /// The reason why an Opp did not fire
  package enum Silence: Hashable, Sendable {
    case disabled
    /// `at most` held the firing of this second back
    case limited(at: Instant)
    /// It waits for events, and none happened
    case noEvent
    /// It waits for events, and memory begins at this second: only later events are noticed
    case noEventAtBeginning
    /// The condition of its event is true, and was never known to be false
    case eventNeverFalse(NodeID)
    /// The condition of its event is true, and has been since before; it is an event only when that begins
    case eventLasts(NodeID, since: Instant)
    /// An event happened at this second, while the condition was not true
    case eventWithoutCondition(at: Instant)
    /// It is true, and has been since before; it fires only when that begins
    case alreadyTrue(since: Instant)
    /// It is not true
    case notTrue
    /// The table has no row of this key
    case noRow
  }
}
