import Foundation
import OppModel
import OppOutputs
import OppProviders
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// What `opp record` writes, `opp eval --data` reads
@Suite(.limited) struct RecorderTests {
  @Test func `what was recorded replays as it was`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let server = try LoopbackServer()
    defer { server.stop() }
    let rules = """
      set zone "UTC"
      source hall fresh for 30min { inside: Temperature  note: Text }
      table chores by id { id: Text  done: Bool }
      connect hall to json("\(server.url)/hall")
      connect chores to json("\(server.url)/chores")
      opp "Cold" when inside < 18C and note contains "window" notify "{inside}"
      opp "Chore" for each c in chores where not c.done on row added notify "{c.id}"
      """
    try Data(rules.utf8).write(to: folder.appending(path: "rules.opp"))
    let begins = try #require(Instant(rfc3339: "2026-06-21T08:00:00Z"))
    let clock = ScriptedClock(from: begins, to: begins.advanced(by: 3 * 3600 + 1))
    server.on("/hall") { _ in
      clock.now < begins.advanced(by: 3600)
        ? .json(#"{"inside": 20.25, "note": "shut"}"#)
        : .json(#"{"inside": 17.5, "note": "a \"window\", open"}"#)
    }
    server.on("/chores") { _ in
      clock.now < begins.advanced(by: 7200)
        ? .json(#"[{"id": "dishes", "done": false}]"#)
        : .json(#"[{"id": "mow, twice", "done": false}]"#)
    }
    let context = CommandContext(
      workingDirectory: folder.path, variables: ["TZ": "UTC"], present: begins)
    let said: String = try await withCheckedThrowingContinuation { continuation in
      // On a thread of its own: the loop waits for tasks, whose threads it must not hold up.
      Thread.detachNewThread {
        continuation.resume(with: Result { try record(clock, in: context, folder) })
      }
    }
    #expect(!said.contains("error"), "\(said)")
    let console = Console()
    let status = CommandLineTool.run(
      ["eval", "rules.opp", "--data", "recorded"], in: context, console)
    console.flush()
    #expect(status == .success)
    #expect(
      String(decoding: console.transcript, as: UTF8.self) == """
        2026-06-21 09:00:00  Cold: 18°C
        2026-06-21 10:00:00  Chore ["mow, twice"]: mow, twice

        """)
  }
}

/// Records until the clock ends
private func record(
  _ clock: ScriptedClock, in context: CommandContext, _ folder: URL
) throws -> String {
  let console = Console()
  let checked = try CheckedRules.read(["rules.opp"], in: context)
  let invocation = try Invocation.parse(["rules.opp"], for: .record)
  let rules = try LiveRules.connected(checked, invocation, WebClient.patient, in: context)
  let mailbox = LiveMailbox()
  let writer = try RecordingWriter(
    graph: rules.graph, zone: rules.zone, zoneName: "UTC",
    folder: folder.appending(path: "recorded").path)
  let recorder = LiveRecorder(
    rules, ConnectedWorld(rules.connectors, mailbox, generation: 0), clock: clock,
    mailbox: mailbox, output: LiveOutput(console: console, isJSON: false, zone: rules.zone),
    writer: writer)
  _ = try recorder.run(until: nil)
  return String(decoding: console.transcript, as: UTF8.self)
}
