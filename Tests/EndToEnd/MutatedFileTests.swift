import Foundation
import OppOutputs
import OppTestLimits
import OppTesting
import Testing

/// Files with bytes changed by chance, through the tool
@Suite(.limited) struct MutatedFileTests {
  private static let rules = """
    set zone "Europe/Berlin"
    source note { count: Number, text: Text, tags: [Text] }
    table chores by id { id: Text, day: Date, done: Bool }
    opp "Warm" when temp > 20C notify "{temp} {pressure}"
    opp "Away" when distance(@48.5,2.5) > 1km
    opp "Many" when count > 1 notify "{text} {tags}"
    opp "Chore" for each c in chores when not c.done notify "{c.id}"
    opp "Event" for each e in agenda on e.begins - 1h notify "{e.title}"
    opp "Bakery" when near any "bakery"

    """

  private static let calendar = """
    BEGIN:VCALENDAR
    BEGIN:VTIMEZONE
    TZID:Office
    BEGIN:STANDARD
    DTSTART:20201025T030000
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    END:STANDARD
    END:VTIMEZONE
    BEGIN:VEVENT
    UID:a
    SUMMARY:Standup\\, then coffee
    DTSTART;TZID=Office:20260622T090000
    DURATION:PT30M
    RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=9
    EXDATE;TZID=Office:20260624T090000
    END:VEVENT
    BEGIN:VEVENT
    UID:a
    RECURRENCE-ID;TZID=Office:20260629T090000
    DTSTART;TZID=Office:20260629T100000
    END:VEVENT
    BEGIN:VEVENT
    UID:b
    SUMMARY:Holiday
    DTSTART;VALUE=DATE:20260623
    END:VEVENT
    END:VCALENDAR

    """

  /// A file of each kind
  private static let samples: [(name: String, text: String)] = [
    ("weather.csv", "sep=;\r\n\"Time\";\"Temp (°C)\";Pressure\r\n22.06.2026 8:00;20,5;1.013,5\r\n"),
    ("weather.csv", "time,temp[F],wind[km/h]\n2026-06-22T08:00Z,68,18\n2026-06-22T09:00Z,20.5C,\n"),
    ("chores.csv", "id,day,done,valid_until\n\"a\",2026-06-22,no,2026-06-23T12:00Z\nb,,yes,\n"),
    (
      "note.jsonl",
      #"{"time": "2026-06-22T12:00:00Z", "count": 2, "text": "\u00e9", "tags": ["a"]}"# + "\n"
    ),
    (
      "location.gpx",
      "<?xml version='1.0'?><gpx><trk><trkseg><trkpt lat='48.5' lon='2.1'>"
        + "<time>2026-06-22T08:00:00Z</time></trkpt></trkseg></trk></gpx>"
    ),
    (
      "places.geojson",
      #"{"type": "Feature", "properties": {"name": "B", "category": "bakery"}, "#
        + #""geometry": {"type": "Point", "coordinates": [2.1, 48.5]}}"#
    ),
    (
      "recording.json",
      #"{"zone": "Europe/Berlin", "from": "2026-06-22T00:00Z", "fresh": {"weather": "2h"}}"#
    ),
    ("addresses.csv", "text,lat,lon\n\"Main St, 1\",48.5,2.1\n"),
    ("answers.csv", "time,opp,row,answer,until\n2026-06-22T09:00Z,Chore,a,done,\n"),
    ("calendar.ics", calendar),
  ]

  @Test(arguments: 0..<20)
  func `no file traps, and a message has its place in the file`(sample: Int) throws {
    let (name, text) = Self.samples[sample / 2]
    // Each as it is, and in UTF-16.
    let bytes =
      sample.isMultiple(of: 2)
      ? Array(text.utf8)
      : [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let folder = try TemporaryFolder(["rules.opp": Self.rules])
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "data"), withIntermediateDirectories: true)
    for seed in LawSeeds.seeds(6, long: 5_000) {
      var mutation = Mutation(seed: seed << 8 | UInt64(sample))
      let mutant = mutation.damaged(bytes)
      try Data(mutant).write(to: folder.url.appending(path: "data/\(name)"))
      let (said, status) = folder.run([
        "eval", ".", "--from", "2026-06-22T00:00", "--to", "2026-06-24T00:00",
      ])
      #expect(status == .success || status == .problems, "OPP_SEED=\(seed): \(said)")
      let lines = said.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, line) in lines.enumerated() where line.hasPrefix("error: ") {
        let place = index + 1 < lines.count ? lines[index + 1] : ""
        #expect(place.contains("┌─ data/\(name)"), "OPP_SEED=\(seed): \(said)")
      }
    }
  }
}
