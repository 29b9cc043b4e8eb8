import OppModel
import OppTestLimits
import OppTesting
import Testing

@testable import opp

/// Requests and pauses of services that count although the rules have been edited since
@Suite(.limited) struct EditedRulesTests {
  private static let hall = """
    source hall fresh for 30min cost 4 { warm: Bool }
    connect hall to json("URL/hall")
    opp "Warm" when warm notify "Warm."

    """

  /// Both edits leave six requests of the day, which cost 24
  @Test(arguments: ["set budget 10 per 1h\n", ""])
  func `an edited budget counts the requests of its whole period`(before: String) async throws {
    let live = try LiveFolder(before + Self.hall, to: "2026-06-21T02:55:00Z")
    live.server.on("/hall") { _ in .json(#"{"warm": false}"#) }
    try await live.live()
    let count = live.server.requests.count
    #expect(count == 6)
    try live.write("set budget 27 per 1d\n" + Self.hall)
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T12:00:00Z"))
    try await live.live()
    #expect(live.server.requests.count == count)
    live.clock.lives(to: try LiveFolder.instant("2026-06-22T00:10:00Z"))
    try await live.live()
    #expect(live.server.requests.count == count + 1)
  }

  @Test func `a budget that is removed for an hour counts the requests of that hour`() async throws
  {
    let live = try LiveFolder(
      "set budget 20 per 1d\n" + Self.hall, to: "2026-06-21T03:00:00Z")
    live.server.on("/hall") { _ in .json(#"{"warm": false}"#) }
    let folder = live
    live.clock.on(try LiveFolder.instant("2026-06-21T00:40:00Z")) { _ in
      try? folder.write(Self.hall)
    }
    live.clock.on(try LiveFolder.instant("2026-06-21T01:40:00Z")) { _ in
      try? folder.write("set budget 20 per 1d\n" + Self.hall)
    }
    try await live.live()
    #expect(live.count(of: "the rules have changed") == 2)
    // 0:00, 0:30, 1:00, 1:30, and the one that is left of the budget.
    #expect(live.server.requests.count == 5)
  }

  /// The service is left alone for two hours, in which the rules lose it twice: in a run and between two
  @Test func `a pause that a service demands outlasts its removal from the rules`() async throws {
    let live = try LiveFolder(Self.hall, to: "2026-06-21T00:50:00Z")
    live.server.on("/hall") { request in
      request.count == 0
        ? .status(429, headers: [("Retry-After", "7200")]) : .json(#"{"warm": true}"#)
    }
    let other = "opp \"Other\" on 23:00\n"
    let folder = live
    live.clock.on(try LiveFolder.instant("2026-06-21T00:10:00Z")) { _ in
      try? folder.write(other)
    }
    live.clock.on(try LiveFolder.instant("2026-06-21T00:20:00Z")) { _ in
      try? folder.write(Self.hall + other)
    }
    live.clock.on(try LiveFolder.instant("2026-06-21T00:30:00Z")) { _ in
      try? folder.write(other)
    }
    try await live.live()
    #expect(live.count(of: "the rules have changed") == 3, "\(live.printed)")
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T01:00:00Z"))
    try await live.live()
    try live.write(Self.hall)
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T01:55:00Z"))
    try await live.live()
    #expect(live.server.requests.count == 1)
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T02:10:00Z"))
    try await live.live()
    #expect(try live.firings().map { $0.prefix(5) } == ["02:00"])
  }
}
