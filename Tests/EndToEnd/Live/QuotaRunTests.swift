import Foundation
import OppModel
import OppOutputs
import OppStore
import OppTesting
import Synchronization
import OppTestLimits
import Testing

@testable import opp

/// What services may be asked, as they count it: none gets a request too many
@Suite(.limited, .waiting) struct QuotaRunTests {
  /// The seconds of the clock at which requests came
  private final class Count: Sendable {
    private let seconds = Mutex<[Int64]>([])

    func note(_ clock: ScriptedClock) { seconds.withLock { $0.append(clock.now.seconds) } }
    var all: [Int64] { seconds.withLock { $0 } }
  }

  private static let town = """
    connect location to json("URL/here")
    connect addresses to nominatim(url: "URL")
    connect places to overpass(url: "URL/api")

    """

  private static let addresses = (1...5).map { number in
    """
    place p\(number) = "Street \(number), Town" within 100m
    opp "\(number)" near p\(number)
    """
  }

  private func living(
    _ rules: [String], to end: String, path: String, _ answer: ServerAnswer
  ) throws -> (LiveFolder, Count) {
    let live = try LiveFolder(rules.joined(separator: "\n"), to: end)
    let (clock, count) = (live.clock, Count())
    live.server.on("/here") { _ in .json(#"{"lat": 50, "lon": 8}"#) }
    live.server.on(path) { _ in
      count.note(clock)
      return answer
    }
    return (live, count)
  }

  @Test func `nominatim never gets two requests within a second, over restarts too`() async throws {
    let (live, count) = try living(
      [Self.town] + Self.addresses, to: "2026-06-21T00:00:03Z", path: "/search",
      .json(#"[{"lat": "51", "lon": "9"}]"#))
    try await live.live()
    #expect((1...2).contains(count.all.count), "\(count.all)")
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T00:01:00Z"))
    try await live.live()
    #expect(count.all.count == 5)
    for (first, second) in zip(count.all, count.all.dropFirst()) { #expect(second - first >= 2) }
  }

  @Test func `a round makes all requests that come to their turn within its minute`() async throws {
    let (live, count) = try living(
      [Self.town] + Self.addresses, to: "2026-06-21T00:05:00Z", path: "/search",
      .json(#"[{"lat": "51", "lon": "9"}]"#))
    try await live.live(["--once"])
    #expect(count.all.count == 5)
    #expect(live.status == .success, "\(live.printed)")
    #expect(live.command("plan", "rules.opp").contains("nothing has to be requested"))
  }

  @Test func `a plan shows what waits for its turn`() throws {
    let live = try LiveFolder(
      ([Self.town] + Self.addresses).joined(separator: "\n"), to: "2026-06-21T00:05:00Z")
    let plan = live.command("plan", "rules.opp")
    #expect(plan.contains("the address \"Street 1, Town\", cost 1"), "\(plan)")
    #expect(
      plan.split(separator: "\n").count { $0.contains("as the quota or the budget allows") } == 4)
  }

  @Test func `overpass gets six requests a minute, five seconds apart`() async throws {
    let rules = (1...8).map { "opp \"\($0)\" near any \"shop=kind\($0)\" within 100m" }
    let (live, count) = try living(
      [Self.town] + rules, to: "2026-06-21T00:05:00Z", path: "/api",
      .json(#"{"elements": []}"#))
    try await live.live()
    #expect(count.all.count == 8)
    for (first, second) in zip(count.all, count.all.dropFirst()) { #expect(second - first > 5) }
    for (first, seventh) in zip(count.all, count.all.dropFirst(6)) { #expect(seventh - first > 60) }
  }

  @Test func `the budget holds for requests that leave together`() async throws {
    var rules = ["set budget 5 per 1h"]
    for number in 1...6 {
      rules.append(
        """
        source s\(number) fresh for 1d cost 2 { warm: Bool }
        connect s\(number) to json("URL/s")
        opp "\(number)" when s\(number).warm
        """)
    }
    let (live, count) = try living(
      rules, to: "2026-06-21T00:50:00Z", path: "/s", .json(#"{"warm": false}"#))
    try await live.live()
    #expect(count.all.count == 2)
    live.clock.lives(to: try LiveFolder.instant("2026-06-21T03:10:00Z"))
    try await live.live()
    #expect(count.all.count == 6)
    for (first, third) in zip(count.all, count.all.dropFirst(2)) { #expect(third - first > 3600) }
  }

  @Test func `a request is on record before it leaves`() async throws {
    let live = try LiveFolder(
      """
      source hall fresh for 30min { warm: Bool }
      connect hall to json("URL/hall")
      opp "Warm" when warm notify "Warm."
      """, to: "2026-06-21T00:01:00Z")
    let known = Mutex<[Int]>([])
    let path = live.folder.appending(path: "store.sqlite").path
    live.server.on("/hall") { _ in
      let store = try? Store.open(path: path)
      let fetches = try? store?.loadFetches(since: .distantPast)
      known.withLock { $0.append(fetches?.count { $0.outcome == .awaited } ?? 0) }
      return .json(#"{"warm": true}"#)
    }
    try await live.live()
    #expect(known.withLock { $0 } == [1])
    #expect(try live.store().loadFetches(since: .distantPast).map(\.outcome) == [.arrived])
  }
}
