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

  @Test(arguments: [
    "time.hour in 9..17", "time.hour in 0..3", "time.hour >= 9 and time.hour <= 17",
    "raining or busy and temp > 20C", "busy and free > 2h or raining and temp > 20C or not busy",
  ])
  func `what the linter says to write if this is meant is what is written`(condition: String) throws
  {
    let start = "opp \"A\" when "
    let folder = try TemporaryFolder(["rules.opp": start + condition + " at most once per day\n"])
    var followed: [String] = []
    for line in folder.run(["lint", "rules.opp", "--format", "json"]).text.split(separator: "\n") {
      let finding = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
      for help in finding["help"] as? [String] ?? [] where help.hasSuffix(" if this is meant") {
        let from = try #require(finding["column"] as? Int) - 1 - start.count
        let to = try #require(finding["end_column"] as? Int) - 1 - start.count
        let written = help.split(separator: "`")[1]
        followed.append("\(condition.prefix(from))\(written)\(condition.dropFirst(to))")
      }
    }
    try #require(!followed.isEmpty)
    for other in followed {
      let proof = folder.run(["equivalent", condition, other])
      #expect(proof.status == .success, "\(proof.text)")
    }
  }
}
