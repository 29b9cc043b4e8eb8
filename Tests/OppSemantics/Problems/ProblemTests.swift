internal import OppSemantics
internal import OppSyntax
internal import OppTesting
internal import OppTestLimits
internal import Testing

/// What the checker says of rules with mistakes, as golden files to be read as prose
@Suite(.limited) struct ProblemTests {
  private static let topics = [
    "names", "types", "units", "times", "rows", "declarations", "tests", "firings",
    "percentages", "files",
  ]

  @Test(arguments: topics)
  func `following the help of a problem ends that problem`(topic: String) throws {
    for item in try CaseFile("Tests/Goldens/OppSemantics/Problems/\(topic).txt").cases {
      let before = RuleSet.analyze(item.input, connectors: .tool).diagnostics
      for diagnostic in before {
        let count = before.count { $0.headline == diagnostic.headline }
        for help in FollowedHelp.all(of: diagnostic, in: item.input) {
          let isMended = help.texts.contains { text in
            RuleSet.analyze(text, connectors: .tool).diagnostics
              .count { $0.headline == diagnostic.headline } < count
          }
          #expect(isMended, "\(topic): \(item.title): \(diagnostic.headline): \(help.advice)")
        }
      }
    }
  }

  @Test(arguments: topics)
  func `mistakes are reported as in the golden file`(topic: String) throws {
    let file = try CaseFile("Tests/Goldens/OppSemantics/Problems/\(topic).txt")
    #expect(!file.cases.isEmpty)
    try file.check { source in
      let analysis = RuleSet.analyze(source, connectors: .tool)
      let lines = analysis.diagnostics.map { DiagnosticText.text($0, files: analysis.files) }
      return lines.isEmpty ? "nothing to tell" : lines.joined(separator: "\n")
    } differs: { item, found in
      Issue.record("\(topic): \(item.title)\n--- found\n\(found)\n--- expected\n\(item.output)")
    }
  }
}
