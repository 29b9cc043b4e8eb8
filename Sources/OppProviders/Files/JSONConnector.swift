internal import OppEngine
internal import OppModel
internal import OppRecordings
internal import OppSession

/// A source or a table from a JSON document of any service
///
/// ```opp
/// table chores by id { id: Text, due: Instant, done: Bool }
/// connect chores to json("https://home.example.org/api", rows: "data.items", token: env("HOME_TOKEN"))
/// ```
///
/// reads `{"data": {"items": [{"id": "a", "done": false}, {"id": "b", "due": "2026-06-22T07:00Z"}]}}` as two rows.
struct JSONConnector: Connector {
  let provider: Provider
  private let address: WebAddress

  /// The keys from the root of the document to the rows: `["data", "items"]`; empty for the root
  private let path: [String]

  /// For the header `Authorization: Bearer …`; nil for none
  private let token: Secret?

  /// The reader of the response
  private let rows: JSONRows
  private let web: WebClient

  /// The rows that a table had last; nil for a source
  private let memory: RowDiffer?

  /// JSON is held as a tree while it is read, and takes many times its size
  private static let sizeLimit = 8 << 20

  /// For a service of which nothing is known: no more than one would do by hand
  private static let perMinute = 60

  /// The time for which the rows of a table count, in seconds
  private static let freshness: Int64 = 900

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "json", "Readings of an address that responds with JSON.", serves: [.data],
    options: [.text("url", isRequired: true), .text("rows"), .secret("token")], hasAllValues: true,
    connector: { settings throws(ConnectorProblem) in try JSONConnector(settings) })

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    let subject = try settings.subject()
    address = try settings.address("url")
    path = (settings.text("rows") ?? "").split(separator: ".").map(String.init)
    token = settings.options.secret("token")
    rows = JSONRows(
      subject: subject, zone: settings.zone, enumerations: settings.graph.enumerations,
      origin: .service(address.host))
    web = settings.web
    memory = subject.memory
    hasSecretAddress = settings.options.secret("url") != nil
    provider = Provider(
      name: settings.name, served: [subject.served], hasAllValues: true, freshness: Self.freshness,
      quota: Quota(perMinute: Self.perMinute))
  }

  /// `true` if the address itself is a secret
  private let hasSecretAddress: Bool

  func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    var request = WebRequest(.get, address)
    request.sizeLimit = Self.sizeLimit
    request.set("Accept", "application/json")
    if let token { request.authorize(bearer: token) }
    if hasSecretAddress { request.markSecret() }
    let exchange = await web.exchange(request)
    return FetchResponse(
      fetch: fetch, outcome: outcome(of: exchange, fetch, now), bytes: exchange.bytes)
  }

  /// The outcome of a fetch, from the response to its request
  private func outcome(
    of exchange: HTTPExchange, _ fetch: Fetch, _ now: Instant
  ) -> FetchResponse.Outcome {
    do throws(FetchFailure) {
      let response = try exchange.result.get()
      guard !response.body.isEmpty, !response.isPage else { throw response.unreadable("JSON") }
      let file = TextFile(path: address.host, bytes: response.body)
      let found = try rows.read(file, path: path, allowsLines: false, now: now)
      return found.outcome(of: fetch, at: now, memory)
    } catch {
      return .failed(error)
    }
  }
}
