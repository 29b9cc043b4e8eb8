package import OppEngine
package import OppModel

/// The results of a step of a session
package struct LiveStep: Sendable {
  package var firings: [Firing] = []

  /// The deliveries of earlier firings, or of these, that have become known
  package var deliveries: [SettledDelivery] = []
  package var records: [Record] = []

  /// Events that were slept through, or whose readings did not come in time
  package var missed: [MissedEvent] = []
  package var health: [HealthChange] = []

  /// The next second at which anything may change or must be fetched; `nil` if nothing ever will
  package var wake: Instant?
  package var problems: [EngineProblem] = []

  /// The number of seconds that the wake may be late (``WakeSlack``); 0 if it was not computed
  package var slack: Int64 = 0

  /// The work of the step, in seconds that were lived through, instances that were evaluated, Opps that were examined
  /// and conditions that were looked at for a plan
  package var work = 0

  /// The limit that the step went beyond, or `nil`: nothing else is reported then, and the session is of no use any more
  ///
  /// The owner goes on from a copy or from the memory of before the step.
  package var excess: StepExcess?

  /// The last second up to which a step is within the limits, if that is after the session's last one; else `nil`
  package var reached: Instant?

  package init() {}

  init(work: Int) { self.work = work }
}

extension SettledFirings {
  /// Adds all firings of a step of a session, and the news of these and of earlier ones
  package mutating func take(_ step: LiveStep) {
    take(step.firings, step.deliveries, mayWait: true)
  }
}
