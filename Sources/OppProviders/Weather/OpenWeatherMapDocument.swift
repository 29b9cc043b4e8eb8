internal import OppEngine
internal import OppJSON
internal import OppModel
internal import OppRecordings
internal import OppSession

/// A response of OpenWeather in metric units: °C, m/s, hPa, metres, percent, mm/h
///
/// `2.5/weather` as of https://openweathermap.org/current, One Call 3.0 as of
/// https://openweathermap.org/api/one-call-3. Errors are objects with `cod` and `message`, in the first
/// with a `cod` in the good responses as well.
struct OpenWeatherMapDocument: WeatherDocument {
  /// The response
  private let document: JSONDocument

  /// More hours than One Call gives
  private static let mostHours = 96

  init(_ document: JSONDocument) {
    self.document = document
  }

  /// The weather now, and the time of its observation
  ///
  /// ```json
  /// {"weather": [{"id": 501, "main": "Rain"}], "main": {"temp": 25.3, "feels_like": 25.6,
  ///  "pressure": 1015, "humidity": 64}, "visibility": 10000, "wind": {"speed": 0.62, "gust": 1.18},
  ///  "rain": {"1h": 3.16}, "clouds": {"all": 100}, "dt": 1661870592, "cod": 200}
  /// ```
  func present() throws(FetchFailure) -> (report: WeatherReport, time: Instant?) {
    let root = document.root
    try checkCode()
    guard let main = root["main"] else { throw failure }
    var report = WeatherReport()
    report.temperature = document.number(main["temp"])
    report.feltTemperature = document.number(main["feels_like"])
    report.humidity = document.number(main["humidity"])
    // At sea level, as other services have it; `pressure` is the same unless both are given.
    report.pressure = document.number(main["sea_level"]) ?? document.number(main["pressure"])
    report.clouds = document.number(root["clouds"]?["all"])
    report.wind = document.number(root["wind"]?["speed"])
    report.gust = document.number(root["wind"]?["gust"])
    report.windDirection = document.number(root["wind"]?["deg"])
    report.visibility = document.number(root["visibility"])
    fill(&report, from: root)
    guard !report.isEmpty else { throw failure }
    return (report, document.instant(root["dt"]))
  }

  /// The forecast, an hour a report
  ///
  /// ```json
  /// {"lat": 33.44, "timezone_offset": -18000, "hourly": [{"dt": 1684926000, "temp": 19.1,
  ///  "wind_speed": 2.58, "weather": [{"id": 803}], "rain": {"1h": 0.24}, "pop": 0.15}]}
  /// ```
  func expected() throws(FetchFailure) -> [WeatherReport] {
    try checkCode()
    guard let hours = document.root["hourly"]?.elements, !hours.isEmpty,
      hours.count <= Self.mostHours
    else { throw failure }
    var reports: [WeatherReport] = []
    for hour in hours {
      guard let begins = document.instant(hour["dt"]) else { throw failure }
      var report = WeatherReport()
      report.temperature = document.number(hour["temp"])
      report.wind = document.number(hour["wind_speed"])
      fill(&report, from: hour)
      report.begins = begins
      report.ends = begins.advanced(by: 3600)
      if report.temperature != nil { reports.append(report) }
    }
    guard !reports.isEmpty else { throw failure }
    return reports
  }

  /// Fills in the sky, rain and snow
  private func fill(_ report: inout WeatherReport, from value: JSONValue) {
    let condition = document.integer(value["weather"]?.elements?.first?["id"])
    report.sky = condition.flatMap { PresentWeather.sky(openWeather: $0) }
    report.rain = rate(value["rain"], sky: report.sky)
    report.snow = rate(value["snow"], sky: report.sky)
  }

  /// A rate of fall
  ///
  /// `rain` and `snow` are left out if nothing falls. If the sky that the service reports is one from
  /// which nothing falls, the rate is 0; else it is not known.
  private func rate(_ value: JSONValue?, sky: String?) -> Double? {
    if let rate = document.number(value?["1h"]) { return rate / 3_600_000 }
    return sky.map { Self.isDry($0) } == true ? 0 : nil
  }

  /// `true` if nothing falls under a sky; fog and mist are dry
  private static func isDry(_ sky: String) -> Bool {
    !["rain", "drizzle", "thunderstorm", "snow", "squall", "tornado"].contains(sky)
  }

  /// Fails for a `cod` other than 200, which is a number in some responses and a text in others: `"404"`
  private func checkCode() throws(FetchFailure) {
    guard let code = document.root["cod"] else { return }
    let number = document.integer(code) ?? code.text.flatMap { Int64($0) }
    switch number {
    case 200: return
    case 400, 404:
      throw FetchFailure(.misconfigured, "\(document.file.path) responded with \(number ?? 0)")
    case 401, 403: throw FetchFailure(.refused, "\(document.file.path) refuses the key")
    case 429: throw FetchFailure(.limited, "\(document.file.path) responded with 429")
    default: throw failure
    }
  }

  /// The failure of a response without weather
  private var failure: FetchFailure {
    FetchFailure(.unreadable, "\(document.file.path) did not respond with the weather")
  }
}
