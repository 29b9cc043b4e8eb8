import Foundation
import OppModel
import OppOutputs
import OppStore
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// What a new life knows of how the old one asked
@Suite(.limited) struct RestartTests {
  @Test func `a budget goes on with what fetches have cost`() async throws {
    let live = try LiveFolder(
      """
      set budget 10 per 1d
      source hall fresh for 30min cost 4 { warm: Bool }
      connect hall to json("URL/hall")
      opp "Warm" when warm notify "Warm."
      """, to: "2026-06-21T03:00:00Z")
    live.server.on("/hall") { _ in .json(#"{"warm": false}"#) }
    try await live.live()
    #expect(live.server.requests.count == 2)
    #expect(try live.store().loadFetches(since: .distantPast).map(\.cost) == [4, 4])
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T06:00:00Z"))
    try await live.live()
    #expect(live.server.requests.count == 2)
    live.clock.lives(to: try LiveFolder.instant("2026-06-22T00:10:00Z"))
    try await live.live()
    #expect(live.server.requests.count == 3)
  }

  @Test func `a pause that a service demands is kept over a restart`() async throws {
    let live = try LiveFolder(
      """
      source hall fresh for 30min { warm: Bool }
      connect hall to json("URL/hall")
      opp "Warm" when warm notify "Warm."
      """, to: "2026-06-21T00:10:00Z")
    live.server.on("/hall") { request in
      request.count == 0
        ? .status(429, headers: [("Retry-After", "7200")]) : .json(#"{"warm": true}"#)
    }
    try await live.live()
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T01:50:00Z"))
    try await live.live()
    #expect(live.server.requests.count == 1)
    #expect(live.count(of: "used up; \"Warm\" waits for it") == 1, "\(live.printed)")
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T02:10:00Z"))
    try await live.live()
    #expect(try live.firings().map { $0.prefix(5) } == ["02:00"])
  }

  @Test func `everything that is connected is requested again when it is due`() async throws {
    let live = try LiveFolder(
      """
      source hall fresh for 30min { warm: Bool }
      table chores by id { id: Text  done: Bool }
      connect hall to json("URL/hall")
      connect chores to json("URL/chores")
      connect calendar to ical("URL/calendar")
      opp "Warm" when warm notify "Warm."
      opp "Chore" for each c in chores where not c.done on row added notify "{c.id}"
      opp "Free" when free < 10min
      opp "Meeting" for each e in agenda where e.title contains "x" on row added
      """, to: "2026-06-21T04:00:00Z")
    live.server.on("/hall") { _ in .json(#"{"warm": false}"#) }
    live.server.on("/chores") { _ in .json("[]") }
    live.server.on("/calendar") { _ in
      ServerAnswer(
        text: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:t\r\nEND:VCALENDAR\r\n",
        type: "text/calendar")
    }
    try await live.live()
    let paths = ["/hall", "/chores", "/calendar"]
    let before = paths.map { live.server.requests(to: $0).count }
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T08:00:00Z"))
    try await live.live()
    let after = paths.map { live.server.requests(to: $0).count }
    for (path, (first, both)) in zip(paths, zip(before, after)) {
      #expect(first > 1, "\(path)")
      #expect(abs(both - 2 * first) <= 1, "\(path): \(first), then \(both)")
    }
  }

  @Test func `what was delivered in the end is no failure`() async throws {
    let live = try LiveFolder(
      """
      connect notifications to webhook("URL/hook")
      opp "Always" when time >= 0:00 notify "Now."
      """, to: "2026-06-21T01:00:00Z")
    live.server.on("/hook") { request in .status(request.count == 0 ? 503 : 200) }
    try await live.live()
    #expect(live.status == .success)
    #expect(try live.store().history().map(\.state) == [.delivered])
  }

  @Test(arguments: [(503, OppOutputs.ExitStatus.outside), (400, .outside), (200, .success)])
  func `a round that could not deliver says so by its status`(
    answer: Int, status: OppOutputs.ExitStatus
  ) async throws {
    let live = try LiveFolder(
      """
      connect notifications to webhook("URL/hook")
      opp "Always" when time >= 0:00 notify "Now."
      """, to: "2026-06-21T01:00:00Z")
    live.server.on("/hook") { _ in .status(answer) }
    try await live.live(["--once"])
    #expect(live.status == status, "\(live.printed)")
  }

  /// A folder with a rule and a recording
  private func recordedFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")
    let data = folder.appending(path: "data")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    try Data("set zone \"UTC\"\nopp \"Cold\" when temp < 5C".utf8)
      .write(to: folder.appending(path: "rules.opp"))
    try Data("time,temp\n2026-06-21T00:00Z,3\n".utf8).write(to: data.appending(path: "weather.csv"))
    return folder
  }

  @Test(arguments: [[], ["--store", "s.sqlite"]])
  func `a rehearsal writes its state only where it can be continued`(
    store: [String]
  ) throws {
    let folder = try recordedFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let context = CommandContext(
      workingDirectory: folder.path, variables: ["HOME": folder.path, "TZ": "UTC"])
    let invocation = try Invocation.parse(["rules.opp", "--data", "data"] + store, for: .run)
    let opened = try OpenedStore.rehearsal(invocation, in: context)
    let checked = try CheckedRules.read(["rules.opp"], in: context)
    let run = LiveRun(
      invocation: invocation, operands: ["rules.opp"], context: context,
      console: Console(), hearsSignals: false)
    #expect(try run.rehearse(checked, opened) == .success)
    #expect(try opened.store.history().count == 1)
    #expect(try (opened.store.loadMemory() == nil) == store.isEmpty)
  }

  @Test func `a rehearsal leaves nothing behind`() throws {
    let folder = try recordedFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let context = CommandContext(
      workingDirectory: folder.path, variables: ["HOME": folder.path, "TZ": "UTC"])
    for _ in 0..<2 {
      let console = Console()
      let status = CommandLineTool.run(
        ["run", "rules.opp", "--data", "data"], in: context, console)
      let text = String(decoding: console.transcript, as: UTF8.self)
      #expect(status == .success)
      #expect(text.contains("2026-06-21 00:00:00  Cold"), "\(text)")
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        == ["data", "rules.opp"])
  }

  /// In the recording a reading holds for a month, as only changes are in it; the rules have it requested every five minutes
  @Test func `a source is requested again when it is due, however long its readings hold`() throws {
    let folder = try TemporaryFolder([
      "rules.opp": """
      set zone "UTC"
      source app fresh for 5min { tracking: Bool }
      opp "Start" on app.tracking
      """,
      "data/app.csv": """
      time,tracking
      2026-06-21T00:00,false
      2026-06-21T10:00,true
      2026-06-21T11:00,false

      """,
      "data/recording.json": """
      {"zone": "UTC", "from": "2026-06-21T00:00", "to": "2026-06-22T00:00", "fresh": {"app": "30d"}}
      """,
    ])
    let store = ["--data", "data", "--store", "store.sqlite"]
    let before = folder.run(["run", "rules.opp", "--to", "2026-06-21T08:02:30"] + store)
    #expect(before.status == .success && !before.text.contains("Start"))
    let (text, _) = folder.run(["run", "rules.opp"] + store)
    #expect(text.contains("2026-06-21 10:00:00  Start"), "\(text)")
  }
}
