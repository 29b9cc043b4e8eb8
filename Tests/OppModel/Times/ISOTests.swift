import OppTestLimits
import Testing

@testable import OppModel

@Suite(.limited) struct ISOTests {
  @Test(arguments: [
    ("2026-06-21T19:00:00Z", "2026-06-21T19:00:00Z"),
    ("2026-06-21T19:00Z", "2026-06-21T19:00:00Z"),
    ("2026-06-21t12:00:00-07:00", "2026-06-21T19:00:00Z"),
    ("2026-06-21T12:00:00.000-07:00", "2026-06-21T19:00:00Z"),
    // A fraction counts as the second after it.
    ("2026-12-31T23:59:59.000001z", "2027-01-01T00:00:00Z"),
    ("1969-12-31T23:59:58.5Z", "1969-12-31T23:59:59Z"),
    // A leap second
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
    ("2017-01-01T05:29:60.5+05:30", "2017-01-01T00:00:01Z"),
    ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59Z"),
  ])
  func `instants are read and written`(text: String, instant: String) {
    #expect(Instant(rfc3339: text)?.rfc3339 == instant)
  }

  @Test(arguments: [
    "", "2026-06-21", "2026-06-21T19:00:00", "2026-06-21 19:00:00Z", "2026-6-21T19:00:00Z",
    "2026-06-21T24:00:00Z", "2026-06-21T19:60:00Z", "2026-06-21T19:00:61Z", "2026-06-21T19:00:60Z",
    "2026-06-21T19:00:00.Z", "2026-06-21T19:00:00+0700", "2026-06-21T19:00:00+24:00",
    "2026-06-21T19:00:00+07:60", "2026-02-29T19:00:00Z", "2026-06-21T19:00:00Z ",
    " 2026-06-21T19:00:00Z", "+2026-06-21T19:00:00Z", "2026-06-21T19Z", "2026-06-21T1９:00:00Z",
    "2026-06-21T19:00.5Z", "2026-06-21T19:00:00,5Z", "2026-06-21T19:00:00\u{0}Z",
    "0000-12-31T23:59:59Z", "0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-00:01",
    "9999-12-31T23:59:59.5Z", "2026-06-21T19:00:00." + String(repeating: "0", count: 65) + "Z",
  ])
  func `anything else is no instant`(text: String) {
    #expect(Instant(rfc3339: text) == nil)
  }

  @Test func `local times and dates have no offset`() {
    #expect(LocalDateTime(iso8601: "2026-06-21T12:00")?.iso8601 == "2026-06-21T12:00:00")
    #expect(LocalDateTime(iso8601: "2026-06-21T23:59:59.1")?.iso8601 == "2026-06-22T00:00:00")
    #expect(LocalDateTime(iso8601: "2026-06-21T12:00Z") == nil)
    #expect(LocalDateTime(iso8601: "2016-12-31T23:59:60") == nil)
    #expect(CivilDate(iso8601: "2024-02-29")?.iso8601 == "2024-02-29")
    #expect(CivilDate(iso8601: "2024-02-29T00:00") == nil)
    #expect(CivilDate(iso8601: "2023-02-29") == nil)
    #expect(CivilDate(iso8601: "0000-02-28") == nil)
    #expect(LocalDateTime(iso8601: "9999-12-31T23:59:59.5") == nil)
    #expect(CivilDate(year: 12_026, month: 1, day: 2)?.iso8601 == "+012026-01-02")
    #expect(CivilDate(year: -5, month: 1, day: 2)?.iso8601 == "-000005-01-02")
  }
}
