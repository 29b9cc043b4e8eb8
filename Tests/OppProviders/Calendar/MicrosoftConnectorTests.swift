import Foundation
import OppEngine
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// Against answers in the shapes that learn.microsoft.com/graph/delta-query-events documents
@Suite(.limited) struct MicrosoftConnectorTests {
  static let path = "/v1.0/me/calendarView/delta"
  static let noon = "2026-06-21T12:00:00Z"

  /// A service with a login that counts
  private struct World {
    let logins: LoginWorld
    let connector: MicrosoftConnector
    var server: LoopbackServer { logins.server.server }

    init(_ values: [String: String] = [:]) throws {
      logins = try LoginWorld()
      try logins.write(logins.server.login(service: "microsoft"), as: "microsoft")
      var settings = CalendarFollower.settings(
        "microsoft",
        ["login": "microsoft", "url": logins.server.url + "/v1.0"].merging(values) { $1 })
      settings.logins = Logins(logins.folder, logins.web)
      connector = try MicrosoftConnector(settings)
    }

    /// The requests for events
    var requests: [ReceivedRequest] { server.requests.filter { $0.method == "GET" } }
  }

  /// The agenda of a list of events
  private func agenda(_ items: String...) async throws -> CalendarFollower {
    let world = try World()
    let body = Self.list(items)
    world.server.on(Self.path) { _ in .json(body) }
    var follower = CalendarFollower()
    await world.connector.ask(&follower, at: Self.noon)
    return follower
  }

