internal import OppSyntax

/// Words that people try before they know the names of the language
///
/// ```
/// hint       monday → weekday == mon      midnight → 0:00       dark → not daylight
/// type       string → Text                integer → Number      timestamp → Instant
/// function   avg → average                len → count           delta → change
/// unit       kph → km/h                   mbar → hPa            pct → %
/// ```
enum EverydayWords {
  /// The word to write instead of one that is declared nowhere
  static func hint(for word: String) -> String? {
    let small = word.lowercased()
    if let day = shortened(small, among: days) {
      return "write `weekday == \(day)`; at a time of day, `on 08:00 when weekday == \(day)`"
    }
    if let month = shortened(small, among: months) { return "write `month == \(month)`" }
    return switch small {
    case "midday": "write `noon`; where the sun is highest is `solar_noon`"
    case "daily": "write `every 1d`, or `on 08:00` for a time of day"
    case "day": "of the month, write `today.day`; for an event, `every 1d` or `on 08:00`"
    case "year": "write `today.year`"
    case "dark": "write `not daylight`"
    case "hour", "hourly": "write `1h`; of the time, `time.hour`"
    case "minute": "write `1min`; of the time, `time.minute`"
    case "week":
      "the number of the week is `today.week`; for an event, `every 1w from 2026-01-05T08:00`"
    case "weekly": "write `every 1w from 2026-01-05T08:00`, with your first day and time of day"
    case "temperature": "did you mean `temp`?"
    case "date": "did you mean `today`?"
    case "morning": "write `time in 6:00..12:00`"
    case "afternoon": "write `time in 12:00..18:00`"
    case "evening": "write `time in 18:00..22:00`"
    case "night": "write `time in 22:00..6:00`, or `not daylight`"
    case "daytime": "did you mean `daylight`?"
    case "distance": "write the place in parentheses: `distance(home)`"
    case "clouded", "overcast": "write `sky == cloudy`"
    case "rains": "write `raining`"
    case "snows": "write `snowing`"
    case "current_date", "curdate", "getdate", "sysdate", "current_day": "write `today`"
    case "current_time", "curtime", "localtime": "write `time`"
    case "current_timestamp", "datetime", "timestamp": "write `now`"
    case "event": "write `for each event in agenda` before"
    case "freezing": "write `0C`"
    case "season": "write its months: `month in dec..feb` for the winter"
    case "winter": "write `month in dec..feb`"
    case "spring": "write `month in mar..may`"
    case "summer": "write `month in jun..aug`"
    case "autumn", "fall": "write `month in sep..nov`"
    default: nil
    }
  }

  /// `mon` of `monday` and `montag`, `jun` of `june` and `juni`; nil of any other word
  static func shortened(_ word: String, isMonth: Bool) -> String? {
    let small = word.lowercased()
    return shortened(small, among: isMonth ? months : days)
      ?? ForeignDate.foreignCase(named: small, isMonth: isMonth)
  }

  /// `mon` of `monday` and `mondays`
  private static func shortened(_ word: String, among names: [String]) -> String? {
    let singular = word.hasSuffix("s") ? String(word.dropLast()) : word
    return names.contains(singular) ? String(singular.prefix(3)) : nil
  }

  /// In English; the first three letters are the case
  private static let days = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// In English, but for May, whose name is its case
  private static let months = [
    "january", "february", "march", "april", "june", "july", "august", "september", "october",
    "november", "december",
  ]

  /// The type that the name of one in another language means
  static func type(meantBy name: String) -> String? {
    switch name.lowercased() {
    case "string", "str", "char", "varchar": "Text"
    case "int", "integer", "float", "double", "decimal", "real", "long":
      "Number"
    case "money", "currency", "euro", "euros", "price", "amount": "EUR"
    case "dollar", "dollars": "USD"
    case "watt", "watts", "kw": "Power"
    case "kwh", "wh", "wattage": "Energy"
    case "volt", "volts": "Voltage"
    case "amp", "amps", "ampere": "Current"
    case "weight", "kg", "grams": "Mass"
    case "litre", "litres", "liter", "liters": "Volume"
    case "co2", "ppm": "Concentration"
    case "dust", "pm", "pollution": "Density"
    case "lux", "brightness": "Illuminance"
    case "direction", "bearing", "heading", "course": "Angle"
    case "boolean", "flag", "condition": "Bool"
    case "datetime", "timestamp", "moment": "Instant"
    case "time", "clock": "TimeOfDay"
    case "day": "Date"
    case "percentage", "ratio": "Percent"
    case "timespan", "interval", "timedelta": "Duration"
    case "distance", "height", "width", "depth": "Length"
    case "velocity", "rate": "Speed"
    case "location", "coordinate", "coordinates", "point", "latlng", "gps": "Position"
    case "celsius", "fahrenheit", "degrees", "degree", "temp": "Temperature"
    case "km", "metres", "meters", "miles", "kilometres", "kilometers": "Length"
    case "minutes", "hours", "seconds", "days": "Duration"
    case "array", "list", "set": "[Text]"
    default: nil
    }
  }

