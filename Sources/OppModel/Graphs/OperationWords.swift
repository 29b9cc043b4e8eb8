/// The words of an operation, in `opp compile` and in fingerprints
///
/// Words that were released never change: programs read the name and the detail, and stores hold hashes of the fingerprint.
///
/// ```
///                       name           detail                  fingerprint
/// temp > 30C            compare        comparison: >           >
/// weekday in mon..wed   in range       kind: cyclic            in range cyclic
/// sunset - 30min        arithmetic     operator: time -        time -
/// weekday               clock          field: weekday          clock weekday
/// max(temp, last 3h)    max            span: last              window last max
/// c for 1h              for            none                    for
/// ```
package struct OperationWords {
  package let name: String

  /// The key and the word of the kind of the operation
  package let detail: (key: String, word: String)?

  /// The number of seconds that it spans
  package let seconds: Int64?

  /// The words in fingerprints, for the operation without its operands, its durations and its constants
  let fingerprint: String

  /// - Parameter fingerprint: nil for the name and the word of the detail.
  init(
    _ name: String, _ key: String? = nil, _ word: String = "", seconds: Int64? = nil,
    fingerprint: String? = nil
  ) {
    self.name = name
    self.seconds = seconds
    detail = key.map { (key: $0, word: word) }
    self.fingerprint = fingerprint ?? (key == nil ? name : name + " " + word)
  }

  /// The words of a function that is written as a call
  static func function(_ name: String) -> OperationWords {
    OperationWords("function", "name", name, fingerprint: name)
  }
}

extension ClockField {
  /// The name of a field of the clock, as the language has it
  var name: String {
    switch self {
    case .now: "now"
    case .time: "time"
    case .today: "today"
    case .weekday: "weekday"
    case .month: "month"
    }
  }
}

extension SunField {
  /// The name of a field of the sun, as the language has it
  package var name: String {
    switch self {
    case .sunrise: "sunrise"
    case .sunset: "sunset"
    case .dawn: "dawn"
    case .dusk: "dusk"
    case .solarNoon: "solar_noon"
    case .daylight: "daylight"
    }
  }

  /// The name in fingerprints
  package var fingerprintName: String { self == .solarNoon ? "solar noon" : name }
}

extension SunAngle {
  /// The name of a field of the sun's place, as the language has it
  package var name: String {
    switch self {
    case .elevation: "elevation"
    case .azimuth: "azimuth"
    }
  }
}

extension Comparison {
  /// The sign of a comparison, as the language has it
  package var sign: String {
    switch self {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }
}

extension RangeKind {
  /// The name of a kind of range: which of its ends belong to it, and whether it can be turned around
  var name: String {
    switch self {
    case .closed: "closed"
    case .halfOpen: "half-open"
    case .timeOfDay: "time of day"
    case .cyclic: "cyclic"
    }
  }
}

extension Arithmetic {
  /// The sign of arithmetic, with the type if the same sign does something else: `+`, `date +`, `time +`
  var name: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .modulo: "mod"
    case .percentOf: "percent of"
    case .dateAdvance: "date +"
    case .dateRetreat: "date -"
    case .dateDifference: "date difference"
    case .timeAdvance: "time +"
    case .timeRetreat: "time -"
    case .combine: "date and time"
    }
  }

  /// The name in fingerprints
  package var fingerprintName: String {
    if self == .dateDifference { return "date - date" }
    return self == .combine ? "date + time" : name
  }
}

extension Unary {
  /// The name of a function of one number, as the language has it
  var name: String {
    switch self {
    case .negate: "negate"
    case .absolute: "abs"
    case .round: "round"
    case .floor: "floor"
    case .ceiling: "ceil"
    case .ratio: "ratio"
    case .percentage: "percentage"
    case .squareRoot: "sqrt"
    case .exponential: "exp"
    case .logarithm: "ln"
    }
  }
}

extension Part {
  /// The name of a part of a date, a time or an instant, as the language has it
  package var name: String {
    switch self {
    case .year: "year"
    case .month: "month"
    case .day: "day"
    case .weekday: "weekday"
    case .week: "week"
    case .weekStart: "week_start"
    case .monthStart: "month_start"
    case .monthEnd: "month_end"
    case .yearStart: "year_start"
    case .hour: "hour"
    case .minute: "minute"
    case .second: "second"
    case .date: "date"
    case .time: "time"
    }
  }
}

extension WindowFunction {
  /// The name of a function over a window, as the language has it
  var name: String {
    switch self {
    case .average: "average"
    case .minimum: "min"
    case .maximum: "max"
    case .change: "change"
    case .total: "total"
    case .travelled: "travelled"
    case .increase: "increase"
    case .times: "times"
    case .changes: "changes"
    case .ago: "ago"
    }
  }
}

extension Span {
  /// The word that opens a span
  var name: String {
    switch self {
    case .last: "last"
    case .next: "next"
    case .since: "since"
    }
  }

  /// The number of seconds; nil of one since an instant
  var seconds: Int64? {
    switch self {
    case .last(let seconds), .next(let seconds): seconds
    case .since: nil
    }
  }
}

extension Aggregate {
  /// The name of an aggregate; `collect` is that of a bare `friends.name`, the list of the values of all rows
  var name: String {
    switch self {
    case .any: "any"
    case .none: "none"
    case .atLeast(let count): "at least \(count)"
    case .count: "count"
    case .sum: "sum"
    case .minimum: "min"
    case .maximum: "max"
    case .average: "average"
    case .first: "first"
    case .collect: "collect"
    }
  }
}

extension OperationWords {
  /// The words of an aggregate, the number of `at least` apart from its name
  static func aggregate(_ aggregate: Aggregate, fingerprint: String) -> OperationWords {
    guard case .atLeast(let count) = aggregate else {
      return OperationWords(aggregate.name, fingerprint: fingerprint)
    }
    return OperationWords("at least", "count", "\(count)", fingerprint: fingerprint)
  }
}

extension ValueType {
  /// The name in fingerprints
  package var fingerprintName: String {
    switch self {
    case .bool: "Bool"
    case .number: "Number"
    case .percent: "Percent"
    case .text: "Text"
    case .duration: "Duration"
    case .length: "Length"
    case .speed: "Speed"
    case .temperature: "Temperature"
    case .temperatureDifference: "TemperatureDifference"
    case .pressure: "Pressure"
    case .angle: "Angle"
    case .elevation: "Elevation"
    case .measure(let measure): measure.name
    case .money(let currency): currency.code
    case .timeOfDay: "TimeOfDay"
    case .date: "Date"
    case .instant: "Instant"
    case .weekday: "Weekday"
    case .month: "Month"
    case .position: "Position"
    case .place: "Place"
    case .colour: "Colour"
    case .enumeration: "enum"
    case .row: "row"
    case .list: "list"
    }
  }
}
