/// The requests of the client after `initialize`, and what responds to each with JSON
enum RequestTable {
  typealias Handler = @Sendable (LanguageServer, Parameters) throws(ResponseError) -> String

  static let handlers: [String: Handler] = [
    "textDocument/formatting": { (server, parameters) throws(ResponseError) in
      try server.formatting(parameters)
    },
    "textDocument/rangeFormatting": { (server, parameters) throws(ResponseError) in
      try server.rangeFormatting(parameters)
    },
    "codeAction/resolve": { (server, parameters) throws(ResponseError) in
      try server.resolveCodeAction(parameters)
    },
    "textDocument/completion": { (server, parameters) throws(ResponseError) in
      try server.completion(parameters)
    },
    "completionItem/resolve": { (server, parameters) throws(ResponseError) in
      try server.resolveCompletion(parameters)
    },
    "textDocument/signatureHelp": { (server, parameters) throws(ResponseError) in
      try server.signatureHelp(parameters)
    },
    "textDocument/definition": { (server, parameters) throws(ResponseError) in
      try server.definition(parameters)
    },
    "textDocument/references": { (server, parameters) throws(ResponseError) in
      try server.references(parameters)
    },
    "textDocument/documentHighlight": { (server, parameters) throws(ResponseError) in
      try server.highlights(parameters)
    },
    "textDocument/prepareRename": { (server, parameters) throws(ResponseError) in
      try server.prepareRename(parameters)
    },
    "textDocument/rename": { (server, parameters) throws(ResponseError) in
      try server.rename(parameters)
    },
    "textDocument/documentSymbol": { (server, parameters) throws(ResponseError) in
      try server.documentSymbols(parameters)
    },
    "workspace/symbol": { (server, parameters) throws(ResponseError) in
      try server.workspaceSymbols(parameters)
    },
    "textDocument/foldingRange": { (server, parameters) throws(ResponseError) in
      try server.foldingRanges(parameters)
    },
    "textDocument/selectionRange": { (server, parameters) throws(ResponseError) in
      try server.selectionRanges(parameters)
    },
    "textDocument/inlayHint": { (server, parameters) throws(ResponseError) in
      try server.inlayHints(parameters)
    },
    "textDocument/semanticTokens/full": { (server, parameters) throws(ResponseError) in
      try server.tokens(parameters)
    },
    "textDocument/semanticTokens/full/delta": { (server, parameters) throws(ResponseError) in
      try server.tokensDelta(parameters)
    },
    "textDocument/semanticTokens/range": { (server, parameters) throws(ResponseError) in
      try server.tokensInRange(parameters)
    },
    "textDocument/documentLink": { (server, parameters) throws(ResponseError) in
      try server.documentLinks(parameters)
    },
    "textDocument/documentColor": { (server, parameters) throws(ResponseError) in
      try server.documentColours(parameters)
    },
    "textDocument/colorPresentation": { (server, parameters) throws(ResponseError) in
      try server.colourPresentations(parameters)
    },
    "textDocument/codeLens": { (server, parameters) throws(ResponseError) in
      try server.codeLenses(parameters)
    },
  ]

  typealias LongHandler =
    @Sendable (LanguageServer, Parameters) throws(ResponseError) -> LongRequest.Work

  /// The requests whose responses are made in slices, for they lint or replay
  static let longHandlers: [String: LongHandler] = [
    "textDocument/diagnostic": { (server, parameters) throws(ResponseError) in
      try server.documentDiagnostics(parameters)
    },
    "workspace/diagnostic": { (server, parameters) throws(ResponseError) in
      try server.workspaceDiagnostics(parameters)
    },
    "textDocument/codeAction": { (server, parameters) throws(ResponseError) in
      try server.codeActions(parameters)
    },
    "textDocument/hover": { (server, parameters) throws(ResponseError) in
      try server.hover(parameters)
    },
    "codeLens/resolve": { (server, parameters) throws(ResponseError) in
      try server.resolveCodeLens(parameters)
    },
    "workspace/executeCommand": { (server, parameters) throws(ResponseError) in
      try server.executeCommand(parameters)
    },
    "workspace/textDocumentContent": { (server, parameters) throws(ResponseError) in
      try server.documentContent(parameters)
    },
  ]

  /// The requests that have no parameters that matter
  static let withoutParameters: Set<String> = ["workspace/diagnostic"]
}
