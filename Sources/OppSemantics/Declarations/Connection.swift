package import OppModel
package import OppSyntax

/// A `connect` declaration, checked
package struct Connection: Hashable, Sendable {
  /// The source, the table, or `notifications`, `addresses`, `places`
  package let target: String
  package let connector: String
  package let options: [Option]
  package let range: SourceRange

  /// An option by its name, in the order of the connector's options
  package struct Option: Hashable, Sendable {
    package let name: String
    package let value: OptionValue
  }

  package enum OptionValue: Hashable, Sendable {
    case constant(Value, ValueType)

    /// The name of a variable of the environment
    case environment(String)
  }
}
