import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppRecordings

/// Files whose owner says how they are written, in `recording.json`
@Suite(.limited) struct FileOptionTests {
  /// Loads one file with its options, and compares its readings and its problems
  private func check(
    name: String = "weather.csv", _ text: String, options: String, zone: String = "Europe/Berlin",
    _ readings: String, problems: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let zone = try #require(systemZone(zone))
    let recording = RecordedFiles([
      name: text, "recording.json": "{\"files\": {\"\(name)\": \(options)}}",
    ]).load(zone: zone)
    #expect(recording.described == readings, sourceLocation: sourceLocation)
    #expect(recording.describedProblems == problems, sourceLocation: sourceLocation)
  }

  @Test func `only some rows of a file with many sensors`() throws {
    try check(
      """
      entity_id,state,last_changed
      sensor.porch,7.25,2026-02-09T06:05:00.000Z
      light.porch,on,2026-02-09T06:06:00.000Z
      sensor.porch,unavailable,2026-02-09T06:10:00.000Z
      """,
      options: """
        {"columns": {"time": "last_changed", "temp": "state"}, "only": {"entity_id": "sensor.porch"}}
        """,
      """
      2026-02-09T06:05:00Z weather temp=7.25°C
      2026-02-09T06:10:00Z weather temp=?
      """)
  }

  @Test func `two columns are joined, and a short year has the order that is said`() throws {
    try check(
      "Station;Garden\n\nDate;Clock;Out °F;Rain\n09/02/26;7:05a;45,5;--\n09/02/26;12;47,3;--\n",
      options: """
        {"columns": {"time": ["Date", "Clock"], "temp[F]": "Out °F"}, "dates": "dmy"}
        """,
      """
      2026-02-09T06:05:00Z weather temp=7.5°C rain=?
      2026-02-09T11:00:00Z weather temp=8.5°C rain=?
      """)
  }

  @Test func `a problem of a joined cell is at the first of its parts`() throws {
    try check(
      "a,Date,Clock,temp\n1,2026-02-09,7:05,1\n1,soon,7:05,1\n",
      options: #"{"columns": {"time": ["Date", "Clock"]}}"#,
      "2026-02-09T06:05:00Z weather temp=1°C",
      problems: """
        weather.csv:1:1 passed-over: `a` is passed over
        weather.csv:3:3 bad-cell: `time` is an instant, such as `2026-06-21T12:00:00Z`, not `soon 7:05`
        """)
  }

  @Test func `a number is the place of a column, and places alone mean no header`() throws {
    try check(
      "time,temp,temp\n2026-02-09T06:05Z,1,2\n",
      options: #"{"columns": {"time": "time", "temp": 3}}"#,
      "2026-02-09T06:05:00Z weather temp=2°C",
      problems: "weather.csv:1:1 passed-over: `temp` is passed over")
    try check(
      "2026-02-09T06:05Z,1,2\n2026-02-09T06:06Z,3,4\n",
      options: #"{"columns": {"time": 1, "temp": 3}}"#,
      """
      2026-02-09T06:05:00Z weather temp=2°C
      2026-02-09T06:06:00Z weather temp=4°C
      """)
    try check(
      "2026-02-09;7:05;1\n", options: #"{"columns": {"time": [1, 2], "temp": 3}}"#,
      "2026-02-09T06:05:00Z weather temp=1°C")
  }

