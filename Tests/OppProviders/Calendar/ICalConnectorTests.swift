import Foundation
import OppEngine
import OppModel
import OppSession
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

@Suite(.limited) struct ICalConnectorTests {
  let server: LoopbackServer

  init() throws { server = try LoopbackServer() }

  private func connector(
    _ values: [String: String] = [:], secrets: [String: String] = [:]
  ) throws -> ICalConnector {
    var values = values
    if secrets["url"] == nil, values["url"] == nil { values["url"] = server.url + "/me.ics" }
    return try ICalConnector(
      CalendarFollower.settings("ical", values, secrets: secrets))
  }

  private static func calendar(_ events: [String]...) -> String {
    (["BEGIN:VCALENDAR", "VERSION:2.0"] + events.joined() + ["END:VCALENDAR", ""])
      .joined(separator: "\r\n")
  }

  private static let lunch = event(
    "UID:lunch", "SUMMARY:Lunch", "LOCATION:Café", "DTSTART:20260621T120000Z", "DURATION:PT1H")

  // MARK: - Sparing bytes

  @Test func `an unchanged calendar is not sent again, and still gives everything`() async throws {
    let body = Self.calendar(
      Self.lunch, event("UID:late", "DTSTART:20270731T120000Z", "DURATION:PT1H"))
    server.on("/me.ics") { request in
      if request.header("If-None-Match") == "\"v1\"",
        request.header("If-Modified-Since") == "Sat, 20 Jun 2026 08:00:00 GMT"
      {
        return .status(304)
      }
      return ServerAnswer(
        headers: [("ETag", "\"v1\""), ("Last-Modified", "Sat, 20 Jun 2026 08:00:00 GMT")],
        text: body + String(repeating: "\r\n", count: 20_000), type: "text/calendar")
    }
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: "2026-06-21T11:00:00Z")
    #expect(follower.outcome == "arrived")
    #expect(follower.agenda == "2026-06-21T12:00:00Z+3600 lunch “Lunch” @Café busy")
    #expect(follower.state(at: "2026-06-21T11:00:00Z") == "free until 2026-06-21T12:00:00Z")
    #expect(follower.bytes > 20_000)
    await connector.ask(&follower, at: "2026-06-21T12:00:00Z")
    #expect(follower.outcome == "arrived")
    #expect(follower.agenda == "2026-06-21T12:00:00Z+3600 lunch “Lunch” @Café busy")
    #expect(follower.bytes < 1000)
    // The window moves on though the file has not: what is near enough comes, what is past goes.
    await connector.ask(&follower, at: "2026-06-27T12:00:00Z")
    #expect(follower.agenda.contains("late"))
    await connector.ask(&follower, at: "2026-07-24T12:00:00Z")
    #expect(follower.agenda == "2027-07-31T12:00:00Z+3600 late “” busy")
    #expect(server.requests.count == 4)
    server.stop()
  }

  @Test func `a moved, a cancelled and a new event change the agenda`() async throws {
    let versions = [
      Self.calendar(Self.lunch, event("UID:tea", "DTSTART:20260622T150000Z", "DURATION:PT1H")),
      Self.calendar(
        event("UID:lunch", "DTSTART:20260621T130000Z", "DURATION:PT1H"),
        event("UID:tea", "DTSTART:20260622T150000Z", "DURATION:PT1H", "STATUS:CANCELLED"),
        event("UID:talk", "DTSTART;TZID=Europe/Berlin:20260623T090000", "DURATION:PT1H")),
    ]
    server.on("/me.ics") { request in
      ServerAnswer(text: versions[min(request.count, 1)], type: "text/calendar")
    }
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: "2026-06-21T11:00:00Z")
    #expect(follower.rows.count == 2)
    await connector.ask(&follower, at: "2026-06-21T12:00:00Z")
    #expect(
      follower.agenda == """
        2026-06-21T13:00:00Z+3600 lunch “” busy
        2026-06-23T07:00:00Z+3600 talk “” busy
        """)
    #expect(follower.state(at: "2026-06-21T12:00:00Z") == "free until 2026-06-21T13:00:00Z")
    server.stop()
  }

  @Test func `times without a zone, in zones and of dates are as in a file`() async throws {
    let body = Self.calendar(
      event("UID:a", "DTSTART:20260622T090000", "DURATION:PT1H"),
      event("UID:b", "DTSTART;TZID=America/New_York:20260622T090000", "DURATION:PT1H"),
      event("UID:c", "DTSTART;VALUE=DATE:20260624"),
      event("UID:d", "DTSTART;VALUE=DATE:20261025", "SUMMARY:25 hours"))
    server.on("/me.ics") { _ in ServerAnswer(text: body, type: "text/calendar") }
    var follower = CalendarFollower()
    await (try connector()).ask(&follower, at: "2026-06-21T11:00:00Z")
    #expect(
      follower.agenda == """
        2026-06-22T07:00:00Z+3600 a “” busy
        2026-06-22T13:00:00Z+3600 b “” busy
        2026-06-23T22:00:00Z+86400 c “” busy all day
        2026-10-24T22:00:00Z+90000 d “25 hours” busy all day
        """)
    server.stop()
  }

  // MARK: - What looks like good news

  static let traps: [(String, ServerAnswer, String)] = [
    ("a login page", .page(), "unreadable: 127.0.0.1 responded with a page in place of a calendar"),
    (
      "a page that says it is a calendar",
      ServerAnswer(text: "\n<!DOCTYPE html><title>Log in</title>", type: "text/calendar"),
      "unreadable: 127.0.0.1 responded with a page in place of a calendar"
    ),
    (
      "nothing", ServerAnswer(text: "", type: "text/calendar"),
      "unreadable: 127.0.0.1 responded with nothing in place of a calendar"
    ),
    (
      "no content", .status(204),
      "unreadable: 127.0.0.1 responded with 204 in place of a calendar"
    ),
    (
      "garbage", ServerAnswer(body: [0, 255, 254, 7, 10, 13, 66]),
      "unreadable: the response of 127.0.0.1: this is not a calendar: an iCalendar file begins with "
        + "`BEGIN:VCALENDAR`"
    ),
    (
      "JSON", .json(#"{"error": "no such calendar"}"#),
      "unreadable: the response of 127.0.0.1: this is not a calendar: an iCalendar file begins with "
        + "`BEGIN:VCALENDAR`"
    ),
    (
      "a calendar that is cut off",
      ServerAnswer(text: "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n", type: "text/calendar"),
      "unreadable: the response of 127.0.0.1: the file ends before `END:VCALENDAR`: it is cut off"
    ),
    (
      "an event that cannot be read",
      ServerAnswer(
        text: calendar(lunch, event("UID:x", "DTSTART:tomorrow")), type: "text/calendar"),
      "unreadable: the response of 127.0.0.1: the event in line 10 of the calendar cannot be read"
    ),
    (
      "a connection that breaks off",
      ServerAnswer(text: calendar(lunch), type: "text/calendar", fault: .closeAfter(40)),
      "unreachable: 127.0.0.1 broke off its response"
    ),
    (
      "nothing new, though nothing is known", .status(304),
      "broken: 127.0.0.1 responded with 304 to a request for everything"
    ),
    ("a refusal", .status(401), "refused: 127.0.0.1 wants a password or a token (401)"),
    ("too many requests", .status(429), "limited: 127.0.0.1 responded with 429"),
    ("an error", .status(503), "broken: 127.0.0.1 responded with 503"),
  ]

  @Test(arguments: traps.indices)
  func `a response that is no calendar is a failure, never free time`(index: Int) async throws {
    let (what, answer, expected) = Self.traps[index]
    server.on("/me.ics") { _ in answer }
    var follower = CalendarFollower()
    await (try connector()).ask(&follower, at: "2026-06-21T11:00:00Z")
    #expect(follower.outcome == expected, "\(what)")
    #expect(follower.schedule == nil)
    server.stop()
  }

  @Test func `a calendar that ends anywhere before its end is a failure`() async throws {
    let folder = try RecordingFolder([:])
    let path = folder.path + "/me.ics"
    let connector = try connector(["url": path])
    let whole = Array(Self.calendar(Self.lunch).utf8)
    let end = whole.count - "\r\n".utf8.count
    for count in stride(from: 0, through: end, by: 3).filter({ $0 < end }) + [end] {
      try Data(whole.prefix(count)).write(to: URL(filePath: path))
      var follower = CalendarFollower()
      await connector.ask(&follower, at: "2026-06-21T11:00:00Z")
      #expect(follower.outcome.hasPrefix(count == end ? "arrived" : "unreadable: "), "\(count)")
    }
  }

  @Test func `nothing is kept of a bad response`() async throws {
    let good = Self.calendar(Self.lunch)
    server.on("/me.ics") { request in
      switch request.count {
      case 0: ServerAnswer(headers: [("ETag", "\"good\"")], text: good, type: "text/calendar")
      case 1: ServerAnswer(headers: [("ETag", "\"bad\"")], text: "<html>", type: "text/html")
      default: request.header("If-None-Match") == "\"good\"" ? .status(304) : .status(500)
      }
    }
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: "2026-06-21T11:00:00Z")
    await connector.ask(&follower, at: "2026-06-21T12:00:00Z")
    #expect(follower.outcome.hasPrefix("unreadable"))
    await connector.ask(&follower, at: "2026-06-21T12:30:00Z")
    #expect(follower.outcome == "arrived")
    #expect(follower.rows.count == 1)
    server.stop()
  }

  @Test func `a calendar without events is known to be free`() async throws {
    server.on("/me.ics") { _ in ServerAnswer(text: Self.calendar(), type: "text/calendar") }
    var follower = CalendarFollower()
    await (try connector()).ask(&follower, at: "2026-06-21T11:00:00Z")
    #expect(follower.outcome == "arrived")
    #expect(follower.state(at: "2026-06-21T11:00:00Z") == "free for good")
    server.stop()
  }

  // MARK: - Files and addresses

  @Test func `a file is read again when it has changed`() async throws {
    let folder = try RecordingFolder(["me.ics": Self.calendar(Self.lunch)])
    let path = folder.path + "/me.ics"
    func touch(_ time: TimeInterval) throws {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: path)
    }
    try touch(1_780_000_000)
    let connector = try ICalConnector(
      CalendarFollower.settings("ical", ["url": "me.ics"], folder: folder.path))
    var follower = CalendarFollower()
    await connector.ask(&follower, at: "2026-06-21T11:00:00Z")
    #expect(follower.rows.count == 1)
    #expect(follower.bytes == 0)
    // Other words of the same size at the same time: nobody can tell, so it is not read again.
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    let other = Self.calendar(Self.lunch).replacing("Café", with: "Cafe ")
    try file.write(contentsOf: Data(other.utf8))
    try file.close()
    try touch(1_780_000_000)
    await connector.ask(&follower, at: "2026-06-21T12:00:00Z")
    #expect(follower.agenda.contains("Café"))
    try touch(1_780_000_001)
    await connector.ask(&follower, at: "2026-06-21T12:00:00Z")
    #expect(follower.agenda.contains("Cafe"))
    try Data(Self.calendar().utf8).write(to: URL(filePath: path))
    await connector.ask(&follower, at: "2026-06-21T12:00:00Z")
    #expect(follower.rows.isEmpty)
    try FileManager.default.removeItem(atPath: path)
    await connector.ask(&follower, at: "2026-06-21T12:00:00Z")
    #expect(
      follower.outcome == "misconfigured: me.ics: this file cannot be read: there is no such file")
  }

  @Test func `webcal is requested over https`() throws {
    let connector = try connector(["url": "webcal://calendars.example/me.ics?x=1"])
    guard case .web(let address, isSecret: false, nil) = connector.location else {
      Issue.record("not on the web")
      return
    }
    #expect(address.text == "https://calendars.example/me.ics?x=1")
  }

  @Test(arguments: [
    ("file:///home/ada/me.ics", "/home/ada/me.ics"), ("FILE:///a%20b.ics", "/a b.ics"),
    ("file:///B%C3%BCro/ü.ics", "/Büro/ü.ics"), ("file://localhost/me.ics", "/me.ics"),
    ("file:///100%.ics", "/100%.ics"), ("file:///me.ics?x#y", "/me.ics"),
    ("file://", nil), ("file://me.ics", nil),
  ])
  func `the address of a file is a path`(text: String, expected: String?) {
    let location = try? connector(["url": text]).location
    let path: String? = if case .file(let path, _)? = location { path } else { nil }
    #expect(path == expected)
  }

  @Test func `options that cannot be meant are refused`() throws {
    func reason(_ values: [String: String], secrets: [String: String] = [:]) -> String {
      do throws(ConnectorProblem) {
        _ = try ICalConnector(CalendarFollower.settings("ical", values, secrets: secrets))
        return "none"
      } catch {
        return error.reason
      }
    }
    #expect(reason([:]) == "ical(): it needs a file or a URL")
    #expect(
      reason(["url": "ftp://x.example/me.ics"])
        == "ical(): a calendar is a file, or begins with https://, http:// or webcal://")
    #expect(
      reason(["url": "me.ics"], secrets: ["password": "hush"])
        == "ical(): a password needs the option `user`")
    #expect(
      reason(["url": "me.ics", "user": "ada"])
        == "ical(): a user needs the option `password`")
    #expect(reason(["url": "file:///me.ics"]) == "none")
  }

  @Test func `neither a password nor a private address shows in a failure`() async throws {
    server.on("/private-5ecret/basic.ics") { request in
      switch request.count {
      case 0: .status(401)
      case 1: .page("<html>hush 5ecret")
      case 2: ServerAnswer(text: "BEGIN:VCALENDAR\r\n", type: "text/calendar")
      case 3: .redirect(to: "http://[::bad/private-5ecret")
      default: .fault(.close)
      }
    }
    let connector = try connector(
      ["user": "ada"],
      secrets: ["url": server.url + "/private-5ecret/basic.ics", "password": "hush"])
    for _ in 0..<5 {
      var follower = CalendarFollower()
      await connector.ask(&follower, at: "2026-06-21T11:00:00Z")
      #expect(follower.outcome != "arrived")
      #expect(!follower.outcome.contains("5ecret") && !follower.outcome.contains("hush"))
    }
    #expect(connector.provider.name == "calendar (ical)")
    #expect(server.requests.first?.header("Authorization") == "Basic YWRhOmh1c2g=")
    server.stop()
  }
}
