import Foundation
import OppOutputs
import OppTestLimits
import Testing

@testable import opp

/// `opp report --watch`
@Suite(.limited) struct WatchedReportTests {
  private static let rules = """
    source room { warmth: Temperature }
    opp "Warm" when warmth > 20C

    """

  private static let data = "time,warmth\n2026-06-19T08:00,18\n2026-06-19T10:00,21\n"

  private func report(
    _ folder: TemporaryFolder, _ words: String...
  ) throws -> WatchedReport {
    let context = CommandContext(workingDirectory: folder.url.path, variables: [:])
    let invocation = try Invocation.parse(["r", "--watch", "--port", "0"] + words, for: .report)
    return try WatchedReport(invocation, in: context)
  }

  private func text(_ report: WatchedReport) -> String {
    String(decoding: report.page, as: UTF8.self)
  }

  @Test func `the page follows rules and data, and says what is wrong with them`() throws {
    let folder = try TemporaryFolder(["r/a.opp": Self.rules, "r/data/room.csv": Self.data])
    let report = try report(folder)
    let first = text(report)
    #expect(first.contains("Warm: true") && first.contains("1 firing"))
    report.step(milliseconds: 0)
    #expect(text(report) == first)
    try folder.write("r/data/room.csv", Self.data + "2026-06-19T11:00,19\n2026-06-19T12:00,22\n")
    report.step(milliseconds: 0)
    #expect(text(report).contains("2 firings"))
    try folder.write("r/a.opp", Self.rules + "opp \"Cold\" when warmth < 5K and\n")
    report.step(milliseconds: 0)
    #expect(text(report).contains("<h1>No report</h1>") && text(report).contains("a.opp:3"))
    try folder.write("r/a.opp", Self.rules + "opp \"Cold <1>\" when warmth < 19C\n")
    report.step(milliseconds: 0)
    #expect(text(report).contains("Cold &lt;1&gt;"))
  }

  @Test func `rules with errors are watched from the beginning`() throws {
    let folder = try TemporaryFolder(["r/a.opp": "opp \"A\" when <b>\n", "r/data/room.csv": ""])
    let report = try report(folder)
    #expect(text(report).contains("<h1>No report</h1>") && !text(report).contains("<b>"))
    try folder.write("r/a.opp", Self.rules)
    try folder.write("r/data/room.csv", Self.data)
    report.step(milliseconds: 0)
    #expect(text(report).contains("<h1>r</h1>"))
  }

  @Test(arguments: [
    (["--format", "svg"], "`--watch` shows a page, and takes no `--format`"),
    (["-o", "x.html"], "`--watch` shows a page, and takes no `--output`"),
    (["--port", "high"], "`high` is not a port"), (["--port", "65536"], "`65536` is not a port"),
  ])
  func `options that do not go with it are refused`(words: [String], message: String) throws {
    let folder = try TemporaryFolder(["r/a.opp": Self.rules, "r/data/room.csv": Self.data])
    let (text, status) = folder.run(["report", "r", "--watch"] + words)
    #expect(status == .usage)
    #expect(text.contains(message), "\(text)")
  }
}
