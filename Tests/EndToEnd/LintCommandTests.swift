import Foundation
import OppOutputs
import OppTestLimits
import Testing

@testable import opp

/// `opp lint`: its baselines and its date
@Suite(.limited) struct LintCommandTests {
  private static let past = "opp \"Eclipse\" on 2024-04-08T13:15 notify \"Glasses.\"\n"

  private func content(_ name: String, of folder: TemporaryFolder) throws -> String {
    try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
  }

  @Test func `a baseline of one finding is said to have one`() throws {
    let folder = try TemporaryFolder(["rules.opp": Self.past])
    let (text, status) = folder.run(
      ["lint", "--select", "past-date", "--write-baseline", "known.json", "rules.opp"])
    #expect(status == .success)
    #expect(text.contains("wrote 1 finding to known.json"), "\(text)")
  }

  @Test(arguments: [
    ["--write-baseline", "known.json"], ["--baseline", "known.json", "--prune-baseline"],
  ])
  func `rules with errors leave the baseline as it is`(options: [String]) throws {
    let folder = try TemporaryFolder(["rules.opp": Self.past])
    _ = folder.run(["lint", "--write-baseline", "known.json", "rules.opp"])
    let known = try content("known.json", of: folder)
    #expect(known.contains("past-date"))
    try folder.write("rules.opp", Self.past + "opp \"Warm\" when tempp > 20C\n")
    let (text, status) = folder.run(["lint"] + options + ["rules.opp"])
    #expect(status == folder.run(["check", "rules.opp"]).status)
    #expect(status == .problems && text.contains("tempp"), "\(text)")
    #expect(try content("known.json", of: folder) == known)
  }

  /// The present is 12:00 in UTC, when the next day begins in New Zealand
  @Test func `what is past is judged by the date in the zone of the rules`() throws {
    let event = "opp \"Eclipse\" on 2026-06-21T23:00 notify \"Glasses.\"\n"
    for (zone, isPast) in [("Pacific/Auckland", true), ("Europe/Berlin", false)] {
      let folder = try TemporaryFolder(["rules.opp": "set zone \"\(zone)\"\n" + event])
      let text = folder.run(["lint", "--select", "past-date", "rules.opp"]).text
      #expect(text.contains("past-date") == isPast, "\(text)")
    }
  }
}
