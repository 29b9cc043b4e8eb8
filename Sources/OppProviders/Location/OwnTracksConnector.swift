package import OppEngine
package import OppModel
package import OppSession
internal import OppSystem

/// `owntracks("file or URL")`: the position that a phone with OwnTracks reported last
///
/// A file that a program writes messages to, such as a `.rec` file of the recorder, or the address of the
/// recorder's `/api/0/last`. A position counts from its own time: one of hours ago is stale at once.
///
/// ```json
/// {"_type":"location","acc":12,"alt":240,"batt":81,"lat":36.07,"lon":-79.79,"tid":"AL","tst":1782043140,"vel":18}
/// ```
///
/// is a position of 2026-06-21T11:59:00Z with an accuracy of 12 m and a speed of 18 km/h, 5 m/s.
package struct OwnTracksConnector: Connector {
  package let provider: Provider

  /// The source, and how a fix becomes a reading of it
  private let target: LocationTarget

  /// The place of the messages
  private let location: Location
  private let client: WebClient

  /// A file, with its name for messages, or an address, with whether it is a secret
  private enum Location: Sendable {
    case file(path: String, name: String)
    case web(WebAddress, isSecret: Bool, CalendarCredentials?)
  }

  /// The length of the end of a file that is read, in bytes: a month of a `.rec` file is a few megabytes
  private static let tail = 256 << 10

  /// The most that is read from the web, in bytes
  private static let sizeLimit = 1 << 20

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "owntracks", "The position of a telephone, through OwnTracks.", serves: [.data],
    options: [.text("url", isRequired: true), .text("user"), .secret("password")],
    connector: { settings throws(ConnectorProblem) in try OwnTracksConnector(settings) })

  /// - Throws: if an option is not valid.
  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    target = try LocationTarget(settings)
    guard let (text, isSecret) = settings.textOrSecret("url") else {
      throw ConnectorProblem("`owntracks` needs a file or a URL")
    }
    let isWeb = text.lowercased().hasPrefix("http://") || text.lowercased().hasPrefix("https://")
    if isWeb {
      location = .web(
        try settings.address(of: text, in: "url"), isSecret: isSecret, try settings.credentials())
    } else {
      location = .file(
        path: settings.path(of: text), name: isSecret ? "the file of OwnTracks" : text)
    }
    client = settings.web
    provider = Provider(
      name: settings.name, served: [.source(target.source)],
      quota: Quota(spacing: isWeb ? 30 : 0), cost: isWeb ? nil : 0.01, latency: isWeb ? 1 : 0)
  }

  package func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    var bytes = 0
    do throws(FetchFailure) {
      let fix: Fix
      switch location {
      case .file(let path, let name): fix = try Self.read(path, name)
      case .web(let address, let isSecret, let credentials):
        var request = WebRequest(.get, address)
        request.sizeLimit = Self.sizeLimit
        request.set("Accept", "application/json")
        if isSecret { request.markSecret() }
        if let credentials {
          request.authorize(user: credentials.user, password: credentials.password)
        }
        let exchange = await client.exchange(request)
        bytes = exchange.bytes
        fix = try Self.read(try exchange.result.get())
      }
      return FetchResponse(
        fetch: fetch, outcome: .arrived([target.reading(of: fix, at: now)]), bytes: bytes)
    } catch {
      return FetchResponse(fetch: fetch, outcome: .failed(error), bytes: bytes)
    }
  }

  /// The latest position in a response
  private static func read(_ response: WebResponse) throws(FetchFailure) -> Fix {
    var messages = OwnTracksMessages()
    guard !response.isPage, messages.read(document: response.body) else {
      throw response.unreadable("a position of OwnTracks")
    }
    return try messages.fix(from: response.address.host)
  }

  /// The latest position in the end of a file
  private static func read(_ path: String, _ name: String) throws(FetchFailure) -> Fix {
    let bytes: [UInt8]
    do throws(RegularFile.Failure) {
      bytes = try RegularFile.lastBytes(of: path, upTo: tail)
    } catch {
      switch error {
      case .notRegular: throw FetchFailure.file(.misconfigured, "\(name) is not a regular file")
      case .tooLarge, .system:
        throw FetchFailure.file(.misconfigured, "\(name) cannot be read, or is not there")
      }
    }
    var messages = OwnTracksMessages()
    if !messages.read(document: bytes) { messages.read(lines: bytes) }
    do {
      return try messages.fix(from: name)
    } catch {
      throw .file(error.kind, error.reason)
    }
  }
}
