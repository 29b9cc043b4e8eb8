import Foundation
import OppEngine
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// `http://user:password@127.0.0.1:5232`
private let radicale = ProcessInfo.processInfo.environment["OPP_RADICALE"]

/// Against a real Radicale, where `OPP_RADICALE` names one: `.ci/with-radicale swift test`
@Suite(.limited, .waiting, .serialized, .enabled(if: radicale != nil, "OPP_RADICALE is not set"))
struct RadicaleTests {
  static let noon = "2026-06-21T12:00:00Z"

  private let client = WebClient.patient
  private let root: WebAddress
  private let user: String
  private let password: String

  init() throws {
    let parts = try #require(URLComponents(string: radicale ?? ""))
    user = try #require(parts.user)
    password = try #require(parts.password)
    root = try WebAddress(radicale ?? "")
  }

  // MARK: - Asking

  private func connector(
    _ kind: String, _ path: String, password: String? = nil
  ) throws -> any Connector {
    let address = try #require(root.resolving(path))
    let settings = CalendarFollower.settings(
      kind, ["url": address.text, "user": user],
      secrets: ["password": password ?? self.password], web: client)
    if kind == "caldav" { return try CalDAVConnector(settings) }
    return try ICalConnector(settings)
  }

  private func put(_ path: String, _ text: String) async throws {
    let address = try #require(root.resolving(path))
    var request = WebRequest(.put, address, text: text, type: "text/calendar; charset=utf-8")
    request.authorize(user: user, password: Secret(variable: "", revealed: password))
    _ = try await client.send(request).get()
  }

  private func delete(_ path: String) async throws {
    var request = WebRequest(.delete, try #require(root.resolving(path)))
    request.authorize(user: user, password: Secret(variable: "", revealed: password))
    _ = try await client.send(request).get()
  }

  /// A calendar of its own, gone afterwards
  private func withCalendar(
    _ text: String, _ body: (_ path: String) async throws -> Void
  ) async throws {
    let path = "/\(user)/\(UUID().uuidString)/"
    try await put(path, text)
    do {
      try await body(path)
    } catch {
      try await delete(path)
      throw error
    }
    try await delete(path)
  }

  private static func calendar(_ events: [String]...) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:opp"] + events.joined() + ["END:VCALENDAR", ""])
      .joined(separator: "\r\n")
  }

  /// The agenda that a file of the same text gives
  private func agenda(_ text: String, at instant: String) async throws -> String {
    let folder = try RecordingFolder(["me.ics": text])
    let connector = try ICalConnector(
      CalendarFollower.settings("ical", ["url": folder.path + "/me.ics"], web: client))
    var follower = CalendarFollower()
    await connector.ask(&follower, at: instant)
    return follower.agenda
  }

  private static let stamp = "DTSTAMP:20260601T000000Z"
  private static let mixed = calendar(
    event("UID:single", stamp, "SUMMARY:Tea & <cake>", "DTSTART:20260622T150000Z", "DURATION:PT1H"),
    event("UID:floating", stamp, "DTSTART:20260623T090000", "DTEND:20260623T093000"),
    event("UID:day", stamp, "DTSTART;VALUE=DATE:20260624", "SUMMARY:Fête"),
    event(
      "UID:zoned", stamp, "DTSTART;TZID=America/New_York:20260625T090000", "DURATION:PT45M",
      "TRANSP:TRANSPARENT"),
    event(
      "UID:weekly", stamp, "DTSTART;TZID=Europe/Berlin:20260601T080000", "DURATION:PT15M",
      "RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20260901T000000Z",
      "EXDATE;TZID=Europe/Berlin:20260603T080000"),
    event(
      "UID:weekly", stamp, "RECURRENCE-ID;TZID=Europe/Berlin:20260624T080000",
      "DTSTART;TZID=Europe/Berlin:20260624T100000", "DURATION:PT15M", "SUMMARY:Moved"),
    event("UID:gone", stamp, "DTSTART:20260626T150000Z", "DURATION:PT1H", "STATUS:CANCELLED"))

  // MARK: - CalDAV