  static func list(_ items: [String], next: String? = nil, delta: String? = nil) -> String {
    let links =
      (next.map { #","@odata.nextLink":"\#($0)""# } ?? "")
      + (delta.map { #","@odata.deltaLink":"\#($0)""# } ?? "")
    return """
      {"@odata.context":"https://graph.microsoft.com/v1.0/$metadata#Collection(event)",
       "value":[\(items.joined(separator: ","))]\(links)}
      """
  }

  static func item(
    _ id: String, _ start: String = "2026-06-22T07:00:00", _ end: String = "2026-06-22T08:00:00",
    _ more: String = #""subject":"A meeting","showAs":"busy""#, type: String = "singleInstance"
  ) -> String {
    """
    {"@odata.type":"#microsoft.graph.event","@odata.etag":"W/\\"a\\"","id":"\(id)","type":"\(type)",
     "start":{"dateTime":"\(start).0000000","timeZone":"UTC"},
     "end":{"dateTime":"\(end).0000000","timeZone":"UTC"}\(more.isEmpty ? "" : "," + more)}
    """
  }

  static func removed(_ id: String) -> String {
    ##"{"@odata.type":"#microsoft.graph.event","id":"\##(id)","@removed":{"reason":"deleted"}}"##
  }

  // MARK: - Requests

  @Test func `pages are read to the last, then only what has changed`() async throws {
    let world = try World()
    let link = world.server.url + Self.path
    world.server.on(Self.path) { request in
      switch (request.query["$skiptoken"], request.query["$deltatoken"]) {
      case (nil, nil):
        .json(Self.list([Self.item("a"), Self.item("b")], next: "\(link)?$skiptoken=p2"))
      case ("p2", nil): .json(Self.list([Self.item("c")], delta: "\(link)?$deltatoken=d1"))
      case (nil, "d1"):
        .json(
          Self.list(
            [Self.item("a", "2026-06-23T07:00:00", "2026-06-23T07:30:00")],
            next: "\(link)?$skiptoken=p3"))
      case ("p3", nil):
        .json(
          Self.list([Self.removed("b"), Self.item("d")], delta: "\(link)?$deltatoken=d2"))
      default: .status(500)
      }
    }
    var follower = CalendarFollower()
    await world.connector.ask(&follower, at: Self.noon)
    #expect(follower.rows.count == 3)
    await world.connector.ask(&follower, at: "2026-06-21T12:30:00Z")
    #expect(
      follower.agenda == """
        2026-06-22T07:00:00Z+3600 c “A meeting” busy
        2026-06-22T07:00:00Z+3600 d “A meeting” busy
        2026-06-23T07:00:00Z+1800 a “A meeting” busy
        """)
    let first = try #require(world.requests.first)
    #expect(
      first.query == [
        "startDateTime": "2026-05-18T12:00:00Z", "endDateTime": "2027-08-03T12:00:00Z",
      ])
    for request in world.requests {
      #expect(request.header("Prefer")?.contains("outlook.timezone=\"UTC\"") == true)
      #expect(request.header("Authorization")?.hasPrefix("Bearer hush-4711-access") == true)
    }
    #expect(world.logins.grants == ["refresh_token"])
  }

  @Test(arguments: [410, 400])
  func `changes that are no longer known have everything read again`(status: Int) async throws {
    let world = try World()
    let link = world.server.url + Self.path
    world.server.on(Self.path) { request in
      if request.query["$deltatoken"] != nil {
        return .json(#"{"error":{"code":"syncStateNotFound","message":"x"}}"#, status: status)
      }
      return .json(
        Self.list([Self.item(request.count == 0 ? "a" : "b")], delta: "\(link)?$deltatoken=d"))
    }
    var follower = CalendarFollower()
    await world.connector.ask(&follower, at: Self.noon)
    await world.connector.ask(&follower, at: "2026-06-21T13:00:00Z")
    #expect(follower.agenda == "2026-06-22T07:00:00Z+3600 b “A meeting” busy")
  }

  @Test func `another calendar is named by its id`() async throws {
    let world = try World(["calendar": "AAMk=/x"])
    world.server.on("/v1.0/me/calendars/AAMk=/x/calendarView/delta") { _ in .json(Self.list([])) }
    var follower = CalendarFollower()
    await world.connector.ask(&follower, at: Self.noon)
    #expect(follower.state(at: Self.noon) == "free for good")
  }

  @Test(arguments: ["http://127.0.0.1:1/steal", "https://example.org/x", "ftp://a", "http://[::1"])
  func `no token follows a link to another service`(link: String) async throws {
    let world = try World()
    world.server.on(Self.path) { _ in .json(Self.list([], next: link)) }
    var follower = CalendarFollower()
    await world.connector.ask(&follower, at: Self.noon)
    #expect(follower.outcome == "unreadable: 127.0.0.1 responded with a link to another service")
    #expect(world.requests.count == 1)
  }

  // MARK: - Events

  @Test func `an occurrence has what it leaves out from the master of its series`() async throws {
    let follower = try await agenda(
      Self.item(
        "m", "2026-01-05T08:00:00", "2026-01-05T08:15:00",
        #""subject":"Daily call","showAs":"busy","location":{"displayName":"Room 1"},"iCalUId":"u""#,
        type: "seriesMaster"),
      Self.item(
        "o1", "2026-06-22T08:00:00", "2026-06-22T08:15:00", #""seriesMasterId":"m""#,
        type: "occurrence"),
      Self.item(
        "o2", "2026-06-23T09:00:00", "2026-06-23T09:15:00",
        #""seriesMasterId":"m","subject":"Late call","showAs":"free""#, type: "exception"))
    #expect(
      follower.agenda == """
        2026-06-22T08:00:00Z+900 u “Daily call” @Room 1 busy
        2026-06-23T09:00:00Z+900 u “Late call” @Room 1
        """)
  }

  @Test func `with a series go its occurrences`() async throws {
    let world = try World()
    let link = world.server.url + Self.path
    world.server.on(Self.path) { request in
      request.query["$deltatoken"] == nil
        ? .json(
          Self.list(
            [
              Self.item("m", type: "seriesMaster"),
              Self.item(
                "o", "2026-06-22T08:00:00", "2026-06-22T08:15:00", #""seriesMasterId":"m""#,
                type: "occurrence"), Self.item("b"),
            ], delta: "\(link)?$deltatoken=d"))
        : .json(Self.list([Self.removed("m")], delta: "\(link)?$deltatoken=e"))
    }
    var follower = CalendarFollower()
    await world.connector.ask(&follower, at: Self.noon)
    #expect(follower.rows.count == 2)
    await world.connector.ask(&follower, at: Self.noon)
    #expect(follower.agenda == "2026-06-22T07:00:00Z+3600 b “A meeting” busy")
  }

  @Test(arguments: [
    (#""showAs":"busy""#, true), (#""showAs":"tentative""#, true), (#""showAs":"oof""#, true),
    (#""showAs":"unknown""#, true), ("", true), (#""showAs":"free""#, false),
    (#""showAs":"workingElsewhere""#, false),
    (#""showAs":"busy","responseStatus":{"response":"declined","time":"x"}"#, false),
    (#""showAs":"busy","responseStatus":{"response":"notResponded"}"#, true),
    (#""showAs":"busy","responseStatus":{"response":"organizer"}"#, true),
  ])
  func `only what occupies the person makes busy`(more: String, isBusy: Bool) async throws {
    let follower = try await agenda(
      Self.item("a", "2026-06-22T07:00:00", "2026-06-22T08:00:00", more))
    #expect(follower.rows.count == 1)
    #expect(follower.state(at: "2026-06-22T07:30:00Z").hasPrefix("busy") == isBusy)
  }

  @Test func `whole days are the person's days, and what is cancelled is gone`() async throws {
    let allDay = #""subject":"Off","showAs":"oof","isAllDay":true"#
    let follower = try await agenda(
      Self.item("a", "2026-06-24T00:00:00", "2026-06-25T00:00:00", allDay),
      Self.item("b", "2026-10-25T00:00:00", "2026-10-26T00:00:00", allDay),
      Self.item("c", "2026-06-26T00:00:00", "2026-06-26T00:00:00", allDay),
      Self.item("d", "2026-06-22T07:00:00", "2026-06-22T08:00:00", #""isCancelled":true"#),
      #"""
      {"id":"e","type":"singleInstance","start":{"dateTime":"2026-06-22T09:00:00.0000000","timeZone":"America/New_York"},
       "end":{"dateTime":"2026-06-22T09:30:00.0000000","timeZone":"America/New_York"}}
      """#)
    #expect(
      follower.agenda == """
        2026-06-22T13:00:00Z+1800 e “” busy
        2026-06-23T22:00:00Z+86400 a “Off” busy all day
        2026-06-25T22:00:00Z+86400 c “Off” busy all day
        2026-10-24T22:00:00Z+90000 b “Off” busy all day
        """)
  }

  // MARK: - What looks like good news

  static let traps: [(ServerAnswer, String)] = [
    (.json("{}"), "unreadable: 127.0.0.1 did not respond with a list of events"),
    (.json(#"{"value":{}}"#), "unreadable: 127.0.0.1 did not respond with a list of events"),
    (.json(""), "unreadable: 127.0.0.1 responded with nothing in place of a list of events"),
    (.page(), "unreadable: 127.0.0.1 responded with a page in place of a list of events"),
    (.json(#"{"value":["#), "unreadable: 127.0.0.1 did not respond with a list of events in JSON"),
    (
      .json(list([#"{"id":"a","type":"singleInstance"}"#])),
      "unreadable: 127.0.0.1 responded with an event that cannot be read"
    ),
    (
      .json(list([#"{"@removed":{"reason":"deleted"}}"#])),
      "unreadable: 127.0.0.1 responded with an event that cannot be read"
    ),
    (
      .json(list([item("a", "2026-06-22T07:00", "tomorrow")])),
      "unreadable: 127.0.0.1 responded with an event that cannot be read"
    ),
    (.json(#"{"error":{"code":"x"},"value":[]}"#), "broken: 127.0.0.1 responded with an error"),
    (
      .json(#"{"error":{"code":"ErrorAccessDenied"}}"#, status: 403),
      "refused: 127.0.0.1 does not let the token read the calendar"
    ),
    (.status(404), "misconfigured: 127.0.0.1 has no such calendar for the token"),
    (.status(410), "broken: 127.0.0.1 responded with 410"),
    (.status(429, headers: [("Retry-After", "9")]), "limited: 127.0.0.1 responded with 429"),
    (.status(503), "broken: 127.0.0.1 responded with 503"),
  ]

  @Test(arguments: traps.indices)
  func `a response that is no list of events is a failure, never free time`(index: Int) async throws
  {
    let (answer, expected) = Self.traps[index]
    let world = try World()
    world.server.on(Self.path) { _ in answer }
    var follower = CalendarFollower()
    await world.connector.ask(&follower, at: Self.noon)
    #expect(follower.outcome == expected)
    #expect(follower.schedule == nil)
  }
}
