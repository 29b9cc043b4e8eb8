/// The client's notifications about texts, files and folders
///
/// Each is applied to the workspace at once; the rule sets that it changes are marked for the publisher.
struct DocumentNotifications {
  let context: RequestContext
  let publisher: DiagnosticPublisher

  /// `textDocument/didOpen`
  func didOpen(_ parameters: Parameters) throws(ResponseError) {
    let document = try parameters.required("textDocument")
    let uri = try document.requiredText("uri")
    context.workspace.open(
      OpenDocument(
        uri: uri, version: document["version"]?.integer ?? 0,
        text: try document.requiredText("text")))
    publisher.markChanged(uri, isOpening: true, context)
  }

  /// `textDocument/didChange`
  func didChange(_ parameters: Parameters) throws(ResponseError) {
    let uri = try parameters.documentURI()
    guard let changes = parameters["contentChanges"]?.elements else {
      throw .invalidParameters("`contentChanges` is missing")
    }
    try context.workspace.change(
      uri, changes, version: parameters["textDocument"]?["version"]?.integer,
      context.client.encoding)
    publisher.markChanged(uri, isOpening: false, context)
  }

  /// `textDocument/didClose`
  ///
  /// The text of the file on the disk counts from now on; a text without a file is forgotten.
  func didClose(_ parameters: Parameters) throws(ResponseError) {
    let uri = try parameters.documentURI()
    context.workspace.close(uri: uri)
    publisher.markStale(context)
  }

  /// `textDocument/didSave`
  ///
  /// The text on the disk is read again: a saved rule set is the one that lenses compare with.
  func didSave(_ parameters: Parameters) throws(ResponseError) {
    let uri = try parameters.documentURI()
    if let path = FileURI.path(of: uri) { context.workspace.changedOnDisk(path) }
    publisher.markStale(context)
  }

  /// `workspace/didChangeWatchedFiles`
  ///
  /// Also comes for `.opplint`, markers of roots and recordings, after which the rule sets are found again.
  func didChangeWatchedFiles(_ parameters: Parameters) throws(ResponseError) {
    guard let changes = parameters["changes"]?.elements else {
      throw .invalidParameters("`changes` is missing")
    }
    for change in changes {
      if let path = change["uri"]?.text.flatMap(FileURI.path) {
        context.workspace.changedOnDisk(path)
      }
    }
    publisher.markStale(context)
    refreshDiagnostics()
    refreshViews()
  }

  /// `workspace/didChangeWorkspaceFolders`
  func didChangeWorkspaceFolders(_ parameters: Parameters) throws(ResponseError) {
    let event = try parameters.required("event")
    for folder in event["removed"]?.elements ?? [] {
      if let path = folder["uri"]?.text.flatMap(FileURI.path) {
        context.workspace.close(folder: path)
      }
    }
    for folder in event["added"]?.elements ?? [] {
      if let path = folder["uri"]?.text.flatMap(FileURI.path) {
        context.workspace.open(folder: path)
      }
    }
    publisher.markStale(context)
    refreshDiagnostics()
  }

  /// Has the client fetch the views again that other files and recordings decide: lenses, hints, colours by meaning
  private func refreshViews() {
    let client = context.client
    for (name, isWanted) in [
      ("codeLens", client.refreshesCodeLenses), ("inlayHint", client.refreshesInlayHints),
      ("semanticTokens", client.refreshesTokens),
    ] where isWanted {
      context.outbox.request("workspace/\(name)/refresh", nil)
    }
  }

  /// Requests a client that pulls to pull again
  private func refreshDiagnostics() {
    guard context.client.pullsDiagnostics, context.client.refreshesDiagnostics else { return }
    context.outbox.request("workspace/diagnostic/refresh", nil)
  }
}
