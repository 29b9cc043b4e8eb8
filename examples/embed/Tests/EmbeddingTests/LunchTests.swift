import Embedding
import OppKit
import Testing

/// Unit tests of the rules: no clock, no waiting
@Suite struct LunchTests {
  /// 2026-06-22T00:00:00Z
  let midnight = Timestamp(secondsSince1970: 1_782_086_400)

  func firings(_ arrivals: [(Timestamp, Arrival)]) throws -> [String] {
    let rules = try lunchRules()
    let replay = try rules.replay(arrivals, zone: .utc, in: midnight..<midnight + 86_400)
    #expect(replay.rejections.isEmpty)
    return replay.firings.map { "\($0.opp) \(($0.at.secondsSince1970 - 1_782_086_400) / 60)" }
  }

  func weather(_ sky: Value, _ degrees: Double) -> Arrival {
    .reading(Reading("weather", ["sky": sky, "temp": .celsius(degrees)], freshness: 86_400))
  }

  @Test func `the rules are without a mistake`() throws {
    #expect(try lunchRules().thoroughDiagnostics().isEmpty)
  }

  @Test func `a walk at the first free half hour of a sunny lunch`() throws {
    let review = CalendarEvent(
      uid: "1", title: "Review", begins: midnight + 11 * 3600, ends: midnight + 12 * 3600 + 900)
    #expect(
      try firings([(midnight, weather("sunny", 20)), (midnight, .events([review]))]) == [
        "Next 650", "Lunch walk 735",
      ])
    #expect(try firings([(midnight, weather("rain", 20)), (midnight, .events([]))]).isEmpty)
  }

  @Test func `water after two hours of heat`() throws {
    let noon = midnight + 12 * 3600
    #expect(try firings([(noon, weather("clouds", 27))]) == ["Drink 840"])
    #expect(
      try firings([(noon, weather("clouds", 27)), (noon + 3000, weather("clouds", 25))]).isEmpty)
  }
}
