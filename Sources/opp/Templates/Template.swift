internal import CTemplates

/// An example that `opp init` begins with
///
/// | | files | zone of what is written |
/// | --- | --- | --- |
/// | `reminders` | `reminders.opp`, `tests.opp`, `data/…` | the person's: its recording is invented, in local times |
/// | `trips` | `tracking.opp`, …, `data/location.gpx` | that of the recording, which was made there |
///
/// A template is a folder of `examples/`. To add one is to add a case here, and its files to `CTemplates`.
enum Template: String, CaseIterable {
  case reminders
  case trips
  case flat
  case planner

  /// A fragment for people
  var summary: String {
    switch self {
    case .reminders: "weather, calendar, plants and birthdays"
    case .trips: "trips from positions: distance, points, streaks, friends"
    case .flat: "chores, groceries and bills of people who live together"
    case .planner: "tasks, alerts and free slots of a day"
    }
  }

  /// The rule file that sets the zone
  var mainFile: String {
    switch self {
    case .reminders: "reminders.opp"
    case .trips: "tracking.opp"
    case .flat: "flat.opp"
    case .planner: "planner.opp"
    }
  }

  /// The zone that its rules and its recording have as an example
  var zone: String {
    switch self {
    case .reminders: "Europe/Berlin"
    case .flat: "America/Chicago"
    case .trips, .planner: "America/New_York"
    }
  }

  /// Whether its recording is in local times of nowhere in particular, so that it may be moved to another zone
  var movesWithZone: Bool {
    switch self {
    case .reminders, .flat: true
    case .trips, .planner: false
    }
  }

  /// The calendar of its recording, by its path; nil where its rules read none
  var calendar: String? {
    switch self {
    case .reminders, .flat, .planner: "data/calendar.ics"
    case .trips: nil
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
    }
  }

  /// `true` if its rules are of a person who moves, so that the position comes from a phone
  var moves: Bool { self != .reminders }

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
