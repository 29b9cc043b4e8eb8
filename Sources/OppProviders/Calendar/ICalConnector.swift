package import OppEngine
package import OppModel
internal import OppRecordings
package import OppSession
internal import OppSystem

/// `ical("file or URL")`: a calendar in one file, here or on the web
///
/// A file is read again when its size, its time of modification or the file behind its name has changed.
/// On the web, the validators of the last good response (`ETag`, `Last-Modified`) go with the next request, so that the service can reply
/// `304 Not Modified`; ``CalendarChanges`` has the readings that follow from that. Nothing is kept of a response that is no calendar, so
/// that no `304` can ever confirm it.
///
/// ```opp
/// connect calendar to ical("family.ics")
/// connect holidays to ical("webcal://example.org/holidays.ics")
/// connect agenda to ical(env("PRIVATE_CALENDAR"))
/// ```
package actor ICalConnector: Connector {
  nonisolated package let provider: Provider

  /// `calendar` and `agenda`, or the table that is connected
  private let target: CalendarTarget
  private let client: WebClient
  nonisolated let location: Location
  private var changes: CalendarChanges

  /// The last good response; nil before the first
  private var known: Known?

  enum Location: Sendable {
    /// A file here; `name` is the one for messages, which does not repeat a secret
    case file(path: String, name: String)

    /// An address; `isSecret` if the address itself is one, as the private address of a calendar
    case web(WebAddress, isSecret: Bool, CalendarCredentials?)
  }

  /// The last good response, and the marks that distinguish it from another
  private struct Known {
    let calendar: CalendarFile
    let mark: Mark
  }

  /// The marks that distinguish one state of the calendar from another
  private enum Mark: Equatable {
    /// nil if the state of the file could not be determined
    case file(FileStamp?)

    /// `ETag` and `Last-Modified` of the response, as they came; nil if the service sent none
    case web(tag: String?, modified: String?)
  }

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "ical", "A calendar by its address.", serves: [.data],
    options: [
      .text("url", isRequired: true), .text("user"), .secret("password"), .text("me"),
    ],
    connector: { settings throws(ConnectorProblem) in try ICalConnector(settings) })

  /// - Throws: if an option is not valid.
  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    target = try CalendarTarget(settings)
    location = try Self.location(settings)
    var latency = 1.0
    if case .file = location { latency = 0.1 }
    provider = .calendar(settings, target, latency: latency)
    client = settings.web
    changes = CalendarChanges(target)
  }

  nonisolated package var watchedFiles: [String] {
    if case .file(let path, _) = location { [path] } else { [] }
  }

  package func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    var exchange = CalendarExchange(client)
    do throws(FetchFailure) {
      let new: Known
      switch location {
      case .file(let path, let name): new = try read(path, name)
      case .web(let address, let isSecret, let credentials):
        new = try await load(address, isSecret, credentials, &exchange)
      }
      let arrivals = try changes.arrivals(of: new.calendar, at: now)
      known = new
      return FetchResponse(fetch: fetch, outcome: .arrived(arrivals), bytes: exchange.bytes)
    } catch {
      return FetchResponse(fetch: fetch, outcome: .failed(error), bytes: exchange.bytes)
    }
  }
}

// MARK: - Files

extension ICalConnector {
  /// The calendar of a file; the known one if its mark is the same
  ///
  /// - Parameter name: the file's name for messages.
  private func read(_ path: String, _ name: String) throws(FetchFailure) -> Known {
    let stamp = FileStamp(path: path)
    if let known, let stamp, known.mark == .file(stamp) { return known }
    let file: TextFile
    do {
      file = try TextFile(path: path)
    } catch {
      let problem = RecordingProblem(kind: error.kind, file: name)
      throw .file(.misconfigured, "\(name): \(problem.message)")
    }
    let calendar = target.read(file.bytes)
    if let reason = calendar.unknownReason { throw .file(.unreadable, "\(name): \(reason)") }
    // Taken before the file was read: one that was written meanwhile is read once more.
    return Known(calendar: calendar, mark: .file(stamp))
  }
}

