import Foundation
import OppOutputs
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// Damaged rules and data: no trap, no hang, no message without a place
@Suite(.limited) struct MutationTests {
  private static let isLong = ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"

  /// How long one command may take, with room for a busy machine
  private static let timeLimit: Duration = .seconds(10)

  /// A small example: rules, data, and the commands to put them through
  private static let rules = [
    "examples/opportunity/everything.opp", "examples/opportunity/time.opp",
    "examples/opportunity/weather.opp", "examples/opportunity/errands.opp",
    "examples/units-and-time/traps.opp", "examples/units-and-time/tests.opp",
  ]

  @Test func `damaged rules are reported with their places`() throws {
    var random = SplitMix64(seed: 1)
    let count = Self.isLong ? 60_000 : 60
    let texts = try Self.rules.map { Array(try Repository.text($0).utf8) }
    var diagnostics = 0
    try withFolder { folder in
      let file = folder.appending(path: "rules.opp")
      for index in 0..<count {
        var mutation = Mutation(seed: random.next())
        try Data(mutation.damaged(texts[index % texts.count])).write(to: file)
        diagnostics += check(["check", "--format", "json", "rules.opp"], in: folder, seed: index)
        check(["fmt", "--check", "rules.opp"], in: folder, seed: index)
        if index % 4 == 0 {
          check(
            [
              "eval", "--format", "json", "rules.opp", "--from", "2026-03-28T00:00", "--to",
              "2026-03-30T00:00",
            ], in: folder, seed: index)
        }
      }
    }
    #expect(diagnostics > count / 2, "hardly anything was damaged")
  }

  @Test(arguments: ["weather.csv", "location.csv", "calendar.ics", "recording.json"])
  func `damaged data is reported with its place`(name: String) throws {
    var random = SplitMix64(seed: 2)
    let source = Repository.root.appending(path: "examples/units-and-time")
    let count = Self.isLong ? 10_000 : 25
    var diagnostics = 0
    try withFolder { folder in
      let copy = folder.appending(path: "story")
      try FileManager.default.copyItem(at: source, to: copy)
      let file = copy.appending(path: "data/\(name)")
      let original = Array(try Data(contentsOf: file))
      for index in 0..<count {
        var mutation = Mutation(seed: random.next())
        try Data(mutation.damaged(original)).write(to: file)
        // The data begins in June; the rules are looked at for a few days only.
        diagnostics += check(
          ["eval", "--format", "json", "story", "--to", "2026-03-03T00:00"], in: folder, seed: index
        )
      }
    }
    #expect(diagnostics > count / 5, "hardly anything was damaged")
  }

  private func withFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  /// Runs a command line: it ends in time, and every diagnostic has a path and a line
  ///
  /// - Returns: the number of diagnostics.
  @discardableResult
  private func check(_ arguments: [String], in folder: URL, seed: Int) -> Int {
    let console = Console()
    let clock = ContinuousClock()
    let time = clock.measure {
      _ = CommandLineTool.run(
        arguments, in: CommandContext(workingDirectory: folder.path), console)
    }
    #expect(time < Self.timeLimit, "\(arguments.joined(separator: " ")), seed \(seed): \(time)")
    let diagnostics = String(decoding: console.transcript, as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix(#"{"type":"diagnostic""#) }
    for line in diagnostics {
      #expect(line.contains(#""line":"#), "seed \(seed): \(line)")
    }
    return diagnostics.count
  }
}
