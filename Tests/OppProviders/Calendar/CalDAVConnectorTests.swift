import OppEngine
import OppModel
import OppTesting
import Synchronization
import OppTestLimits
import Testing

@testable import OppProviders

/// Against the answers of Radicale, and of servers that go wrong
@Suite(.limited) struct CalDAVConnectorTests {
  let radicale: RecordedRadicale

  init() throws { radicale = try RecordedRadicale() }

  private func connector(
    _ path: String = "/ada/work/", password: String = "hush"
  ) throws -> CalDAVConnector {
    try CalDAVConnector(
      CalendarFollower.settings(
        "caldav", ["url": radicale.server.url + path, "user": "ada"],
        secrets: ["password": password]))
  }

  static let first = """
    2026-06-22T07:30:00Z+900 standup@example.org “Stand-up <daily> & more” busy
    2026-06-23T22:00:00Z+86400 holiday@example.org “Holiday” busy all day
    2026-06-29T07:30:00Z+900 standup@example.org “Stand-up <daily> & more” busy
    """
  static let second = """
    2026-06-22T07:30:00Z+900 standup@example.org “Stand-up <daily> & more” busy
    2026-06-24T12:00:00Z+3600 new@example.org “New” busy
    2026-06-29T07:30:00Z+900 standup@example.org “Stand-up <daily> & more” busy
    """
  static let noon = "2026-06-21T12:00:00Z"

  // MARK: - Finding and asking

