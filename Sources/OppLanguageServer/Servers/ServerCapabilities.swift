internal import OppJSON

/// The capabilities that the server offers to a client; nothing that is not there
struct ServerCapabilities {
  let client: ClientCapabilities

  /// `true` if recordings can be replayed
  let hasReplays: Bool

  func write(_ json: inout JSONText) {
    json.member("positionEncoding", string: client.encoding.rawValue)
    json.key("textDocumentSync")
    json.object { sync in
      sync.member("openClose", raw: "true")
      sync.member("change", raw: "2")
      sync.key("save")
      sync.object { $0.member("includeText", raw: "false") }
    }
    json.member("documentFormattingProvider", raw: "true")
    json.member("documentRangeFormattingProvider", raw: "true")
    json.key("codeActionProvider")
    json.object { action in
      action.member("codeActionKinds", strings: ["quickfix", "source.fixAll"])
      action.member("resolveProvider", raw: "true")
    }
    writeReading(&json)
    writeWriting(&json)
    if hasReplays {
      json.key("codeLensProvider")
      json.object { $0.member("resolveProvider", raw: "true") }
      json.key("executeCommandProvider")
      json.object { $0.member("commands", strings: OppCommand.allCases.map { $0.rawValue }) }
    }
    if client.pullsDiagnostics {
      json.key("diagnosticProvider")
      json.object { diagnostics in
        diagnostics.member("identifier", string: "opp")
        diagnostics.member("interFileDependencies", raw: "true")
        diagnostics.member("workspaceDiagnostics", raw: "true")
      }
    }
    json.key("workspace")
    json.object { workspace in
      workspace.key("workspaceFolders")
      workspace.object { folders in
        folders.member("supported", raw: "true")
        folders.member("changeNotifications", raw: "true")
      }
      guard hasReplays, client.readsContents else { return }
      workspace.key("textDocumentContent")
      workspace.object { $0.member("schemes", strings: [CommandRequests.dayScheme]) }
    }
  }

  /// The capabilities for reading and navigating
  private func writeReading(_ json: inout JSONText) {
    for name in [
      "hover", "definition", "references", "documentHighlight", "documentSymbol",
      "workspaceSymbol", "foldingRange", "selectionRange", "color",
    ] {
      json.member("\(name)Provider", raw: "true")
    }
    json.key("inlayHintProvider")
    json.object { $0.member("resolveProvider", raw: "true") }
    json.key("documentLinkProvider")
    json.object { $0.member("resolveProvider", raw: "false") }
    json.key("semanticTokensProvider")
    json.object { tokens in
      tokens.key("legend")
      tokens.object { legend in
        legend.member("tokenTypes", strings: SemanticTokenType.allCases.map { $0.name })
        legend.member("tokenModifiers", strings: SemanticTokenModifiers.names)
      }
      tokens.key("full")
      tokens.object { $0.member("delta", raw: "true") }
      tokens.member("range", raw: "true")
    }
  }

  /// The capabilities for writing
  private func writeWriting(_ json: inout JSONText) {
    json.key("completionProvider")
    json.object { completion in
      completion.member("triggerCharacters", strings: [".", "\"", "{", "[", "(", ","])
      completion.member("resolveProvider", raw: "true")
    }
    json.key("signatureHelpProvider")
    json.object { help in
      help.member("triggerCharacters", strings: ["(", ","])
    }
    json.key("renameProvider")
    json.object { $0.member("prepareProvider", raw: "true") }
  }
}
