import Foundation
import OppOutputs
import OppTestLimits
import Testing

/// What the advice of a message says to write is a fix for programs
@Suite(.limited) struct AdvisedFixTests {
  private func diagnostic(_ text: String, _ command: String) throws -> [String: Any] {
    let folder = try TemporaryFolder(["rules.opp": text])
    let line = folder.run([command, "rules.opp", "--format", "json"]).text
      .split(separator: "\n").first { $0.contains(#""severity":"error""#) }
    let object = try JSONSerialization.jsonObject(with: Data((line ?? "").utf8))
    return object as? [String: Any] ?? [:]
  }

  private func replacements(_ fix: Any?) -> [String] {
    let edits = (fix as? [String: Any])?["edits"] as? [[String: Any]] ?? []
    return edits.compactMap { $0["replacement"] as? String }
  }

  @Test(arguments: ["check", "lint"])
  func `one answer is a fix`(command: String) throws {
    let found = try diagnostic("opp \"A\" when sky == suny\n", command)
    #expect(replacements(found["fix"]) == ["sunny"])
    #expect(found["alternatives"] == nil)
  }

  @Test(arguments: ["check", "lint"])
  func `two answers are two alternatives`(command: String) throws {
    let found = try diagnostic("opp \"A\" when temp > 30\n", command)
    #expect(found["fix"] == nil)
    let alternatives = found["alternatives"] as? [Any] ?? []
    #expect(alternatives.map { replacements($0) } == [["30C"], ["30F"]])
  }

  @Test(arguments: ["check", "lint"])
  func `code scanning gets all of them`(command: String) throws {
    let folder = try TemporaryFolder(["rules.opp": "opp \"A\" when temp > 30\n"])
    let text = folder.run([command, "rules.opp", "--format", "sarif"]).text
    #expect(text.contains(#""insertedContent":{"text":"30C"}"#))
    #expect(text.contains(#""insertedContent":{"text":"30F"}"#))
    #expect(text.contains(#""description":{"text":"write `30C`"}"#))
  }
}
