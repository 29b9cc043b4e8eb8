/// The type of an expression (language reference, "Types")
package enum ValueType: Hashable, Sendable {
  case bool
  case number
  case percent
  case text
  case duration
  case length
  case speed
  case temperature
  case temperatureDifference
  case pressure
  case timeOfDay
  case date
  case instant
  case weekday
  case month
  case position
  case place
  case colour
  case enumeration(EnumerationID)
  case row(TableID)
  indirect case list(ValueType)
}

extension ValueType {
  /// Whether its values are numbers of one unit
  package var isScalar: Bool {
    switch self {
    case .number, .percent, .duration, .length, .speed, .temperature, .temperatureDifference,
      .pressure, .timeOfDay, .date, .instant, .weekday, .month, .colour, .enumeration:
      true
    case .bool, .text, .position, .place, .row, .list: false
    }
  }
}
