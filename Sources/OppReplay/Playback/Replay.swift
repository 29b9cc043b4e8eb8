package import OppEngine
package import OppModel

/// A recording run from its beginning: the firings, and the truth and the values over time
///
/// Each use of it is a ``Playback`` with observers.
package struct Replay: Sendable {
  package let graph: ConditionGraph
  package let zone: Zone

  /// The first second of memory
  package let begins: Instant

  /// In the order of time
  package let arrivals: [(at: Instant, arrival: Arrival)]

  package init(
    graph: ConditionGraph, zone: Zone, begins: Instant,
    arrivals: [(at: Instant, arrival: Arrival)]
  ) {
    self.graph = graph
    self.zone = zone
    self.begins = begins
    self.arrivals = arrivals
  }

  /// Runs through `[begins, to)`, and reports on `[from, to)`
  ///
  /// It runs on past the end for a firing that still waits for the end of a quiet time, and for that alone, so that the report
  /// of a firing does not depend on the period.
  ///
  /// - Parameters:
  ///   - watching: expressions whose values are traced.
  ///   - conditions: whether the whole condition of every Opp is traced.
  ///   - settling: whether it runs on for the firings that wait at the end.
  package func run(
    from: Instant, to: Instant, watching: [NodeID] = [], conditions: Bool = false,
    settling: Bool = true
  ) -> ReplayResult {
    var run = ReplayRun(self, from: from, to: to, watching: watching, conditions: conditions)
    while run.advance(by: .max) {}
    if settling { run.settleDeliveries() }
    return run.result
  }

  /// The engine as it is at an instant, with everything up to it arrived
  ///
  /// Nothing of it is counted, so that a session can fetch for it from there on.
  ///
  /// - Parameter rules: the rules to follow; nil for all.
  package func engine(
    at instant: Instant, watching: [NodeID] = [], rules: Set<Int>? = nil
  ) -> Engine {
    let engine = Engine(graph: graph, zone: zone, begins: begins, watching: watching, rules: rules)
    var playback = Playback(engine, arrivals: arrivals)
    playback.run(to: max(instant, begins))
    return playback.engine
  }

  /// The way through the recording from its first second, with an engine that counts junctions
  ///
  /// - Parameter rules: the rules to follow; nil for all.
  func playback(watching: [NodeID] = [], rules: Set<Int>? = nil) -> Playback {
    var engine = Engine(graph: graph, zone: zone, begins: begins, watching: watching, rules: rules)
    engine.beginCounting()
    return Playback(engine, arrivals: arrivals)
  }
}
