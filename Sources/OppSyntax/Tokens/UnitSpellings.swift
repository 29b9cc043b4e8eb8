/// The units that people write, to see that `30 min` means `30min`
///
/// The quantity that a unit measures is not known here.
package enum UnitSpellings {
  /// The unit of time that a word means; nil for any other word
  static func unitOfTime(meantBy word: String) -> String? {
    guard let unit = unit(meantBy: word), ["s", "min", "h", "d", "w"].contains(unit) else {
      return nil
    }
    return unit
  }

  /// `true` if a text is one quantity of time: `30min`, `30m`, `1h30m`
  ///
  ///     30min   30m   1h30m   → true         min   5km   30 min   → false
  package static func isDuration(_ text: String) -> Bool {
    let unit = text.drop { $0.isNumber || $0 == "." || $0 == "_" }
    guard unit.utf8.count < text.utf8.count else { return false }
    let word = String(unit.prefix { $0.isLetter })
    return word == "m" || unitOfTime(meantBy: word) != nil
  }

  /// The unit of the higher end of a range, if the lower end is a mere number: `C` of `20` and `25C`
  ///
  ///     20 and 25C → C     20 and 25% → %     20C and 25C → nothing, as the lower end has its own
  static func unit(of high: String, notOf low: String) -> String {
    func isPlain(_ character: Character) -> Bool { character.isNumber || character == "." }
    guard low.allSatisfy(isPlain), high.first.map(isPlain) ?? false else { return "" }
    let unit = high.drop(while: isPlain)
    return unit.allSatisfy({ $0.isLetter || $0 == "%" || $0 == "/" }) ? String(unit) : ""
  }

  /// The code of a currency by its sign, by everyday words, or as it is
  private static func currency(meantBy word: String) -> String? {
    switch word {
    // Those that people use most: `5 AND` is no amount.
    case "EUR", "USD", "GBP", "JPY", "CHF", "CAD", "AUD", "NZD", "SEK", "NOK", "DKK", "PLN", "CZK",
      "HUF", "RON", "INR", "CNY", "KRW", "SGD", "HKD", "BRL", "MXN", "ZAR", "TRY", "UAH", "ILS":
      return word
    case "euro", "euros", "Euro", "Euros": return "EUR"
    case "dollar", "dollars": return "USD"
    default:
      guard let scalar = word.unicodeScalars.first, word.unicodeScalars.count == 1 else {
        return nil
      }
      return scalar.currencyCode
    }
  }

  /// The names of units that may be spelled wrong
  static let longNames = [
    "second", "seconds", "minute", "minutes", "hours", "weeks", "meters", "miles", "kilometers",
  ]

  /// The unit that a word beside a number means; nil for any other word
  ///
  ///     minutes → min     miles → mi     celsius → C     degrees → C     inch → in     apples → nil
  static func unit(meantBy word: String) -> String? {
    switch word {
    case "s", "sec", "secs", "second", "seconds", "Sekunde", "Sekunden", "seconde", "secondes": "s"
    case "min", "mins", "minute", "minutes", "Minute", "Minuten", "minuten", "minutos": "min"
    case "h", "hr", "hrs", "hour", "hours", "Stunde", "Stunden", "stunden", "heure", "heures",
      "horas":
      "h"
    case "d", "day", "days", "Tag", "Tage", "Tagen", "tage", "jour", "jours": "d"
    case "w", "week", "weeks", "Woche", "Wochen", "wochen", "semaine", "semaines": "w"
    case "m", "metre", "metres", "meter", "meters", "Meter": "m"
    case "km", "kilometre", "kilometres", "kilometer", "kilometers", "Kilometer": "km"
    case "mi", "mile", "miles": "mi"
    case "kmh", "kph", "kmph", "km/h": "km/h"
    case "kwh", "KWh", "KWH", "kWH": "kWh"
    case "kw", "KW": "kW"
    case "wh", "WH": "Wh"
    case "hpa", "mbar", "hectopascal": "hPa"
    case "cm", "mm", "ft", "mph", "kn", "hPa", "am", "pm": word
    case "feet", "foot": "ft"
    case "inch", "inches": "in"
    case "knots", "knot": "kn"
    case "C", "°C", "celsius", "Celsius": "C"
    case "F", "°F", "fahrenheit", "Fahrenheit": "F"
    case "°", "degree", "degrees", "Grad", "grad", "degres", "gradi", "grados": "C"
    case "%", "percent", "Prozent", "prozent", "pourcent": "%"
    case "W", "kW", "Wh", "kWh", "V", "A", "g", "kg", "lb", "oz", "l", "ml", "ppm", "lx", "deg",
      "K":
      word
    case "watt", "watts": "W"
    case "kilowatt", "kilowatts": "kW"
    case "volt", "volts": "V"
    case "amp", "amps", "ampere", "amperes": "A"
    case "gram", "grams": "g"
    case "kilo", "kilos", "kilogram", "kilograms": "kg"
    case "pound", "pounds", "lbs": "lb"
    case "ounce", "ounces": "oz"
    case "litre", "litres", "liter", "liters", "L": "l"
    case "lux": "lx"
    case "kelvin", "Kelvin": "K"
    default: currency(meantBy: word)
    }
  }
}

extension Unicode.Scalar {
  /// The currency that a sign means to most people: `EUR` of `€`; nil of other characters
  var currencyCode: String? {
    switch self {
    case "€": "EUR"
    case "$": "USD"
    case "£": "GBP"
    case "¥": "JPY"
    case "₹": "INR"
    case "₩": "KRW"
    case "₽": "RUB"
    case "₺": "TRY"
    case "₴": "UAH"
    case "₪": "ILS"
    default: nil
    }
  }
}
