import OppEngine
import OppModel
import OppRecordings
import OppSession
import OppTestLimits
import Testing

@testable import OppProviders

/// What lines say, and when it is handed over
@Suite(.limited) struct LineReadingsTests {
  private static let door = """
    source door(place: Text = "front") { open: Bool, warmth: Temperature }
    connect door to command("door.sh", stream: true)
    """
  private static let chores = """
    table chores by id { id: Text, done: Bool, effort: Number }
    connect chores to command("door.sh", stream: true)
    """

  /// What is handed over after each step: lines, or a number of seconds that pass
  ///
  /// All that waits is handed over, one event after the other, with ` | ` between.
  private func check(
    _ rules: String, _ steps: [(lines: String, after: Int64, expected: String)],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let connected = try ConnectedRules(rules)
    let subject = try #require(
      ConnectionTarget(named: rules.hasPrefix("source") ? "door" : "chores", in: connected.graph))
    var readings = LineReadings(
      JSONRows(
        subject: subject, zone: .utc, enumerations: connected.graph.enumerations,
        origin: .program("door.sh")))
    for (lines, seconds, expected) in steps {
      let now = ConnectedRules.now.advanced(by: seconds)
      for line in lines.split(separator: "\n", omittingEmptySubsequences: false) {
        _ = readings.take(.bytes(Array(line.utf8)), at: now)
      }
      var found: [String] = []
      while let news = readings.next(at: now, taken: {}) {
        let arrivals = FetchResponse(
          fetch: try connected.fetch(), outcome: .arrived(news.arrivals))
        let words =
          (news.arrivals.isEmpty ? [] : [connected.describe(arrivals)])
          + (news.unread?.messages ?? []).map { $0.replacing(": check the program", with: "") }
        found.append(words.joined(separator: "\n"))
      }
      #expect(
        found.joined(separator: "\n|\n") == expected, "\(lines)", sourceLocation: sourceLocation)
    }
  }

  private static let noon = "2026-06-21T12:00:00Z"

  @Test func `a line is a reading, of now or of its time`() throws {
    try check(
      Self.door,
      [
        (
          #"{"open": true, "warmth[F]": 68, "battery": 3}"#, 0, "\(Self.noon) open=true warmth=20°C"
        ),
        // A key that a line lacks keeps its value; null is unknown.
        (#"{"open": false}"#, 1, "2026-06-21T12:00:01Z open=false"),
        (#"{"open": null}"#, 1, "2026-06-21T12:00:01Z open=?"),
        (#"{"time": "2026-06-21T12:00:03Z", "warmth": 21}"#, 5, "2026-06-21T12:00:03Z warmth=21°C"),
        // Older than the last.
        (#"{"time": "2026-06-21T12:00:02Z", "warmth": 22}"#, 5, ""), ("", 6, ""), ("  \t", 6, ""),
      ])
  }

  @Test func `changes of a Bool within a second are handed over one after the other`() throws {
    try check(
      Self.door,
      [
        (
          """
          {"open": true}
          {"open": false}
          """, 0, "\(Self.noon) open=true\n|\n\(Self.noon) open=false"
        ),
        (
          """
          {"warmth": 20}
          {"warmth": 21}
          """, 0, "\(Self.noon) warmth=21°C"
        ),
        (
          """
          {"warmth": 20}
          {"open": true}
          {"warmth": 21}
          {"warmth": null}
          {"open": false}
          {"warmth": 22}
          """, 0, "\(Self.noon) open=true warmth=?\n|\n\(Self.noon) open=false warmth=22°C"
        ),
        (
          """
          {"open": true, "warmth": 1}
          {"open": false, "warmth": 2}
          {"open": true, "warmth": 3}
          {"open": false, "warmth": 4}
          {"open": true, "warmth": 5}
          {"open": false}
          """, 0, "\(Self.noon) open=true warmth=1°C\n|\n\(Self.noon) open=false warmth=5°C"
        ),
      ])
  }

  @Test func `each value of the parameters has its own readings`() throws {
    try check(
      Self.door,
      [
        (
          """
          {"place": "back", "open": true}
          {"place": "front", "open": false}
          [{"place": "back", "open": true}]
          """, 0, "\(Self.noon) open=true\n\(Self.noon) open=false"
        ),
        (
          #"[{"place": "back", "open": true}, {"warmth": 7}, {"model": 3}]"#, 1,
          "2026-06-21T12:00:01Z open=true\n2026-06-21T12:00:01Z warmth=7°C"
        ),
      ])
  }

  @Test func `a line that cannot be read is reported once, and the others count`() throws {
    try check(
      Self.door,
      [
        (
          """
          connecting…
          {"open": true}
          still connecting…
          {"open": "perhaps", "warmth": 20}
          7
          {"open": false
          {"error": "no such door"}
          """, 0,
          """
          \(Self.noon) open=true
          line 1 of door.sh is no JSON
          line 4 of door.sh: `open` is `true` or `false`, not `perhaps`
          line 5 of door.sh has something that is no object
          line 7 of door.sh has an error
          |
          \(Self.noon) open=? warmth=20°C
          """
        ),
        (
          #"{"time": "2026-06-22T12:00:00Z", "open": true}"#, 1,
          "line 8 of door.sh has a time that has not come yet"
        ),
      ])
  }

  @Test func `lines without a field are passed over, if others have one`() throws {
    try check(
      Self.door,
      [
        (#"{"model": "x"}"#, 0, "line 1 of door.sh has no field that is wanted"),
        (#"{"open": true}"#, 1, "2026-06-21T12:00:01Z open=true"),
        (#"{"state": "y"}"#, 2, ""),
      ])
  }

  @Test func `a line is a row of a table, and an array all rows`() throws {
    try check(
      Self.chores,
      [
        (#"{"id": "a", "done": false, "effort": 3}"#, 0, "+ a false 3"),
        (
          """
          {"id": "b", "done": false}
          {"id": "a", "done": true}
          {"id": "b", "done": true}
          """, 1, "+ b true ?\n+ a true ?"
        ),
        (#"{"id": "a", "valid_until": "2026-06-21T12:00:01Z"}"#, 2, "- a"),
        (#"[{"id": "c", "done": false}]"#, 3, "+ c false ?"), ("[]", 4, "empty"),
        (#"{"done": true}"#, 5, "line 8 of door.sh: `chores` needs a column `id`"),
        (
          #"{"id": "d", "done": "x"}"#, 6,
          "+ d ? ?\nline 9 of door.sh: `done` is `true` or `false`, not `x`"
        ),
      ])
  }

  @Test func `a row comes and goes at its times`() throws {
    try check(
      Self.chores,
      [
        (
          #"{"id": "a", "done": true, "valid_until": "2026-06-21T12:00:05Z"}"#, 0,
          "+ a true ?"
        ),
        (
          #"{"id": "b", "valid_from": "2026-06-21T12:00:03Z", "valid_until": "2026-06-21T12:00:09Z"}"#,
          1, "empty"
        ), ("", 2, ""), ("", 3, "+ b ? ?"), ("", 4, ""), ("", 5, "- a"),
        // A later line counts in place of the one before.
        (#"{"id": "b", "done": true}"#, 6, "+ b true ?"), ("", 9, ""), ("", 100, ""),
      ])
  }
}
