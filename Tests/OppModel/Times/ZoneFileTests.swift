import OppTestLimits
import Testing

@testable import OppModel

@Suite(.limited) struct ZoneFileTests {
  @Test func `damaged files are errors, and never end the program`() throws {
    var random = SystemRandomNumberGenerator()
    for row in try IndependentTable.rows("Times/Tables/files.csv") {
      let file = bytes(hexadecimal: row[1])
      for length in 0..<file.count {
        #expect(throws: ZoneFileError.self) { try Zone(file: Array(file.prefix(length))) }
      }
      for _ in 0..<200 {
        var damaged = file
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          damaged[Int.random(in: 0..<damaged.count, using: &random)] = .random(
            in: 0...255, using: &random)
        }
        guard let zone = try? Zone(file: damaged) else { continue }
        for seconds in [Int64(0), 4_000_000_000, -1 << 60, 1 << 60] {
          let instant = Instant(seconds: seconds)
          _ = zone.instant(of: zone.local(at: instant))
          _ = zone.clockJump(after: instant)
          _ = zone.nextTransition(after: instant)
        }
      }
    }
  }

  @Test(arguments: [
    ("", 0), ("PST8", -28_800), ("<+0330>-3:30", 12_600), ("<-03>3", -10_800),
    ("XXX-14:59:59", 53_999),
    // Permanent daylight saving time, as RFC 9636 writes it
    ("EST5EDT,0/0,J365/25", -14_400),
  ])
  func `a rule without changes is one offset`(rule: String, offset: Int64) throws {
    let zone = try zone(rule)
    #expect(zone.nextTransition(after: .distantPast) == nil)
    #expect(zone.offset(at: Instant(seconds: 2_000_000_000)) == offset)
  }

  @Test(arguments: [
    // Negative and long times, Julian days with and without 29 February, a southern summer
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2024-03-31T00:59:59Z", -7200),
    ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", "2024-03-31T01:00:00Z", -3600),
    ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-26T23:59:59Z", 7200),
    ("IST-2IDT,M3.4.4/26,M10.5.0", "2026-03-27T00:00:00Z", 10_800),
    ("AAA0BBB,J60/0,J300/0", "2024-02-29T23:59:59Z", 0),
    ("AAA0BBB,J60/0,J300/0", "2024-03-01T00:00:00Z", 3600),
    ("AAA0BBB,59/0,300/0", "2024-02-29T00:00:00Z", 3600),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "2026-01-01T00:00:00Z", 39_600),
    ("AEST-10AEDT,M10.1.0,M4.1.0/3", "9999-07-01T00:00:00Z", 36_000),
    ("IST-1GMT0,M10.5.0,M3.5.0/1", "2026-01-01T00:00:00Z", 0),
    ("AAA-24BBB-24:59:59,M1.1.1/-167,M12.5.0/167", "2026-06-01T00:00:00Z", 89_999),
  ])
  func `a rule that changes is followed for ever`(
    rule: String, instant: String, offset: Int64
  ) throws {
    let instant = try #require(Instant(rfc3339: instant))
    #expect(try zone(rule).offset(at: instant) == offset)
  }

  @Test(arguments: [
    "P8", "PST", "PST8PDT", "PST8PDT,M3.2.0", "PST8PDT,M13.2.0,M11.1.0", "PST8PDT,M3.6.0,M11.1.0",
    "PST8PDT,J0,J5", "PST8PDT,366,J5", "PST25", "PST8:60", "<PST8", "PST8PDT,M3.2.0/168,M11.1.0",
    "PST8PDT,M3.2.0,M11.1.0,", "PST9999999999999999999", "PST8 ", "PST8PDT,M3.2.7,M11.1.0",
  ])
  func `anything else is no rule`(rule: String) {
    #expect(throws: ZoneFileError.malformedRule) { try zone(rule) }
  }

  @Test func `a file of version 1 has times of 32 bits and no rule`() throws {
    var file = header(version: 0, transitions: 1, types: 2)
    file += [0, 0, 0, 100, 1] + [0, 0, 0x0E, 0x10, 0, 0]
    file += [0xFF, 0xFF, 0xF1, 0xF0, 0, 0] + [0, 0, 0, 0]
    let zone = try Zone(file: file)
    #expect(zone.offset(at: Instant(seconds: 99)) == 3600)
    #expect(zone.offset(at: Instant(seconds: 100)) == -3600)
    #expect(zone.nextTransition(after: Instant(seconds: 100)) == nil)
  }

  @Test func `counts that no file has are refused before anything is read`() {
    var file = Array("TZif2".utf8) + Array(repeating: 0, count: 15)
    file += Array(repeating: 0x7F, count: 24)
    #expect(throws: ZoneFileError.truncated) { try Zone(file: file) }
    file[20] = 0xFF
    #expect(throws: ZoneFileError.malformed) { try Zone(file: file) }
  }

  /// A zone that has nothing but a rule
  private func zone(_ rule: String) throws(ZoneFileError) -> Zone {
    let data: [UInt8] = [0, 0, 0, 0, 0, 0] + [0, 0, 0, 0]
    let block = header(version: UInt8(ascii: "4"), transitions: 0, types: 1) + data
    return try Zone(file: block + block + Array("\n\(rule)\n".utf8))
  }

  private func header(version: UInt8, transitions: UInt8, types: UInt8) -> [UInt8] {
    Array("TZif".utf8) + [version] + Array(repeating: 0, count: 15)
      + [0, 0, 0, transitions, types, 4].enumerated().flatMap { index, count in
        [0, 0, 0, index < 3 ? 0 : count] as [UInt8]
      }
  }
}
