import OppModel
import OppTestLimits
import Testing

@testable import OppRecordings

/// The forms that real programs write, and RFC 5545 does not have
@Suite(.limited) struct CalendarHabitTests {
  /// The begins of the events of some calendars, and the codes of what is said of them
  private func read(
    _ text: String, owners: [String] = []
  ) -> (begins: [String], codes: [String], file: CalendarFile) {
    let (file, problems) = readBytes(Array(text.utf8), owners: owners)
    let found = file.occurrences(
      overlapping: instant("20200101T000000Z"), instant("20400101T000000Z"))
    return (found.map(\.begins.rfc3339), problems.map(\.code), file)
  }

  private func calendar(_ lines: String...) -> String {
    (["BEGIN:VCALENDAR"] + lines + ["END:VCALENDAR", ""]).joined(separator: "\n")
  }

  private func event(_ lines: String...) -> String {
    (["BEGIN:VEVENT", "UID:a", "DTSTAMP:20260101T000000Z"] + lines + ["END:VEVENT"])
      .joined(separator: "\n")
  }

  @Test(arguments: [true, false])
  func `a calendar in UTF-16 is read by its mark`(isLittleEndian: Bool) {
    let text = calendar(event("SUMMARY:Zahnarzt bei Ömer 🦷", "DTSTART:20260621T120000Z"))
    let bytes = ("\u{FEFF}" + text).utf16.flatMap { unit -> [UInt8] in
      let (low, high) = (UInt8(unit & 0xFF), UInt8(unit >> 8))
      return isLittleEndian ? [low, high] : [high, low]
    }
    let (file, problems) = readBytes(bytes)
    #expect(problems == [])
    let found = file.occurrences(
      overlapping: instant("20260101T000000Z"), instant("20270101T000000Z"))
    #expect(found.map(\.title) == ["Zahnarzt bei Ömer 🦷"])
    #expect(found.map(\.begins.rfc3339) == ["2026-06-21T12:00:00Z"])
  }

  @Test(arguments: [
    ("W. Europe Standard Time", "10:00"), ("Saratov Standard Time", "08:00"),
    ("UTC-02", "14:00"), ("UTC+13", "23:00/-1"), ("Mid-Atlantic Standard Time", "14:00"),
    ("(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna", "10:00"),
    ("(GMT+01:00) Brussels, Copenhagen, Madrid, Paris", "10:00"),
    ("Eastern Time (US & Canada)", "16:00"), ("UTC+01", "11:00"), ("GMT+0100", "11:00"),
    ("GMT-05:30", "17:30"), ("UTC+5:30", "06:30"), ("\\\"Europe/Berlin\\\"", "10:00"),
    ("/mozilla.org/20050126_1/Europe/Berlin", "10:00"),
  ])
  func `a zone is found by the names that programs give it`(name: String, hour: String) {
    let written = name.contains(":") || name.contains(",") ? "\"\(name)\"" : name
    let read = read(calendar(event("DTSTART;TZID=\(written):20260621T120000")))
    let day = hour.hasSuffix("/-1") ? "20" : "21"
    #expect(read.begins == ["2026-06-\(day)T\(hour.prefix(5)):00Z"])
    #expect(read.codes == [])
  }

  @Test func `a name that stands for no zone makes its event unreadable`() {
    for name in ["UTC+15", "GMT+01:60", "Mars", "UTC*1", "GMT+"] {
      let start = "DTSTART;TZID=\"\(name)\":20260621T120000"
      #expect(read(calendar(event(start))).codes == ["unknown-zone"], "\(name)")
    }
  }

  @Test func `each calendar of a stream has its own zones`() {
    func own(_ offset: String, _ day: String, _ uid: String) -> String {
      calendar(
        "BEGIN:VTIMEZONE\nTZID:Office\nBEGIN:STANDARD\nDTSTART:20200101T000000",
        "TZOFFSETFROM:\(offset)\nTZOFFSETTO:\(offset)\nEND:STANDARD\nEND:VTIMEZONE",
        "BEGIN:VEVENT\nUID:\(uid)\nDTSTART;TZID=Office:202606\(day)T120000\nEND:VEVENT")
    }
    let both = read(own("+0100", "21", "a") + own("-0500", "22", "b"))
    #expect(both.begins == ["2026-06-21T11:00:00Z", "2026-06-22T17:00:00Z"])
    let floating = read(
      calendar("X-WR-TIMEZONE:Europe/Berlin", event("DTSTART:20260621T120000"))
        + calendar("BEGIN:VEVENT\nUID:b\nDTSTART:20260622T120000\nEND:VEVENT"))
    // New York is the person's zone.
    #expect(floating.begins == ["2026-06-21T10:00:00Z", "2026-06-22T16:00:00Z"])
  }