// MARK: - The web

extension ICalConnector {
  /// The calendar at an address; the known one if the service replies that nothing has changed
  ///
  /// - Throws: a failure of the request, or `unreadable` for anything but a calendar: an empty body and a login page
  ///   are none.
  private func load(
    _ address: WebAddress, _ isSecret: Bool, _ credentials: CalendarCredentials?,
    _ exchange: inout CalendarExchange
  ) async throws(FetchFailure) -> Known {
    var request = WebRequest(.get, address)
    request.set("Accept", "text/calendar, */*;q=0.1")
    if isSecret { request.markSecret() }
    if let credentials {
      request.authorize(user: credentials.user, password: credentials.password)
    }
    if case .web(let tag, let modified)? = known?.mark {
      if let tag { request.set("If-None-Match", tag) }
      if let modified { request.set("If-Modified-Since", modified) }
    }
    let response = try await exchange.send(request)
    if response.status == 304 {
      guard let known else {
        throw FetchFailure(
          .broken, "\(address.host) responded with 304 to a request for everything")
      }
      return known
    }
    guard response.status == 200 else {
      throw FetchFailure(
        .unreadable, "\(address.host) responded with \(response.status) in place of a calendar")
    }
    guard !response.isPage, response.body.contains(where: { $0 > 0x20 }) else {
      throw response.unreadable("a calendar")
    }
    let calendar = target.read(response.body)
    if let reason = calendar.unknownReason {
      throw FetchFailure(.unreadable, "the response of \(address.host): \(reason)")
    }
    return Known(
      calendar: calendar,
      mark: .web(tag: response.header("ETag"), modified: response.header("Last-Modified")))
  }
}

// MARK: - Options

extension ICalConnector {
  /// The location that the option `url` means: by its scheme, a path if it has none
  ///
  /// ```
  /// family.ics                     a file in the folder of the rules
  /// file:///home/ada/family.ics    a file
  /// webcal://example.org/a.ics     https://example.org/a.ics
  /// ```
  private static func location(
    _ settings: ConnectorSettings
  ) throws(ConnectorProblem) -> Location {
    guard let (text, isSecret) = settings.textOrSecret("url") else {
      throw settings.problem("it needs a file or a URL")
    }
    let credentials = try settings.credentials()
    if let scheme = scheme(of: text) {
      switch scheme {
      case "http", "https":
        return .web(
          try settings.address(of: text, in: "url"), isSecret: isSecret, credentials)
      case "webcal", "webcals":
        // A convention of calendars for the web's own: https, which all that matter support.
        let rest = text.dropFirst(scheme.utf8.count)
        return .web(
          try settings.address(of: "https" + rest, in: "url"), isSecret: isSecret, credentials)
      case "file":
        guard let path = path(ofFileAddress: text) else {
          throw settings.problem("the address is not one of a file")
        }
        return .file(path: path, name: isSecret ? "the calendar's file" : path)
      default:
        throw settings.problem(
          "a calendar is a file, or begins with https://, http:// or webcal://")
      }
    }
    return .file(path: settings.path(of: text), name: isSecret ? "the calendar's file" : text)
  }

  /// The path of an address of a file (RFC 8089); `nil` if it has none
  ///
  /// The host before the path is passed over: no file of another machine can be read. `%` without two digits stays.
  private static func path(ofFileAddress text: String) -> String? {
    let rest = text.dropFirst("file://".count).prefix { $0 != "?" && $0 != "#" }
    guard let slash = rest.firstIndex(of: "/") else { return nil }
    let path = String(rest[slash...])
    return PercentEncoding.decoded(path) ?? path
  }

  /// The characters before `://`, in lower case; nil if there are none
  private static func scheme(of text: String) -> String? {
    guard let end = text.firstRange(of: "://")?.lowerBound else { return nil }
    return text[..<end].lowercased()
  }
}
