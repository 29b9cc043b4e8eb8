import OppTesting
import Synchronization

/// Answers what Radicale 3.1.8 answered, word for word, and goes wrong on command
///
/// The collection `/ada/work/` has two versions. In the first it has a stand-up, a holiday and an event of
/// long ago; in the second the holiday is deleted and an event is new.
final class RecordedRadicale: Sendable {
  let server: LoopbackServer

  /// The question that a request asks
  enum Question: Hashable {
    case properties, query, multiget, changes, other

    init(_ request: ReceivedRequest) {
      self =
        switch (request.method, request.text) {
        case ("PROPFIND", _): .properties
        case ("REPORT", let text) where text.contains("calendar-query"): .query
        case ("REPORT", let text) where text.contains("calendar-multiget"): .multiget
        case ("REPORT", let text) where text.contains("sync-collection"): .changes
        default: .other
        }
    }
  }

  /// What is answered in place of, or made of, what Radicale answered
  typealias Change = @Sendable (Question, ServerAnswer) -> ServerAnswer

  private let state = Mutex<(version: Int, change: Change?)>((0, nil))

  init() throws {
    server = try LoopbackServer()
    server.on("/") { [weak self] in self?.answer($0, Self.root) ?? .status(500) }
    server.on("/ada/") { [weak self] request in
      let text = request.header("Depth") == "1" ? self?.home : Self.principal
      return self?.answer(request, text ?? "") ?? .status(500)
    }
    server.on("/ada/work/") { [weak self] in self?.work($0) ?? .status(500) }
  }

  func set(version: Int) { state.withLock { $0.version = version } }
  func change(_ change: Change?) { state.withLock { $0.change = change } }

  /// What has been asked since some request, in order
  func questions(from start: Int = 0) -> [Question] {
    server.requests.dropFirst(start).map { Question($0) }
  }

  private var version: Int { state.withLock { $0.version } }

