/// An option of a subcommand
///
/// ```
/// Option("--expression", short: "-e", value: "EXPR", repeats: true, "evaluates an expression …")
///
///   -e, --expression EXPR  evaluates an expression …; may be repeated
/// ```
struct Option: Sendable {
  /// With its dashes: `--format`
  let name: String

  /// One letter with its dash, such as `-e`
  let short: String?

  /// The placeholder of its value in the usage; nil for an option that takes none
  let value: String?

  /// The line of the help; a third-person verb or a noun, lower case
  let summary: String

  /// `true` if it may be given more than once
  let repeats: Bool

  /// The values it takes, if there is a fixed list
  let choices: [String]

  /// `true` if it may be given without its value, at the end or before another option
  let isValueOptional: Bool

  init(
    _ name: String, short: String? = nil, value: String? = nil, repeats: Bool = false,
    choices: [String] = [], isValueOptional: Bool = false, _ summary: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.summary = summary
    self.repeats = repeats
    self.choices = choices
    self.isValueOptional = isValueOptional
  }

  /// The option as the help lists it: `-e, --expression EXPR`
  var usage: String {
    let names = short.map { "\($0), \(name)" } ?? name
    guard let value else { return names }
    return isValueOptional ? "\(names) [\(value)]" : "\(names) \(value)"
  }

  /// Understood by every command
  static let help = Option("--help", short: "-h", "shows this text")

  /// Understood by every command
  static let colour = Option(
    "--color", value: "auto|always|never", choices: ["auto", "always", "never"],
    "whether what is printed is coloured; default: auto, on a terminal unless NO_COLOR is set")

  /// The formats of a command that prints for people and for programs
  static let format = Option(
    "--format", value: "text|json", choices: ["text", "json"],
    "what to print: text for people, json for programs (JSON Lines)")

  /// The recording of a command that replays
  static let data = Option(
    "--data", value: "DIR", "the recording; default: data/ in the one DIR named")

  /// The store of a command that reads or changes the state of Opps
  static let store = Option(
    "--store", value: "FILE",
    "the store; default: $XDG_STATE_HOME/opp/store.sqlite, else ~/.local/state/opp/store.sqlite")

  /// The store in place of a recording
  static let storeInstead = Option(
    "--store", value: "FILE", isValueOptional: true,
    "what `opp run` has kept, in place of a recording; default: the store of `opp run`")

  /// The zone of printed times, in commands on the store
  static let localZone = Option(
    "--zone", value: "ZONE",
    "the time zone to show times in; default: that of the rules, else of the system")

  /// The row of a command on one Opp
  static let row = Option(
    "--row", value: "KEY", "only this row of `for each`: its key as `opp history` prints it")

  /// The zone that rules without one are run in
  static let zone = Option(
    "--zone", value: "ZONE", "the time zone where the rules set none, such as Europe/Berlin")
}
