internal import OppOutputs
internal import OppProviders
internal import OppSemantics
internal import OppSyntax

/// A page for each message of the compiler, from the tool's own catalogue
///
/// The words are those of `opp explain`; the message is made from the example when the page is. If the catalogue has
/// no example, the shortest mistake of the tests is taken; mended ones follow.
struct DiagnosticDocuments {
  private let mistakes: GoldenMistakes

  /// The page that lists them
  static let home = Document.Crumb(path: "diagnostics/", title: "Compiler errors")

  /// The mended mistakes that a page shows at most
  private static let limit = 3

  init(_ mistakes: GoldenMistakes) {
    self.mistakes = mistakes
  }

  /// The path of each page, by its code
  static var paths: [String: String] {
    Dictionary(DiagnosticPage.all.map { ($0.code, "\(home.path)\($0.code)/") }) { first, _ in first
    }
  }

  /// The list, and the pages in its order
  var documents: [Document] {
    let pages = DiagnosticPage.all.sorted { $0.code < $1.code }
    return [list(pages)] + pages.map { document($0) }
  }

  private func list(_ pages: [DiagnosticPage]) -> Document {
    let header: [[Block]] = [[.paragraph([.text("message")])], [.paragraph([.text("is")])]]
    let rows = pages.map { page -> [[Block]] in
      [[.paragraph([.code(page.code)])], [.paragraph([Inline](markdown: page.meaning))]]
    }
    let summary =
      "The name in parentheses behind a message leads to its page; `opp explain NAME` prints it."
    return Document(
      path: Self.home.path, title: Self.home.title, summary: [Inline](markdown: summary),
      passages: [Passage(block: .table(hasHeader: true, rows: [header] + rows))],
      trail: [Manual.home])
  }

  private func document(_ page: DiagnosticPage) -> Document {
    let own = page.example.isEmpty ? nil : page.example
    let examples = ([own] + mistakes.mistakes(of: page.code).map(\.text)).compactMap { $0 }
    var passages: [Passage] = []
    // Some mistakes of the tests need declarations that stand beside them there.
    if let (example, message) = examples.lazy.compactMap({ example in
      Self.message(page.code, example).map { (example, $0) }
    }).first {
      passages = [Self.snippet(example), Passage(block: .code(syntax: "console", text: message))]
    }
    let mended = mistakes.mistakes(of: page.code).filter { $0.mended != nil }
    if !mended.isEmpty {
      passages.append(
        Passage(block: .heading(level: 2, anchor: "mended", text: "Before and after")))
    }
    for mistake in mended.prefix(Self.limit) {
      passages.append(Passage(block: .code(syntax: "opp", text: mistake.text)))
      passages.append(Passage(block: .paragraph([.text("Instead:")])))
      passages.append(Passage(block: .code(syntax: "opp", text: mistake.mended ?? "")))
    }
    return Document(
      path: "\(Self.home.path)\(page.code)/", title: page.code,
      summary: [Inline](markdown: page.meaning), passages: passages,
      trail: [Manual.home, Self.home])
  }

  private static func snippet(_ text: String) -> Passage {
    Passage(
      block: .code(syntax: "opp", text: text),
      attempt: [PlaygroundFile(name: "rules.opp", text: text + "\n")])
  }

  /// The message of a code as the terminal shows it; nil for a text that does not give it
  private static func message(_ code: String, _ text: String) -> String? {
    let analysis = RuleSet.analyze(
      text, path: "rules.opp", connectors: ConnectorRegistry.catalogue)
    let own = analysis.diagnostics.filter { $0.code == code }
    guard !own.isEmpty else { return nil }
    var message = DiagnosticRenderer(files: analysis.files).render(own)
    while message.hasSuffix("\n") { message.removeLast() }
    return message
  }
}