  @Test(arguments: [true, false])
  func `a calendar on Radicale is the same as in a file`(isFound: Bool) async throws {
    try await withCalendar(Self.mixed) { path in
      // By its own address, or found from the root.
      let connector = try connector("caldav", isFound ? "/" : path)
      var follower = CalendarFollower()
      await connector.ask(&follower, at: Self.noon)
      #expect(follower.outcome == "arrived")
      let expected = try await agenda(Self.mixed, at: Self.noon)
      #expect(follower.agenda == expected)
      #expect(follower.rows.count > 20)
      #expect(follower.state(at: Self.noon) == "free until 2026-06-22T06:00:00Z")
    }
  }

  @Test func `what has not changed is not read again, and what has is`() async throws {
    try await withCalendar(Self.mixed) { path in
      let connector = try connector("caldav", path)
      var follower = CalendarFollower()
      await connector.ask(&follower, at: Self.noon)
      let all = follower.bytes
      await connector.ask(&follower, at: "2026-06-21T13:00:00Z")
      #expect(follower.outcome == "arrived")
      #expect(follower.bytes < all / 2)

      try await put(
        path + "new%20100%25.ics",
        Self.calendar(
          event("UID:new", Self.stamp, "DTSTART:20260621T160000Z", "DURATION:PT1H")))
      await connector.ask(&follower, at: "2026-06-21T14:00:00Z")
      #expect(follower.agenda.contains("2026-06-21T16:00:00Z+3600 new “” busy"))
      #expect(follower.state(at: "2026-06-21T14:00:00Z") == "free until 2026-06-21T16:00:00Z")

      try await put(
        path + "new%20100%25.ics",
        Self.calendar(
          event("UID:new", Self.stamp, "DTSTART:20260621T170000Z", "DURATION:PT1H")))
      await connector.ask(&follower, at: "2026-06-21T15:00:00Z")
      #expect(!follower.agenda.contains("T16:00:00Z+3600 new"))
      #expect(follower.state(at: "2026-06-21T15:00:00Z") == "free until 2026-06-21T17:00:00Z")

      try await delete(path + "new%20100%25.ics")
      await connector.ask(&follower, at: "2026-06-21T15:30:00Z")
      #expect(try await follower.agenda == agenda(Self.mixed, at: "2026-06-21T15:30:00Z"))
    }
  }

  @Test func `many events come in batches`() async throws {
    let events = (0..<110).map { index in
      event(
        "UID:event\(index)", Self.stamp, "DTSTART:20260701T\(index % 14 + 10)0000Z",
        "DURATION:PT\(index + 1)M")
    }
    try await withCalendar(Self.calendar(Array(events.joined()))) { path in
      var follower = CalendarFollower()
      await (try connector("caldav", path)).ask(&follower, at: Self.noon)
      #expect(follower.outcome == "arrived")
      #expect(follower.rows.count == 110)
    }
  }

  @Test func `a wrong password is refused, and a missing calendar is not free`() async throws {
    try await withCalendar(Self.mixed) { path in
      var follower = CalendarFollower()
      await (try connector("caldav", path, password: "wrong")).ask(&follower, at: Self.noon)
      #expect(follower.outcome == "refused: 127.0.0.1 responded with 401")
      await (try connector("ical", path, password: "wrong")).ask(&follower, at: Self.noon)
      #expect(follower.outcome == "refused: 127.0.0.1 responded with 401")
      await (try connector("caldav", path + "none/")).ask(&follower, at: Self.noon)
      #expect(follower.outcome == "misconfigured: 127.0.0.1 responded with 404")
      #expect(follower.schedule == nil)
    }
  }

  // MARK: - One file

  @Test func `a collection is read as one file`() async throws {
    try await withCalendar(Self.mixed) { path in
      let connector = try connector("ical", path)
      var follower = CalendarFollower()
      await connector.ask(&follower, at: Self.noon)
      #expect(follower.outcome == "arrived")
      #expect(try await follower.agenda == agenda(Self.mixed, at: Self.noon))
      try await put(
        path, Self.calendar(event("UID:x", Self.stamp, "DTSTART:20260622T150000Z")))
      await connector.ask(&follower, at: Self.noon)
      #expect(follower.agenda == "2026-06-22T15:00:00Z+0 x “”")
    }
  }
}
