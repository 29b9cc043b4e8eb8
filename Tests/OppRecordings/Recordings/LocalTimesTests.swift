import Foundation
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppRecordings

/// Local times of files in the hours in which clocks are set back or forward
@Suite(.limited) struct LocalTimesTests {
  /// The times of the readings of a file, `–` for a row that is not read, and the codes of the problems
  private func read(
    _ times: String, day: String = "2026-10-25", zone: Zone
  ) -> (times: [String], codes: [String]) {
    let rows = times.split(separator: " ").enumerated().map { index, time in
      time.contains("T") ? "\(time),\(index)" : "\(day) \(time),\(index)"
    }
    return read(rows, zone: zone)
  }

  /// The same of rows with the number of the row in place of a value
  private func read(_ rows: [String], zone: Zone) -> (times: [String], codes: [String]) {
    let text = "time,wind\n" + rows.joined(separator: "\n") + "\n"
    let recording = RecordedFiles(["weather.csv": text]).load(zone: zone)
    var found = Array(repeating: "–", count: rows.count)
    for line in recording.described.split(separator: "\n") {
      let parts = line.split { $0 == " " || $0 == "=" }
      guard let index = parts.last.flatMap({ Int($0.replacing("m/s", with: "")) }) else { continue }
      found[index] = String(parts[0])
    }
    return (found, recording.problems.listed.map { $0.code })
  }

  @Test(
    arguments: [
      ("01:30 02:00 02:30 02:00 02:30 03:00", "23:30 00:00 00:30 01:00 01:30 02:00"),
      ("01:45 02:50 02:10 03:00", "23:45 00:50 01:10 02:00"),
      ("02:30 02:45 02:00 02:15 03:00", "00:30 00:45 01:00 01:15 02:00"),
      ("01:00 02:00 02:00 03:00", "23:00 00:00 01:00 02:00"),
      ("03:00 02:30 02:00 02:30 02:00 01:30", "02:00 01:30 01:00 00:30 00:00 23:30"),
      ("01:30 02:00 02:30 03:00", "23:30 – – 02:00"), ("02:30", "–"),
      ("02:00 02:00 02:30 02:30", "– – – –"), ("02:30 02:10 02:40 02:20", "– – – –"),
      ("01:30 02:00 02:15 02:15 02:30 03:00", "23:30 – – – – 02:00"),
      ("01:30 03:00 02:00 01:00", "23:30 02:00 – 23:00"),
      ("01:30 2026-10-25T02:30+01:00 03:00", "23:30 01:30 02:00"),
      ("02:00 02:30 02:15", "– – –"),
    ])
  func `the rows around decide on a time that comes twice`(times: String, expected: String) throws {
    let zone = try #require(systemZone("Europe/Berlin"))
    let found = read(times, zone: zone)
    var clocks: [String] = []
    for time in found.times {
      clocks.append(time == "–" ? time : String(time.dropFirst(11).prefix(5)))
    }
    let codes: [String] = expected.contains("–") ? ["doubled-time"] : []
    #expect(clocks.joined(separator: " ") == expected)
    #expect(found.codes == codes)
  }

  @Test(
    arguments: [
      "Europe/Berlin", "Europe/London", "America/New_York", "America/Santiago", "Australia/Sydney",
      "Australia/Lord_Howe", "Pacific/Auckland", "America/St_Johns", "Africa/Casablanca",
    ])
  func `a log through both passes is read in every zone`(name: String) throws {
    let zone = try #require(systemZone(name))
    var change = Instant(seconds: 1_767_225_600)
    repeat {
      change = try #require(zone.nextTransition(after: change))
    } while !isSetBack(zone, at: change)
    var instants: [Instant] = []
    for second in stride(from: Int64(-7200), through: 7200, by: 900) {
      instants.append(change.advanced(by: second))
    }
    let backwards: [Instant] = instants.reversed()
    for ordered in [instants, backwards] {
      let rows = ordered.enumerated().map { index, instant in
        "\(text(zone.local(at: instant))),\(index)"
      }
      let found = read(rows, zone: zone)
      let expected = ordered.map { ValueNotation.instant($0) }
      #expect(found.times == expected)
      #expect(found.codes.isEmpty)
    }
  }

  private func isSetBack(_ zone: Zone, at change: Instant) -> Bool {
    zone.offset(at: change) < zone.offset(at: change.advanced(by: -1))
  }

  private func text(_ local: LocalDateTime) -> String {
    let date = local.date
    return String(
      format: "%04d-%02d-%02d %02d:%02d", Int(date.year), date.month, date.day, local.hour,
      local.minute)
  }

  @Test func `a time that does not exist shows that the clock of the file never changes`() throws {
    let zone = try #require(systemZone("Europe/Berlin"))
    let found = read("01:30 02:30 03:30 2026-03-29T12:00Z", day: "2026-03-29", zone: zone)
    #expect(found.times == ["–", "–", "–", "2026-03-29T12:00:00Z"])
    #expect(found.codes == ["skipped-time"])
    let stamps = read("01:00 02:00 04:00", day: "2026-03-29", zone: zone)
    #expect(
      stamps.times == ["2026-03-29T00:00:00Z", "2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z"])
    #expect(stamps.codes.isEmpty)
  }

  @Test func `the rows of each argument decide by themselves`() throws {
    let zone = try #require(systemZone("Europe/Berlin"))
    let rows = ["02:00", "02:30", "02:00", "02:30", "03:00"].flatMap { time in
      ["den", "loft"].map { "2026-10-25 \(time),\($0),20" }
    }
    let text = "time,room,inside\n" + rows.joined(separator: "\n")
    let recording = RecordedFiles(["thermostat.csv": text]).load(zone: zone)
    #expect(recording.problems.isEmpty)
    #expect(recording.arrivals.count == 10)
  }

  @Test func `more rows never turn an instant into another`() throws {
    let zone = try #require(systemZone("Europe/Berlin"))
    var state: UInt64 = 11
    func random(_ count: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % count)
    }
    let times = ["01:00", "01:30", "02:00", "02:15", "02:30", "02:45", "03:00", "03:30"]
    for _ in 0..<(LawSeeds.isLong ? 50_000 : 1000) {
      var rows: [String] = []
      var known: [Int: String] = [:]
      for row in 0..<(1 + random(7)) {
        rows.append("2026-10-25 \(times[random(8)]),\(row)")
        for (index, time) in read(rows, zone: zone).times.enumerated() where time != "–" {
          if let before = known[index] { #expect(before == time, "\(rows)") }
          known[index] = time
        }
      }
    }
  }
}
