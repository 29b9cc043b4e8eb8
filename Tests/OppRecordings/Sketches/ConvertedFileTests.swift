import OppModel
import OppTestLimits
import OppTesting
import Testing

@testable import OppRecordings

/// Files of rows that are made of documents, of XML and of the data of meters
@Suite(.limited) struct ConvertedFileTests {
  private func sketch(
    _ text: String, name: String, _ options: [(String, String)] = []
  ) throws -> FileSketch {
    var request = SketchRequest(
      file: TextFile(path: name, bytes: Array(text.utf8)), subject: .new("export"))
    for (option, value) in options { try request.give(option, value) }
    return FileSketch(of: request)
  }

  /// The lines that are proposed, and the file that they read; else the questions or the refusal
  private func check(
    _ text: String, name: String, given options: [(String, String)] = [], _ expected: String,
    file made: String? = nil, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let sketch = try sketch(text, name: name, options)
    let found =
      sketch.refusal.map { "refused: \($0.message)" }
      ?? (sketch.questions.isEmpty
        ? [sketch.declaration, sketch.connection].compactMap { $0 }.joined(separator: "\n")
        : sketch.questions.map { $0.text }.joined(separator: "\n"))
    #expect(found == expected, sourceLocation: location)
    if let made { #expect(sketch.companion?.text == made, sourceLocation: location) }
  }

  @Test func `the longest list of objects in a JSON document is rows`() throws {
    try check(
      """
      {"version": 2, "tags": [{"a": 1}],
       "locations": [
        {"timestamp": "2026-02-13T06:25:00Z", "battery": 90},
        {"timestamp": "2026-02-13T06:26:00Z",
         "battery": 89}
      ]}
      """, name: "records.json",
      """
      source export fresh for 3min { battery: Number }
      connect export to jsonl("export.jsonl")
      """,
      file: """
        {"timestamp": "2026-02-13T06:25:00Z", "battery": 90}
        {"timestamp": "2026-02-13T06:26:00Z",    "battery": 89}

        """)
  }

  @Test func `a history of Home Assistant is a list of lists`() throws {
    try check(
      """
      [[{"entity_id": "sensor.a", "state": "4.5", "last_changed": "2026-02-13T06:25:00+00:00"},
        {"entity_id": "sensor.a", "state": "5", "last_changed": "2026-02-13T06:40:00+00:00"}],
       [{"entity_id": "sensor.b", "state": "on", "last_changed": "2026-02-13T06:30:00+00:00"}]]
      """, name: "history.json", given: [("only", "entity_id=sensor.a")],
      """
      source export fresh for 45min { state: Number }
      connect export to jsonl("export.jsonl", columns: {"time": "last_changed"}, only: {"entity_id": "sensor.a"})
      """)
  }

  @Test func `lists of one length beside each other are columns`() throws {
    try check(
      #"{"latitude": 52.5, "hourly": {"time": ["2026-02-13T06:00", "2026-02-13T07:00"], "rain": [0.2, null]}}"#,
      name: "forecast.json",
      """
      source export fresh for 3h { rain: Number }
      connect export to jsonl("export.jsonl")
      """,
      file: """
        {"time": "2026-02-13T06:00", "rain": 0.2}
        {"time": "2026-02-13T07:00", "rain": null}

        """)
  }

  @Test func `a document without rows is refused`() throws {
    try check(
      "[1, 2]", name: "a.json", "refused: this is one JSON document without a list of objects")
    try check(
      "{\n\"a\": {\"b\": 1}\n}", name: "a.json",
      "refused: this is one JSON document without a list of objects")
  }

  @Test func `the elements that repeat in an XML file are rows`() throws {
    try check(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE HealthData [
      <!ELEMENT HealthData (Record*)>
      ]>
      <HealthData locale="en_US" version="12">
       <Me born="1815-12-10" sex="f"/>
       <Record type="Steps" unit="count" startDate="2026-02-13 07:05:00 +0100" value="52"/>
       <Record type="Steps" unit="count" startDate="2026-02-13 07:15:00 +0100" value="7">
        <Metadata key="a &amp; b" value="1"/>
       </Record>
      </HealthData>
      """, name: "export.xml",
      """
      source export fresh for 30min { type: Text, unit: Text, value: Number, metadata_key: Text, metadata_value: Number }
      connect export to csv("export.csv", columns: {"time": "startDate", "metadata_key": "Metadata.key", "metadata_value": "Metadata.value"})
      """)
    try check(
      """
      <feed><block>
       <IntervalReading><timePeriod><duration>3600</duration><start>1770963600</start></timePeriod><value>52</value></IntervalReading>
       <IntervalReading><timePeriod><duration>3600</duration><start>1770967200</start></timePeriod><value>53</value></IntervalReading>
      </block></feed>
      """, name: "green.xml",
      """
      source export fresh for 3h { time_period_duration: Number, value: Number }
      connect export to csv("export.csv", columns: {"time": "timePeriod.start", "time_period_duration": "timePeriod.duration"})
      """)
    try check(
      "<note>Hello</note>", name: "a.xml",
      "refused: this is XML in which no element with values repeats")
  }

  /// A record 300 of half hours, of which the first two have values
  private func day(_ date: String, _ first: String, _ second: String) -> String {
    "300,\(date),\(first),\(second)," + Array(repeating: "0", count: 46).joined(separator: ",")
      + ",A,,,20260214012345,\n"
  }

  @Test func `the days of an Australian meter are intervals by the clock of the market`() throws {
    let text =
      "100,NEM12,202602140900,AGL,ME\n200,6401234567,E1,E1,E1,,M1,KWH,30,\n"
      + day("20260213", "0.5", "0.25") + "900\n"
    let sketch = try sketch(text, name: "meter.csv")
    #expect(sketch.declaration == "source export fresh for 90min { energy: Power }")
    #expect(sketch.connection == #"connect export to csv("export.csv")"#)
    // Half past one in the night of Sydney is half past midnight of the market.
    #expect(
      sketch.recording?.text.hasPrefix(
        "time,energy\n2026-02-12T14:00:00Z,1000\n2026-02-12T14:30:00Z,500\n") == true)
    try check(
      "100,NEM12,202602140900,AGL,ME\n200,1,E1B1,E1,E1,,M1,KWH,30,\n" + day("20260213", "1", "2")
        + "200,1,E1B1,B1,B1,,M1,KWH,30,\n" + day("20260213", "0", "0") + "900\n", name: "meter.csv",
      "several rows have one time; say which rows of `channel` are meant")
    try check(
      "100,NEM12,202602140900,AGL,ME\n200,1,E1Q1,E1,E1,,M1,KWH,30,\n" + day("20260213", "1", "2")
        + "200,1,E1Q1,Q1,Q1,,M1,KVARH,30,\n" + day("20260213", "0", "0") + "900\n", name: "m.csv",
      "refused: this is NEM12, whose rows have the readings of a day each, of several kinds")
  }

  @Test func `places of a map have the category that its other properties say`() throws {
    let feature = { (properties: String) in
      #"{"type":"Feature","properties":{\#(properties)},"geometry":{"type":"Point","coordinates":[13.4,52.5]}}"#
    }
    let text =
      #"{"type":"FeatureCollection","features":["#
      + [
        feature(#""name":"Einstein","amenity":"cafe""#), feature(#""shop":"bakery""#),
        feature(#""name":"Nothing""#),
      ].joined(separator: ",") + "]}"
    let sketch = try sketch(text, name: "osm.geojson")
    #expect(sketch.connection == #"connect places to geojson("places.geojson")"#)
    #expect(
      sketch.rule?.code("places") == #"opp "places" when near any "cafe" notify "A place is near.""#
    )
    #expect(sketch.companion?.text.contains(#""name":"bakery","category":"bakery""#) == true)
    #expect(sketch.problems.listed.count == 1)
  }
}
