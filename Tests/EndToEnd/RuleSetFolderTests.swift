import Foundation
import OppOutputs
import OppTestLimits
import Testing

@testable import opp

/// A folder that is named counts as one that is open in an editor
@Suite(.limited) struct RuleSetFolderTests {
  private func folder(_ files: [String: String]) throws -> TemporaryFolder {
    try TemporaryFolder(files)
  }

  private let walk = "set zone \"UTC\"\nopp \"Walk\" when temp > 20C\n"
  private let readings = "time,temp\n2026-06-21T08:00:00Z,18\n2026-06-21T13:00:00Z,25\n"

  @Test func `rule sets with roots of their own are checked one after another`() throws {
    let folder = try folder([
      "a/rules.opp": walk, "a/.opp-root": "", "b/rules.opp": walk, "b/data/weather.csv": readings,
    ])
    for command in ["check", "lint"] {
      let (text, status) = folder.run([command])
      #expect(status == .success, "\(text)")
      #expect(text.contains("a:\n") && text.contains("b:\n"), "\(text)")
    }
    #expect(folder.run(["test"]).status == .success)
    let (json, _) = folder.run(["check", "--format", "json"])
    #expect(json == "")
  }

  @Test func `a command that wants one rule set names those that there are`() throws {
    let folder = try folder([
      "a/rules.opp": walk, "a/.opp-root": "", "b/rules.opp": walk, "b/.opp-root": "",
    ])
    for words in [["eval", "."], ["check", "--format", "sarif"], ["compile", "."]] {
      let (text, status) = folder.run(words)
      #expect(status == .usage, "\(words)")
      #expect(text.contains("holds 2 rule sets: `a`, `b`"), "\(text)")
    }
  }

  @Test func `the rule set of the folder itself leaves out those below`() throws {
    let folder = try folder([
      "rules.opp": walk, "data/weather.csv": readings, "more/other.opp": "let x = 1\n",
      "apart/rules.opp": walk, "apart/.opplint": "",
    ])
    #expect(folder.run(["eval", "."]).text.contains("Walk"))
    #expect(folder.run(["check", "more"]).status == .success)
    let (text, status) = folder.run(["check"])
    #expect(status == .success, "\(text)")
    #expect(text.contains("of 2 files"), "\(text)")
  }

  @Test func `the recording of the one rule set below a folder is found`() throws {
    let folder = try folder(["walks/rules.opp": walk, "walks/data/weather.csv": readings])
    #expect(folder.run(["eval", "."]).text.contains("Walk"))
    #expect(folder.run(["eval"]).text.contains("Walk"))
    #expect(folder.run(["eval", folder.url.path]).text.contains("Walk"))
  }

  @Test func `files that are named are one rule set`() throws {
    let folder = try folder([
      "a/rules.opp": walk, "a/.opp-root": "", "b/rules.opp": walk, "b/.opp-root": "",
    ])
    let (text, status) = folder.run(["check", "a/rules.opp", "b/rules.opp"])
    #expect(status == .problems)
    #expect(text.contains("duplicate"), "\(text)")
  }
}
