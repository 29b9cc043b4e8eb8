internal import Foundation

/// `opp lsp` while someone writes: the time from a key to completion and to diagnostics
///
/// The server is a process of its own, so pipes, JSON and its delays are in the times. Each round types the keys at
/// the end of one condition, `  when temp > 3C` → `  when temp > 3C and sky ==`, and takes them back, so that the text
/// at the start of every round is the generated one. Half-typed conditions have syntax errors, as in an editor.
struct EditorBenchmark {
  let isQuick: Bool
  let tool: ToolUnderTest

  /// The keys that are typed at the end of a condition, and then deleted
  private static let keys = Array(" and sky ==")

  func run() {
    guard let path = tool.path else { return }
    let report = Report(
      "Editing, 95th percentiles after a key, any delay included",
      columns: ["lines", "opening", "completion", "diagnostics", "peak memory"])
    for lines in isQuick ? [1000] : [1000, 10_000, 50_000] { measure(lines, path, report) }
  }

  /// Measures one size, and prints its row
  private func measure(_ lines: Int, _ path: String, _ report: Report) {
    guard let session = try? EditingSession(path, rules(lines)) else {
      return report.row([Report.count(lines), "failed"])
    }
    let opening = session.open()
    var completions: [Double] = []
    var diagnostics: [Double] = []
    // 7919 is a prime: the rounds type in places far apart, however many conditions there are.
    for round in 0..<(isQuick ? 2 : 6) {
      for key in Self.keys {
        let times = session.type(key, inConditionAt: round * 7919)
        completions.append(times.completion)
        diagnostics.append(times.diagnostics)
      }
      session.takeBack(Self.keys.count)
    }
    let memory = session.end()
    report.row([
      Report.count(lines), Report.time(opening), Report.time(Self.percentile(completions)),
      Report.time(Self.percentile(diagnostics)), Report.memory(memory),
    ])
  }

  /// Generated rules of at most so many lines, ending with a whole Opp
  private func rules(_ lines: Int) -> String {
    var generated = GeneratedRules(seed: 1)
    let text = generated.text(count: lines / 5)
    let all = text.split(separator: "\n", omittingEmptySubsequences: false)
    // Cut where an Opp ends.
    let end = all.prefix(lines).lastIndex { $0.isEmpty } ?? 0
    return all[..<end].joined(separator: "\n") + "\n"
  }

  /// The 95th percentile of durations, in their unit: the value at 95 % of the sorted list, rounded down
  ///
  ///     20 values → the last (20 * 95 / 100 = 19)        66 values → the 63rd (index 62)
  private static func percentile(_ times: [Double]) -> Double {
    let sorted = times.sorted()
    return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, sorted.count * 95 / 100)]
  }
}

/// A server and the text that is open in it
///
/// Called in the order `open`, then rounds of `type` and `takeBack`, then `end`. Every call waits for the messages that
/// it measures, so that messages never overlap.
private final class EditingSession {
  /// The server, `opp lsp`
  private let process = Process()
  /// The standard input of the server
  private let input = Pipe()
  /// The standard output of the server
  private let output = Pipe()
  /// A folder of its own, with the marker that makes it the root of a rule set; removed at the end
  private let folder: URL
  /// The document; no file is there, only the open text
  private let uri: String
  /// The text as the server has it, without line ends
  private var lines: [Substring]
  /// The indices in ``lines`` of the lines that begin a condition
  private var conditions: [Int]
  /// The line typed in last, an index in ``lines``
  private var line = 0
  /// The version of the document that the server has got last
  private var version = 1
  /// The number of the last request
  private var lastID = 0
  /// Bytes of the output that are not yet a whole message
  private var buffer = Data()

