package import OppEngine
package import OppModel

/// A connection to a live service or file, as `connect` declares it
package protocol Connector: Sendable {
  /// The sources and tables that it serves, and its freshness, quota and cost
  var supplier: Supplier { get }

  /// Fetches once; retries, waiting and caching are the caller's
  ///
  /// - Parameter now: the present, for services that are queried for an interval, and the instant
  ///   that readings without one of their own get.
  func answer(_ fetch: Fetch, at now: Instant) async -> Answer

  /// The events that come by themselves; the stream ends when its task is cancelled, and reconnects until then
  ///
  /// A failure is reported once as ``PushedEvent/lost(_:)`` until it is mended.
  func pushed() -> AsyncStream<PushedEvent>?
}

extension Connector {
  package func pushed() -> AsyncStream<PushedEvent>? { nil }
}

/// An event of a pushing connector
package enum PushedEvent: Sendable {
  case arrived([Arrival])
  case lost(FetchFailure)
}
