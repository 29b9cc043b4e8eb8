import Foundation
import OppAnalysis
import OppModel
import OppSemantics
import OppTestLimits
import Testing

/// When conditions can be true by the clock, and for how long
@Suite(.limited) struct TimesTests {
  private func prover(_ condition: String) -> (Prover, NodeID) {
    let rules = AnalysedRules("opp \"A\" when \(condition)")
    return (Prover(graph: rules.graph, zone: .utc), rules.condition())
  }

  static let stretches: [(String, Int64)] = [
    ("sky == clear and time in 12:00..12:30", 1800),
    ("time in 22:00..2:00", 14_400),
    ("time in 22:00..2:00 and weekday == fri", 7200),
    ("weekday in sat..sun", 172_800),
    ("weekday in [fri, sat] and time >= 20:00", 14_400),
    ("time.hour == 8", 3600),
    ("time.minute == 30", 60),
    ("(time in 8:00..9:00 or time in 9:00..10:00) and raining", 7200),
    ("today == 2026-08-02", 86_400),
    ("today.day == 1 and time < 6:00", 21_600),
    ("month == feb and today.day >= 28", 172_800),
    ("time in 8:00..9:00 and time in 9:00..10:00", 0),
  ]

  @Test(arguments: stretches)
  func `the longest stretch of a condition`(condition: String, seconds: Int64) {
    var (prover, node) = prover(condition)
    #expect(prover.longestStretch(of: node) == seconds)
  }

  /// Windows around the hour that autumn has twice and spring has not, on one day of each month
  @Test(arguments: 1...12)
  func `a window is as long as on the longest of its days to come, in every season`(month: Int)
    throws
  {
    let berlin = try Zone(
      file: Array(Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/Europe/Berlin"))))
    let day = try #require(CivilDate(year: 2026, month: month, day: 10))
    for (condition, seconds): (String, Int64) in [
      ("weekday == sun and time in 1:00..4:00", 14_400),
      ("weekday == sun and time in 2:00..3:00", 7200),
      ("weekday == sun and time in 2:15..2:45", 1800),
      ("weekday == sun", 90_000), ("weekday == mon and time in 1:00..4:00", 10_800),
      ("time in 22:00..6:00", 32_400),
    ] {
      let rules = AnalysedRules("opp \"A\" when \(condition)")
      var prover = Prover(
        graph: rules.graph, zone: berlin, reference: berlin.startOfDay(day))
      #expect(prover.longestStretch(of: rules.condition()) == seconds, "\(condition)")
    }
  }

  @Test(arguments: ["temp > 20C", "time in 8:00..8:00", "not (today == 2026-08-02)"])
  func `a stretch without bounds`(condition: String) {
    var (prover, node) = prover(condition)
    #expect(prover.longestStretch(of: node) == nil)
  }

  static let times: [(String, [Range<Int64>])] = [
    ("time in 8:00..9:00 or time in 20:00..21:00", [28_800..<32_400, 72_000..<75_600]),
    ("temp > 20C", [0..<86_400]),
    ("time in 8:00..8:00", [0..<86_400]),
    ("time >= 22:00 and (raining or time < 23:00)", [79_200..<86_400]),
    ("time in 22:00..2:00", [0..<7200, 79_200..<86_400]),
  ]

  @Test(arguments: times)
  func `the times of day of a condition`(condition: String, times: [Range<Int64>]) {
    var (prover, node) = prover(condition)
    #expect(prover.times(of: node) == times)
  }

  @Test func `the weekdays and months of a condition`() {
    var (prover, node) = prover("weekday in fri..sat and month in [feb, mar] and today.day == 31")
    #expect(prover.weekdays(of: node) == [4, 5])
    #expect(prover.months(of: node) == [3])
  }
}
