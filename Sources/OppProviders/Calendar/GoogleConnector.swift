package import OppEngine
package import OppModel
internal import OppRecordings

/// `google(token: env("…"))`: a calendar of Google's, by version 3 of its API
///
/// The first response reads the events of the agenda's window, page by page; later requests use the sync
/// token to get what has changed since (developers.google.com/workspace/calendar/api/guides/sync). A sync token
/// keeps to the window that it was given for, so after a week everything is read again; and at once where
/// the service no longer knows the token (`410 Gone`).
///
/// Either all pages are read, or nothing is known: a list that breaks off is not a free afternoon.
///
/// ```
/// 12:00  GET …/events?singleEvents=true&…&timeMin=2026-05-18T12:00:00Z&timeMax=2027-08-03T12:00:00Z   all events
/// 13:00  GET …/events?singleEvents=true&…&syncToken=CPDAlvWDx70C…                                   what has changed
/// ```
package actor GoogleConnector: Connector {
  nonisolated package let provider: Provider

  /// `calendar` and `agenda`, or the table that is connected
  private let target: CalendarTarget
  private let client: WebClient

  /// `https://www.googleapis.com/calendar/v3/calendars/primary/events`, without a query
  private let address: WebAddress

  /// An access token of OAuth 2, which another program may renew in its file
  private let token: Secret
  private var changes: CalendarChanges

  /// The last good state; nil before the first
  private var known: Known?

  /// The events of a window, and the place in the service's list of changes
  private struct Known {
    var window: CalendarWindow

    /// The sync token of the next request; nil where the service gave none
    var sync: String?

    /// By their ids
    var events: [String: GoogleEvent] = [:]

    /// The occurrences of ``events``, in the order of their ids
    var calendar: CalendarFile
  }

  /// The events to request
  private enum Question: Equatable {
    case window(CalendarWindow)
    case changes(since: String)
  }

  static let usualService = "https://www.googleapis.com/calendar/v3"

  /// The greatest number of pages of a response; the service takes at most 2500 events a page
  static let pageLimit = 100
  static let pageSize = 2500

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "google", "A calendar of Google.", serves: [.data],
    options: [.secret("token", isRequired: true), .text("calendar"), .text("url")],
    connector: { settings throws(ConnectorProblem) in try GoogleConnector(settings) })

  /// - Throws: where an option is not what it should be.
  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    target = try CalendarTarget(settings)
    token = try settings.requiredSecret("token")
    let service = try settings.address("url", default: Self.usualService)
    let id = settings.text("calendar") ?? "primary"
    address = service.adding(path: "calendars", id, "events")
    provider = .calendar(settings, target, quota: Quota(perMinute: 60), latency: 1)
    client = settings.web
    changes = CalendarChanges(target)
  }

  package func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    var exchange = CalendarExchange(client)
    do throws(FetchFailure) {
      let new = try await update(&exchange, at: now)
      let arrivals = try changes.arrivals(of: new.calendar, at: now)
      known = new
      return FetchResponse(fetch: fetch, outcome: .arrived(arrivals), bytes: exchange.bytes)
    } catch {
      return FetchResponse(fetch: fetch, outcome: .failed(error), bytes: exchange.bytes)
    }
  }

  /// The state after a fetch: by the sync token where there is one for the window, else from all events
  ///
  /// - Throws: where a page is missing or cannot be read; nothing of the fetch counts then.
  private func update(
    _ exchange: inout CalendarExchange, at now: Instant
  ) async throws(FetchFailure) -> Known {
    // Nil from `events` means that the service has forgotten the token: all is read below, as the first time.
    if var known, let sync = known.sync, known.window.covers(now),
      let changes = try await events(.changes(since: sync), &exchange)
    {
      known.sync = changes.sync
      if changes.events.isEmpty { return known }
      Self.put(changes.events, into: &known.events)
      known.calendar = Self.calendar(of: known.events)
      return known
    }
    let window = CalendarWindow(at: now)
    guard let all = try await events(.window(window), &exchange) else {
      throw FetchFailure(.broken, "\(address.host) responded with 410")
    }
    var events: [String: GoogleEvent] = [:]
    Self.put(all.events, into: &events)
    return Known(
      window: window, sync: all.sync, events: events, calendar: Self.calendar(of: events))
  }

  /// Puts events in and takes out those that are gone; of one that is there twice the later counts
  private static func put(_ new: [GoogleEvent], into events: inout [String: GoogleEvent]) {
    let latest = Dictionary(new.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let gone = Set(latest.values.filter { $0.occurrence == nil }.map(\.id))
    if !gone.isEmpty {
      // With a series go its occurrences.
      events = events.filter { id, event in
        !gone.contains(id) && !(event.series.map { gone.contains($0) } ?? false)
      }
    }
    for (id, event) in latest where event.occurrence != nil { events[id] = event }
  }

  /// The occurrences of events, in the order of their ids
  private static func calendar(of events: [String: GoogleEvent]) -> CalendarFile {
    CalendarFile(
      occurrences: events.sorted { $0.key < $1.key }.compactMap(\.value.occurrence))
  }
}

// MARK: - Pages

extension GoogleConnector {
  /// Reads all pages of a response
  ///
  /// - Returns: nil where the service no longer knows the sync token.
  private func events(
    _ question: Question, _ exchange: inout CalendarExchange
  ) async throws(FetchFailure) -> (events: [GoogleEvent], sync: String?)? {
    var events: [GoogleEvent] = []
    var page: String?
    for _ in 0..<Self.pageLimit {
      let response = try await exchange.send(request(question, page: page))
      if case .changes = question, response.status == 410 || response.status == 400 { return nil }
      guard response.status == 200 else { throw GoogleFailure.of(response) }
      let read = try GooglePage(response)
      for item in read.items {
        guard let event = GoogleEvent(item, zone: target.zone, database: target.database) else {
          throw FetchFailure(
            .unreadable, "\(address.host) responded with an event that cannot be read")
        }
        events.append(event)
      }
      guard let next = read.nextPage else { return (events, read.nextSync) }
      page = next
    }
    throw FetchFailure(
      .unreadable, "\(address.host) responded with more than \(Self.pageLimit) pages of events")
  }

  /// The request for one page
  ///
  /// - Parameter page: the token of the page; nil for the first. All other parameters stay the same from page to page.
  private func request(_ question: Question, page: String?) -> WebRequest {
    var query = [
      (name: "singleEvents", value: "true"), (name: "maxResults", value: "\(Self.pageSize)"),
      // Of an event with more guests than that, only the person's own reply is given.
      (name: "maxAttendees", value: "1"),
    ]
    switch question {
    case .window(let window):
      query.append(("timeMin", window.from.rfc3339))
      query.append(("timeMax", window.to.rfc3339))
    case .changes(let token): query.append(("syncToken", token))
    }
    if let page { query.append(("pageToken", page)) }
    var request = WebRequest(.get, address.adding(query: query))
    request.authorize(bearer: token)
    request.set("Accept", "application/json")
    request.expectedStatuses = [400, 401, 403, 404, 410]
    return request
  }
}
