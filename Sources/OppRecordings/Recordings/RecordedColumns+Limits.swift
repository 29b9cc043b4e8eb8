internal import OppModel

// The values that a field cannot have: those of a sensor that is not there, and amounts in place of rates.

extension RecordedColumns {
  /// The values that a field may have: a humidity is from 0 to 100 %, a wind at least 0
  ///
  /// - Returns: `nil` if it may have any, or the column holds no field.
  func possibleValues(_ role: Role) -> ClosedRange<Double>? {
    guard case .field(let field, _) = role else { return nil }
    return switch (owner, fields[field].name, fields[field].type) {
    case (_, "humidity", .percent), ("weather", "clouds", .percent),
      ("device", "battery", .percent):
      0...100
    case ("weather", "wind", .speed), ("weather", "gust", .speed), ("weather", "rain", .speed),
      ("weather", "snow", .speed), ("weather", "visibility", .length),
      ("weather", "pressure", .pressure), ("weather", "uv", .number),
      ("location", "accuracy", .length), ("location", "speed", .speed),
      ("resort", "new_snow", .length), ("resort", "base", .length),
      ("resort", "lifts_open", .number), ("stock", "count", .number):
      0 ... .greatestFiniteMagnitude
    default: nil
    }
  }

  /// The unit of the rate that so much an hour is, or `nil` if the unit is not that of an amount of rain or energy
  static func rate(of units: [OppModel.Unit], _ type: ValueType, _ name: String) -> String? {
    for unit in units {
      switch (unit.dimension, type) {
      case (.length, .speed) where ["rain", "snow"].contains(name): return unit.spelling + "/h"
      case (.measure(.energy), .measure(.power)):
        return unit.spelling.hasSuffix("h") ? String(unit.spelling.dropLast()) : nil
      default: continue
      }
    }
    return nil
  }
}
