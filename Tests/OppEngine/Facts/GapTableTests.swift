import OppEngine
import OppModel
import OppReplay
import OppTestLimits
import OppTesting
import OppTimelines
import Testing

/// `gaps` against a plain loop over every second or minute; `Tests/Tables/Gaps/make_gaps.py` makes the table
///
/// A third of the rows is tried; with OPP_LONG_TESTS=1 all of them.
@Suite(.limited) struct GapTableTests {
  private static let rules = """
    source span { start, end: Instant }
    table tasks by id { id: Text  begins, ends: Instant  done: Bool }
    table shifts by id { id: Text  begins, ends: Instant }
    """

  @Test func `random rows leave the times free that Python finds`() throws {
    let table = try Repository.text("Tests/Tables/Gaps/gaps.txt")
    var wrong: [String] = []
    for (place, row) in table.split(separator: "\n").enumerated()
    where !row.hasPrefix("#") && (LawSeeds.isLong || place % 3 == 1) {
      let parts = row.split(separator: ";").map { $0.split(separator: " ").joined(separator: " ") }
      let subject = try EngineCheck(
        Self.rules, Self.timeline(parts), zone: parts[0], day: parts[1], from: "00:00", to: "00:01")
      let daily = parts[3] == "-" ? "" : ", daily: \(parts[3])"
      let gaps = "gaps(start..end, tasks where not done, shifts\(daily))"
      let nodes = try ["begins", "ends"].map { try subject.node("\(gaps) each \($0)").node }
      let result = subject.timeline.replay.run(
        from: subject.from, to: subject.to, watching: nodes)
      let found = Self.text(result.values.map { $0.stretches.last?.value })
      if found != parts[6] { wrong.append("\(row): found \(found)") }
    }
    #expect(wrong == [])
  }

  /// The rows of both tables at the first second of the day
  private static func timeline(_ parts: [String]) -> String {
    func instant(_ seconds: Substring) -> String {
      Int64(seconds).map { Zone.utc.rfc3339(Instant(seconds: $0)) } ?? "?"
    }
    let ends = parts[2].split(separator: " ").map(instant)
    var lines = ["00:00 start=\(ends[0]) end=\(ends[1])", "00:00 tasks", "00:00 shifts"]
    for (table, rows) in [("tasks", parts[4]), ("shifts", parts[5])] where rows != "-" {
      for (index, row) in rows.split(separator: ",").enumerated() {
        let words = row.split(separator: " ")
        var line =
          "00:00 \(table) + id=\(index) begins=\(instant(words[0])) ends=\(instant(words[1]))"
        if words.count > 2 { line += " done=\(words[2])" }
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// `12 30, 60 90`, `-` of none, `?` of what is unknown
  private static func text(_ lists: [Value?]) -> String {
    guard case .list(let begins)? = lists[0], case .list(let ends)? = lists[1] else { return "?" }
    let gaps = zip(begins, ends).map { begin, end -> String in
      guard case .scalar(let begin) = begin, case .scalar(let end) = end else { return "?" }
      return "\(Int64(begin)) \(Int64(end))"
    }
    return gaps.isEmpty ? "-" : gaps.joined(separator: ", ")
  }
}
