package import OppModel

/// The words by which `opp compile` names operations
///
/// They are part of the format of `opp compile`, so a word that was released stays.
///
/// ```
/// temp > 30C                    compare       "comparison":">"
/// weekday in mon..wed           in range      "kind":"cyclic"
/// sunset - 30min                arithmetic    "operator":"time -"
/// weekday                       clock         "field":"weekday"
/// max(temp, last 3h)            max           "span":"last"
/// c for 1h                      for           no detail; its seconds are a key of their own
/// ```
package enum GraphFormatter {
  /// The name of an operation, and the key and word of what it is a kind of
  ///
  /// A switch without a default: a new operation does not compile before it has a word.
  package static func kind(of operation: Operation) -> (name: String, detail: (String, String)?) {
    switch operation {
    case .constant: ("constant", nil)
    case .clock(let field): ("clock", ("field", name(of: field)))
    case .sun(let field, _): ("sun", ("field", name(of: field)))
    case .reading: ("reading", nil)
    case .address: ("address", nil)
    case .nearest: ("nearest", nil)
    case .rowField: ("row field", nil)
    case .row: ("row", nil)
    case .not: ("not", nil)
    case .and: ("and", nil)
    case .or: ("or", nil)
    case .conditional: ("if", nil)
    case .otherwise: ("otherwise", nil)
    case .known: ("known", nil)
    case .lastKnown: ("last known", nil)
    case .compare(let comparison, _, _): ("compare", ("comparison", sign(of: comparison)))
    case .inRange(_, _, _, let kind): ("in range", ("kind", name(of: kind)))
    case .element: ("element", nil)
    case .containsText: ("contains", nil)
    case .arithmetic(let arithmetic, _, _): ("arithmetic", ("operator", name(of: arithmetic)))
    case .unary(let unary, _): ("function", ("name", name(of: unary)))
    case .part(let part, _): ("part", ("part", name(of: part)))
    case .distance: ("distance", nil)
    case .text: ("text", nil)
    case .textFunction(let function, _): ("function", ("name", name(of: function)))
    case .placeName: ("place name", nil)
    case .placePosition: ("place position", nil)
    case .placeNamed: ("place", nil)
    case .list: ("list", nil)
    case .rowPart: ("row part", nil)
    case .lasting: ("for", nil)
    case .withinLast: ("within last", nil)
    case .withinNext: ("within next", nil)
    case .window(let function, _, let span): (name(of: function), ("span", name(of: span)))
    case .began: ("began", nil)
    case .aggregate(let aggregate, _): (name(of: aggregate), nil)
    case .aggregateList(let aggregate, _): (name(of: aggregate), nil)
    }
  }

  /// The name of a field of the clock, as the language has it
  package static func name(of field: ClockField) -> String {
    switch field {
    case .now: "now"
    case .time: "time"
    case .today: "today"
    case .weekday: "weekday"
    case .month: "month"
    }
  }

  /// The name of a field of the sun, as the language has it
  package static func name(of field: SunField) -> String {
    switch field {
    case .sunrise: "sunrise"
    case .sunset: "sunset"
    case .dawn: "dawn"
    case .dusk: "dusk"
    case .solarNoon: "solar_noon"
    case .daylight: "daylight"
    }
  }

  /// The sign of a comparison, as the language has it
  package static func sign(of comparison: Comparison) -> String {
    switch comparison {
    case .equal: "=="
    case .notEqual: "!="
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }

  /// The period of `at most`: a word, a number of seconds, or null for `at most once` without a period
  package static func json(_ period: RateLimit.Period) -> String {
    switch period {
    case .hour: "\"hour\""
    case .day: "\"day\""
    case .week: "\"week\""
    case .month: "\"month\""
    case .seconds(let seconds): "\(seconds)"
    case .ever: "null"
    }
  }

  /// The name of a kind of range: which of its ends belong to it, and whether it can be turned around
  private static func name(of kind: RangeKind) -> String {
    switch kind {
    case .closed: "closed"
    case .halfOpen: "half-open"
    case .timeOfDay: "time of day"
    case .cyclic: "cyclic"
    }
  }

  /// The sign of arithmetic, with the type where the same sign does something else: `+`, `date +`, `time +`
  private static func name(of arithmetic: Arithmetic) -> String {
    switch arithmetic {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .percentOf: "percent of"
    case .dateAdvance: "date +"
    case .dateRetreat: "date -"
    case .dateDifference: "date difference"
    case .timeAdvance: "time +"
    case .timeRetreat: "time -"
    case .combine: "date and time"
    }
  }

  /// The name of a function of one number
  private static func name(of unary: Unary) -> String {
    switch unary {
    case .negate: "negate"
    case .absolute: "abs"
    case .round: "round"
    case .floor: "floor"
    case .ceiling: "ceil"
    }
  }

  /// The name of a part of a date, a time or an instant
  private static func name(of part: Part) -> String {
    switch part {
    case .year: "year"
    case .month: "month"
    case .day: "day"
    case .weekday: "weekday"
    case .hour: "hour"
    case .minute: "minute"
    case .date: "date"
    case .time: "time"
    }
  }

  /// The name of a function of a text
  private static func name(of function: TextFunction) -> String {
    switch function {
    case .lower: "lower"
    case .upper: "upper"
    case .length: "length"
    }
  }

  /// The name of a function over a window, as the language has it
  private static func name(of function: WindowFunction) -> String {
    switch function {
    case .average: "average"
    case .minimum: "min"
    case .maximum: "max"
    case .change: "change"
    case .total: "total"
    case .travelled: "travelled"
    }
  }

  /// The word that opens a span
  private static func name(of span: Span) -> String {
    switch span {
    case .last: "last"
    case .next: "next"
    case .since: "since"
    }
  }

  /// The name of an aggregate; `collect` is that of a bare `friends.name`, the list of the values of all rows
  private static func name(of aggregate: Aggregate) -> String {
    switch aggregate {
    case .any: "any"
    case .none: "none"
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
