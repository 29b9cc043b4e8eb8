internal import OppEngine
internal import OppModel
internal import OppSession

/// A recording in place of the services: a rehearsal
final class RehearsedWorld: LiveWorld {
  /// The recording, whose responses come after the latency
  private var world: DelayedWorld
  let providers: [Provider]

  /// - Parameters:
  ///   - cell: the resolution of positions for the weather, in degrees; nil if they do not matter.
  ///   - latency: the time that responses take; nil if they come at once.
  ///   - present: the second up to which an earlier run came; nil if there was none.
  init(_ world: RecordedWorld, cell: Double?, latency: Latency?, after present: Instant?) {
    self.world = DelayedWorld(world, latency: latency)
    providers = world.providers(cell: cell)
    // Arrivals up to that second are part of the state already.
    if let present { _ = self.world.arrivals(upTo: present) }
  }

  var nextArrival: Instant? { world.nextArrival }
  var reportsToMailbox: Bool { false }
  func arrivals(upTo now: Instant) -> [Arrival] { world.arrivals(upTo: now) }
  func responses(upTo now: Instant) -> [FetchResponse] { world.responses(upTo: now) }
  func request(_ fetches: [Fetch], at now: Instant) -> [FetchResponse] {
    world.request(fetches, at: now)
  }
  func begin() {}
  func end() {}
}
