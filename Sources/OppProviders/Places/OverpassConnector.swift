package import OppEngine
package import OppModel
package import OppSession

/// `overpass()`: places of a category around the person, from OpenStreetMap
///
/// https://wiki.openstreetmap.org/wiki/Overpass_API. A fetch is for one category around the middle of a cell
/// of the map, as far as the radius reaches from any corner of the cell: so its response is good for as long
/// as the person stays in the cell. Each category has its own response, which leaves the places of
/// other categories alone.
package struct OverpassConnector: Connector {
  package let provider: Provider

  /// The address of the interpreter, to which queries are posted
  private let address: WebAddress
  private let client: WebClient

  /// The distance up to which places are found, in metres
  private let radius: Double

  static let usualAddress = "https://overpass-api.de/api/interpreter"

  /// In metres
  static let usualRadius = 3000.0
  static let longestRadius = 50_000.0

  /// In degrees of latitude and of longitude: about 2.2 km from north to south
  static let cell = 0.02

  /// From the middle of a cell to its corners at the equator, in metres
  static let halfDiagonal = 1600.0

  /// Shops come and go by the month
  private static let freshness: Int64 = 7 * 86_400

  /// Below the two slots that the public server gives each address, and the 10,000 a day that it sets as limit
  /// (https://dev.overpass-api.de/overpass-doc/en/preface/commons.html)
  private static let quota = Quota(perMinute: 6, perDay: 1000, spacing: 5)

  /// In bytes: 16 MiB
  private static let sizeLimit = 16 << 20

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "overpass", "The nearest place of a kind, from OpenStreetMap.", serves: [.places],
    options: [.text("url"), ConnectorOption("radius", .length)],
    connector: { settings throws(ConnectorProblem) in try OverpassConnector(settings) })

  /// - Throws: if an option is not valid.
  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    try settings.requireTarget("places")
    address = try settings.address("url", default: Self.usualAddress)
    radius = settings.options.scalar("radius") ?? Self.usualRadius
    guard radius > 0, radius <= Self.longestRadius else {
      throw ConnectorProblem("the radius of overpass() is more than 0 and at most 50 km")
    }
    client = settings.web
    provider = Provider(
      name: settings.name, served: [.places], freshness: Self.freshness, cell: Self.cell,
      quota: Self.quota, latency: 3)
  }

  package func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    guard case .places(let category) = fetch.subject, let position = fetch.position else {
      let failure = FetchFailure(.misconfigured, "overpass() finds places around a position")
      return FetchResponse(fetch: fetch, outcome: .failed(failure))
    }
    guard let kind = PlaceCategory(named: category) else {
      let failure = FetchFailure(
        .misconfigured, "“\(category)” is not a category that overpass() can request")
      return FetchResponse(fetch: fetch, outcome: .failed(failure))
    }
    // The response has to be good for every place in the cell, so the circle reaches beyond its corners: of a radius of
    // 3000 m, 4600 m around the middle.
    let query = OverpassQuery.text(kind, around: position, radius: radius + Self.halfDiagonal)
    let exchange = await client.exchange(request(query))
    do throws(FetchFailure) {
      let response = try exchange.result.get()
      try Self.refuseWhenBusy(response, at: now)
      let places = try OverpassDocument.places(in: response, category: category)
      return FetchResponse(
        fetch: fetch, outcome: .arrived([.places(places, category: category)]),
        bytes: exchange.bytes)
    } catch {
      return FetchResponse(fetch: fetch, outcome: .failed(error), bytes: exchange.bytes)
    }
  }

  /// The request for a query: `data=` with the query encoded, as a form
  ///
  /// It may take ten seconds more than the server gives the query itself: time to queue, and to transfer.
  private func request(_ query: String) -> WebRequest {
    var request = WebRequest(
      .post, address, text: "data=" + WebAddress.encoded(query),
      type: "application/x-www-form-urlencoded")
    request.sizeLimit = Self.sizeLimit
    request.timeLimit = .seconds(OverpassQuery.timeLimit + 10)
    request.expectedStatuses = [504]
    request.set("Accept", "application/json")
    return request
  }

  /// Overpass responds with 504 if it has no room for a query now
  private static func refuseWhenBusy(
    _ response: WebResponse, at now: Instant
  ) throws(FetchFailure) {
    guard response.status == 504 else { return }
    let wait = response.header("Retry-After").flatMap { RetryAfter.seconds($0, now: now) }
    throw FetchFailure(.limited, "\(response.address.host) responded with 504", retryAfter: wait)
  }
}
