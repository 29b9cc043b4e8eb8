import Foundation
import OppOutputs
import OppTestLimits
import Testing

@testable import opp

/// A rehearsal whose responses take their time
@Suite(.limited) struct LatencyTests {
  private func rehearse(_ options: [String]) throws -> (status: OppOutputs.ExitStatus, text: String)
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let data = folder.appending(path: "data")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    try Data(
      """
      set zone "UTC"
      opp "Cold" when temp < 5C notify "{temp}"
      opp "Frost" when (temp otherwise -5C) < 0C
      opp "At one" on 01:00 when temp < 5C
      """.utf8
    ).write(to: folder.appending(path: "rules.opp"))
    try Data("time,temp\n2026-06-21T00:00Z,3\n2026-06-21T01:00Z,3\n2026-06-21T02:00Z,9\n".utf8)
      .write(to: data.appending(path: "weather.csv"))
    let console = Console()
    let status = CommandLineTool.run(
      ["run", "rules.opp", "--data", "data"] + options,
      in: CommandContext(
        workingDirectory: folder.path, variables: ["HOME": folder.path, "TZ": "UTC"]), console)
    return (status, String(decoding: console.transcript, as: UTF8.self))
  }

  @Test func `a condition fires when its response comes`() throws {
    let (status, text) = try rehearse(["--latency", "3s"])
    #expect(status == .success)
    #expect(text.contains("2026-06-21 00:00:03  Cold: 3°C"), "\(text)")
    #expect(text.contains("2026-06-21 01:00:00  At one"), "\(text)")
    #expect(!text.contains("Frost"), "\(text)")
  }

  @Test func `latencies by chance are the same each time`() throws {
    let first = try rehearse(["--latency", "0s..5s"])
    #expect(first.status == .success)
    #expect(try rehearse(["--latency", "0s..5s"]).text == first.text)
    #expect(!first.text.contains("Frost"), "\(first.text)")
  }

  @Test(arguments: ["soon", "5", "5s..1s", "1s..2s..3s", "2h", "0.5s"])
  func `what is no latency is refused`(text: String) throws {
    let (status, said) = try rehearse(["--latency", text])
    #expect(status == .usage)
    #expect(said.contains("is no latency"), "\(said)")
  }

  @Test func `without a recording there is nothing to delay`() throws {
    let console = Console()
    let status = CommandLineTool.run(
      ["run", "--latency", "3s"], in: CommandContext(workingDirectory: "/", variables: [:]), console
    )
    #expect(status == .usage)
  }
}
