internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppRecordings
internal import OppSession

/// A response of Open-Meteo's `/v1/forecast`, in the shape of https://open-meteo.com/en/docs
///
/// ```json
/// {"latitude": 52.52, "utc_offset_seconds": 0,
///  "current_units": {"time": "unixtime", "interval": "seconds", "temperature_2m": "°C", …},
///  "current": {"time": 1757314800, "interval": 900, "temperature_2m": 15.6, …},
///  "hourly_units": {"time": "unixtime", "temperature_2m": "°C", …},
///  "hourly": {"time": [1757314800, …], "temperature_2m": [15.6, …], …}}
/// ```
///
/// Rain and snow are sums of the interval that ends at their time: the hour, or `interval` seconds.
struct OpenMeteoDocument: WeatherDocument {
  /// The response
  private let document: JSONDocument

  init(_ document: JSONDocument) {
    self.document = document
  }

  /// The variables of `current=` in the request
  static let presentVariables = [
    "temperature_2m", "apparent_temperature", "relative_humidity_2m", "cloud_cover",
    "wind_speed_10m", "wind_gusts_10m", "rain", "showers", "snowfall", "pressure_msl",
    "visibility", "weather_code", "wind_direction_10m", "uv_index",
  ]

  /// The variables of `hourly=` in the request
  static let expectedVariables = [
    "temperature_2m", "wind_speed_10m", "rain", "showers", "snowfall", "weather_code",
  ]

  /// The reach of the table `forecast`, in hours
  static let forecastHours = 168

  /// The weather now, and the time of its observation
  func present() throws(FetchFailure) -> (report: WeatherReport, time: Instant?) {
    guard !document.root.reportsError, let current = document.root["current"],
      let units = document.root["current_units"], case .object = current.content
    else { throw failure }
    // Without the interval that rain fell in there is no rate; the documentation says 15 minutes.
    let interval = document.number(current["interval"]) ?? 0
    let report = report(seconds: interval, units) { current[$0] }
    guard !report.isEmpty else { throw failure }
    return (report, document.instant(current["time"]))
  }

  /// The forecast, an hour a report
  ///
  /// The value of an hour is of its beginning, but its rain is that which fell before: an interval gets
  /// the rain of the next time.
  ///
  /// ```
  /// time    12:00  13:00  14:00        rows   12:00..13:00   rain 3.6 mm/h
  /// rain        9    3.6      0 mm            13:00..14:00   rain 0 mm/h
  ///                                           14:00..15:00   rain unknown
  /// ```
  func expected() throws(FetchFailure) -> [WeatherReport] {
    guard !document.root.reportsError, let hourly = document.root["hourly"],
      let units = document.root["hourly_units"], let times = hourly["time"]?.elements,
      times.count <= Self.forecastHours + 24
    else { throw failure }
    var columns: [String: [JSONValue]] = [:]
    for name in Self.expectedVariables {
      guard let values = hourly[name]?.elements, values.count == times.count else { continue }
      columns[name] = values
    }
    var reports: [WeatherReport] = []
    for (index, time) in times.enumerated() {
      guard let begins = document.instant(time) else { throw failure }
      var report = report(seconds: 3600, units) { columns[$0]?[index] }
      let next = index + 1 < times.count ? document.instant(times[index + 1]) : nil
      if let next, next.seconds(since: begins) == 3600 {
        let later = self.report(seconds: 3600, units) { columns[$0]?[index + 1] }
        (report.rain, report.snow) = (later.rain, later.snow)
      } else {
        (report.rain, report.snow) = (nil, nil)
      }
      report.begins = begins
      report.ends = begins.advanced(by: 3600)
      if !report.isEmpty { reports.append(report) }
    }
    guard !reports.isEmpty else { throw failure }
    return reports
  }

  /// The values of one time in base units
  ///
  /// `rain` 0.3 and `showers` 0.6 mm of 900 seconds are 0.000001 m/s, which is 3.6 mm/h.
  ///
  /// - Parameters:
  ///   - seconds: the interval of the sums; 0 if it is not known, so that there are no rates.
  ///   - units: an object from names of variables to spellings of units.
  ///   - value: the value of a variable; nil if it is missing.
  private func report(
    seconds: Double, _ units: JSONValue, _ value: (String) -> JSONValue?
  ) -> WeatherReport {
    func quantity(_ name: String, _ dimension: Dimension) -> Double? {
      guard let number = document.number(value(name)) else { return nil }
      return ServiceUnit.value(number, units[name]?.text, dimension)
    }
    func rate(_ name: String) -> Double? {
      guard seconds > 0, let depth = quantity(name, .length) else { return nil }
      return depth / seconds
    }
    var report = WeatherReport()
    report.temperature = quantity("temperature_2m", .temperature)
    report.feltTemperature = quantity("apparent_temperature", .temperature)
    report.humidity = quantity("relative_humidity_2m", .percent)
    report.clouds = quantity("cloud_cover", .percent)
    report.wind = quantity("wind_speed_10m", .speed)
    report.gust = quantity("wind_gusts_10m", .speed)
    report.windDirection = quantity("wind_direction_10m", .angle)
    // The index has no unit.
    report.ultraviolet = document.number(value("uv_index"))
    report.pressure = quantity("pressure_msl", .pressure)
    report.visibility = quantity("visibility", .length)
    report.snow = rate("snowfall")
    // Models that do not distinguish showers from rain leave them out.
    report.rain = rate("rain").map { $0 + (rate("showers") ?? 0) }
    report.sky = document.integer(value("weather_code")).flatMap { PresentWeather.sky($0) }
    return report
  }

  /// The failure of a response without weather, which may report an error
  private var failure: FetchFailure {
    let host = document.file.path
    return document.root.reportsError
      ? FetchFailure(.unreadable, "\(host) responded with an error")
      : FetchFailure(.unreadable, "\(host) did not respond with the weather")
  }
}
