package import OppEngine
package import OppModel

/// A connection to a live service or file, as `connect` declares it
package protocol Connector: Sendable {
  /// What it tells of, and on which terms
  var supplier: Supplier { get }

  /// Asks once; retries, waiting and caching are the caller's
  ///
  /// - Parameter now: the present, for services that are asked about a stretch of time, and the instant
  ///   that readings without one of their own get.
  func answer(_ fetch: Fetch, at now: Instant) async -> Answer

  /// What comes by itself; it ends when its task is cancelled, and reconnects by itself until then
  ///
  /// A failure is told once as ``PushedEvent/lost(_:)`` until it is mended.
  func pushed() -> AsyncStream<PushedEvent>?
}

extension Connector {
  package func pushed() -> AsyncStream<PushedEvent>? { nil }
}

/// What a pushing connector says
package enum PushedEvent: Sendable {
  case arrived([Arrival])
  case lost(FetchFailure)
}