  private func work(_ request: ReceivedRequest) -> ServerAnswer {
    let text: String? =
      switch Question(request) {
      case .properties: Self.multistatus(Self.work(version))
      case .query: Self.multistatus(version == 0 ? Self.holidayTag + Self.standupTag : Self.later)
      case .multiget: Self.multistatus(Self.content(of: request.text))
      case .changes:
        request.text.contains(Self.tokens[0])
          ? Self.multistatus(
            "<sync-token>\(Self.tokens[version])</sync-token>"
              + (version == 0 ? "" : Self.changes)) : nil
      case .other: nil
      }
    guard let text else {
      return answer(request, status: 403, #"<error xmlns="DAV:"><valid-sync-token /></error>"#)
    }
    return answer(request, text)
  }

  private func answer(
    _ request: ReceivedRequest, status: Int = 207, _ text: String
  ) -> ServerAnswer {
    guard request.header("Authorization") == "Basic YWRhOmh1c2g=" else {
      return ServerAnswer(
        status: 401,
        headers: [("WWW-Authenticate", "Basic realm=\"Radicale - Password Required\"")],
        text: "Access to the requested resource forbidden.")
    }
    let answer = ServerAnswer(
      status: status,
      text: "<?xml version='1.0' encoding='utf-8'?>\n" + text, type: "text/xml; charset=utf-8")
    return state.withLock { $0.change }?(Question(request), answer) ?? answer
  }

  // MARK: - What Radicale answered

  private static func multistatus(_ text: String) -> String {
    """
    <multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" \
    xmlns:CS="http://calendarserver.org/ns/">\(text)</multistatus>
    """
  }

  private static let tokens = [
    "http://radicale.org/ns/sync/a5ad2efe01287a9ac8edee0eda733a29185d493b1efe9588ac5e041b666f0306",
    "http://radicale.org/ns/sync/ef851354c00b77eba9eead629de3247464e25222cea466dcf699f1cbd4adc786",
  ]

  /// The token of the calendar as it is first
  static var firstToken: String { tokens[0] }

  private static let root = multistatus(
    """
    <response><href>/</href><propstat><prop><resourcetype><collection /></resourcetype>\
    <current-user-principal><href>/ada/</href></current-user-principal></prop>\
    <status>HTTP/1.1 200 OK</status></propstat><propstat><prop><C:calendar-home-set />\
    <C:supported-calendar-component-set /><sync-token /><CS:getctag /></prop>\
    <status>HTTP/1.1 404 Not Found</status></propstat></response>
    """)

  private static let person = """
    <response><href>/ada/</href><propstat><prop><resourcetype><principal /><collection />\
    </resourcetype><current-user-principal><href>/ada/</href></current-user-principal>\
    <C:calendar-home-set><href>/ada/</href></C:calendar-home-set></prop>\
    <status>HTTP/1.1 200 OK</status></propstat><propstat><prop>\
    <C:supported-calendar-component-set /><sync-token /><CS:getctag /></prop>\
    <status>HTTP/1.1 404 Not Found</status></propstat></response>
    """

  private static let principal = multistatus(person)

  private var home: String {
    Self.multistatus(
      Self.person + Self.work(version)
        + """
        <response><href>/ada/todo/</href><propstat><prop><resourcetype><C:calendar /><collection />\
        </resourcetype><current-user-principal><href>/ada/</href></current-user-principal>\
        <C:supported-calendar-component-set><C:comp name="VTODO" />\
        </C:supported-calendar-component-set>\
        <sync-token>http://radicale.org/ns/sync/e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca49\
        5991b7852b855</sync-token><CS:getctag>"e8253faa45e08388c196d20b303665a885a1d78b6f0dcfd2cf97\
        72841f882c3e"</CS:getctag></prop><status>HTTP/1.1 200 OK</status></propstat><propstat><prop>\
        <C:calendar-home-set /></prop><status>HTTP/1.1 404 Not Found</status></propstat></response>
        """)
  }

  private static func work(_ version: Int) -> String {
    """
    <response><href>/ada/work/</href><propstat><prop><resourcetype><C:calendar /><collection />\
    </resourcetype><current-user-principal><href>/ada/</href></current-user-principal>\
    <C:supported-calendar-component-set><C:comp name="VEVENT" />\
    </C:supported-calendar-component-set><sync-token>\(tokens[version])</sync-token>\
    <CS:getctag>"cad0486e20f30c51ba8158ab287fba82647ce50db6bca12cae82e78cbc62a5\(version)"\
    </CS:getctag></prop><status>HTTP/1.1 200 OK</status></propstat><propstat><prop>\
    <C:calendar-home-set /></prop><status>HTTP/1.1 404 Not Found</status></propstat></response>
    """
  }

  private static func tag(_ href: String, _ tag: String) -> String {
    """
    <response><href>\(href)</href><propstat><prop><getetag>"\(tag)"</getetag></prop>\
    <status>HTTP/1.1 200 OK</status></propstat></response>
    """
  }

  private static let holidayTag = tag(
    "/ada/work/holiday%20100%25.ics",
    "88268ef8b34a20679a3c532d3f555a08a203e8c7984e7a5c00d221a396da3c3a")
  private static let standupTag = tag(
    "/ada/work/standup.ics", "96be1a4b93c739fb6d75c6d90fbe744a2eab756d2996747bf475d8ed1dd4a221")
  private static let newTag = tag(
    "/ada/work/new.ics", "8ad0982090935dd881be2efd41e80a08f5b2fff5938f7bf206120b773a93ec77")
  private static let later = newTag + standupTag

  private static let changes =
    """
    <response><href>/ada/work/holiday%20100%25.ics</href><status>HTTP/1.1 404 Not Found</status>\
    </response>
    """ + newTag

  private static func content(of request: String) -> String {
    var text = ""
    for (tag, events) in [(holidayTag, holiday), (standupTag, standup), (newTag, new)] {
      let href = tag.prefix { $0 != "&" }.split(separator: "href>")[1].dropLast(2)
      guard request.contains("\(href)</D:href>") else { continue }
      text += tag.replacing(
        "</getetag>", with: "</getetag><C:calendar-data>\(events)</C:calendar-data>")
    }
    return text
  }

  private static let holiday = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:x
    BEGIN:VEVENT
    UID:holiday@example.org
    DTSTART;VALUE=DATE:20260624
    DTSTAMP:20260601T000000Z
    SUMMARY:Holiday
    END:VEVENT
    END:VCALENDAR

    """

  private static let standup = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:x
    BEGIN:VTIMEZONE
    TZID:Europe/Berlin
    BEGIN:STANDARD
    DTSTART:20001029T030000
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
    TZNAME:CET
    TZOFFSETFROM:+0200
    TZOFFSETTO:+0100
    END:STANDARD
    BEGIN:DAYLIGHT
    DTSTART:20000326T020000
    RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3
    TZNAME:CEST
    TZOFFSETFROM:+0100
    TZOFFSETTO:+0200
    END:DAYLIGHT
    END:VTIMEZONE
    BEGIN:VEVENT
    UID:standup@example.org
    DTSTART;TZID=Europe/Berlin:20260622T093000
    DTEND;TZID=Europe/Berlin:20260622T094500
    DTSTAMP:20260601T000000Z
    RRULE:FREQ=WEEKLY;COUNT=2
    SUMMARY:Stand-up &lt;daily&gt; &amp; more
    END:VEVENT
    END:VCALENDAR

    """

  private static let new = """
    BEGIN:VCALENDAR
    VERSION:2.0
    PRODID:x
    BEGIN:VEVENT
    UID:new@example.org
    DTSTART:20260624T120000Z
    DURATION:PT1H
    DTSTAMP:20200601T000000Z
    SUMMARY:New
    END:VEVENT
    END:VCALENDAR

    """
}

extension ServerAnswer {
  /// This answer with some of its text replaced
  func replacing(_ old: String, with new: String) -> ServerAnswer {
    var answer = self
    answer.body = Array(String(decoding: body, as: UTF8.self).replacing(old, with: new).utf8)
    return answer
  }
}
