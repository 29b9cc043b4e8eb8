internal import OppOutputs
internal import OppSemantics

extension Command {
  /// ```
  /// {"format":"opp-graph","version":1,
  /// "settings":{"clock":"24h"},
  /// "enums":[
  /// {"name":"Sky","cases":[["clear","sunny"],["clouds","cloudy"],…]}
  /// ],
  /// …
  /// ```
  static let compile = Command(
    name: "compile",
    summary: "prints the checked condition graph as JSON",
    operands: "[FILE|DIR]…",
    operandCount: 0...Int.max,
    takesLong: true,
    options: [
      Option("--emit", value: "ast", choices: ["ast"], "what to print: ast, the condition graph")
    ],
    discussion: """
      One JSON document, one node a line: sources, tables, enums, requests, nodes in dependency order,
      and rules that refer to nodes by number. Equal subexpressions are one node, across all rules.
      """,
    examples: [
      ("opp compile lunch.opp", "prints the graph of one file"),
      ("opp compile . | jq '.rules[].name'", "names the Opps of this folder"),
    ]
  ) { (invocation, context, console) throws(CommandFailure) in
    let rules = try CheckedRules.read(invocation.rulePaths, in: context)
    guard rules.printProblems(console) else { return .problems }
    for line in GraphJSON(graph: rules.analysis.graph).lines { console.line(line) }
    return .success
  }
}
