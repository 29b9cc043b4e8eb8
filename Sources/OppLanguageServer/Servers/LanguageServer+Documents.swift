/// The client's notifications about texts, files and folders
extension LanguageServer {
  /// `textDocument/didOpen`
  func didOpen(_ parameters: Parameters) throws(ResponseError) {
    let document = try parameters.required("textDocument")
    let uri = try document.requiredText("uri")
    workspace.open(
      OpenDocument(
        uri: uri, version: document["version"]?.integer ?? 0,
        text: try document.requiredText("text")))
    publish(afterChangeOf: uri, isOpening: true)
  }

  /// `textDocument/didChange`
  func didChange(_ parameters: Parameters) throws(ResponseError) {
    let uri = try parameters.documentURI()
    guard let changes = parameters["contentChanges"]?.elements else {
      throw .invalidParameters("`contentChanges` is missing")
    }
    try workspace.change(
      uri, changes, version: parameters["textDocument"]?["version"]?.integer, client.encoding)
    publish(afterChangeOf: uri)
  }

  /// `textDocument/didClose`
  func didClose(_ parameters: Parameters) throws(ResponseError) {
    let uri = try parameters.documentURI()
    workspace.close(uri: uri)
    publishAll()
  }

  /// `textDocument/didSave`
  func didSave(_ parameters: Parameters) throws(ResponseError) {
    let uri = try parameters.documentURI()
    if let path = FileURI.path(of: uri) { workspace.changedOnDisk(path) }
    publishAll()
  }

  /// `workspace/didChangeWatchedFiles`
  func didChangeWatchedFiles(_ parameters: Parameters) throws(ResponseError) {
    guard let changes = parameters["changes"]?.elements else {
      throw .invalidParameters("`changes` is missing")
    }
    for change in changes {
      if let path = change["uri"]?.text.flatMap(FileURI.path) { workspace.changedOnDisk(path) }
    }
    publishAll()
    refreshDiagnostics()
  }

  /// `workspace/didChangeWorkspaceFolders`
  func didChangeWorkspaceFolders(_ parameters: Parameters) throws(ResponseError) {
    let event = try parameters.required("event")
    for folder in event["removed"]?.elements ?? [] {
      if let path = folder["uri"]?.text.flatMap(FileURI.path) { workspace.close(folder: path) }
    }
    for folder in event["added"]?.elements ?? [] {
      if let path = folder["uri"]?.text.flatMap(FileURI.path) { workspace.open(folder: path) }
    }
    publishAll()
    refreshDiagnostics()
  }

  // MARK: Diagnostics

  private func publish(afterChangeOf uri: String, isOpening: Bool = false) {
    guard !client.pullsDiagnostics, let state = workspace.ruleSet(ofURI: uri) else { return }
    publisher.mark(state, at: now, isUrgent: isOpening)
  }

  private func publishAll() {
    guard !client.pullsDiagnostics else { return }
    for state in workspace.orderedRuleSets where state.isStale {
      publisher.mark(state, at: now, isUrgent: true)
    }
    withdrawDiagnostics()
  }

  /// Asks a client that pulls to pull again
  private func refreshDiagnostics() {
    guard client.pullsDiagnostics, client.refreshesDiagnostics else { return }
    outbox.request("workspace/diagnostic/refresh", nil)
  }
}
