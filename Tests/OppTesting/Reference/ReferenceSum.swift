package import OppModel

/// A sum by §12 of the third edition: "each summand, as its shortest decimal, is taken to the nearest quantum,
/// 1/(3.6·10^15) of a base unit, with no rounding in between; a quotient or result is rounded once"
package struct ReferenceSum {
  var quanta = BigInteger(0)

  init() {}

  package init(of scalars: [Double]) {
    for scalar in scalars { add(scalar) }
  }

  /// The latest summand, which is often the next one, too
  private var latest = (scalar: 0.0, quanta: BigInteger(0))

  mutating func add(_ scalar: Double) {
    if latest.scalar != scalar { latest = (scalar, Self.quanta(of: scalar)) }
    quanta = quanta + latest.quanta
  }

  /// The nearest double
  package var total: Value? { total(over: 1) }

  /// The double nearest to a part
  package func total(over parts: Int64) -> Value? { mean(over: parts).known }

  func mean(over count: Int64) -> Double {
    Self.quotient(quanta, by: BigInteger(Self.perUnit) * BigInteger(count))
  }

  /// "The mean of equal values is that value"
  package static func mean(of scalars: [Double]) -> Value? {
    if let first = scalars.first, scalars.allSatisfy({ $0 == first }) { return first.known }
    return ReferenceSum(of: scalars).mean(over: Int64(scalars.count)).known
  }

  static func difference(_ end: Double, _ start: Double) -> Value? {
    var sum = ReferenceSum()
    sum.quanta = quanta(of: end) - quanta(of: start)
    return sum.total
  }

  private static let perUnit: Int64 = 3_600_000_000_000_000

  /// The quanta of a scalar, from the digits that Swift prints: `-1.5e+20`
  static func quanta(of scalar: Double) -> BigInteger {
    var (digits, places, part): ([UInt8], Int, Character) = ([], 0, "-")
    var exponent = ""
    for character in scalar.magnitude.description {
      switch character {
      case ".", "e": part = character
      case _ where part == "e": exponent.append(character)
      default:
        digits.append(character.asciiValue ?? 48)
        if part == "." { places += 1 }
      }
    }
    // 36 · 10^14 quanta make a unit.
    var quanta = BigInteger(digits: digits).times(36)
    let power = 14 - places + (Int(exponent) ?? 0)
    for _ in 0..<max(0, power) { quanta = quanta.times(10) }
    var (digit, isMore) = (UInt32(0), false)
    for _ in 0..<max(0, -power) {
      isMore = isMore || digit > 0
      (quanta, digit) = quanta.quotientAndRest(by: 10)
    }
    if digit > 5 || digit == 5 && (isMore || quanta.isOdd) { quanta = quanta + BigInteger(1) }
    return scalar < 0 ? -quanta : quanta
  }

  /// The double nearest to a fraction, ties to even: of those near an estimate, the one that is least wrong
  static func quotient(_ numerator: BigInteger, by divisor: BigInteger) -> Double {
    let estimate = numerator.estimate / divisor.estimate
    if estimate == 0 { return 0 }
    var best: (wrong: BigInteger, value: Double)?
    // The binary places of the finest of them.
    let places = max(0, 54 - Int(estimate.exponent))
    // One by one: below a power of two Doubles are twice as close as above it.
    var value = (0..<6).reduce(estimate) { below, _ in below.nextDown }
    for _ in 0..<13 {
      defer { value = value.nextUp }
      let scaled = BigInteger(Int64(value.significand * 0x1p52)).magnitude
      let shift = places + Int(value.exponent) - 52
      let product = (value < 0 ? -scaled : scaled).shiftedLeft(shift) * divisor
      let wrong = (numerator.shiftedLeft(places) - product).magnitude
      let isEven = value.significandBitPattern & 1 == 0
      if let best, best.wrong.isSmaller(than: wrong) || best.wrong == wrong && !isEven { continue }
      best = (wrong, value)
    }
    return best?.value ?? .nan
  }
}
