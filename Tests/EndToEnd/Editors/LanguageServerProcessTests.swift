import Foundation
import OppTestLimits
import Testing

/// `opp lsp` as a process, as editors start it
@Suite(.limited) struct LanguageServerProcessTests {
  /// The messages that the process has for a client that sends all of its own at once, and its status
  private func converse(
    _ bodies: [String], in folder: URL
  ) throws -> (output: String, status: Int32) {
    let process = Process()
    // It lies beside the bundle of the tests.
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "opp")
    process.arguments = ["lsp", "--stdio"]
    process.currentDirectoryURL = folder
    process.environment = ["HOME": folder.path, "TZ": "UTC"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    for body in bodies {
      let frame = "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
      try input.fileHandleForWriting.write(contentsOf: Data(frame.utf8))
    }
    try input.fileHandleForWriting.close()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (String(decoding: data, as: UTF8.self), process.terminationStatus)
  }

  private func withRules(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("let x   = 1\nopp \"A\" when temp > 20\n".utf8)
      .write(to: folder.appending(path: "rules.opp"))
    try body(folder)
  }

  private func initialize(_ folder: URL) -> String {
    """
    {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,\
    "rootUri":"file://\(folder.path)","capabilities":{"textDocument":{"diagnostic":{}}}}}
    """
  }

  @Test func `a folder is served from initialize to exit`() throws {
    try withRules { folder in
      let (output, status) = try converse(
        [
          initialize(folder),
          #"{"jsonrpc":"2.0","method":"initialized","params":{}}"#,
          """
          {"jsonrpc":"2.0","id":2,"method":"textDocument/formatting","params":{"textDocument":\
          {"uri":"file://\(folder.path)/rules.opp"},"options":{"tabSize":2,"insertSpaces":true}}}
          """,
          #"{"jsonrpc":"2.0","id":3,"method":"workspace/diagnostic","params":{}}"#,
          #"{"jsonrpc":"2.0","id":4,"method":"shutdown"}"#,
          #"{"jsonrpc":"2.0","method":"exit"}"#,
        ], in: folder)
      #expect(status == 0)
      #expect(output.contains(#""positionEncoding":"utf-16""#))
      #expect(output.contains(#""newText":"let x = 1\n""#))
      #expect(output.contains(#""code":"missing-unit""#))
      #expect(output.hasSuffix(#"{"jsonrpc":"2.0","id":4,"result":null}"#))
    }
  }

  @Test func `the end of the input ends the process and fails`() throws {
    try withRules { folder in
      let (_, status) = try converse([initialize(folder)], in: folder)
      #expect(status == 1)
    }
  }
}
