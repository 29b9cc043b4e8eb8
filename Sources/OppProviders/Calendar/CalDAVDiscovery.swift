internal import OppEngine
internal import OppSession

/// Finds out where the calendars of a person are
///
/// ```
/// the URL ─┬─ a calendar ──────────────────────────────────▶ it alone
///          ├─ names a home of calendars (RFC 4791 §6.2.1) ─▶ all calendars in it
///          ├─ names the user's principal (RFC 5397) ───────▶ the home that the principal names
///          └─ the root, with none of these ─▶ /.well-known/caldav (RFC 6764), and once more
/// ```
struct CalDAVDiscovery {
  let address: WebAddress

  /// The place of the calendars and the addresses of their owner, by at most two requests at the address, and two at the
  /// well-known one
  ///
  /// - Throws: the failure that a person can do most about: that of the given address before that of the well-known
  ///   one.
  func place(
    _ service: inout CalDAVService
  ) async throws(FetchFailure) -> (CalDAVPlace, owners: [String]) {
    var failure: FetchFailure?
    for address in [address] + wellKnown {
      do throws(FetchFailure) {
        if let found = try await place(at: address, &service) { return found }
      } catch {
        // A server that does not respond, refuses or is busy here does so everywhere.
        let kinds: [FetchFailure.Kind] = [.broken, .unreadable, .misconfigured]
        guard kinds.contains(error.kind) else { throw error }
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    throw FetchFailure(
      .misconfigured,
      "\(address.host) has neither a calendar nor a person's calendars at that address")
  }

  /// The addresses at which a root reports more of itself
  private var wellKnown: [WebAddress] {
    guard address.path == "/" else { return [] }
    return address.resolving("/.well-known/caldav").map { [$0] } ?? []
  }

  /// - Returns: nil if nothing there leads to calendars.
  private func place(
    at address: WebAddress, _ service: inout CalDAVService
  ) async throws(FetchFailure) -> (CalDAVPlace, owners: [String])? {
    let (base, found) = try await itself(address, &service)
    if found.types?.contains("calendar") == true {
      guard found.hasEvents else {
        throw FetchFailure(.misconfigured, "the calendar at that address holds no events")
      }
      return (.calendar(base), await owners(found, base, &service))
    }
    if !found.homes.isEmpty {
      return (.homes(try resolved(found.homes, base)), await owners(found, base, &service))
    }
    guard let principal = found.principal, !principal.isEmpty else { return nil }
    let owner = try resolved([principal], base)
    guard let owner = owner.first else { return nil }
    let (ownerBase, person) = try await itself(owner, &service)
    guard !person.homes.isEmpty else { return nil }
    return (.homes(try resolved(person.homes, ownerBase)), person.addresses)
  }

  /// The addresses of the owner: those that the resource reports, else those of the user's principal
  ///
  /// A server that does not say them is no failure: who declined an event is then known by other signs.
  private func owners(
    _ found: Multistatus.Properties, _ base: WebAddress, _ service: inout CalDAVService
  ) async -> [String] {
    if !found.addresses.isEmpty { return found.addresses }
    guard let principal = found.principal, !principal.isEmpty,
      let address = base.resolving(principal)
    else { return [] }
    do throws(FetchFailure) {
      return try await itself(address, &service).1.addresses
    } catch {
      return []
    }
  }

  /// The properties of one resource, and the address at which redirects ended
  ///
  /// - Throws: if the server reports several resources, none, or one with an error.
  private func itself(
    _ address: WebAddress, _ service: inout CalDAVService
  ) async throws(FetchFailure) -> (WebAddress, Multistatus.Properties) {
    let (base, responses) = try await service.properties(of: address, depth: .itself)
    guard responses.count == 1, let response = responses.first, response.isSound else {
      throw FetchFailure(.unreadable, "\(base.host) does not say what is at that address")
    }
    return (base, response.properties)
  }

  /// References of a response as addresses; at most ``CalDAVPlace/homeLimit`` of them
  private func resolved(
    _ references: [String], _ base: WebAddress
  ) throws(FetchFailure) -> [WebAddress] {
    var addresses: [WebAddress] = []
    for reference in references.prefix(CalDAVPlace.homeLimit) {
      guard let address = base.resolving(reference) else {
        throw FetchFailure(.unreadable, "\(base.host) leads to what cannot be requested")
      }
      addresses.append(address)
    }
    return addresses
  }
}

/// The place of the calendars
enum CalDAVPlace: Sendable {
  /// One calendar, by its own address
  case calendar(WebAddress)

  /// The collections whose members are the calendars of a person
  case homes([WebAddress])

  /// Homes of one person
  static let homeLimit = 10

  /// The calendars that hold events, and their properties now: one request a home
  ///
  /// - Throws: if one of the calendars does not report its properties, or there is none.
  func calendars(
    _ service: inout CalDAVService
  ) async throws(FetchFailure) -> [(address: WebAddress, properties: Multistatus.Properties)] {
    var found: [(address: WebAddress, properties: Multistatus.Properties)] = []
    switch self {
    case .calendar(let address):
      let (base, responses) = try await service.properties(of: address, depth: .itself)
      try add(responses, base, &found)
    case .homes(let homes):
      for home in homes {
        let (base, responses) = try await service.properties(of: home, depth: .members)
        try add(responses, base, &found)
      }
    }
    guard !found.isEmpty else {
      throw FetchFailure(.misconfigured, "no calendar with events is at that address")
    }
    return found
  }

  /// Adds the calendars with events among responses; the home itself, address books and task lists are left out
  private func add(
    _ responses: [Multistatus.Response], _ base: WebAddress,
    _ found: inout [(address: WebAddress, properties: Multistatus.Properties)]
  ) throws(FetchFailure) {
    for response in responses {
      guard response.isSound, let address = base.resolving(response.href) else {
        throw FetchFailure(.unreadable, "\(base.host) does not describe one of the calendars")
      }
      guard response.properties.types?.contains("calendar") == true,
        response.properties.hasEvents
      else { continue }
      found.append((address, response.properties))
    }
  }
}

extension Multistatus.Response {
  /// `true` if it reports the types of the resource, without a failure
  fileprivate var isSound: Bool {
    properties.types != nil && (fault ?? 0) < 500 && (status ?? 200) < 300
  }
}

extension Multistatus.Properties {
  /// `true` if a calendar may hold events: one that does not report it may
  fileprivate var hasEvents: Bool { components?.contains("VEVENT") ?? true }
}
