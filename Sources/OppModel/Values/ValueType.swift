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
