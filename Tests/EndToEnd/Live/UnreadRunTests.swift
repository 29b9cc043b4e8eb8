import Foundation
import OppOutputs
import OppTestLimits
import Testing

@testable import opp

/// Cells of a file that cannot be read, as `opp run` reports them and `opp list` counts them
@Suite(.limited) struct UnreadRunTests {
  private static let rules = """
    source probe { v: Number }
    connect probe to csv("probe.csv")
    opp "High" on v > 10 notify "{v}"
    """
  private static let message =
    "probe.csv:3: `v` is a number, not `cosy`: correct line 3"

  @Test func `a cell that cannot be read is reported once, counted, and stops nothing`()
    async throws
  {
    let live = try LiveFolder(Self.rules, to: "2026-06-21T01:00:00Z")
    let file = live.folder.appending(path: "probe.csv")
    var text = "time,v\n2026-06-20T23:00:00Z,1\n2026-06-20T23:01:00Z,cosy\n"
    try Data((text + "2026-06-20T23:02:00Z,2\n").utf8).write(to: file)
    #expect(try await live.live(["--once"]).contains(Self.message))
    text += "2026-06-20T23:02:00Z,2\n2026-06-21T00:00:00Z,50\nsoon,51\n"
    try Data(text.utf8).write(to: file)
    live.clock.set(try LiveFolder.instant("2026-06-21T00:10:00Z"))
    let second = try await live.live(["--once"])
    #expect(live.status == .success)
    #expect(!second.contains("probe.csv:3"), "\(second)")
    #expect(second.contains("probe.csv:6: `time` is an instant"), "\(second)")
    #expect(second.contains("High: 50"), "\(second)")
    #expect(!second.contains("address"), "\(second)")
    let listed = live.command("list", "rules.opp")
    #expect(
      listed.contains("\nprobe (csv): 2 of 5 readings cannot be read, the last in line 6\n"),
      "\(listed)")
    try Data("time,v\n2026-06-21T00:00:00Z,50\n".utf8).write(to: file)
    live.clock.set(try LiveFolder.instant("2026-06-21T00:20:00Z"))
    try await live.live(["--once"])
    #expect(!live.command("list", "rules.opp").contains("probe (csv)"))
  }
}
