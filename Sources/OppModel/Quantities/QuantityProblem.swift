/// The reason why a text is not a quantity
package enum QuantityProblem: Error, Hashable, Sendable {
  /// It does not begin with a number, or something follows that is no unit
  case notANumber

  /// The text behind the number is not a unit
  case unknownUnit(String)

  /// More than ``ExactDecimal/maximumDigits`` digits
  case tooManyDigits

  /// The value is beyond the largest Double
  case outOfRange

  /// A unit inside a compound that is not a duration: `1km30m`
  case compoundOfOther(unit: String)

  /// The units of a compound do not become smaller: `30min1h`, `1h1h`
  case compoundOrder(first: String, second: String)

  /// A part of a compound before the last has a fraction: `1.5h30min`
  case compoundFraction(unit: String)

  /// More decimals than the currency has: `12.505EUR`
  case tooManyDecimals(Currency)

  /// An angle below 0 or from 360 degrees on, and the same direction within them
  case angleOutOfTurn(same: Double)

  /// An elevation below -90 or above 90 degrees
  case elevationOutOfRange
}
