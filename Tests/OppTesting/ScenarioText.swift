package import OppModel

/// A checked test, one step or given a line, for tests that read scenarios
package struct ScenarioText {
  private let graph: ConditionGraph
  private let printer: GraphText

  package init(_ graph: ConditionGraph) {
    self.graph = graph
    self.printer = GraphText(graph)
  }

  package func text(_ scenario: Scenario) -> String {
    var lines = ["test \(ValueNotation.textLiteral(scenario.name))"]
    lines += scenario.givens.map { "  given " + text($0) }
    for step in scenario.steps {
      switch step.instant {
      case .absolute(let instant): lines.append("  at \(ValueNotation.instant(instant))")
      case .local(let day, let second): lines.append("  at day \(day), second \(second)")
      }
      lines += step.givens.map { "    given " + text($0) }
      lines += step.expectations.map { "    expect " + text($0) }
    }
    return lines.joined(separator: "\n")
  }

  private func text(_ given: Given) -> String {
    switch given {
    case .reading(let request, let field, let value):
      let request = graph.requests[Int(request.index)]
      let source = graph.sources[Int(request.source.index)]
      let arguments = request.arguments.map { $0.map(printer.text) ?? "_" }
      return
        "\(source.name)(\(arguments.joined(separator: ", "))).\(source.fields[field].name) = \(text(value))"
    case .row(let table, let values):
      let table = graph.tables[Int(table.index)]
      let fields = zip(table.fields, values).map { "\($0.name): \(text($1))" }
      return "\(table.name) { \(fields.joined(separator: ", ")) }"
    case .noRow(let table, let key):
      return
        "no \(graph.tables[Int(table.index)].name) { \(key.map(printer.text).joined(separator: ", ")) }"
    case .noRows(let table): return "no \(graph.tables[Int(table.index)].name)"
    case .address(let address, let value): return "address \(address) = \(text(value))"
    case .places(let category, let value): return "any \(category) = \(text(value))"
    case .answer(let rule, let key, let answer):
      let row = key.map { " for \($0.map(printer.text).joined(separator: ", "))" } ?? ""
      return "answer \(graph.rules[rule].name)\(row) = \(answer.name)"
    }
  }

  private func text(_ expectation: Expectation) -> String {
    var result = graph.rules[expectation.rule].name
    if let key = expectation.key {
      result += " for \(key.map(printer.text).joined(separator: ", "))"
    }
    switch expectation.outcome {
    case .fires(let text): result += " fires" + (text.map { " with \(printer.text($0))" } ?? "")
    case .quiet: result += " quiet"
    case .unknown: result += " unknown"
    }
    return result
  }

  private func text(_ node: NodeID?) -> String { node.map(printer.text) ?? "unknown" }
}
