import OppEngine
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// Against answers in the shapes that developers.google.com/workspace/calendar/api documents
@Suite(.limited) struct GoogleConnectorTests {
  let server: LoopbackServer
  static let path = "/v3/calendars/primary/events"
  static let noon = "2026-06-21T12:00:00Z"

  init() throws { server = try LoopbackServer() }

  private func connector(_ values: [String: String] = [:]) throws -> GoogleConnector {
    var values = values
    values["url"] = server.url + "/v3"
    return try GoogleConnector(
      CalendarFollower.settings("google", values, secrets: ["token": "ya29.hush"]))
  }

  /// The agenda of a list of events
  private func agenda(_ items: String...) async throws -> CalendarFollower {
    let body = Self.list(items)
    server.on(Self.path) { _ in .json(body) }
    var follower = CalendarFollower()
    await (try connector()).ask(&follower, at: Self.noon)
    return follower
  }

  static func list(_ items: [String], page: String? = nil, sync: String? = "s1") -> String {
    let tokens =
      (page.map { #","nextPageToken":"\#($0)""# } ?? "")
      + (page == nil ? sync.map { #","nextSyncToken":"\#($0)""# } ?? "" : "")
    return """
      {"kind":"calendar#events","etag":"\\"p33\\"","summary":"ada@example.org",
       "updated":"2026-06-20T08:00:00.000Z","timeZone":"Europe/Berlin","accessRole":"owner",
       "defaultReminders":[],"items":[\(items.joined(separator: ","))]\(tokens)}
      """
  }

  static func item(
    _ id: String, _ start: String = "2026-06-22T09:00:00+02:00",
    _ end: String = "2026-06-22T10:00:00+02:00", _ more: String = ""
  ) -> String {
    """
    {"kind":"calendar#event","etag":"\\"3\\"","id":"\(id)","status":"confirmed","summary":"\(id)",
     "iCalUID":"\(id)@google.com",
     "start":{"dateTime":"\(start)","timeZone":"Europe/Berlin"},
     "end":{"dateTime":"\(end)","timeZone":"Europe/Berlin"}\(more.isEmpty ? "" : "," + more)}
    """
  }

  // MARK: - Asking

  @Test func `it requests the occurrences of the window, with the token`() async throws {
    _ = try await agenda(Self.item("a"))
    let request = try #require(server.requests.first)
    #expect(request.method == "GET")
    #expect(request.header("Authorization") == "Bearer ya29.hush")
    #expect(
      request.query == [
        "singleEvents": "true", "maxResults": "2500", "maxAttendees": "1",
        "timeMin": "2026-05-18T12:00:00Z", "timeMax": "2027-08-03T12:00:00Z",
      ])
    server.stop()
  }

  @Test func `another calendar is named by its id`() async throws {
    server.on("/v3/calendars/team+x@group.calendar.google.com/events") { _ in .json(Self.list([])) }
    var follower = CalendarFollower()
    await (try connector(["calendar": "team+x@group.calendar.google.com"]))
      .ask(&follower, at: Self.noon)
    #expect(follower.outcome == "arrived")
    #expect(follower.state(at: Self.noon) == "free for good")
    server.stop()
  }

  @Test func `pages are read to the last, then only what has changed`() async throws {
    server.on(Self.path) { request in
      switch (request.query["syncToken"], request.query["pageToken"]) {
      case (nil, nil): .json(Self.list([Self.item("a"), Self.item("b")], page: "p2"))
      case (nil, "p2"): .json(Self.list([Self.item("c")], sync: "s1"))
      case ("s1", nil): .json(Self.list([], sync: "s2"))
      case ("s2", nil):
        .json(
          Self.list(
            [Self.item("a", "2026-06-23T09:00:00+02:00", "2026-06-23T09:30:00+02:00")], page: "p3"))
      case ("s2", "p3"):
        .json(Self.list([#"{"id":"b","status":"cancelled"}"#, Self.item("d")], sync: "s3"))
      default: .status(500)
      }
    }
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: Self.noon)
    #expect(follower.rows.count == 3)
    let all = follower.bytes
    await connector.ask(&follower, at: "2026-06-21T13:00:00Z")
    #expect(follower.outcome == "arrived")
    #expect(follower.rows.count == 3)
    #expect(follower.bytes < all / 2)
    await connector.ask(&follower, at: "2026-06-21T14:00:00Z")
    #expect(
      follower.agenda == """
        2026-06-22T07:00:00Z+3600 c@google.com “c” busy
        2026-06-22T07:00:00Z+3600 d@google.com “d” busy
        2026-06-23T07:00:00Z+1800 a@google.com “a” busy
        """)
    let last = try #require(server.requests.last)
    #expect(last.query["timeMin"] == nil && last.query["timeMax"] == nil)
    #expect(last.query["singleEvents"] == "true")
    server.stop()
  }

  @Test(arguments: [410, 400])
  func `a sync token that is no longer good has everything read again`(
    status: Int
  ) async throws {
    server.on(Self.path) { request in
      if request.query["syncToken"] != nil {
        return .json(#"{"error":{"code":\#(status),"errors":[{"reason":"x"}]}}"#, status: status)
      }
      return .json(Self.list([Self.item(request.count == 0 ? "a" : "b")]))
    }
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: Self.noon)
    await connector.ask(&follower, at: "2026-06-21T13:00:00Z")
    #expect(follower.agenda == "2026-06-22T07:00:00Z+3600 b@google.com “b” busy")
    server.stop()
  }

  @Test func `everything is read again when the window has moved on`() async throws {
    server.on(Self.path) { _ in .json(Self.list([Self.item("a")])) }
    let connector = try connector()
    var follower = CalendarFollower()
    for day in ["21", "22", "27", "30"] {
      await connector.ask(&follower, at: "2026-06-\(day)T12:00:00Z")
    }
    #expect(
      server.requests.map { $0.query["timeMin"] ?? "changes" } == [
        "2026-05-18T12:00:00Z", "changes", "changes", "2026-05-27T12:00:00Z",
      ])
    server.stop()
  }

  @Test func `with a series go its occurrences`() async throws {
    server.on(Self.path) { request in
      request.count == 0
        ? .json(
          Self.list([
            Self.item(
              "a_1", "2026-06-22T09:00:00+02:00", "2026-06-22T10:00:00+02:00",
              #""recurringEventId":"a""#),
            Self.item("b"),
          ]))
        : .json(Self.list([#"{"id":"a","status":"cancelled"}"#]))
    }
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: Self.noon)
    #expect(follower.rows.count == 2)
    await connector.ask(&follower, at: Self.noon)
    #expect(follower.agenda == "2026-06-22T07:00:00Z+3600 b@google.com “b” busy")
    server.stop()
  }

  // MARK: - Events

  @Test func `times have their offset, else their zone, and dates are the person's days`()
    async throws
  {
    let follower = try await agenda(
      Self.item("a", "2026-06-22T09:00:00Z", "2026-06-22T10:00:00.5Z"),
      #"""
      {"id":"b","start":{"dateTime":"2026-06-22T09:00:00","timeZone":"America/New_York"},
       "end":{"dateTime":"2026-06-22T09:30:00","timeZone":"America/New_York"}}
      """#,
      #"{"id":"c","start":{"date":"2026-10-25"},"end":{"date":"2026-10-26"},"location":"Rügen"}"#,
      #"{"id":"d","start":{"date":"2026-06-24"},"end":{"date":"2026-06-24"}}"#,
      #"{"id":"e","start":{"date":"2026-06-26"},"end":{"date":"2026-06-28"}}"#)
    #expect(
      follower.agenda == """
        2026-06-22T09:00:00Z+3601 a@google.com “a” busy
        2026-06-22T13:00:00Z+1800 b “” busy
        2026-06-23T22:00:00Z+86400 d “” busy all day
        2026-06-25T22:00:00Z+172800 e “” busy all day
        2026-10-24T22:00:00Z+90000 c “” @Rügen busy all day
        """)
    #expect(follower.state(at: "2026-10-25T12:00:00Z") == "busy until 2026-10-25T23:00:00Z")
    server.stop()
  }

  @Test func `only what occupies the person makes busy`() async throws {
    func busy(_ more: String) async throws -> Bool {
      let follower = try await agenda(
        Self.item("a", "2026-06-22T09:00:00+02:00", "2026-06-22T10:00:00+02:00", more))
      #expect(follower.rows.count == 1)
      return follower.state(at: "2026-06-22T07:30:00Z").hasPrefix("busy")
    }
    let others = #"{"email":"b@example.org","responseStatus":"declined"}"#
    #expect(try await busy(""))
    #expect(try await busy(#""status":"tentative""#))
    #expect(try await !busy(#""transparency":"transparent""#))
    #expect(try await !busy(#""eventType":"workingLocation""#))
    #expect(try await !busy(#""eventType":"birthday""#))
    #expect(try await busy(#""eventType":"outOfOffice""#))
    #expect(try await busy(#""eventType":"focusTime""#))
    #expect(try await busy(#""attendees":[\#(others)]"#))
    #expect(
      try await !busy(#""attendees":[\#(others),{"self":true,"responseStatus":"declined"}]"#))
    #expect(
      try await busy(#""attendees":[\#(others),{"self":true,"responseStatus":"needsAction"}]"#))
    #expect(try await busy(#""attendees":[{"self":false,"responseStatus":"declined"}]"#))
    server.stop()
  }

  @Test func `an event that takes no time is in the agenda and makes nothing busy`() async throws {
    let follower = try await agenda(
      Self.item("a", "2026-06-22T09:00:00+02:00", "2026-06-22T09:00:00+02:00"))
    #expect(follower.agenda == "2026-06-22T07:00:00Z+0 a@google.com “a”")
    #expect(follower.state(at: "2026-06-22T07:00:00Z") == "free for good")
    server.stop()
  }

  // MARK: - What looks like good news

  static func error(_ code: Int, _ reason: String) -> String {
    """
    {"error":{"errors":[{"domain":"x","reason":"\(reason)","message":"ya29.hush"}],
     "code":\(code),"message":"ya29.hush"}}
    """
  }

  static let traps: [(ServerAnswer, String)] = [
    (
      .json(#"{"kind":"calendar#events"}"#),
      "unreadable: 127.0.0.1 did not respond with a list of events"
    ),
    (.json("{}"), "unreadable: 127.0.0.1 did not respond with a list of events"),
    (.json(#"{"items":{}}"#), "unreadable: 127.0.0.1 did not respond with a list of events"),
    (
      .json(#"{"kind":"calendar#calendarList","items":[]}"#),
      "unreadable: 127.0.0.1 did not respond with a list of events"
    ),
    (.json(""), "unreadable: 127.0.0.1 responded with nothing in place of a list of events"),
    (.page(), "unreadable: 127.0.0.1 responded with a page in place of a list of events"),
    (
      .json(String(list([item("a")]).dropLast(3))),
      "unreadable: 127.0.0.1 did not respond with a list of events"
    ),
    (
      .json(list([#"{"id":"a","status":"confirmed"}"#])),
      "unreadable: 127.0.0.1 responded with an event that cannot be read"
    ),
    (
      .json(list([#"{"status":"cancelled"}"#])),
      "unreadable: 127.0.0.1 responded with an event that cannot be read"
    ),
    (
      .json(list([item("a", "2026-06-22T09:00:00", "tomorrow")])),
      "unreadable: 127.0.0.1 responded with an event that cannot be read"
    ),
    (.json(error(403, "forbidden")), "refused: 127.0.0.1 does not let the token read the calendar"),
    (
      .json(#"{"error":{"code":503,"message":"x"},"items":[]}"#),
      "broken: 127.0.0.1 responded with 503"
    ),
    (
      .json(error(401, "authError"), status: 401),
      "refused: 127.0.0.1 refuses the token: it has expired or was withdrawn"
    ),
    (
      .json(error(403, "forbidden"), status: 403),
      "refused: 127.0.0.1 does not let the token read the calendar"
    ),
    (
      .json(error(403, "accessNotConfigured"), status: 403),
      "misconfigured: the Google Calendar API is not enabled in the project of the client"
    ),
    (
      .json(error(403, "rateLimitExceeded"), status: 403),
      "limited: 127.0.0.1 has had too many requests"
    ),
    (
      .json(error(403, "userRateLimitExceeded"), status: 403),
      "limited: 127.0.0.1 has had too many requests"
    ),
    (
      .json(error(403, "quotaExceeded"), status: 403),
      "limited: 127.0.0.1 has had too many requests"
    ),
    (
      .json(error(404, "notFound"), status: 404),
      "misconfigured: 127.0.0.1 has no such calendar for the token"
    ),
    (.json(error(400, "timeRangeEmpty"), status: 400), "broken: 127.0.0.1 responded with 400"),
    (.status(429, headers: [("Retry-After", "9")]), "limited: 127.0.0.1 responded with 429"),
    (.json(error(500, "backendError"), status: 500), "broken: 127.0.0.1 responded with 500"),
    (.status(204), "broken: 127.0.0.1 responded with 204"),
  ]

  @Test(arguments: traps.indices)
  func `a response that is no list of events is a failure, never free time`(index: Int) async throws
  {
    let (answer, expected) = Self.traps[index]
    server.on(Self.path) { _ in answer }
    var follower = CalendarFollower()
    await (try connector()).ask(&follower, at: Self.noon)
    #expect(follower.outcome == expected)
    #expect(follower.schedule == nil)
    server.stop()
  }

  @Test func `a page that fails makes the whole response fail, and changes nothing`() async throws {
    server.on(Self.path) { request in
      switch (request.count, request.query["pageToken"]) {
      case (0, _): .json(Self.list([Self.item("a")], page: "p2"))
      case (1, _): .status(503)
      case (2, _): .json(Self.list([Self.item("a")]))
      case (3, _):
        .json(Self.list([#"{"id":"a","status":"cancelled"}"#], page: "p3"))
      case (4, _): .page()
      default: .json(Self.list([], sync: request.query["syncToken"]))
      }
    }
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: Self.noon)
    #expect(follower.outcome == "broken: 127.0.0.1 responded with 503")
    await connector.ask(&follower, at: Self.noon)
    #expect(follower.rows.count == 1)
    await connector.ask(&follower, at: Self.noon)
    #expect(follower.outcome.hasPrefix("unreadable"))
    await connector.ask(&follower, at: Self.noon)
    #expect(server.requests.last?.query["syncToken"] == "s1")
    #expect(follower.rows.count == 1)
    server.stop()
  }

  @Test func `pages without an end are a failure`() async throws {
    server.on(Self.path) { _ in .json(Self.list([], page: "again")) }
    var follower = CalendarFollower()
    await (try connector()).ask(&follower, at: Self.noon)
    #expect(
      follower.outcome == "unreadable: 127.0.0.1 responded with more than 100 pages of events")
    #expect(server.requests.count == 100)
    server.stop()
  }
}
