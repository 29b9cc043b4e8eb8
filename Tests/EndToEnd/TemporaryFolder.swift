import Foundation
import OppLanguageServer
import OppModel
import OppOutputs

@testable import opp

/// A folder that is gone with the value
final class TemporaryFolder {
  let url: URL

  init(_ files: [String: String] = [:]) throws {
    url = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    for (name, text) in files { try write(name, text) }
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ name: String, _ text: String) throws {
    let file = url.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func uri(_ name: String) -> String { FileURI.uri(of: url.appending(path: name).path) }

  /// The output of a command line in the folder
  func run(_ words: [String]) -> (text: String, status: OppOutputs.ExitStatus) {
    let console = Console()
    let context = CommandContext(
      workingDirectory: url.path, variables: ["TZ": "UTC", "HOME": url.path],
      present: Instant(rfc3339: "2026-06-21T12:00:00Z"))
    let status = CommandLineTool.run(words, in: context, console)
    return (String(decoding: console.transcript, as: UTF8.self), status)
  }
}
