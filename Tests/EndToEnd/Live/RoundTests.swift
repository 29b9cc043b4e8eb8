import Foundation
import OppEngine
import OppModel
import OppOutputs
import OppSession
import OppStore
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// `opp run --once` says why it ends with 3: cron shows what was said, and nothing else
@Suite(.limited) struct RoundTests {
  private static let hall = """
    source hall fresh for 15min { warm: Bool }
    connect hall to json("URL/hall")
    opp "Warm" when warm notify "Warm."
    """

  private static let answers: [(ServerAnswer, String)] = [
    (
      .status(404),
      "hall (json): 127.0.0.1 responded with 404; \"Warm\" waits for it. Correct the address"
    ),
    (.status(429), "hall (json): 127.0.0.1 responded with 429; \"Warm\" waits for it."),
    (.status(503), "hall (json): 127.0.0.1 responded with 503; \"Warm\" waits for it."),
    (
      .page(),
      "hall (json): 127.0.0.1 responded with a page in place of JSON; \"Warm\" waits for it."
    ),
    (
      .json(#"{"warm": true, "time": "2026-06-20T23:00:00Z"}"#),
      "hall (json): its last reading is 60 min old, and counts for 15 min; \"Warm\" waits for it."
    ),
  ]

  @Test(arguments: answers.indices)
  func `the first failure is reported`(index: Int) async throws {
    let (answer, words) = Self.answers[index]
    let live = try LiveFolder(Self.hall, to: "2026-06-21T01:00:00Z")
    live.server.on("/hall") { _ in answer }
    try await live.live(["--once"])
    #expect(live.status == .outside)
    #expect(live.count(of: words) == 1, "\(live.printed)")
  }

  @Test func `a round in which no request is allowed yet says why`() async throws {
    let live = try LiveFolder(Self.hall, to: "2026-06-21T01:00:00Z")
    live.server.on("/hall") { _ in .status(404) }
    try await live.live(["--once"])
    let said = try await live.live(["--once"])
    #expect(live.status == .outside)
    #expect(live.server.requests.count == 1)
    #expect(
      said.contains(
        "hall (json): 127.0.0.1 responded with 404; \"Warm\" waits for it. Correct the address"),
      "\(said)")
  }

