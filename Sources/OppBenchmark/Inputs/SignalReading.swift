internal import OppEngine
internal import OppModel

/// One reading of the 27 signals that the rules of ``SignalWorkload`` compare
///
/// ```csv
/// 07:35,mon,rain,11.4,68,3.2,0,512,4480,…
/// ```
struct SignalReading {
  /// The minute of the day
  var minute = 0

  /// 0 Monday to 6 Sunday
  var weekday = 0

  /// The index in ``skies``
  var sky = 0

  /// In degrees Celsius, with one decimal
  var temp = 0.0

  /// In percent
  var moisture = 0

  /// In metres per second, with one decimal
  var wind = 0.0

  /// The free minutes
  var free = 0

  /// In metres, one a place of ``SignalPlaces``
  var distances = InlineArray<20, Int>(repeating: 0)

  /// The number of signals
  static let signalCount = 27

  /// The first cases of the prelude's enum `Sky`, in its order
  static let skies = [
    "clear", "clouds", "rain", "drizzle", "thunderstorm", "snow", "mist", "fog",
  ]

  static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

  /// The names of the fields with their types, as in the declaration of the source: none of the prelude, which would be ambiguous
  static let fieldTypes: [(name: String, type: String)] =
    [
      ("minute", "TimeOfDay"), ("day", "Weekday"), ("cover", "Sky"), ("warmth", "Temperature"),
      ("moisture", "Percent"), ("breeze", "Speed"), ("spare", "Duration"),
    ] + (0..<20).map { ("d\($0)", "Length") }

  /// The scalars in the order of the fields, in the units of the engine
  var scalars: [Double] {
    var result = [
      Double(minute * 60), Double(weekday), Double(sky), temp, Double(moisture), wind,
      Double(free * 60),
    ]
    for index in distances.indices { result.append(Double(distances[index])) }
    return result
  }

  /// The cells of a row of CSV, in the order of the fields
  var cells: [String] {
    var result = [
      Self.time(minute), Self.weekdays[weekday], Self.skies[sky], "\(temp)", "\(moisture)",
      "\(wind)", "\(free * 60)",
    ]
    for index in distances.indices { result.append("\(distances[index])") }
    return result
  }

  /// Takes one signal, from 0 to 26, over from another reading
  mutating func take(_ signal: Int, from other: SignalReading) {
    switch signal {
    case 0: minute = other.minute
    case 1: weekday = other.weekday
    case 2: sky = other.sky
    case 3: temp = other.temp
    case 4: moisture = other.moisture
    case 5: wind = other.wind
    case 6: free = other.free
    default: distances[signal - 7] = other.distances[signal - 7]
    }
  }

  /// A minute of the day as the language writes it: 455 is `07:35`
  static func time(_ minute: Int) -> String {
    let (hours, minutes) = minute.quotientAndRemainder(dividingBy: 60)
    return (hours < 10 ? "0" : "") + "\(hours):" + (minutes < 10 ? "0" : "") + "\(minutes)"
  }
}
