internal import OppModel
internal import OppOutputs
internal import OppProviders
internal import OppSystem

/// The answers of which a first rule set is made, as they are typed: options of `opp init`, or lines of a terminal
///
/// ```
/// zone           Europe/Berlin                        a name of the zone database
/// home           52.52,13.405   @52.52, 13.405        latitude and longitude
/// phone          https://tracks.example.org/api/0/last?user=ada&device=phone
/// notifications  terminal   desktop   https://ntfy.sh/a-topic   mobile_app_ann_phone
/// url            http://homeassistant.local:8123
/// calendar       me.ics   https://calendars.example.org/me.ics
/// ```
struct RuleSetAnswers {
  let context: CommandContext
  private(set) var ruleSet = NewRuleSet()

  init(in context: CommandContext) {
    self.context = context
  }

  /// - Parameter text: a name, or its number in the list.
  mutating func take(template text: String) throws(CommandFailure) {
    let all = Template.allCases
    let named = Template(rawValue: text)
    let numbered = Int(text).flatMap { all.indices.contains($0 - 1) ? all[$0 - 1] : nil }
    guard let found = named ?? numbered else {
      let names = all.map { "`\($0.rawValue)`" }.joined(separator: ", ")
      throw .usage("`\(text)` is not a template", help: "there are \(names)")
    }
    ruleSet.template = found
  }

  /// - Requires: the template is known.
  mutating func take(zone text: String) throws(CommandFailure) {
    do throws(ZoneDatabase.Failure) {
      _ = try ZoneDatabase().zone(named: text)
    } catch {
      throw .usage(error.reason, help: error.nearest.map { "did you mean `\($0)`?" })
    }
    let template = ruleSet.template
    guard template.movesWithZone || text == template.zone else {
      throw .usage(
        "the recording of `\(template.rawValue)` is of \(template.zone)",
        help:
          "leave `--zone` out, and change `set zone` in \(template.mainFile) for data of your own")
    }
    ruleSet.zone = text
  }

  mutating func take(home text: String) throws(CommandFailure) {
    let numbers = text.drop { $0 == "@" }.split(separator: ",", omittingEmptySubsequences: false)
      .map { $0.trimmingSpaces() }
    guard numbers.count == 2, let latitude = Self.degrees(numbers[0]),
      let longitude = Self.degrees(numbers[1]), abs(latitude) <= 90, abs(longitude) <= 180
    else {
      throw .usage(
        "`\(text)` is not a position", help: "write latitude and longitude, such as `52.52,13.405`")
    }
    ruleSet.home = numbers.joined(separator: ",")
  }

  /// A number of degrees as a rule may have it: digits with a sign and a point
  private static func degrees(_ text: String) -> Double? {
    let digits = text.drop { $0 == "-" }
    guard let first = digits.first, let last = digits.last, first.isNumber, last.isNumber,
      text.count - digits.count <= 1,
      digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
    else { return nil }
    return Double(text)
  }

  mutating func take(notifications text: String) throws(CommandFailure) {
    switch text {
    case "terminal": ruleSet.notifications = .terminal
    case "desktop": ruleSet.notifications = .desktop
    case _ where ruleSet.template == .home && Self.isService(text):
      ruleSet.notifications = .app(text)
    default:
      guard text.hasPrefix("https://") || text.hasPrefix("http://"), Self.isPlain(text) else {
        let app =
          ruleSet.template == .home
          ? "the service of a phone, such as `mobile_app_ann_phone`, " : ""
        throw .usage(
          "`\(text)` is no way to notify",
          help:
            "write `terminal`, `desktop`, \(app)or the address of a topic of ntfy, such as `https://ntfy.sh/a-topic`"
        )
      }
      ruleSet.notifications = .ntfy(text)
    }
  }

  /// `true` if a text is the name of a service that notifies a phone
  private static func isService(_ text: String) -> Bool {
    text.hasPrefix("mobile_app_")
      && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
  }

  /// - Requires: the template is known.
  mutating func take(url text: String) throws(CommandFailure) {
    guard ruleSet.template == .home else {
      throw .usage(
        "`--url` is the address of a Home Assistant, which `\(ruleSet.template.rawValue)` does not read",
        help: "leave it out, or begin with `--template home`")
    }
    guard text.hasPrefix("https://") || text.hasPrefix("http://"), Self.isPlain(text) else {
      throw .usage(
        "`\(text)` is not an address", help: "write for example `\(NewRuleSet.usualHouse)`")
    }
    ruleSet.house = text
  }

  mutating func take(phone text: String) throws(CommandFailure) {
    guard text.hasPrefix("https://") || text.hasPrefix("http://"), Self.isPlain(text) else {
      throw .usage(
        "`\(text)` is not an address",
        help:
          "write that of a recorder of OwnTracks, such as `https://tracks.example.org/api/0/last?user=ada&device=phone`"
      )
    }
    ruleSet.phone = text
  }

  mutating func take(calendar text: String) throws(CommandFailure) {
    let isAddress = ["https://", "http://", "webcal://"].contains { text.hasPrefix($0) }
    guard isAddress || context.kind(of: text) == .file else {
      throw .usage(
        "`\(text)` is neither a calendar file nor an address",
        help: "write the path of an `.ics` file, or an address that begins with `https://`")
    }
    // The rules may be in another folder than the one in which this runs.
    let source = isAddress ? text : FilePath(context.resolved(text)).standardized.text
    guard Self.isPlain(source) else {
      throw .usage("`\(text)` has characters that cannot be written into a rule as they are")
    }
    ruleSet.calendar = source
  }

  /// `true` if nothing in a text is escaped if it is written in a rule
  private static func isPlain(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !"\"\\{}".unicodeScalars.contains($0) }
  }
}
