internal import CTemplates

/// An example that `opp init` begins with
///
/// | | files | zone that is set |
/// | --- | --- | --- |
/// | `reminders` | `reminders.opp`, `tests.opp`, `data/…` | the person's: its recording is invented, in local times |
/// | `trips` | `tracking.opp`, …, `data/location.gpx` | that of the recording, which was made there |
/// | `home` | `house.opp`, …, `data/sensor.csv` | the person's |
///
/// A template is a folder of `examples/`. To add one is to add a case here, and its files to `CTemplates`.
enum Template: String, CaseIterable {
  case reminders
  case trips
  case flat
  case planner
  case home

  /// A fragment for people
  var summary: String {
    switch self {
    case .reminders: "weather, calendar, plants and birthdays"
    case .trips: "trips from positions: distance, points, streaks, friends"
    case .flat: "chores, groceries and bills of people who live together"
    case .planner: "tasks, alerts and free slots of a day"
    case .home: "twenty rules of a house behind Home Assistant"
    }
  }

  /// The rule file that sets the zone
  var mainFile: String {
    switch self {
    case .reminders: "reminders.opp"
    case .trips: "tracking.opp"
    case .flat: "flat.opp"
    case .planner: "planner.opp"
    case .home: "house.opp"
    }
  }

  /// The zone that its rules and its recording have as an example
  var zone: String {
    switch self {
    case .reminders, .home: "Europe/Berlin"
    case .flat: "America/Chicago"
    case .trips, .planner: "America/New_York"
    }
  }

  /// `true` if its recording is in local times of nowhere in particular, so that it may be moved to another zone
  var movesWithZone: Bool {
    switch self {
    case .reminders, .flat, .home: true
    case .trips, .planner: false
    }
  }

  /// The calendar of its recording, by its path; nil if its rules read none
  var calendar: String? {
    switch self {
    case .reminders, .flat, .planner: "data/calendar.ics"
    case .trips, .home: nil
    }
  }

  /// Its tables whose rows are samples in `data/`, in the order in which they are connected
  var samples: [String] {
    switch self {
    case .reminders: ["plants", "birthdays"]
    case .trips: ["trips", "found", "requests", "friendships"]
    case .flat:
      [
        "flatmates", "chores", "comments", "groceries", "shopping", "bills", "shares", "reminders",
        "posts",
      ]
    case .planner: ["settings", "entries"]
    case .home: []
    }
  }

  /// The place of which its rules are
  var place: Place {
    switch self {
    case .reminders: .home
    case .trips: .movingPhone
    case .flat, .planner: .homeOrPhone
    case .home: .none
    }
  }

  /// The way in which the rules of a template get the position of the person
  enum Place {
    /// The rules read no position
    case none

    /// The person's home, for the weather there
    case home

    /// A phone, or a home that stands for it
    case homeOrPhone

    /// A phone alone: the rules are of its ways
    case movingPhone

    /// `true` if the home is a position that the rules may have
    var mayBeHome: Bool { self == .home || self == .homeOrPhone }

    /// `true` if the position comes from a phone, unless the person has no such phone
    var moves: Bool { self == .homeOrPhone || self == .movingPhone }
  }

  /// Its files as they are in the examples, in the order of their paths
  var files: [TemplateFile] {
    var found: [TemplateFile] = []
    var index = 0
    while let file = opp_template_file(index)?.pointee {
      if String(cString: file.folder) == rawValue {
        found.append(
          TemplateFile(path: String(cString: file.path), text: String(cString: file.text)))
      }
      index += 1
    }
    return found
  }
}

/// A file of a rule set that is to be written
struct TemplateFile: Equatable {
  /// From the folder of the rule set
  let path: String
  let text: String
}
