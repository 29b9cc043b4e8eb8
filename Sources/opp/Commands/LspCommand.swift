internal import OppLanguageServer
internal import OppOutputs

extension Command {
  /// The server itself is in `OppLanguageServer`, without any I/O: this gives it files, recordings and the bytes of the
  /// standard streams
  static let lsp = Command(
    name: "lsp",
    summary: "serves editors: the language server, on standard input and output",
    operands: "",
    operandCount: 0...0,
    options: [
      Option("--stdio", "speaks on standard input and output; it always does")
    ],
    discussion: """
      Editors start it by themselves; what they offer then is in the page Language server of the manual. It speaks the \
      Language Server Protocol 3.17, ends when the input ends or the editor is gone, and exits with 1 where the \
      editor has not said `shutdown` before.
      """,
    examples: [
      ("opp lsp", "waits for the messages of an editor")
    ]
  ) { (_, context, _) throws(CommandFailure) in
    let server = LanguageServer(
      EditorServices(in: context).files, replays: EditorReplays(in: context).services,
      version: Version.number)
    return LanguageServerLoop(server).run() == 0 ? .success : .problems
  }
}
