package import OppEngine
package import OppModel

/// A connection to a live service or file, as `connect` declares it
///
/// ```
/// ConnectorRegistry.connector(options: …)        once for each `connect`, as the rules are loaded
///   pushed()                                     once; the stream is read until the rules are loaded again
///   fetch(fetch, at: 12:00)                      as often as the engine decides, from any task, also two at once
///   end()                                        once, as the rules are loaded again, and at the end of Opp
/// ```
///
/// It decides nothing: no retries, no cache beyond what a service needs to say that nothing has changed, no own clock
/// for what is fetched. A failure has a kind, which decides how soon the next try is, and a reason for people.
package protocol Connector: Sendable {
  /// The sources and tables that it serves, and its freshness, quota and cost
  var provider: Provider { get }

  /// The files that it reads: when one of them is written, it is fetched from again
  var watchedFiles: [String] { get }

  /// Fetches once; retries, waiting and caching are the caller's
  ///
  /// - Parameter now: the present, for services that are queried for an interval, and the instant
  ///   that readings without one of their own get.
  func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse

  /// The events that come by themselves; the stream ends when its task is cancelled, and reconnects until then
  ///
  /// A failure is reported once as ``PushedEvent/lost(_:)`` until it is mended.
  func pushed() -> AsyncStream<PushedEvent>?

  /// Ends the programs that it has started and that keep running, and waits until they have ended
  func end()
}

extension Connector {
  package var watchedFiles: [String] { [] }
  package func pushed() -> AsyncStream<PushedEvent>? { nil }
  package func end() {}
}

/// An event of a pushing connector
package enum PushedEvent: Sendable {
  /// Readings or rows, each with its own instant
  case arrived([Arrival])

  /// Readings or rows, and the lines that cannot be read, of a program that keeps running
  case lines(PushedLines)

  /// The connection is lost, or brings nothing: what it reported before is still there, until it is stale
  case lost(FetchFailure)
}
