package import OppEngine
package import OppModel
package import OppSession

/// A connection to a live service or file, as `connect` declares it
///
/// ```
/// ConnectorRegistry.connector(options: …)        once for each `connect`, as the rules are loaded
///   pushed()                                     once; the stream is read until the rules are loaded again
///   fetch(fetch, at: 12:00)                      as often as the engine decides, from any task, also two at once
///   end()                                        once, as the rules are loaded again, and at the end of Opp
/// ```
///
/// It decides nothing: it has no retries, no cache beyond that by which a service can report that nothing has changed, and no clock
/// of its own for fetched values. A failure has a kind, which decides how soon the next try is, and a reason for people.
package protocol Connector: Sendable {
  /// The sources and tables that it serves, and its freshness, quota and cost
  var provider: Provider { get }

  /// The files that it reads: when one of them is written, it is fetched from again
  var watchedFiles: [String] { get }

  /// `true` if these files grow by lines, of which each can be read as soon as it is whole
  var readsLines: Bool { get }

  /// Fetches once; retries, waiting and caching are the caller's
  ///
  /// - Parameter now: the present, for services that are queried for an interval, and the instant
  ///   that readings without one of their own get.
  func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse

  /// The events that come by themselves; the stream ends when its task is cancelled, and reconnects until then
  ///
  /// A failure is reported once as ``PushedEvent/lost(_:)`` until it is mended.
  func pushed() -> AsyncStream<PushedEvent>?

  /// `true` if a reading may have some of the fields, and leaves the others as they were
  var hasPartialReadings: Bool { get }

  /// The arrivals of a past interval, in the order of their seconds; `nil` for a service that keeps no history
  ///
  /// - Parameter means: whether the time of which states are gone has the means that the service keeps for longer.
  func history(from start: Instant, until end: Instant, means: Bool) async -> Result<
    [PastArrival], FetchFailure
  >?

  /// Ends the programs that it has started and that keep running, and waits until they have ended
  func end()

  /// The arrivals of messages that an earlier run kept, in the order in which they came
  ///
  /// It is called before ``pushed()``, also without any.
  ///
  /// - Returns: a list for each message, and a last one for all of them together.
  func arrivals(of kept: [KeptMessage]) -> [[Arrival]]
}

extension Connector {
  package var watchedFiles: [String] { [] }
  package var readsLines: Bool { false }
  package var hasPartialReadings: Bool { false }
  package func pushed() -> AsyncStream<PushedEvent>? { nil }
  package func end() {}
  package func history(from start: Instant, until end: Instant, means: Bool) async -> Result<
    [PastArrival], FetchFailure
  >? { nil }
  package func arrivals(of kept: [KeptMessage]) -> [[Arrival]] {
    [[Arrival]](repeating: [], count: kept.count + 1)
  }
}

/// An arrival of the past
package struct PastArrival: Sendable {
  package let arrival: Arrival

  /// The second from which it counts
  package let at: Instant

  package init(_ arrival: Arrival, at instant: Instant) {
    self.arrival = arrival
    at = instant
  }
}

/// An event of a pushing connector
package enum PushedEvent: Sendable {
  /// Readings or rows, each with its own instant; none says that the connection is there again
  case arrived([Arrival])

  /// Readings or rows, and the lines that cannot be read, of a program that keeps running
  case lines(PushedLines)

  /// Arrivals by time alone, which say nothing of the connection: rows that are too old, values that a loss makes unknown
  case lapsed([Arrival])

  /// Something that people should know though the connection is there, such as a message that cannot be read
  case noted(FetchFailure)

  /// A message that its service sends again until it is acknowledged
  case received(ReceivedMessage)

  /// The connection is lost, or brings nothing: its earlier readings stay until they are stale
  case lost(FetchFailure)
}

/// A message of a service that keeps it until it is acknowledged
///
/// ```
/// the service ── PUBLISH, packet 7 ──▶ connector ── ReceivedMessage ──▶ the store: on the disk
///      ▲                                                                  │
///      └────────────────────────── PUBACK 7 ◀── acknowledge() ◀───────────┘
/// ```
///
/// A process that ends before the acknowledgement gets the message again, marked as repeated; the store knows it by its identity.
package struct ReceivedMessage: Sendable {
  package let arrivals: [Arrival]

  /// The content, the same for each time that it comes: its number at the service and a fingerprint
  package let identity: String

  /// `true` if it may have come before
  package let isRepeated: Bool

  /// The second at which it came
  package let at: Instant

  /// The text from which its arrivals are made again after a restart; `nil` for a message without arrivals
  package let content: String?

  /// The last second at which its rows count, so that it is kept until then; `nil` for a message that is of no use once a step has taken it
  package let keptUntil: Instant?

  /// Tells the service that the message is kept
  package let acknowledge: @Sendable () -> Void
}

/// A message in the store
package struct KeptMessage: Hashable, Sendable {
  /// The second at which it came
  package let at: Instant
  package let content: String

  /// `true` if a step has taken it, and it is kept for its rows
  package let isTaken: Bool

  package init(at: Instant, content: String, isTaken: Bool) {
    self.at = at
    self.content = content
    self.isTaken = isTaken
  }
}
