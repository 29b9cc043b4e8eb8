package import OppModel

/// The options of a `connect` declaration, with secrets taken from the environment
package struct ConnectorOptions: Sendable {
  /// The source, the table, or `notifications`, `addresses`, `places`
  package let target: String

  /// The name of the kind of connection, such as `openmeteo`
  package let kind: String
  private let values: [String: Value]
  private let secrets: [String: Secret]

  /// The folder that relative paths of files start from: that of the rule file
  package let folder: String

  package init(
    target: String, kind: String, values: [String: Value], secrets: [String: Secret],
    folder: String
  ) {
    self.target = target
    self.kind = kind
    self.values = values
    self.secrets = secrets
    self.folder = folder
  }

  package func text(_ name: String) -> String? {
    guard case .text(let text)? = values[name] else { return nil }
    return text
  }

  /// In the base unit
  package func scalar(_ name: String) -> Double? {
    guard case .scalar(let scalar)? = values[name] else { return nil }
    return scalar
  }

  package func position(_ name: String) -> Position? {
    switch values[name] {
    case .position(let position)?: position
    case .place(let place)?: place.position
    default: nil
    }
  }

  package func secret(_ name: String) -> Secret? { secrets[name] }
}
