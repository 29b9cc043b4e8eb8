import OppModel
import OppSemantics
import OppTestLimits
import Testing

@testable import OppEngine
@testable import OppSession

/// Quotas and the budget hold among requests of one second too, and what does not fit waits its turn
@Suite(.limited) struct QuotaTests {
  // MARK: Quotas

  private static let streets = (1...5).map { number in
    """
    place p\(number) = "Street \(number), Town" within 100m
    opp "\(number)" near p\(number)
    """
  }.joined(separator: "\n")

  private static func nominatim(_ graph: ConditionGraph) -> [Provider] {
    [Provider(name: "addresses", served: [.addresses], quota: Quota(spacing: 1))]
  }

  @Test(arguments: [0, 1, 7] as [Int64])
  func `two addresses are never requested within a second`(latency: Int64) {
    var counted = CountedSession(Self.streets, Self.nominatim)
    counted.latency = latency
    counted.live(seconds: 120)
    #expect(counted.requests.count == 5)
    // The one leaves at any time before its response, the next at the beginning of its second.
    for (first, second) in zip(counted.requests, counted.requests.dropFirst()) {
      #expect(second.at - (first.at + latency) >= 2)
    }
    #expect(counted.requests.last.map { $0.at - CountedSession.begins } ?? 0 <= 4 * (latency + 3))
  }

  @Test func `a new life waits as the old one would have`() throws {
    var counted = CountedSession(Self.streets, Self.nominatim)
    counted.latency = 30
    counted.live(seconds: 5)
    #expect(counted.requests.count == 1)
    // It ends 20 seconds later: the request may have reached its service at any second until now.
    try counted.restart(after: 20)
    counted.live(seconds: 60)
    #expect(counted.requests.dropFirst().first.map { $0.at - CountedSession.begins } == 27)
  }

  @Test func `eight categories of places are requested 6 a minute and 5 s apart`() {
    let rules = (1...8).map { "opp \"\($0)\" near any \"shop \($0)\" within 100m" }
    var counted = CountedSession(rules.joined(separator: "\n")) { _ in
      [
        Provider(
          name: "places", served: [.places], freshness: 7 * 86_400,
          quota: Quota(perMinute: 6, perDay: 1000, spacing: 5))
      ]
    }
    counted.live(seconds: 300)
    #expect(counted.requests.count == 8)
    #expect(counted.most(within: 60) == 6)
    for (first, second) in zip(counted.requests, counted.requests.dropFirst()) {
      #expect(second.at - first.at > 5)
    }
  }

  private static let rooms =
    "source room(name: Text) fresh for 15min { warm: Bool }\n"
    + (1...80).map { "opp \"\($0)\" when room(\"r\($0)\").warm" }.joined(separator: "\n")

  @Test func `of 80 values of a parameter 60 are requested, and the others a minute later`() {
    var counted = CountedSession(Self.rooms) {
      CountedSession.sources($0, named: "room", quota: Quota(perMinute: 60))
    }
    counted.live(seconds: 30)
    #expect(counted.requests.count == 60)
    counted.live(seconds: 60)
    #expect(counted.requests.count == 80)
    #expect(counted.most(within: 60) == 60)
    #expect(Set(counted.requests.map(\.fetch)).count == 80)
    #expect(counted.health.isEmpty, "a turn of a minute is nothing to say")
  }

  @Test func `who has waited longest goes first, so that nothing is left out for good`() {
    var counted = CountedSession(
      Self.rooms.replacing("15min", with: "1min").replacing("}\n", with: "} \n")
    ) { CountedSession.sources($0, named: "room", quota: Quota(perMinute: 20)) }
    counted.live(seconds: 320)
    #expect(Set(counted.requests.map(\.fetch)).count == 80)
    #expect(counted.most(within: 60) == 20)
  }

