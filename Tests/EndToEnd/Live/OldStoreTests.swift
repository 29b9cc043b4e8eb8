import Foundation
import OppOutputs
import OppTestLimits
import OppTesting
import Testing

@testable import OppStore

/// A store that version 0.1.0 left in the middle of a rehearsal, with state of every kind, is read and goes on
///
/// Its files are never changed: they are what lies on people's disks. `rest.txt` is what a rehearsal that is not interrupted
/// prints of the rest.
@Suite(.limited) struct OldStoreTests {
  private static let path = "Tests/Goldens/EndToEnd/OldStore"

  /// A folder with the rules, the recording and the store
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in [
      "rules.opp", "data/s.csv", "data/visits.csv", "data/location.csv", "data/calendar.ics",
      "data/recording.json",
    ] {
      try folder.write(name, try Repository.text("\(Self.path)/\(name)"))
    }
    try folder.write("store.sqlite", "")
    let database = try Database(path: folder.url.appending(path: "store.sqlite").path)
    try database.script(try Repository.text("\(Self.path)/store.sql"))
    return folder
  }

  /// A store of the version before answers, with Opps that were done, dismissed and snoozed in it
  @Test func `a store from before answers goes on`() throws {
    let path = "Tests/Goldens/EndToEnd/AnswersStore"
    let folder = try TemporaryFolder()
    for name in ["rules.opp", "data/door.csv", "data/tasks.csv", "data/recording.json"] {
      try folder.write(name, try Repository.text("\(path)/\(name)"))
    }
    try folder.write("store.sqlite", "")
    let database = try Database(path: folder.url.appending(path: "store.sqlite").path)
    try database.script(try Repository.text("\(path)/store.sql"))
    var text = ""
    for hour in ["06:30", "07:30", "12:00"] {
      text += folder.run(Self.run + ["--to", "2026-11-23T\(hour):00Z"]).text
    }
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("2026-") }
    #expect(
      lines.joined(separator: "\n") + "\n" == (try Repository.text("\(path)/rest.txt")), "\(text)")
  }

  /// A store of the version before charts had readings kept: they begin with what the sources say, and tables are whole
  @Test func `a store from before readings were kept goes on`() throws {
    let path = "Tests/Goldens/EndToEnd/ChartsStore"
    let folder = try TemporaryFolder()
    for name in ["rules.opp", "data/room.csv", "data/trips.csv"] {
      try folder.write(name, try Repository.text("\(path)/\(name)"))
    }
    try folder.write("store.sqlite", "")
    let database = try Database(path: folder.url.appending(path: "store.sqlite").path)
    try database.script(try Repository.text("\(path)/store.sql"))
    let report = ["report", "rules.opp", "--store", "store.sqlite", "--to"]
    let early = folder.run(report + ["2026-06-17T06:00"])
    #expect(early.text.contains("has nothing for charts"), "\(early.text)")
    #expect(early.status == .outside)
    #expect(folder.run(Self.run + ["--to", "2026-06-18T12:00"]).status == .success)
    let (text, status) = folder.run(report + ["2026-06-18T12:00"])
    #expect(status == .success)
    #expect(text == (try Repository.text("\(path)/rest.txt")), "\(text)")
  }

  private static let run = ["run", "rules.opp", "--data", "data", "--store", "store.sqlite"]

  @Test func `what the rest is, a rehearsal says that is not interrupted`() throws {
    let (text, _) = try folder().run(["run", "rules.opp", "--data", "data"])
    let rest = try Repository.text("\(Self.path)/rest.txt")
    #expect(text.hasSuffix(rest), "\(text)")
    #expect(text.split(separator: "\n").count > rest.split(separator: "\n").count)
  }

  @Test func `a store of an earlier version goes on as if it had not been interrupted`() throws {
    let folder = try folder()
    let (text, status) = folder.run(Self.run)
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("2026-") }
    #expect(status == .success)
    #expect(
      lines.joined(separator: "\n") + "\n" == (try Repository.text("\(Self.path)/rest.txt")),
      "\(text)")
  }

  @Test func `so does what this version makes of it`() throws {
    let folder = try folder()
    var text = ""
    for minute in ["22", "31", "45", "59"] {
      text += folder.run(Self.run + ["--to", "2026-06-21T12:\(minute):00Z"]).text
    }
    text += folder.run(Self.run).text
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("2026-") }
    #expect(
      lines.joined(separator: "\n") + "\n" == (try Repository.text("\(Self.path)/rest.txt")),
      "\(text)")
  }
}
