import OppEngine
import OppModel
import OppTesting
import OppTestLimits
import Testing

@testable import OppProviders

/// What looks like good news of a CalDAV server, and is none
@Suite(.limited) struct CalDAVFailureTests {
  let radicale: RecordedRadicale
  static let noon = "2026-06-21T12:00:00Z"

  init() throws { radicale = try RecordedRadicale() }

  private func connector(
    _ path: String = "/ada/work/", password: String = "hush"
  ) throws -> CalDAVConnector {
    try CalDAVConnector(
      CalendarFollower.settings(
        "caldav", ["url": radicale.server.url + path, "user": "ada"],
        secrets: ["password": password]))
  }

  struct Trap: Sendable {
    let question: RecordedRadicale.Question
    let change: @Sendable (ServerAnswer) -> ServerAnswer
    let expected: String
  }

  private static func trap(
    _ question: RecordedRadicale.Question, _ expected: String,
    _ change: @escaping @Sendable (ServerAnswer) -> ServerAnswer
  ) -> Trap {
    Trap(question: question, change: change, expected: expected)
  }

  private static let page =
    "unreadable: 127.0.0.1 responded with a page in place of what CalDAV requires"
  private static let other = "unreadable: 127.0.0.1 did not respond with what CalDAV requires"
  private static let mute = "unreadable: 127.0.0.1 responded with 200: it does not speak CalDAV"

  static let traps: [Trap] =
    [RecordedRadicale.Question.properties, .query, .multiget].flatMap { question in
      [
        trap(question, page) { _ in .page() },
        trap(question, mute) { _ in .json("{}") },
        trap(question, mute) { _ in ServerAnswer(text: "") },
        trap(question, other) { ServerAnswer(status: 207, body: Array($0.body.dropLast(2))) },
        trap(question, other) { ServerAnswer(status: 207, body: Array($0.body.prefix(300))) },
        trap(question, other) { $0.replacing("HTTP/1.1 200 OK", with: "fine") },
        trap(question, other) { $0.replacing("multistatus", with: "list") },
        trap(question, "broken: 127.0.0.1 responded with 500") { _ in .status(500) },
        trap(question, "refused: 127.0.0.1 responded with 403") { _ in .status(403) },
        trap(question, "limited: 127.0.0.1 responded with 429") { _ in .status(429) },
        trap(question, "unreachable: 127.0.0.1 broke off its response") {
          ServerAnswer(status: 207, body: $0.body, fault: .closeAfter(200))
        },
      ]
    } + [
      // One resource in the midst of good ones.
      trap(.query, "unreadable: 127.0.0.1 responded with 404 for `holiday 100%.ics`") {
        $0.firstReplaced("200 OK", with: "404 Not Found")
      },
      trap(.query, "unreadable: 127.0.0.1 responded with 500 for `holiday 100%.ics`") {
        $0.firstReplaced("200 OK", with: "500 Internal Server Error")
      },
      trap(.multiget, "unreadable: 127.0.0.1 responded with 404 for `holiday 100%.ics`") {
        $0.firstReplaced("200 OK", with: "404 Not Found")
      },
      trap(.multiget, "unreadable: 127.0.0.1 responded with 503 for `holiday 100%.ics`") {
        $0.firstReplaced("200 OK", with: "503 Service Unavailable")
      },
      trap(.query, "unreadable: 127.0.0.1 responded with 507 for `work`") {
        $0.replacing(
          "</multistatus>",
          with: """
            <response><href>/ada/work/</href><status>HTTP/1.1 507 Insufficient Storage</status>\
            </response></multistatus>
            """)
      },
      trap(.multiget, "unreadable: 127.0.0.1 leaves `holiday 100%.ics` out of its response") {
        $0.replacing("holiday", with: "elsewhere")
      },
      trap(.multiget, "unreadable: 127.0.0.1 does not say what `holiday 100%.ics` holds") {
        $0.replacing("calendar-data", with: "other-data")
      },
      trap(.query, "unreadable: 127.0.0.1 does not say which version of `holiday 100%.ics` it has")
      {
        $0.replacing("getetag", with: "other")
      },
      trap(.query, "unreadable: 127.0.0.1 responded for what is not its own") {
        $0.replacing("<href>/ada", with: "<href>https://evil.example/ada")
      },
      trap(
        .multiget,
        "unreadable: `holiday 100%.ics` of 127.0.0.1: the file ends before `END:VCALENDAR`: it is "
          + "cut off"
      ) { $0.replacing("END:VCALENDAR", with: "") },
      trap(
        .multiget,
        "unreadable: `holiday 100%.ics` of 127.0.0.1: the event `Holiday` in line 4 of the calendar cannot be "
          + "read"
      ) { $0.replacing("VALUE=DATE:20260624", with: "VALUE=DATE:soon") },
      trap(
        .multiget,
        "unreadable: `holiday 100%.ics` of 127.0.0.1: this is not a calendar: an iCalendar file "
          + "begins with `BEGIN:VCALENDAR`"
      ) { $0.replacing("BEGIN:VCALENDAR", with: "") },
    ]

