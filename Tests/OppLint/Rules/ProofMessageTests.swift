internal import OppSemantics
internal import OppSyntax
internal import OppLint
internal import OppTesting
internal import OppTestLimits
internal import Testing

/// What the linter says, and advises, as golden files to be read as prose
@Suite(.limited) struct ProofMessageTests {
  @Test(arguments: [
    (
      "contradictions",
      ["never-true", "always-true", "event-outside-window", "hold-longer-than-window"]
    ),
    ("times", ["last-hour-included", "short-month", "ends-at-midnight", "twelve-am"]),
  ])
  func `findings are reported as the golden file says`(name: String, codes: [String]) throws {
    let file = try CaseFile("Tests/Goldens/OppLint/\(name).txt")
    #expect(!file.cases.isEmpty)
    try file.check { source in
      let analysis = checked(source)
      let findings = lint(source).map(\.diagnostic).filter { codes.contains($0.code) }
      let lines = (analysis.diagnostics + findings).map {
        DiagnosticText.text($0, files: analysis.files)
      }
      return lines.isEmpty ? "nothing to report" : lines.joined(separator: "\n")
    } differs: { item, found in
      Issue.record("\(item.title)\n--- found\n\(found)\n--- expected\n\(item.output)")
    }
  }
}
