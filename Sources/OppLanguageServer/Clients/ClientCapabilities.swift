/// The abilities of the client, as its `initialize` lists them
///
/// Everything is off until the client names it: a client that says nothing gets pushed diagnostics without related
/// information, flat symbols, positions in UTF-16 and plain texts in place of snippets. A response never has a form that the
/// client did not declare.
package struct ClientCapabilities: Sendable {
  package var encoding = PositionEncoding.utf16

  /// `true` if the client sends `textDocument/diagnostic`; then nothing is pushed
  package var pullsDiagnostics = false

  /// `true` if the server may request that diagnostics are pulled again
  package var refreshesDiagnostics = false

  /// `true` if labels are shown at their places; else they are lines of the message
  package var showsRelatedInformation = false

  /// `true` if a code may have a link to its page
  package var showsCodeDescription = false

  /// `true` if text that could be left out is shown faded
  package var showsTags = false

  /// `true` if `data` of a diagnostic comes back with code actions
  package var keepsDiagnosticData = false
  package var hasCodeActionLiterals = false

  /// `true` if the edits of an action may follow with `codeAction/resolve`
  package var resolvesCodeActionEdits = false

  /// `true` if edits may name the version of the text that they are made for
  package var hasDocumentChanges = false

  /// `true` if the server may name the files that it wants to be notified of
  package var registersWatchers = false

  /// `true` if the server may request the settings
  package var hasConfiguration = false

  /// `true` if the server may have a document opened
  package var showsDocuments = false

  /// `true` if the server may show that a request is under way
  package var showsProgress = false

  /// `true` if the client fetches the texts of documents that are not files (3.18)
  package var readsContents = false
  package var readsMarkdown = true
  package var hasSnippets = false

  /// `true` if symbols may have children; else they are a flat list with the names of their owners
  package var nestsSymbols = false
  package var refreshesInlayHints = false
  package var refreshesCodeLenses = false
  package var refreshesTokens = false

  /// The requests that the client sends again if the text has changed meanwhile
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

  /// Reads the abilities that are about texts
  ///
  /// Related information, descriptions and data are named both by clients that are pushed diagnostics and by those
  /// that pull them, in members of their own: either is enough.
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
