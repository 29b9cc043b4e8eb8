package import OppModel

/// The options of a `connect` declaration, with secrets taken from the environment
///
/// ```opp
/// connect weather to openweathermap(key: env("OWM_KEY"), url: "https://proxy.example.org")
/// ```
///
/// has the target `weather`, the kind `openweathermap`, the value `url` and the secret `key`.
package struct ConnectorOptions: Sendable {
  /// The source, the table, or `notifications`, `addresses`, `places`
  package let target: String

  /// The name of the kind of connection, such as `openmeteo`
  package let kind: String

  /// The constants, by the names of the options; unnamed ones have been given their names by the checker
  private let values: [String: Value]

  /// The options that are `env("…")`, by their names
  private let secrets: [String: Secret]

  /// The things that are said about the file
  package let file: FileOptions

  /// The folder that relative paths of files start from: that of the rule file
  package let folder: String

  package init(
    target: String, kind: String, values: [String: Value], secrets: [String: Secret],
    file: FileOptions = FileOptions(), folder: String
  ) {
    self.target = target
    self.kind = kind
    self.values = values
    self.secrets = secrets
    self.file = file
    self.folder = folder
  }

  /// The text of an option; nil if it is missing, or of another type
  package func text(_ name: String) -> String? {
    guard case .text(let text)? = values[name] else { return nil }
    return text
  }

  /// In the base unit
  package func scalar(_ name: String) -> Double? {
    guard case .scalar(let scalar)? = values[name] else { return nil }
    return scalar
  }

  /// `true` if an option is true; `false` without it
  package func isTrue(_ name: String) -> Bool { values[name] == .truth(true) }

  /// `true` if the rules give an option
  package func has(_ name: String) -> Bool { values[name] != nil || secrets[name] != nil }

  /// The position of an option, or that of a place
  package func position(_ name: String) -> Position? {
    switch values[name] {
    case .position(let position)?: position
    case .place(let place)?: place.position
    default: nil
    }
  }

  /// The secret of an option; nil if it is missing, or written into the rules
  package func secret(_ name: String) -> Secret? { secrets[name] }
}
