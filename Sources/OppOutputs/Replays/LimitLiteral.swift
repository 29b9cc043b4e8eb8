internal import OppModel

/// A number, a quantity or a time of day as a rule writes it, and others like it
///
/// ```
/// 2h       50 min, downwards    50min
/// 15C      17.5 °C, upwards     18C
/// 13:00    13:20, upwards       13:25, a second after it if the end does not count
/// ```
struct LimitLiteral {
  /// The value in the base unit of its type
  let value: Double
  private let type: ValueType

  /// The unit as it is written, and its meaning
  private let unit: Unit?
  private let unitText: String

  /// The decimals that are written
  private let decimals: Int

  /// Reads a literal of a type; `nil` for anything else
  init?(_ text: String, type: ValueType) {
    self.type = type
    let bytes = Array(text.utf8)
    if type == .timeOfDay {
      guard let seconds = Self.seconds(bytes) else { return nil }
      (value, unit, unitText, decimals) = (seconds, nil, "", 0)
      return
    }
    guard let first = Self.amount(bytes[...]) else { return nil }
    guard let dimension = Dimension(type) else {
      guard type == .number, first.unit.isEmpty, let number = first.number.value else { return nil }
      (value, unit, unitText, decimals) = (number, nil, "", first.decimals)
      return
    }
    var rest = bytes[...]
    var sum = 0.0
    var last: (unit: Unit, text: String)?
    // `1h30min` is the sum of its parts.
    while !rest.isEmpty {
      guard let amount = Self.amount(rest),
        let unit = Unit.candidates(amount.unit).first(where: { $0.dimension == dimension }),
        let value = amount.number.value(in: unit)
      else { return nil }
      sum += value
      last = (unit, amount.unit)
      rest = rest.dropFirst(amount.length)
    }
    (value, unit, unitText) = (sum, last?.unit, last?.text ?? "")
    decimals = first.decimals
  }

  /// The literal nearest to a value on one side of it
  ///
  /// - Parameters:
  ///   - isUpwards: `true` for a literal that is not less than the value.
  ///   - isStrict: `true` if the literal may not be the value.
  /// - Returns: `nil` if there is none that makes sense, such as a duration of nothing.
  func text(at value: Double, isUpwards: Bool, isStrict: Bool) -> String? {
    if type == .timeOfDay { return timeOfDay(value, isUpwards, isStrict) }
    if type == .duration { return duration(value, isUpwards, isStrict) }
    return quantity(value, isUpwards, isStrict)
  }

  /// The literal of a time of day, at a whole five minutes if the one before is at one
  private func timeOfDay(_ value: Double, _ isUpwards: Bool, _ isStrict: Bool) -> String? {
    let step = self.value.truncatingRemainder(dividingBy: 300) == 0 ? 300.0 : 60
    let seconds = Self.outwards(value / step, isUpwards, isStrict) * step
    guard seconds >= 0, seconds <= 86_400, let minutes = Int(exactly: seconds / 60) else {
      return nil
    }
    return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
  }

  /// The literal of a duration: in whole units as they are written, or in minutes or seconds for a shorter one
  private func duration(_ value: Double, _ isUpwards: Bool, _ isStrict: Bool) -> String? {
    let length = unit.map { Double($0.numerator) / Double($0.denominator) } ?? 1
    let step = value >= 10 * length ? max(length, 1) : value >= 120 ? 60 : 1
    let seconds = Self.outwards(value / step, isUpwards, isStrict) * step
    guard seconds > 0, let whole = Int64(exactly: seconds) else { return nil }
    return ReadableValue.duration(whole)
  }

  /// The literal of a number or of a quantity with a unit
  private func quantity(_ value: Double, _ isUpwards: Bool, _ isStrict: Bool) -> String? {
    let amount = unit?.amount(ofBase: value) ?? value
    var places = max(decimals, amount.magnitude < 10 ? 1 : 0)
    var isMoney = false
    if case .money(let currency) = type { (places, isMoney) = (currency.decimals, true) }
    let scale = Self.power(places)
    var scaled = Self.outwards(amount * scale, isUpwards, false)
    if isStrict, scaled == Self.settled(amount * scale) {
      // The next number with the digits that are written; of money the next cent.
      let step = isMoney ? 1 : Self.power(places - decimals)
      scaled += isUpwards ? step : -step
    }
    let result = scaled / scale
    guard result != 0 || type == .number || type == .temperature else { return nil }
    return ValueNotation.jsonNumber(result) + unitText
  }

  // MARK: Numbers

  /// A whole number on one side of a number, or the number itself
  private static func outwards(_ number: Double, _ isUpwards: Bool, _ isStrict: Bool) -> Double {
    let settled = settled(number)
    let whole = settled.rounded(isUpwards ? .up : .down)
    guard isStrict, whole == settled else { return whole }
    return whole + (isUpwards ? 1 : -1)
  }

  /// A number without the last digits of a conversion of units: 30.000000000000004 is 30
  private static func settled(_ number: Double) -> Double {
    let whole = number.rounded()
    return (number - whole).magnitude < 1e-9 * max(1, number.magnitude) ? whole : number
  }

  private static func power(_ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<max(exponent, 0) { power *= 10 }
    return power
  }

  // MARK: Reading

  /// The number at the beginning of a text, the letters behind it, and the bytes of both
  private static func amount(
    _ bytes: ArraySlice<UInt8>
  ) -> (number: ExactDecimal, decimals: Int, unit: String, length: Int)? {
    let digits = bytes.prefix { isDigit($0) || $0 == UInt8(ascii: ".") }
    guard digits.first.map(isDigit) == true,
      let number = try? ExactDecimal.parse(String(decoding: digits, as: UTF8.self))
    else { return nil }
    let point = digits.firstIndex(of: UInt8(ascii: "."))
    let decimals = point.map { digits.endIndex - $0 - 1 } ?? 0
    let unit = bytes.dropFirst(digits.count).prefix { !isDigit($0) }
    let name = String(decoding: unit, as: UTF8.self)
    return (number: number, decimals: decimals, unit: name, length: digits.count + unit.count)
  }

  /// The second of a time of day, `12:00` or `12:00:30`
  private static func seconds(_ bytes: [UInt8]) -> Double? {
    let parts = bytes.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 else { return nil }
    var seconds = 0
    for part in parts {
      guard !part.isEmpty, part.count <= 2, part.allSatisfy(isDigit) else { return nil }
      seconds = seconds * 60 + part.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    return Double(parts.count == 2 ? seconds * 60 : seconds)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }
}
