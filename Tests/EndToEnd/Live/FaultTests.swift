import Foundation
import OppModel
import OppTesting
import Testing

@testable import opp

/// Services that go wrong, with the clock of the tests
@Suite struct FaultTests {
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
  private func `a service that is wrong for a day silences only what needs it`(
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
    #expect(live.count(of: "bad (json) is well again") == 1, "\(live.printed)")
    #expect(live.count(of: "good (json)") == 1, "\(live.printed)")
  }
}