  @Test(arguments: traps.indices)
  func `a response that is wrong anywhere is a failure, never an empty calendar`(index: Int)
    async throws
  {
    let trap = Self.traps[index]
    radicale.change { question, answer in
      question == trap.question ? trap.change(answer) : answer
    }
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: Self.noon)
    #expect(follower.outcome == trap.expected)
    #expect(follower.schedule == nil)
    // It mends without a restart.
    radicale.change(nil)
    await connector.ask(&follower, at: Self.noon)
    #expect(follower.agenda == CalDAVConnectorTests.first)
    radicale.server.stop()
  }

  @Test func `a failure in the midst of changes changes nothing`() async throws {
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: Self.noon)
    radicale.set(version: 1)
    radicale.change { question, answer in question == .multiget ? .status(500) : answer }
    await connector.ask(&follower, at: Self.noon)
    #expect(follower.outcome == "broken: 127.0.0.1 responded with 500")
    radicale.change { question, answer in
      question == .changes
        ? answer.firstReplaced("200 OK", with: "500 Internal Server Error") : answer
    }
    await connector.ask(&follower, at: Self.noon)
    #expect(follower.outcome == "unreadable: 127.0.0.1 responded with 500 for `new.ics`")
    radicale.change(nil)
    await connector.ask(&follower, at: Self.noon)
    #expect(follower.agenda == CalDAVConnectorTests.second)
    radicale.server.stop()
  }

  @Test func `one calendar of several that fails makes all unknown`() async throws {
    radicale.change { question, answer in
      question == .properties
        ? answer.replacing("VTODO", with: "VEVENT") : answer
    }
    var follower = CalendarFollower()
    await (try connector("/ada/")).ask(&follower, at: Self.noon)
    #expect(follower.outcome == "misconfigured: 127.0.0.1 responded with 404")
    radicale.change { question, answer in
      question == .properties
        ? answer.replacing(
          "<resourcetype><C:calendar /><collection /></resourcetype>", with: "") : answer
    }
    await (try connector("/ada/")).ask(&follower, at: Self.noon)
    #expect(follower.outcome == "unreadable: 127.0.0.1 does not describe one of the calendars")
    radicale.server.stop()
  }

  @Test func `no calendar with events is a mistake in the rules, not a free week`() async throws {
    radicale.change { question, answer in
      question == .properties ? answer.replacing("VEVENT", with: "VJOURNAL") : answer
    }
    var follower = CalendarFollower()
    await (try connector("/ada/")).ask(&follower, at: Self.noon)
    #expect(follower.outcome == "misconfigured: no calendar with events is at that address")
    await (try connector()).ask(&follower, at: Self.noon)
    #expect(follower.outcome == "misconfigured: the calendar at that address holds no events")
    radicale.change { _, answer in
      answer.replacing("current-user-principal", with: "x").replacing("home-set", with: "y")
    }
    await (try connector("/ada/")).ask(&follower, at: Self.noon)
    #expect(
      follower.outcome
        == "misconfigured: 127.0.0.1 has neither a calendar nor a person's calendars at that "
        + "address")
    radicale.server.stop()
  }

  @Test func `a wrong password is refused, and shows nowhere`() async throws {
    let connector = try connector(password: "wr0ng")
    var follower = CalendarFollower()
    await connector.ask(&follower, at: Self.noon)
    #expect(follower.outcome == "refused: 127.0.0.1 responded with 401")
    #expect(connector.provider.name == "calendar (caldav)")
    radicale.server.stop()
  }

  @Test func `the password is sent to no other host and over no open connection`() async throws {
    radicale.change { question, answer in
      answer.replacing("<href>/ada/</href>", with: "<href>https://evil.example/ada/</href>")
    }
    var follower = CalendarFollower()
    await (try connector("/")).ask(&follower, at: Self.noon)
    #expect(
      follower.outcome == "broken: 127.0.0.1 leads to evil.example, which does not get the password"
    )
    let open = try CalDAVConnector(
      CalendarFollower.settings(
        "caldav", ["url": "http://calendars.example/", "user": "ada"],
        secrets: ["password": "hush"]))
    await open.ask(&follower, at: Self.noon)
    #expect(
      follower.outcome
        == "misconfigured: a secret is sent to calendars.example over https:// only")
    radicale.server.stop()
  }
}

extension ServerAnswer {
  /// This answer with the first place of a text replaced
  fileprivate func firstReplaced(_ old: String, with new: String) -> ServerAnswer {
    var answer = self
    var text = String(decoding: body, as: UTF8.self)
    if let range = text.firstRange(of: old) { text.replaceSubrange(range, with: new) }
    answer.body = Array(text.utf8)
    return answer
  }
}
