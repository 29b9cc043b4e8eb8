package import OppEngine
internal import OppJSON
package import OppModel
package import OppSession
internal import OppSystem

/// `nominatim()`: the positions of addresses, by OpenStreetMap's Nominatim
///
/// https://nominatim.org/release-docs/latest/api/Search/. The public server gets at most one request a second
/// and never two for the same (https://operations.osmfoundation.org/policies/nominatim/): a response is
/// kept for good.
///
/// ```
/// GET https://nominatim.openstreetmap.org/search?q=10%20Elm%20St&format=jsonv2&limit=1
/// [{"lat": "36.07", "lon": "-79.79", …}]      a position
/// []                                          there is no such address, which is kept as well
/// ```
package struct NominatimConnector: Connector {
  package let provider: Provider

  /// The server's root, to which `search` is added
  private let address: WebAddress
  private let client: WebClient

  static let usualAddress = "https://nominatim.openstreetmap.org"

  /// In bytes: one place is about a kilobyte
  private static let sizeLimit = 256 << 10

  /// The longest address that is requested, in bytes
  static let longestAddress = 1000

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "nominatim", "Positions of addresses, from OpenStreetMap.", serves: [.addresses],
    options: [.text("url")],
    connector: { settings throws(ConnectorProblem) in try NominatimConnector(settings) })

  /// - Throws: if an option is not valid.
  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    try settings.requireTarget("addresses")
    address = try settings.address("url", default: Self.usualAddress)
    client = settings.web
    provider = Provider(
      name: settings.name, served: [.addresses], freshness: nil,
      quota: Quota(spacing: 1), latency: 1)
  }

  package func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    guard case .address(let text) = fetch.subject else {
      let failure = FetchFailure(.misconfigured, "nominatim() provides the positions of addresses")
      return FetchResponse(fetch: fetch, outcome: .failed(failure))
    }
    let words = text.trimming(" \t\n")
    // A text that cannot be an address has no position: the response is as good as one of the server.
    guard !words.isEmpty, words.utf8.count <= Self.longestAddress else {
      return FetchResponse(fetch: fetch, outcome: .arrived([.address(text: text, position: nil)]))
    }
    var request = WebRequest(
      .get,
      address.adding(path: "search").adding(query: [
        ("q", words), ("format", "jsonv2"), ("limit", "1"),
      ]))
    request.sizeLimit = Self.sizeLimit
    request.set("Accept", "application/json")
    let exchange = await client.exchange(request)
    do throws(FetchFailure) {
      let position = try Self.position(in: try exchange.result.get())
      return FetchResponse(
        fetch: fetch, outcome: .arrived([.address(text: text, position: position)]),
        bytes: exchange.bytes)
    } catch {
      return FetchResponse(fetch: fetch, outcome: .failed(error), bytes: exchange.bytes)
    }
  }

  /// The first place of the list; nil if the list is empty
  private static func position(in response: WebResponse) throws(FetchFailure) -> Position? {
    guard response.status == 200, !response.isPage, let json = ParsedJSON(response.body) else {
      throw response.unreadable("a list of places")
    }
    guard let places = ParsedJSON.array(json.root) else {
      guard json.root["error"] != nil else { throw response.unreadable("a list of places") }
      throw FetchFailure(
        .broken, "\(response.address.host) responded with an error in place of places")
    }
    guard let place = places.first else { return nil }
    guard let latitude = json.number("lat", of: place),
      let longitude = json.number("lon", of: place),
      let position = Position(latitude: latitude, longitude: longitude)
    else { throw response.unreadable("a place with a position") }
    return position
  }
}
