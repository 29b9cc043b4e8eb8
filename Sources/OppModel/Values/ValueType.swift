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
  /// A direction in degrees, from 0 to below 360: it has no order, and turns
  case angle
  /// An angle over the horizon in degrees, from -90 to 90: it has an order, and no arithmetic
  case elevation
  case measure(Measure)
  case money(Currency)
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
  /// `true` if its values are numbers of one unit
  package var isScalar: Bool {
    switch self {
    case .number, .percent, .duration, .length, .speed, .temperature, .temperatureDifference,
      .pressure, .angle, .elevation, .measure, .money, .timeOfDay, .date, .instant, .weekday,
      .month, .colour,
      .enumeration:
      true
    case .bool, .text, .position, .place, .row, .list: false
    }
  }
}
