import Foundation
import OppEngine
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppRecordings

@Suite(.limited) struct CalendarProblemTests {
  /// What is said of a file, as `line:column code`, and whether it is unknown then, at some time or at all
  private func check(
    _ text: String, _ expected: String..., isUnknown: Bool = true,
    _ location: SourceLocation = #_sourceLocation
  ) {
    let (file, problems) = readBytes(Array(text.utf8))
    #expect(
      problems.map { "\($0.line):\($0.column) \($0.code)" } == expected, sourceLocation: location)
    let isUnclear = file.unknownReason != nil || !file.unclear.isEmpty
    #expect(isUnclear == isUnknown, sourceLocation: location)
  }

  private func calendar(_ lines: String) -> String {
    "BEGIN:VCALENDAR\n\(lines)\nEND:VCALENDAR\n"
  }

  @Test func `what is no calendar is unknown`() {
    check("", "1:1 not-a-calendar")
    check("<!DOCTYPE html>\n<html>", "1:1 not-a-calendar")
    check("\n\n", "1:1 not-a-calendar")
    check("BEGIN:VEVENT\nEND:VEVENT", "1:1 not-a-calendar")
    check("BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\n", "2:1 truncated-calendar")
    check("BEGIN:VCALENDAR\n", "1:1 truncated-calendar")
    check("BEGIN:VCALENDAR\nBEGIN:VEVENT\nEND:VCALENDAR", "3:5 stray-end")
    check(String(repeating: "BEGIN:VCALENDAR\n", count: 100_000), "33:1 calendar-nesting")
    check(calendar(""), isUnknown: false)
  }

  @Test func `an event whose time is unknowable makes the calendar unknown`() {
    func event(_ lines: String) -> String {
      calendar("BEGIN:VEVENT\nUID:a\n\(lines)\nEND:VEVENT")
    }
    check(event("SUMMARY:x"), "2:1 missing-property")
    check(event("DTSTART:2020"), "4:9 bad-value")
    check(event("DTSTART:20200230T000000"), "4:9 bad-value")
    check(event("DTST\n ART;TZID=No\n where/Land:202\n 00229T000000"), "6:13 unknown-zone")
    check(event("DTSTART 20200310"), "4:1 malformed-line", "2:1 missing-property")
    check(event("DTSTART:20200310\nRRULE:FREQ=DAILY;INTERVAL=0"), "5:7 bad-value")
    check(event("DTSTART:20200310\nRRULE:FREQ=SOMETIMES"), "5:7 bad-value")
    check(event("DTSTART:20200310\nDURATION:1h"), "5:10 bad-value")
    check(
      event("DTSTART:2020\nTRANSP:TRANSPARENT"), "4:9 bad-value", isUnknown: false)
    check(
      event("DTSTART:20200310T100000Z\nDTEND:20200310T090000Z"), "5:7 end-before-begin",
      isUnknown: false)
    check(
      event("DTSTART:20200310\nnot a property"), "5:1 malformed-line", isUnknown: false)
  }

  @Test func `a recurrence rule with too many occurrences is an error`() {
    func rule(_ rule: String) -> String {
      calendar(
        "BEGIN:VEVENT\nUID:a\nDTSTART:20200310T000000Z\nDURATION:PT1S\nRRULE:\(rule)\nEND:VEVENT")
    }
    check(rule("FREQ=SECONDLY"), "6:7 too-many-occurrences", isUnknown: false)
    check(rule("FREQ=SECONDLY;COUNT=80000"), "6:7 too-many-occurrences", isUnknown: false)
    check(rule("FREQ=HOURLY;COUNT=400001"), "6:7 too-many-occurrences", isUnknown: false)
    check(rule("FREQ=HOURLY"), isUnknown: false)
    check(rule("FREQ=SECONDLY;COUNT=3;BYSETPOS=2"), isUnknown: false)
    check(
      rule("FREQ=SECONDLY;COUNT=999999999999"), "6:7 too-many-occurrences", isUnknown: false)
    check(rule("FREQ=SECONDLY;COUNT=5000"), isUnknown: false)
    check(rule("FREQ=DAILY;COUNT=999999999999"), isUnknown: false)
    check(rule("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"), isUnknown: false)
    check(rule("FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=1;BYMINUTE=1"), isUnknown: false)
    check(rule("FREQ=DAILY;INTERVAL=9223372036854775807"), isUnknown: false)
    check(rule("FREQ=HOURLY;INTERVAL=9223372036854775807;COUNT=5"), isUnknown: false)
    check(rule("FREQ=SECONDLY;INTERVAL=9223372036854775807;BYHOUR=5;COUNT=5"), isUnknown: false)
    check(rule("FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2;COUNT=4000000"), isUnknown: false)
  }

  @Test func `an event that occurs too often is left out, and the others stay`() {
    let often = [
      "BEGIN:VEVENT", "UID:a", "DTSTART:20200310T000000Z", "RRULE:FREQ=SECONDLY",
      "TRANSP:TRANSPARENT", "END:VEVENT",
    ]
    let other = event("UID:b", "DTSTART:20200310T090000Z", "DTEND:20200310T100000Z")
    let (file, problems) = readCalendar(often + other)
    #expect(
      problems.map(\.message) == [
        "an event occurs at most 20000 times in 400 days; this event is left out"
      ])
    #expect(file.unknownReason == nil)
    #expect(file.singles.map(\.uid) == ["b"])
    // Anybody can send an invitation, and one that makes busy silences no rule.
    let invitation = often.filter { $0 != "TRANSP:TRANSPARENT" }
    let (invited, _) = readCalendar(invitation + other)
    #expect(invited.unknownReason == nil)
    #expect(invited.singles.map(\.uid) == ["b"])
  }

  // RFC 5545 §3.3.10
  @Test func `an event of dates ignores times of day and has no finer frequency`() {
    func rule(_ rule: String) -> String {
      calendar("BEGIN:VEVENT\nUID:a\nDTSTART;VALUE=DATE:20200310\nRRULE:\(rule)\nEND:VEVENT")
    }
    for frequency in ["HOURLY", "MINUTELY", "SECONDLY"] {
      check(rule("FREQ=\(frequency);COUNT=2"), "5:7 bad-value")
    }
    check(rule("FREQ=DAILY;BYHOUR=9,15;BYMINUTE=30;BYSECOND=5"), isUnknown: false)
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["OPP_LONG_TESTS"] == "1"))
  func `rules that are counted through share the work of their file`() {
    let rule = "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=9"
    let events = (0..<2000).map {
      "BEGIN:VEVENT\nUID:\($0)\nDTSTART:20200310T000000Z\n\(rule)\nEND:VEVENT"
    }
    let (file, problems) = readBytes(Array(calendar(events.joined(separator: "\n")).utf8))
    #expect(file.unknownReason != nil)
    #expect(problems.allSatisfy { $0.code == "too-many-occurrences" })
    // The first few rules are walked until nothing is found, the others not at all.
    #expect(problems.count > 1800)
  }

  @Test func `folds are taken out even inside a character`() {
    var bytes = Array("BEGIN:VCALENDAR\rBEGIN:VEVENT\rUID:a\rDTSTART:20200310\rSUMMARY:Caf".utf8)
    bytes += [0xC3, 13, 10, 32, 0xA9]
    bytes += Array("\\, \\nbar\rEND:VEVENT\rEND:VCALENDAR\r".utf8)
    let (file, problems) = readBytes(bytes)
    #expect(problems == [])
    #expect(file.singles.map(\.title) == ["Café, \nbar"])
  }

  @Test func `no edit of a calendar makes it trap or hang`() throws {
    let table = try Repository.text("Tests/Tables/Calendars/calendars.txt")
    let seeds = table.split(separator: "\n").filter {
      !$0.hasPrefix("==") && !$0.hasPrefix("#") && !$0.hasPrefix("--") && $0.contains(":")
    }
    let text = calendar(seeds.joined(separator: "\n"))
    var generator = SplitMix(state: 5545)
    let original = Array(text.utf8)
    for _ in 0..<60 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[index] = UInt8(ascii: "9")
        case 2: bytes.remove(at: index)
        default: bytes.insert(UInt8.random(in: 32...90, using: &generator), at: index)
        }
      }
      let (file, problems) = readBytes(bytes)
      #expect(problems.allSatisfy { $0.line > 0 && $0.column > 0 })
      _ = file.schedule().stretch(instant("20200310T090000Z"))
      _ = file.occurrences(overlapping: instant("20200310T090000Z"), instant("20200410T090000Z"))
    }
  }

  @Test func `every prefix of a calendar is read`() throws {
    let text = try Repository.text("examples/opportunity/data/calendar.ics")
    let bytes = Array(text.utf8)
    for count in stride(from: 0, to: bytes.count - 4, by: 7) {
      let (file, problems) = readBytes(Array(bytes.prefix(count)))
      #expect(file.unknownReason != nil)
      #expect(!problems.isEmpty)
    }
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
