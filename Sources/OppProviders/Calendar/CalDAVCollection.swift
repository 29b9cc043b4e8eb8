internal import OppEngine
internal import OppModel
internal import OppRecordings
internal import OppSession
internal import OppSystem

/// The known state of one calendar of a CalDAV server
///
/// ```
/// the collection's token    as last time ────────────────▶ nothing has changed
///                           another, and the window holds ▶ the changes since (RFC 6578)
///                           else ────────────────────────▶ the tags of all events of the window
/// tags of resources         as known ─────────────────────▶ keep
///                           another or new ───────────────▶ read again, many with one request
/// ```
///
/// Either all of it is brought up to date, or it stays as it was: an error in the midst of a response makes
/// nothing known.
///
/// ``CalDAVConnector`` holds one for each calendar and calls ``update(_:_:target:at:)`` once a fetch.
///
/// ```
/// resources   "/ada/team/1.ics"   tag "a1"   the events of the file
///             "/ada/team/2.ics"   tag "b7"   …
/// mark        .token("http://radicale.org/ns/sync/…")
/// ```
struct CalDAVCollection {
  /// The address of the collection, as the server named it
  private let address: WebAddress

  /// By its path, decoded, because servers do not always encode a path the same way
  private var resources: [String: Resource] = [:]

  /// The window that ``resources`` cover; nil before the first list
  private var window: CalendarWindow?

  /// The mark of the collection when ``resources`` were read; nil if the server gives none, so that tags are
  /// compared
  private var mark: Mark?

  /// `true` if the server marks the calendar as one that does not make the person busy
  private var isTransparent = false

  /// A file of the calendar: an event, or a series with its exceptions
  private struct Resource {
    let tag: String
    let calendar: CalendarFile
  }

  /// A mark that stays the same as long as nothing in the collection changes
  private enum Mark: Equatable {
    case token(String)
    case tag(String)
  }

  /// A resource that has to be read
  ///
  /// Its path is decoded, `/ada/team/Büro.ics`; `href` is as the server wrote it, `/ada/team/B%C3%BCro.ics`.
  private struct Member {
    let path: String
    let href: String
    let tag: String
  }

  /// Resources of one calendar
  static let resourceLimit = 100_000

  /// Resources read with one request
  static let batchSize = 100

  /// The greatest number of responses that a server may split its changes into
  static let roundLimit = 100

  init(address: WebAddress) {
    self.address = address
  }

  /// The files of all resources, in the order of their paths
  var calendars: [CalendarFile] {
    resources.sorted { $0.key < $1.key }.map(\.value.calendar)
  }

  /// Brings it up to date
  ///
  /// - Parameter properties: those that the collection reported just now.
  /// - Returns: whether anything was requested.
  mutating func update(
    _ properties: Multistatus.Properties, _ service: inout CalDAVService, target: CalendarTarget,
    at now: Instant
  ) async throws(FetchFailure) -> Bool {
    let isTransparent = properties.isTransparent ?? false
    if isTransparent != self.isTransparent {
      // The events were read with the other setting.
      self = CalDAVCollection(address: address)
      self.isTransparent = isTransparent
    }
    let current: Mark? =
      properties.syncToken.map { .token($0) } ?? properties.collectionTag.map { .tag($0) }
    // The cheapest first: nothing has changed, then only the changes, then the list of the window.
    if let window, window.covers(now) {
      if let current, current == mark { return false }
      if case .token(let token)? = mark, case .token? = current {
        // Of 1.ics changed and 2.ics gone, one resource is read and one is forgotten.
        let changes = try await changes(since: token, &service)
        if let changes {
          try await take(changes.members, &service, target: target)
          for path in changes.removed { resources[path] = nil }
          mark = .token(changes.token)
          return true
        }
      }
    }
    let window = CalendarWindow(at: now)
    let members = try await members(in: window, &service)
    try await take(members, &service, target: target)
    let present = Set(members.map(\.path))
    resources = resources.filter { present.contains($0.key) }
    self.window = window
    // That of before the members were listed: a change meanwhile is reported the next time.
    mark = current
    return true
  }
}

// MARK: - Changes

extension CalDAVCollection {
  /// The differences since a token, over all the responses that the server has split them into
  private struct Changes {
    var members: [Member] = []
    var removed: Set<String> = []
    var token: String
  }

  /// - Returns: nil if the server no longer knows the token, or does not report the changes.
  private func changes(
    since token: String, _ service: inout CalDAVService
  ) async throws(FetchFailure) -> Changes? {
    var changes = Changes(token: token)
    for _ in 0..<Self.roundLimit {
      let result = try await service.report(
        address, .itself, CalDAVRequest.changes(since: changes.token),
        expected: [400, 403, 404, 405, 409, 410, 412, 415, 501, 507])
      guard let result, let next = result.syncToken, !next.isEmpty else { return nil }
      // Of a resource that is named twice, the later word counts: 1.ics changed, then 1.ics gone, is gone.
      var isCut = false
      for response in result.responses {
        let path = try path(of: response)
        if path == ownPath {
          // RFC 6578, section 3.6: the rest comes with the next token.
          isCut = isCut || response.status == 507
          continue
        }
        changes.members.removeAll { $0.path == path }
        if response.status == 404 {
          changes.removed.insert(path)
        } else {
          changes.removed.remove(path)
          changes.members.append(try member(response, path))
        }
      }
      guard !isCut || next != changes.token else { return nil }
      changes.token = next
      if !isCut { return changes }
    }
    return nil
  }

