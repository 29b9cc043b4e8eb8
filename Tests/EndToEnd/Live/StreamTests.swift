import Foundation
import OppOutputs
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// Programs that keep running and print a line for each reading
@Suite(.limited, .waiting) struct StreamTests {
  private static let rules = """
    source door fresh for 1h { open: Bool }
    connect door to command("/bin/sh door.sh", stream: true)
    opp "Door" when door.open
    opp "Shut" when door.open == false

    """

  /// A run with a script that goes on until a text is printed
  private func run(
    _ script: String, until text: String, _ options: [String] = [], rules: String = Self.rules
  ) async throws -> LiveFolder {
    try await run(script, options, rules: rules) { $0.transcript.contains(text) }
  }

  /// A run with a script that goes on until something has happened
  private func run(
    _ script: String, _ options: [String] = [], rules: String = Self.rules,
    until isOver: @escaping @Sendable (LiveFolder) -> Bool
  ) async throws -> LiveFolder {
    let live = try LiveFolder(rules, to: "2026-06-21T00:00:01Z")
    try Data(script.utf8).write(to: live.folder.appending(path: "door.sh"))
    let folder = live
    live.machineClock = LastingClock { isOver(folder) }
    try await live.live(options)
    return live
  }

  @Test func `a line fires, a bad one is said once and counted, and an end is said`() async throws {
    // The program works again only after its end was said, and all of its lines are kept before the run ends.
    let live = try await run(
      """
      [ -e again ] && while [ ! -e go ]; do sleep 0.05; done
      echo Connecting
      echo '{"open": true}'
      [ -e again ] && exec sleep 3600
      touch again
      echo 'no such broker' >&2
      exit 4
      """
    ) { live in
      if live.transcript.contains("ended with status") {
        _ = FileManager.default.createFile(
          atPath: live.folder.appending(path: "go").path, contents: nil)
      }
      return live.transcript.contains("works again")
        && live.command("list").contains(" of 4 lines")
    }
    #expect(live.count(of: "  Door") == 1, "\(live.printed)")
    #expect(
      live.count(of: "door (command): line 1 of sh is no JSON: check the program") == 1,
      "\(live.printed)")
    #expect(
      live.count(
        of: """
          door (command): sh ended with status 4: no such broker; "Door" and "Shut" wait for it. \
          Check the program; Opp tries again by itself.
          """) == 1, "\(live.printed)")
    let list = live.command("list")
    #expect(
      list.contains("door (command): 2 of 4 lines cannot be read, the last is line 1 of sh"),
      "\(list)")
  }

  @Test func `a button that is pressed and released within a second was pressed`() async throws {
    let live = try await run(
      """
      echo '{"open": true}'
      echo '{"open": false}'
      exec sleep 3600
      """, until: "  Shut")
    #expect(live.count(of: "  Door") == 1, "\(live.printed)")
    #expect(live.count(of: "  Shut") == 1, "\(live.printed)")
  }

  @Test func `rows of a table come and change by lines`() async throws {
    let live = try await run(
      """
      echo '[{"id": "a", "open": false}]'
      echo '{"id": "b", "open": true}'
      exec sleep 3600
      """, until: "  Open",
      rules: """
        table doors by id { id: Text, open: Bool }
        connect doors to command("/bin/sh door.sh", stream: true)
        opp "Open" for each d in doors when d.open notify "{d.id} of {count(doors)}"

        """)
    #expect(live.count(of: "  Open [\"b\"]: b of 2") == 1, "\(live.printed)")
  }

  @Test func `a round takes the first line, and waits no longer than it may`() async throws {
    let first = try await run(
      """
      echo '{"open": true}'
      exec sleep 3600
      """, until: "never", ["--once"])
    #expect(first.status == .success)
    #expect(first.count(of: "  Door") == 1, "\(first.printed)")
    let none = try await run("exec sleep 3600", until: "never", ["--once", "--wait", "1s"])
    #expect(none.status == .outside)
    #expect(
      none.count(of: "door (command): there was no report within 1 s") == 1, "\(none.printed)")
  }

  @Test(arguments: [SIGTERM, SIGINT, SIGKILL])
  func `a program ends with Opp, whatever ends it`(signal: Int32) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(("set zone \"UTC\"\n" + Self.rules).utf8)
      .write(to: folder.appending(path: "rules.opp"))
    try Data(
      """
      sleep 3600 & echo $! > child
      echo '{"open": true}'
      echo $$ > leader.new; mv leader.new leader
      wait
      """.utf8
    ).write(to: folder.appending(path: "door.sh"))
    let tool = try ToolProcess(
      ["run", folder.path + "/rules.opp", "--store", folder.path + "/store.sqlite"], in: folder)
    #expect(ToolProcess.waits { tool.printed.contains("Door") }, "\(tool.said)")
    tool.send(signal)
    tool.wait()
    for name in ["leader", "child"] {
      let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
      let process = try #require(pid_t(text.trimmingCharacters(in: .newlines)))
      #expect(ToolProcess.waits { !Self.isRunning(process) }, "\(name)")
    }
  }

  /// Whether a process runs, and is not just waiting for its parent to see its end
  private static func isRunning(_ process: pid_t) -> Bool {
    guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else {
      return kill(process, 0) == 0
    }
    return !stat.contains(") Z ")
  }
}
