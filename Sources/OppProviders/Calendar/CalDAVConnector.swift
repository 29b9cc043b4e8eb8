package import OppEngine
package import OppModel
internal import OppRecordings
package import OppSession

/// `caldav(url, user: …, password: env("…"))`: the calendars of a CalDAV server (RFC 4791)
///
/// The URL is that of one calendar, or of a person (the *principal* or the *home*), whose calendars with
/// events are then all read as one; see ``CalDAVDiscovery``. Unchanged resources are not read again; see
/// ``CalDAVCollection``. One calendar that cannot be read makes all of them unknown: a time that is free in the
/// others need not be free in it.
///
/// ```opp
/// connect calendar to caldav("https://dav.example.org/ada/", user: "ada", password: env("DAV_PASSWORD"))
/// ```
///
/// A fetch without news is one request a home. The first one finds the home before that, and with 250 events in one
/// calendar it makes four requests more: the list, then three multigets of at most 100.
package actor CalDAVConnector: Connector {
  nonisolated package let provider: Provider

  /// `calendar` and `agenda`, or the table that is connected
  private var target: CalendarTarget

  /// The names of the calendars that are wanted; empty for all of them
  private let wanted: [String]

  /// The names of calendars that are left out
  private let unwanted: [String]
  private let client: WebClient
  private let credentials: CalendarCredentials

  /// The address of the option `url`
  private let address: WebAddress
  private var changes: CalendarChanges

  /// The last good state; replaced as a whole, so that a fetch that fails half way changes nothing
  private var known = Known()

  /// The calendars as they were when last read without a failure
  private struct Known {
    /// The place of the calendars; nil until they have been found
    var place: CalDAVPlace?

    /// The addresses of the person, by the server
    var owners: [String] = []

    /// By the texts of their addresses
    var collections: [String: CalDAVCollection] = [:]

    /// All of them as one; nil before the first good fetch
    var calendar: CalendarFile?
  }

  /// Calendars of one person
  static let collectionLimit = 200

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "caldav", "A calendar of a CalDAV server.", serves: [.data],
    options: [
      .text("url", isRequired: true), .text("user", isRequired: true),
      .secret("password", isRequired: true), .text("me"), .text("calendars"), .text("except"),
    ],
    connector: { settings throws(ConnectorProblem) in try CalDAVConnector(settings) })

  /// - Throws: if an option is not valid.
  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    target = try CalendarTarget(settings)
    guard settings.text("url") != nil, let credentials = try settings.credentials() else {
      throw settings.problem("it needs a URL and the options `user` and `password`")
    }
    address = try settings.address("url")
    self.credentials = credentials
    if credentials.user.contains("@") { target.owners.append(credentials.user) }
    wanted = settings.names("calendars")
    unwanted = settings.names("except")
    provider = .calendar(settings, target, latency: 2)
    client = settings.web
    changes = CalendarChanges(target)
  }

  package func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    var service = CalDAVService(host: address.host, credentials: credentials, client: client)
    do throws(FetchFailure) {
      let (new, calendar) = try await update(known, &service, at: now)
      let arrivals = try changes.arrivals(of: calendar, at: now)
      known = new
      return FetchResponse(fetch: fetch, outcome: .arrived(arrivals), bytes: service.bytes)
    } catch {
      // A calendar may have moved; its known events are still good if it has not.
      known.place = nil
      return FetchResponse(fetch: fetch, outcome: .failed(error), bytes: service.bytes)
    }
  }

  /// The calendars that the options `calendars` and `except` choose, by their names for people
  ///
  /// - Throws: if a wanted name is not there, with those that are.
  private func chosen(
    of members: [(address: WebAddress, properties: Multistatus.Properties)]
  ) throws(FetchFailure) -> [(address: WebAddress, properties: Multistatus.Properties)] {
    func name(_ member: (address: WebAddress, properties: Multistatus.Properties)) -> String {
      member.properties.name ?? ""
    }
    let names = members.map(name)
    if let missing = (wanted + unwanted).first(where: { !names.contains($0) }) {
      let list = names.filter { !$0.isEmpty }.map { "`\($0)`" }.joined(separator: ", ")
      throw FetchFailure(
        .misconfigured,
        "no calendar of \(address.host) is named `\(missing)`"
          + (list.isEmpty ? "" : ": there are \(list)"))
    }
    return members.filter { member in
      (wanted.isEmpty || wanted.contains(name(member))) && !unwanted.contains(name(member))
    }
  }

  /// The state after bringing every calendar up to date, and all of them as one
  ///
  /// - Throws: the first failure of any calendar.
  private func update(
    _ known: Known, _ service: inout CalDAVService, at now: Instant
  ) async throws(FetchFailure) -> (Known, CalendarFile) {
    var known = known
    let place: CalDAVPlace
    if let found = known.place {
      place = found
    } else {
      (place, known.owners) = try await CalDAVDiscovery(address: address).place(&service)
      known.place = place
    }
    var target = target
    target.owners += known.owners
    // Only the calendars that are there now are carried over: one that is gone leaves with its events.
    var collections: [String: CalDAVCollection] = [:]
    var hasChanged = false
    let members = try chosen(of: try await place.calendars(&service))
    guard members.count <= Self.collectionLimit else {
      throw FetchFailure(
        .unreadable, "\(address.host) has more than \(Self.collectionLimit) calendars")
    }
    for member in members {
      let key = member.address.text
      var collection = known.collections[key] ?? CalDAVCollection(address: member.address)
      let wasRequested = try await collection.update(
        member.properties, &service, target: target, at: now)
      hasChanged = hasChanged || wasRequested
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
