import Foundation
import OppModel
import OppStore
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// Standard output that takes nothing: a full disk, a pipe that nobody reads, a closed descriptor
@Suite(.limited) struct OutputTests {
  private final class World {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try write(
        "rules.opp",
        """
        set zone "UTC"
        opp "Warm" when temp > 20C notify "It is {temp}."
        test "warm"
          given temp = 18C
          at 2026-06-21T12:00  expect "Warm" quiet
          at 2026-06-21T13:00  given temp = 25C  expect "Warm" fires

        """)
      try write("messy.opp", "set   zone \"UTC\"\n")
      try write("broken.opp", "opp \"Warm\" when wether\n")
      try write("data/weather.csv", "time,temp\n2026-06-21T12:00:00Z,18\n2026-06-21T13:00:00Z,25\n")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func write(_ name: String, _ text: String) throws {
      let file = path(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }

    func path(_ name: String) -> URL { folder.appending(path: name) }

    func start(_ words: [String], _ output: ToolProcess.Output) throws -> ToolProcess {
      try ToolProcess(
        words.map {
          $0.hasSuffix(".opp") || ["data", "s.sqlite"].contains($0) ? path($0).path : $0
        },
        in: folder, output: output)
    }

    /// A store with a firing
    func fire() throws {
      let process = try start(
        [
          "run", "rules.opp", "--data", "data", "--to", "2026-06-21T13:30:00Z", "--store",
          "s.sqlite",
        ],
        .kept)
      #expect(process.wait() == .exited(0))
    }
  }

  private static let commands = [
    "check rules.opp", "check --format json broken.opp", "eval rules.opp --data data",
    "eval --format json rules.opp --data data", "compile rules.opp", "test rules.opp",
    "plan rules.opp --data data --day 2026-06-21", "fmt --check messy.opp", "fmt --diff messy.opp",
    "why Warm rules.opp --data data --at 2026-06-21T13:10Z", "prelude", "completions bash",
    "history --store s.sqlite", "list rules.opp --store s.sqlite", "--help", "help eval",
    "--version", "disable Warm --store s.sqlite",
    "run rules.opp --data data --to 2026-06-21T14:00:00Z",
  ]

  @Test(arguments: commands)
  func `a command that cannot print says so and ends with 3`(command: String) throws {
    let world = try World()
    if command.contains("s.sqlite") { try world.fire() }
    for output in [ToolProcess.Output.path("/dev/full"), .closed] {
      let process = try world.start(command.split(separator: " ").map(String.init), output)
      #expect(process.wait() == .exited(3), "\(command): \(process.said)")
      let reason = output == .closed ? "it is closed" : "No space left on device"
      #expect(process.said.contains("standard output cannot be written: \(reason)"), "\(command)")
    }
  }

  @Test(arguments: commands)
  func `a pipe that nobody reads ends a command as it ends other programs`(command: String) throws {
    let world = try World()
    if command.contains("s.sqlite") { try world.fire() }
    let process = try world.start(command.split(separator: " ").map(String.init), .closedPipe)
    #expect(process.wait() == .signalled(SIGPIPE))
  }

  @Test func `what was not written is delivered by a later run`() throws {
    for connected in ["", "connect notifications to stdout()\n"] {
      let world = try World()
      try world.write(
        "rules.opp",
        "set zone \"UTC\"\n\(connected)opp \"Warm\" when temp > 20C notify \"It is {temp}.\"\n")
      let words = ["run", "rules.opp", "--data", "data", "--store", "s.sqlite", "--to"]
      let first = try world.start(words + ["2026-06-21T13:30:00Z"], .path("/dev/full"))
      #expect(first.wait() == .exited(3))
      #expect(
        first.said.contains(
          """
          2026-06-21 13:00:00  notifications (stdout): standard output cannot be written: \
          No space left on device; 1 firing waits to be delivered. Opp tries again at 13:00.
          """), "\(first.said)")
      let store = try Store.open(path: world.path("s.sqlite").path)
      #expect(try store.history().map(\.state) == [.waiting])
      let second = try world.start(words + ["2026-06-21T15:00:00Z"], .kept)
      #expect(second.wait() == .exited(0))
      #expect(second.printed == "2026-06-21 13:00:00  Warm: It is 25°C.\n")
      #expect(try store.history().map(\.state) == [.delivered])
    }
  }

  @Test func `a round whose firing cannot be written ends with 3`() throws {
    let world = try World()
    try world.write("always.opp", "opp \"Now\" when time >= 0:00\n")
    let process = try world.start(
      ["run", "always.opp", "--once", "--store", "s.sqlite"], .path("/dev/full"))
    #expect(process.wait() == .exited(3))
    #expect(process.said.contains("standard output cannot be written"), "\(process.said)")
    let store = try Store.open(path: world.path("s.sqlite").path)
    #expect(try store.history().map(\.state) == [.waiting])
  }
}
