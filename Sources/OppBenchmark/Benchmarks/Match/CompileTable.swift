internal import Foundation
internal import OppModel
internal import OppSemantics
internal import OppSyntax

/// Parsing and checking many rules: the time a rule, and the memory a node of the syntax and a node of the graph
///
/// Equal expressions of all rules are one node of the graph, so that it has far fewer nodes than the syntax: an Opp has some 25 of
/// the one and one or two of the other. The memory is the peak of a whole `opp check`: text, tree, tables of names, graph, proofs. There is none if this process has
/// had more: Linux counts that as the tool's.
struct CompileTable {
  /// The numbers of Opps
  let sizes: [Int]
  let repetitions: Int
  let tool: ToolUnderTest

  func run() {
    let report = Report(
      "Parsing and checking generated Opps, medians of \(repetitions)",
      columns: [
        "Opps", "syntax nodes", "graph nodes", "parse: ns an Opp", "check: ns an Opp",
        "peak of opp check", "bytes a syntax node", "bytes a graph node",
      ])
    // Peaks first, while this process is small.
    let peaks = sizes.map { peak($0) }
    for (size, peak) in zip(sizes, peaks) { measure(size, peak, report) }
  }

  private func measure(_ size: Int, _ peak: Double?, _ report: Report) {
    let file = SourceFile(path: "rules.opp", text: Self.text(size))
    var parses: [Double] = []
    var both: [Double] = []
    var nodes = 0
    let syntaxNodes = Self.nodeCount(Parser.parse(file).tree.root)
    for _ in 0..<repetitions {
      parses.append(Stopwatch.processor { Parser.parse(file) }.0)
      let (time, analysis) = Stopwatch.processor { RuleSet.analyze(files: [file]) }
      both.append(time)
      nodes = analysis.graph.nodes.count
      if analysis.hasErrors { Report.fail("the generated rules have errors") }
    }
    let (parse, all) = (Stopwatch.median(parses), Stopwatch.median(both))
    report.row([
      Report.count(size), Report.count(syntaxNodes), Report.count(nodes),
      Report.nanoseconds(parse / Double(size)), Report.nanoseconds((all - parse) / Double(size)),
      peak.map { Report.memory($0) } ?? "-", bytes(peak, syntaxNodes), bytes(peak, nodes),
    ])
  }

  /// A peak divided among nodes
  private func bytes(_ peak: Double?, _ nodes: Int) -> String {
    peak.map { Report.count(Int($0 * 1e6) / max(1, nodes)) } ?? "-"
  }

  /// The number of nodes of a tree; the parser bounds its height
  private static func nodeCount(_ node: SyntaxNode) -> Int {
    var count = 1
    for case .node(let child) in node.children { count += nodeCount(child) }
    return count
  }

  /// So many generated Opps
  private static func text(_ size: Int) -> String {
    var generated = GeneratedRules(seed: 1)
    return generated.text(count: size)
  }

  /// The peak memory of `opp check` in megabytes; nil if it cannot be run
  private func peak(_ size: Int) -> Double? {
    guard let path = tool.path, let folder = TemporaryFolder() else { return nil }
    defer { folder.remove() }
    guard let file = folder.write(Self.text(size), to: "rules.opp"),
      let process = ChildProcess.run(path, ["check", file]), process.status == 0,
      process.peakMemory > PeakMemory.megabytes
    else { return nil }
    return process.peakMemory
  }
}
