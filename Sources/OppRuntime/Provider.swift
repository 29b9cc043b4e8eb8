public import OppKit

/// A service that responds to the requests of a session
///
/// ```swift
/// struct Thermometer: Provider {
///   let supplies: [String: Supply] = ["weather": .fetched(freshness: 600)]
///
///   func respond(to request: Request) async throws(RequestFailure) -> [Arrival]? {
///     [.reading(Reading("weather", ["temp": .celsius(try await read())]))]
///   }
/// }
/// ```
///
/// A provider decides nothing: when it is requested, how long a response counts and when a failure is tried again follow from
/// its supplies and from the rules.
public protocol Provider: Sendable {
  /// The supplies, by the name of the source or table; it is read once
  var supplies: [String: Supply] { get }

  /// Responds to a request
  ///
  /// It is cancelled when the request has taken too long, and when the runner ends.
  ///
  /// - Returns: the readings and rows of the response; nil if nothing has changed since the last response.
  /// - Throws: the reason of a failure, in words without a secret.
  func respond(to request: Request) async throws(RequestFailure) -> [Arrival]?
}