  /// Starts the server in a folder of its own
  ///
  /// - Throws: the errors of making the folder and of starting the process.
  init(_ path: String, _ text: String) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "opp-editing-\(getpid())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data().write(to: folder.appending(path: ".opp-root"))
    uri = "file://\(folder.path)/rules.opp"
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let lines = lines
    conditions = lines.indices.filter { lines[$0].hasPrefix("  when ") }
    process.executableURL = URL(filePath: path)
    process.arguments = ["lsp"]
    process.currentDirectoryURL = folder
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  /// Opens the text
  ///
  /// - Returns: the seconds until the first diagnostics.
  func open() -> Double {
    _ = request(
      "initialize", #"{"processId":null,"rootUri":"file://\#(folder.path)","capabilities":{}}"#)
    notify("initialized", "{}")
    let start = Stopwatch.now
    let text = lines.joined(separator: "\n").replacing("\\", with: "\\\\")
      .replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    notify(
      "textDocument/didOpen",
      #"{"textDocument":{"uri":"\#(uri)","languageId":"opp","version":1,"text":"\#(text)"}}"#)
    wait { $0.contains("textDocument/publishDiagnostics") }
    return Stopwatch.now - start
  }

  /// Types a character at the end of a condition, and wants completion at once
  func type(
    _ key: Character, inConditionAt seed: Int
  ) -> (completion: Double, diagnostics: Double) {
    line = conditions[seed % conditions.count]
    let column = lines[line].utf16.count
    lines[line].append(key)
    let start = Stopwatch.now
    change(column, column, String(key))
    _ = request(
      "textDocument/completion",
      #"{"textDocument":{"uri":"\#(uri)"},"position":{"line":\#(line),"character":\#(column + 1)}}"#
    )
    let completion = Stopwatch.now - start
    waitForDiagnostics()
    return (completion, Stopwatch.now - start)
  }

  /// Deletes characters at the end of the line that was typed in
  func takeBack(_ count: Int) {
    let column = lines[line].utf16.count
    lines[line].removeLast(count)
    change(column - count, column, "")
    waitForDiagnostics()
  }

  /// - Returns: the most memory that the process had, in megabytes.
  func end() -> Double {
    let status = try? String(
      contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let peak = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM") }
    let kilobytes = peak?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap {
      Double($0)
    }
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    try? FileManager.default.removeItem(at: folder)
    return (kilobytes ?? .nan) * 1024 / 1e6
  }

  // MARK: Messages

  /// Sends a change of the line typed in, columns in UTF-16, and counts the version up
  private func change(_ start: Int, _ end: Int, _ text: String) {
    version += 1
    let range = """
      {"start":{"line":\(line),"character":\(start)},"end":{"line":\(line),"character":\(end)}}
      """
    notify(
      "textDocument/didChange",
      """
      {"textDocument":{"uri":"\(uri)","version":\(version)},\
      "contentChanges":[{"range":\(range),"text":"\(text)"}]}
      """)
  }

  /// Reads messages up to the diagnostics of the current version; older ones are passed over
  private func waitForDiagnostics() {
    wait { [version] in
      $0.contains("textDocument/publishDiagnostics") && $0.contains(#""version":\#(version),"#)
    }
  }

  /// Sends a message that gets no response
  private func notify(_ method: String, _ parameters: String) {
    send(#"{"jsonrpc":"2.0","method":"\#(method)","params":\#(parameters)}"#)
  }

  /// Sends a request, and returns the first 200 bytes of its response
  private func request(_ method: String, _ parameters: String) -> String {
    lastID += 1
    send(#"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method)","params":\#(parameters)}"#)
    return wait { [lastID] in $0.hasPrefix(#"{"jsonrpc":"2.0","id":\#(lastID),"#) }
  }

  /// Writes one message with its header: `Content-Length: 42␍␊␍␊{"jsonrpc":"2.0",…`
  ///
  /// The framing is that of the Language Server Protocol's base protocol; one header is all that is sent.
  private func send(_ body: String) {
    let frame = "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    try? input.fileHandleForWriting.write(contentsOf: Data(frame.utf8))
  }

  /// Reads messages up to one that fits; empty if the output ends before
  @discardableResult
  private func wait(_ fits: (String) -> Bool) -> String {
    // 200 bytes hold the method or the number; a message with completions may have many thousand.
    while true {
      while let body = nextBody() {
        let head = String(decoding: body.prefix(200), as: UTF8.self)
        if fits(head) { return head }
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return "" }
      buffer.append(more)
    }
  }

  /// Takes the first message from the buffer; nil if it is not there as a whole
  private func nextBody() -> Data? {
    guard let end = buffer.firstRange(of: Data("\r\n\r\n".utf8)),
      let length = Int(
        String(decoding: buffer[buffer.startIndex..<end.lowerBound], as: UTF8.self)
          .dropFirst("Content-Length: ".count)),
      buffer.endIndex - end.upperBound >= length
    else { return nil }
    let body = buffer[end.upperBound..<end.upperBound + length]
    buffer = Data(buffer[(end.upperBound + length)...])
    return body
  }
}
