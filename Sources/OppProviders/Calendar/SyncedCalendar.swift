internal import OppEngine
internal import OppModel
internal import OppRecordings
internal import OppSession

/// A service that lays out the events of a window, and then says which have changed
protocol CalendarService: Sendable {
  associatedtype Event: SyncedEvent

  /// The host, for messages
  var host: String { get }

  /// The credential of its requests
  var credential: BearerCredential { get }

  /// The request for a page, without the credential
  func request(_ question: CalendarQuestion) throws(FetchFailure) -> WebRequest

  /// Reads a page
  ///
  /// - Throws: if it is none, or an event on it cannot be read.
  func page(_ response: WebResponse) throws(FetchFailure) -> CalendarPage<Event>

  /// The failure of a response with another status than 200
  func failure(_ response: WebResponse) -> FetchFailure

  /// The occurrence of an event; `nil` if it stands for others only
  ///
  /// - Parameter events: all of them, by their ids.
  func occurrence(of event: Event, among events: [String: Event]) -> Occurrence?
}

/// An event in the form of a service that reports changes
protocol SyncedEvent: Sendable {
  /// Opaque
  var id: String { get }

  /// The id of the series that it is of
  var series: String? { get }

  /// `true` if it has been taken out of the calendar
  var isGone: Bool { get }
}

/// The events that a request asks for
enum CalendarQuestion: Sendable {
  /// The events of a window
  case window(CalendarWindow, page: String?)

  /// The events that have changed since the response that gave a mark
  case changes(since: String, page: String?)

  /// The same question for a later page; all else stays the same from page to page
  func page(_ page: String) -> CalendarQuestion {
    switch self {
    case .window(let window, _): .window(window, page: page)
    case .changes(let mark, _): .changes(since: mark, page: page)
    }
  }
}

/// One page of a response
struct CalendarPage<Event: SyncedEvent> {
  let events: [Event]

  /// The mark of the next page; `nil` for the last
  let next: String?

  /// The mark of later requests for changes; on the last page only
  let sync: String?
}

/// The events of a service as they were last known, kept up to date by its changes
///
/// The first response reads the events of the agenda's window, page by page; later requests get the changes since. A mark
/// of changes keeps to the window that it was given for, so after a week everything is read again; and at once if the
/// service no longer knows the mark (`410 Gone`).
///
/// Either all pages are read, or nothing is known: a list that breaks off is not a free afternoon.
actor SyncedCalendar<Service: CalendarService> {
  private let service: Service
  private let client: WebClient
  private var changes: CalendarChanges

  /// The last good state; `nil` before the first
  private var known: Known?

  /// The events of a window, and the place in the service's list of changes
  private struct Known {
    var window: CalendarWindow

    /// The mark of the next request; `nil` if the service gave none
    var sync: String?

    /// By their ids
    var events: [String: Service.Event] = [:]

    /// The occurrences of ``events``, in the order of their ids
    var calendar: CalendarFile
  }

  /// The greatest number of pages of a response
  private static var pageLimit: Int { 100 }

  init(_ service: Service, _ target: CalendarTarget, _ client: WebClient) {
    self.service = service
    self.client = client
    changes = CalendarChanges(target)
  }

  /// The response of a connection to the calendar
  func response(to fetch: Fetch, at now: Instant) async -> FetchResponse {
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

  /// The state after a fetch: by the changes if there is a mark for the window, else from all events
  ///
  /// - Throws: if a page is missing or cannot be read; nothing of the fetch counts then.
  private func update(
    _ exchange: inout CalendarExchange, at now: Instant
  ) async throws(FetchFailure) -> Known {
    // Nil from `events` means that the service has forgotten the mark: all is read below, as the first time.
    if var known, let sync = known.sync, known.window.covers(now),
      let changes = try await events(.changes(since: sync, page: nil), &exchange, at: now)
    {
      known.sync = changes.sync
      if changes.events.isEmpty { return known }
      Self.put(changes.events, into: &known.events)
      known.calendar = calendar(of: known.events)
      return known
    }
    let window = CalendarWindow(at: now)
    guard let all = try await events(.window(window, page: nil), &exchange, at: now) else {
      throw FetchFailure(.broken, "\(service.host) responded with 410")
    }
    var events: [String: Service.Event] = [:]
    Self.put(all.events, into: &events)
    return Known(window: window, sync: all.sync, events: events, calendar: calendar(of: events))
  }

  /// Puts events in and takes out those that are gone; of one that is there twice the later counts
  private static func put(_ new: [Service.Event], into events: inout [String: Service.Event]) {
    let latest = Dictionary(new.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let gone = Set(latest.values.filter { $0.isGone }.map { $0.id })
    if !gone.isEmpty {
      // With a series go its occurrences.
      events = events.filter { id, event in
        !gone.contains(id) && !(event.series.map { gone.contains($0) } ?? false)
      }
    }
    for (id, event) in latest where !event.isGone { events[id] = event }
  }

  /// The occurrences of events, in the order of their ids
  private func calendar(of events: [String: Service.Event]) -> CalendarFile {
    CalendarFile(
      occurrences: events.sorted { $0.key < $1.key }
        .compactMap { service.occurrence(of: $0.value, among: events) })
  }

  /// Reads all pages of a response
  ///
  /// - Returns: `nil` if the service no longer knows the mark.
  private func events(
    _ question: CalendarQuestion, _ exchange: inout CalendarExchange, at now: Instant
  ) async throws(FetchFailure) -> (events: [Service.Event], sync: String?)? {
    var events: [Service.Event] = []
    var question = question
    for _ in 0..<Self.pageLimit {
      var request = try service.request(question)
      request.set("Accept", "application/json")
      request.expectedStatuses = [400, 401, 403, 404, 410]
      let response = try await exchange.send(request, with: service.credential, at: now)
      if case .changes = question, response.status == 410 || response.status == 400 { return nil }
      guard response.status == 200 else {
        throw service.credential.advised(service.failure(response))
      }
      let read = try service.page(response)
      events += read.events
      guard let next = read.next else { return (events, read.sync) }
      question = question.page(next)
    }
    throw FetchFailure(
      .unreadable, "\(service.host) responded with more than \(Self.pageLimit) pages of events")
  }
}
