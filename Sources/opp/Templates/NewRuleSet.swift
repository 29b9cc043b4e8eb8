internal import OppFormat
internal import OppOutputs
internal import OppSyntax

/// A first rule set: a template, and a person's answers about their place and how to notify them
///
/// ```
/// template reminders · zone Asia/Tokyo · home 35.68,139.77 · notifications ntfy("https://ntfy.sh/ada")
///
/// reminders.opp      set zone "Asia/Tokyo" …
/// connections.opp    connect location to fixed(@35.68,139.77) …
/// tests.opp, data/…  the recording in the clock of Asia/Tokyo
/// ```
struct NewRuleSet {
  var template = Template.reminders

  /// An IANA name; nil leaves that of the template
  var zone: String?

  /// Latitude and longitude in degrees, as they are written in a rule
  var home: String?

  /// The address of a recorder of OwnTracks, which has the positions of a phone
  var phone: String?

  /// The calendar to connect, as an address or an absolute path; nil for that of the recording
  ///
  /// - Requires: of this, the phone and the address of notifications: nothing that a text in a rule escapes.
  var calendar: String?

  /// The address of a Home Assistant; `nil` for the usual one
  var house: String?
  var notifications = Notifications.terminal

  /// The address at which most Home Assistants are
  static let usualHouse = "http://homeassistant.local:8123"

  /// The way in which a person is notified
  enum Notifications: Equatable {
    case terminal
    case desktop
    /// The address of a topic of ntfy
    case ntfy(String)
    /// The service of Home Assistant's app on a phone, such as `mobile_app_ann_phone`
    case app(String)

    /// The notifier, as it is written in a rule
    ///
    /// - Parameter house: the options of a Home Assistant.
    fileprivate func notifier(house: String) -> String {
      switch self {
      case .app(let service):
        "homeassistant(\(house), notify: \"\(service)\")"
      case .terminal: "stdout()"
      case .desktop: #"command("notify-send -- {title} {text}")"#
      case .ntfy(let address): #"ntfy("\#(address)")"#
      }
    }
  }

  /// The files to write, in the order of their paths
  var files: [TemplateFile] {
    let connections = TemplateFile(path: "connections.opp", text: connections)
    return (template.files.map { withoutNotifiers(inZone($0)) } + [connections])
      .sorted { $0.path < $1.path }
  }

  /// A rule file with the notifiers of the example as comments: notifications go where the person has said
  private func withoutNotifiers(_ file: TemplateFile) -> TemplateFile {
    let start = "\nconnect notifications("
    guard file.path.hasSuffix(".opp"), file.text.contains(start) else { return file }
    var text = file.text.replacing(start, with: "\n// connect notifications(")
    if let first = text.firstRange(of: "// connect notifications(") {
      text.insert(
        contentsOf:
          "// Each may be notified in a way of their own: write it here, and delete the slashes.\n",
        at: first.lowerBound)
    }
    return TemplateFile(path: file.path, text: text)
  }

  /// A file with the zone of the person in place of that of the template
  private func inZone(_ file: TemplateFile) -> TemplateFile {
    guard let zone else { return file }
    let isMain = file.path == template.mainFile
    guard isMain || template.movesWithZone && file.path.hasPrefix("data/") else { return file }
    return TemplateFile(
      path: file.path, text: file.text.replacing(template.zone, with: zone))
  }

  /// The content of `connections.opp`
  private var connections: String {
    var lines = [
      "// Where things come from, and where notifications go, when `opp run` runs these rules."
    ]
    if template.place != .none { lines += location }
    switch template {
    case .reminders:
      lines += ["connect weather to openmeteo()", "connect forecast to openmeteo()"]
    case .planner: lines.append("connect weather to openmeteo()")
    case .flat: lines.append("connect places to overpass()")
    case .home: lines += connectedHouse
    case .trips: break
    }
    if let calendar { lines.append(#"connect calendar to ical("\#(calendar)")"#) }
    if template.calendar != nil || !template.samples.isEmpty {
      lines.append("// The files in data/ are samples: put your own in their place.")
    }
    if calendar == nil, let sample = template.calendar {
      lines.append(#"connect calendar to ical("\#(sample)")"#)
    }
    lines += template.samples.map { #"connect \#($0) to csv("data/\#($0).csv")"# }
    if template == .trips { lines += Self.app }
    let notifier = notifications.notifier(house: houseOptions.joined(separator: ", "))
    lines.append("connect notifications to \(notifier)")
    let file = SourceFile(path: "connections.opp", text: lines.joined(separator: "\n") + "\n")
    // With a long address a connection has more than one line.
    return String(decoding: Formatter.format(file).bytes, as: UTF8.self)
  }

  /// The connection of `location`; a comment on it if the person has said nothing
  private var location: [String] {
    if let phone { return [#"connect location to owntracks("\#(phone)")"#] }
    if let home { return ["connect location to fixed(@\(home))"] }
    guard template.place.moves else {
      return [
        "// Where you live, for the weather there: write it here, and delete the slashes.",
        "// connect location to fixed(@52.52,13.405)",
      ]
    }
    return [
      "// Where your phone is: write the address of its recorder here, and delete the slashes.",
      #"// connect location to owntracks("https://tracks.example.org/api/0/last?user=ada&device=phone")"#,
    ]
  }

  /// The options by which a Home Assistant is reached
  private var houseOptions: [String] {
    ["\"\(house ?? Self.usualHouse)\"", "token: env(\"HA_TOKEN\")"]
  }

  /// The connections to a Home Assistant, from the entities to the call that switches the heater off
  private var connectedHouse: [String] {
    func connection(_ targets: String, _ more: String...) -> [String] {
      let options = (houseOptions + more).joined(separator: ", ")
      return ["connect \(targets) to homeassistant(\(options))", ""]
    }
    return [
      "// The token is a long-lived access token of your profile in Home Assistant: set HA_TOKEN to it.",
      "// `opp import homeassistant --into DIR` writes the entities that you have.",
    ]
      + connection("sensor, binary_sensor, switch, person, event")
      + connection("batteries", "device_class: \"battery\"")
      + connection("windows", "device_class: \"window\"")
      + connection(
        "notifications(\"heater off\")", "call: \"switch.turn_off\"", "entity: \"switch.heater\"")
  }

  /// The comment on the source that only an app of the person's own has
  private static let app = [
    "// The state of the phone, from an app: have it write this file, and delete the slashes.",
    #"// connect app to csv("app.csv")"#,
  ]
}
