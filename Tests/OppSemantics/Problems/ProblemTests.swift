internal import OppSemantics
internal import OppTesting
internal import OppTestLimits
internal import Testing

/// What the checker says of rules with mistakes, as golden files to be read as prose
@Suite(.limited) struct ProblemTests {
  @Test(arguments: [
    "names", "types", "units", "times", "rows", "declarations", "tests", "firings", "percentages",
  ])
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
