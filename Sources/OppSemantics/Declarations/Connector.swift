internal import OppModel

/// A kind of connection to the world, and the options that it takes
struct Connector {
  let name: String
  let options: [Option]

  struct Option {
    let name: String
    let kind: Kind
    let isRequired: Bool

    /// Names in braces that the text keeps as they are: their values are known at delivery
    var placeholders: [String] = []

    enum Kind {
      /// A URL, a file, a name
      case text

      /// Comes from the environment only
      case secret
      case position
      case duration
      case length
    }
  }

  /// Every connector that can be named, in the order of the reference
  static let all: [Connector] = [
    Connector("openmeteo", text("url", isRequired: false)),
    Connector(
      "openweathermap", secret("key", isRequired: true), text("url", isRequired: false)),
    Connector(
      "ical", text("url", isRequired: true), text("user", isRequired: false),
      secret("password", isRequired: false)),
    Connector(
      "caldav", text("url", isRequired: true), text("user", isRequired: true),
      secret("password", isRequired: true)),
    Connector(
      "google", secret("token", isRequired: true), text("calendar", isRequired: false),
      text("url", isRequired: false)),
    Connector("fixed", Option(name: "position", kind: .position, isRequired: true)),
    Connector("gpsd", text("address", isRequired: false)),
    Connector(
      "owntracks", text("url", isRequired: true), text("user", isRequired: false),
      secret("password", isRequired: false)),
    Connector("nominatim", text("url", isRequired: false)),
    Connector(
      "overpass", text("url", isRequired: false),
      Option(name: "radius", kind: .length, isRequired: false)),
    Connector("geojson", text("file", isRequired: true)),
    Connector("csv", text("file", isRequired: true)),
    Connector("jsonl", text("file", isRequired: true)),
    Connector(
      "json", text("url", isRequired: true), text("rows", isRequired: false),
      secret("token", isRequired: false)),
    Connector(
      "command",
      Option(
        name: "command", kind: .text, isRequired: true,
        placeholders: ["title", "opp", "text", "id", "at", "payload", "to", "urgency"]),
      Option(name: "timeout", kind: .duration, isRequired: false)),
    Connector("stdout"),
    Connector(
      "webhook", text("url", isRequired: true), secret("token", isRequired: false)),
    Connector(
      "ntfy", text("url", isRequired: true), secret("token", isRequired: false),
      text("actions", isRequired: false)),
    Connector("apns_payload", text("file", isRequired: true)),
  ]

  /// The targets of `connect` beside sources and tables
  static let services = ["notifications", "addresses", "places"]

  /// The connectors that may serve what is connected, in the order of the reference
  static func names(for target: String) -> [String] {
    let notifiers = ["command", "stdout", "webhook", "ntfy", "apns_payload"]
    let fitting: (String) -> Bool =
      switch target {
      case "notifications": { notifiers.contains($0) }
      case "addresses": { $0 == "nominatim" }
      case "places": { $0 == "overpass" || $0 == "geojson" }
      default: { !notifiers.contains($0) || $0 == "command" }
      }
    return all.map { $0.name }.filter(fitting)
  }

  static func named(_ name: String) -> Connector? { all.first { $0.name == name } }

  private init(_ name: String, _ options: Option...) {
    self.name = name
    self.options = options
  }

  private static func text(_ name: String, isRequired: Bool) -> Option {
    Option(name: name, kind: .text, isRequired: isRequired)
  }

  private static func secret(_ name: String, isRequired: Bool) -> Option {
    Option(name: name, kind: .secret, isRequired: isRequired)
  }
}
