/// The notifications of the client, and the handler of each
enum NotificationTable {
  static let handlers:
    [String: @Sendable (LanguageServer, Parameters) throws(ResponseError) -> Void] = [
      "initialized": { (server, parameters) throws(ResponseError) in
        server.initialized(parameters)
      },
      "textDocument/didOpen": { (server, parameters) throws(ResponseError) in
        try server.documentNotifications.didOpen(parameters)
      },
      "textDocument/didChange": { (server, parameters) throws(ResponseError) in
        try server.documentNotifications.didChange(parameters)
      },
      "textDocument/didClose": { (server, parameters) throws(ResponseError) in
        try server.documentNotifications.didClose(parameters)
      },
      "textDocument/didSave": { (server, parameters) throws(ResponseError) in
        try server.documentNotifications.didSave(parameters)
      },
      "workspace/didChangeWatchedFiles": { (server, parameters) throws(ResponseError) in
        try server.documentNotifications.didChangeWatchedFiles(parameters)
      },
      "workspace/didChangeWorkspaceFolders": { (server, parameters) throws(ResponseError) in
        try server.documentNotifications.didChangeWorkspaceFolders(parameters)
      },
      "workspace/didChangeConfiguration": { (server, parameters) throws(ResponseError) in
        server.didChangeConfiguration(parameters)
      },
    ]
}
