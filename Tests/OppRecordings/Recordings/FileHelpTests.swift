import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppRecordings

/// The help of a file that is refused: the option that it names reads the file
@Suite(.limited) struct FileHelpTests {
  /// A file of the weather that is refused, the help, the options that follow it, and what is read then
  struct Refusal: Sendable, CustomTestStringConvertible {
    let text: String
    let help: String
    let options: String
    let readings: String

    var testDescription: String { help }
  }

  private static let refusals = [
    Refusal(
      text: "time,temp\n03/04/2026 08:00,1\n", help: "write `dates: \"dmy\"` or `dates: \"mdy\"`",
      options: #""dates": "dmy""#, readings: "2026-04-03T08:00:00Z weather temp=1°C"),
    Refusal(
      text: "time,temp\n26-06-21 08:00,1\n",
      help: "write `dates: \"ymd\"`, `\"dmy\"` or `\"mdy\"`", options: #""dates": "ymd""#,
      readings: "2026-06-21T08:00:00Z weather temp=1°C"),
    Refusal(
      text: "time;visibility\n2026-06-21 08:00;1,234\n",
      help: "write `decimal: \",\"` or `decimal: \".\"`", options: #""decimal": ".""#,
      readings: "2026-06-21T08:00:00Z weather visibility=1234m"),
    Refusal(
      text: "time,temp\n2026-06-21,1\n",
      help: "write `day_at: 0:00`, or `day_at: 24:00` if the values are those of the whole day",
      options: #""day_at": "24:00""#, readings: "2026-06-22T00:00:00Z weather temp=1°C"),
    Refusal(
      text: "time,temp\n46194.5,1\n", help: "write `dates: \"excel\"`",
      options: #""dates": "excel""#, readings: "2026-06-21T12:00:00Z weather temp=1°C"),
    Refusal(
      text: "time,temp\n2026062108,1\n", help: "write `dates: \"%Y%m%d%H\"`",
      options: #""dates": "%Y%m%d%H""#, readings: "2026-06-21T08:00:00Z weather temp=1°C"),
    Refusal(
      text: "id,last_changed,temp\n1,2026-06-21T08:00Z,1\n",
      help: #"write `columns: {"time": "last_changed"}`"#,
      options: #""columns": {"time": "last_changed"}, "only": {"id": "1"}"#,
      readings: "2026-06-21T08:00:00Z weather temp=1°C"),
    Refusal(
      text: "Date;Clock;temp\n21.06.2026;8:00;1\n",
      help: #"write `columns: {"time": ["Date", "Clock"]}`"#,
      options: #""columns": {"time": ["Date", "Clock"]}"#,
      readings: "2026-06-21T08:00:00Z weather temp=1°C"),
    Refusal(
      text: "time,Outdoor Temperature(℃)\n2026-06-21T08:00Z,1\n",
      help: #"write `columns: {"temp": "Outdoor Temperature(℃)"}` with the right field"#,
      options: #""columns": {"temp": "Outdoor Temperature(℃)"}"#,
      readings: "2026-06-21T08:00:00Z weather temp=1°C"),
    Refusal(
      text: "time,temp,temp,wind\n2026-06-21T08:00Z,1,2,3\n",
      help: #"write `columns: {"time": "time", "temp": 3}` or another place"#,
      options: #""columns": {"time": "time", "temp": 3}"#,
      readings: "2026-06-21T08:00:00Z weather temp=2°C wind=3m/s"),
    Refusal(
      text: "time,rain[mm]\n2026-06-21T08:00Z,3.6\n",
      help: #"for rows an hour apart write `columns: {"rain[mm/h]": "rain[mm]"}`"#,
      options: #""columns": {"rain[mm/h]": "rain[mm]"}"#,
      readings: "2026-06-21T08:00:00Z weather rain=0.000001m/s"),
    Refusal(
      text: "time,temp,humidity\n2026-06-21T08:00Z,-999,50\n", help: #"write `missing: ["-999"]`"#,
      options: #""missing": ["-999"]"#,
      readings: "2026-06-21T08:00:00Z weather temp=? humidity=50%"),
    Refusal(
      text: "time,temp,wind\n2026-06-21T08:00Z,1,-9999\n", help: #"write `missing: ["-9999"]`"#,
      options: #""missing": ["-9999"]"#,
      readings: "2026-06-21T08:00:00Z weather temp=1°C wind=?"),
  ]

  @Test(arguments: refusals)
  func `following a help reads the file`(refusal: Refusal) {
    let refused = RecordedFiles(["weather.csv": refusal.text]).load()
    #expect(refused.problems.listed.first { $0.help != nil }?.help == refusal.help)
    let read = RecordedFiles([
      "weather.csv": refusal.text,
      "recording.json": "{\"files\": {\"weather.csv\": {\(refusal.options)}}}",
    ]).load()
    #expect(read.described == refusal.readings)
    #expect(read.problems.listed.filter { !$0.isNote } == [])
  }

  @Test func `a file in another encoding names its line and the option`() {
    let text: [UInt8] = Array("time,temp (".utf8) + [0xB0] + Array("C)\n2026-06-21T08:00Z,1\n".utf8)
    let refused = RecordedFiles(bytes: ["weather.csv": text]).load()
    #expect(
      refused.describedProblems == """
        weather.csv:1:1 not-utf8: line 1 is not UTF-8 \
        [save the file as UTF-8, or write `encoding: "windows-1252"`]
        """)
    let settings = #"{"files": {"weather.csv": {"encoding": "windows-1252"}}}"#
    let read = RecordedFiles(bytes: ["weather.csv": text, "recording.json": Array(settings.utf8)])
      .load()
    #expect(read.described == "2026-06-21T08:00:00Z weather temp=1°C")
  }

  @Test(arguments: [
    ("rain[mm/10min]", "0.6", "rain=0.000001m/s"),
    ("rain[mm/h]", "0.6", "rain=0.00000016666666666666668m/s"),
    ("rain (in/15min)", "0.01", "rain=0.0000002822222222222222m/s"),
  ])
  func `an amount for an interval in a header is a rate`(
    header: String, cell: String, reading: String
  ) {
    let recording = RecordedFiles([
      "weather.csv": "time,\(header)\n2026-06-21T08:00Z,\(cell)\n"
    ]).load()
    #expect(recording.described == "2026-06-21T08:00:00Z weather \(reading)")
  }

  @Test(arguments: [
    ("2026-10-25 02:30 CEST", "2026-10-25T00:30:00Z"),
    ("2026-10-25 02:30 CET", "2026-10-25T01:30:00Z"),
    ("2026-06-21 08:00 CEST", "2026-06-21T06:00:00Z"), ("2026-06-21 08:00 CET", "bad-cell"),
    ("2026-06-21 08:00 EST", "bad-cell"),
  ])
  func `an abbreviation of the zone decides the hour that comes twice`(
    time: String, expected: String
  ) throws {
    let zone = try #require(systemZone("Europe/Berlin"))
    let recording = RecordedFiles(["weather.csv": "time,temp\n\(time),1\n"]).load(zone: zone)
    let found =
      recording.problems.listed.first.map { $0.code }
      ?? recording.described.split(separator: " ").first.map(String.init) ?? ""
    #expect(found == expected)
  }

  @Test(arguments: [true, false])
  func `UTF-16 without a mark is refused by its name`(isLittleEndian: Bool) {
    let bytes = "time,temp\n2026-06-21T08:00Z,1\n".utf16.flatMap { unit -> [UInt8] in
      let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
      return isLittleEndian ? [low, high] : [high, low]
    }
    let name = isLittleEndian ? "utf-16le" : "utf-16be"
    #expect(
      RecordedFiles(bytes: ["weather.csv": bytes]).load().describedProblems == """
        weather.csv:1:1 not-utf8: this file is in UTF-16 without the mark that says so \
        [save the file as UTF-8, or write `encoding: "\(name)"`]
        """)
    let options = #"{"files": {"weather.csv": {"encoding": "\#(name)"}}}"#
    let read = RecordedFiles(bytes: ["weather.csv": bytes, "recording.json": Array(options.utf8)])
    #expect(read.load().described == "2026-06-21T08:00:00Z weather temp=1°C")
  }

  @Test func `a Beaufort number is refused`() {
    let recording = RecordedFiles(["weather.csv": "time,temp,wind[bft]\n2026-06-21T08:00Z,1,3\n"])
      .load()
    #expect(
      recording.describedProblems == """
        weather.csv:1:11 unit-mismatch: a Beaufort number is a range of speeds \
        [declare a Number in a source of your own]
        """)
  }
}
