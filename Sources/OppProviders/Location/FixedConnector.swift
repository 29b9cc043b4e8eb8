package import OppEngine
package import OppModel
package import OppSession

/// `fixed(@36.07,-79.79)`: a person, or a machine, that never moves
///
/// It pushes once, when it is connected, a reading that holds for good: the freshness of
/// `location` never ends it, it is never fetched, and nothing wakes for it.
package struct FixedConnector: Connector {
  package let provider: Provider

  /// The source, and how a fix becomes a reading of it
  private let target: LocationTarget

  /// The position of the option, exact and at rest
  private let fix: Fix

  /// The second of connecting, from which the reading counts
  private let clock: @Sendable () -> Instant

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "fixed", "A position that stays.", serves: [.data],
    options: [ConnectorOption("position", .position, isRequired: true)],
    connector: { settings throws(ConnectorProblem) in try FixedConnector(settings) })

  /// - Throws: if an option is not valid.
  init(
    _ settings: ConnectorSettings, clock: @escaping @Sendable () -> Instant = PresentClock.now
  ) throws(ConnectorProblem) {
    target = try LocationTarget(settings)
    guard let position = settings.options.position("position") else {
      throw ConnectorProblem("fixed() needs a position, such as @36.07,-79.79")
    }
    fix = Fix(position: position, accuracy: 0, speed: 0, instant: nil)
    self.clock = clock
    provider = Provider(
      name: settings.name, served: [.source(target.source)], isPushed: true, cost: 0,
      latency: 0)
  }

  package func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    FetchResponse(fetch: fetch, outcome: .arrived([arrival(at: now)]))
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
