import Foundation
import OppModel
import OppOutputs
import OppTesting

@testable import OppSyntax
@testable import opp

/// Rules and data with texts that strangers have written, and the tool over them
final class HostileWorld {
  /// What a terminal would act on, and two forged lines
  static let hostile =
    "x\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{85}\u{202E}\u{2066}\u{2028}\u{7F}\nFORGED\r\nFORGED"

  /// The same as the language, JSON and iCalendar write it
  static let literal =
    #"x\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{85}\u{202E}\u{2066}\u{2028}\u{7F}\nFORGED\u{D}\nFORGED"#
  static let json =
    #"x\u001b]0;owned\u0007\u001b[2J\u009b31m\u0085\u202e\u2066\u2028\u007f\nFORGED\r\nFORGED"#
  static let calendar =
    "x\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m\u{85}\u{202E}\u{2066}\u{2028}\u{7F}\\nFORGED"

  let folder = FileManager.default.temporaryDirectory.appending(path: "opp-\(UUID().uuidString)")

  init() throws {
    let (hostile, literal) = (Self.hostile, Self.literal)
    try write(
      "rules/rules.opp",
      """
      set zone "UTC"
      table jobs by name { name: Text, place: Text, points: Number }
      opp "Event \(literal)" for each e in agenda on e.begins notify "{e.title}"
      opp "Job \(literal)" for each j in jobs
        when j.points > 1 and j.place is "\(literal)"
        notify "{j.name} {j.place}" with { what: j.name }
      opp "Warm" when temp > 20C notify "\(literal)"
      test "is warm \(literal)"
        given temp = 25C
        at 2026-06-21T12:00  expect "Warm" quiet

      """)
    try write("data/recording.json", #"{"from": "2026-06-21T08:00Z", "to": "2026-06-22T08:00Z"}"#)
    try write(
      "data/jobs.jsonl",
      """
      {"name": "\(Self.json)", "place": "\(Self.json)", "points": 2}
      {"name": "y", "place": "c", "points": 1}

      """)
    try write("data/weather.csv", "time,temp\n2026-06-21T09:00:00Z,18\n2026-06-21T10:00:00Z,25\n")
    try write(
      "data/calendar.ics",
      """
      BEGIN:VCALENDAR
      BEGIN:VEVENT
      UID:\(Self.calendar)
      SUMMARY:\(Self.calendar)
      DTSTART:20260621T093000Z
      DTEND:20260621T103000Z
      END:VEVENT
      END:VCALENDAR

      """)
    // What is wrong in these is told in words of theirs.
    try write(
      "broken/broken.opp",
      """
      opp "\(literal)" when \(hostile) > 3
      opp "\(literal)" when wether
      opp "\(literal)" when temp > 20C notify "\u{9B}" \u{85} \u{202E}

      """)
    try write(
      "bad/weather.csv", "time,te\u{1B}[31mmp,\"a\nFORGED\u{9B}\"\n2026-06-21T09:00:00Z,1,2\n")
    try write("bad/location.csv", "time,speed[\u{7}/h]\n2026-06-21T09:00:00Z,1\n")
    try write(
      "bad/jobs.jsonl",
      """
      {"name": "a", "points": "\(Self.json)", "\(Self.json)": 3}

      """)
    try write(
      "bad/calendar.ics",
      """
      BEGIN:VCALENDAR
      END:V\u{1B}]0;X\u{7}
      BEGIN:VEVENT
      UID:1
      DTSTART;TZID=\u{9B}2J:20260621T093000
      RRULE:FREQ=\u{1B}[2J;\u{9B}=3
      END:VEVENT
      END:VCALENDAR

      """)
    try write("bad/recording.json", #"{"zone": "\#(Self.json)"}"#)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ name: String, _ text: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  func run(_ words: [String]) -> String {
    let console = Console()
    _ = CommandLineTool.run(
      words,
      in: CommandContext(
        workingDirectory: folder.path, variables: ["HOME": folder.path, "TZ": "UTC"],
        present: Instant(seconds: 1_782_050_000)), console)
    return String(decoding: console.transcript, as: UTF8.self)
  }
}
