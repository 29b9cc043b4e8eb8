import Foundation
import OppEngine
import OppModel
import OppOutputs
import OppStore
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// `opp run` keeps what charts read, and `opp report --store` draws it
@Suite(.limited, .waiting) struct KeptChartTests {
  // MARK: A rehearsal and its recording

  @Test(arguments: [
    ("examples/trips", "2013-06-04T12:00"), ("examples/flat", "2026-06-20T09:30"),
    ("examples/planner", "2013-06-05T12:00"),
    ("Tests/Goldens/EndToEnd/KeptCharts", "2026-06-18T12:00"),
  ]) func `a rehearsal that is killed keeps what the recording has`(
    _ path: String, to end: String
  ) throws {
    let folder = try TemporaryFolder()
    let source = Repository.root.appending(path: path)
    let copy = folder.url.appending(path: "rules")
    try FileManager.default.copyItem(at: source, to: copy)
    var random = SplitMix64(seed: UInt64(path.utf8.count))
    func run(_ store: String) -> [String] {
      [
        "run", copy.path, "--data", copy.appending(path: "data").path, "--to", end, "--store",
        folder.url.appending(path: store).path,
      ]
    }
    let clock = ContinuousClock()
    let whole = try clock.measure {
      let process = try ToolProcess(run("whole.sqlite"), in: folder.url)
      #expect(process.wait() == .exited(0), "\(process.said)")
    }
    var (kills, limit) = (0, whole)
    for _ in 0..<12 where kills < 4 {
      let process = try ToolProcess(run("store.sqlite"), in: folder.url)
      let end = clock.now + limit * Double.random(in: 0.2...0.8, using: &random)
      while ContinuousClock.now < end, process.isRunning { usleep(500) }
      process.send(SIGKILL)
      if process.wait() == .signalled(SIGKILL) {
        kills += 1
      } else if kills > 0 {
        break
      } else {
        // It was over, on a machine that was busier before: it begins anew, with less time.
        limit = limit / 2
        for suffix in ["", "-wal", "-shm"] {
          try? FileManager.default.removeItem(
            at: folder.url.appending(path: "store.sqlite\(suffix)"))
        }
      }
    }
    let process = try ToolProcess(run("store.sqlite"), in: folder.url)
    #expect(process.wait() == .exited(0), "\(process.said)")
    #expect(kills > 0)
    for format in ["json", "csv", "text"] {
      let options = ["--to", end, "--format", format]
      let recorded = folder.run(["report", "rules"] + options)
      let kept = folder.run(["report", "--store", "store.sqlite", "rules"] + options)
      #expect(recorded.status == .success)
      // Of the Opps nothing is kept but their firings.
      let numbers = recorded.text.split(separator: "\n").filter {
        format != "json" || $0.hasPrefix(#"{"type":"chart""#)
      }
      #expect(kept.text == numbers.joined(separator: "\n") + "\n")
    }
  }

  // MARK: Live

  private static let rules = """
    source hall fresh for 30min { warmth: Temperature }
    source cellar fresh for 30min { warmth: Temperature }
    connect hall to json("URL/hall")
    connect cellar to json("URL/cellar")
    opp "Warm" when hall.warmth > 30C or cellar.warmth > 30C
    """
  private static let hall = """

    chart "Hall" of hall.warmth per hour last 4
    """
  private static let cellar = """

    chart "Cellar" of cellar.warmth per hour last 3
    """

  private func serve(_ live: LiveFolder) {
    live.server.on("/hall") { _ in .json(#"{"warmth": 20}"#) }
    live.server.on("/cellar") { _ in .json(#"{"warmth": 10}"#) }
  }

  private func sources(_ live: LiveFolder) throws -> [String] {
    try live.store().loadForCharts(firingsFrom: nil).readings.map(\.source)
  }

  @Test func `a chart that is added begins empty, one that is dropped takes its readings along`()
    async throws
  {
    let live = try LiveFolder(Self.rules, to: "2026-06-21T02:10:00Z")
    serve(live)
    try await live.live()
    #expect(try sources(live) == [])
    let report = ["report", "rules.opp", "--format", "csv"]
    #expect(live.command(report).contains("the rules have no chart"))

    try live.write(Self.rules + Self.hall)
    #expect(live.command(report).contains("has nothing for charts"))
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T03:10:00Z"))
    try await live.live()
    #expect(Set(try sources(live)) == ["hall"])
    #expect(
      live.command(report) == """
        chart,series,from,to,value
        Hall,,2026-06-21T00:00:00Z,2026-06-21T01:00:00Z,
        Hall,,2026-06-21T01:00:00Z,2026-06-21T02:00:00Z,20
        Hall,,2026-06-21T02:00:00Z,2026-06-21T03:00:00Z,20
        Hall,,2026-06-21T03:00:00Z,2026-06-21T04:00:00Z,20

        """)

    try live.write(Self.rules + Self.cellar)
    let text = live.command(report)
    #expect(text.contains("is of other rules, with \"Hall\""), "\(text)")
    try live.write(Self.rules + Self.hall + Self.cellar)
    #expect(live.command(report).contains("\"Cellar\" is new"))

    try live.write(Self.rules + Self.cellar)
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T04:10:00Z"))
    try await live.live()
    #expect(Set(try sources(live)) == ["cellar"])

    try live.write(Self.rules)
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T04:20:00Z"))
    try await live.live()
    #expect(try sources(live) == [])
    #expect(try live.store().loadTokens()["charts"] == nil)
  }

  @Test func `what is no longer read, or cannot be, is unknown`() async throws {
    let live = try LiveFolder(Self.rules + Self.hall, to: "2026-06-21T05:10:00Z")
    live.server.on("/cellar") { _ in .json(#"{"warmth": 10}"#) }
    live.server.on("/hall") { [unowned live] _ in
      let hour = live.clock.now.seconds / 900 % 96
      return (5..<11).contains(hour) ? .json(#"{"other": 1}"#) : .json(#"{"warmth": 20}"#)
    }
    try await live.live()
    let kept = try live.store().loadForCharts(firingsFrom: nil).readings
    #expect(Set(kept.map(\.source)) == ["hall"])
    #expect(kept.count < 8, "\(kept)")
    let text = live.command([
      "report", "rules.opp", "--format", "csv", "--to", "2026-06-21T04:00",
    ])
    #expect(
      text == """
        chart,series,from,to,value
        Hall,,2026-06-21T00:00:00Z,2026-06-21T01:00:00Z,20
        Hall,,2026-06-21T01:00:00Z,2026-06-21T02:00:00Z,
        Hall,,2026-06-21T02:00:00Z,2026-06-21T03:00:00Z,
        Hall,,2026-06-21T03:00:00Z,2026-06-21T04:00:00Z,20

        """)
  }

  @Test func `rows, firings and the calendar are those that the store has`() async throws {
    let rules = """
      source hall fresh for 30min { warmth: Number }
      table trips by id fresh for 20min { id: Number  km: Number }
      connect hall to json("URL/hall")
      connect trips to json("URL/trips")
      connect calendar to ical("URL/calendar")
      opp "Warm" on hall.warmth changes notify "Warm."
      opp "Far" on 1:00 when sum(trips each km) > 100
      opp "Busy" when busy
      """
    let live = try LiveFolder(rules, to: "2026-06-21T04:10:00Z")
    live.server.on("/hall") { .json(#"{"warmth": \#($0.count / 4)}"#) }
    live.server.on("/trips") { _ in .json(#"[{"id": 1, "km": 3}, {"id": 2, "km": 4}]"#) }
    live.server.on("/calendar") { _ in
      ServerAnswer(
        text: """
          BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:t\r\nBEGIN:VEVENT\r\nUID:1\r
          DTSTART:20260621T053000Z\r\nDTEND:20260621T063000Z\r\nSUMMARY:x\r\nEND:VEVENT\r
          END:VCALENDAR\r\n
          """, type: "text/calendar")
    }
    try await live.live()
    // A firing before there was a chart of it
    let fired = try live.firings().filter { $0.contains("Warm") }.count
    #expect(fired > 1)
    try live.write(
      rules + """

        chart "Km" of sum(trips each km) per day last 1
        chart "Fired" of count(firings("Warm") where at in period) per day last 1
        chart "Busy" of total(busy, since period) / 1min per hour last 3
        """)
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T07:10:00Z"))
    try await live.live()
    let all = try live.firings().filter { $0.contains("Warm") }.count
    // The trips were read for one o'clock alone.
    #expect(
      live.command(["report", "rules.opp", "--format", "csv"]) == """
        chart,series,from,to,value
        Km,,2026-06-21T00:00:00Z,2026-06-22T00:00:00Z,7
        Fired,,2026-06-21T00:00:00Z,2026-06-22T00:00:00Z,\(all)
        Busy,,2026-06-21T05:00:00Z,2026-06-21T06:00:00Z,30
        Busy,,2026-06-21T06:00:00Z,2026-06-21T07:00:00Z,30
        Busy,,2026-06-21T07:00:00Z,2026-06-21T08:00:00Z,0

        """)
  }

  @Test func `what is kept stays bounded however long it lives`() async throws {
    let live = try LiveFolder(
      """
      source hall fresh for 30min { warmth: Number }
      connect hall to json("URL/hall")
      opp "Warm" when hall.warmth > 1000
      chart "Hall" of hall.warmth per hour last 6
      """, to: "2026-06-24T00:00:00Z")
    live.server.on("/hall") { .json(#"{"warmth": \#($0.count)}"#) }
    try await live.live()
    let kept = try live.store().loadForCharts(firingsFrom: nil).readings
    #expect(live.server.requests.count > 120)
    // A day, for it is swept once a day, and the six hours.
    #expect(kept.count < 66, "\(kept.count)")
  }

  // MARK: The command line

  private func folder() throws -> TemporaryFolder {
    try TemporaryFolder([
      "rules.opp": """
      set zone "UTC"
      source hall { warmth: Temperature }
      opp "Warm" when hall.warmth > 30C
      chart "Hall" of hall.warmth per day last 2
      """,
      "data/hall.csv": "time,warmth\n2026-06-20T10:00,20\n2026-06-21T10:00,21\n",
    ])
  }

  private static let drawn = """
    Hall
      2026-06-20  20°C  ██████████████████████████████████████▏
      2026-06-21  21°C  ████████████████████████████████████████

    """

  @Test func `the store is that of opp run, the rules those of the folder`() throws {
    let folder = try folder()
    let store = folder.url.appending(path: ".local/state/opp/store.sqlite").path
    let run = ["run", ".", "--data", "data", "--store", store, "--to", "2026-06-21T10:01"]
    #expect(folder.run(run).status == .success)
    // Another process works on it.
    let daemon = try Store.open(path: store)
    let lock = try daemon.becomeDaemon(pid: 1, at: try LiveFolder.instant("2026-06-21T10:00:00Z"))
    defer { withExtendedLifetime(lock) {} }
    let to = ["--to", "2026-06-21T10:01"]
    for words in [
      ["--store"], ["--store", "."], ["--store", "rules.opp"], ["--store=\(store)"],
      ["rules.opp", "--store", store], ["--store", store, "."],
    ] {
      let (text, status) = folder.run(["report"] + words + to)
      #expect(text == Self.drawn, "\(words)")
      #expect(status == .success)
    }
    let (text, _) = folder.run(
      ["report", "--store", "--format", "csv", "--from", "2026-06-21"] + to)
    #expect(
      text == """
        chart,series,from,to,value
        Hall,,2026-06-21T00:00:00Z,2026-06-22T00:00:00Z,21

        """)
  }

  @Test func `the page and the picture have the charts`() throws {
    let folder = try folder()
    let run = ["run", ".", "--data", "data", "--store", "s.sqlite", "--to", "2026-06-21T10:01"]
    #expect(folder.run(run).status == .success)
    for format in ["html", "svg"] {
      for stretch in [["--to", "2026-06-21T10:01"], ["--week", "2026-06-21"]] {
        let words = ["report", ".", "--store", "s.sqlite", "--format", format] + stretch
        let (text, status) = folder.run(words)
        #expect(status == .success)
        #expect(text.contains("Hall"), "\(text)")
        #expect(!text.contains("Warm<"), "\(text)")
      }
    }
  }

  @Test func `mistakes have a remedy`() throws {
    let folder = try folder()
    func check(_ words: String..., message: String, status: OppOutputs.ExitStatus) {
      let (text, found) = folder.run(["report"] + words)
      #expect(text.contains(message), "\(text)")
      #expect(found == status)
    }
    check("--store", message: "`opp run` makes it", status: .outside)
    check("--store", "none.sqlite", message: "there is no store", status: .outside)
    check(
      "--store", "--data", "data", message: "`--data` and `--store` exclude each other",
      status: .usage)
    _ = try Store.open(path: folder.url.appending(path: "empty.sqlite").path)
    check("--store", "empty.sqlite", message: "is empty", status: .outside)
    check("--store", "data/hall.csv", message: "is not a store of opp", status: .outside)
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "none.sqlite").path))
  }

  @Test func `a row has the plain text that firings have`() {
    #expect(RowKey.plain("") == "")
    #expect(RowKey.plain(#"["dishes",2]"#) == "dishes, 2")
    #expect(RowKey.plain(#"["a \"b\", c",true]"#) == #"a "b", c, true"#)
    #expect(RowKey.plain(#"[{"lat":1,"lon":"x"},[1,2]]"#) == #"{"lat":1,"lon":"x"}, [1,2]"#)
  }
}