  /// The events of a window, and their tags
  private func members(
    in window: CalendarWindow, _ service: inout CalDAVService
  ) async throws(FetchFailure) -> [Member] {
    let result = try await service.report(address, .members, CalDAVRequest.events(in: window))
    var members: [Member] = []
    for response in result?.responses ?? [] {
      let path = try path(of: response)
      if path == ownPath, response.status == nil, response.fault == nil { continue }
      members.append(try member(response, path))
    }
    guard members.count <= Self.resourceLimit else {
      throw FetchFailure(
        .unreadable, "a calendar has at most \(Self.resourceLimit) events in 440 days")
    }
    return members
  }

  /// The resource of a response to a list or to a request for changes
  ///
  /// - Throws: if the server reports a problem with it, or no tag, without which a change could not be noticed.
  private func member(
    _ response: Multistatus.Response, _ path: String
  ) throws(FetchFailure) -> Member {
    try check(response, path)
    guard let tag = response.properties.tag, !tag.isEmpty else {
      throw FetchFailure(
        .unreadable, "\(address.host) does not say which version of `\(name(path))` it has")
    }
    return Member(path: path, href: response.href, tag: tag)
  }
}

// MARK: - Reading events

extension CalDAVCollection {
  /// Reads the members whose tags are not the known ones
  private mutating func take(
    _ members: [Member], _ service: inout CalDAVService, target: CalendarTarget
  ) async throws(FetchFailure) {
    var new: [String: Resource] = [:]
    // Resources whose tags are known are as they were. All others are read before any of them counts.
    var rest = members.filter { resources[$0.path]?.tag != $0.tag }[...]
    while !rest.isEmpty {
      let batch = rest.prefix(Self.batchSize)
      rest = rest.dropFirst(Self.batchSize)
      let result = try await service.report(
        address, .itself, CalDAVRequest.content(of: batch.map(\.href)))
      for response in result?.responses ?? [] {
        let path = try path(of: response)
        new[path] = try resource(response, path, target: target)
      }
      for member in batch where new[member.path] == nil {
        throw FetchFailure(
          .unreadable, "\(address.host) leaves `\(name(member.path))` out of its response")
      }
    }
    resources.merge(new) { $1 }
  }

  /// The content of one response of a multiget
  ///
  /// - Throws: if it is missing or is no calendar that can be known as a whole.
  private func resource(
    _ response: Multistatus.Response, _ path: String, target: CalendarTarget
  ) throws(FetchFailure) -> Resource {
    try check(response, path)
    guard let text = response.properties.calendar, let tag = response.properties.tag else {
      throw FetchFailure(.unreadable, "\(address.host) does not say what `\(name(path))` holds")
    }
    let calendar = target.read(Array(text.utf8), makesBusy: !isTransparent)
    if let reason = calendar.unknownReason {
      throw FetchFailure(.unreadable, "`\(name(path))` of \(address.host): \(reason)")
    }
    return Resource(tag: tag, calendar: calendar)
  }

  /// - Throws: if the server reports that something is wrong with a resource.
  private func check(
    _ response: Multistatus.Response, _ path: String
  ) throws(FetchFailure) {
    // A fault of the properties comes first: the status of the resource is there only if these have none.
    let status = response.fault ?? response.status.flatMap { (200..<300).contains($0) ? nil : $0 }
    let missing: Int? = response.lacksSomething ? 404 : nil
    guard let status = status ?? missing else { return }
    throw FetchFailure(
      .unreadable, "\(address.host) responded with \(status) for `\(name(path))`")
  }

  /// The path of the collection itself, which a list of its members also has
  private var ownPath: String { Self.decoded(address.path) }

  /// The decoded path of the resource that a response is of
  ///
  /// - Throws: if it is on another host, because a server cannot speak for the resources of another.
  private func path(of response: Multistatus.Response) throws(FetchFailure) -> String {
    guard let found = address.resolving(response.href), found.host == address.host else {
      throw FetchFailure(.unreadable, "\(address.host) responded for what is not its own")
    }
    return Self.decoded(found.path)
  }

  /// Without a slash at the end, which servers add and leave out
  private static func decoded(_ path: String) -> String {
    var path = PercentEncoding.decoded(path) ?? path
    if path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The last part of a path, for people
  private func name(_ path: String) -> String {
    String(path.split(separator: "/").last ?? "/").prefix(80).description
  }
}
