/// The requests of the client after `initialize`, and the handler that responds to each with JSON
enum RequestTable {
  typealias Handler = @Sendable (RequestContext, Parameters) throws(ResponseError) -> String

  static let handlers: [String: Handler] = [
    "textDocument/formatting": { (context, parameters) throws(ResponseError) in
      try FormattingRequests(context: context).formatting(parameters)
    },
    "textDocument/rangeFormatting": { (context, parameters) throws(ResponseError) in
      try FormattingRequests(context: context).rangeFormatting(parameters)
    },
    "codeAction/resolve": { (context, parameters) throws(ResponseError) in
      try CodeActionRequests(context: context).resolveCodeAction(parameters)
    },
    "textDocument/completion": { (context, parameters) throws(ResponseError) in
      try CompletionRequests(context: context).completion(parameters)
    },
    "completionItem/resolve": { (context, parameters) throws(ResponseError) in
      try CompletionRequests(context: context).resolveCompletion(parameters)
    },
    "textDocument/signatureHelp": { (context, parameters) throws(ResponseError) in
      try CompletionRequests(context: context).signatureHelp(parameters)
    },
    "textDocument/definition": { (context, parameters) throws(ResponseError) in
      try NavigationRequests(context: context).definition(parameters)
    },
    "textDocument/references": { (context, parameters) throws(ResponseError) in
      try NavigationRequests(context: context).references(parameters)
    },
    "textDocument/documentHighlight": { (context, parameters) throws(ResponseError) in
      try NavigationRequests(context: context).highlights(parameters)
    },
    "textDocument/prepareRename": { (context, parameters) throws(ResponseError) in
      try NavigationRequests(context: context).prepareRename(parameters)
    },
    "textDocument/rename": { (context, parameters) throws(ResponseError) in
      try NavigationRequests(context: context).rename(parameters)
    },
    "textDocument/documentSymbol": { (context, parameters) throws(ResponseError) in
      try SymbolRequests(context: context).documentSymbols(parameters)
    },
    "workspace/symbol": { (context, parameters) throws(ResponseError) in
      try SymbolRequests(context: context).workspaceSymbols(parameters)
    },
    "textDocument/foldingRange": { (context, parameters) throws(ResponseError) in
      try StructureRequests(context: context).foldingRanges(parameters)
    },
    "textDocument/selectionRange": { (context, parameters) throws(ResponseError) in
      try StructureRequests(context: context).selectionRanges(parameters)
    },
    "textDocument/inlayHint": { (context, parameters) throws(ResponseError) in
      try HintRequests(context: context).inlayHints(parameters)
    },
    "inlayHint/resolve": { (context, parameters) throws(ResponseError) in
      try HintRequests(context: context).resolveInlayHint(parameters)
    },
    "textDocument/semanticTokens/full": { (context, parameters) throws(ResponseError) in
      try TokenRequests(context: context).tokens(parameters)
    },
    "textDocument/semanticTokens/full/delta": { (context, parameters) throws(ResponseError) in
      try TokenRequests(context: context).tokensDelta(parameters)
    },
    "textDocument/semanticTokens/range": { (context, parameters) throws(ResponseError) in
      try TokenRequests(context: context).tokensInRange(parameters)
    },
    "textDocument/documentLink": { (context, parameters) throws(ResponseError) in
      try StructureRequests(context: context).documentLinks(parameters)
    },
    "textDocument/documentColor": { (context, parameters) throws(ResponseError) in
      try StructureRequests(context: context).documentColours(parameters)
    },
    "textDocument/colorPresentation": { (context, parameters) throws(ResponseError) in
      try StructureRequests(context: context).colourPresentations(parameters)
    },
    "textDocument/codeLens": { (context, parameters) throws(ResponseError) in
      try CodeLensRequests(context: context).codeLenses(parameters)
    },
  ]

  /// The requests that read the texts as they are, and of the check at most the names: they need not wait for it
  private static let methodsOfTexts: Set<String> = [
    "textDocument/completion", "textDocument/signatureHelp", "textDocument/formatting",
    "textDocument/rangeFormatting", "completionItem/resolve",
  ]

  /// The requests that read all rule sets
  static let methodsOfWorkspace: Set<String> = ["workspace/diagnostic", "workspace/symbol"]

  /// `true` if a request can only be responded to once its rule set is checked
  static func needsCheck(_ method: String) -> Bool {
    longHandlers[method] != nil || handlers[method] != nil && !methodsOfTexts.contains(method)
  }

  typealias LongHandler =
    @Sendable (RequestContext, Parameters) throws(ResponseError) -> LongRequest.Work

  /// The requests whose responses are made in slices, because they lint or replay
  static let longHandlers: [String: LongHandler] = [
    "textDocument/diagnostic": { (context, parameters) throws(ResponseError) in
      try DiagnosticRequests(context: context).documentDiagnostics(parameters)
    },
    "workspace/diagnostic": { (context, parameters) throws(ResponseError) in
      try DiagnosticRequests(context: context).workspaceDiagnostics(parameters)
    },
    "textDocument/codeAction": { (context, parameters) throws(ResponseError) in
      try CodeActionRequests(context: context).codeActions(parameters)
    },
    "textDocument/hover": { (context, parameters) throws(ResponseError) in
      try HoverRequests(context: context).hover(parameters)
    },
    "codeLens/resolve": { (context, parameters) throws(ResponseError) in
      try CodeLensRequests(context: context).resolveCodeLens(parameters)
    },
    "workspace/executeCommand": { (context, parameters) throws(ResponseError) in
      try CommandRequests(context: context).executeCommand(parameters)
    },
    "workspace/textDocumentContent": { (context, parameters) throws(ResponseError) in
      try CommandRequests(context: context).documentContent(parameters)
    },
  ]

  typealias EarlyHandler =
    @Sendable (RequestContext, Parameters) throws(ResponseError) -> String?

  /// The requests that may have a response while their rule set is being checked
  static let earlyHandlers: [String: EarlyHandler] = [
    "textDocument/diagnostic": { (context, parameters) throws(ResponseError) in
      try DiagnosticRequests(context: context).earlyDiagnostics(parameters)
    }
  ]

  /// The requests that have no parameters that matter
  static let withoutParameters: Set<String> = ["workspace/diagnostic"]
}
