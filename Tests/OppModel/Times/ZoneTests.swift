import Foundation
import OppTestLimits
import OppTesting
import Testing

@testable import OppModel

/// Zones against Python's `zoneinfo`; `Tables/make_zones.py` makes the tables
@Suite(.limited) struct ZoneTests {
  let zones: [String: Zone]

  init() throws {
    zones = Dictionary(
      uniqueKeysWithValues: try IndependentTable.rows("Times/Tables/files.csv").map {
        ($0[0], try Zone(file: bytes(hexadecimal: $0[1])))
      })
  }

  @Test func `offsets are those of an independent reader`() throws {
    for row in try IndependentTable.rows("Times/Tables/offsets.csv") {
      let zone = try #require(zones[row[0]])
      let instant = Instant(seconds: try #require(Int64(row[1])))
      #expect(zone.offset(at: instant) == Int64(row[2]), "\(row[0]) \(instant.rfc3339)")
    }
  }

  @Test func `local times are the instants of an independent reader`() throws {
    for row in try IndependentTable.rows("Times/Tables/locals.csv") {
      let zone = try #require(zones[row[0]])
      let local = LocalDateTime(secondsSinceEpoch: try #require(Int64(row[1])))
      #expect(zone.instant(of: local).seconds == Int64(row[2]), "\(row[0]) \(local.iso8601)")
    }
  }

  @Test(arguments: [
    // Skipped times are the first second after the gap, repeated ones the first.
    ("America/New_York", "2026-03-08T02:30:00", "2026-03-08T07:00:00Z"),
    ("America/New_York", "2026-11-01T01:30:00", "2026-11-01T05:30:00Z"),
    ("America/New_York", "2500-07-01T12:00:00", "2500-07-01T16:00:00Z"),
    ("Australia/Lord_Howe", "2026-10-04T02:15:00", "2026-10-03T15:30:00Z"),
    ("Australia/Lord_Howe", "2026-04-05T01:45:00", "2026-04-04T14:45:00Z"),
    ("Pacific/Apia", "2011-12-30T12:00:00", "2011-12-30T10:00:00Z"),
    ("Antarctica/Troll", "2026-03-29T02:59:59", "2026-03-29T01:00:00Z"),
    ("Europe/Dublin", "2026-01-15T12:00:00", "2026-01-15T12:00:00Z"),
    ("Pacific/Kiritimati", "2026-01-01T00:00:00", "2025-12-31T10:00:00Z"),
  ])
  func `a local time is one instant`(zone: String, local: String, instant: String) throws {
    let local = try #require(LocalDateTime(iso8601: local))
    #expect(try #require(zones[zone]).instant(of: local).rfc3339 == instant)
  }

  @Test(arguments: [
    // From 2:00 to 3:00: the first skipped time is the instant of the change, as a stamp at the end of an hour
    ("America/New_York", "2026-03-08T01:59:59", "06:59:59"),
    ("America/New_York", "2026-03-08T02:00:00", "07:00:00"),
    ("America/New_York", "2026-03-08T02:00:01", ""),
    ("America/New_York", "2026-03-08T02:59:59", ""),
    ("America/New_York", "2026-03-08T03:00:00", "07:00:00"),
    // From 2:00 back to 1:00
    ("America/New_York", "2026-11-01T00:59:59", "04:59:59"),
    ("America/New_York", "2026-11-01T01:00:00", "05:00:00 06:00:00"),
    ("America/New_York", "2026-11-01T01:59:59", "05:59:59 06:59:59"),
    ("America/New_York", "2026-11-01T02:00:00", "07:00:00"),
    // From 2:00 to 2:30, and from 2:00 back to 1:30
    ("Australia/Lord_Howe", "2026-10-04T02:00:00", "15:30:00"),
    ("Australia/Lord_Howe", "2026-10-04T02:00:01", ""),
    ("Australia/Lord_Howe", "2026-10-04T02:30:00", "15:30:00"),
    ("Australia/Lord_Howe", "2026-04-05T01:29:59", "14:29:59"),
    ("Australia/Lord_Howe", "2026-04-05T01:30:00", "14:30:00 15:00:00"),
    ("Australia/Lord_Howe", "2026-04-05T02:00:00", "15:30:00"),
    // A day that is not there
    ("Pacific/Apia", "2011-12-30T00:00:00", "10:00:00"),
    ("Pacific/Apia", "2011-12-30T12:00:00", ""),
    ("Pacific/Apia", "2011-12-31T00:00:00", "10:00:00"),
  ])
  func `clocks show a local time once, twice or never`(zone: String, local: String, times: String)
    throws
  {
    let local = try #require(LocalDateTime(iso8601: local))
    let found: [Instant] =
      switch try #require(zones[zone]).occurrences(of: local) {
      case .once(let instant): [instant]
      case .twice(let first, let second): [first, second]
      case .never: []
      }
    #expect(
      found.map { $0.rfc3339.dropFirst(11).dropLast() }.joined(separator: " ") == times)
  }

  @Test(arguments: [
    // From 2:00 to 2:30, and from 2:00 back to 1:30: the hour from 1:00 on is longer.
    ("Australia/Lord_Howe", "2026-10-03T14:30:00Z", 5400),
    ("Australia/Lord_Howe", "2026-04-04T14:00:00Z", 5400),
    // From 2:00 to 3:00, and from 2:00 back to 1:00, which is shown twice
    ("America/New_York", "2026-03-08T06:00:00Z", 3600),
    ("America/New_York", "2026-11-01T05:00:00Z", 3600),
    ("America/New_York", "2026-11-01T06:00:00Z", 3600),
  ])
  func `an hour is the same, whichever of its seconds is asked for`(
    zone: String, start: String, length: Int64
  ) throws {
    let zone = try #require(zones[zone])
    let start = try #require(Instant(rfc3339: start)).seconds
    for second in stride(from: start, to: start + length, by: 60) {
      #expect(zone.period(.hour, around: second) == start..<start + length, "\(second - start)")
    }
    #expect(zone.period(.hour, around: start - 1).upperBound == start)
    #expect(zone.period(.hour, around: start + length).lowerBound == start + length)
  }

