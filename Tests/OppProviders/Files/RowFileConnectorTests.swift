import Foundation
import OppEngine
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct RowFileConnectorTests {
  static let chores = """
    table chores by id { id: Text, due: Instant, done: Bool }
    connect chores to csv("chores.csv")
    """
  static let thermostat = """
    source thermostat(room: Text = "hall") fresh for 1h { inside: Temperature, heating: Bool }
    connect thermostat to jsonl("thermostat.jsonl")
    """

  /// Later than `ConnectedRules.now` by seconds
  private func later(_ seconds: Int64) -> Instant {
    ConnectedRules.now.advanced(by: seconds)
  }

  @Test func `the latest reading not after now counts, with its own time`() async throws {
    let folder = try RecordingFolder([
      "thermostat.jsonl": """
      {"time": "2026-06-21T12:10:00Z", "inside": "68F"}
      {"time": "2026-06-21T11:30:00Z", "inside": 18, "heating": true}
      {"time": "2026-06-21T11:45:00Z", "inside": "21C", "room": "attic"}
      """
    ])
    defer { withExtendedLifetime(folder) {} }
    let rules = try ConnectedRules(Self.thermostat, folder: folder.path)
    #expect(try await rules.answer() == "2026-06-21T11:30:00Z inside=18°C heating=true")
    #expect(
      try await rules.answer([.text("attic")]) == "2026-06-21T11:45:00Z inside=21°C heating=?")
    #expect(try await rules.answer([.text("cellar")]) == "nothing")
    #expect(try await rules.answer(at: later(600)) == "2026-06-21T12:10:00Z inside=20°C heating=?")
    #expect(try await rules.answer(at: later(-86_400)) == "nothing")
  }

  @Test func `a table has the rows that hold now, given as changes`() async throws {
    let folder = try RecordingFolder([
      "chores.csv": """
      id,due,done,valid_from,valid_until
      dishes,2026-06-21T18:00Z,false,,
      bins,2026-06-22T07:00Z,false,2026-06-21T12:30Z,
      plants,2026-06-21T09:00Z,true,,2026-06-21T13:00Z
      """
    ])
    defer { withExtendedLifetime(folder) {} }
    let rules = try ConnectedRules(Self.chores, folder: folder.path)
    #expect(
      try await rules.answer() == """
        + dishes 2026-06-21T18:00:00Z false
        + plants 2026-06-21T09:00:00Z true
        """)
    #expect(try await rules.answer() == "unchanged")
    #expect(try await rules.answer(at: later(1800)).contains("+ bins"))
    #expect(try await rules.answer(at: later(3600)).hasSuffix("\n- plants"))
  }

  @Test func `a changed file is read again`() async throws {
    let folder = try RecordingFolder(["chores.csv": "id,due,done\ndishes,,false\n"])
    defer { withExtendedLifetime(folder) {} }
    let rules = try ConnectedRules(Self.chores, folder: folder.path)
    #expect(try await rules.answer() == "+ dishes ? false")
    try Data("id,due,done\n".utf8).write(to: URL(filePath: folder.path + "/chores.csv"))
    #expect(try await rules.answer() == "- dishes")
    #expect(try await rules.answer() == "unchanged")
    try FileManager.default.removeItem(atPath: folder.path + "/chores.csv")
    #expect(
      try await rules.answer()
        == "misconfigured: chores.csv: this file cannot be read: there is no such file")
    try Data("id,due,done\nbins,,true\n".utf8).write(
      to: URL(filePath: folder.path + "/chores.csv"))
    #expect(try await rules.answer() == "+ bins ? true")
  }

  @Test func `a changed file is read again through a symbolic link`() async throws {
    let folder = try RecordingFolder(["kept.csv": "id,due,done\ndishes,,false\n"])
    defer { withExtendedLifetime(folder) {} }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/chores.csv", withDestinationPath: "kept.csv")
    let rules = try ConnectedRules(Self.chores, folder: folder.path)
    #expect(try await rules.answer() == "+ dishes ? false")
    try Data("id,due,done\n".utf8).write(to: URL(filePath: folder.path + "/kept.csv"))
    #expect(try await rules.answer() == "- dishes")
  }

  @Test func `an error in a file is reported with its line`() async throws {
    let folder = try RecordingFolder([
      "chores.csv": "id,due,done\ndishes,,false\nbins,,false,1\n", "thermostat.jsonl": "{\n",
    ])
    defer { withExtendedLifetime(folder) {} }
    #expect(
      try await ConnectedRules(Self.chores, folder: folder.path).answer()
        == "unreadable: chores.csv:3: this row has more cells than the header, which has 3")
    #expect(
      try await ConnectedRules(Self.thermostat, folder: folder.path).answer()
        .hasPrefix("unreadable: thermostat.jsonl:1: expected"))
  }

  @Test func `a folder, an empty file and binary are failures or nothing, never rows`() async throws
  {
    let folder = try RecordingFolder(bytes: [
      "chores.csv": [], "thermostat.jsonl": [0xFF, 0x00, 0xFE, 0x0A],
    ])
    defer { withExtendedLifetime(folder) {} }
    #expect(
      try await ConnectedRules(Self.chores, folder: folder.path).answer().hasPrefix("unreadable:"))
    #expect(
      try await ConnectedRules(Self.thermostat, folder: folder.path).answer()
        .hasPrefix("unreadable:"))
    let whole = Self.chores.replacing("chores.csv", with: folder.path)
    #expect(try await ConnectedRules(whole).answer().hasPrefix("misconfigured:"))
  }
}
