import OppEngine
import OppModel
import OppTestLimits
import OppTesting
import Testing

@testable import OppRecordings

/// A file of a source that is read where it grows
@Suite(.limited) struct SourceLogTests {
  private static let source = Source(
    name: "probe",
    parameters: [Field(name: "room", type: .text)], freshness: nil, cost: 1,
    fields: [Field(name: "temp", type: .temperature), Field(name: "on", type: .bool)])

  private func log(_ ending: String, zone: Zone) -> SourceLog {
    SourceLog(
      source: Self.source,
      columns: RecordedColumns(source: Self.source, zone: zone, enumerations: []),
      path: "probe.\(ending)", ending: ending)
  }

  /// The fields of a reading: one that is not read is missing while the rules run
  private static func text(_ fields: [FieldReading]) -> String {
    fields.map { $0 == .neverRead ? "\(FieldReading.missing)" : "\($0)" }.joined(separator: " ")
  }

  /// Everything that a log knows: the readings that count, the number of rows, the problems
  private func state(_ log: SourceLog, at now: Instant) -> String {
    var latest: [String: RecordedReading] = [:]
    for reading in log.readings(at: now) where reading.time.instant <= now {
      let key = "\(reading.arguments)"
      if let found = latest[key], reading.time < found.time { continue }
      latest[key] = reading
    }
    let readings = latest.keys.sorted().map { key in
      "\(key) \(latest[key].map { "\($0.time) \(Self.text($0.fields))" } ?? "")"
    }
    let problems = log.problems.listed.filter { $0.scope != .file }.map {
      "\($0.line) \($0.message)"
    }
    return
      (readings + ["\(log.tally.rows) \(log.tally.unreadable)"] + problems + [
        "half \(log.halfLine ?? 0)"
      ]).joined(separator: "\n")
  }

  /// The state of a log that was read by tails
  ///
  /// - Parameter cuts: the lengths of the file at the looks.
  private func tails(
    _ bytes: [UInt8], _ cuts: [Int], _ ending: String, _ zone: Zone, at now: Instant
  ) -> String {
    var log = log(ending, zone: zone)
    for cut in cuts + [bytes.count] {
      let new = Array(bytes[min(Int(log.place), cut)..<cut])
      guard !log.isBegun || log.append(new, at: now) == nil else { continue }
      log.begin(Array(bytes[..<cut]), at: now)
    }
    return state(log, at: now)
  }

  private func whole(
    _ bytes: [UInt8], _ ending: String, _ zone: Zone, at now: Instant
  ) -> String {
    var log = log(ending, zone: zone)
    log.begin(bytes, at: now)
    return state(log, at: now)
  }

  private static let later = Instant(seconds: 1_900_000_000)

  @Test(arguments: [
    (
      "csv",
      "time,room,temp,on\r\n2026-06-21T12:00:00Z,hall,20,on\r\n2026-06-21T12:01:00Z,,\"21\",off\r\n"
    ),
    (
      "csv",
      "# a log\ntime;temp\n;°C\n2026-06-21T12:00:00Z;20,5\n# again\ntime;temp\n2/13/2026 8:00;21,5\n2/3/2026 8:00;4\n"
    ),
    (
      "csv",
      "time,room,temp\n2026-06-21T12:00:00Z,\"a\nb\",20\n2026-06-21T12:01:00Z,\"open,21\n2026-06-21T12:02:00Z,c,22\n"
    ),
    (
      "csv",
      "time,room,temp\n2026-06-21T12:00:00Z,a,20\n2026-06-21T12:01:00Z,\"b\nc\",21\n2026-06-21T12:02:00Z,d,22\n"
    ),
    (
      "csv",
      "time,temp\n2026-06-21T12:00:00Z,20\n\0\0\0\n2026-06-21T12:01:00Z,cosy\n2026-06-21T12:02:00Z,1,2\nsoon,3\n"
    ),
    (
      "csv",
      "time,temp\n2026-06-21T12:00:00Z,\"1,234\"\n2026-06-21T12:01:00Z,\"20,5\"\n2026-06-21T12:02:00Z,\"1,234\"\n"
    ),
    (
      "csv",
      "time,room,temp\n2026-06-21T12:00:00Z,a,20.5\n2026-06-21T12:01:00Z,b,\"20,5\"\n2026-06-21T12:02:00Z,c,20\n"
    ),
    (
      "jsonl",
      "{\"time\": \"2026-06-21T12:00:00Z\", \"temp\": 20}\n{\"time\": \"2026-06-21T12:01:00Z\",\n{\"time\": \"2026-06-21T12:02:00Z\", \"on\": true}\n\n{\"time\": \"2026-06-21T12:03:00Z\", \"temp[F]\": 68, \"room\": \"é\"}"
    ),
    (
      "csv",
      "time,room,temp\n2026-10-25 01:59:00,,1\n2026-10-25 02:00:00,,2\n2026-10-25 02:30:00,,3\n2026-10-25 02:00:00,,4\n2026-10-25 02:30:00,x,5\n2026-10-25 02:59:00,,6\n2026-10-25 03:00:00,,7\n2026-10-25 03:00:00,x,8\n"
    ),
    ("csv", "time,temp\n2026-03-29 01:59:00,1\n2026-03-29 02:30:00,2\n2026-03-29 03:00:00,3\n"),
    (
      "csv",
      "timezone\nGMT\ntime,temp\n2026-06-21T12:00:00Z,20\n2026-06-21 14:00:00,21\n2026-06-21T12:10:00Z,22\n2026-06-21 14:20:00,23\n"
    ),
  ])
  func `a log that is read by tails is the log read as a whole, over every cut`(
    ending: String, text: String
  ) throws {
    let zone = try #require(systemZone("Europe/Berlin"))
    let bytes = Array(text.utf8)
    var random = SplitMix64(seed: 1)
    for end in 0...bytes.count {
      let prefix = Array(bytes[..<end])
      let expected = whole(prefix, ending, zone, at: Self.later)
      // Every cut of the whole file, and two of each beginning.
      let cuts =
        end == bytes.count
        ? Array(0...end) : [random.number(in: 0...end), random.number(in: max(0, end - 9)...end)]
      for cut in cuts {
        let found = tails(prefix, [cut], ending, zone, at: Self.later)
        #expect(found == expected, "\(cut) of \(end) of \(text)")
        if found != expected { return }
      }
    }
  }