  @Test func `of what comes together, the request that most Opps wait for goes first`() {
    let rules = """
      place quiet = "Quiet Lane 1" within 100m
      place busy = "Busy Street 1" within 100m
      opp "1" near quiet
      opp "2" near busy
      opp "3" when near busy and time in 0:00..23:59
      opp "4" when near busy and time in 0:00..23:58
      """
    var counted = CountedSession(rules, Self.nominatim)
    counted.live(seconds: 20)
    #expect(
      counted.requests.map(\.fetch.subject)
        == [.address("Busy Street 1"), .address("Quiet Lane 1")])
  }

  @Test func `a preview names what goes out now, and what waits until when`() {
    let counted = CountedSession(Self.streets, Self.nominatim)
    let preview = counted.session.preview(at: Instant(seconds: CountedSession.begins))
    // Where the person is comes by itself.
    #expect(preview.rounds.first?.fetches.count ?? 0 <= 1)
  }

  // MARK: The budget

  private static func dear(_ budget: String) -> String {
    "set budget \(budget)\n"
      + (1...6).map {
        """
        source dear\($0) fresh for 30d cost 2 { warm: Bool }
        opp "\($0)" when dear\($0).warm
        """
      }.joined(separator: "\n")
  }

  @Test func `the budget holds among requests of one second, and all have their turn`() {
    var counted = CountedSession(Self.dear("5 per 1h")) {
      CountedSession.sources($0, named: "dear")
    }
    counted.live(seconds: 3500)
    #expect(counted.requests.count == 2)
    #expect(counted.health.map(\.opps) == [["3"], ["4"], ["5"], ["6"]])
    counted.live(seconds: 2 * 3700)
    #expect(counted.requests.count == 6)
    #expect(Set(counted.requests.map(\.fetch)).count == 6)
    #expect(counted.most(within: 3600) == 2)
  }

  @Test func `a dear request is not overtaken by cheap ones for ever`() {
    let rules = """
      set budget 10 per 1h
      source dear fresh for 12h cost 9 { warm: Bool }
      source cheap fresh for 5min { wet: Bool }
      opp "1" when cheap.wet for 30d
      opp "2" when dear.warm for 30d
      """
    var counted = CountedSession(rules) {
      CountedSession.sources($0, named: "dear") + CountedSession.sources($0, named: "cheap")
    }
    counted.live(seconds: 15 * 3600)
    let dear = counted.requests.filter { counted.session.cost(of: $0.fetch.subject) == 9 }
    #expect(dear.count >= 2)
  }

  @Test func `of turns that began at one second the first by name is reserved for`() throws {
    let rules =
      "set budget 20 per 1h\n"
      + (1...8).map {
        """
        source dear\($0) fresh for 12h cost \(10 - $0) { warm: Bool }
        opp "\($0)" when dear\($0).warm
        """
      }.joined(separator: "\n")
    var session = CountedSession(rules) { CountedSession.sources($0, named: "dear") }.session
    let fetches = session.providers.filter { !$0.isPushed }.flatMap(\.served).compactMap {
      served -> Fetch? in
      if case .source(let id) = served { Fetch(subject: .source(id, [])) } else { nil }
    }
    try #require(fetches.count == 8)
    for fetch in fetches { session.turns[fetch] = CountedSession.begins }
    let now = Instant(seconds: CountedSession.begins + 7200)
    #expect(session.reserved(except: fetches[7], at: now) == 9)
    #expect(session.reserved(except: fetches[0], at: now) == 0)
  }

  @Test func `three times a tenth is within three tenths`() {
    let rules = """
      set budget 0.3 per 1h
      source cheap(n: Text) fresh for 1d cost 0.1 { wet: Bool }
      opp "1" when cheap("a").wet
      opp "2" when cheap("b").wet
      opp "3" when cheap("c").wet
      """
    var counted = CountedSession(rules) { CountedSession.sources($0, named: "cheap") }
    counted.live(seconds: 60)
    #expect(counted.requests.count == 3)
  }
}
