internal import OppJSON

/// The state of an entity: a word, attributes, and the times of its last changes
///
/// ```
/// {"s":"21.3","a":{"unit_of_measurement":"°C","friendly_name":"Kitchen"},"lc":1795769135.5}      all of it
/// {"+":{"s":"24.2","lc":1795769191.7}}                                                            a change
/// {"-":{"a":["unit_of_measurement"]}}                                                             an attribute is gone
/// ```
struct HomeEntity: Hashable, Sendable {
  private(set) var state: String
  private(set) var attributes: [String: Attribute] = [:]

  /// Seconds since 1970, as Home Assistant's clock has them
  private(set) var changed: Double?
  private(set) var updated: Double?

  /// A value among the attributes
  enum Attribute: Hashable, Sendable {
    case text(String)

    /// The number as it is written
    case number(String)
    case truth(Bool)
    case other

    init(_ message: HomeMessage) {
      switch message.value.content {
      case .text(let text): self = .text(text)
      case .number: self = message.numeral.map { .number($0) } ?? .other
      case .truth(let truth): self = .truth(truth)
      case .null, .array, .object: self = .other
      }
    }

    /// The value as a word; `nil` for lists and null
    var word: String? {
      switch self {
      case .text(let text), .number(let text): text
      case .truth(let truth): truth ? "true" : "false"
      case .other: nil
      }
    }
  }

  /// - Parameter message: an entity in a message of subscriptions.
  init(_ message: HomeMessage) {
    state = message["s"]?.text ?? Self.unknown
    take(message)
  }

  /// - Parameter object: an entity in the response to `get_states`.
  init(stateObject object: HomeMessage) {
    state = object["state"]?.text ?? Self.unknown
    for (key, value) in object["attributes"]?.members ?? [] { attributes[key] = Attribute(value) }
  }

  /// - Parameters:
  ///   - state: a number, as it is written.
  ///   - time: seconds since 1970.
  init(state: String, unit: String?, at time: Double) {
    self.state = state
    attributes = unit.map { ["unit_of_measurement": .text($0)] } ?? [:]
    (changed, updated) = (time, time)
  }

  /// Takes a change
  mutating func apply(_ difference: HomeMessage) {
    if let added = difference["+"] { take(added) }
    for key in difference["-"]?["a"]?.elements ?? [] {
      if let key = key.text { attributes[key] = nil }
    }
  }

  private mutating func take(_ message: HomeMessage) {
    if let state = message["s"]?.text { self.state = state }
    for (key, value) in message["a"]?.members ?? [] { attributes[key] = Attribute(value) }
    if let time = message["lc"]?.number {
      (changed, updated) = (time, time)
    }
    if let time = message["lu"]?.number { updated = time }
  }

  private static let unknown = "unknown"

  /// `false` if its device does not say how it is
  var isAvailable: Bool { state != "unavailable" && state != Self.unknown }
  var unit: String? { attributes["unit_of_measurement"]?.word }
  var name: String? { attributes["friendly_name"]?.word }
  var deviceClass: String? { attributes["device_class"]?.word }
}

/// An identity such as `sensor.kitchen_temperature`
enum EntityID {
  /// `sensor`
  static func domain(_ id: String) -> String { String(id.prefix { $0 != "." }) }

  /// `kitchen_temperature`
  static func object(_ id: String) -> String { String(id.drop { $0 != "." }.dropFirst()) }
}
