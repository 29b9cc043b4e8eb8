package import OppEngine
package import OppModel

/// A session that runs through a recording, whose world responds at once, or with a latency
///
/// It runs the code of `opp run`: only the clock and the services are not real.
package struct Simulation: Sendable {
  /// The session, between two seconds
  package private(set) var session: LiveSession

  /// The recording that responds
  private var world: DelayedWorld

  /// A session over a recording, one provider a source of it
  ///
  /// - Parameters:
  ///   - cell: how finely the position matters to the weather, in degrees.
  ///   - latency: nil where responses come in the seconds of their requests.
  ///   - withAllValues: the sources of which one response has the readings for all values.
  package init(
    graph: ConditionGraph, zone: Zone, begins: Instant,
    arrivals: [(at: Instant, arrival: Arrival)], cell: Double? = 0.1, latency: Latency? = nil,
    withAllValues: Set<SourceID> = []
  ) {
    let recorded = RecordedWorld(graph: graph, arrivals: arrivals, withAllValues: withAllValues)
    world = DelayedWorld(recorded, latency: latency)
    var engine = Engine(graph: graph, zone: zone, begins: begins)
    engine.eventTimeouts = EventTimeouts()
    session = LiveSession(
      engine: engine, providers: recorded.providers(cell: cell),
      settings: SessionSettings(respondsAtOnce: latency == nil))
  }

  /// Runs up to an instant, itself excluded
  ///
  /// - Parameter look: called after each second that was run, with the fetches that were made at it.
  package mutating func run(
    to end: Instant, _ look: (Instant, [Fetch], LiveStep) -> Void = { _, _, _ in }
  ) {
    var loop = SessionLoop(after: session.engine.present.advanced(by: -1))
    while let now = loop.next(hasNews: loop.isNew, arrival: world.nextArrival), now < end {
      let (requested, step) = run(at: now)
      look(now, requested, step)
      loop.processed(now, wake: step.wake)
    }
  }

  /// Runs one second: opens it, makes fetches until none is left that responds at once, and closes it
  private mutating func run(at now: Instant) -> (requested: [Fetch], step: LiveStep) {
    var requested: [Fetch] = []
    var fetches = session.open(
      at: now, arrived: world.arrivals(upTo: now), responses: world.responses(upTo: now))
    while !fetches.isEmpty {
      requested += fetches
      let responses = world.request(fetches, at: now)
      if responses.isEmpty { break }
      fetches = session.receive(responses)
    }
    return (requested, session.close())
  }
}
