import OppModel
import OppTestLimits
import OppTesting
import OppTimelines
import Testing

@testable import OppEngine

/// The instants of `every D from X`, and remainders of what drifts
@Suite(.limited) struct OccurrenceTests {
  /// The zones of the tables of OppModel, whose edition is that of the instants
  private static func zones() throws -> [String: Zone] {
    var zones: [String: Zone] = [:]
    for row in try rows("Tests/OppModel/Times/Tables/files.csv") {
      let digits = Array(row[1])
      let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...$0 + 1]), radix: 16)
      }
      zones[row[0]] = try Zone(file: bytes)
    }
    return zones
  }

  private static func rows(_ path: String) throws -> [[String]] {
    try Repository.text(path).split(separator: "\n").dropFirst(2).map {
      $0.split(separator: ",").map(String.init)
    }
  }

  @Test func `instants are those of an independent calendar`() throws {
    let zones = try Self.zones()
    let rows = try Self.rows("Tests/OppEngine/Evaluation/Tables/occurrences.csv")
    #expect(rows.count == 1000)
    for row in rows {
      let zone = try #require(zones[row[0]])
      let numbers = row.dropFirst().compactMap { Int64($0) }
      #expect(
        zone.occurrence(from: numbers[0], every: numbers[1], notBefore: numbers[2]) == numbers[3],
        "\(row)")
    }
  }

  @Test func `the ends of time are no trap`() {
    for start in [Int64.min, -1 << 60, 0, 1 << 60, .max] {
      for second in [Int64.min, -1 << 60, 0, 1 << 60, .max] {
        for period in [Int64(1), 86_400, 90_000, 1 << 40, .max / 86_400 * 86_400, .max] {
          _ = Zone.utc.occurrence(from: start, every: period, notBefore: second)
        }
      }
    }
  }

  @Test func `weeks are counted in dates at the time of day, also over a clock change`() throws {
    try check(
      #"opp "x" on every 1w from 2026-03-22T19:00"#, "", zone: "Europe/Berlin", day: "2026-03-22",
      from: "00:00", to: "2026-04-06T00:00",
      fires: "19:00+01:00, 03-29T19:00+02:00, 04-05T19:00+02:00", isLong: true)
    try check(
      #"opp "x" on every 36h from 2026-03-28T19:00"#, "", zone: "Europe/Berlin",
      day: "2026-03-28", from: "00:00", to: "2026-04-01T00:00",
      fires: "19:00+01:00, 03-30T08:00+02:00, 03-31T20:00+02:00", isLong: true)
  }

  @Test func `a skipped time of day is made up for on that day only`() throws {
    try check(
      #"opp "x" on every 1d from 2026-03-28T02:30"#, "", zone: "Europe/Berlin",
      day: "2026-03-28", from: "00:00", to: "2026-03-31T00:00",
      fires: "02:30+01:00, 03-29T03:00+02:00, 03-30T02:30+02:00", isLong: true)
    // X itself names the first second after the gap.
    try check(
      #"opp "x" on every 1d from 2026-03-29T02:30"#, "", zone: "Europe/Berlin",
      day: "2026-03-29", from: "00:00", to: "2026-03-31T00:00",
      fires: "03:00+02:00, 03-30T03:00+02:00", isLong: true)
  }

  @Test func `it can happen in the first second of memory, and not before X`() throws {
    try check(
      #"opp "x" on every 20min from 2026-06-21T00:20"#, "", from: "00:20", to: "01:00",
      fires: "00:20, 00:40")
    try check(
      #"opp "x" on every 20min from 2026-06-21T00:30"#, "", to: "01:00", fires: "00:30, 00:50")
  }

  @Test func `X is that of the second asked about`() throws {
    try check(
      #"""
      source s { at: Instant }
      opp "x" on every 10min from at
      """#,
      """
      00:00 at=00:05
      00:20 at=00:27
      00:40 at=?
      00:55 at=00:05
      """, to: "01:10", fires: "00:05, 00:15, 00:27, 00:37, 00:55, 01:05")
    try check(
      #"opp "x" on every 9h from today + 8:00"#, "", from: "00:00", to: "2026-06-22T23:00",

      fires: "08:00, 17:00, 06-22T08:00, 06-22T17:00", isLong: true)
  }

  @Test func `a remainder of what drifts follows it, and turns at each multiple`() throws {
    try check(
      "source s { x: Number }",
      """
      00:00 x=-1
      00:10 x=0
      """,
      [
        (
          "mod(now - 2026-06-21T00:00, 20min) == 5min",
          "00:00 false, 00:05 true, 00:05:01 false, 00:25 true, 00:25:01 false, 00:45 true, 00:45:01 false"
        ),
        (
          "mod(2026-06-21T00:30 - now, 20min) >= 10min",
          "00:00 true, 00:00:01 false, 00:10:01 true, 00:20:01 false, 00:30:01 true, 00:40:01 false, 00:50:01 true"
        ),
        ("mod(7, x)", "00:00 0, 00:10 unknown"),
        ("mod(x, 3)", "00:00 2, 00:10 0"),
        ("mod(x, -3)", "00:00 -1, 00:10 0"),
        ("mod(0.5 + x, 0.3)", "00:00 0.09999999999999998, 00:10 0.2"),
      ])
  }
}
