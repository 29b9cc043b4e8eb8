import OppJSON
import OppLanguageServer
import OppLint
import OppModel
import OppSemantics
import OppTesting

/// A client that speaks with a server in the same process, over files that are in memory
final class ScriptedClient {
  /// What the client can do, as JSON
  struct Abilities {
    var encoding = "utf-16"
    var textDocument = "{}"
    var workspace = "{}"
    var window = "{}"
    var general = ""
  }

  let server: LanguageServer
  private let disk: MemoryDisk
  private var lastID = 0

  /// The messages of the server that have not been looked at
  private var arrived: [Parameters] = []

  /// - Parameters:
  ///   - files: texts by their absolute paths.
  ///   - folder: the open folder; nil for none.
  init(
    files: [String: String] = [:], folder: String? = "/rules", abilities: Abilities = Abilities(),
    initializes: Bool = true, replays: ReplayServices? = nil, background: BackgroundServices? = nil
  ) {
    disk = MemoryDisk(files)
    disk.background = background
    server = LanguageServer(disk.services, replays: replays, version: "test")
    guard initializes else { return }
    let general = #"{"positionEncodings":["\#(abilities.encoding)"]\#(abilities.general)}"#
    let folders = folder.map { #"[{"uri":"file://\#($0)","name":"rules"}]"# } ?? "null"
    _ = request(
      "initialize",
      """
      {"processId":null,"workspaceFolders":\(folders),"capabilities":{"general":\(general),\
      "textDocument":\(abilities.textDocument),"workspace":\(abilities.workspace),\
      "window":\(abilities.window)}}
      """)
    notify("initialized", "{}")
  }

  // MARK: Messages

  /// Sends bytes as they are
  func send(raw text: String) {
    server.receive(Array(text.utf8))
  }

  func send(body: String) {
    send(raw: "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  func notify(_ method: String, _ parameters: String) {
    send(body: #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(parameters)}"#)
  }

  /// Sends a request without waiting
  ///
  /// - Returns: its id.
  @discardableResult
  func post(_ method: String, _ parameters: String) -> Int {
    lastID += 1
    send(body: #"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(parameters)}"#)
    return lastID
  }

  /// Sends a request and gives its response
  func request(_ method: String, _ parameters: String) -> Response {
    response(to: post(method, parameters))
  }

  struct Response {
    let result: Parameters?
    let errorCode: Int?

    /// The result as JSON; `null` where there is none
    var json: String { result?.json ?? "null" }
  }

  func response(to id: Int) -> Response {
    run()
    guard let index = arrived.firstIndex(where: { $0["id"]?.integer == id && $0["method"] == nil })
    else { return Response(result: nil, errorCode: nil) }
    let message = arrived.remove(at: index)
    return Response(result: message["result"], errorCode: message["error"]?["code"]?.integer)
  }

  /// The messages that have arrived, taken away
  func takeAll() -> [Parameters] {
    run()
    defer { arrived = [] }
    return arrived
  }

  /// The messages that have arrived up to the first that fits, taken away; all where none does
  func takeAll(upTo fits: (Parameters) -> Bool) -> [Parameters] {
    // The clock goes on with every step, also where there is nothing to do yet.
    for _ in 0..<20_000 where !arrived.contains(where: fits) {
      _ = server.step()
      collect()
    }
    defer { arrived = [] }
    return arrived
  }

  /// The latest diagnostics pushed for a file; nil where none were
  func pushed(_ uri: String) -> Parameters? {
    server.settle()
    collect()
    let own = arrived.last {
      $0["method"]?.text == "textDocument/publishDiagnostics" && $0["params"]?["uri"]?.text == uri
    }
    arrived.removeAll { $0["method"]?.text == "textDocument/publishDiagnostics" }
    return own?["params"]
  }

  private func run() {
    while server.step() {}
    collect()
  }

  private func collect() {
    var reader = FrameReader()
    reader.add(server.takeOutput())
    while case .body(let body)? = reader.next() {
      guard let value = try? JSONValue.parse(body) else { continue }
      arrived.append(Parameters(value, in: body))
    }
  }

  // MARK: Texts

  func open(_ uri: String, _ text: String, version: Int = 1) {
    notify(
      "textDocument/didOpen",
      """
      {"textDocument":{"uri":"\(uri)","languageId":"opp","version":\(version),\
      "text":\(ValueNotation.jsonString(text))}}
      """)
  }

  func change(_ uri: String, _ changes: String, version: Int) {
    notify(
      "textDocument/didChange",
      #"{"textDocument":{"uri":"\#(uri)","version":\#(version)},"contentChanges":[\#(changes)]}"#)
  }

  func replaceAll(_ uri: String, _ text: String, version: Int) {
    change(uri, #"{"text":\#(ValueNotation.jsonString(text))}"#, version: version)
  }

  func write(_ path: String, _ text: String?) {
    disk.files[path] = text
    let uri = FileURI.uri(of: path)
    notify("workspace/didChangeWatchedFiles", #"{"changes":[{"uri":"\#(uri)","type":2}]}"#)
  }

  /// A text as JSON
  static func quoted(_ text: String) -> String { ValueNotation.jsonString(text) }

  func range(_ start: (Int, Int), _ end: (Int, Int)) -> String {
    """
    {"start":{"line":\(start.0),"character":\(start.1)},\
    "end":{"line":\(end.0),"character":\(end.1)}}
    """
  }
}

/// Files in memory
final class MemoryDisk {
  var files: [String: String]
  var background: BackgroundServices?
  private var ticks: Int64 = 0

  init(_ files: [String: String]) {
    self.files = files
  }

  var services: FileServices {
    FileServices(
      kind: { [self] path in
        if files[path] != nil { return .file }
        return files.keys.contains { $0.hasPrefix(path + "/") } ? .folder : .missing
      },
      ruleFiles: { [self] folder in
        files.keys.filter { $0.hasPrefix(folder + "/") && $0.hasSuffix(".opp") }
      },
      read: { [self] in files[$0].map { Array($0.utf8) } },
      analyze: { RuleSet.analyze(files: $0, connectors: .tool, recordsSymbols: true) },
      lintFolder: { [self] folder in
        var found = LintFolder(folder: folder)
        if let text = files[folder + "/.opplint"] {
          do throws(LintConfiguration.Problem) {
            found.configuration = try LintConfiguration(text)
          } catch {
            found.problem = (folder + "/.opplint", error)
          }
        }
        return found
      },
      zone: { _ in nil },
      today: { LocalDateTime(secondsSinceEpoch: 1_781_913_600).date },
      page: { "file:///pages/\($0).md" },
      milliseconds: { [self] in
        ticks += 1
        return ticks
      }, background: background)
  }
}
