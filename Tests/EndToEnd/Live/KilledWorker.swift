import Foundation
import OppModel
import OppSemantics
import OppTesting
import Testing

/// A recording that is lived in processes of `opp worker`, which are killed: the test holds the state, as a service does
final class KilledWorker {
  private var driver: WorkerDriver
  private let end: Instant

  /// The firings, by identity, each with the second at which it was delivered, or `nil` if it is held or dropped
  var deliveries: [String: Instant?] { driver.deliveries }

  /// The errors of replies, and firings that came twice
  var problems: [String] { driver.problems }

  /// - Parameters:
  ///   - data: the folder of the recording.
  ///   - commands: those of the person at the first step, as objects of JSON.
  init(rules: String, data: String, commands: [String]) throws {
    let analysis = RuleSet.analyze(rules)
    let recorded = try #require(RecordedExample(folder: data, graph: analysis.graph))
    // No place is known in the recording, so that its weather is that of everywhere.
    driver = WorkerDriver(
      rules: [("rules.opp", rules)], zone: "UTC", recorded, commands: commands, cell: nil,
      residence: .both)
    end = recorded.to
    // A message to a worker that was killed is an error, and no end of the tests.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Goes on with a new worker, to the end of the recording or until it is killed
  ///
  /// - Returns: whether it was killed.
  @discardableResult
  func run(killedAfter time: Duration?) throws -> Bool {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "opp")
    process.arguments = ["worker"]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let identifier = process.processIdentifier
    let killer = DispatchWorkItem { kill(identifier, SIGKILL) }
    if let time {
      DispatchQueue.global().asyncAfter(deadline: .now() + time / .seconds(1), execute: killer)
    }
    var hasDied = false
    driver.connect { message in
      let reply = hasDied ? nil : Self.reply(to: message, input, output)
      hasDied = reply == nil
      return reply
    }
    _ = driver.run(to: end)
    killer.cancel()
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return hasDied
  }

  /// The reply to a message, or `nil` if the worker has died
  private static func reply(to message: [UInt8], _ input: Pipe, _ output: Pipe) -> [UInt8]? {
    do {
      try input.fileHandleForWriting.write(contentsOf: Data(message + [UInt8(ascii: "\n")]))
    } catch {
      return nil
    }
    var reply = Data()
    while reply.last != UInt8(ascii: "\n") {
      let part = output.fileHandleForReading.availableData
      if part.isEmpty { return nil }
      reply += part
    }
    return Array(reply)
  }
}
