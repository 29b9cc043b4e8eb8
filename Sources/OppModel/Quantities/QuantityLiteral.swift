/// The value of a numeral with its unit: `12`, `68F`, `1h30m`, `80%`
///
/// A unit that depends on the context (`m`, `C`, `F`) gives two readings, and the context takes
/// the one that fits. A bare number has one, a Number.
///
/// ```
/// 30m        duration 1800, length 30
/// 9°F        temperature −12.777777777777779, temperature difference 5
/// 1h30m      duration 5400
/// 30m1h      the units do not become smaller
/// 1.5h30m    a fraction before the last part
/// 1km30m     a compound of another dimension than duration
/// 12.505EUR  more decimals than the currency has
/// 30deg      angle 30, elevation 30
/// -5deg      elevation -5: an angle is from 0 to below 360 degrees
/// 370deg     neither
/// ```
package struct QuantityLiteral: Hashable, Sendable {
  /// The meanings, at least one, each of another type
  package let readings: [Reading]

  /// One meaning of the literal
  package struct Reading: Hashable, Sendable {
    package let type: ValueType

    /// In the base unit of the type (see ``Value``)
    package let value: Double

    /// The unit as written, the last one of a compound; nil for a bare number
    package let unit: Unit?
  }

  /// The meaning as a value of `type`, if it has one
  package func value(as type: ValueType) -> Double? {
    readings.first { $0.type == type }?.value
  }

  /// Reads the whole of `text`
  package static func parse(_ text: String) throws(QuantityProblem) -> QuantityLiteral {
    let bytes = Array(text.utf8)
    let first = try part(of: bytes, from: 0)
    if first.end == bytes.count { return try single(first) }
    return try compound(bytes, first)
  }

  /// A numeral and the unit that touches it
  private struct Part {
    let decimal: ExactDecimal
    let unit: String
    let end: Int
  }

  /// The numeral at an index and the unit up to the next numeral or the end
  private static func part(of bytes: [UInt8], from start: Int) throws(QuantityProblem) -> Part {
    let number = try ExactDecimal.prefix(of: bytes.span, from: start, allowsExponent: false)
    var end = number.end
    while end < bytes.count, !isNumeral(bytes[end]) || isCube(bytes, end) { end += 1 }
    return Part(
      decimal: number.decimal, unit: String(decoding: bytes[number.end..<end], as: UTF8.self),
      end: end)
  }

  /// `true` if a byte can begin or continue a numeral, and so ends a unit
  private static func isNumeral(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// `true` if a byte is the 3 of `/m3`, which belongs to the unit
  private static func isCube(_ bytes: [UInt8], _ index: Int) -> Bool {
    index >= 2 && bytes[index] == UInt8(ascii: "3") && bytes[index - 1] == UInt8(ascii: "m")
      && bytes[index - 2] == UInt8(ascii: "/")
  }

  /// The readings of one numeral with its unit
  private static func single(_ part: Part) throws(QuantityProblem) -> QuantityLiteral {
    if part.unit.isEmpty {
      guard let value = part.decimal.value else { throw .outOfRange }
      return QuantityLiteral(readings: [Reading(type: .number, value: value, unit: nil)])
    }
    let units = Unit.candidates(part.unit)
    guard !units.isEmpty else { throw .unknownUnit(part.unit) }
    var readings: [Reading] = []
    var problem: QuantityProblem?
    for unit in units {
      // `-5deg` is an elevation and no angle, and `120deg` the other way round.
      do {
        let value = try unit.value(of: part.decimal)
        readings.append(Reading(type: unit.dimension.type, value: value, unit: unit))
      } catch {
        problem = problem ?? error
      }
    }
    if readings.isEmpty, let problem { throw problem }
    return QuantityLiteral(readings: readings)
  }

  /// `1h30m`: durations, each unit smaller than the one before, a fraction on the last only
  private static func compound(
    _ bytes: [UInt8], _ first: Part
  ) throws(QuantityProblem) -> QuantityLiteral {
    var parts = [(first, try duration(first))]
    var end = first.end
    while end < bytes.count {
      let next = try part(of: bytes, from: end)
      // A sign inside (`1h-30m`) is subtraction without spaces, not a part.
      guard !next.decimal.isNegative else { throw .notANumber }
      parts.append((next, try duration(next)))
      end = next.end
    }
    var seconds: UInt64 = 0
    for index in parts.indices.dropLast() {
      let ((part, unit), (following, smaller)) = (parts[index], parts[index + 1])
      guard smaller.numerator < unit.numerator else {
        throw .compoundOrder(first: part.unit, second: following.unit)
      }
      guard part.decimal.scale == 0 else { throw .compoundFraction(unit: part.unit) }
      seconds = try sum(part.decimal, times: unit.numerator, plus: seconds)
    }
    guard let (part, unit) = parts.last, part.decimal.digits.isEmpty,
      part.decimal.scale < ExactDecimal.powersOfTen.count
    else { throw .tooManyDigits }
    let power = ExactDecimal.powersOfTen[part.decimal.scale]
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: power)
    guard !overflow else { throw .outOfRange }
    let total = ExactDecimal(
      isNegative: first.decimal.isNegative,
      magnitude: try sum(part.decimal, times: unit.numerator, plus: scaled),
      scale: part.decimal.scale)
    guard let value = total.value else { throw .outOfRange }
    return QuantityLiteral(readings: [Reading(type: .duration, value: value, unit: unit)])
  }

  /// The unit of a part of a compound, which has to be one of duration
  private static func duration(_ part: Part) throws(QuantityProblem) -> Unit {
    guard !part.unit.isEmpty else { throw .notANumber }
    let units = Unit.candidates(part.unit)
    guard !units.isEmpty else { throw .unknownUnit(part.unit) }
    guard let unit = units.first(where: { $0.dimension == .duration }) else {
      throw .compoundOfOther(unit: part.unit)
    }
    return unit
  }

  /// `decimal · factor + summand` of whole numbers
  private static func sum(
    _ decimal: ExactDecimal, times factor: Int64, plus summand: UInt64
  ) throws(QuantityProblem) -> UInt64 {
    guard decimal.digits.isEmpty else { throw .outOfRange }
    let (product, tooLarge) = decimal.magnitude.multipliedReportingOverflow(
      by: UInt64(factor.magnitude))
    let (total, overflow) = product.addingReportingOverflow(summand)
    guard !tooLarge, !overflow else { throw .outOfRange }
    return total
  }
}