  @Test func `a description that stops goes on with the database`() {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Europe/Berlin
      BEGIN:DAYLIGHT
      DTSTART:20250330T020000
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0200
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:20251026T030000
      TZOFFSETFROM:+0200
      TZOFFSETTO:+0100
      END:STANDARD
      END:VTIMEZONE
      """
    for (time, expected) in [
      ("20250706T090000", "2025-07-06T07:00:00Z"), ("20251220T090000", "2025-12-20T08:00:00Z"),
      ("20260706T090000", "2026-07-06T07:00:00Z"), ("20270101T090000", "2027-01-01T08:00:00Z"),
    ] {
      let read = read(calendar(zone, event("DTSTART;TZID=Europe/Berlin:\(time)")))
      #expect(read.begins == [expected])
      #expect(read.codes == [])
    }
    let own = zone.replacing("Europe/Berlin", with: "Office")
    let read = read(calendar(own, event("DTSTART;TZID=Office:20260706T090000")))
    #expect(read.begins == ["2026-07-06T08:00:00Z"])
  }

  /// The last change to winter is at 3:00, which is 1:00 in UTC; in the zone in the west at 2:00, which is 6:00
  @Test(arguments: [
    ("20251026T010000Z", "20251102T060000Z", true), ("20251026T010001Z", "20251102T060001Z", true),
    ("20251026T005959Z", "20251102T055959Z", false), ("20251026T030000", "20251102T020000", true),
    ("20251026T025959", "20251102T015959", false), ("20251026", "20251102", true),
    ("20251025", "20251101", false),
  ])
  func `the changes of a description end with their UNTIL`(
    east: String, west: String, isThere: Bool
  ) {
    func zone(_ summer: String, _ winter: String, _ offsets: (String, String), _ until: String)
      -> String
    {
      """
      BEGIN:VTIMEZONE
      TZID:Office
      BEGIN:DAYLIGHT
      DTSTART:\(summer)
      TZOFFSETFROM:\(offsets.0)
      TZOFFSETTO:\(offsets.1)
      RRULE:FREQ=YEARLY;COUNT=3
      END:DAYLIGHT
      BEGIN:STANDARD
      DTSTART:\(winter)
      TZOFFSETFROM:\(offsets.1)
      TZOFFSETTO:\(offsets.0)
      RRULE:FREQ=YEARLY;UNTIL=\(until)
      END:STANDARD
      END:VTIMEZONE
      """
    }
    let berlin = zone("20230326T020000", "20231026T030000", ("+0100", "+0200"), east)
    let york = zone("20230312T020000", "20231102T020000", ("-0500", "-0400"), west)
    for (zone, winter, summer) in [(berlin, "08", "07"), (york, "14", "13")] {
      let before = read(calendar(zone, event("DTSTART;TZID=Office:20250801T090000")))
      #expect(before.begins == ["2025-08-01T\(summer):00:00Z"])
      let after = read(calendar(zone, event("DTSTART;TZID=Office:20251201T090000")))
      #expect(after.begins == ["2025-12-01T\(isThere ? winter : summer):00:00Z"])
    }
  }

  @Test func `a description that contradicts the database is followed, with a note`() {
    let zone = """
      BEGIN:VTIMEZONE
      TZID:Europe/Berlin
      BEGIN:STANDARD
      DTSTART:19700101T000000
      TZOFFSETFROM:+0100
      TZOFFSETTO:+0100
      END:STANDARD
      END:VTIMEZONE
      """
    let summer = read(calendar(zone, event("DTSTART;TZID=Europe/Berlin:20260706T090000")))
    #expect(summer.begins == ["2026-07-06T08:00:00Z"])
    #expect(summer.codes == ["contradicted-zone"])
    let winter = read(calendar(zone, event("DTSTART;TZID=Europe/Berlin:20260106T090000")))
    #expect(winter.codes == [])
    let weekly = read(
      calendar(
        zone, event("DTSTART;TZID=Europe/Berlin:20260106T090000", "RRULE:FREQ=WEEKLY;COUNT=2")))
    #expect(weekly.codes == ["contradicted-zone"])
  }

  @Test func `events that share a UID are events of their own, by their start`() {
    let one = "BEGIN:VEVENT\nUID:a\nDTSTART:20260621T100000Z\nEND:VEVENT"
    let two = "BEGIN:VEVENT\nUID:a\nDTSTART:20260622T100000Z\nSEQUENCE:4\nEND:VEVENT"
    let shared = read(calendar(one, two))
    #expect(shared.begins == ["2026-06-21T10:00:00Z", "2026-06-22T10:00:00Z"])
    #expect(shared.codes == ["shared-uid"])
    let empty = read(
      calendar(one.replacing("UID:a", with: "UID:"), two.replacing("UID:a", with: "UID: ")))
    #expect(empty.begins.count == 2)
    #expect(empty.codes == [])
  }

  @Test func `of two versions the higher revision counts, and of equals the later one`() {
    func version(_ title: String, _ sequence: Int, _ stamp: String, _ more: String = "") -> String {
      "BEGIN:VEVENT\nUID:a\nSUMMARY:\(title)\nDTSTAMP:\(stamp)\nSEQUENCE:\(sequence)\n"
        + "DTSTART:20260621T100000Z\n\(more)\nEND:VEVENT"
    }
    func titles(_ events: String...) -> [String] {
      let text = "BEGIN:VCALENDAR\n\(events.joined(separator: "\n"))\nEND:VCALENDAR"
      return read(text).file.occurrences(
        overlapping: instant("20260101T000000Z"), instant("20270101T000000Z")
      ).map(\.title)
    }
    let (old, new) = (version("old", 1, "20260102T000000Z"), version("new", 1, "20260103T000000Z"))
    #expect(titles(old, new) == ["new"])
    #expect(titles(new, old) == ["new"])
    #expect(titles(version("first", 2, "20260101T000000Z"), new) == ["first"])
    let id = "RECURRENCE-ID:20260621T100000Z"
    let series = version("all", 0, "20260101T000000Z", "RRULE:FREQ=DAILY;COUNT=1")
    #expect(
      titles(
        series, version("old", 1, "20260102T000000Z", id),
        version("new", 1, "20260103T000000Z", id)) == ["new"])
  }

  @Test func `forms with one meaning are read`() {
    let daily = ["2026-06-21T10:00:00Z", "2026-06-22T10:00:00Z"]
    let start = "DTSTART:20260621T100000Z"
    for rule in [
      "RRULE:FREQ=DAILY\\;COUNT=2", "RRULE:FREQ=DAILY;COUNT=-1;UNTIL=20260622T235959Z",
      "RRULE:FREQ=DAILY;UNTIL=20260622T235959Z;COUNT=0", "RDATE:20260622T100000Z",
      "RRULE:FREQ=DAILY;COUNT=2;BYDAY=SU\\,MO",
    ] {
      let read = read(calendar(event(start, rule)))
      #expect(read.begins == daily, "\(rule)")
      #expect(read.codes == [], "\(rule)")
    }
    for nothing in ["RRULE:", "DTEND:", "DURATION:", "DTEND:None", "EXDATE:", "RDATE:"] {
      let read = read(calendar(event(start, nothing), event(start, nothing)))
      #expect(read.begins == ["2026-06-21T10:00:00Z"], "\(nothing)")
      #expect(read.codes == ["no-value"], "\(nothing)")
    }
    #expect(read(calendar(event("DTSTART:20260621Z"))).begins == ["2026-06-21T04:00:00Z"])
    let day = read(
      calendar(event("DTSTART;VALUE=DATE:20260621", "RDATE;VALUE=DATE:20260623Z")))
    #expect(day.begins == ["2026-06-21T04:00:00Z", "2026-06-23T04:00:00Z"])
    #expect(read(calendar(event(start)) + "\0\0").codes == [])
    #expect(read("\0\0\n" + calendar(event(start)) + "\n\0\n").begins.count == 1)
    let behind = read(calendar(event(start)) + "<!-- served in 3 ms -->\nX-A:1\n")
    #expect(behind.begins == ["2026-06-21T10:00:00Z"])
    #expect(behind.codes == ["malformed-line", "malformed-line"])
    #expect(read(calendar(event(start, "RRULE:FREQ=DAILY;COUNT=-1"))).codes == ["bad-value"])
  }

  @Test func `an exception in UTC takes out the day that it means`() {
    func begins(_ exception: String) -> [String] {
      read(
        calendar(
          event("DTSTART;VALUE=DATE:20260621", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:\(exception)"))
      ).begins.map { String($0.prefix(10)) }
    }
    // Midnight of 22 June in New York
    #expect(begins("20260622T040000Z") == ["2026-06-21", "2026-06-23"])
    #expect(begins("20260622T000000Z") == ["2026-06-21", "2026-06-23"])
    #expect(begins("20260623T033000Z") == ["2026-06-21", "2026-06-23"])
    #expect(begins("20260622") == ["2026-06-21", "2026-06-23"])
  }

  @Test func `an event that cannot be read makes unknown what it may take`() {
    func unknown(_ lines: String..., at time: String) -> Bool {
      let text =
        "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:a\nSUMMARY:Dentist\n"
        + lines.joined(separator: "\n") + "\nEND:VEVENT\nEND:VCALENDAR"
      let reason = read(text).file.unknownReason(at: instant(time))
      if let reason { #expect(reason.contains("`Dentist`")) }
      return reason != nil
    }
    let nowhere = "DTSTART;TZID=Nowhere:20260621T100000"
    let end = "DTEND;TZID=Nowhere:20260621T110000"
    for (time, expected) in [
      ("20260620T075959Z", false), ("20260620T080000Z", true), ("20260622T130000Z", true),
      ("20260622T130001Z", false),
    ] {
      #expect(unknown(nowhere, end, at: time) == expected, "\(time)")
    }
    let start = "DTSTART:20260621T100000Z"
    #expect(!unknown(start, "DTEND:soon", at: "20260621T095959Z"))
    #expect(unknown(start, "DTEND:soon", at: "20260622T100000Z"))
    #expect(!unknown(start, "DTEND:soon", at: "20260622T100001Z"))
    #expect(unknown(nowhere, end, "RRULE:FREQ=DAILY;COUNT=1", at: "20300101T000000Z"))
    #expect(unknown("DTSTART:soon", at: "20300101T000000Z"))
  }

  @Test func `free time ends where an event that cannot be read may begin`() {
    let file = read(
      calendar(event("SUMMARY:x", "DTSTART:20260621T100000Z", "DTEND:soon"))
    ).file
    let from = instant("20260621T000000Z").seconds
    #expect(
      file.busy(from: from, to: from + 5 * 86_400) == [from + 36_000..<from + 36_000 + 86_401])
  }

  @Test func `an occurrence that is moved onto another is a row of its own`() throws {
    let file = read(
      calendar(
        event("DTSTART:20260621T100000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=2"),
        "BEGIN:VEVENT\nUID:a\nRECURRENCE-ID:20260621T100000Z\nSUMMARY:moved\n"
          + "DTSTART:20260622T100000Z\nDURATION:PT1H\nEND:VEVENT")
    ).file
    let now = instant("20260620T000000Z")
    let rows = try file.agendaChanges(from: now, to: now.advanced(by: 1))
    #expect(Set(rows.map(\.occurrence.uid)) == ["a", "a#2"])
    #expect(Set(rows.map(\.occurrence.title)) == ["", "moved"])
  }

  @Test(
    arguments: [
      (["me DECLINED"], [], false), (["boss ACCEPTED", "me DECLINED"], [], false),
      (["boss DECLINED", "me ACCEPTED"], [], true), (["boss DECLINED"], [], true),
      (["boss ACCEPTED", "me DECLINED", "you ACCEPTED"], [], true),
      (["boss ACCEPTED", "me DECLINED", "you DECLINED"], [], false),
      (["boss ACCEPTED", "me DECLINED", "you ACCEPTED"], ["ME@x.example"], false),
      (["me ACCEPTED", "you DECLINED"], ["me@x.example"], true),
      (["boss DECLINED", "you ACCEPTED"], ["boss@x.example"], false),
      (["you DECLINED"], ["me@x.example"], true),
    ] as [([String], [String], Bool)])
  func `an event is declined by the person`(
    attendees: [String], owners: [String], isBusy: Bool
  ) {
    let lines = attendees.map { attendee in
      let words = attendee.split(separator: " ")
      return "ATTENDEE;PARTSTAT=\(words[1]):mailto:\(words[0])@x.example"
    }
    let text = calendar(
      "BEGIN:VEVENT\nUID:a\nDTSTART:20260621T100000Z\nDURATION:PT1H\n"
        + "ORGANIZER:mailto:boss@x.example\n" + lines.joined(separator: "\n") + "\nEND:VEVENT")
    let file = read(text, owners: owners).file
    let from = instant("20260621T000000Z").seconds
    #expect(file.busy(from: from, to: from + 86_400).isEmpty != isBusy)
  }
}