  @Test func `a calendar is read by its own address`() async throws {
    var follower = CalendarFollower()
    await (try connector()).ask(&follower, at: Self.noon)
    #expect(follower.outcome == "arrived")
    #expect(follower.agenda == Self.first)
    #expect(follower.state(at: Self.noon) == "free until 2026-06-22T07:30:00Z")
    #expect(
      follower.state(at: "2026-06-24T08:00:00Z") == "busy until 2026-06-24T22:00:00Z")
    let query = try #require(radicale.server.requests.first { $0.text.contains("calendar-query") })
    #expect(query.header("Depth") == "1")
    let window = #"<C:time-range start="20260518T120000Z" end="20270803T120000Z"/>"#
    #expect(query.text.contains(window))
    radicale.server.stop()
  }

  @Test(arguments: ["/ada/", "/"])
  func `a person's calendars are found`(path: String) async throws {
    let connector = try connector(path)
    var follower = CalendarFollower()
    await connector.ask(&follower, at: Self.noon)
    #expect(follower.outcome == "arrived")
    #expect(follower.agenda == Self.first)
    // They are found once; then one request tells that nothing has changed in any of them.
    let count = radicale.server.requests.count
    await connector.ask(&follower, at: "2026-06-21T13:00:00Z")
    #expect(radicale.questions(from: count) == [.properties])
    #expect(follower.agenda == Self.first)
    radicale.server.stop()
  }

  @Test func `the root leads on by its well-known address`() async throws {
    radicale.server.on("/") { _ in .status(405) }
    radicale.server.on("/.well-known/caldav") { _ in .redirect(to: "/ada/", status: 301) }
    var follower = CalendarFollower()
    await (try connector("/")).ask(&follower, at: Self.noon)
    #expect(follower.agenda == Self.first)
    radicale.server.stop()
  }

  @Test func `what has not changed is not read again`() async throws {
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: Self.noon)
    let all = follower.bytes
    let count = radicale.server.requests.count
    await connector.ask(&follower, at: "2026-06-21T13:00:00Z")
    #expect(follower.outcome == "arrived")
    #expect(radicale.questions(from: count) == [.properties])
    #expect(follower.bytes < all / 2)
    #expect(follower.agenda == Self.first)
    // The window moves on though nothing changes.
    await connector.ask(&follower, at: "2026-06-25T12:00:00Z")
    #expect(follower.outcome == "arrived")
    radicale.server.stop()
  }

  @Test func `only what has changed is read, and what is gone goes`() async throws {
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: Self.noon)
    radicale.set(version: 1)
    let count = radicale.server.requests.count
    await connector.ask(&follower, at: "2026-06-21T13:00:00Z")
    #expect(follower.agenda == Self.second)
    #expect(radicale.questions(from: count) == [.properties, .changes, .multiget])
    #expect(radicale.server.requests.last?.text.contains("standup") == false)
    await connector.ask(&follower, at: "2026-06-21T14:00:00Z")
    #expect(radicale.questions(from: count).count == 4)
    radicale.server.stop()
  }

  @Test func `a token that is no longer good has the tags compared`() async throws {
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: Self.noon)
    radicale.set(version: 1)
    radicale.change { question, answer in
      guard question == .changes else { return answer }
      return ServerAnswer(
        status: 403, text: #"<error xmlns="DAV:"><valid-sync-token /></error>"#, type: "text/xml")
    }
    let count = radicale.server.requests.count
    await connector.ask(&follower, at: "2026-06-21T13:00:00Z")
    #expect(follower.agenda == Self.second)
    #expect(radicale.questions(from: count) == [.properties, .changes, .query, .multiget])
    #expect(radicale.server.requests.last?.text.contains("standup") == false)
    radicale.server.stop()
  }

  @Test func `a server without tokens has its tags compared`() async throws {
    radicale.change { question, answer in
      guard question == .properties else { return answer }
      return answer.replacing("sync-token>", with: "other>")
    }
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: Self.noon)
    var count = radicale.server.requests.count
    await connector.ask(&follower, at: "2026-06-21T13:00:00Z")
    #expect(radicale.questions(from: count) == [.properties])
    radicale.set(version: 1)
    count = radicale.server.requests.count
    await connector.ask(&follower, at: "2026-06-21T14:00:00Z")
    #expect(radicale.questions(from: count) == [.properties, .query, .multiget])
    #expect(follower.agenda == Self.second)
    radicale.server.stop()
  }

  @Test func `the tags are compared once the window has moved on`() async throws {
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: Self.noon)
    let count = radicale.server.requests.count
    await connector.ask(&follower, at: "2026-06-29T12:00:00Z")
    #expect(radicale.questions(from: count) == [.properties, .query])
    radicale.server.stop()
  }

  /// Answers the first question for changes with a text, and all others as the server does
  private func answerFirstChanges(with text: String) {
    let first = FirstTime()
    radicale.change { question, answer in
      guard question == .changes, first.take() else { return answer }
      return ServerAnswer(status: 207, text: text, type: "text/xml")
    }
  }

  @Test func `changes may come in parts`() async throws {
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: Self.noon)
    radicale.set(version: 1)
    answerFirstChanges(
      with: """
        <multistatus xmlns="DAV:"><response><href>/ada/work/</href>\
        <status>HTTP/1.1 507 Insufficient Storage</status></response>\
        <response><href>/ada/work/holiday%20100%25.ics</href>\
        <status>HTTP/1.1 404 Not Found</status></response>\
        <sync-token>\(RecordedRadicale.firstToken)#</sync-token></multistatus>
        """)
    await connector.ask(&follower, at: "2026-06-21T13:00:00Z")
    #expect(follower.agenda == Self.second)
    #expect(radicale.questions().filter { $0 == .changes }.count == 2)
    radicale.server.stop()
  }

  /// A word about the resource that the recorded changes name as new, too
  private static let gone =
    "<response><href>/ada/work/new.ics</href><status>HTTP/1.1 404 Not Found</status></response>"

  @Test(arguments: [
    ("<sync-token>", gone + "<sync-token>", true),
    ("</multistatus>", gone + "</multistatus>", false),
    ("</multistatus>", gone + gone + "</multistatus>", false),
    ("<sync-token>", gone + gone + "<sync-token>", true),
  ])
  func `of a resource that is named twice the later word counts`(
    place: String, words: String, isThere: Bool
  ) async throws {
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: Self.noon)
    radicale.set(version: 1)
    radicale.change { question, answer in
      question == .changes ? answer.replacing(place, with: words) : answer
    }
    await connector.ask(&follower, at: "2026-06-21T13:00:00Z")
    #expect(follower.agenda.contains("“New”") == isThere, "\(follower.agenda)")
    #expect(!follower.agenda.contains("Holiday"), "\(follower.agenda)")
    #expect(radicale.questions().filter { $0 == .changes }.count == 1)
    radicale.server.stop()
  }

  @Test func `so does the word of a later part`() async throws {
    let connector = try connector()
    var follower = CalendarFollower()
    await connector.ask(&follower, at: Self.noon)
    radicale.set(version: 1)
    answerFirstChanges(
      with: """
        <multistatus xmlns="DAV:">\(Self.gone)<response><href>/ada/work/</href>\
        <status>HTTP/1.1 507 Insufficient Storage</status></response>\
        <sync-token>\(RecordedRadicale.firstToken)#</sync-token></multistatus>
        """)
    await connector.ask(&follower, at: "2026-06-21T13:00:00Z")
    #expect(follower.agenda == Self.second)
    radicale.server.stop()
  }

  @Test func `other servers write the same in other words`() async throws {
    let url = radicale.server.url
    radicale.change { question, answer in
      guard question == .multiget else {
        return answer.replacing("<href>/ada", with: "<href>\(url)/ada")
      }
      return answer.replacing("<C:calendar-data>", with: "<C:calendar-data><![CDATA[")
        .replacing("</C:calendar-data>", with: "]]></C:calendar-data>")
        .replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&amp;", with: "&")
        .replacing("holiday%20100%25", with: "h%6Fliday%20100%25")
    }
    var follower = CalendarFollower()
    await (try connector()).ask(&follower, at: Self.noon)
    #expect(follower.agenda == Self.first)
    radicale.change { question, answer in
      question == .multiget ? answer.replacing("\nDT", with: "&#13;\nDT") : answer
    }
    var other = CalendarFollower()
    await (try connector()).ask(&other, at: Self.noon)
    #expect(other.agenda == Self.first)
    radicale.server.stop()
  }
}

/// Tells the first time from the others
private final class FirstTime: Sendable {
  private let hasBeen = Mutex(false)

  func take() -> Bool {
    hasBeen.withLock { hasBeen in
      defer { hasBeen = true }
      return !hasBeen
    }
  }
}
