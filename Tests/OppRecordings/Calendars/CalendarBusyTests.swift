import OppEngine
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppRecordings

@Suite(.limited) struct CalendarBusyTests {
  @Test func `transparent, cancelled, declined and empty events make nothing busy`() {
    let time = ["DTSTART:20200310T090000Z", "DTEND:20200310T100000Z"]
    func with(_ lines: String...) -> [String] {
      ["BEGIN:VEVENT", "UID:a"] + time + lines + ["END:VEVENT"]
    }
    let busy = "20200310T090000Z+3600"
    check(with(), busy: busy)
    check(with("STATUS:TENTATIVE"), busy: busy)
    check(with("TRANSP:TRANSPARENT"), busy: "")
    check(with("STATUS:CANCELLED"), busy: "")
    check(with("X-MICROSOFT-CDO-BUSYSTATUS:FREE"), busy: "")
    check(with("X-MICROSOFT-CDO-BUSYSTATUS:OOF"), busy: busy)
    check(with("TRANSP:OPAQUE", "X-MICROSOFT-CDO-BUSYSTATUS:FREE"), busy: busy)
    check(with("ATTENDEE;PARTSTAT=DECLINED:mailto:me@x.example"), busy: "")
    let two = [
      "ATTENDEE;PARTSTAT=DECLINED;CN=\"Me; \"\"Myself\"\"\":mailto:Me@x.example",
      "ATTENDEE;PARTSTAT=ACCEPTED:mailto:you@x.example",
    ]
    check(with(two[0], two[1]), busy: busy)
    check(with(two[0], two[1]), busy: "", owners: ["me@x.example"])
    check(["X-WR-CALNAME:me@x.example"] + with(two[0], two[1]), busy: "")
    check(event("UID:a", "DTSTART:20200310T090000Z"), busy: "")
  }

  @Test func `an all-day event fills the local day, however many hours it has`() {
    check(event("UID:a", "DTSTART;VALUE=DATE:20200308"), busy: "20200308T050000Z+82800")
    check(event("UID:a", "DTSTART;VALUE=DATE:20201101"), busy: "20201101T040000Z+90000")
  }

  // recurring-ical-events moves the end by the wall clock; RFC 5545 §3.8.5.3 keeps the exact duration
  // of DTEND and the nominal one of DURATION.
  @Test func `an end keeps the exact duration, a duration the nominal one`() {
    let start = "DTSTART;TZID=America/New_York:20200307T120000"
    let rule = "RRULE:FREQ=DAILY;COUNT=2;INTERVAL=238"
    check(
      event("UID:a", start, "DTEND;TZID=America/New_York:20200308T120000", rule),
      busy: "20200307T170000Z+82800 20201031T160000Z+82800")
    check(
      event("UID:a", start, "DURATION:P1D", rule),
      busy: "20200307T170000Z+82800 20201031T160000Z+90000")
  }

  @Test func `a skipped time is read with the offset before the gap, a repeated one is the first`()
  {
    check(
      event("UID:a", "DTSTART;TZID=America/New_York:20200308T023000", "DURATION:PT1M"),
      busy: "20200308T073000Z+60")
    check(
      event("UID:a", "DTSTART;TZID=America/New_York:20201101T013000", "DURATION:PT1M"),
      busy: "20201101T053000Z+60")
  }

  @Test func `zones have the names of IANA, of Windows, and with prefixes`() {
    for name in [
      "America/New_York", "Eastern Standard Time",
      "/freeassociation.sourceforge.net/America/New_York",
      "/mozilla.org/20050126_1/America/New_York", "\"America/New_York\"",
    ] {
      check(
        event("UID:a", "DTSTART;TZID=\(name):20200310T090000", "DURATION:PT1H"),
        busy: "20200310T130000Z+3600")
    }
  }

  @Test func `the file's own description of a zone goes before the database`() {
    let zone = [
      "BEGIN:VTIMEZONE", "TZID:America/New_York", "BEGIN:STANDARD", "DTSTART:16010101T000000",
      "TZOFFSETFROM:+0300", "TZOFFSETTO:+0300", "END:STANDARD", "END:VTIMEZONE",
    ]
    let (file, problems) = readCalendar(
      zone + event("UID:a", "DTSTART;TZID=America/New_York:20200310T090000", "DURATION:PT1H"))
    let from = instant("20200310T000000Z").seconds
    #expect(file.busy(from: from, to: from + 86_400) == [from + 21_600..<from + 25_200])
    #expect(problems.map(\.code) == ["contradicted-zone"])
  }

