internal import OppOutputs

/// A first rule set: a template, and what a person said of where they are and how to notify them
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

  /// The calendar to connect, as an address or an absolute path; nil for that of the recording
  ///
  /// - Requires: of this and the address of notifications: nothing that a text in a rule escapes.
  var calendar: String?
  var notifications = Notifications.terminal

  /// The way in which a person is notified
  enum Notifications: Equatable {
    case terminal
    case desktop
    /// The address of a topic of ntfy
    case ntfy(String)

    /// The notifier, as it is written in a rule
    fileprivate var notifier: String {
      switch self {
      case .terminal: "stdout()"
      case .desktop: #"command("notify-send -- {title} {text}")"#
      case .ntfy(let address): #"ntfy("\#(address)")"#
      }
    }
  }

  /// The files to write, in the order of their paths
  var files: [TemplateFile] {
    let connections = TemplateFile(path: "connections.opp", text: connections)
    return (template.files.map(inZone) + [connections]).sorted { $0.path < $1.path }
  }

  /// A file with the zone of the person in place of that of the template
  private func inZone(_ file: TemplateFile) -> TemplateFile {
    guard let zone else { return file }
    let isMain = file.path == template.mainFile
    guard isMain || template.movesWithZone && file.path.hasPrefix("data/") else { return file }
    return TemplateFile(
      path: file.path, text: file.text.replacing(template.zone, with: zone))
  }

  /// The position of the template `reminders` where nobody gives one
  private static let exampleHome = "52.52,13.405"

  /// The content of `connections.opp`
  private var connections: String {
    var lines = [
      "// Where things come from, and where notifications go, when `opp run` runs these rules."
    ]
    let home = home ?? (template == .reminders ? Self.exampleHome : nil)
    if let home { lines.append("connect location to fixed(@\(home))") }
    switch template {
    case .reminders:
      lines += ["connect weather to openmeteo()", "connect forecast to openmeteo()"]
    case .planner: lines.append("connect weather to openmeteo()")
    case .trips, .flat: break
    }
    if let calendar = calendar ?? template.calendar {
      lines.append(#"connect calendar to ical("\#(calendar)")"#)
    }
    switch template {
    case .reminders:
      lines += ["plants", "birthdays"].map { #"connect \#($0) to csv("data/\#($0).csv")"# }
    case .trips:
      if home == nil { lines.append(Self.phone) }
      lines += Self.hints(["app", "trips", "found", "requests", "friendships"])
    case .flat:
      if home == nil { lines.append(Self.phone) }
      lines.append("// connect places to overpass()")
      lines += Self.hints([
        "flatmates", "chores", "comments", "groceries", "shopping", "bills", "shares", "reminders",
        "posts",
      ])
    case .planner:
      if home == nil { lines.append(Self.phone) }
      lines.append(#"connect settings to csv("data/settings.csv")"#)
      lines += Self.hints(["entries"])
    }
    lines.append("connect notifications to \(notifications.notifier)")
    return lines.joined(separator: "\n") + "\n"
  }

  /// The comment on the position of a person who moves
  private static let phone =
    #"// connect location to owntracks("https://tracks.example.org/api/0/last?user=ada&device=phone")"#

  /// The comments on sources and tables that have nothing of the person yet, with a line to use for each
  private static func hints(_ names: [String]) -> [String] {
    ["// These are yours: write the files, as those in data/ are, and delete the slashes."]
      + names.map { #"// connect \#($0) to csv("\#($0).csv")"# }
  }
}