  @Test(arguments: [
    ("dmy", "03/04/2026 8:00", "2026-04-03T08:00:00Z"),
    ("mdy", "03/04/2026 8:00", "2026-03-04T08:00:00Z"),
    ("mdy", "03.04.2026 8:00", "2026-03-04T08:00:00Z"),
    ("ymd", "26-06-21 8:00", "2026-06-21T08:00:00Z"),
    ("dmy", "21-06-69 8:00", "1969-06-21T08:00:00Z"),
    ("dmy", "21-06-68 8:00", "2068-06-21T08:00:00Z"),
    ("mdy", "2026-06-21 8:00", "2026-06-21T08:00:00Z"),
    ("mdy", "21/6/2026 8:00", "bad-cell"), ("ymd", "21/06/2026 8:00", "bad-cell"),
    ("excel", "46194.3333333333", "2026-06-21T08:00:00Z"),
    ("excel", "46194,333333", "2026-06-21T08:00:00Z"), ("excel", "46194", "bad-cell"),
    ("%Y%m%d%H", "2026062108", "2026-06-21T08:00:00Z"),
    ("%d.%m.%y %H:%M", "21.06.26 8:05", "2026-06-21T08:05:00Z"),
    ("%Y/%j %I:%M %p", "2026/172 8:05 PM", "2026-06-21T20:05:00Z"),
    ("%Y-%m-%d %I:%M %p", "2026-06-21 12:30 AM", "2026-06-21T00:30:00Z"),
    ("%Y-%m-%d %I:%M %p", "2026-06-21 1:00 AM", "2026-06-21T01:00:00Z"),
    ("%Y-%m-%d %I:%M %p", "2026-06-21 12:30 PM", "2026-06-21T12:30:00Z"),
    ("%Y-%m-%d %I:%M %p", "2026-06-21 11:59 PM", "2026-06-21T23:59:00Z"),
    ("%Y-%m-%d %I:%M %p", "2026-06-21 0:30 AM", "bad-cell"),
    ("%Y-%m-%d %I:%M %p", "2026-06-21 13:00 PM", "bad-cell"),
    ("%d %b %Y %H:%M:%S.%f %z", "21 June 2026 08:00:00.0 +02:00", "2026-06-21T06:00:00Z"),
    ("%Y-%m-%d %H:%M", "2026-06-21T08:00:00Z", "bad-cell"),
    ("%Y-%m-%d", "2026-06-21", "bad-cell"),
  ])
  func `dates are read as it is said`(dates: String, time: String, expected: String) {
    let recording = RecordedFiles([
      "weather.csv": "time,temp\n\"\(time)\",1\n",
      "recording.json": "{\"files\": {\"weather.csv\": {\"dates\": \"\(dates)\"}}}",
    ]).load()
    let found =
      recording.problems.listed.first.map { $0.code }
      ?? recording.described.split(separator: " ").first.map(String.init) ?? ""
    #expect(found == expected)
  }

  @Test func `a whole day number is a midnight if another row has a time of day`() throws {
    try check(
      "time,temp\n46194,1\n46194.5,2\n", options: #"{"dates": "excel"}"#, zone: "UTC",
      """
      2026-06-21T00:00:00Z weather temp=1°C
      2026-06-21T12:00:00Z weather temp=2°C
      """)
  }

  @Test func `a whole day number is at the time that is said, whatever other rows have`() throws {
    try check(
      "time,temp\n46194,1\n46194.5,\"1,5,5\"\n", options: #"{"dates": "excel", "day_at": "6:00"}"#,
      zone: "UTC",
      """
      2026-06-21T06:00:00Z weather temp=1°C
      2026-06-21T12:00:00Z weather temp=?
      """,
      problems:
        "weather.csv:3:10 bad-cell: `temp` is a temperature, such as `20C`, not `1,5,5`")
  }

  @Test func `a day alone is at the time of day that is said`() throws {
    try check(
      "time,temp\n2026-06-21,1\n", options: #"{"day_at": "24:00"}"#, zone: "UTC",
      "2026-06-22T00:00:00Z weather temp=1°C")
    try check(
      "time,temp\n21/6/26,1\n", options: #"{"dates": "dmy", "day_at": "7:30"}"#, zone: "UTC",
      "2026-06-21T07:30:00Z weather temp=1°C")
  }

  @Test(arguments: [
    (",", "1,234", "1.234"), (",", "1.234", "1234"), (",", "1.234.567,5", "1234567.5"),
    (",", "1.5", "bad-cell"), (",", "1 234,5", "1234.5"), (".", "1,234", "1234"),
    (".", "1.234", "1.234"), (".", "1,5", "bad-cell"), (".", "10,012", "10012"),
    (".", "1.234,5", "bad-cell"), (",", ",5", "0.5"),
  ])
  func `the mark that is said leaves the other one to thousands`(
    decimal: String, cell: String, expected: String
  ) {
    let recording = RecordedFiles([
      "note.csv": "time;count\n2026-06-21T12:00Z;\(cell)\n",
      "recording.json": "{\"files\": {\"note.csv\": {\"decimal\": \"\(decimal)\"}}}",
    ]).load()
    let found =
      recording.problems.listed.first.map { $0.code }
      ?? recording.described.split(separator: "=").last.map(String.init) ?? ""
    #expect(found == expected)
  }

  @Test func `words for nothing, and a clock that never changes`() throws {
    try check(
      "time,temp,humidity\n2026-03-29 02:30,-999.0,n.V.\n",
      options: #"{"missing": ["-999", "n.v."], "zone": "+01:00"}"#,
      "2026-03-29T01:30:00Z weather temp=? humidity=?")
  }

