internal import OppEngine
internal import OppModel
internal import OppSession

/// The weather of OpenWeather, with a key
///
/// The weather now is that of https://openweathermap.org/current (60 requests a minute and 1,000,000 a
/// month are free, https://openweathermap.org/price), the table `forecast` the 48 hours of One Call
/// 3.0, https://openweathermap.org/api/one-call-3 (a subscription of its own, 1,000 requests a day
/// free). Both are renewed every 10 minutes.
///
/// ```
/// GET https://api.openweathermap.org/data/2.5/weather?lat=48.4133&lon=-123.3655&units=metric&appid=…
/// GET https://api.openweathermap.org/data/3.0/onecall?lat=…&lon=…&exclude=current,minutely,daily,alerts&…
/// ```
///
/// The key is in the address, so the request is marked as secret: it goes over https, or to a host in the home, and to
/// no other service.
struct OpenWeatherMapConnector: Connector {
  let provider: Provider
  private let address: WebAddress
  private let key: Secret

  /// The weather now, or the forecast
  private let subject: WeatherTarget
  private let web: WebClient

  /// The rows that the forecast had last; nil for the weather now
  private let memory: RowDiffer?

  static let usualAddress = "https://api.openweathermap.org"

  /// In bytes: more than 48 hours take
  private static let sizeLimit = 1 << 20

  /// A million a month, to the day
  private static let freeRequestsPerDay = 32_000

  /// The number of free calls a day of One Call 3.0
  private static let freeForecastsPerDay = 1000

  /// Its declaration for rules
  static let kind = ConnectorKind(
    "openweathermap", "The weather of OpenWeatherMap, with a key.", serves: [.data],
    options: [.secret("key", isRequired: true), .text("url")],
    connector: { settings throws(ConnectorProblem) in try OpenWeatherMapConnector(settings) })

  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    subject = try WeatherTarget(settings)
    address = try settings.address("url", default: Self.usualAddress)
    key = try settings.requiredSecret("key")
    web = settings.web
    memory = subject.memory
    provider = Provider(
      name: settings.name, served: [subject.subject.served],
      freshness: subject.isForecast ? 3600 : nil, cell: WeatherTarget.cell,
      quota: Quota(
        perMinute: 60,
        perDay: subject.isForecast ? Self.freeForecastsPerDay : Self.freeRequestsPerDay),
      latency: 0.5)
  }

  func fetch(_ fetch: Fetch, at now: Instant) async -> FetchResponse {
    await subject.response(
      to: fetch, at: now, from: web, memory, as: OpenWeatherMapDocument.self, request: request)
  }

  /// The request for the place of a fetch
  ///
  /// - Throws: if it is not known of which place.
  private func request(_ fetch: Fetch) throws(FetchFailure) -> WebRequest {
    let place = try subject.position(of: fetch).degrees
    var query = [(name: "lat", value: place.latitude), (name: "lon", value: place.longitude)]
    let target: WebAddress
    if subject.isForecast {
      target = address.adding(path: "data", "3.0", "onecall")
      query.append(("exclude", "current,minutely,daily,alerts"))
    } else {
      target = address.adding(path: "data", "2.5", "weather")
    }
    query.append(("units", "metric"))
    query.append(("appid", key.revealed))
    var request = WebRequest(.get, target.adding(query: query))
    request.markSecret()
    request.sizeLimit = Self.sizeLimit
    return request
  }
}
