import Foundation
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppRecordings

/// CSV as spreadsheets, loggers and services export it
@Suite(.limited) struct FilesAsPeopleHaveThemTests {
  /// Loads one file, and compares its readings and its problems
  private func check(
    name: String = "weather.csv", _ text: String, zone: String = "Europe/Berlin",
    _ readings: String, problems: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try check(
      name: name, bytes: Array(text.utf8), zone: zone, readings, problems: problems,
      sourceLocation: sourceLocation)
  }

  private func check(
    name: String = "weather.csv", bytes: [UInt8], zone: String = "Europe/Berlin",
    _ readings: String, problems: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let zone = try #require(systemZone(zone))
    let recording = RecordedFiles(bytes: [name: bytes]).load(zone: zone)
    #expect(recording.described == readings, sourceLocation: sourceLocation)
    #expect(recording.describedProblems == problems, sourceLocation: sourceLocation)
  }

  /// The value of one cell of a field, or `nil` and the code of the problem
  private func value(_ cell: String, _ header: String = "temp", separator: String = ",") -> String {
    let other = separator == "," ? "time,\(header)" : "time\(separator)\(header)"
    let text = "\(other)\n2026-06-21T12:00:00Z\(separator)\(cell)\n"
    let recording = RecordedFiles(["weather.csv": text]).load()
    if let problem = recording.problems.listed.first { return problem.code }
    return recording.described.split(separator: "=").last.map(String.init) ?? ""
  }

  /// The instant of one time, or the code of the problem
  private func instant(_ time: String) -> String {
    let recording = RecordedFiles(["weather.csv": "time,temp\n\"\(time)\",1\n"]).load()
    if let problem = recording.problems.listed.first { return problem.code }
    return recording.described.split(separator: " ").first.map(String.init) ?? ""
  }

