import Foundation
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import opp

/// Services that go wrong, with the clock of the tests
@Suite(.limited, .waiting) struct FaultTests {
  private static let rules = """
    source good fresh for 15min { warm: Bool }
    source bad fresh for 15min { wet: Bool }
    connect good to json("URL/good")
    connect bad to json("URL/bad")
    opp "Warm" on every 6h when warm notify "It is warm."
    opp "Wet" on every 6h when wet notify "It is wet."
    """

  /// What a service answers while something is wrong, and what is said of it
  private struct Fault: CustomTestStringConvertible, Sendable {
    let name: String
    let answer: ServerAnswer
    let said: String
    var testDescription: String { name }
  }

  private static let faults = [
    Fault(name: "down", answer: .status(503), said: "503"),
    Fault(name: "gone", answer: .fault(.close), said: "bad (json): "),
    Fault(name: "garbage", answer: .page(), said: "bad (json): "),
    Fault(name: "no JSON", answer: .json("{\"wet\": "), said: "bad (json): "),
    Fault(name: "refused", answer: .status(401), said: "401"),
    Fault(
      name: "limited", answer: .status(429, headers: [("Retry-After", "7200")]), said: "429"),
  ]

  @Test(arguments: faults)
  private func `a service that fails for a day silences only what needs it`(
    fault: Fault
  ) async throws {
    let live = try LiveFolder(Self.rules, to: "2026-06-23T00:00:00Z")
    let clock = live.clock
    let mended = try LiveFolder.instant("2026-06-22T00:00:00Z")
    live.server.on("/good") { _ in .json(#"{"warm": true}"#) }
    live.server.on("/bad") { _ in
      clock.now < mended ? fault.answer : .json(#"{"wet": true}"#)
    }
    try await live.live()
    let firings = try live.firings()
    #expect(firings.count { $0.hasSuffix("Warm") } >= 7, "\(firings)")
    // Backoff reaches an hour: after the service is back, at most one time is missed.
    #expect(firings.count { $0.hasSuffix("Wet") } >= 2, "\(firings)")
    #expect(live.server.requests(to: "/bad").count <= 60)
    #expect(live.count(of: "; \"Wet\" waits for it") == 1, "\(live.printed)")
    #expect(live.count(of: fault.said) == 1, "\(live.printed)")
    #expect(live.count(of: "bad (json) works again") == 1, "\(live.printed)")
    #expect(live.count(of: "good (json)") == 1, "\(live.printed)")
  }

  @Test func `an expired token is reported once, and a renewed one is used without a restart`()
    async throws
  {
    let live = try LiveFolder(
      """
      connect calendar to google(token: env("GOOGLE_TOKEN"), url: "URL/v3")
      opp "Free" on every 1h when free > 1h
      """, to: "2026-06-21T06:30:00Z")
    let path = live.folder.path + "/token"
    live.variables["GOOGLE_TOKEN_FILE"] = path
    try Data("first-4711\n".utf8).write(to: URL(filePath: path))
    let clock = live.clock
    let expiry = try LiveFolder.instant("2026-06-21T01:30:00Z")
    live.server.on("/v3/calendars/primary/events") { request in
      let wanted = clock.now < expiry ? "first-4711" : "second-4711"
      guard request.header("Authorization") == "Bearer \(wanted)" else {
        return .json(#"{"error":{"code":401,"message":"Invalid Credentials"}}"#, status: 401)
      }
      return .json(#"{"kind":"calendar#events","items":[],"nextSyncToken":"s"}"#)
    }
    clock.on(try LiveFolder.instant("2026-06-21T03:50:00Z")) { _ in
      try? Data("second-4711\n".utf8).write(to: URL(filePath: path))
    }
    try await live.live()
    for (hour, times) in [("01", 1), ("03", 0), ("05", 1)] {
      #expect(live.count(of: "\(hour):00:00  Free") == times, "\(live.printed)")
    }
    #expect(live.count(of: "refuses the token: it has expired or was withdrawn; \"Free\"") == 1)
    #expect(live.count(of: "Check the key, the password or the token") == 1)
    #expect(live.count(of: "calendar (google) works again") == 1, "\(live.printed)")
    #expect(live.count(of: "4711") == 0)
  }

  @Test func `a missing secret is reported with the name of its variable`() async throws {
    let live = try LiveFolder(
      """
      connect calendar to google(token: env("GOOGLE_TOKEN"), url: "URL/v3")
      opp "Free" on every 1h when free > 1h
      """, to: "2026-06-21T01:30:00Z")
    try await live.live()
    #expect(
      live.count(of: "the variable GOOGLE_TOKEN of the environment is not set; \"Free\"") == 1,
      "\(live.printed)")
    live.variables["GOOGLE_TOKEN_FILE"] = "/nowhere/token"
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T04:30:00Z"))
    let said = try await live.live()
    #expect(
      said.contains("the file that GOOGLE_TOKEN_FILE names cannot be read, or is empty; \"Free\""),
      "\(said)")
    #expect(live.server.requests.isEmpty)
  }
}
