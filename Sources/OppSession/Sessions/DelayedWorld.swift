package import OppEngine
package import OppModel

/// A recording whose responses take their time
///
/// A response has the state at its own second, not at that of its request.
package struct DelayedWorld: Sendable {
  /// The recording itself
  package private(set) var world: RecordedWorld

  /// Nil where every response comes in the second of its request
  private let latency: Latency?

  /// The fetches without a response, and the second at which it comes
  private var underWay: [(at: Instant, fetch: Fetch)] = []

  package init(_ world: RecordedWorld, latency: Latency? = nil) {
    self.world = world
    self.latency = latency
  }

  /// Makes fetches, and returns the responses that come at once; the rest come with ``responses(upTo:)``
  package mutating func request(_ fetches: [Fetch], at now: Instant) -> [FetchResponse] {
    var responses: [FetchResponse] = []
    let delays = latency?.latencies(of: fetches.count, at: now)
    for (place, fetch) in fetches.enumerated() {
      if let delay = delays?[place], delay > 0 {
        underWay.append((now.advanced(by: delay), fetch))
      } else {
        responses.append(world.response(to: fetch, at: now))
      }
    }
    return responses
  }

  /// The responses that have come up to an instant and were not handed out yet
  package mutating func responses(upTo instant: Instant) -> [FetchResponse] {
    let arrived = underWay.filter { $0.at <= instant }
    underWay.removeAll { $0.at <= instant }
    return arrived.map { world.response(to: $0.fetch, at: instant) }
  }

  /// The arrivals that have come by themselves up to an instant and were not handed out yet
  package mutating func arrivals(upTo instant: Instant) -> [Arrival] {
    world.arrivals(upTo: instant)
  }

  /// The next second at which anything comes
  package var nextArrival: Instant? {
    var next = world.nextPush
    for (at, _) in underWay { next = min(next ?? at, at) }
    return next
  }
}
