package import OppModel
internal import OppSemantics
internal import OppSyntax

/// The page of a message of the compiler
///
/// A test holds that each code of the compiler has a page, and that each example gives its message. The message
/// itself is not stored: it is made from the example when the page is shown, so it is always the present one.
///
/// ```
/// unit-apart
///
/// A unit follows its number without a space.
///
/// error: a unit follows its number without a space (unit-apart)
///   ┌─ example.opp:1:21
///   │
/// 1 │ opp "A" when temp > 20 C
///   │                     ^^^^
///   │
///   = help: write `20C`
/// ```
package struct DiagnosticPage {
  /// The stable name of the message, which is printed behind its headline
  package let code: String

  /// The rule of the language that was broken
  package let meaning: String

  /// A text that gives the message; empty if none is short
  package let example: String

  package init(_ code: String, _ meaning: String, _ example: String = "") {
    self.code = code
    self.meaning = meaning
    self.example = example
  }

  /// The page of a code; `nil` if no message of the compiler has it
  ///
  /// - Complexity: O(*n*) in the pages, of which there are about 140.
  package static func page(of code: String) -> DiagnosticPage? { all.first { $0.code == code } }

  /// All pages, those of each folder of problems together
  package static let all = syntax + names + types + declarations

  /// The page as the terminal shows it, with the message itself
  ///
  /// - Parameter connectors: those that the example may name.
  package func text(connectors: ConnectorCatalogue) -> String {
    guard !example.isEmpty else { return "\(code)\n\n\(meaning)" }
    let analysis = RuleSet.analyze(example, path: "example.opp", connectors: connectors)
    // The example may give other messages, too; the page is about one.
    let own = analysis.diagnostics.filter { $0.code == code }
    let message = DiagnosticRenderer(files: analysis.files).render(own)
    return "\(code)\n\n\(meaning)\n\n\(message)"
  }
}
