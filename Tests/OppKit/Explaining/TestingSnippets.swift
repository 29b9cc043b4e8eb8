import OppKit
import OppTestLimits
import Testing

/// The code of the article “Testing rules”, each block between `// snippet` and `// end`
@Suite(.limited) struct TestingSnippets {
  // snippet
  @Test func warmForTenMinutes() throws {
    let rules = RuleSet(#"opp "Warm" when temp > 20C for 10min notify "{temp}""#)
    #expect(rules.diagnostics.isEmpty)
    let noon = Timestamp(secondsSince1970: 1_750_000_000)
    let warm = Arrival.reading(Reading("weather", ["temp": .celsius(22)]))
    let replay = try rules.replay([(noon, warm)], zone: .utc, in: noon..<noon + 3600)
    #expect(replay.firings.map(\.at) == [noon + 600])
    #expect(replay.firings.map(\.text) == ["22°C"])
    #expect(replay.rejections.isEmpty)
  }
  // end

  // snippet
  @Test func testDeclarations() throws {
    let rules = RuleSet(
      """
      opp "Warm" when temp > 20C notify "warm"

      test "warm"
        at 2026-06-01T12:00 given temp = 25C
        expect "Warm" fires
      """)
    for result in try rules.test() {
      #expect(result.hasPassed, "\(result.report)")
    }
  }
  // end

  // snippet
  @Test(arguments: [(15.0, Explanation.Truth.false), (25.0, .true)])
  func whyNot(degrees: Double, truth: Explanation.Truth) throws {
    let noon = Timestamp(secondsSince1970: 1_750_000_000)
    var session = try Session(
      RuleSet(#"opp "Warm" when temp > 20C"#), supplies: ["weather": .pushed], zone: .utc, at: noon)
    let reading = Reading("weather", ["temp": .celsius(degrees)])
    _ = session.step(at: noon, arrivals: [.reading(reading)])
    let explanation = try #require(session.explanation(of: "Warm"))
    #expect(explanation.truth == truth)
  }
  // end

  // snippet
  @Test func requestsOnlyWhatDecides() throws {
    let noon = try #require(Timestamp("2026-06-01T12:00:00Z"))
    let rules = RuleSet(#"opp "Walk" when time in 18:00..20:00 and sky == sunny"#)
    var session = try Session(
      rules, supplies: ["weather": .fetched(freshness: 3600)], zone: .utc, at: noon)
    let step = session.step(at: noon)
    #expect(step.requests.isEmpty)
    let wake = try #require(step.wake)
    #expect(session.step(at: wake).requests.map(\.source) == ["weather"])
  }
  // end
}