  @Test func `what the budget does not allow is reported`() async throws {
    let live = try LiveFolder(
      "set budget 1 per 1h\n" + Self.hall + """

        source attic fresh for 15min { cold: Bool }
        connect attic to json("URL/attic")
        opp "Cold" when cold notify "Cold."
        """, to: "2026-06-21T01:00:00Z")
    live.server.on("/hall") { _ in .json(#"{"warm": false}"#) }
    live.server.on("/attic") { _ in .json(#"{"cold": false}"#) }
    try await live.live(["--once"])
    #expect(live.status == .outside)
    #expect(live.server.requests.count == 1)
    #expect(live.count(of: "the budget of `set budget` is used up") == 1, "\(live.printed)")
  }

  /// Makes rounds of a folder, as a timer does, and returns what they print
  private func rounds(
    of live: LiveFolder, minutes: [Int], _ options: [String] = []
  ) async throws -> String {
    let begin = try LiveFolder.instant("2026-06-21T00:00:00Z")
    var printed = ""
    for minute in minutes {
      live.clock.set(begin.advanced(by: Int64(minute * 60 + minute % 3)))
      printed += try await live.live(["--once"] + options)
    }
    return printed
  }

  @Test func `a hold goes on from round to round through the store`() async throws {
    let live = try LiveFolder(
      "source hall fresh for 20min { warm: Bool }\nconnect hall to json(\"URL/hall\")\n"
        + "opp \"Long\" when warm for 1h", to: "2026-06-22T00:00:00Z")
    live.server.on("/hall") { _ in .json(#"{"warm": true}"#) }
    _ = try await rounds(of: live, minutes: Array(stride(from: 0, through: 66, by: 6)))
    #expect(try live.firings() == ["01:00:01 Long"], "\(live.printed)")
    #expect(live.count(of: "hall (json)  ") == 0)
    #expect(live.server.requests.count == 4)
  }

  @Test func `readings that never last until the next round are reported once`() async throws {
    let live = try LiveFolder(
      Self.hall + "\nopp \"Long\" when warm for 1h", to: "2026-06-22T00:00:00Z")
    live.server.on("/hall") { _ in .json(#"{"warm": true}"#) }
    let said = try await rounds(of: live, minutes: [0, 25, 50, 75])
    let words =
      "hall (json): its readings count for 15 min, and this round is 25 min after the one before; "
      + "holds and windows of \"Long\" have a gap in between."
    #expect(live.count(of: words) == 1, "\(said)")
    // Once rounds have been near enough, a new gap is news.
    let later = try await rounds(of: live, minutes: [80, 85, 90, 120])
    #expect(
      later.contains("this round is 30 min after the one before"), "\(later)")
  }

  @Test func `the stated distance is that of the next round`() async throws {
    let live = try LiveFolder(
      Self.hall + "\nopp \"Long\" when warm for 30min", to: "2026-06-22T00:00:00Z")
    live.server.on("/hall") { _ in .json(#"{"warm": true}"#) }
    _ = try await rounds(of: live, minutes: [0, 1, 2, 14, 28, 42], ["--every", "14min"])
    #expect(try live.firings().last == "00:30:01 Long", "\(live.printed)")
  }

  @Test(arguments: [
    ["--every", "5min"], ["--wait", "3s"], ["--once", "--every", "0s"],
    ["--once", "--every", "1.5s"], ["--once", "--wait", "2min"], ["--once", "--every", "often"],
  ])
  func `an option of rounds that is none is refused`(options: [String]) throws {
    let live = try LiveFolder(Self.hall, to: "2026-06-22T00:00:00Z")
    let said = live.command(["run", "rules.opp"] + options)
    #expect(said.contains("is of rounds") || said.contains("is no value of"), "\(said)")
  }

  @Test func `messages are JSON, too, where firings are`() async throws {
    let live = try LiveFolder(Self.hall, to: "2026-06-21T01:00:00Z")
    live.server.on("/hall") { _ in .status(404) }
    let said = try await live.live(["--once", "--format", "json"])
    for line in said.split(separator: "\n") {
      let notice = try #require(
        JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: String], "\(line)")
      #expect(notice["type"] == "notice")
      #expect(notice["text"]?.isEmpty == false)
    }
    #expect(said.contains(#""at":"2026-06-21T00:00:"#), "\(said)")
    #expect(said.contains("waits for it. Correct the address"), "\(said)")
  }

  @Test(arguments: [
    ("1 1782000000 300 301", [300, 301, 400]), ("1 1782000000", [400]),
    ("2 later 300", []), ("", []), ("1 1782009999 300", []),
  ])
  func `a store of any version is continued`(content: String, distances: [Int64]) throws {
    let live = try LiveFolder(Self.hall, to: "2026-06-22T00:00:00Z")
    let store = try Store.open(path: live.folder.appending(path: "store.sqlite").path)
    let now = Instant(seconds: 1_782_000_400)
    var record = StepRecord(at: now)
    record.tokens["rounds"] = content
    try store.commit(record)
    #expect(try LiveRounds(store, at: now, stated: nil).pace.distances == distances)
  }

  @Test func `a plan shows a later request as later`() async throws {
    let live = try LiveFolder(Self.hall, to: "2026-06-21T00:00:30Z")
    live.server.on("/hall") { _ in .status(401) }
    try await live.live()
    let plan = live.command("plan", "rules.opp")
    #expect(plan.contains("for it failed: hall"), "\(plan)")
    #expect(!plan.contains("asked now"), "\(plan)")
  }

  @Test func `rows in a response of a service are known`() async throws {
    let live = try LiveFolder(
      """
      table chores by id { id: Text }
      connect chores to json("URL/chores")
      opp "Some" when count(chores) == 2
      """, to: "2026-06-21T00:05:00Z")
    live.server.on("/chores") { _ in .json(#"[{"id": "a"}, {"id": "b"}]"#) }
    try await live.live()
    #expect(try live.firings().map { $0.suffix(4) } == ["Some"])
    #expect(live.server.requests.count == 1)
  }

  @Test func `one request brings all rooms, from a service and from a program`() async throws {
    let live = try LiveFolder(
      """
      source hall(room: Text) fresh for 15min { warm: Bool }
      source shed(room: Text) fresh for 15min { wet: Bool }
      connect hall to json("URL/hall")
      connect shed to command("sh run.sh")
      opp "A" when hall("a").warm
      opp "B" when hall("b").warm
      opp "C" when shed("a").wet
      opp "D" when shed("b").wet
      """, to: "2026-06-21T00:10:00Z")
    live.server.on("/hall") { _ in
      .json(#"[{"room": "a", "warm": true}, {"room": "b", "warm": true}]"#)
    }
    let script = """
      echo x >> runs
      echo '[{"room": "a", "wet": true}, {"room": "b", "wet": true}]'
      """
    try Data(script.utf8).write(to: live.folder.appending(path: "run.sh"))
    try await live.live()
    #expect(live.server.requests.count == 1)
    let runs = try String(contentsOf: live.folder.appending(path: "runs"), encoding: .utf8)
    #expect(runs == "x\n")
    #expect(try Set(live.firings().map { $0.suffix(1) }) == ["A", "B", "C", "D"])
  }
}
