import Foundation
import OppEngine
import OppModel
import OppRecordings
import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct RecordingFolderTests {
  private static let graph: ConditionGraph = {
    var graph = ConditionGraph()
    graph.sources = [
      Source(
        name: "weather", parameters: [], freshness: 3600, cost: 1,
        fields: [Field(name: "temp", type: .temperature)])
    ]
    return graph
  }()

  /// One line a problem: `file:line:column code: message [help]`
  private func problems(of recording: Recording) -> [String] {
    recording.problems.listed.map { problem in
      let file = problem.file.split(separator: "/").last ?? ""
      let help = problem.help.map { " [\($0)]" } ?? ""
      return "\(file):\(problem.line):\(problem.column) \(problem.code): \(problem.message)\(help)"
    }
  }

  @Test func `the files of a folder are read, hidden ones left out`() throws {
    let folder = try RecordingFolder([
      "weather.csv": "time,temp\n2026-06-21T12:00,20\n", ".weather.csv": "broken",
      "recording.json": #"{"zone": "Europe/Berlin"}"#,
    ])
    let recording = Recording.load(folder: folder.path, graph: Self.graph)
    #expect(problems(of: recording) == [])
    #expect(recording.zoneName == "Europe/Berlin")
    #expect(recording.from == Instant(rfc3339: "2026-06-21T10:00:00Z"))
    #expect(recording.arrivals.count == 1)
  }

  @Test func `a zone that the database does not have is named with one that it has`() throws {
    let folder = try RecordingFolder(["recording.json": #"{"zone": "Europe/Berln"}"#])
    #expect(
      problems(of: Recording.load(folder: folder.path, graph: Self.graph)) == [
        "recording.json:1:11 unknown-zone: the zone database has no `Europe/Berln` "
          + "[did you mean `Europe/Berlin`?]"
      ])
  }

  @Test func `a file that is too large is not read into memory`() throws {
    let folder = try RecordingFolder(["weather.csv": "time,temp\n"])
    let file = try #require(FileHandle(forWritingAtPath: folder.path + "/weather.csv"))
    try file.truncate(atOffset: 1 << 30)
    try file.close()
    let recording = Recording.load(folder: folder.path, graph: Self.graph)
    #expect(
      problems(of: recording) == ["weather.csv:1:1 file-too-large: a file has at most 256 MiB"])
    #expect(recording.arrivals.count == 1)
  }

  @Test func `a folder or a file that cannot be read`() throws {
    let missing = Recording.load(folder: "/nowhere/at all", graph: Self.graph)
    #expect(missing.problems.listed.map(\.code) == ["unreadable-file"])
    #expect(missing.problems.listed.first?.isUnreadable == true)
    let folder = try RecordingFolder([:])
    try FileManager.default.createDirectory(
      atPath: folder.path + "/weather.csv", withIntermediateDirectories: true)
    #expect(
      problems(of: Recording.load(folder: folder.path, graph: Self.graph)) == [
        "weather.csv:1:1 unreadable-file: this file cannot be read: it is not a regular file"
      ])
  }

  @Test func `a calendar feeds a table whose rows it can identify, and no other`()
    throws
  {
    var graph = Self.graph
    let times = [Field(name: "begins", type: .instant), Field(name: "ends", type: .instant)]
    graph.tables = [
      Table(name: "holidays", fields: times + [Field(name: "title", type: .number)], key: [0]),
      Table(name: "shifts", fields: times + [Field(name: "who", type: .text)], key: [0, 2]),
    ]
    let text =
      "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Fair\r\nDTSTART:19700101T010000Z\r\n"
      + "DTEND:19700101T020000Z\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    let folder = try RecordingFolder([
      "holidays.ics": text, "shifts.ics": text, "weather.ics": text,
    ])
    var recording = Recording.load(folder: folder.path, graph: graph)
    let help =
      " [a calendar feeds tables with nothing behind `by` but fields of `agenda`, such as `begins` and `uid`]"
    #expect(
      problems(of: recording) == [
        "shifts.ics:1:1 unsupported-format: `shifts` is not read from a `.ics` file" + help,
        "weather.ics:1:1 unsupported-format: `weather` is not read from a `.ics` file" + help,
      ])
    let now = Instant(seconds: 0)
    let found = recording.readCalendars(
      graph: graph, zone: .utc, from: now, to: now.advanced(by: 60), database: ZoneDatabase())
    #expect(found.isEmpty)
    let rows = recording.arrivals.compactMap { timed -> [[Value?]]? in
      if case .rows(let change) = timed.arrival { change.rows } else { nil }
    }
    // A title that is a number there stays unknown.
    #expect(rows == [[[.scalar(3600), .scalar(7200), nil]]])
  }

  @Test func `a calendar that is gone before it is read leaves calendar and agenda unknown`() throws
  {
    let folder = try RecordingFolder(["calendar.ics": "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n"])
    var recording = Recording.load(folder: folder.path, graph: Self.graph)
    try FileManager.default.removeItem(atPath: folder.path + "/calendar.ics")
    let now = Instant(seconds: 0)
    let found = recording.readCalendars(
      graph: Self.graph, zone: .utc, from: now, to: now.advanced(by: 60),
      database: ZoneDatabase())
    #expect(found.isEmpty)
    #expect(
      problems(of: recording) == [
        "calendar.ics:1:1 unreadable-file: this file cannot be read: there is no such file"
      ])
    let lost = recording.arrivals.map { timed -> String in
      if case .unavailable(let name, let reason) = timed.arrival {
        "\(name): \(reason)"
      } else {
        ""
      }
    }
    #expect(
      lost == [
        "calendar: the calendar's file cannot be read",
        "agenda: the calendar's file cannot be read",
      ])
  }
}