  /// The field of events and tasks that another word for it means
  ///
  ///     start → begins     date → begins.date     name → title
  static func field(meantBy name: String, among fields: [String]) -> String? {
    let meant: [String] =
      switch name.lowercased() {
      case "start", "starts", "start_time", "starttime", "from": ["begins"]
      case "end", "end_time", "endtime", "until", "finish": ["ends"]
      case "date", "day": ["begins.date", "due"]
      case "time": ["begins.time"]
      case "name", "summary", "subject", "text": ["title", "name"]
      case "place", "where", "address": ["location"]
      case "deadline", "due_date", "duedate": ["due"]
      case "completed", "complete", "finished", "is_done": ["done"]
      default: []
      }
    return meant.first { path in
      path.split(separator: ".").first.map { fields.contains(String($0)) } ?? false
    }
  }

  /// The function that the name of one in another language means
  static func function(meantBy name: String) -> String? {
    switch name.lowercased() {
    case "avg", "mean": "average"
    case "maximum": "max"
    case "minimum": "min"
    case "size", "len", "number": "count"
    case "exists", "some": "any"
    case "root", "squareroot", "square_root": "sqrt"
    case "log", "log_e", "loge": "ln"
    case "tolower", "lowercase": "lower"
    case "toupper", "uppercase": "upper"
    case "empty", "is_empty", "isempty": "none"
    case "previous", "prev", "lag": "ago"
    case "unique", "uniq", "dedup": "distinct"
    case "integral": "total"
    case "delta", "diff", "difference": "change"
    case "is_known", "isknown", "defined", "exist": "known"
    default: nil
    }
  }

  /// The unit that a spelling from elsewhere means
  static func unit(meantBy spelling: String) -> String? {
    switch spelling.lowercased() {
    case "c", "celsius": "C"
    case "f", "fahrenheit": "F"
    case "sec", "secs", "second", "seconds": "s"
    case "mins", "minute", "minutes": "min"
    case "hr", "hrs", "hour", "hours": "h"
    case "day", "days": "d"
    case "week", "weeks": "w"
    case "metre", "metres", "meter", "meters": "m"
    case "kilometre", "kilometres", "kilometer", "kilometers", "kms": "km"
    case "mile", "miles": "mi"
    case "foot", "feet": "ft"
    case "inch", "inches": "in"
    case "percent", "pct": "%"
    case "kmh", "kph", "kmph": "km/h"
    case "mps", "ms": "m/s"
    case "knots", "knot", "kt", "kts": "kn"
    case "fps": "ft/s"
    case "mmh", "mmph": "mm/h"
    case "mb", "mbar": "hPa"
    case "watt", "watts": "W"
    case "kilowatt", "kilowatts": "kW"
    case "volt", "volts": "V"
    case "amp", "amps", "ampere", "amperes": "A"
    case "gr", "gram", "grams": "g"
    case "kilo", "kilos", "kgs", "kilogram", "kilograms": "kg"
    case "lbs", "pound", "pounds": "lb"
    case "ounce", "ounces": "oz"
    case "litre", "litres", "liter", "liters", "ltr": "l"
    case "lux": "lx"
    case "kelvin": "K"
    case "ug", "µg", "µg/m³", "μg/m³", "ug/m³", "ugm3": "ug/m3"
    case "°", "degree", "degrees": "C"
    case "euro", "euros", "€": "EUR"
    case "dollar", "dollars": "USD"
    default: nil
    }
  }
}