  @Test func `a day starts with its first second, though midnight be skipped`() throws {
    for (name, zone) in zones {
      for days in stride(from: Int64(-1000), to: 24_000, by: 1) {
        let date = CivilDate(days: days)
        let start = zone.startOfDay(date)
        let before = zone.local(at: start.advanced(by: -1)).date
        let first = zone.local(at: start).date
        // A date that is skipped whole starts with the next.
        let isSkipped = zone.startOfDay(date.advanced(by: 1)) == start
        // Expectations cost more than what they look at, half a million times.
        if before >= date || first != date && !isSkipped {
          Issue.record("\(name) \(date.iso8601)")
        }
      }
    }
    let beirut = try #require(zones["Asia/Beirut"])
    let gap = try #require(CivilDate(year: 2026, month: 3, day: 29))
    #expect(beirut.rfc3339(beirut.startOfDay(gap)) == "2026-03-29T01:00:00+03:00")
    let apia = try #require(zones["Pacific/Apia"])
    let lost = try #require(CivilDate(year: 2011, month: 12, day: 30))
    #expect(apia.startOfDay(lost) == apia.startOfDay(lost.advanced(by: 1)))
  }

  @Test func `transitions are exactly where the offset changes`() throws {
    for (name, zone) in zones {
      var instant = Instant(seconds: -4_000_000_000)
      for _ in 0..<600 {
        guard let next = zone.nextTransition(after: instant) else { break }
        #expect(next > instant)
        #expect(zone.offset(at: next.advanced(by: -1)) == zone.offset(at: instant), "\(name)")
        #expect(zone.offset(at: next) != zone.offset(at: instant), "\(name) \(next.rfc3339)")
        #expect(zone.previousTransition(upTo: next) == next)
        instant = next
      }
    }
  }

  @Test func `the transition before an instant is found wherever they lie`() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<40 {
      // Centuries apart, or many within a day.
      let spread = random.pick([1 << 58, 1 << 40, 1 << 31, 1 << 12] as [Int])
      let starts = Set(
        (0..<random.number(in: 1...60)).map { _ in
          Int64(random.number(in: -spread...spread))
        }
      ).sorted()
      let zone = Zone(
        initialOffset: 0,
        transitions: starts.enumerated().map {
          ZoneTransition(start: $1, offset: $0.isMultiple(of: 2) ? 3600 : 0)
        }, rule: nil)
      let probes = starts.flatMap { [$0 - 1, $0, $0 + 1, $0 + 20_000_000] }
      for second in probes {
        let count = starts.count { $0 <= second }
        #expect(zone.offset(at: Instant(seconds: second)) == (count.isMultiple(of: 2) ? 0 : 3600))
      }
    }
  }

  @Test func `the clock runs evenly until its next jump`() throws {
    for zone in zones.values {
      for seconds in stride(from: Int64(0), to: 2_000_000_000, by: 7_654_321) {
        let instant = Instant(seconds: seconds)
        let jump = zone.clockJump(after: instant)
        let start = zone.local(at: instant)
        let last = zone.local(at: jump.advanced(by: -1))
        #expect(last.date == start.date)
        #expect(last.secondOfDay - start.secondOfDay == jump.seconds - 1 - seconds)
        #expect(zone.local(at: jump).secondOfDay != last.secondOfDay + 1)
      }
    }
  }

  @Test func `the ends of time are written in every zone`() throws {
    for zone in zones.values {
      for seconds in [Int64.min, -1 << 60, 1 << 60, .max] {
        let end = Instant(seconds: seconds)
        _ = zone.instant(of: zone.local(at: end))
        _ = zone.nextTransition(after: end)
        _ = zone.previousTransition(upTo: end)
        _ = zone.clockJump(after: end)
        _ = zone.rfc3339(end)
      }
      for days in [Int64.min, .max] { _ = zone.startOfDay(CivilDate(days: days)) }
    }
  }

  @Test func `a date of leap years and a skipped midnight is written with its offset`() throws {
    let zone = try #require(zones["Asia/Kolkata"])
    #expect(zone.rfc3339(Instant(seconds: 951_782_400)) == "2000-02-29T05:30:00+05:30")
    #expect(Zone(offset: -12_600).rfc3339(Instant(seconds: 0)) == "1969-12-31T20:30:00-03:30")
    #expect(Zone.utc.nextTransition(after: Instant(seconds: 0)) == nil)
  }

  @Test func `every zone of this machine is read`() throws {
    let folder = URL(filePath: "/usr/share/zoneinfo/")
    guard let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    else { return }
    for case let file as URL in files {
      guard let data = try? Data(contentsOf: file), data.starts(with: Array("TZif".utf8)) else {
        continue
      }
      // Those below `right` count leap seconds, and are refused.
      if file.path.contains("/right/") { continue }
      #expect(throws: Never.self, "\(file)") { try Zone(file: Array(data)) }
    }
  }
}

/// The bytes that pairs of hexadecimal digits write
func bytes(hexadecimal text: String) -> [UInt8] {
  let digits = Array(text)
  return stride(from: 0, to: digits.count - 1, by: 2).compactMap {
    UInt8(String(digits[$0...($0 + 1)]), radix: 16)
  }
}
