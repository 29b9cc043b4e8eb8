// The words that fingerprints are taken of. A change here forgets what every engine remembers.

extension Operation {
  /// The name of an operation, without its operands and parameters
  var fingerprintName: String {
    switch self {
    case .constant: "constant"
    case .clock(let field): "clock " + field.fingerprintName
    case .sun(let field, _): "sun " + field.fingerprintName
    case .reading: "reading"
    case .address: "address"
    case .nearest: "nearest"
    case .rowField: "row field"
    case .row: "row"
    case .not: "not"
    case .and: "and"
    case .or: "or"
    case .conditional: "if"
    case .otherwise: "otherwise"
    case .known: "known"
    case .lastKnown: "last known"
    case .compare(let comparison, _, _): comparison.fingerprintName
    case .inRange(_, _, _, let kind): "in range " + kind.fingerprintName
    case .element: "element"
    case .containsText: "contains"
    case .arithmetic(let arithmetic, _, _): arithmetic.fingerprintName
    case .unary(let function, _): function.fingerprintName
    case .part(let part, _): "part " + part.fingerprintName
    case .distance: "distance"
    case .text: "text"
    case .textFunction(let function, _): function.fingerprintName
    case .placeName: "place name"
    case .placePosition: "place position"
    case .placeNamed: "place named"
    case .list: "list"
    case .rowPart: "row part"
    case .lasting: "for"
    case .withinLast: "within last"
    case .withinNext: "within next"
    case .window(let function, _, .last): "window last " + function.fingerprintName
    case .window(let function, _, .next): "window next " + function.fingerprintName
    case .window(let function, _, .since): "window since " + function.fingerprintName
    case .began: "began"
    case .aggregate: "aggregate"
    case .aggregateList(let aggregate, _): "elements " + aggregate.fingerprintName
    }
  }
}

extension ClockField {
  /// The name of a field of the clock
  fileprivate var fingerprintName: String {
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
  var fingerprintName: String {
    switch self {
    case .sunrise: "sunrise"
    case .sunset: "sunset"
    case .dawn: "dawn"
    case .dusk: "dusk"
    case .solarNoon: "solar noon"
    case .daylight: "daylight"
    }
  }
}

extension Comparison {
  /// The name of a comparison
  fileprivate var fingerprintName: String {
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
  /// The name of a kind of range
  fileprivate var fingerprintName: String {
    switch self {
    case .closed: "closed"
    case .halfOpen: "half open"
    case .timeOfDay: "time of day"
    case .cyclic: "cyclic"
    }
  }
}

extension Arithmetic {
  /// The name of an operation on two scalars
  fileprivate var fingerprintName: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    case .percentOf: "percent of"
    case .dateAdvance: "date +"
    case .dateRetreat: "date -"
    case .dateDifference: "date - date"
    case .timeAdvance: "time +"
    case .timeRetreat: "time -"
    case .combine: "date + time"
    }
  }
}

extension Unary {
  /// The name of a function of one scalar
  fileprivate var fingerprintName: String {
    switch self {
    case .negate: "negate"
    case .absolute: "abs"
    case .round: "round"
    case .floor: "floor"
    case .ceiling: "ceil"
    }
  }
}

extension Part {
  /// The name of a part of a date or time
  fileprivate var fingerprintName: String {
    switch self {
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
}

extension TextFunction {
  /// The name of a function of a text
  fileprivate var fingerprintName: String {
    switch self {
    case .lower: "lower"
    case .upper: "upper"
    case .length: "length"
    }
  }
}

extension WindowFunction {
  /// The name of the function of a window
  fileprivate var fingerprintName: String {
    switch self {
    case .average: "average"
    case .minimum: "min"
    case .maximum: "max"
    case .change: "change"
    case .total: "total"
    case .travelled: "travelled"
    }
  }
}

extension Aggregate {
  var fingerprintName: String {
    switch self {
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

extension ValueType {
  var fingerprintName: String {
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