  @Test func `a date that ends a rule is included, and the start is the first of its count`() {
    check(
      event(
        "UID:a", "DTSTART;TZID=America/New_York:20200310T090000", "DURATION:PT1H",
        "RRULE:FREQ=DAILY;UNTIL=20200311"),
      busy: "20200310T130000Z+3600 20200311T130000Z+3600")
    check(
      event(
        "UID:a", "DTSTART:20200310T090000Z", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;BYDAY=FR;COUNT=2"),
      busy: "20200310T090000Z+3600 20200313T090000Z+3600")
  }

  @Test func `an all-day event occurs once a day whatever times its rule names`() {
    check(
      event("UID:a", "DTSTART;VALUE=DATE:20200301", "RRULE:FREQ=WEEKLY;BYHOUR=9,15;COUNT=2"),
      busy: "20200301T050000Z+86400 20200308T050000Z+82800")
  }

  @Test func `a rule of seconds leaps over the months that it leaves out`() {
    let (file, problems) = readCalendar(
      event(
        "UID:a", "DTSTART:19970902T090000Z", "RRULE:FREQ=SECONDLY;COUNT=3;BYMONTH=1,3"))
    #expect(problems == [])
    let found = file.occurrences(
      overlapping: instant("19970101T000000Z"), instant("19990101T000000Z"))
    #expect(
      found.map(\.begins)
        == ["19970902T090000Z", "19980101T000000Z", "19980101T000001Z"].map(instant))
  }

  @Test func `changes are found by a date or a floating time, and can cancel`() {
    let master = event(
      "UID:a", "DTSTART;TZID=America/New_York:20200310T090000", "DURATION:PT1H",
      "RRULE:FREQ=DAILY;COUNT=3")
    let rest = "20200310T130000Z+3600 20200312T130000Z+3600"
    for id in [
      ";VALUE=DATE:20200311", ":20200311T090000", ";TZID=Europe/Paris:20200311T140000",
      ":20200311T130000Z",
    ] {
      let cancel = event(
        "UID:a", "RECURRENCE-ID\(id)", "DTSTART:20200311T130000Z", "STATUS:CANCELLED")
      check(master + cancel, busy: rest)
    }
    let cancelAll = event(
      "UID:a", "RECURRENCE-ID;RANGE=THISANDFUTURE:20200311T130000Z", "DTSTART:20200311T130000Z",
      "STATUS:CANCELLED")
    check(master + cancelAll, busy: "20200310T130000Z+3600")
  }

  @Test func `busy periods of VFREEBUSY make busy`() {
    check(
      [
        "BEGIN:VFREEBUSY", "FREEBUSY:20200310T090000Z/PT1H,20200310T093000Z/20200310T110000Z",
        "FREEBUSY;FBTYPE=FREE:20200311T090000Z/PT1H", "END:VFREEBUSY",
      ], busy: "20200310T090000Z+7200")
  }

