package import OppEngine
package import OppModel
package import OppReplay

/// A recording that can be replayed over a rule set, and the period of it that is printed
///
/// The replay begins where the recording does, which may be long before `from`: windows and `at most` remember.
package struct ReplayedPeriod {
  package let graph: ConditionGraph
  package let zone: Zone
  package let replay: Replay

  /// The content of the recording, in the order of time
  package let arrivals: [(at: Instant, arrival: Arrival)]

  /// The period: `[from, to)`
  package let from: Instant
  package let to: Instant

  /// The share of the replay that is done at a second, from 0 to 1
  package func share(of present: Instant) -> Double {
    let length = to.seconds(since: replay.begins)
    return length > 0 ? Double(present.seconds(since: replay.begins)) / Double(length) : 1
  }

  package init(
    graph: ConditionGraph, zone: Zone, replay: Replay,
    arrivals: [(at: Instant, arrival: Arrival)], from: Instant, to: Instant
  ) {
    self.graph = graph
    self.zone = zone
    self.replay = replay
    self.arrivals = arrivals
    self.from = from
    self.to = to
  }
}
