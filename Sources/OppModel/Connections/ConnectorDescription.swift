/// A kind of connection, such as `openmeteo`, as the checker and editors know it: its options and its possible targets
///
///     connect weather to openweathermap(key: env("OPENWEATHER_KEY"))
///
///     name openweathermap · serves data · options [key: a secret, required] · page OpenweathermapConnector
package struct ConnectorDescription: Hashable, Sendable {
  package let name: String

  /// Its purpose in one sentence
  package let summary: String
  package let serves: Set<ConnectionRole>

  /// In the order in which they may be given without names
  package let options: [ConnectorOption]

  package init(
    _ name: String, _ summary: String, serves: Set<ConnectionRole>, options: [ConnectorOption]
  ) {
    self.name = name
    self.summary = summary
    self.serves = serves
    self.options = options
  }

  /// A file of rows, by the ending of its name: `csv` or `jsonl`
  package static func rowFile(_ ending: String) -> ConnectorDescription {
    let isCSV = ending == "csv"
    return ConnectorDescription(
      ending, isCSV ? "Readings of a CSV file." : "Readings of a JSON Lines file.",
      serves: [.data],
      options: [.text("file", isRequired: true)]
        + FileOption.all(ofJSONLines: !isCSV).map { .file($0) })
  }

  package func serves(_ target: String) -> Bool {
    serves.contains(ConnectionRole(target: target))
  }

  /// A declaration with the options that it needs: `connect weather to openweathermap(key: …)`
  package var form: String {
    let needed = options.filter { $0.isRequired }.map { "\($0.name): …" }
    let target = serves == [.notifications] ? "notifications" : "…"
    return "connect \(target) to \(name)(\(needed.joined(separator: ", ")))"
  }

  /// The page of the manual, without its extension: `OpenweathermapConnector`, `ApnsPayloadNotifier`
  package var page: String {
    let words = name.split(separator: "_").map { word in
      word.prefix(1).uppercased() + word.dropFirst()
    }
    return words.joined() + (serves == [.notifications] ? "Notifier" : "Connector")
  }
}

/// An option of a connector
package struct ConnectorOption: Hashable, Sendable {
  package let name: String
  package let kind: Kind
  package let isRequired: Bool

  /// Names in braces that a text keeps as they are: their values are known at delivery
  package let placeholders: [String]

  /// The option with whose truth it means nothing, as `timeout` with `stream: true`; `nil` for none
  package let without: String?

  /// The option in place of which it is given, as `login` in place of `token`: one of the two is required; `nil` for none
  package let replaced: String?

  /// The only numbers that it may be; empty for any
  package let choices: [Double]

  /// The reason for which other numbers are refused; `nil` for an option with all of them
  package let reason: String?

  /// `true` if a connector that also delivers notifications takes it for a source or a table alone
  package let isOnlyForData: Bool

  package enum Kind: Hashable, Sendable {
    /// A URL, a file, a name
    case text

    /// Comes from the environment only
    case secret
    case position
    case duration
    case length
    case number
    case truth

    /// A thing that is said about a file
    case file(FileOption)
  }

  package init(
    _ name: String, _ kind: Kind, isRequired: Bool = false, placeholders: [String] = [],
    without: String? = nil, insteadOf replaced: String? = nil, isOnlyForData: Bool = false,
    choices: [Double] = [], reason: String? = nil
  ) {
    self.name = name
    self.kind = kind
    self.isRequired = isRequired
    self.placeholders = placeholders
    self.without = without
    self.replaced = replaced
    self.isOnlyForData = isOnlyForData
    self.choices = choices
    self.reason = reason
  }

  package static func text(_ name: String, isRequired: Bool = false) -> ConnectorOption {
    ConnectorOption(name, .text, isRequired: isRequired)
  }

  /// A text that is required, unless another option is given in its place
  package static func text(_ name: String, insteadOf replaced: String) -> ConnectorOption {
    ConnectorOption(name, .text, isRequired: true, insteadOf: replaced)
  }

  package static func secret(_ name: String, isRequired: Bool = false) -> ConnectorOption {
    ConnectorOption(name, .secret, isRequired: isRequired)
  }

  package static func file(_ option: FileOption) -> ConnectorOption {
    ConnectorOption(option.name, .file(option))
  }

  package var isSecret: Bool { kind == .secret }

  /// The type of a value in the rules; nil for a secret, which never stands there, and for entries in braces
  package var type: ValueType? {
    switch kind {
    case .text: .text
    case .secret: nil
    case .position: .position
    case .duration: .duration
    case .length: .length
    case .number: .number
    case .truth: .bool
    case .file(let option):
      switch option {
      case .columns, .only: nil
      case .dates, .zone, .decimal, .separator, .encoding: .text
      case .dayAt: .timeOfDay
      case .missing: .list(.text)
      case .skip: .number
      }
    }
  }

  /// The option as a list of options shows it
  package var phrase: String {
    let phrase =
      switch kind {
      case .text: "a text"
      case .secret: "a secret, from the environment"
      case .position: "a position"
      case .duration: "a duration"
      case .length: "a length"
      case .number: "a number"
      case .truth: "true or false"
      case .file(let option): option.expected
      }
    return isRequired ? phrase : "\(phrase), optional"
  }
}

/// The parts that a connection can play in a rule set
package enum ConnectionRole: Hashable, Sendable {
  /// The readings of a source, or the rows of a table
  case data

  /// The positions of addresses
  case addresses

  /// The nearest place of a category
  case places
  case notifications

  /// The role of the target that `connect` names
  package init(target: String) {
    switch target {
    case "addresses": self = .addresses
    case "places": self = .places
    case "notifications": self = .notifications
    default: self = .data
    }
  }

  /// The targets of `connect` beside sources and tables
  package static let services = ["notifications", "addresses", "places"]
}
