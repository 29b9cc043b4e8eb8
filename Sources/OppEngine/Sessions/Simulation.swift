package import OppModel

/// A session that lives through a recording, whose world answers at once
///
/// It exercises what `opp run` does: only the clock and the services are not real.
package struct Simulation: Sendable {
  package private(set) var session: LiveSession
  package private(set) var world: RecordedWorld

  package init(session: LiveSession, world: RecordedWorld) {
    self.session = session
    self.world = world
  }

  /// A session over a recording, one supplier a source of it
  ///
  /// - Parameter cell: how finely the position matters to the weather, in degrees.
  package init(
    graph: ConditionGraph, zone: Zone, begins: Instant,
    arrivals: [(at: Instant, arrival: Arrival)], cell: Double? = 0.1
  ) {
    world = RecordedWorld(graph: graph, arrivals: arrivals)
    var engine = Engine(graph: graph, zone: zone, begins: begins)
    engine.patience = Patience()
    session = LiveSession(
      engine: engine, suppliers: world.suppliers(cell: cell),
      settings: SessionSettings(answersAtOnce: true))
  }

  /// Lives on up to an instant, itself excluded
  ///
  /// - Parameter look: called after each second that was lived through, with what was asked at it.
  package mutating func run(
    to end: Instant, _ look: (Instant, [Fetch], LiveStep) -> Void = { _, _, _ in }
  ) {
    var next: Instant? = session.engine.present
    while let now = next, now < end {
      let (asked, step) = live(at: now)
      look(now, asked, step)
      next = step.wake
      if let push = world.nextPush { next = min(next ?? push, max(push, now.advanced(by: 1))) }
    }
  }

  private mutating func live(at now: Instant) -> (asked: [Fetch], step: LiveStep) {
    var asked: [Fetch] = []
    var fetches = session.open(at: now, arrived: world.arrivals(upTo: now))
    while !fetches.isEmpty {
      asked += fetches
      let answers = fetches.map { world.answer($0, at: now) }
      fetches = session.answer(answers)
    }
    return (asked, session.close())
  }
}
