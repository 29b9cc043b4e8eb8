import Foundation
import OppKit
import OppKitFoundation
import OppTestLimits
import Testing

/// Dates and time zones of Foundation
@Suite(.limited) struct TimeTests {
  @Test(arguments: [
    (0.0, 0), (1.0, 1), (1.999, 1), (-0.5, -1), (-1.0, -1), (1e300, Int64.max), (-1e300, Int64.min),
  ])
  func `a date is the second that it is in`(seconds: Double, whole: Int64) {
    let date = Date(timeIntervalSince1970: seconds)
    #expect(Timestamp(date).secondsSince1970 == whole)
    #expect(Value(date) == .instant(Timestamp(secondsSince1970: whole)))
  }

  @Test func `a second is a date, and the date that second`() {
    let noon = Timestamp(secondsSince1970: 1_780_315_200)
    #expect(Date(noon).timeIntervalSince1970 == 1_780_315_200)
    #expect(Timestamp(Date(noon)) == noon)
  }

  @Test(arguments: ["Europe/Amsterdam", "America/New_York", "Asia/Kathmandu"])
  func `the rules of a zone are those of its file`(name: String) throws {
    let zone = try #require(TimeZone(identifier: name))
    let bytes = try Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))
    #expect(try ZoneRules(zone) == ZoneRules(tzif: bytes))
  }

  @Test func `a constant offset needs no file`() throws {
    let zone = try #require(TimeZone(secondsFromGMT: 5400))
    #expect(try ZoneRules(zone) == ZoneRules(secondsFromUTC: 5400))
    #expect(try ZoneRules(#require(TimeZone(identifier: "UTC"))) == .utc)
    #expect(try ZoneRules(#require(TimeZone(identifier: "GMT"))) == .utc)
  }

  @Test func `rules count by the clocks of the zone`() throws {
    let zone = try ZoneRules(#require(TimeZone(identifier: "America/New_York")))
    let midnight = try #require(Timestamp("2026-06-01T00:00:00-04:00"))
    let replay = try RuleSet(#"opp "Noon" on 12:00"#).replay(
      [], zone: zone, in: midnight..<midnight + 86_400)
    #expect(replay.firings.map { Date($0.at) } == [Date(midnight + 43_200)])
  }
}
