internal import OppJSON

/// The beginning and the end of a conversation
extension LanguageServer {
  /// `initialize`: the capabilities of the client, and those of the server
  func initialize(_ parameters: Parameters?) throws(ResponseError) -> String {
    guard let parameters, parameters.isObject else {
      throw .invalidParameters("`params` must be an object")
    }
    client = ClientCapabilities(parameters["capabilities"])
    parentProcess = parameters["processId"]?.integer
    if let options = parameters["initializationOptions"] { settings.read(options) }
    for uri in folderURIs(parameters) {
      if let path = FileURI.path(of: uri) { workspace.open(folder: path) }
    }
    phase = .running
    for state in workspace.orderedRuleSets { publisher.mark(state, at: context.now) }
    return JSONText.object { json in
      json.key("capabilities")
      json.object { ServerCapabilities(client: client, hasReplays: replays != nil).write(&$0) }
      json.key("serverInfo")
      json.object { info in
        info.member("name", string: "opp")
        info.member("version", string: version)
      }
    }
  }

  /// The folders of the client: a list, or the one of older clients
  private func folderURIs(_ parameters: Parameters) -> [String] {
    if let folders = parameters["workspaceFolders"]?.elements {
      return folders.compactMap { $0["uri"]?.text }
    }
    if let root = parameters["rootUri"]?.text { return [root] }
    guard let path = parameters["rootPath"]?.text, path.hasPrefix("/") else { return [] }
    return [FileURI.uri(of: FileURI.standardized(path))]
  }

  /// Handles a notification; one that is not known is passed over
  ///
  /// A notification has no response, so a mistake in one is a line in the client's log.
  func handle(notification method: String, _ parameters: Parameters?) {
    if method == "exit" {
      exitStatus = phase == .closing ? 0 : 1
      phase = .ended
      return
    }
    guard phase == .running else { return }
    do throws(ResponseError) {
      try NotificationTable.handlers[method]?(self, parameters ?? .empty)
    } catch {
      outbox.notify("window/logMessage") { json in
        json.member("type", raw: "2")
        json.member("message", string: "\(method): \(error.message)")
      }
    }
  }

  /// `initialized`: the server may send requests from now on
  func initialized(_ parameters: Parameters) {
    if client.registersWatchers {
      outbox.request("client/registerCapability") { json in
        json.key("registrations")
        json.array { array in
          array.object { registration in
            registration.member("id", string: "opp-files")
            registration.member("method", string: "workspace/didChangeWatchedFiles")
            registration.key("registerOptions")
            registration.object { options in
              options.key("watchers")
              options.array { Self.writeWatchers(&$0) }
            }
          }
        }
      }
    }
    requestSettings()
  }

  /// The patterns of files that change rule sets: rules, recordings, settings of the linter, markers of roots
  private static func writeWatchers(_ array: inout JSONText) {
    for pattern in ["**/*.opp", "**/data/**", "**/recording.json", "**/.opplint*", "**/.opp-root"] {
      array.object { $0.member("globPattern", string: pattern) }
    }
  }

  // MARK: Settings

  /// Requests the section `opp` of the client's settings; the response comes as a message of its own
  private func requestSettings() {
    guard client.hasConfiguration else { return }
    outbox.request("workspace/configuration", for: .settings) { json in
      json.key("items")
      json.array { array in array.object { $0.member("section", string: "opp") } }
    }
  }

  /// `workspace/didChangeConfiguration`
  func didChangeConfiguration(_ parameters: Parameters) {
    if let own = parameters["settings"]?["opp"] {
      take(settings: own)
    } else {
      requestSettings()
    }
  }

  /// Reads settings, and has the client fetch the views again that depend on them
  func take(settings own: Parameters?) {
    guard let own, own.isObject else { return }
    let before = settings
    settings.read(own)
    guard settings != before else { return }
    if client.refreshesInlayHints { outbox.request("workspace/inlayHint/refresh", nil) }
    if client.refreshesCodeLenses { outbox.request("workspace/codeLens/refresh", nil) }
  }
}
