package import OppEngine
package import OppModel
internal import OppRecordings
package import OppSession

/// `google(login: "google")`: a calendar of Google's, by version 3 of its API
///
/// Later requests get the changed events by the sync token (developers.google.com/workspace/calendar/api/guides/sync);
/// ``SyncedCalendar`` has the rest.
///
/// ```
/// 12:00  GET …/events?singleEvents=true&…&timeMin=2026-05-18T12:00:00Z&timeMax=2027-08-03T12:00:00Z   all events
/// 13:00  GET …/events?singleEvents=true&…&syncToken=CPDAlvWDx70C…                                   the changes since
/// ```
package struct GoogleConnector: Connector {
  package let provider: Provider
  package let watchedFiles: [String]
  private let calendar: SyncedCalendar<GoogleCalendar>

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "google", "A calendar of Google.", serves: [.data],
    options: [
      .secret("token"), .text("calendar"), .text("url"), .text("login", insteadOf: "token"),
    ],
    connector: { settings throws(ConnectorProblem) in try GoogleConnector(settings) })

  /// - Throws: if an option is missing or wrong.
  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    let target = try CalendarTarget(settings)
    let credential = try settings.credential(.google)
    let service = try settings.address("url", default: GoogleCalendar.usualService)
    let id = settings.text("calendar") ?? "primary"
    provider = .calendar(settings, target, quota: Quota(perMinute: 60), latency: 1)
    watchedFiles = credential.watchedFiles
    calendar = SyncedCalendar(
      GoogleCalendar(
        address: service.adding(path: "calendars", id, "events"), credential: credential,
        zone: target.zone, database: target.database),
      target, settings.web)
  }

  package func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    await calendar.response(to: fetch, at: now)
  }
}

/// A calendar at Google's service
struct GoogleCalendar: CalendarService {
  /// `https://www.googleapis.com/calendar/v3/calendars/primary/events`, without a query
  let address: WebAddress
  let credential: BearerCredential

  /// The person's zone: of dates
  let zone: Zone
  let database: ZoneDatabase

  static let usualService = "https://www.googleapis.com/calendar/v3"

  /// The most events of a page that the service gives
  private static let pageSize = 2500

  var host: String { address.host }

  func request(_ question: CalendarQuestion) throws(FetchFailure) -> WebRequest {
    var query = [
      (name: "singleEvents", value: "true"), (name: "maxResults", value: "\(Self.pageSize)"),
      // Of an event with more guests than that, only the person's own reply is given.
      (name: "maxAttendees", value: "1"),
    ]
    let page: String?
    switch question {
    case .window(let window, let token):
      query.append(("timeMin", window.from.rfc3339))
      query.append(("timeMax", window.to.rfc3339))
      page = token
    case .changes(let sync, let token):
      query.append(("syncToken", sync))
      page = token
    }
    if let page { query.append(("pageToken", page)) }
    return WebRequest(.get, address.adding(query: query))
  }

  func page(_ response: WebResponse) throws(FetchFailure) -> CalendarPage<GoogleEvent> {
    let read = try GooglePage(response)
    var events: [GoogleEvent] = []
    for item in read.items {
      guard let event = GoogleEvent(item, zone: zone, database: database) else {
        throw FetchFailure(.unreadable, "\(host) responded with an event that cannot be read")
      }
      events.append(event)
    }
    return CalendarPage(events: events, next: read.nextPage, sync: read.nextSync)
  }

  func failure(_ response: WebResponse) -> FetchFailure { GoogleFailure.of(response) }

  func occurrence(of event: GoogleEvent, among events: [String: GoogleEvent]) -> Occurrence? {
    event.occurrence
  }
}

extension GoogleEvent: SyncedEvent {
  var isGone: Bool { occurrence == nil }
}
