import OppEngine
import OppModel
import OppSession
import OppTestLimits
import Testing

@testable import OppProviders

/// Cells and rows of a file that cannot be read, while the rules run
@Suite(.limited) struct UnreadRowsTests {
  static let probe = """
    source probe { temp: Temperature, open: Bool }
    connect probe to csv("probe.csv")
    """
  static let chores = """
    table chores by id { id: Text, due: Instant, done: Bool }
    connect chores to csv("chores.csv")
    """

  /// The response of a file, and below it its unread parts
  private func read(_ rules: String, _ name: String, _ text: String) async throws -> String {
    let folder = try RecordingFolder([name: text])
    defer { withExtendedLifetime(folder) {} }
    let rules = try ConnectedRules(rules, folder: folder.path)
    let response = await rules.connector.fetch(try rules.fetch(), at: ConnectedRules.now)
    var lines = [rules.describe(response)]
    if case .failed(let failure) = response.outcome { lines.append(failure.remedy ?? "") }
    if let unread = response.unread { lines += unread.messages + ["(\(unread.summary))"] }
    return lines.joined(separator: "\n")
  }

  @Test(arguments: [
    (
      // A bad cell costs its field, as an empty one does.
      "2026-06-21T11:00:00Z,20,on\n2026-06-21T11:01:00Z,cosy,off\n",
      """
      2026-06-21T11:01:00Z temp=? open=false
      probe.csv:3: `temp` is a temperature, such as `20C`, not `cosy`: correct line 3
      (1 of 2 readings cannot be read, in line 3)
      """
    ),
    (
      // Later readings count again.
      "2026-06-21T11:00:00Z,cosy,on\n2026-06-21T11:01:00Z,20,ajar\n2026-06-21T11:02:00Z,21,on\n",
      """
      2026-06-21T11:02:00Z temp=21°C open=true
      probe.csv:2: `temp` is a temperature, such as `20C`, not `cosy`: correct line 2
      probe.csv:3: `open` is `true` or `false`, not `ajar`: correct line 3
      (2 of 3 readings cannot be read, the last in line 3)
      """
    ),
    (
      // Without its time a row is no reading; nor is one with a cell too many, or a bad quote.
      "2026-06-21T11:00:00Z,20,on\nsoon,21,on\n,22,on\n2026-06-21T11:03:00Z,2,3,on\n\"2026,23,on\n",
      """
      2026-06-21T11:00:00Z temp=20°C open=true
      probe.csv:3: `time` is an instant, such as `2026-06-21T12:00:00Z`, not `soon`: correct line 3
      probe.csv:4: `time` cannot be empty: correct line 4
      probe.csv:5: this row has more cells than the header, which has 3: correct line 5
      probe.csv:6: this quote is never closed: correct line 6
      (4 of 5 readings cannot be read, the last in line 6)
      """
    ),
    (
      "2026-06-21T11:00:00Z,NaN,unavailable\n2026-06-21T11:01:00Z,,on\n",
      "2026-06-21T11:01:00Z temp=? open=true"
    ),
    (
      // Nothing else is known: the first line says why.
      "soon,21,on\nlater,22,on\n",
      """
      unreadable: probe.csv:2: `time` is an instant, such as `2026-06-21T12:00:00Z`, not `soon`
      Correct line 2
      """
    ),
  ])
  func `a cell that cannot be read costs its reading a field`(
    rows: String, expected: String
  ) async throws {
    #expect(try await read(Self.probe, "probe.csv", "time,temp,open\n" + rows) == expected)
  }

  @Test func `a column that cannot be read makes the file fail`() async throws {
    let text = "time,temp[km],open\n2026-06-21T11:00:00Z,20,on\n"
    #expect(
      try await read(Self.probe, "probe.csv", text).hasPrefix(
        "unreadable: probe.csv:1: `km` is not a unit of `temp`"))
  }

  @Test func `a bad line of JSON Lines costs itself`() async throws {
    let rules = Self.probe.replacing("csv", with: "jsonl")
    let text = """
      {"time": "2026-06-21T11:00:00Z", "temp": 20, "open": true}
      {"time": "2026-06-21T11:01:00Z", "temp":
      {"time": "2026-06-21T11:02:00Z", "temp": "cosy", "open": false}

      """
    let found = try await read(rules, "probe.jsonl", text)
    #expect(found.hasPrefix("2026-06-21T11:02:00Z temp=? open=false"), "\(found)")
    #expect(found.contains("\nprobe.jsonl:2: expected"), "\(found)")
    #expect(found.contains("\nprobe.jsonl:3: `temp` is a temperature"), "\(found)")
  }

  @Test(arguments: [
    (
      // A field outside the key is unknown in its row.
      "dishes,soon,no\nbins,2026-06-21T18:00Z,yes\n",
      """
      + dishes ? false
      + bins 2026-06-21T18:00:00Z true
      chores.csv:2: `due` is an instant, such as `2026-06-21T12:00:00Z`, not `soon`: correct line 2
      (1 of 2 rows cannot be read, in line 2)
      """
    ),
    (
      // A row that is missing would silently change what `none` and `count` say.
      "dishes,,no\nbins,2026-06-21T18:00Z,yes,1\n",
      """
      unreadable: chores.csv:3: this row has more cells than the header, which has 3
      Correct line 3
      """
    ),
    (
      "dishes,soon,no\n,2026-06-21T18:00Z,yes\n",
      "unreadable: chores.csv:3: `id` cannot be empty\nCorrect line 3"
    ),
    (
      "dishes,,no\n\"bins,,yes\n",
      "unreadable: chores.csv:3: this quote is never closed\nCorrect line 3"
    ),
    ("dishes,,no\nbins,,yes", "+ dishes ? false\n+ bins ? true"),
  ])
  func `a table has all rows, or none`(rows: String, expected: String) async throws {
    #expect(try await read(Self.chores, "chores.csv", "id,due,done\n" + rows) == expected)
  }

  @Test func `a last line without its end is not read`() async throws {
    let text = "time,temp,open\n2026-06-21T11:00:00Z,20,on\n2026-06-21T11:01:00Z,7"
    #expect(
      try await read(Self.probe, "probe.csv", text) == """
        2026-06-21T11:00:00Z temp=20°C open=true
        probe.csv:3: the last line has no line end, it may be half: end it
        (probe.csv:3: the last line has no line end, it may be half: end it)
        """)
    #expect(
      try await read(Self.probe, "probe.csv", "time,temp,open") == """
        unreadable: probe.csv:1: the last line has no line end, it may be half
        End line 1
        """)
    // Zero bytes and spaces are no line.
    #expect(
      try await read(
        Self.probe, "probe.csv", "time,temp,open\n2026-06-21T11:00:00Z,20,on\n\0\0\0 ")
        == "2026-06-21T11:00:00Z temp=20°C open=true")
  }

  @Test func `an object of JSON Lines is whole with its brace`() async throws {
    let rules = Self.probe.replacing("csv", with: "jsonl")
    let row = #"{"time": "2026-06-21T11:00:00Z", "temp": 20, "open": true"#
    #expect(
      try await read(rules, "probe.jsonl", row + "}") == "2026-06-21T11:00:00Z temp=20°C open=true")
    #expect(
      try await read(rules, "probe.jsonl", row + "}\n" + row) == """
        2026-06-21T11:00:00Z temp=20°C open=true
        probe.jsonl:2: the last line has no line end, it may be half: end it
        (probe.jsonl:2: the last line has no line end, it may be half: end it)
        """)
  }
}
