internal import OppSemantics
internal import OppSyntax
internal import OppTesting
internal import OppTestLimits
internal import Testing

/// What expressions become: their type, and the graph below them
@Suite(.limited) struct ExpressionTests {
  @Test(arguments: [
    "literals", "measures", "conditions", "arithmetic", "rows", "windows", "places", "lets",
    "percentages",
  ])
  func `expressions become the graph that the golden file says`(topic: String) throws {
    let file = try CaseFile("Tests/Goldens/OppSemantics/Expressions/\(topic).txt")
    #expect(!file.cases.isEmpty)
    try file.check(Self.describe) { item, found in
      Issue.record("\(topic): \(item.title)\n--- found\n\(found)\n--- expected\n\(item.output)")
    }
  }

  /// Each line that begins with `? ` is an expression; the others are declarations around them
  private static func describe(_ source: String) -> String {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    let declarations = lines.filter { !$0.hasPrefix("? ") }.joined(separator: "\n")
    let analysis = RuleSet.analyze(declarations)
    var result = analysis.diagnostics.map { DiagnosticText.text($0, files: analysis.files) }
    for line in lines where line.hasPrefix("? ") {
      let expression = analysis.expression(String(line.dropFirst(2)))
      if let node = expression.node, let type = expression.type {
        let name = analysis.typeNames.name(of: type)
        result.append("\(name)  \(GraphText(analysis.graph).text(node))")
      } else {
        let files = analysis.files + [expression.file]
        let found = expression.diagnostics.map { diagnostic in
          DiagnosticText.text(diagnostic, files: Self.padded(files, to: expression.file))
        }
        result.append("wrong: " + found.joined(separator: "\n"))
      }
    }
    return result.joined(separator: "\n")
  }

  /// The files with `last` at its own index
  private static func padded(_ files: [SourceFile], to last: SourceFile) -> [SourceFile] {
    var files = files
    while files.count <= Int(last.index) { files.append(last) }
    files[Int(last.index)] = last
    return files
  }
}
