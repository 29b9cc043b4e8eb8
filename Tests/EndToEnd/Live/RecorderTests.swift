import Foundation
import OppEngine
import OppModel
import OppOutputs
import OppProviders
import OppSemantics
import OppStore
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
        2026-06-21 09:00:00  Cold: 17.5°C
        2026-06-21 10:00:00  Chore ["mow, twice"]: mow, twice

        """)
  }

  @Test func `what people answer is recorded, and replays as it was`() async throws {
    let server = try LoopbackServer()
    defer { server.stop() }
    let folder = try TemporaryFolder([
      "rules.opp": """
      set zone "UTC"
      table chores by id { id: Text  done: Bool }
      connect chores to json("\(server.url)/chores")
      opp "Chore" for each c in chores on 8:30 notify "{c.id}" again every 30min for 4h
      opp "Pills" on 8:15 notify "Take it." again every 30min for 4h
      """
    ])
    server.on("/chores") { _ in
      .json(#"[{"id": "dishes", "done": false}, {"id": "mow, twice", "done": false}]"#)
    }
    let begins = try #require(Instant(rfc3339: "2026-06-21T08:00:00Z"))
    let path = folder.url.appending(path: "store.sqlite").path
    // Before the recording, and of an Opp that the rules do not have: neither is written.
    try Store.open(path: path).answer("Pills", .done, by: "opp done", at: begins.advanced(by: -60))
    let clock = ScriptedClock(from: begins, to: begins.advanced(by: 3 * 3600 + 1))
    func answer(
      _ minute: Int64, _ opp: String, row: String? = nil, _ answer: Answer, until: Int64? = nil
    ) {
      let at = begins.advanced(by: minute * 60)
      clock.on(at) { _ in
        _ = try? Store.open(path: path).answer(
          opp, row: row, answer, until: until.map { begins.advanced(by: $0 * 60) }, by: "test",
          at: at)
      }
    }
    answer(20, "Other", .done)
    answer(50, "Chore", row: #"["mow, twice"]"#, .done)
    answer(70, "Pills", .snoozed, until: 100)
    answer(110, "Chore", .dismissed)
    let context = CommandContext(
      workingDirectory: folder.url.path, variables: ["TZ": "UTC"], present: begins)
    let url = folder.url
    let said: String = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try record(clock, in: context, url, store: try Store.open(path: path))
          })
      }
    }
    #expect(!said.contains("error"), "\(said)")
    let written = try String(
      contentsOf: folder.url.appending(path: "recorded/answers.csv"), encoding: .utf8)
    #expect(
      written == """
        time,opp,row,answer,until
        2026-06-21T08:50:00+00:00,Chore,"[""mow, twice""]",done,
        2026-06-21T09:10:00+00:00,Pills,,snoozed,2026-06-21T09:40:00+00:00
        2026-06-21T09:50:00+00:00,Chore,,dismissed,

        """)
    let console = Console()
    let status = CommandLineTool.run(
      [
        "eval", "rules.opp", "--data", "recorded", "--from", "2026-06-21T08:00:00Z", "--to",
        "2026-06-21T11:00:00Z",
      ], in: context, console)
    console.flush()
    #expect(status == .success)
    #expect(
      String(decoding: console.transcript, as: UTF8.self) == """
        2026-06-21 08:15:00  Pills: Take it.
        2026-06-21 08:30:00  Chore ["dishes"]: dishes
        2026-06-21 08:30:00  Chore ["mow, twice"]: mow, twice
        2026-06-21 08:45:00  Pills: Take it.
        2026-06-21 09:00:00  Chore ["dishes"]: dishes
        2026-06-21 09:30:00  Chore ["dishes"]: dishes
        2026-06-21 09:40:00  Pills: Take it.
        2026-06-21 10:10:00  Pills: Take it.
        2026-06-21 10:40:00  Pills: Take it.

        """)
  }

  // MARK: A folder that has a recording

  private static let rules = """
    table chores by id { id: Text  done: Bool }
    opp "Chore" for each c in chores on row added notify "{c.id}"
    opp "Event" for each e in agenda on e.begins notify "{e.title}"
    opp "Cafe" near any "cafe" within 100m

    """

  /// Writes arrivals as one run of the recorder does
  private func add(
    _ arrivals: [Arrival], at time: Instant, _ graph: ConditionGraph, in folder: TemporaryFolder
  ) throws {
    var writer = try RecordingWriter(
      graph: graph, zone: .utc, zoneName: "UTC", folder: folder.url.appending(path: "spring").path)
    try writer.write(arrivals, at: time)
    try writer.end(at: time)
  }

  private func graph(_ folder: TemporaryFolder) throws -> ConditionGraph {
    let context = CommandContext(workingDirectory: folder.url.path, variables: [:])
    return try CheckedRules.read(["rules.opp"], in: context).analysis.graph
  }

  private func chores(_ names: [String], _ graph: ConditionGraph) throws -> Arrival {
    let index = try #require(graph.tables.firstIndex { $0.name == "chores" })
    return .rows(
      TableChange(
        table: TableID(index: Int32(index)), rows: names.map { [.text($0), .truth(false)] },
        removedKeys: [], isWhole: true))
  }

  private func agenda(
    _ events: [(uid: String, begins: Instant)], _ graph: ConditionGraph
  ) throws -> Arrival {
    let id = try #require(graph.wellKnown.agenda?.table)
    let rows = events.map { event in
      graph.tables[Int(id.index)].fields.map { field -> Value? in
        switch field.name {
        case "uid", "title": .text(event.uid)
        case "begins": .scalar(Double(event.begins.seconds))
        case "ends": .scalar(Double(event.begins.seconds + 1800))
        case "busy": .truth(true)
        default: nil
        }
      }
    }
    return .rows(TableChange(table: id, rows: rows, removedKeys: [], isWhole: true))
  }

  /// Readings of some fields are recorded as such: a replay has the age of each field, and knows what is unknown
  @Test func `a replay of readings of some fields has the ages that a live run has`() throws {
    let folder = try TemporaryFolder([
      "rules.opp": """
      set zone "UTC"
      source house(room: Text = "hall") { temp: Temperature  door: Bool  note: Text  pin: Position }
      opp "Silent" when age(house.temp) > 1h
      opp "Open" when house.door for 10min
      opp "Unknown" when not known(house.note)
      opp "Bath" when house("bath").door
      """
    ])
    let graph = try graph(folder)
    let noon = try #require(Instant(rfc3339: "2026-06-21T12:00:00Z"))
    let house = SourceID(index: Int32(try #require(graph.sourceIndex(named: "house"))))
    let here = try #require(Position(latitude: 50, longitude: 8))
    func write(_ arrivals: [(Int64, Arrival)]) throws {
      var writer = try RecordingWriter(
        graph: graph, zone: .utc, zoneName: "UTC",
        folder: folder.url.appending(path: "spring").path, partial: [house])
      for (minute, arrival) in arrivals {
        try writer.write([arrival], at: noon.advanced(by: minute * 60))
      }
      try writer.end(at: noon.advanced(by: 240 * 60))
    }
    func reading(_ minute: Int64, _ fields: [FieldReading], room: String? = nil) -> (Int64, Arrival)
    {
      (
        minute,
        .reading(
          SourceReading(
            source: house, arguments: [room.map { .text($0) }],
            instant: noon.advanced(by: minute * 60), fields: fields, freshness: nil,
            isLasting: false))
      )
    }
    try write([
      reading(
        0,
        [
          .known(.scalar(20)), .known(.truth(false)), .known(.text("null")),
          .known(.position(here)),
        ]),
      reading(30, [.unchanged, .known(.truth(true)), .unchanged, .missing]),
      reading(45, [.unchanged, .unchanged, .missing, .unchanged]),
    ])
    // A second recording goes on in the same file.
    try write([
      reading(50, [.unchanged, .unchanged, .known(.text("a \"b\"")), .unchanged]),
      reading(55, [.unchanged, .known(.truth(true)), .unchanged, .unchanged], room: "bath"),
      (70, .unavailable(name: "house", reason: "gone")),
    ])
    let written = try String(
      contentsOf: folder.url.appending(path: "spring/house.jsonl"), encoding: .utf8)
    #expect(
      written == #"""
        {"time":"2026-06-21T12:00:00+00:00","temp":20,"door":false,"note":"null","lat":50,"lon":8}
        {"time":"2026-06-21T12:30:00+00:00","door":true,"lat":null,"lon":null}
        {"time":"2026-06-21T12:45:00+00:00","note":null}
        {"time":"2026-06-21T12:50:00+00:00","note":"a \"b\""}
        {"time":"2026-06-21T12:55:00+00:00","room":"bath","door":true}
        {"time":"2026-06-21T13:10:00+00:00","temp":null,"door":null,"note":null,"lat":null,"lon":null}
        {"time":"2026-06-21T13:10:00+00:00","room":"bath","temp":null,"door":null,"note":null,"lat":null,"lon":null}

        """#)
    let settings = try String(
      contentsOf: folder.url.appending(path: "spring/recording.json"), encoding: .utf8)
    #expect(settings.contains(#""partial":["house"]"#))
    let (fired, status) = folder.run(["eval", "rules.opp", "--data", "spring"])
    #expect(status == .success)
    #expect(
      fired == """
        2026-06-21 12:40:00  Open
        2026-06-21 12:45:00  Unknown
        2026-06-21 12:55:00  Bath
        2026-06-21 13:00:01  Silent
        2026-06-21 13:10:00  Unknown

        """)
  }

  @Test func `a recording that has whole readings of a source gets whole ones`() throws {
    let folder = try TemporaryFolder([
      "rules.opp": "source house { temp: Temperature  door: Bool }\nopp \"Open\" when house.door\n",
      "spring/house.csv": "time,temp,door\n2026-06-21T11:00:00+00:00,19,false\n",
    ])
    let graph = try graph(folder)
    let noon = try #require(Instant(rfc3339: "2026-06-21T12:00:00Z"))
    let house = SourceID(index: Int32(try #require(graph.sourceIndex(named: "house"))))
    var writer = try RecordingWriter(
      graph: graph, zone: .utc, zoneName: "UTC", folder: folder.url.appending(path: "spring").path,
      partial: [house])
    for (second, fields) in [
      (0, [FieldReading.known(.scalar(20)), .missing]), (60, [.unchanged, .known(.truth(true))]),
    ] {
      let at = noon.advanced(by: Int64(second))
      let reading = SourceReading(
        source: house, arguments: [], instant: at, fields: fields, freshness: nil, isLasting: false)
      try writer.write([.reading(reading)], at: at)
    }
    let written = try String(
      contentsOf: folder.url.appending(path: "spring/house.csv"), encoding: .utf8)
    #expect(
      written == """
        time,temp,door
        2026-06-21T11:00:00+00:00,19,false
        2026-06-21T12:00:00+00:00,20,
        2026-06-21T12:01:00+00:00,20,true

        """)
  }

  @Test func `a table of one's own that is called agenda is written as rows, not as a calendar`()
    throws
  {
    let folder = try TemporaryFolder([
      "rules.opp": """
      table agenda by id { id: Text  done: Bool }
      opp "Item" for each a in agenda on row added notify "{a.id}"
      """
    ])
    let graph = try graph(folder)
    let id = try #require(graph.table(named: "agenda"))
    let item = TableChange(
      table: id, rows: [[.text("budget"), .truth(false)]], removedKeys: [], isWhole: true)
    try add([.rows(item)], at: Instant(seconds: 1_782_043_200), graph, in: folder)
    let written = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "spring").path)
    #expect(written.sorted() == ["agenda.csv", "recording.json"])
  }

  @Test func `a second recording adds to the first`() throws {
    let folder = try TemporaryFolder(["rules.opp": Self.rules])
    let graph = try graph(folder)
    let eight = try #require(Instant(rfc3339: "2026-06-21T08:00:00Z"))
    let ten = eight.advanced(by: 7200)
    let position = try #require(Position(latitude: 50, longitude: 8))
    func place(_ name: String, _ category: String) -> Arrival {
      .places(
        [KnownPlace(name: name, category: category, position: position)], category: category)
    }
    try add(
      [
        chores(["dishes", "bins"], graph),
        agenda([("held", eight.advanced(by: 600)), ("cancelled", ten.advanced(by: 600))], graph),
        place("Corner", "cafe"),
      ], at: eight, graph, in: folder)
    try add(
      [
        chores(["bins", "mow"], graph), agenda([("new", ten.advanced(by: 1200))], graph),
        place("Green", "park"),
      ], at: ten, graph, in: folder)
    func content(_ name: String) throws -> String {
      try String(contentsOf: folder.url.appending(path: "spring/\(name)"), encoding: .utf8)
    }
    let (first, second) = (Zone.utc.rfc3339(eight), Zone.utc.rfc3339(ten))
    #expect(
      try content("chores.csv") == """
        valid_from,valid_until,id,done
        \(first),\(second),dishes,false
        \(first),,bins,false
        \(second),,mow,false

        """)
    let calendar = try content("calendar.ics")
    #expect(calendar.contains("UID:held") && calendar.contains("UID:new"), "\(calendar)")
    #expect(!calendar.contains("UID:cancelled"))
    let places = try content("places.geojson")
    #expect(places.contains("Corner") && places.contains("Green"), "\(places)")
  }

  /// Three categories in one recording or in several, one of them twice
  @Test(arguments: [[4], [1, 3], [2, 2], [3, 1], [1, 1, 1, 1]])
  func `the places of each category are the last that were found`(runs: [Int]) throws {
    let folder = try TemporaryFolder(["rules.opp": Self.rules])
    let graph = try graph(folder)
    let position = try #require(Position(latitude: 50, longitude: 8))
    var found = [
      (["Closed", "Corner"], "cafe"), (["Green"], "park"), (["Corner", "New"], "cafe"),
      (["Loaf"], "bakery"),
    ][...]
    var at = try #require(Instant(rfc3339: "2026-06-21T08:00:00Z"))
    for count in runs {
      var writer = try RecordingWriter(
        graph: graph, zone: .utc, zoneName: "UTC", folder: folder.url.appending(path: "spring").path
      )
      for (names, category) in found.prefix(count) {
        let places = names.map { KnownPlace(name: $0, category: category, position: position) }
        try writer.write([.places(places, category: category)], at: at)
        at = at.advanced(by: 60)
      }
      found = found.dropFirst(count)
      try writer.end(at: at)
    }
    let text = try String(
      contentsOf: folder.url.appending(path: "spring/places.geojson"), encoding: .utf8)
    for (name, isThere) in [
      ("Closed", false), ("Corner", true), ("Green", true), ("New", true), ("Loaf", true),
    ] {
      #expect(text.contains("\"\(name)\"") == isThere, "\(name) in \(text)")
    }
  }

  @Test func `a file that cannot be added to is left as it is`() throws {
    let broken = "id,done\ndishes,perhaps\n"
    let folder = try TemporaryFolder(["rules.opp": Self.rules, "spring/chores.csv": broken])
    let graph = try graph(folder)
    let arrival = try chores(["bins"], graph)
    #expect(throws: CommandFailure.self) {
      try add([arrival], at: Instant(seconds: 1_782_000_000), graph, in: folder)
    }
    let kept = try String(
      contentsOf: folder.url.appending(path: "spring/chores.csv"), encoding: .utf8)
    #expect(kept == broken)
  }
}

/// Records until the clock ends
private func record(
  _ clock: ScriptedClock, in context: CommandContext, _ folder: URL, store: Store? = nil
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
    writer: writer, store: store)
  _ = try recorder.run(until: nil)
  return String(decoding: console.transcript, as: UTF8.self)
}
