import Foundation
import OppOutputs
import OppTestLimits
import OppTesting
import Testing

@testable import opp

/// The files that rules connect, as `opp check` and `opp lint --data` look at them
@Suite(.limited) struct ConnectedFileTests {
  private static let proof = "time,temp\n2/13/2026 08:00,1\n2/14/2026 08:00,2\n"

  @Test func `an order of dates that rows alone prove is a warning, and the fix says it`() throws {
    let folder = try TemporaryFolder([
      "w.csv": Self.proof, "rules.opp": "connect weather to csv(\"w.csv\")\n",
    ])
    let (text, status) = folder.run(["check", "rules.opp"])
    #expect(status == .success)
    #expect(text.contains("(proved-by-rows)") && text.contains("write `dates: \"mdy\"`"))
    let (fixed, _) = folder.run(["check", "--fix", "rules.opp"])
    #expect(fixed.contains("fixed 1 problem") && fixed.contains("no problems"), "\(fixed)")
  }

  @Test(arguments: [
    ("(\"w.csv\")", "(\"w.csv\", dates: \"mdy\")"),
    ("(\n  \"w.csv\",\n)", "(\n  \"w.csv\", dates: \"mdy\",\n)"),
    (
      "(\n  \"w.csv\", // my station, (old)\n)",
      "(\n  \"w.csv\", dates: \"mdy\", // my station, (old)\n)"
    ),
    (
      "(\n  \"w.csv\" // my station\n)",
      "(\n  \"w.csv\", dates: \"mdy\" // my station\n)"
    ),
    (
      "(\"w.csv\", missing: [\"a)\"])",
      "(\"w.csv\", missing: [\"a)\"], dates: \"mdy\")"
    ),
  ])
  func `the fix is written above comments and beside commas`(call: String, expected: String) throws
  {
    let folder = try TemporaryFolder([
      "w.csv": Self.proof, "rules.opp": "connect weather to csv\(call)\n",
    ])
    let (text, status) = folder.run(["check", "--fix", "rules.opp"])
    #expect(status == .success, "\(text)")
    let rules = try String(
      contentsOf: folder.url.appending(path: "rules.opp"), encoding: .utf8)
    #expect(rules == "connect weather to csv\(expected)\n")
  }

  @Test
  func `lint with data looks at all rows of connected files, and once at those of the recording`()
    throws
  {
    let rows = (0..<6000).map {
      "2026-06-\(10 + $0 / 1440) \(10 + $0 / 60 % 14):\(10 + $0 % 50),1\n"
    }
    let folder = try TemporaryFolder([
      "log.csv": "time,far\n\(rows.joined())2026-06-20 08:00,cosy\n",
      "rules.opp": """
      source walk { far: Number }
      connect walk to csv("log.csv")
      connect weather to csv("data/weather.csv")
      opp "A" when far > 3 and temp > 3C

      """,
      "data/weather.csv":
        "time,temp\n2026-06-21T08:00:00Z,1\n2026-06-21T08:05:00Z,warm\n2026-06-21T09:00:00Z,4\n",
    ])
    #expect(!folder.run(["check", "."]).text.contains("cosy"))
    let (text, status) = folder.run(["lint", "--isolated", "--data", "data", "."])
    #expect(status == .problems)
    #expect(text.contains("┌─ log.csv:6002:18"), "\(text)")
    #expect(text.components(separatedBy: "not `warm`").count == 2, "\(text)")
  }
}
