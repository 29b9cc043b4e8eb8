package import OppEngine
internal import OppModel

/// The results of a replay
package struct ReplayResult: Sendable {
  /// In the order of time, name and row
  package var firings: [Firing] { settled.firings }

  /// The firings, each with its delivery as far as that is known
  private(set) var settled = SettledFirings()
  package var records: [Record] = []

  /// By name and row
  package var conditions: [ConditionTrace] = []

  /// One an expression, in the order given
  package var values: [ValueTrace] = []
  package var problems: [EngineProblem] = []

  /// The work of the engine
  package var work = EngineMetrics()

  /// Adds the results of a step, as far as they are of `[from, to)`
  mutating func take(_ step: Step, from: Instant, to: Instant) {
    settled.take(step, from: from, to: to)
    for record in step.records where record.at >= from && record.at < to { records.append(record) }
    if !step.problems.isEmpty { problems += step.problems }
  }

  /// Hands out the firings and records so far, and forgets them; none as long as the delivery of one is to become known
  mutating func takeSettled() -> (firings: [Firing], records: [Record]) {
    if settled.isWaiting { return ([], []) }
    defer { records = [] }
    return (settled.takeSettled(), records)
  }

  /// Records the deliveries that have become known of the firings so far
  mutating func settle(_ deliveries: [SettledDelivery]) { settled.settle(deliveries) }
}
