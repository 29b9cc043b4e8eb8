package import OppModel
package import OppSyntax

/// A `connect` declaration, checked
///
///     connect weather to openmeteo(…)   →   target `weather`, connector `openmeteo`, its options
package struct Connection: Hashable, Sendable {
  /// The source, the table, or `notifications`, `addresses`, `places`
  package let target: String
  /// The person of `notifications("Ann")`; nil for the notifier of all others, and for every other target
  package let recipient: String?
  /// The name of a connector of the catalogue
  package let connector: String
  /// The options that are given
  package let options: [Option]
  /// The things that are said about the file of `csv(…)` and `jsonl(…)`
  package let fileOptions: FileOptions
  /// The place of the whole declaration
  package let range: SourceRange

  /// An option by its name, in the order of the connector's options
  package struct Option: Hashable, Sendable {
    package let name: String
    package let value: OptionValue
  }

  package enum OptionValue: Hashable, Sendable {
    /// A value that is the same for all times
    case constant(Value, ValueType)

    /// The name of a variable of the environment
    case environment(String)
  }
}