  @Test func `a row that begins with a number sign is a comment, unless its first cell is a text`()
  {
    func read(_ name: String, _ text: String) -> String {
      let recording = RecordedFiles([name: text]).load()
      #expect(recording.problems.listed.isEmpty, "\(recording.describedProblems)")
      return recording.described.split(separator: "\n").map { $0.drop { $0 != " " }.dropFirst() }
        .joined(separator: "\n")
    }
    for header in ["id,done", "# my chores\nid,done"] {
      #expect(
        read("chores.csv", "\(header)\n#shopping,true\nb,false\n# later,true\n")
          == "chores +(\"#shopping\", ?, ?, true) +(\"b\", ?, ?, false) +(\"# later\", ?, ?, true)")
      #expect(
        read("chores.csv", "\(header.replacing("id,done", with: "done,id"))\n#true,a\nfalse,b\n")
          == "chores +(\"b\", ?, ?, false)")
    }
    #expect(
      read("forecast.csv", "begins,snow\n#2026-06-21T12:00:00Z,1\n2026-06-21T13:00:00Z,0\n")
        == "forecast +(2026-06-21T13:00:00Z, 0m/s)")
  }

  @Test func `seconds since 1970 are read in JSON Lines, as numbers and with fractions`() throws {
    try check(
      name: "weather.jsonl",
      """
      {"time": 1770617100, "temp": 1}
      {"time": 1770617100.25, "temp": 2}
      {"time": 1770617160250, "temp": 3}
      {"time": "1770617220", "temp": 4}
      {"time": 1970, "temp": 5}

      """,
      """
      2026-02-09T06:05:00Z weather temp=1°C
      2026-02-09T06:05:01Z weather temp=2°C
      2026-02-09T06:06:01Z weather temp=3°C
      2026-02-09T06:07:00Z weather temp=4°C
      """,
      problems:
        "weather.jsonl:5:10 bad-cell: `time` is an instant, such as `2026-06-21T12:00:00Z`, not `1970`"
    )
    #expect(instant("1770617100.5") == "2026-02-09T06:05:01Z")
  }

  @Test func `a zone above the header that makes other instants of local times is named`() throws {
    let rows = "time,temp\n2026-02-09T07:05,1\n"
    try check(
      "latitude,zone\n52.5,GMT\n\n" + rows, "",
      problems: """
        weather.csv:5:1 other-zone: line 2 names `GMT`, and times without an offset are read in another zone \
        [write `zone: "UTC"`, or the name of the zone that the times are in]
        """)
    let reading = "2026-02-09T06:05:00Z weather temp=1°C"
    try check("All times in UTC+1\n" + rows, reading)
    try check("52.5,Europe/Berlin,GMT\n" + rows, reading)
    try check("GMT\ntime,temp\n2026-02-09T07:05+01:00,1\n", reading)
  }

  @Test func `units have the spellings of other programs`() {
    #expect(value("12 degC") == "12°C")
    // The sign of an ordinal and a ring, which devices write for a degree
    for degree in ["º", "˚"] {
      #expect(value("12\(degree)C") == "12°C")
      #expect(value("68", "temp[\(degree)F]") == "20°C")
    }
    for unit in ["%RH", "% RH", "%rH", "RH%", "% rF"] {
      #expect(value("45 \(unit)", "humidity") == "45%", "\(unit)")
      #expect(value("45", "humidity[\(unit)]") == "45%", "\(unit)")
    }
    #expect(value("36 kmh", "wind") == "10m/s")
    #expect(value("3.6", "rain[mm/hr]") == value("3.6", "rain[mm/h]"))
    #expect(value("3.6", "rain[mm/hr]") != "bad-cell")
  }

  @Test func `UTF-16 is read by its mark, and CR alone ends lines`() throws {
    let text = "time\ttemp\twind (km/h)\r\n2026-02-09 07:05\t20,5 °C\t18\r\n"
    let reading = "2026-02-09T06:05:00Z weather temp=20.5°C wind=5m/s"
    let units = Array(text.utf16)
    try check(bytes: [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }, reading)
    try check(bytes: [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }, reading)
    try check("time,temp\r2026-02-09 07:05,1\r", "2026-02-09T06:05:00Z weather temp=1°C")
  }

  /// A file of each format that is a text, but for the calendar
  private static let formats = [
    "recording.json": #"{"zone": "Europe/Berlin", "fresh": {"note": "3h"}}"#,
    "weather.csv": "time,temp\n2026-02-09 07:05,20.5\n",
    "note.jsonl": #"{"time": "2026-02-09T07:00Z", "text": "Grüße 🌧"}"# + "\n",
    "location.gpx":
      "<gpx><trkpt lat='1' lon='2'><time>2026-02-09T07:10:00Z</time></trkpt></gpx>",
    "addresses.csv": "text,lat,lon\nCafé,1,2\n",
    "places.geojson": """
    {"type": "Feature", "properties": {"name": "Bäcker", "category": "bakery"},
     "geometry": {"type": "Point", "coordinates": [2, 1]}}
    """,
    "answers.csv": "time,opp,answer\n2026-02-09T07:20Z,Medicine,done\n",
  ]

  @Test(arguments: [true, false])
  func `every format is read in UTF-16 as in UTF-8`(isLittleEndian: Bool) {
    let files = Self.formats.mapValues { text -> [UInt8] in
      ("\u{FEFF}" + text).utf16.flatMap { unit -> [UInt8] in
        let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
        return isLittleEndian ? [low, high] : [high, low]
      }
    }
    let (expected, found) = (RecordedFiles(Self.formats).load(), RecordedFiles(bytes: files).load())
    #expect(expected.problems.isEmpty && found.problems.isEmpty, "\(found.problems.listed)")
    #expect(found.described == expected.described)
    #expect(expected.described.split(separator: "\n").count == 6, "\(expected.described)")
    #expect(found.described.contains("06:05:00Z weather temp=20.5°C"))
  }

  @Test func `half of a surrogate pair in UTF-16 is refused`() throws {
    let text: [UInt8] =
      [0xFF, 0xFE]
      + Array("time,text\n2026-06-21T12:00Z,".utf16).flatMap {
        [UInt8($0 & 0xFF), UInt8($0 >> 8)]
      }
    try check(
      name: "note.csv", bytes: text + [0x00, 0xD8], "2026-06-21T12:00:00Z note text=?",
      problems: "note.csv:2:19 bad-cell: `text` is a text in UTF-8, not `\u{FFFD}`")
  }

  @Test func `a line of zero bytes is passed over with a warning`() throws {
    try check(
      "time,temp\n\0\0\0\0\n2026-02-09 07:05,1\n\0\0", "2026-02-09T06:05:00Z weather temp=1°C",
      problems: """
        weather.csv:2:1 zero-bytes: this line holds zero bytes alone, as after a power cut, and is \
        passed over
        weather.csv:4:1 zero-bytes: this line holds zero bytes alone, as after a power cut, and is \
        passed over
        """)
  }

  @Test(arguments: [",", ";", "\t", "|"])
  func `the separator is that with which a row is a header`(separator: String) throws {
    let rows =
      "Station,Garden\n\n# by hand\n\"Time\",\"Temp (°F)\",dew\n2026-02-09 07:05,50,1\n"
      + "\"Time\",\"Temp (°F)\",dew\n# later\n2026-02-09 07:06,68,1,\n"
    let text = rows.split(separator: ",", omittingEmptySubsequences: false).joined(
      separator: separator)
    let readings = """
      2026-02-09T06:05:00Z weather temp=10°C
      2026-02-09T06:06:00Z weather temp=20°C
      """
    try check(
      text, readings, problems: "weather.csv:1:1 passed-over: `dew` is passed over")
  }

  @Test func `the first line may state the separator`() throws {
    for line in ["sep=;", "\"sep=;\""] {
      try check(
        "\(line)\r\ntime;temp\r\n09.02.2026 07:05;\u{2212}3,5\r\n",
        "2026-02-09T06:05:00Z weather temp=-3.5°C")
    }
  }

  @Test func `a row below the header may have the units`() throws {
    try check(
      "time,temp,wind\n,°F,km/h\n2026-02-09 07:05,50,18\n",
      "2026-02-09T06:05:00Z weather temp=10°C wind=5m/s")
  }

  @Test func `an exact name goes before another spelling, and of two alike none is read`() throws {
    try check(
      "TEMP,temp,time\n1,2,2026-06-21T12:00Z\n", "2026-06-21T12:00:00Z weather temp=2°C",
      problems: "weather.csv:1:1 passed-over: `TEMP` is passed over")
    try check(
      "temp,temp,wind,time\n1,2,3,2026-06-21T12:00Z\n", "2026-06-21T12:00:00Z weather wind=3m/s",
      problems: "weather.csv:1:6 duplicate-column: the column `temp` is there twice "
        + #"[write `columns: {"time": "time", "temp": 2}` or another place]"#)
    try check(
      name: "location.csv", "Date & Time,Latitude,lng\n2026-06-21T12:00Z,\"52°31'12\"\"N\",13.5\n",
      "2026-06-21T12:00:00Z location position=@52.52,13.5")
  }

  @Test func `a date beside a time of day is the instant`() throws {
    try check(
      "date,time,temp\n2026-02-09,7:05 AM,1\n2026-02-09,2026-02-10T00:00Z,2\n",
      """
      2026-02-09T06:05:00Z weather temp=1°C
      2026-02-10T00:00:00Z weather temp=2°C
      """)
  }

  @Test func `a row with more cells is not read, and one with fewer with a warning`() throws {
    try check(
      "time,temp\n2026-02-09T06:00Z,20,5\n2026-02-09T06:01Z,20,\n2026-02-09T06:02Z\n",
      """
      2026-02-09T06:01:00Z weather temp=20°C
      2026-02-09T06:02:00Z weather temp=?
      """,
      problems: """
        weather.csv:2:22 extra-cell: this row has more cells than the header, which has 2 \
        [put a decimal comma inside quotes, or separate with `;`]
        weather.csv:4:1 missing-cells: this row has 1 cell, the header 2
        """)
  }

  @Test(
    arguments: [
      (".5", "0.5°C"), ("5.", "5°C"), ("+12", "12°C"), ("\u{2212}5", "-5°C"), ("1.2E+01", "12°C"),
      ("\"=\"\"20.5\"\"\"", "20.5°C"), ("'20.5'", "20.5°C"), ("20.5 °C", "20.5°C"),
      ("20 ℃", "20°C"),
      ("\" 20\n\"", "20°C"), ("-274", "bad-cell"), ("1.234", "1.234°C"), ("NaN", "?"), ("--", "?"),
      ("\"1,5\"", "1.5°C"), ("\"1,234\"", "ambiguous-number"), ("\"1,2,3\"", "bad-cell"),
      ("cosy", "bad-cell"), ("5.5.5", "bad-cell"), ("5 cats", "bad-cell"),
    ])
  func `numbers as people write them`(cell: String, expected: String) {
    #expect(value(cell) == expected)
  }

  @Test(
    arguments: [
      ("1 013,25", "1013.25hPa"), ("1\u{202F}013", "1013hPa"), ("1'013.5", "1013.5hPa"),
      ("1.013,2", "1013.2hPa"), ("1,013.2", "1013.2hPa"), ("1.013", "ambiguous-number"),
      ("1,013", "ambiguous-number"), ("1013,250", "1013.25hPa"), ("0,123", "0.123hPa"),
      ("101.3 kPa", "1013hPa"), ("760 mmHg", "1013.25024hPa"), ("1.234.567", "bad-cell"),
    ])
  func `a number proves its mark where it cannot group`(cell: String, expected: String) {
    #expect(value(cell, "pressure", separator: ";") == expected)
  }

  @Test(
    arguments: [
      ("90 days", "7776000s"), ("1 day", "86400s"), ("1 hour", "3600s"), ("2 weeks", "1209600s"),
      ("1 week", "604800s"),
      ("1 h 30 min", "5400s"), ("2 hours, 5 minutes", "7500s"), ("1h30m", "5400s"),
      ("1 day 2 hours", "93600s"), ("1 minute", "60s"), ("90", "90s"), ("0,5 h", "1800s"),
      ("30 min 1 h", "bad-cell"), ("1 h 30", "bad-cell"), ("1 h min", "bad-cell"),
      ("3 months", "bad-cell"), ("2 h 5 C", "bad-cell"), ("1 h -30 min", "bad-cell"),
    ])
  func `durations as people write them`(cell: String, expected: String) {
    let text = "time;lasts\n2026-06-21T12:00:00Z;\(cell)\n"
    let recording = RecordedFiles(["note.csv": text]).load()
    let found =
      recording.problems.listed.first?.code
      ?? recording.described.split(separator: "=").last.map(String.init)
    #expect(found == expected)
  }

  @Test func `a mark is proved by any row of the file`() throws {
    let rows = ["1,013", "1,014", "1013,5"].map { "2026-06-21T12:00Z;\($0)" }
    try check(
      "time;pressure\n" + rows.joined(separator: "\n"),
      "2026-06-21T12:00:00Z weather pressure=1013.5hPa")
    try check(
      "time;pressure\n2026-06-21T12:00Z;1013,5\n2026-06-21T12:01Z;1013.5\n",
      """
      2026-06-21T12:00:00Z weather pressure=?
      2026-06-21T12:01:00Z weather pressure=?
      """,
      problems: """
        weather.csv:2:19 ambiguous-number: some numbers of this file mark decimals with a comma, \
        others with a point
        weather.csv:3:19 ambiguous-number: some numbers of this file mark decimals with a comma, \
        others with a point
        """)
  }

  @Test(
    arguments: [
      ("2026/6/21 8:00", "2026-06-21T08:00:00Z"), ("21.06.2026 08:00:05", "2026-06-21T08:00:05Z"),
      ("21-Jun-2026 8:00 PM", "2026-06-21T20:00:00Z"), ("6/21/2026 8:00a", "2026-06-21T08:00:00Z"),
      ("Sun, 21 Jun 2026 08:00 GMT", "2026-06-21T08:00:00Z"), ("26-06-21 08:00", "ambiguous-date"),
      ("20260621T080000", "2026-06-21T08:00:00Z"), ("2026-06-21  24:00", "2026-06-22T00:00:00Z"),
      ("21/06/2026 12:00 a.m.", "2026-06-21T00:00:00Z"), ("1782028800", "2026-06-21T08:00:00Z"),
      ("1782028800500", "2026-06-21T08:00:01Z"), ("2026062108", "ambiguous-date"),
      ("2026-06-21 08:00:00,5 +0200", "2026-06-21T06:00:01Z"), ("2026-06-21", "bad-cell"),
      ("2026-06-21T08:00+02", "2026-06-21T06:00:00Z"), ("03/04/2026 8:00", "ambiguous-date"),
      ("2026-06-21 13:00 PM", "bad-cell"), ("06.21.2026 8:00", "ambiguous-date"),
      ("30.02.2026 8:00", "bad-cell"), ("21 June 2026 8:00", "2026-06-21T08:00:00Z"),
      ("Jun 21, 2026, 8:00:05 PM", "2026-06-21T20:00:05Z"),
      ("Sun, June 21 2026 08:00 GMT", "2026-06-21T08:00:00Z"),
      ("21.06.2026, 8:00", "2026-06-21T08:00:00Z"), ("2026-06-21, 8:00", "2026-06-21T08:00:00Z"),
      ("21.06.2026,8:00", "bad-cell"), ("Jun 2026 8:00", "bad-cell"),
      ("Jun 31, 2026 8:00", "bad-cell"), ("21 Jun, 2026 8:00", "bad-cell"),
    ])
  func `times as people write them`(time: String, expected: String) {
    #expect(instant(time) == expected)
  }

  @Test func `the order of day and month is proved by any row, and two orders by none`() throws {
    try check(
      "time,temp\n2/9/2026 7:05,1\n2/13/2026 7:05,2\n",
      """
      2026-02-09T06:05:00Z weather temp=1°C
      2026-02-13T06:05:00Z weather temp=2°C
      """)
    let problem = "ambiguous-date: line 3 has the month first, line 2 the day"
    let help = "[export with dates such as `2026-06-21`]"
    try check(
      "time,temp\n13/2/2026 7:05,1\n2/13/2026 7:05,2\n", "",
      problems: "weather.csv:2:1 \(problem) \(help)\nweather.csv:3:1 \(problem) \(help)")
  }

  @Test func `words for nothing and for truth are read in any case`() throws {
    try check(
      "time,raining,snowing,sky,humidity\n2026-06-21T12:00Z,YES,0,Rainy,N/A\n"
        + "2026-06-21T12:01Z,unavailable,No,FOG,101\n",
      """
      2026-06-21T12:00:00Z weather sky=rain humidity=? raining=true snowing=false
      2026-06-21T12:01:00Z weather sky=fog humidity=? raining=? snowing=false
      """,
      problems: """
        weather.csv:3:38 bad-cell: `humidity` is never `101` [write `missing: ["101"]`]
        """)
  }

  // MARK: - Laws

  /// A small generator with a seed, so that a failure can be run again
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  @Test func `more rows never turn a value into another`() {
    var generator = Seeded(state: 7)
    let days = [
      "2026-02-0%", "0%.02.2026", "2/0%/2026", "2/1%/2026", "1%/2/2026", "02.1%.2026", "0%-02-2026",
    ]
    let cells = [
      "5", "5,5", "5.5", "1,234", "1.234", "1.234,5", "1 234", "cosy", "--", "0,123", "5C", "1,5,5",
    ]
    for _ in 0..<(LawSeeds.isLong ? 20_000 : 300) {
      let separator = [",", ";", "\t"].randomElement(using: &generator) ?? ","
      var text = ["time", "wind", "temp"].joined(separator: separator) + "\n"
      var known: [String: String] = [:]
      for row in 1...Int.random(in: 1...6, using: &generator) {
        let day = days.randomElement(using: &generator)?.replacing("%", with: "\(row)") ?? ""
        let cell = cells.randomElement(using: &generator) ?? ""
        // The wind is the number of the row, by which its reading is found.
        text += "\(day) 8:00\(separator)\(row)\(separator)\"\(cell)\"\n"
        for (row, reading) in readings(text) {
          if let before = known[row] { #expect(before == reading, "\(text)") }
          known[row] = reading
        }
      }
    }
  }

  /// The rows of a file with a temperature by their wind
  private func readings(_ text: String) -> [String: String] {
    var readings: [String: String] = [:]
    for line in RecordedFiles(["weather.csv": text]).load().described.split(separator: "\n") {
      guard !line.contains("temp=?"), let wind = line.split(separator: "=").last else { continue }
      readings[String(wind)] = String(line)
    }
    return readings
  }
}
