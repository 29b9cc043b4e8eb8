/// Something that happens to a simulated run from outside
///
/// Each has one line in a story, which ``init(line:)`` reads and ``line`` writes.
///
/// | line | happens |
/// | --- | --- |
/// | `person snooze "E1" for 2h` | a command of the tool on the store, by a process of its own |
/// | `late 3 enable E1` | the same of a process that has read the clock 3 seconds before |
/// | `file empty` | the rule file is empty; also `half`, `broken`, `gone`, `whole`, and `limits` for whole rules with other limits |
/// | `notifier Ann failing 600` | for so many seconds, Ann's notifier fails; `all` is that of everybody else |
/// | `notifier Ann killing 600` | each attempt of Ann's notifier kills the process |
/// | `service room failing 600` | for so many seconds, the service of a source fails |
/// | `reading room 25` | the source has another value from now on |
/// | `machine sleeps 7200` | the machine sleeps, and its clock goes on |
/// | `process killed after 3 down 60` | the process is killed at the third effect from now, and starts a minute later |
/// | `process stopped down 60` | SIGTERM, and a start a minute later |
/// | `power cut at call 12 losing some down 60` | at the 12th call of the disk from now, writes without a sync are lost |
/// | `power cut at effect 3 losing none down 60` | at the third effect from now: a sync of the disk, a request, a delivery, a wait |
/// | `disk failing at call 12` | the 12th call of the disk from now fails; `full`: from then on it is full for a minute |
/// | `store locked 40` | another process holds the store |
/// | `signal hangup` | SIGHUP |
package enum Action: Hashable, Sendable {
  case person([String])
  case late([String], seconds: Int64)
  case file(FileState)
  case notifier(String, NotifierMood, seconds: Int64)
  case service(String, ServiceMood, seconds: Int64)
  case reading(String, Int)
  case sleeps(Int64)
  case killed(after: Int, down: Int64)
  case stopped(down: Int64)
  case cut(PowerCut)
  case disk(SimulatedDisk.Fault)
  case locked(Int64)
  case hangup

  /// The content of the rule file
  package enum FileState: String, CaseIterable, Sendable {
    case empty
    case half
    case broken
    case gone
    case whole

    /// All rules, with other limits
    case limits

    /// `true` for rules that lack nothing
    var isWhole: Bool { self == .whole || self == .limits }
  }

  /// The behaviour of a notifier
  package enum NotifierMood: String, CaseIterable, Sendable {
    /// Every attempt fails
    case failing

    /// It refuses each notification for good
    case refusing

    /// It takes the notification, and its response is lost
    case losing

    /// It takes almost half a minute
    case slow

    /// It asks to be left alone for ten minutes
    case limiting

    /// It takes every second notification, and none of the others however often they are tried
    case picky

    /// The process dies in the attempt, after the notification was taken or before
    case killing
  }

  /// The behaviour of a service
  package enum ServiceMood: String, CaseIterable, Sendable {
    case failing

    /// It responds after 50 seconds
    case slow

    /// It asks to be left alone for ten minutes
    case limiting

    /// It works, and its readings hold for an hour
    case lasting
  }

  /// The seconds for which it lasts, or the process is down
  var length: Int64 {
    switch self {
    case .notifier(_, _, let seconds), .service(_, _, let seconds), .sleeps(let seconds),
      .locked(let seconds), .stopped(let seconds), .killed(_, let seconds):
      seconds
    case .cut(let cut): cut.down
    case .disk: SimulatedDisk.fullSeconds
    case .person, .late, .file, .reading, .hangup: 0
    }
  }

  /// The first words of its line: what happens, and to what
  var kind: String {
    let words = line.split(separator: " ")
    return words.prefix(isCommand ? 1 : 2).joined(separator: " ")
  }

  /// `true` for a command of the tool
  var isCommand: Bool {
    switch self {
    case .person, .late: true
    case .file, .notifier, .service, .reading, .sleeps, .killed, .stopped, .cut, .disk, .locked,
      .hangup:
      false
    }
  }

  package var line: String {
    switch self {
    case .person(let words): "person " + Self.text(of: words)
    case .late(let words, let seconds): "late \(seconds) " + Self.text(of: words)
    case .file(let state): "file \(state.rawValue)"
    case .notifier(let name, let mood, let seconds): "notifier \(name) \(mood.rawValue) \(seconds)"
    case .service(let name, let mood, let seconds): "service \(name) \(mood.rawValue) \(seconds)"
    case .reading(let source, let value): "reading \(source) \(value)"
    case .sleeps(let seconds): "machine sleeps \(seconds)"
    case .killed(let count, let down): "process killed after \(count) down \(down)"
    case .stopped(let down): "process stopped down \(down)"
    case .cut(let cut): cut.line
    case .disk(.failing(let call)): "disk failing at call \(call)"
    case .disk(.full(let call)): "disk full at call \(call)"
    case .locked(let seconds): "store locked \(seconds)"
    case .hangup: "signal hangup"
    }
  }

  /// - Returns: `nil` for a line that is none of an action.
  package init?(line: String) {
    let words = Self.words(of: line)
    let action =
      Self.ofPerson(words) ?? Self.ofWorld(words) ?? Self.ofProcess(words)
      ?? PowerCut(words).map { Action.cut($0) }
    guard let action else { return nil }
    self = action
  }

  private static func ofPerson(_ words: [String]) -> Action? {
    if words.first == "late", words.count > 2, let seconds = Int64(words[1]) {
      return .late(Array(words.dropFirst(2)), seconds: seconds)
    }
    return words.first == "person" && words.count > 1 ? .person(Array(words.dropFirst())) : nil
  }

  /// An action of a file, a notifier, a service or a source
  private static func ofWorld(_ words: [String]) -> Action? {
    switch (words.first, words.count) {
    case ("file"?, 2): return FileState(rawValue: words[1]).map { .file($0) }
    case ("notifier"?, 4):
      guard let mood = NotifierMood(rawValue: words[2]), let seconds = Int64(words[3]) else {
        return nil
      }
      return .notifier(words[1], mood, seconds: seconds)
    case ("service"?, 4):
      guard let mood = ServiceMood(rawValue: words[2]), let seconds = Int64(words[3]) else {
        return nil
      }
      return .service(words[1], mood, seconds: seconds)
    case ("reading"?, 3): return Int(words[2]).map { .reading(words[1], $0) }
    case _: return nil
    }
  }

  /// An action of the process or the machine
  private static func ofProcess(_ words: [String]) -> Action? {
    let numbers = words.compactMap { Int64($0) }
    let form = words.map { Int64($0) == nil ? $0 : "#" }.joined(separator: " ")
    switch form {
    case "machine sleeps #": return .sleeps(numbers[0])
    case "process killed after # down #": return .killed(after: Int(numbers[0]), down: numbers[1])
    case "process stopped down #": return .stopped(down: numbers[0])
    case "disk failing at call #": return .disk(.failing(call: Int(numbers[0])))
    case "disk full at call #": return .disk(.full(call: Int(numbers[0])))
    case "store locked #": return .locked(numbers[0])
    case "signal hangup": return .hangup
    case _: return nil
    }
  }

  /// The text of words; one with spaces stands between quotation marks
  private static func text(of words: [String]) -> String {
    words.map { $0.contains(" ") ? "\"\($0)\"" : $0 }.joined(separator: " ")
  }

  /// The words of a line; one with spaces stands between quotation marks
  private static func words(of line: String) -> [String] {
    var words: [String] = []
    for (index, part) in line.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
    {
      if index % 2 == 1 {
        words.append(String(part))
      } else {
        words += part.split(separator: " ").map { String($0) }
      }
    }
    return words
  }
}