  @Test(arguments: [
    ("20200310/20200312", "20200310T040000Z", "20200313T040000Z"),
    ("20200310/P1D", "20200310T040000Z", "20200311T040000Z"),
    ("20200310", "20200310T040000Z", "20200311T040000Z"),
    ("20200310T090000Z/soon", "20200310T090000Z", "20200311T090000Z"),
    ("20200310T090000Z/20200310T080000Z", "20200310T080000Z", "20200310T090001Z"),
    ("20200310T090000Z/20200311", "20200310T090000Z", "20200312T040000Z"),
  ])
  func `a busy period that cannot be read leaves its own time unknown`(
    value: String, from: String, until: String
  ) {
    let (file, problems) = readCalendar([
      "BEGIN:VFREEBUSY", "FREEBUSY;VALUE=DATE:\(value)",
      "FREEBUSY:20200401T090000Z/PT1H", "END:VFREEBUSY",
    ])
    #expect(problems.count == 1)
    #expect(file.unknownReason == nil)
    #expect(
      file.unclear.map { $0.range }
        == [instant(from).seconds..<instant(until).seconds])
    #expect(file.busyPeriods.count == 1)
  }

  @Test func `a busy period without a start leaves all times unknown`() {
    let (file, problems) = readCalendar([
      "BEGIN:VFREEBUSY", "FREEBUSY:soon/PT1H,20200401T090000Z/PT1H", "END:VFREEBUSY",
    ])
    #expect(problems.count == 1)
    #expect(file.unknownReason == "a busy period of the calendar cannot be read")
    #expect(file.busyPeriods.count == 1)
  }

  @Test func `exception rules take occurrences out`() {
    check(
      event(
        "UID:a", "DTSTART:20200310T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=4",
        "EXRULE:FREQ=DAILY;INTERVAL=2"),
      busy: "20200311T090000Z+3600 20200313T090000Z+3600")
  }

  @Test func `stretches tile time and look far ahead`() {
    let (file, _) = readCalendar(
      event(
        "UID:a", "DTSTART:20200310T090000Z", "DTEND:20200310T100000Z",
        "RRULE:FREQ=DAILY;UNTIL=20200412T090000Z")
        + event("UID:b", "DTSTART:20200310T093000Z", "DTEND:20200310T110000Z")
        + event("UID:c", "DTSTART;VALUE=DATE:20270101", "DTEND;VALUE=DATE:20280101"))
    let schedule = file.schedule()
    let from = instant("20190101T000000Z")
    let to = instant("20290101T000000Z")
    let busy = file.busy(from: from.seconds, to: to.seconds)
    var second = from
    var found: [Range<Int64>] = []
    while second < to {
      let stretch = schedule.stretch(second)
      #expect(stretch.from <= second && second < stretch.to)
      #expect(schedule.stretch(Instant(seconds: stretch.to.seconds - 1)) == stretch)
      if stretch.isBusy { found.append(stretch.from.seconds..<stretch.to.seconds) }
      second = stretch.to
    }
    #expect(found == busy)
    #expect(found.count == 35)
    #expect(schedule.stretch(from).from == .distantPast)
    #expect(schedule.stretch(to).to == .distantFuture)
  }

  @Test func `a stretch does not depend on which was needed before`() {
    // Times are kept in chunks, which begin at midnight of 12 February and 16 April.
    let (file, _) = readCalendar(
      event(
        "UID:a", "DTSTART:20200101T090000Z", "DTEND:20200101T100000Z",
        "RRULE:FREQ=DAILY;UNTIL=20200601T090000Z")
        + event("UID:b", "DTSTART:20200211T220000Z", "DTEND:20200212T000000Z")
        + event("UID:c", "DTSTART:20200415T210000Z", "DTEND:20200416T030000Z")
        + event("UID:d", "DTSTART:20200416T080000Z", "DTEND:20200716T090000Z")
        + event("UID:e", "DTSTART:20200819T000000Z", "DTEND:20200819T010000Z"))
    let busy = file.busy(
      from: instant("20191201T000000Z").seconds, to: instant("20201001T000000Z").seconds)
    var queries: [Int64] = []
    for range in busy {
      queries += [
        range.lowerBound - 1, range.lowerBound, range.upperBound - 1, range.upperBound,
      ]
    }
    let shared = file.schedule()
    var random = SplitMix64(seed: 64)
    for step in 0..<4 * queries.count {
      // Two in a row, as a replay goes on, or from anywhere to anywhere.
      let index = random.number(in: 0...queries.count - 2)
      for second in queries[index...index + step % 2].map({ Instant(seconds: $0) }) {
        let stretch = shared.stretch(second)
        let own = busy.first { $0.contains(second.seconds) }
        #expect(stretch.isBusy == (own != nil))
        if let own {
          #expect(stretch.from.seconds == own.lowerBound && stretch.to.seconds == own.upperBound)
        } else {
          let before = busy.last { $0.upperBound <= second.seconds }
          let after = busy.first { $0.lowerBound > second.seconds }
          #expect(stretch.from.seconds == before?.upperBound ?? Instant.distantPast.seconds)
          #expect(stretch.to.seconds == after?.lowerBound ?? Instant.distantFuture.seconds)
        }
      }
    }
  }

  @Test func `rows enter the agenda 400 days ahead and leave it 32 days later`() throws {
    let (file, _) = readCalendar(
      event("UID:a", "DTSTART:20200310T090000Z", "DTEND:20200310T100000Z"))
    let begins = instant("20200310T090000Z")
    let changes = try file.agendaChanges(
      from: begins.advanced(by: -500 * 86_400), to: begins.advanced(by: 100 * 86_400))
    #expect(changes.map(\.isEntering) == [true, false])
    #expect(changes.first?.instant == begins.advanced(by: -400 * 86_400))
    #expect(changes.last?.instant == begins.advanced(by: 3600 + 32 * 86_400 + 1))
    let late = try file.agendaChanges(from: begins, to: begins.advanced(by: 1))
    #expect(late.map(\.instant) == [begins])
  }

  @Test func `the calendar of Greensboro is read`() throws {
    let text = try Repository.text("examples/opportunity/data/calendar.ics")
    let (file, problems) = readBytes(Array(text.utf8))
    #expect(problems == [])
    let year = file.occurrences(
      overlapping: instant("20130101T050000Z"), instant("20140101T050000Z"))
    #expect(year.filter(\.isAllDay).count >= 10)
    #expect(year.contains { $0.isBusy })
  }
}
