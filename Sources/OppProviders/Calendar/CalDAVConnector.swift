package import OppEngine
package import OppModel
internal import OppRecordings

/// `caldav(url, user: …, password: env("…"))`: the calendars of a CalDAV server (RFC 4791)
///
/// The URL is that of one calendar, or of a person (the *principal* or the *home*), whose calendars with
/// events are then all read as one; see ``CalDAVDiscovery``. What has not changed is not read again; see
/// ``CalDAVCollection``. One calendar that cannot be read makes all of them unknown: what is free in the
/// others need not be free in it.
package actor CalDAVConnector: Connector {
  nonisolated package let supplier: Supplier
  private let target: CalendarTarget
  private let client: WebClient
  private let credentials: CalendarCredentials
  private let address: WebAddress
  private var answers: CalendarAnswers
  private var known = Known()

  private struct Known {
    /// The place of the calendars; nil until they have been found
    var place: CalDAVPlace?

    /// By the texts of their addresses
    var collections: [String: CalDAVCollection] = [:]
    var calendar: CalendarFile?
  }

  /// Calendars of one person
  static let collectionLimit = 200

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "caldav", "A calendar of a CalDAV server.", serves: [.data],
    options: [
      .text("url", isRequired: true), .text("user", isRequired: true),
      .secret("password", isRequired: true),
    ],
    connector: { settings throws(ConnectorProblem) in try CalDAVConnector(settings) })

  /// - Throws: where an option is not what it should be.
  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    target = try CalendarTarget(settings)
    guard settings.text("url") != nil, let credentials = try settings.credentials() else {
      throw settings.problem("it needs a URL and the options `user` and `password`")
    }
    address = try settings.address("url")
    self.credentials = credentials
    supplier = .calendar(settings, target, latency: 2)
    client = settings.web
    answers = CalendarAnswers(target)
  }

  package func answer(_ fetch: Fetch, at now: Instant) async -> Answer {
    var service = CalDAVService(host: address.host, credentials: credentials, client: client)
    do throws(FetchFailure) {
      let (new, calendar) = try await update(known, &service, at: now)
      let arrivals = try answers.arrivals(of: calendar, at: now)
      known = new
      return Answer(fetch: fetch, outcome: .arrived(arrivals), bytes: service.bytes)
    } catch {
      // A calendar may have moved; what is known of its events is still good if it has not.
      known.place = nil
      return Answer(fetch: fetch, outcome: .failed(error), bytes: service.bytes)
    }
  }

  private func update(
    _ known: Known, _ service: inout CalDAVService, at now: Instant
  ) async throws(FetchFailure) -> (Known, CalendarFile) {
    var known = known
    let place: CalDAVPlace
    if let found = known.place {
      place = found
    } else {
      place = try await CalDAVDiscovery(address: address).place(&service)
      known.place = place
    }
    var collections: [String: CalDAVCollection] = [:]
    var hasChanged = false
    let members = try await place.calendars(&service)
    guard members.count <= Self.collectionLimit else {
      throw FetchFailure(
        .unreadable, "\(address.host) has more than \(Self.collectionLimit) calendars")
    }
    for member in members {
      let key = member.address.text
      var collection = known.collections[key] ?? CalDAVCollection(address: member.address)
      let wasAsked = try await collection.update(
        member.properties, &service, target: target, at: now)
      hasChanged = hasChanged || wasAsked
      collections[key] = collection
    }
    hasChanged = hasChanged || collections.count != known.collections.count
    known.collections = collections
    if let calendar = known.calendar, !hasChanged { return (known, calendar) }
    let ordered = collections.sorted { $0.key < $1.key }
    let calendar = CalendarFile.merging(ordered.flatMap { $0.value.calendars })
    known.calendar = calendar
    return (known, calendar)
  }
}
