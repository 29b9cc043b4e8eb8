import Foundation
import OppModel
import Testing

@testable import OppRecordings

/// The zone of an IANA name, from the system's database
func systemZone(_ name: String) -> Zone? {
  guard !name.contains(".."), !name.hasPrefix("/"),
    let file = try? Foundation.Data(contentsOf: URL(filePath: "/usr/share/zoneinfo/\(name)"))
  else { return nil }
  return try? Zone(file: Array(file))
}

/// A calendar of lines, read in New York
func readCalendar(
  _ lines: [String], owners: [String] = []
) -> (CalendarFile, [CalendarProblem]) {
  let text = ["BEGIN:VCALENDAR", "VERSION:2.0"] + lines + ["END:VCALENDAR", ""]
  return readBytes(Array(text.joined(separator: "\r\n").utf8), owners: owners)
}

func readBytes(
  _ bytes: [UInt8], owners: [String] = []
) -> (CalendarFile, [CalendarProblem]) {
  CalendarFile.read(
    bytes, defaultZone: systemZone("America/New_York") ?? .utc, zones: systemZone, owners: owners)
}

func instant(_ text: String) -> Instant {
  let lines = try? CalendarLines(Array(text.utf8))
  return Instant(seconds: lines?.time(0..<text.utf8.count)?.local ?? 0)
}

/// The busy stretches of events, in UTC: `20200310T130000Z+3600 …`
func check(
  _ lines: [String], busy expected: String, owners: [String] = [],
  _ location: SourceLocation = #_sourceLocation
) {
  let (file, problems) = readCalendar(lines, owners: owners)
  #expect(file.unknownReason == nil, sourceLocation: location)
  #expect(problems == [], sourceLocation: location)
  let from = instant("20200101T000000Z").seconds
  let busy = file.busy(from: from, to: from + 700 * 86_400)
  let shown = busy.map { range in
    let start = LocalDateTime(secondsSinceEpoch: range.lowerBound)
    let parts = start.date.parts
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(parts.year)\(two(parts.month))\(two(parts.day))T\(two(start.hour))"
      + "\(two(start.minute))\(two(start.second))Z+\(range.count)"
  }
  #expect(shown.joined(separator: " ") == expected, sourceLocation: location)
}

func event(_ lines: String...) -> [String] {
  ["BEGIN:VEVENT"] + lines + ["END:VEVENT"]
}
