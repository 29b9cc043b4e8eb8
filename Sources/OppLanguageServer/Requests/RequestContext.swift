/// The state of the server that requests read
///
/// A request is handed one when it begins; the rule sets in it are those of the server itself. Only ``memory`` and
/// ``outbox`` are written to.
///
/// ```
/// "textDocument/hover" → HoverRequests(context: context).hover(parameters)
/// ```
///
/// A group of requests is a struct with a context, and no state of its own. A request of another kind is a method in
/// one of them and a line in ``RequestTable``.
struct RequestContext {
  let workspace: Workspace
  let client: ClientCapabilities
  let settings: ServerSettings

  /// The facts that recordings have; `nil` if there are none
  let replays: ReplayServices?
  let memory: ResponseMemory

  /// The messages of the server's own, such as the request to show a document
  let outbox: Outbox

  /// Milliseconds of the stopwatch
  var now: Int64 { workspace.services.milliseconds() }

  /// The file that `textDocument` names
  ///
  /// - Throws: `invalidParams` if the server does not know it.
  func file(_ parameters: Parameters) throws(ResponseError) -> RequestedFile {
    try file(uri: try parameters.documentURI())
  }

  func file(uri: String) throws(ResponseError) -> RequestedFile {
    guard let state = workspace.ruleSet(ofURI: uri) else {
      throw .invalidParameters("`\(uri)` is not known")
    }
    let snapshot = workspace.snapshot(of: state)
    let canonical = FileURI.path(of: uri).map(FileURI.uri) ?? uri
    guard let index = snapshot.index(ofURI: uri) ?? snapshot.index(ofURI: canonical) else {
      throw .invalidParameters("`\(uri)` is not known")
    }
    return RequestedFile(
      state: state, snapshot: snapshot, index: index,
      writer: PlaceWriter(texts: snapshot.texts, encoding: client.encoding))
  }

  /// `true` while a rule set that a request reads is being checked beside the loop, which this begins
  func isBeingChecked(_ parameters: Parameters, for method: String) -> Bool {
    var isBeingChecked = false
    for state in ruleSets(of: parameters, for: method) where workspace.checkAside(state) {
      isBeingChecked = true
    }
    return isBeingChecked
  }

  /// The rule sets that a request reads: that of the text it is about, or all
  private func ruleSets(of parameters: Parameters, for method: String) -> [RuleSetState] {
    if RequestTable.methodsOfWorkspace.contains(method) { return workspace.orderedRuleSets }
    // Lenses and fixes name their text in `data`, commands in their first argument.
    let argument = parameters["arguments"]?.elements?.first ?? nil
    let uri =
      parameters["textDocument"]?["uri"]?.text ?? parameters["data"]?["uri"]?.text
      ?? argument?["uri"]?.text ?? argument?.text
    return uri.flatMap(workspace.ruleSet(ofURI:)).map { [$0] } ?? []
  }

  /// Lints a rule set for a slice
  ///
  /// - Returns: `true` while there is more to do.
  func lintsOn(_ state: RuleSetState) -> Bool {
    state.lint(for: DiagnosticPublisher.lintSlice, workspace.services)
  }
}
