package import OppEngine
package import OppModel

/// `fixed(@36.07,-79.79)`: a person, or a machine, that stays where it is
///
/// It pushes once, when it is connected, a reading that holds for good: the freshness of
/// `location` never ends it, nobody ever fetches it, and nothing wakes for it.
package struct FixedConnector: Connector {
  package let supplier: Supplier
  private let target: LocationTarget
  private let fix: Fix
  private let clock: @Sendable () -> Instant

  /// - Throws: where an option is not what it should be.
  package init(_ options: ConnectorOptions, graph: ConditionGraph) throws(FetchFailure) {
    try self.init(options, graph: graph, clock: PresentClock.now)
  }

  init(
    _ options: ConnectorOptions, graph: ConditionGraph, clock: @escaping @Sendable () -> Instant
  ) throws(FetchFailure) {
    target = try LocationTarget(options, graph)
    guard let position = options.position("position") else {
      throw FetchFailure(.misconfigured, "fixed() needs a position, such as @36.07,-79.79")
    }
    fix = Fix(position: position, accuracy: 0, speed: 0, instant: nil)
    self.clock = clock
    supplier = Supplier(
      name: "\(options.target) (fixed)", served: [.source(target.source)], isPushed: true, cost: 0,
      latency: 0)
  }

  package func answer(_ fetch: Fetch, at now: Instant) async -> Answer {
    Answer(fetch: fetch, outcome: .arrived([arrival(at: now)]))
  }

  /// The reading that it gives as soon as it is connected
  package func arrival(at now: Instant) -> Arrival {
    target.reading(of: fix, at: now, isLasting: true)
  }

  package func pushed() -> AsyncStream<PushedEvent>? {
    let arrival = arrival(at: clock())
    // It stays open: a stream that ends is a connection that is lost.
    return AsyncStream { $0.yield(.arrived([arrival])) }
  }
}
