/// An option of a subcommand
struct Option: Sendable {
  /// With its dashes: `--format`
  let name: String

  /// One letter with its dash, such as `-e`
  let short: String?

  /// The placeholder of its value in the usage; nil for an option that takes none
  let value: String?
  let summary: String

  /// Whether it may be given more than once
  let repeats: Bool

  /// The values it takes, where there is a fixed list
  let choices: [String]

  init(
    _ name: String, short: String? = nil, value: String? = nil, repeats: Bool = false,
    choices: [String] = [], _ summary: String
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.summary = summary
    self.repeats = repeats
    self.choices = choices
  }

  /// The option as the help lists it: `-e, --expression EXPR`
  var usage: String {
    let names = short.map { "\($0), \(name)" } ?? name
    return value.map { "\(names) \($0)" } ?? names
  }

  static let help = Option("--help", short: "-h", "shows this text")
  static let format = Option(
    "--format", value: "text|json", choices: ["text", "json"],
    "what to print: text for people, json for programs (JSON Lines)")
  static let data = Option(
    "--data", value: "DIR", "the recording; default: data/ in the one DIR named")
  static let store = Option(
    "--store", value: "FILE",
    "the store; default: $XDG_STATE_HOME/opp/store.sqlite, else ~/.local/state/opp/store.sqlite")
  static let localZone = Option(
    "--zone", value: "ZONE",
    "the time zone to show times in; default: that of the rules, else of the system")
  static let row = Option(
    "--row", value: "KEY", "only this row of `for each`: its key as `opp history` prints it")
  static let zone = Option(
    "--zone", value: "ZONE", "the time zone where the rules set none, such as Europe/Berlin")
}
