/// The codes of present weather of the World Meteorological Organization (code table 4677), of which
/// services such as Open-Meteo use a part
enum PresentWeather {
  /// The case of `Sky` that a code means; nil if it does not describe the present sky
  static func sky(_ code: Int64) -> String? {
    switch code {
    // Clear, and mainly clear.
    case 0, 1: "clear"
    case 2, 3: "clouds"
    case 4: "smoke"
    case 5: "haze"
    case 6: "dust"
    case 7, 8: "sand"
    case 9: "dust"
    case 10: "mist"
    case 11, 12: "fog"
    case 17: "thunderstorm"
    case 18: "squall"
    case 19: "tornado"
    // 13 to 16 are seen from afar, 20 to 29 are over.
    case 30...35: "sand"
    case 36...39: "snow"
    case 40...49: "fog"
    // 58 and 59 are drizzle with rain.
    case 50...57: "drizzle"
    case 58, 59: "rain"
    case 60...67: "rain"
    // Rain and snow together, then snow, grains, crystals and pellets of ice.
    case 68...79: "snow"
    case 80...82: "rain"
    case 83...88: "snow"
    // Showers of hail, and weather after a thunderstorm of the last hour.
    case 89, 90: "thunderstorm"
    case 91, 92: "rain"
    case 93, 94: "snow"
    case 95...99: "thunderstorm"
    default: nil
    }
  }

  /// The case of `Sky` that a condition of OpenWeather means: https://openweathermap.org/weather-conditions
  static func sky(openWeather id: Int64) -> String? {
    switch id {
    case 200..<300: "thunderstorm"
    case 300..<400: "drizzle"
    case 500..<600: "rain"
    case 600..<700: "snow"
    case 701: "mist"
    case 711: "smoke"
    case 721: "haze"
    case 731: "dust"
    case 741: "fog"
    case 751: "sand"
    case 761: "dust"
    case 762: "ash"
    case 771: "squall"
    case 781: "tornado"
    case 800: "clear"
    case 801..<900: "clouds"
    default: nil
    }
  }
}
