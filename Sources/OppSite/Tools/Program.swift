internal import Foundation

/// A program that is run to its end
struct Program {
  let path: String

  /// The folder that it runs in; nil for that of this process
  var folder: URL?

  /// Variables of its environment beside those of this process
  var variables: [String: String] = [:]

  /// The exit status, and both streams in the order of writing
  struct Outcome {
    let status: Int32
    let text: String
  }

  /// Runs the program with arguments
  ///
  /// - Throws: ``SiteFailure`` if it cannot be started.
  func run(_ arguments: [String]) throws(SiteFailure) -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    if let folder { process.currentDirectoryURL = folder }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    process.standardInput = FileHandle.nullDevice
    do {
      try process.run()
      let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      return Outcome(status: process.terminationStatus, text: String(decoding: data, as: UTF8.self))
    } catch {
      throw SiteFailure("`\(path)` cannot be run: \(error.localizedDescription)")
    }
  }
}
