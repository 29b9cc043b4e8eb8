/// The abilities of the client, as its `initialize` lists them
package struct ClientCapabilities: Sendable {
  package var encoding = PositionEncoding.utf16
  package var pullsDiagnostics = false
  package var refreshesDiagnostics = false
  package var showsRelatedInformation = false
  package var showsCodeDescription = false
  package var showsTags = false
  package var keepsDiagnosticData = false
  package var hasCodeActionLiterals = false
  package var resolvesCodeActionEdits = false
  package var hasDocumentChanges = false
  package var registersWatchers = false
  package var hasConfiguration = false
  package var showsDocuments = false
  package var showsProgress = false

  /// `true` where the client fetches the texts of documents that are not files (3.18)
  package var readsContents = false
  package var readsMarkdown = true
  package var hasSnippets = false
  package var nestsSymbols = false
  package var refreshesInlayHints = false
  package var refreshesCodeLenses = false
  package var refreshesTokens = false

  /// The requests that the client sends again where the text has changed meanwhile
  package var retriedMethods: Set<String> = []

  package init() {}

  package init(_ parameters: Parameters?) {
    guard let parameters else { return }
    let general = parameters["general"]
    let offered = (general?["positionEncodings"]?.texts ?? []).compactMap(PositionEncoding.init)
    encoding = offered.first ?? .utf16
    retriedMethods = Set(
      general?["staleRequestSupport"]?["retryOnContentModified"]?.texts ?? [])
    if let document = parameters["textDocument"] { read(textDocument: document) }
    let workspace = parameters["workspace"]
    hasDocumentChanges = workspace?["workspaceEdit"]?["documentChanges"]?.isTrue ?? false
    registersWatchers =
      workspace?["didChangeWatchedFiles"]?["dynamicRegistration"]?.isTrue ?? false
    hasConfiguration = workspace?["configuration"]?.isTrue ?? false
    refreshesDiagnostics = workspace?["diagnostics"]?["refreshSupport"]?.isTrue ?? false
    refreshesInlayHints = workspace?["inlayHint"]?["refreshSupport"]?.isTrue ?? false
    refreshesCodeLenses = workspace?["codeLens"]?["refreshSupport"]?.isTrue ?? false
    refreshesTokens = workspace?["semanticTokens"]?["refreshSupport"]?.isTrue ?? false
    readsContents = workspace?["textDocumentContent"]?.isObject ?? false
    showsDocuments = parameters["window"]?["showDocument"]?["support"]?.isTrue ?? false
    showsProgress = parameters["window"]?["workDoneProgress"]?.isTrue ?? false
  }

  private mutating func read(textDocument: Parameters) {
    pullsDiagnostics = textDocument["diagnostic"]?.isObject ?? false
    for name in ["publishDiagnostics", "diagnostic"] {
      guard let diagnostics = textDocument[name] else { continue }
      showsRelatedInformation =
        showsRelatedInformation || (diagnostics["relatedInformation"]?.isTrue ?? false)
      showsCodeDescription =
        showsCodeDescription || (diagnostics["codeDescriptionSupport"]?.isTrue ?? false)
      keepsDiagnosticData = keepsDiagnosticData || (diagnostics["dataSupport"]?.isTrue ?? false)
      showsTags = showsTags || diagnostics["tagSupport"] != nil
    }
    let action = textDocument["codeAction"]
    hasCodeActionLiterals = action?["codeActionLiteralSupport"] != nil
    resolvesCodeActionEdits =
      (action?["dataSupport"]?.isTrue ?? false)
      && (action?["resolveSupport"]?["properties"]?.texts.contains("edit") ?? false)
    let completion = textDocument["completion"]?["completionItem"]
    hasSnippets = completion?["snippetSupport"]?.isTrue ?? false
    nestsSymbols =
      textDocument["documentSymbol"]?["hierarchicalDocumentSymbolSupport"]?.isTrue ?? false
    if let formats = textDocument["hover"]?["contentFormat"]?.texts, !formats.isEmpty {
      readsMarkdown = formats.contains("markdown")
    }
  }
}
