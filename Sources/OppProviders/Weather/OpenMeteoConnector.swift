internal import OppEngine
internal import OppModel
internal import OppSession

/// The weather of Open-Meteo, without a key: https://open-meteo.com/en/docs
///
/// Its models are renewed every hour or few (3 hours for most of the world) and are 1 to 25 km fine.
/// Free for private use below 600 requests a minute and 10,000 a day
/// (https://open-meteo.com/en/terms).
///
/// ```
/// GET https://api.open-meteo.com/v1/forecast?latitude=48.4133&longitude=-123.3655&timeformat=unixtime&current=…
/// ```
struct OpenMeteoConnector: Connector {
  let provider: Provider
  private let address: WebAddress

  /// The weather now, or the forecast
  private let subject: WeatherTarget
  private let web: WebClient

  /// The rows that the forecast had last; nil for the weather now
  private let memory: RowDiffer?

  static let usualAddress = "https://api.open-meteo.com/v1/forecast"

  /// More than a week of hours takes, in bytes
  private static let sizeLimit = 1 << 20

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "openmeteo", "The weather of Open-Meteo, without a key.", serves: [.data],
    options: [.text("url")],
    connector: { settings throws(ConnectorProblem) in try OpenMeteoConnector(settings) })

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    subject = try WeatherTarget(settings)
    address = try settings.address("url", default: Self.usualAddress)
    web = settings.web
    memory = subject.memory
    provider = Provider(
      name: settings.name, served: [subject.subject.served],
      freshness: subject.isForecast ? 3600 : nil, cell: WeatherTarget.cell,
      quota: Quota(perMinute: 600, perDay: 10_000), latency: 0.5)
  }

  func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    await subject.response(
      to: fetch, at: now, from: web, memory, as: OpenMeteoDocument.self, request: request)
  }

  /// The request for the place of a fetch
  ///
  /// - Throws: if it is not known of which place.
  private func request(_ fetch: Fetch) throws(FetchFailure) -> WebRequest {
    let place = try subject.position(of: fetch).degrees
    var query = [
      (name: "latitude", value: place.latitude), (name: "longitude", value: place.longitude),
      (name: "timeformat", value: "unixtime"),
    ]
    if subject.isForecast {
      query.append(("hourly", OpenMeteoDocument.expectedVariables.joined(separator: ",")))
      query.append(("forecast_hours", "\(OpenMeteoDocument.forecastHours)"))
    } else {
      query.append(("current", OpenMeteoDocument.presentVariables.joined(separator: ",")))
    }
    var request = WebRequest(.get, address.adding(query: query))
    request.sizeLimit = Self.sizeLimit
    return request
  }
}
