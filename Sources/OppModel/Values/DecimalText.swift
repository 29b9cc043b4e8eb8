/// Doubles as decimal digits: the shortest that read back, all of them or rounded to a place
///
/// Rounding works on the shortest decimal digits, which people see: 1.005 is 1.01, though the
/// Double nearest to it lies below.
///
/// ```
/// value     shortest    rounded to 2 places
/// 20.0      20          20
/// 0.125     0.125       0.13
/// 1e-05     0.00001     0
/// 9.999     9.999       10
/// ```
enum DecimalText {
  /// The shortest digits that read back as the same Double, without exponent and without `.0`
  static func shortest(_ value: Double) -> String {
    guard value.isFinite else { return "0" }
    return text(Digits(value))
  }

  /// The same rounded to `places` decimals, half away from zero, without zeros at the end
  static func rounded(_ value: Double, places: Int) -> String {
    guard value.isFinite else { return "0" }
    var digits = Digits(value)
    digits.round(places: places)
    return text(digits)
  }

  /// The Double nearest to a number that is rounded to so many significant digits, at most 18, half away from zero
  ///
  /// - Returns: the number itself if it is not finite.
  static func rounded(_ value: Double, significantDigits count: Int) -> Double {
    guard value.isFinite, value != 0 else { return value }
    return quicklyRounded(value, significantDigits: count)
      ?? roundedDigits(value, significantDigits: count)
  }

  /// 10^0 to 10^22, the powers of ten that are doubles
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]

  /// The same for a number whose digits can be brought in front of the point by a power of ten that is a double
  ///
  ///     1.41421356237309…  · 10^11  →  141421356237.309…  →  141421356237  / 10^11
  ///
  /// The product is off by half a unit in the last place, as are the shortest digits: less than 0.0003 of 10^12. So it
  /// rounds as the digits do, unless its fraction is near one half. The quotient of two doubles that are exact is the
  /// double nearest to the decimal.
  ///
  /// - Returns: `nil` if the fraction is near one half, the number is very large or very small, or the digits are too
  ///   many.
  static func quicklyRounded(_ value: Double, significantDigits count: Int) -> Double? {
    guard value.isNormal, count <= 12 else { return nil }
    let size = value.magnitude
    // Of a number between 2^e and 2^(e+1), one less than its digits before the point, or one too few.
    var places = count - 1 - Int((Double(size.exponent) * 0.301_029_995_663_981).rounded(.down))
    guard places.magnitude < 22, var scaled = shifted(size, by: places) else { return nil }
    if scaled >= powersOfTen[count] {
      places -= 1
      guard let other = shifted(size, by: places) else { return nil }
      scaled = other
    }
    let fraction = scaled - scaled.rounded(.down)
    guard (fraction - 0.5).magnitude > 0.001, let rounded = shifted(scaled.rounded(), by: -places)
    else { return nil }
    return value < 0 ? -rounded : rounded
  }

  /// A number times a power of ten, rounded once; `nil` if the power is no double
  private static func shifted(_ value: Double, by places: Int) -> Double? {
    guard places.magnitude < powersOfTen.count else { return nil }
    return places >= 0 ? value * powersOfTen[places] : value / powersOfTen[-places]
  }

  /// The same for any number, by its shortest digits
  static func roundedDigits(_ value: Double, significantDigits count: Int) -> Double {
    var digits = Digits(value)
    digits.round(places: count - digits.point)
    var number = NaturalNumber(digits.digits.reduce(0) { $0 * 10 + UInt64($1) })
    var divisor = NaturalNumber(1)
    let scale = digits.digits.count - digits.point
    if scale > 0 {
      divisor.multiplyByPowerOfTen(scale)
    } else {
      number.multiplyByPowerOfTen(-scale)
    }
    let size = Rounding.quotient(number, by: divisor)
    return digits.isNegative ? -size : size
  }

  /// The same with all of its decimals: 2.5 to 2 places is `2.50`
  static func fixed(_ value: Double, places: Int) -> String {
    let text = rounded(value, places: places)
    guard places > 0 else { return text }
    let decimals = text.utf8.firstIndex(of: UInt8(ascii: ".")).map { point in
      text.utf8.distance(from: point, to: text.utf8.endIndex) - 1
    }
    return text + (decimals == nil ? "." : "")
      + String(repeating: "0", count: max(0, places - (decimals ?? 0)))
  }

  /// The digits with a point and the zeros that it needs
  private static func text(_ number: Digits) -> String {
    guard !number.digits.isEmpty else { return "0" }
    var text = number.isNegative ? "-" : ""
    if number.point <= 0 {
      text += "0." + String(repeating: "0", count: -number.point)
    }
    for (index, digit) in number.digits.enumerated() {
      if index == number.point, index > 0 { text += "." }
      text += String(digit)
    }
    if number.point > number.digits.count {
      text += String(repeating: "0", count: number.point - number.digits.count)
    }
    return text
  }
}

/// `0.d1d2d3… · 10^point`, without zeros at either end
///
/// 12.5 has the digits 1 2 5 and the point 2; 0.00001 the digit 1 and the point −4.
private struct Digits {
  var isNegative: Bool
  var digits: [UInt8] = []
  var point = 0

  /// - Requires: `value` is finite.
  init(_ value: Double) {
    isNegative = value < 0
    // Swift prints the shortest digits that read back: `12.5`, `1e-05`, `1.5e+20`.
    var fraction = 0
    var exponent = 0
    var part = Part.whole
    var exponentIsNegative = false
    for byte in value.description.utf8 {
      switch byte {
      case UInt8(ascii: "."): part = .fraction
      case UInt8(ascii: "e"): part = .exponent
      case UInt8(ascii: "-"): exponentIsNegative = part == .exponent
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = byte - UInt8(ascii: "0")
        if part == .exponent {
          exponent = exponent * 10 + Int(digit)
        } else {
          digits.append(digit)
          if part == .fraction { fraction += 1 }
        }
      default: continue
      }
    }
    point = digits.count - fraction + (exponentIsNegative ? -exponent : exponent)
    trim()
  }

  /// Rounds to a number of decimals, half away from zero
  mutating func round(places: Int) {
    let kept = point + places
    guard kept < digits.count else { return }
    guard kept >= 0 else {
      digits = []
      return
    }
    let roundsUp = digits[kept] >= 5
    digits.removeSubrange(kept...)
    if roundsUp { increment() }
    trim()
  }

  /// Adds one to the last digit
  private mutating func increment() {
    while let last = digits.popLast() {
      if last < 9 {
        digits.append(last + 1)
        return
      }
    }
    digits = [1]
    point += 1
  }

  /// Removes zeros at both ends
  private mutating func trim() {
    while digits.last == 0 { digits.removeLast() }
    let zeros = digits.prefix { $0 == 0 }.count
    digits.removeFirst(zeros)
    point -= zeros
  }

  /// The part of a number's description that is being read
  private enum Part {
    case whole
    case fraction
    case exponent
  }
}
