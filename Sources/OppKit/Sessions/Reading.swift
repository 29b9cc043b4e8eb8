/// A reading of a source
///
/// ```swift
/// Reading("weather", ["temp": .celsius(21), "sky": "sunny"])
/// Reading("thermostat", ["temp": 19.5], arguments: ["room": "hall"])
/// ```
public struct Reading: Hashable, Sendable {
  /// The name of the source
  public let source: String

  /// By the names of the fields; those that are left out are unknown
  public let fields: [String: Value]

  /// The values of the source's parameters, by name; a parameter that is left out has its default
  public let arguments: [String: Value]

  /// The instant that it is of, from which its freshness counts; nil for that of its arrival
  public let at: Timestamp?

  /// The number of seconds for which it counts; `nil` for the freshness that the source declares
  public let freshness: Int?

  public init(
    _ source: String, _ fields: [String: Value], arguments: [String: Value] = [:],
    at: Timestamp? = nil, freshness: Int? = nil
  ) {
    self.source = source
    self.fields = fields
    self.arguments = arguments
    self.at = at
    self.freshness = freshness
  }
}
