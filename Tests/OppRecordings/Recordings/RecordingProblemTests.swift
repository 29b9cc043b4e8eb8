import Foundation
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppRecordings

@Suite(.limited) struct RecordingProblemTests {
  /// Loads one file and compares what is wrong with it, and how much is read in spite of it
  private func check(
    _ name: String, _ text: String, arrivals: Int, _ problems: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let recording = RecordedFiles([name: text]).load()
    #expect(recording.describedProblems == problems, sourceLocation: sourceLocation)
    #expect(recording.arrivals.count == arrivals, sourceLocation: sourceLocation)
  }

  @Test func `an amount has the decimals of its currency, and an angle is within a turn`() throws {
    try check(
      "bill.csv",
      """
      time,due,used,facing
      2026-06-21T12:00:00Z,12.505,5USD,370
      2026-06-21T13:00:00Z,12USD,1.5kWh,-1
      """, arrivals: 2,
      """
      bill.csv:2:22 bad-cell: `due` is an amount with at most 2 decimals, such as `12.5EUR`, not `12.505`
      bill.csv:2:29 bad-cell: `used` is an energy, such as `3.2kWh`, not `5USD`
      bill.csv:2:34 bad-cell: `facing` is an angle from 0 to 360, such as `270deg`, not `370`
      bill.csv:3:22 bad-cell: `due` is an amount with at most 2 decimals, such as `12.5EUR`, not `12USD`
      bill.csv:3:35 bad-cell: `facing` is an angle from 0 to 360, such as `270deg`, not `-1`
      """)
  }

  @Test func `a bad cell says what was expected, and the rest is read`() throws {
    try check(
      "weather.csv",
      """
      time,sky,temp,wind,raining
      2026-06-21T12:00:00Z,coulds,20m,fast,maybe
      yesterday,clear,20,1,true
      ,clear,20,1,true
      2026-02-30T12:00:00Z,clear,20,1,true
      """, arrivals: 1,
      """
      weather.csv:2:22 bad-cell: `sky` is one of `clear`, `clouds`, `rain`, `drizzle`, \
      `thunderstorm`, `snow`, `mist`, `fog`, …, not `coulds` [did you mean `clouds`?]
      weather.csv:2:29 bad-cell: `temp` is a temperature, such as `20C`, not `20m`
      weather.csv:2:33 bad-cell: `wind` is a speed, such as `30km/h`, not `fast`
      weather.csv:2:38 bad-cell: `raining` is `true` or `false`, not `maybe`
      weather.csv:3:1 bad-cell: `time` is an instant, such as `2026-06-21T12:00:00Z`, not `yesterday`
      weather.csv:4:1 empty-cell: `time` cannot be empty
      weather.csv:5:1 bad-cell: there is no such day: `2026-02-30T12:00:00Z` \
      [export with dates such as `2026-06-21`]
      """)
  }

  @Test func `a header that means nothing`() throws {
    try check(
      "weather.csv",
      "time,tmp,rain[mm/hh],wind[mm],sky,sky,temp[F]\n2026-06-21T12:00Z,1,1,1,fog,1,5",
      arrivals: 1,
      """
      weather.csv:1:6 unknown-column: `weather` has no field `tmp` [did you mean `temp`?]
      weather.csv:1:10 unknown-unit: `mm/hh` is not a unit [did you mean `mm/h`?]
      weather.csv:1:22 unit-mismatch: `mm` is not a unit of `wind`, which is a speed, such as `30km/h`
      weather.csv:1:35 duplicate-column: the column `sky` is there twice \
      [write `columns: {"time": "time", "sky": 6}` or another place]
      """)
    try check(
      "weather.csv", "temp\n5", arrivals: 0,
      """
      weather.csv:1:1 missing-column: no column `time`: the only one is `temp` \
      [each reading needs its instant, such as `2026-06-21T12:00:00Z`]
      """)
    try check(
      "chores.csv", "due\n2026-06-21T12:00Z", arrivals: 1,
      "chores.csv:1:1 missing-column: `chores` needs a column `id`")
    try check(
      "location.csv", "time,lat\n2026-06-21T12:00Z,5", arrivals: 0,
      "location.csv:1:1 missing-column: `location` needs a column `lon`")
  }

  @Test func `a header that is not one is said once`() throws {
    try check(
      "weather.csv", "when;temp;dew\n2026-06-21T12:00Z;5;1\nx;1;2\n", arrivals: 0,
      """
      weather.csv:1:1 missing-column: no column `time`: the columns are `when`, `temp`, `dew` \
      [each reading needs its instant, such as `2026-06-21T12:00:00Z`]
      """)
    try check(
      "weather.csv", "time,dew\n2026-06-21T12:00Z,5", arrivals: 0,
      """
      weather.csv:1:1 missing-column: no column is a field of `weather`: the columns are `time`, \
      `dew` [write `columns: {"sky": "dew"}` with the right field]
      """)
    try check(
      "weather.csv", "", arrivals: 0,
      """
      weather.csv:1:1 empty-file: this file is empty, so nothing is known of `weather` \
      [write a header, such as `time,temp`, and a line for each reading]
      """)
  }

