import Foundation
import OppModel
import OppEngine
import OppTesting
import OppTestLimits
import Testing

@testable import OppRecordings

@Suite(.limited) struct RecordingTests {
  /// Loads files and compares what arrives and what is wrong, line by line
  private func check(
    _ files: [String: String], _ arrivals: String = "", zone: String = "UTC",
    problems: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let recording = RecordedFiles(files).load(zone: try #require(systemZone(zone)))
    #expect(recording.described == arrivals, sourceLocation: sourceLocation)
    #expect(recording.describedProblems == problems, sourceLocation: sourceLocation)
  }

  @Test func `a row is a reading, in the units of header and cell`() throws {
    try check(
      [
        "weather.csv": """
        time,sky,temp[F],rain[mm/h],humidity,wind,visibility[km]
        2026-06-21T12:00:00Z,sunny,68,3.6,77,10m/s,16.1
        2026-06-21T13:00:00Z,rain,20C,,77%,36km/h,500m

        """
      ],
      """
      2026-06-21T12:00:00Z weather sky=clear temp=20°C humidity=77% wind=10m/s \
      rain=0.000001m/s visibility=16100m
      2026-06-21T13:00:00Z weather sky=rain temp=20°C humidity=77% wind=10m/s rain=? visibility=500m
      """)
  }

  @Test func `a bare number is in the first unit of its type, and money in the main unit`() throws {
    try check(
      [
        "bill.csv": """
        time,due,used,facing
        2026-06-21T12:00:00Z,12.5,350,315
        2026-06-21T13:00:00Z,-3EUR,1.2kWh,360

        """
      ],
      """
      2026-06-21T12:00:00Z bill due=12.50EUR used=350Wh facing=315deg
      2026-06-21T13:00:00Z bill due=-3.00EUR used=1200Wh facing=0deg
      """)
  }

  @Test(arguments: [
    ("true", true), ("on", true), ("ON", true), ("open", true), ("home", true), ("locked", true),
    ("false", false), ("off", false), ("Off", false), ("closed", false), ("not_home", false),
    ("unlocked", false), ("no", nil), ("opening", nil), ("1", nil), ("unavailable", nil),
  ])
  func `a Bool is also what sensors and switches report`(word: String, truth: Bool?) {
    let file = TextFile(path: "door.csv", bytes: Array(word.utf8))
    let cell = Cell(start: 0, end: file.bytes.count, line: 1, form: .plain)
    let parser = CellParser(type: .bool, unit: nil, zone: .utc, enumerations: [])
    #expect(parser.value(cell, in: file) == truth.map { .truth($0) })
  }

  @Test func `answers come in the order of time`() throws {
    try check(
      [
        "weather.csv": "time,temp\n2026-06-21T08:00:00Z,20\n",
        "answers.csv": """
        time,opp,row,answer,until
        2026-06-21T09:00:00Z,Chore due,"home, 2",dismissed,
        2026-06-21T08:40:00.5Z,Medicine,,snoozed,2026-06-21T09:15
        2026-06-21T08:40:00Z,Chore due,dishes,snoozed,
        2026-06-21T07:00:00Z,Medicine,,done,

        """,
      ],
      """
      2026-06-21T08:00:00Z weather temp=20°C
      2026-06-21T08:40:00Z Chore due for dishes snoozed
      2026-06-21T08:40:01Z Medicine snoozed until 2026-06-21T09:15:00Z
      2026-06-21T09:00:00Z Chore due for home, 2 dismissed
      """)
  }

  @Test func `answers that cannot be read are told, and the others are read`() throws {
    try check(
      [
        "answers.csv": """
        time,opp,answer,untl,until
        2026-06-21T08:40:00Z,Medcine,done,,
        8:40,Medicine,done,,
        2026-06-21T08:40:00Z,Medicine,don,,
        2026-06-21T08:40:00Z,Medicine,done,,2026-06-21T09:40:00Z
        ,Medicine,done,,
        2026-06-21T08:40:00Z,Medicine,done,,

        """,
        "firings.csv": "opp\na\n",
      ],
      """
      2026-06-21T08:40:00Z Medicine done
      """,
      problems: """
        answers.csv:1:17 unknown-column: `answers` has no field `untl` [did you mean `until`?]
        answers.csv:2:22 bad-cell: `opp` is the name of an Opp, not `Medcine` [did you mean `Medicine`?]
        answers.csv:3:1 bad-cell: `time` is an instant, such as `2026-06-21T12:00`, not `8:40`
        answers.csv:4:31 bad-cell: `answer` is `done`, `dismissed` or `snoozed`, not `don` [did you mean `done`?]
        answers.csv:5:37 bad-cell: `until` is for `snoozed` only, not `2026-06-21T09:40:00Z`
        answers.csv:6:1 empty-cell: `time` cannot be empty
        firings.csv:1:1 unknown-file: no source or table is named `firings`, so this is not read [`opp import data/firings.csv` says how rules read it]
        """)
  }

  @Test func `an argument that is the default is that of plain names`() throws {
    try check(
      [
        "thermostat.csv": """
        time,room,inside
        2026-06-21T12:00:00Z,hall,20C
        2026-06-21T12:00:00Z,cellar,12C
        2026-06-21T13:00:00Z,,21C
        """
      ],
      """
      2026-06-21T12:00:00Z thermostat inside=20°C
      2026-06-21T12:00:00Z thermostat("cellar") inside=12°C
      2026-06-21T13:00:00Z thermostat inside=21°C
      """)
  }

  @Test func `rows need not be sorted, and the later of two at one instant counts`() throws {
    try check(
      [
        "note.csv": """
        time,count
        2026-06-21T12:00:02Z,3
        2026-06-21T12:00:00Z,1
        2026-06-21T12:00:00Z,2
        2026-06-21T12:00:00.9Z,10
        2026-06-21T12:00:00.25Z,9
        """
      ],
      """
      2026-06-21T12:00:00Z note count=2
      2026-06-21T12:00:01Z note count=10
      2026-06-21T12:00:02Z note count=3
      """)
  }

  @Test func `a reading counts from the first second not before it`() throws {
    try check(
      ["note.csv": "time,count\n2026-06-21T05:59:59.000000000000000000001-06:00,1e-1\n"],
      "2026-06-21T12:00:00Z note count=0.1")
  }

  @Test func `JSON Lines say the same as columns`() throws {
    try check(
      [
        "note.jsonl": #"""
        {"time": "2026-06-21T12:00:00Z", "count": 1}

        {"time": "2026-06-21T12:00:01Z", "count": null, "text": "a\"\u00e9 \ud83c\udfbf", "tags": ["x, y", "z"]}
        {"time": "2026-06-21T12:00:02Z", "tags": [], "text": ""}
        """#
      ],
      #"""
      2026-06-21T12:00:00Z note text=? count=1 tags=?
      2026-06-21T12:00:01Z note text="a\"é 🎿" count=? tags=["x, y", "z"]
      2026-06-21T12:00:02Z note text="" count=? tags=[]
      """#)
  }

  @Test func `quotes hold commas, quotes and line ends`() throws {
    try check(
      [
        "note.csv":
          "\u{FEFF}time,text,tags\r\n2026-06-21T12:00:00Z,\"a, \"\"b\"\"\nc\",\"[milk, eggs]\"\r\n"
          + "2026-06-21T12:00:01Z,5\" nail,[one]\r\n"
      ],
      #"""
      2026-06-21T12:00:00Z note text="a, \"b\"\nc" tags=["milk", "eggs"]
      2026-06-21T12:00:01Z note text="5\" nail" tags=["one"]
      """#)
  }

  @Test func `texts keep their spaces, and keys that differ in them are two`() throws {
    try check(
      [
        "note.csv": "time,text,tags\n2026-06-21T12:00:00Z, a ,[ b ]\n2026-06-21T12:00:01Z,  , \n"
          + "2026-06-21T12:00:02Z,\" \",\n"
      ],
      #"""
      2026-06-21T12:00:00Z note text=" a " tags=["b"]
      2026-06-21T12:00:01Z note text=? tags=?
      2026-06-21T12:00:02Z note text=" " tags=?
      """#)
    try check(
      [
        "note.jsonl": #"{"time": "2026-06-21T12:00:00Z", "text": " ", "tags": [" b "]}"#,
        "recording.json": #"{"from": "2026-06-21T10:00Z", "to": "2026-06-22T10:00Z"}"#,
        "chores.jsonl": """
        {"id": "a", "day": " mon ", "done": false}
        {"id": " a", "day": "tue", "done": true}
        """,
      ],
      #"""
      2026-06-21T10:00:00Z chores +("a", ?, mon, false) +(" a", ?, tue, true)
      2026-06-21T12:00:00Z note text=" " tags=[" b "]
      """#)
  }

  @Test func `a column a parameter, as a pin or the name of a place`() throws {
    try check(
      [
        "weather.csv": """
        time,place,temp
        2026-06-21T12:00:00Z,"@48.4, -123.3",20
        2026-06-21T12:00:00Z,cabin,19
        2026-06-21T12:00:00Z,,18
        """,
        "store.csv": "time,name,open,opens,closes\n2026-06-21T12:00:00Z,Lidl,true,7am,24:00",
      ],
      """
      2026-06-21T12:00:00Z store("Lidl") open=true opens=07:00 closes=24:00
      2026-06-21T12:00:00Z weather(@48.4,-123.3) temp=20°C
      2026-06-21T12:00:00Z weather("cabin") temp=19°C
      2026-06-21T12:00:00Z weather temp=18°C
      """)
  }

  @Test func `rows of a table come, are replaced and go`() throws {
    try check(
      [
        "recording.json": #"{"from": "2026-06-21T10:00Z", "to": "2026-06-22T10:00Z"}"#,
        "chores.csv": """
        id,day,done,valid_from,valid_until
        a,mon,false,,
        b,tue,false,2026-06-21T09:00:00Z,2026-06-21T12:00:00Z
        a,mon,true,2026-06-21T11:00:00Z,2026-06-21T13:00:00Z
        c,,,2026-06-21T08:00:00Z,2026-06-21T09:00:00Z
        d,wed,,2026-06-21T11:00:00Z,2026-06-21T14:00:00Z
        d,thu,,2026-06-21T14:00:00Z,
        """,
      ],
      """
      2026-06-21T10:00:00Z chores +("a", ?, mon, false) +("b", ?, tue, false)
      2026-06-21T11:00:00Z chores +("a", ?, mon, true) +("d", ?, wed, ?)
      2026-06-21T12:00:00Z chores -"b"
      2026-06-21T13:00:00Z chores -"a"
      2026-06-21T14:00:00Z chores +("d", ?, thu, ?)
      """)
  }

  @Test func `a track is read as positions`() throws {
    try check(
      [
        "location.gpx": """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- a walk -->
        <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:x="y">
          <wpt lat="1" lon="2"><name>summit</name></wpt>
          <trk><name>A &amp; B</name><trkseg>
            <trkpt lat="48.4" lon="-123.3"><ele>12</ele><time> 2026-06-21T12:00:00Z </time></trkpt>
            <trkpt lat='48.5' lon='-123.4'>
              <time>2026-06-21T12:00:05.5Z</time>
              <extensions><x:TrackPointExtension><x:speed>1.5</x:speed></x:TrackPointExtension></extensions>
            </trkpt>
            <trkpt lat="48.5" lon="-123.4"/>
          </trkseg></trk>
        </gpx>
        """
      ],
      """
      2026-06-21T12:00:00Z location position=@48.4,-123.3 speed=?
      2026-06-21T12:00:06Z location position=@48.5,-123.4 speed=1.5m/s
      """,
      problems: """
        location.gpx:11:5 missing-key: `time` is missing: expected the `<time>` of a track point
        """)
  }

  @Test func `only points of tracks are readings, and their times are UTC without an offset`()
    throws
  {
    try check(
      [
        "location.gpx": """
        <gpx><wpt lat="1" lon="2"><time>2026-06-21T11:00:00Z</time></wpt>
        <rte><rtept lat="1" lon="2"><time>2026-06-21T11:30:00Z</time></rtept></rte>
        <trk><trkpt lat="+48.5" lon="&#45;123.4"><time>2026<!-- x -->-06-21T12&#58;00:00</time></trkpt></trk>
        </gpx>
        """
      ],
      "2026-06-21T12:00:00Z location position=@48.5,-123.4", zone: "Europe/Berlin")
  }

  @Test func `a track in UTF-16 is read, and another encoding is refused by name`() throws {
    let text =
      "<?xml version='1.0' encoding='UTF-16'?><gpx><trkpt lat='1' lon='2'>"
      + "<time>2026-06-21T12:00:00Z</time></trkpt></gpx>"
    var bytes: [UInt8] = [0xFF, 0xFE]
    for unit in text.utf16 { bytes += [UInt8(unit & 0xFF), UInt8(unit >> 8)] }
    let recording = RecordedFiles(bytes: ["location.gpx": bytes]).load()
    #expect(recording.described == "2026-06-21T12:00:00Z location position=@1,2")
    #expect(recording.problems.isEmpty)
    try check(
      ["location.gpx": text.replacing("UTF-16", with: "ISO-8859-1")], "",
      problems: """
        location.gpx:1:1 other-encoding: this file is in `ISO-8859-1`, which is not read \
        [save the file as UTF-8]
        """)
  }

  @Test func `a plan and landmarks are no recording, which is said once`() throws {
    let points = String(repeating: "<trkpt lat='1' lon='2'/>", count: 300)
    try check(
      ["location.gpx": "<gpx>\(points)</gpx>"], "",
      problems: """
        location.gpx:1:6 no-recording: no point of this track has a time: it is a plan, not a recording
        """)
    try check(
      ["location.gpx": "<gpx><wpt lat='1' lon='2'><time>2026-06-21T12:00:00Z</time></wpt></gpx>"],
      "",
      problems: """
        location.gpx:1:1 no-recording: this file has 1 waypoint and no track: the time of a waypoint \
        says when it was marked
        """)
  }

  @Test func `white space around CDATA in a track is no text`() throws {
    try check(
      [
        "location.gpx": """
        <gpx>
          <trkpt lat="48.4" lon="-123.3"><time>
            <![CDATA[2026-06-21T12:00:00Z]]>
          </time><speed> <!-- m/s --> <![CDATA[ 1.5 ]]></speed></trkpt>
        </gpx>
        """
      ],
      "2026-06-21T12:00:00Z location position=@48.4,-123.3 speed=1.5m/s")
  }

  @Test func `places and addresses are there from the beginning`() throws {
    try check(
      [
        "addresses.csv": "text,lat,lon\n\"1 Main St, X\",48.4,-123.3\nNowhere,,\n",
        "places.geojson": """
        {"type": "FeatureCollection", "features": [
          {"type": "Feature", "properties": {"name": "A", "category": "park"},
           "geometry": {"type": "Point", "coordinates": [-123.3, 48.4, 12]}},
          {"type": "Feature", "properties": {"name": "B"},
           "geometry": {"type": "Point", "coordinates": [-123.3, 48.4]}},
          {"type": "Feature", "properties": {"name": "C", "category": "x"},
           "geometry": {"type": "Point", "coordinates": [48.4, -123.3]}}]}
        """,
        "location.csv": "time,lat,lon\n2026-06-21T12:00:00Z,48.4,-123.3\n",
        "README.md": "not read",
      ],
      """
      2026-06-21T12:00:00Z places A/park
      2026-06-21T12:00:00Z address 1 Main St, X @48.4,-123.3
      2026-06-21T12:00:00Z address Nowhere nowhere
      2026-06-21T12:00:00Z location position=@48.4,-123.3
      """,
      problems: """
        places.geojson:4:37 missing-key: `category` is missing: expected a text
        places.geojson:7:49 bad-json: expected `[longitude, latitude]` in degrees
        """)
  }

  @Test func `the recording's own settings`() throws {
    let recording = RecordedFiles([
      "recording.json": """
      {"zone": "America/Vancouver", "from": "2026-06-21T05:00", "fresh": {"note": "12h"}}
      """,
      "note.csv": "time,count\n2026-06-21 04:59:59,0\n2026-06-21T05:00,1\n2026-06-21T14:00:00Z,2\n",
    ]).load()
    #expect(recording.zoneName == "America/Vancouver")
    #expect(recording.from.map { ValueNotation.instant($0) } == "2026-06-21T12:00:00Z")
    #expect(recording.to.map { ValueNotation.instant($0) } == "2026-06-21T14:00:01Z")
    #expect(
      recording.described == """
        2026-06-21T12:00:00Z note count=1 fresh 43200
        2026-06-21T14:00:00Z note count=2 fresh 43200
        """)
    #expect(recording.problems.isEmpty)
  }

  @Test func `a reading of a partial source leaves what it lacks as it was`() throws {
    for rows in [
      """
      {"time": "2026-06-21T12:00:00Z", "temp": 20, "sky": "clear"}
      {"time": "2026-06-21T13:00:00Z", "temp": 21}
      {"time": "2026-06-21T14:00:00Z", "sky": null}
      {"time": "2026-06-21T15:00:00Z", "temp": 22, "wind": 3}
      {"time": "2026-06-21T15:00:00Z", "sky": "rain"}
      {"time": "2026-06-21T15:00:00Z", "temp": null}

      """,
      // In CSV an empty cell is a key that is not there, and a word for nothing is null.
      """
      time,temp,sky,wind
      2026-06-21T12:00:00Z,20,clear,
      2026-06-21T13:00:00Z,21,,
      2026-06-21T14:00:00Z,,unavailable,
      2026-06-21T15:00:00Z,22,,3
      2026-06-21T15:00:00Z,,rain,
      2026-06-21T15:00:00Z,unknown,,

      """,
    ] {
      let ending = rows.hasPrefix("{") ? "jsonl" : "csv"
      try check(
        ["recording.json": #"{"partial": ["weather"]}"#, "weather.\(ending)": rows],
        """
        2026-06-21T12:00:00Z weather sky=clear temp=20°C
        2026-06-21T13:00:00Z weather temp=21°C
        2026-06-21T14:00:00Z weather sky=?
        2026-06-21T15:00:00Z weather sky=rain temp=? wind=3m/s
        """)
    }
  }

  @Test
  func `an unreadable cell of a partial source is unknown, and so is a position that is null`()
    throws
  {
    try check(
      [
        "recording.json": #"{"partial": ["location", "weather"]}"#,
        "location.jsonl": """
        {"time": "2026-06-21T12:00:00Z", "lat": 50, "lon": 8}
        {"time": "2026-06-21T13:00:00Z", "lat": null, "lon": null}

        """,
        "weather.jsonl": """
        {"time": "2026-06-21T12:00:00Z", "temp": "hot", "sky": "clear"}

        """,
      ],
      """
      2026-06-21T12:00:00Z location position=@50,8
      2026-06-21T12:00:00Z weather sky=clear temp=?
      2026-06-21T13:00:00Z location position=?
      """,
      problems:
        "weather.jsonl:1:43 bad-cell: `temp` is a temperature, such as `20C`, not `hot`")
  }

  @Test func `no files are an empty recording`() throws {
    let recording = RecordedFiles([String: String]()).load()
    #expect(recording.from == nil && recording.to == nil && recording.arrivals.isEmpty)
    #expect(recording.problems.isEmpty)
  }

  @Test func `the Greensboro year is read without a problem`() throws {
    let folder = Repository.root.appending(path: "examples/opportunity/data")
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      files[name] = try Array(Data(contentsOf: folder.appending(path: name)))
    }
    let recording = RecordedFiles(bytes: files).load()
    // The graph of this test knows only some of the sources that the folder has.
    #expect(!recording.problems.listed.contains { !$0.isWarning })
    #expect(recording.zoneName == "America/New_York")
    let sources = recording.arrivals.compactMap { timed -> String? in
      guard case .reading(let reading) = timed.arrival else { return nil }
      return RecordedFiles.graph.sources[Int(reading.source.index)].name
    }
    #expect(sources.count { $0 == "weather" } == 8760)
    // 99 of the 10 967 fixes share their second with a later row.
    #expect(sources.count { $0 == "location" } == 10_868)
    #expect(recording.calendars.map(\.fileName) == ["calendar.ics"])
    #expect(recording.from.map { ValueNotation.instant($0) } == "2013-01-01T05:00:00Z")
    #expect(recording.to.map { ValueNotation.instant($0) } == "2014-01-01T05:00:00Z")
  }
}