  @Test func `lines to pass over, a separator and an encoding`() throws {
    let text = "time,temp\nnone\ntime^temp (°C)\n2026-02-09T06:05Z^1,5\n"
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    let settings = """
      {"files": {"weather.csv": {"skip": 2, "separator": "^", "encoding": "windows-1252"}}}
      """
    let recording = RecordedFiles(bytes: [
      "weather.csv": bytes, "recording.json": Array(settings.utf8),
    ]).load()
    #expect(recording.described == "2026-02-09T06:05:00Z weather temp=1.5°C")
    #expect(recording.describedProblems == "")
  }

  @Test func `JSON Lines have the options that are not of CSV alone`() throws {
    try check(
      name: "weather.jsonl",
      """
      {"when": "21.06.26 8:05", "sensor": "porch", "celsius": -999}
      {"when": "21.06.26 8:06", "sensor": "hall", "celsius": 20}
      {"when": "21.06.26 8:07", "sensor": "porch", "celsius": 21}
      """,
      options: """
        {"columns": {"time": "when", "temp": "celsius"}, "only": {"sensor": "porch"}, "dates": "dmy", \
        "missing": ["-999"]}
        """, zone: "UTC",
      """
      2026-06-21T08:05:00Z weather temp=?
      2026-06-21T08:07:00Z weather temp=21°C
      """)
    try check(
      name: "weather.jsonl", #"{"day": "2026-06-21", "clock": "8:05", "temp": 20}"#,
      options: #"{"columns": {"time": ["day", "clock"]}}"#, zone: "UTC",
      "2026-06-21T08:05:00Z weather temp=20°C")
  }

  @Test func `columns and rows that are not there are named with the nearest`() throws {
    let text = "time,Out Temp,sensor\n2026-02-09T06:05Z,1,porch\n"
    try check(
      text, options: #"{"columns": {"temp": "Out Tmep"}}"#, "",
      problems: """
        weather.csv:1:1 missing-column: no column `Out Tmep`: the columns are `time`, `Out Temp`, \
        `sensor` [did you mean `Out Temp`?]
        """)
    try check(
      text, options: #"{"columns": {"temp": "out temp"}, "only": {"sensor": "proch"}}"#, "",
      problems:
        "weather.csv:1:1 no-chosen-row: no row has `proch` in `sensor` [did you mean `porch`?]")
  }

  @Test func `mistakes in what is said are at their places`() throws {
    let settings = """
      {"files": {
        "weather.csv": {"dayfirst": true, "zone": "Europe/Nowhere", "dates": "%Y", "decmal": ","},
        "wether.csv": {},
        "weather.jsonl": {"skip": 2},
        "location.csv": {"columns": {"time": "t", "acuracy": "a", "speed[km]": "s"}},
        "answers.csv": {"dates": "dmy"},
        "note.csv": {"decimal": ",", "separator": ","}
      }}
      """
    let recording = RecordedFiles([
      "weather.csv": "time,temp\n", "weather.jsonl": "", "location.csv": "time,lat,lon\n",
      "answers.csv": "time,opp,answer\n", "note.csv": "time,text\n", "recording.json": settings,
    ]).load()
    let problems = recording.describedProblems.split(separator: "\n").filter {
      $0.hasPrefix("recording.json")
    }
    #expect(
      problems.joined(separator: "\n") == """
        recording.json:2:19 unknown-key: `dayfirst` means nothing here [did you mean `"dates": "dmy"`?]
        recording.json:2:46 unknown-zone: the zone database has no `Europe/Nowhere`
        recording.json:2:73 bad-option: the pattern lacks the month, `%m`
        recording.json:2:78 unknown-key: `decmal` means nothing here [did you mean `decimal`?]
        recording.json:3:3 unknown-key: `wether.csv` means nothing here [did you mean `weather.csv`?]
        recording.json:4:21 unknown-key: `skip` says something about CSV alone
        recording.json:5:45 bad-option: `location` has no field `acuracy` [did you mean `accuracy`?]
        recording.json:5:61 bad-option: `km` is not a unit of `speed`, which is a speed
        recording.json:6:3 bad-option: `answers.csv` is of no source or table that has rows
        recording.json:7:28 bad-option: the mark of decimals is also the separator \
        [name another `separator`, such as `";"`]
        """)
  }
}