  @Test(arguments: LawSeeds.seeds(60, long: 5000))
  func `a log of random rows that is read by tails is the log read as a whole`(
    seed: UInt64
  ) throws {
    let zone = try #require(systemZone("Europe/Berlin"))
    var random = SplitMix64(seed: seed)
    let isJSON = random.oneIn(3)
    var text = isJSON ? "" : "time,room,temp,on\n"
    var second = random.pick([1_792_886_400, 1_782_043_200, 1_774_742_400])
    for _ in 0..<random.number(in: 1...30) {
      second += random.pick([1, 60, 600, 1800])
      text += isJSON ? object(second, &random) : row(second, zone, &random)
    }
    let bytes = Array(text.utf8)
    let end = random.oneIn(2) ? bytes.count : random.number(in: 0...bytes.count)
    let prefix = Array(bytes[..<end])
    let cuts = (0..<random.number(in: 1...12)).map { _ in random.number(in: 0...end) }.sorted()
    let ending = isJSON ? "jsonl" : "csv"
    #expect(
      tails(prefix, cuts, ending, zone, at: Self.later)
        == whole(prefix, ending, zone, at: Self.later), "\(cuts) of \(end) of\n\(text)")
  }

  private func row(_ second: Int, _ zone: Zone, _ random: inout SplitMix64) -> String {
    if random.oneIn(12) {
      return random.pick([
        "\0\0\n", "\n", "# x\n", "time,room,temp,on\n", "a,b,c,d,e\n", "\"x\n", "1\n",
      ])
    }
    let instant = Instant(seconds: Int64(second))
    let time =
      random.oneIn(2) ? instant.rfc3339 : zone.local(at: instant).iso8601.replacing("T", with: " ")
    let room = random.pick(["", "a", "b", "\"c,\nd\""])
    let temp = random.pick(["20", "20.5", "\"20,5\"", "\"1,234\"", "cosy", "", "-3", "68F", "\"5"])
    return "\(time),\(room),\(temp),\(random.pick(["on", "off", "ajar"]))\n"
  }

  private func object(_ second: Int, _ random: inout SplitMix64) -> String {
    if random.oneIn(10) { return random.pick(["{\n", "\n", "[1]\n", "{}\n", "null\n"]) }
    let time = Instant(seconds: Int64(second)).rfc3339
    let temp = random.pick(["20", "\"68F\"", "null", "\"cosy\"", "{\"a\": 1}"])
    let room = random.pick(["", ", \"room\": \"a\"", ", \"on\": true", ", \"other\": 3"])
    return "{\"time\": \"\(time)\", \"temp\": \(temp)\(room)}\n"
  }

  @Test func `a local time that a look brings is not read under a line that names another zone`()
    throws
  {
    let zone = try #require(systemZone("Europe/Berlin"))
    var log = log("csv", zone: zone)
    log.begin(Array("timezone\nGMT\ntime,temp\n2026-06-21T12:00:00Z,20\n".utf8), at: Self.later)
    #expect(log.problems.listed.isEmpty)
    let line = Array("2026-06-21 14:00:00,21\n".utf8)
    // The local times above have to be read again, although there are none.
    #expect(log.append(line, at: Self.later) == nil)
    log.begin(
      Array("timezone\nGMT\ntime,temp\n2026-06-21T12:00:00Z,20\n".utf8) + line, at: Self.later)
    #expect(
      log.problems.listed.map { "\($0.line) \($0.code): \($0.help ?? "")" } == [
        """
        5 other-zone: write `zone: "UTC"`, or the name of the zone that the times are in
        """
      ])
    #expect(
      log.readings(at: Self.later).map { $0.time.instant.rfc3339 } == ["2026-06-21T12:00:00Z"])
    // A line with an offset is read all the same.
    let next = Array("2026-06-21T12:10:00Z,22\n".utf8)
    #expect(log.append(next, at: Self.later)?.count == 1)
  }

  @Test func `the work of a look is in proportion to what is new`() throws {
    let zone = try #require(systemZone("Europe/Berlin"))
    var log = log("csv", zone: zone)
    var text = "time,temp\n"
    for second in 0..<2000 {
      text += "\(Instant(seconds: 1_782_043_200 + Int64(second)).rfc3339),20.5\n"
    }
    log.begin(Array(text.utf8), at: Self.later)
    #expect(log.place == text.utf8.count)
    let work = log.work
    for second in 0..<100 {
      let line = "\(Instant(seconds: 1_782_053_200 + Int64(second)).rfc3339),21,\n"
      #expect(log.append(Array(line.utf8), at: Self.later)?.count == 1)
    }
    #expect(log.work == work + 100 * 25)
    #expect(log.readings(at: Self.later).count == 1)
  }
}
