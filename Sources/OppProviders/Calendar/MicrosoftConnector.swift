package import OppEngine
internal import OppJSON
package import OppModel
internal import OppRecordings
package import OppSession

/// `microsoft(login: "microsoft")`: a calendar of Outlook or Microsoft 365, by version 1.0 of Microsoft Graph
///
/// Both the next page and the later changes are whole addresses in the response
/// (learn.microsoft.com/graph/delta-query-events); ``SyncedCalendar`` has the rest.
///
/// ```
/// 12:00  GET …/me/calendarView/delta?startDateTime=2026-05-18T12:00:00Z&endDateTime=…   all events, @odata.nextLink
///        GET …/me/calendarView/delta?$skiptoken=…                                       the rest, @odata.deltaLink
/// 13:00  GET …/me/calendarView/delta?$deltatoken=…                                      the changes
/// ```
package struct MicrosoftConnector: Connector {
  package let provider: Provider
  package let watchedFiles: [String]
  private let calendar: SyncedCalendar<MicrosoftCalendar>

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "microsoft", "A calendar of Outlook or Microsoft 365.", serves: [.data],
    options: [.text("login", isRequired: true), .text("calendar"), .text("url")],
    connector: { settings throws(ConnectorProblem) in try MicrosoftConnector(settings) })

  /// - Throws: if an option is missing or wrong.
  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    let target = try CalendarTarget(settings)
    let credential = try settings.credential(.microsoft)
    let service = try settings.address("url", default: MicrosoftCalendar.usualService)
    let person = service.adding(path: "me")
    let calendar = settings.text("calendar").map { person.adding(path: "calendars", $0) } ?? person
    provider = .calendar(settings, target, quota: Quota(perMinute: 60), latency: 1)
    watchedFiles = credential.watchedFiles
    self.calendar = SyncedCalendar(
      MicrosoftCalendar(
        address: calendar.adding(path: "calendarView", "delta"), credential: credential,
        zone: target.zone, database: target.database),
      target, settings.web)
  }

  package func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    await calendar.response(to: fetch, at: now)
  }
}

/// A calendar at Microsoft Graph
struct MicrosoftCalendar: CalendarService {
  /// `https://graph.microsoft.com/v1.0/me/calendarView/delta`, without a query
  let address: WebAddress
  let credential: BearerCredential

  /// The person's zone: of dates
  let zone: Zone
  let database: ZoneDatabase

  static let usualService = "https://graph.microsoft.com/v1.0"

  /// The most events of a page that are asked for
  private static let pageSize = 200

  var host: String { address.host }

  func request(_ question: CalendarQuestion) throws(FetchFailure) -> WebRequest {
    let target: WebAddress
    switch question {
    case .window(let window, nil):
      target = address.adding(query: [
        ("startDateTime", window.from.rfc3339), ("endDateTime", window.to.rfc3339),
      ])
    case .changes(let link, nil): target = try linked(link)
    case .window(_, let link?), .changes(_, let link?): target = try linked(link)
    }
    var request = WebRequest(.get, target)
    request.set("Prefer", "outlook.timezone=\"UTC\", odata.maxpagesize=\(Self.pageSize)")
    return request
  }

  /// The address of a link in a response
  ///
  /// - Throws: if it leads to another service, which must not see the token.
  private func linked(_ link: String) throws(FetchFailure) -> WebAddress {
    guard let target = address.resolving(link), address.isOneService(with: target),
      target.isSecure || !address.isSecure
    else {
      throw FetchFailure(.unreadable, "\(host) responded with a link to another service")
    }
    return target
  }

  func page(_ response: WebResponse) throws(FetchFailure) -> CalendarPage<MicrosoftEvent> {
    let document = try JSONDocument(response, expected: "a list of events")
    let root = document.root
    if root.reportsError { throw failure(response) }
    guard let items = root["value"]?.elements else { throw response.unreadable("a list of events") }
    var events: [MicrosoftEvent] = []
    for item in items {
      guard let event = MicrosoftEvent(item, zone: zone, database: database) else {
        throw FetchFailure(.unreadable, "\(host) responded with an event that cannot be read")
      }
      events.append(event)
    }
    return CalendarPage(
      events: events, next: root["@odata.nextLink"]?.text, sync: root["@odata.deltaLink"]?.text)
  }

  /// The failure of a response; the messages are the service's own and are not shown
  func failure(_ response: WebResponse) -> FetchFailure {
    switch response.status {
    case 401:
      FetchFailure(.refused, "\(host) refuses the token: it has expired or was withdrawn")
    case 403: FetchFailure(.refused, "\(host) does not let the token read the calendar")
    case 404: FetchFailure(.misconfigured, "\(host) has no such calendar for the token")
    case 200: FetchFailure(.broken, "\(host) responded with an error")
    default: FetchFailure(.broken, "\(host) responded with \(response.status)")
    }
  }

  func occurrence(
    of event: MicrosoftEvent, among events: [String: MicrosoftEvent]
  ) -> Occurrence? {
    event.occurrence(in: event.series.flatMap { events[$0] })
  }
}
