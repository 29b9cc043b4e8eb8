import Foundation
import OppOutputs
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// Every example through the tool
@Suite(.limited) struct ExampleTests {
  /// Those that live on a recording
  static let recorded = ["opportunity", "units-and-time"]
  static let stories = recorded + ["live"]

  @Test(arguments: recorded)
  func `a story fires as its page says`(story: String) throws {
    let (printed, status) = run(["eval", "examples/\(story)"])
    #expect(status == .success)
    try checkGolden(printed, "examples/\(story)/expected.txt")
  }

  @Test(arguments: stories)
  func `the tests of a story pass`(story: String) {
    let (printed, status) = run(["test", "examples/\(story)"])
    #expect(status == .success, "\(printed)")
  }

  @Test func `the examples are in the canonical layout and have no problems`() {
    let (listed, _) = run(["fmt", "--check", "examples"])
    #expect(listed == "")
    for story in Self.stories {
      let (_, status) = run(["check", "--strict", "examples/\(story)"])
      #expect(status == .success)
      let (found, lintStatus) = run(["lint", "--strict", "--isolated", "examples/\(story)"])
      #expect(lintStatus == .success, "\(found)")
    }
  }

  @Test func `printing a..b and then b..c is printing a..c`() {
    let whole = run(["eval", "examples/opportunity", "--format", "json"]).text
    let cuts = ["2013-01-01T00:00", "2013-03-10T02:30", "2013-06-21T12:00:01", "2013-11-03T01:30"]
    var parts = ""
    for (index, from) in cuts.enumerated() {
      var arguments = ["eval", "examples/opportunity", "--format", "json", "--from", from]
      if index + 1 < cuts.count { arguments += ["--to", cuts[index + 1]] }
      parts += run(arguments).text
    }
    #expect(parts == whole)
  }

  @Test func `a wrong expression is reported on its own text`() {
    let (printed, status) = run(["eval", "--at", "2026-01-01T00:00", "-e", "temp > 3m"])
    #expect(status == .problems)
    #expect(printed.contains("--expression:1:"))
  }

  private func run(_ arguments: [String]) -> (text: String, status: OppOutputs.ExitStatus) {
    let console = Console()
    let surroundings = Surroundings(workingDirectory: Repository.root.path)
    let status = CommandLineTool.run(arguments, in: surroundings, console)
    return (String(decoding: console.transcript, as: UTF8.self), status)
  }
}

/// Compares with a golden file, or rewrites it under OPP_UPDATE_GOLDEN=1
func checkGolden(_ text: String, _ path: String) throws {
  let url = Repository.root.appending(path: path)
  if ProcessInfo.processInfo.environment["OPP_UPDATE_GOLDEN"] == "1" {
    try Data(text.utf8).write(to: url)
    return
  }
  let expected = try String(contentsOf: url, encoding: .utf8)
  #expect(text == expected, "\(path) differs; OPP_UPDATE_GOLDEN=1 rewrites it")
}
