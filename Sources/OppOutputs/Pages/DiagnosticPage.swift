package import OppModel
internal import OppSemantics
internal import OppSyntax

/// The page of a message of the compiler
package struct DiagnosticPage {
  package let code: String

  /// The rule of the language that was broken
  package let meaning: String

  /// A text that gives the message; empty where none is short
  package let example: String

  package init(_ code: String, _ meaning: String, _ example: String = "") {
    self.code = code
    self.meaning = meaning
    self.example = example
  }

  package static func page(of code: String) -> DiagnosticPage? { all.first { $0.code == code } }

  package static let all = syntax + names + types + declarations

  /// The page as the terminal shows it, with the message itself
  ///
  /// - Parameter connectors: those that the example may name.
  package func text(connectors: ConnectorCatalogue) -> String {
    guard !example.isEmpty else { return "\(code)\n\n\(meaning)" }
    let analysis = RuleSet.analyze(example, path: "example.opp", connectors: connectors)
    let own = analysis.diagnostics.filter { $0.code == code }
    let message = DiagnosticRenderer(files: analysis.files).render(own)
    return "\(code)\n\n\(meaning)\n\n\(message)"
  }
}
