import Foundation
import OppModel
import OppOutputs
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
