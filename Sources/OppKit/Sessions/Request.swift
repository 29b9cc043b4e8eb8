internal import OppEngine
internal import OppModel
internal import OppSession

/// A request that a session needs a response to, to decide its Opps
///
/// Requests of many sessions with the same ``id`` are for the same readings: if the supply is shared, one response
/// serves all of them.
public struct Request: Hashable, Sendable, Identifiable {
  /// The identity, which is the same in every process and after every edit of the rules
  public let id: String

  /// The name of the source or table; `addresses` for the position of a text, `places` for the places of a category
  public let source: String

  /// The values of the source's parameters that the rules give, by name
  public let arguments: [String: Value]

  /// The address, or the category of places; nil for sources and tables
  public let text: String?

  /// The position of the person, rounded to the cell of the supply, if the response depends on it
  public let position: Value?

  /// `true` if it says nothing of the person but a cell (``Supply/isShared``)
  public let isShared: Bool
}

/// The response to a request
public struct Response: Sendable {
  /// The identity of the request
  public let request: Request.ID

  let outcome: Outcome

  enum Outcome: Sendable {
    case arrived([Arrival])
    case unchanged
    case failed(RequestFailure)
  }

  /// A response with all its arrivals: a calendar may have both its values and the rows of its events
  public init(to request: Request.ID, _ arrivals: [Arrival]) {
    self.request = request
    outcome = .arrived(arrivals)
  }

  /// A request that failed
  public init(to request: Request.ID, failure: RequestFailure) {
    self.request = request
    outcome = .failed(failure)
  }

  /// A response that nothing has changed since the last one (as `304 Not Modified`)
  public static func unchanged(_ request: Request.ID) -> Response {
    Response(request: request, outcome: .unchanged)
  }

  /// The number of things that it makes known
  package var size: Int {
    if case .arrived(let arrivals) = outcome { arrivals.reduce(0) { $0 + $1.size } } else { 0 }
  }

  private init(request: Request.ID, outcome: Outcome) {
    self.request = request
    self.outcome = outcome
  }
}

/// The reason why a request failed
public struct RequestFailure: Error, Hashable, Sendable {
  /// The kind of a failure, by which the time before a retry is chosen
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The service cannot be reached, or does not respond in time
    case unreachable
    /// The service refuses the credentials: only the person can help
    case refused
    /// The service has received too many requests
    case limited
    /// The service responded with an error of its own
    case broken
    /// The response cannot be read
    case unreadable
    /// A file, a setting or an address is wrong: only the person can help
    case misconfigured
  }

  public let kind: Kind

  /// A fragment for people, without a secret in it: `the service responded with 429`
  public let reason: String

  /// The number of seconds for which the service asks for no requests; `nil` if it does not say
  public let retryAfter: Int?

  public init(_ kind: Kind, _ reason: String, retryAfter: Int? = nil) {
    self.kind = kind
    self.reason = reason
    self.retryAfter = retryAfter
  }

  /// The failure as engines have it
  var failure: FetchFailure {
    let kind: FetchFailure.Kind =
      switch kind {
      case .unreachable: .unreachable
      case .refused: .refused
      case .limited: .limited
      case .broken: .broken
      case .unreadable: .unreadable
      case .misconfigured: .misconfigured
      }
    return FetchFailure(kind, reason, retryAfter: retryAfter.map { Int64($0) })
  }
}