  @Test func `rain in millimetres without a unit is an error, once a column`() throws {
    let problem = """
      weather.csv:2:19 impossible-rate: `rain` without a unit is in m/s, and it never falls as fast as \
      `0.1` [name the unit of the column: `rain[mm/h]`]
      """
    try check(
      "weather.csv", "time,rain\n2026-06-21T12:00Z,0.1\n2026-06-21T13:00Z,7", arrivals: 2, problem)
    try check(
      "weather.csv",
      "time,rain,snow\n2026-06-21T12:00Z,0.00000083,1mm/h\n2026-06-21T13:00Z,0,0.00008",
      arrivals: 2, "")
    try check("weather.csv", "time,rain[mm/h]\n2026-06-21T12:00Z,12", arrivals: 1, "")
    try check(
      "forecast.csv", "begins,snow\n2026-06-21T12:00Z,2", arrivals: 1,
      """
      forecast.csv:2:19 impossible-rate: `snow` without a unit is in m/s, and it never falls as fast as \
      `2` [name the unit of the column: `snow[mm/h]`]
      """)
  }

  @Test func `temperatures of the air that look like Fahrenheit are warned of, and read`() throws {
    let recording = RecordedFiles([
      "weather.csv": "time,temp\n2026-06-21T12:00Z,68\n2026-06-21T13:00Z,70"
    ]).load()
    #expect(
      recording.describedProblems == """
        weather.csv:2:19 likely-fahrenheit: `temp` without a unit is in °C, and the air is never as warm \
        as `68` [name the unit of the column: `temp[F]`]
        """)
    #expect(recording.problems.listed.map(\.isWarning) == [true])
    #expect(recording.arrivals.count == 2)
    try check("weather.csv", "time,temp\n2026-06-21T12:00Z,68F", arrivals: 1, "")
  }

  @Test func `rows of the wrong length and quotes left open`() throws {
    try check(
      "note.csv",
      "time,text,count\n2026-06-21T12:00Z,a\n2026-06-21T12:01Z,a,1,2\n2026-06-21T12:02Z,\"a\"b,1\n"
        + "2026-06-21T12:03Z,\"open,1\n2026-06-21T12:04Z,é,x\n",
      arrivals: 2,
      """
      note.csv:2:1 missing-cells: this row has 2 cells, the header 3
      note.csv:3:23 extra-cell: this row has more cells than the header, which has 3 \
      [put a decimal comma inside quotes, or separate with `;`]
      note.csv:4:22 text-after-quote: after a closing quote comes a comma or the end of the line \
      [write a quote inside quotes twice: `""`]
      note.csv:5:19 unclosed-quote: this quote is never closed \
      [write a quote inside quotes twice: `""`]
      note.csv:6:21 bad-cell: `count` is a number, not `x`
      """)
  }

  @Test func `a unit that there is not names those of the column`() throws {
    try check(
      "weather.csv", "time,temp[R]\n2026-06-21T12:00Z,290", arrivals: 1,
      """
      weather.csv:1:6 unknown-unit: `R` is not a unit [convert the column to one of `C`, `F`, `K`]
      """)
  }

  @Test func `a recording may begin and end with a date`() throws {
    try check(
      "recording.json", #"{"zone": "UTC", "from": "2026-06-21", "to": "2026-06-22"}"#, arrivals: 0,
      "")
  }

  @Test func `lines that are not JSON`() throws {
    try check(
      "note.jsonl",
      """
      {"time": "2026-06-21T12:00:00Z", "count": 01}
      {"time": "2026-06-21T12:00:00Z", "count": 1} x
      {"time": "2026-06-21T12:00:00Z", "cuont": 1}
      [1]
      {"time": "2026-06-21T12:00:00Z", "count": "5x"
      """, arrivals: 1,
      """
      note.jsonl:1:44 bad-json: expected a number without zeros in front
      note.jsonl:2:46 bad-json: expected the end of the line after an object
      note.jsonl:3:35 unknown-column: `note` has no field `cuont` [did you mean `count`?]
      note.jsonl:4:1 bad-json: expected an object, `{`
      note.jsonl:5:47 bad-json: expected `,` or `}`
      """)
  }

  @Test func `settings that mean nothing`() throws {
    try check(
      "recording.json",
      """
      {"zone": "America/Vancuover", "form": 1,
       "from": "2026-06-31", "to": 5, "fresh": {"wether": "1h", "weather": "1m/s"}}
      """, arrivals: 0,
      """
      recording.json:1:11 unknown-zone: the zone database has no `America/Vancuover` \
      [did you mean `America/Vancouver`?]
      recording.json:1:31 unknown-key: `form` means nothing here [did you mean `from`?]
      recording.json:2:11 bad-cell: `from` is an instant, such as `2026-06-21T12:00:00Z`, \
      not `2026-06-31`
      recording.json:2:30 bad-cell: `to` is an instant, such as `2026-06-21T12:00:00Z`, not `5`
      recording.json:2:43 unknown-key: `wether` means nothing here [did you mean `weather`?]
      recording.json:2:71 bad-cell: `weather` is a duration, such as `30min`, not `1m/s`
      """)
    try check(
      "recording.json", #"{"partial": ["wether", 5, "weather"]}"#, arrivals: 0,
      """
      recording.json:1:15 unknown-key: `wether` means nothing here [did you mean `weather`?]
      recording.json:1:24 bad-cell: `partial` is the name of a source, not `5`
      """)
    try check(
      "recording.json", #"{"partial": "weather"}"#, arrivals: 0,
      """
      recording.json:1:14 bad-cell: `partial` is a list of sources, such as `["sensor"]`, not `weather`
      """)
    try check(
      "recording.json", #"{"from": "2026-06-21T12:00Z", "to": "2026-06-21T12:00Z"}"#, arrivals: 0,
      "recording.json:1:38 empty-period: `to` is not after `from`")
  }

  @Test func `files that no rule reads`() throws {
    let recording = RecordedFiles([
      "wether.csv": "time", "weather.geojson": "{}", "note.csv": "time,count",
      "note.jsonl": "", "notes.txt": "", "places.geojson": "[1, 2",
    ]).load()
    #expect(
      recording.describedProblems == """
        note.jsonl:1:1 second-file: `note` is read from `note.csv` already \
        [keep one file a source or table]
        places.geojson:1:6 bad-json: expected `,` or `]`
        weather.geojson:1:1 unsupported-format: `weather` is not read from a `.geojson` file
        wether.csv:1:1 unknown-file: no source or table is named `wether`, so this is not read \
        [did you mean `weather`?]
        """)
    #expect(recording.problems.listed.last?.isWarning == true)
  }

  @Test func `a file of which the rules know nothing is looked at by a command`() throws {
    let recording = RecordedFiles(["my meter.csv": "time,kwh\n2026-06-21T12:00:00Z,3\n"]).load()
    #expect(
      recording.problems.listed.map { $0.help } == [
        "`opp import 'data/my meter.csv'` says how rules read it"
      ])
  }

  @Test func `tracks that are not GPX`() throws {
    try check(
      "location.gpx", "<!DOCTYPE gpx [<!ENTITY a \"b\">]><gpx/>", arrivals: 0,
      "location.gpx:1:1 bad-xml: expected an element; document types are not read")
    try check(
      "location.gpx", "<html></html>", arrivals: 0, "location.gpx:1:1 bad-xml: expected `<gpx>`")
    try check(
      "location.gpx", "<gpx>\n<trkpt lat='91' lon='0'><time>2026-06-21T12:00:00Z</time></trk>",
      arrivals: 0,
      """
      location.gpx:2:13 bad-cell: `lat` is degrees from -90 to 90, not `91`
      location.gpx:2:58 bad-xml: expected the end tag of the open element
      """)
    try check(
      "location.gpx", String(repeating: "<gpx>", count: 100_000), arrivals: 0,
      "location.gpx:1:321 too-deep: nesting is at most 64 deep")
    try check(
      "places.geojson", String(repeating: "[", count: 100_000), arrivals: 1,
      "places.geojson:1:65 too-deep: nesting is at most 64 deep")
  }

  @Test func `only the first problems are listed, the rest are counted`() throws {
    let rows = String(repeating: "x,1\n", count: 1000)
    let recording = RecordedFiles(["note.csv": "time,count\n" + rows]).load()
    #expect(recording.problems.listed.count == ProblemList.maximumListed)
    #expect(recording.problems.unlisted == 1000 - ProblemList.maximumListed)
  }

  @Test func `a line or a file that is too long is an error in bounded memory`() throws {
    let long = String(repeating: ",", count: CSVReader.maximumRowLength + 1)
    try check(
      "note.csv", "time,count\n\(long)\n2026-06-21T12:00:00Z,1\n", arrivals: 1,
      "note.csv:2:1 line-too-long: a line has at most 1024 KiB")
    try check(
      "note.csv", String(repeating: ",", count: 100_000), arrivals: 0,
      "note.csv:1:1001 too-many-columns: a file has at most 1000 columns")
  }

  @Test func `a file that cannot be opened leaves its source unknown, and the rest is read`() {
    let files = RecordingFiles(folder: "data", names: ["note.csv", "weather.csv"]) {
      (name, limit) throws(TextFile.ReadFailure) in
      guard name == "note.csv" else { throw TextFile.ReadFailure(kind: .tooLarge(limit: limit)) }
      return Array("time,count\n2026-06-21T12:00:00Z,1\n".utf8)
    }
    let recording = Recording(
      reading: files, graph: RecordedFiles.graph, zones: RecordingZones(zone: { _ in nil }))
    #expect(
      recording.describedProblems
        == "weather.csv:1:1 file-too-large: a file has at most 256 MiB")
    #expect(
      recording.described == """
        2026-06-21T12:00:00Z weather unavailable: weather.csv cannot be read
        2026-06-21T12:00:00Z note count=1
        """)
  }
}
