import Foundation
import OppLanguageServer
import OppModel

@testable import opp

/// A client that speaks with a server in the same process, over the files of a folder
final class EditorClient {
  private let server: LanguageServer
  private var lastID = 0

  /// The messages of the server that have not been looked at
  private(set) var arrived: [[String: Any]] = []

  init(
    _ folder: URL, encoding: String = "utf-16", settings: [String: Any] = [:],
    textDocument: [String: Any] = ["diagnostic": [:]], present: String = "2026-06-21T12:00:00Z"
  ) {
    let context = CommandContext(
      workingDirectory: folder.path,
      variables: ["TZ": "UTC", "HOME": folder.path, "XDG_CACHE_HOME": folder.path + "/.cache"],
      present: Instant(rfc3339: present))
    server = LanguageServer(
      EditorServices(in: context).files, replays: EditorReplays(in: context).services,
      version: "test")
    _ = request(
      "initialize",
      [
        "processId": NSNull(), "rootUri": FileURI.uri(of: folder.path),
        "initializationOptions": settings,
        "capabilities": [
          "general": ["positionEncodings": [encoding]], "textDocument": textDocument,
        ],
      ])
    notify("initialized", [:])
  }

  func notify(_ method: String, _ parameters: [String: Any]) {
    send(["jsonrpc": "2.0", "method": method, "params": parameters])
  }

  /// The result of a request; nil for an error
  func request(_ method: String, _ parameters: [String: Any]) -> Any? {
    lastID += 1
    send(["jsonrpc": "2.0", "id": lastID, "method": method, "params": parameters])
    server.settle()
    collect()
    let index = arrived.firstIndex { $0["id"] as? Int == lastID && $0["method"] == nil }
    return index.flatMap { arrived.remove(at: $0)["result"] }
  }

  func requestList(_ method: String, _ parameters: [String: Any]) -> [[String: Any]] {
    request(method, parameters) as? [[String: Any]] ?? []
  }

  func open(_ uri: String, _ text: String) {
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri, "languageId": "opp", "version": 1, "text": text]])
  }

  func replace(_ uri: String, _ text: String, version: Int) {
    notify(
      "textDocument/didChange",
      ["textDocument": ["uri": uri, "version": version], "contentChanges": [["text": text]]])
  }

  private func send(_ message: [String: Any]) {
    guard let body = try? JSONSerialization.data(withJSONObject: message) else { return }
    server.receive(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
  }

  private func collect() {
    var reader = FrameReader()
    reader.add(server.takeOutput())
    while case .body(let body)? = reader.next() {
      let message = try? JSONSerialization.jsonObject(with: Data(body))
      if let message = message as? [String: Any] { arrived.append(message) }
    }
  }
}
