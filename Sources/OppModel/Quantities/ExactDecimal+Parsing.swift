extension ExactDecimal {
  /// A numeral at the beginning of a text, with its end
  package struct Prefix {
    package let decimal: ExactDecimal
    package let end: Int
  }

  /// The numeral that is all of `text`: `12`, `-3.5`, `1_000`
  ///
  /// - Parameter allowsExponent: whether `1e-05` is one, as programs write it; a literal of the
  ///   language is not.
  /// - Throws: ``QuantityProblem``; `notANumber` if anything is left over.
  package static func parse(
    _ text: String, allowsExponent: Bool = false
  ) throws(QuantityProblem) -> ExactDecimal {
    let bytes = Array(text.utf8)
    let prefix = try prefix(of: bytes.span, from: 0, allowsExponent: allowsExponent)
    guard prefix.end == bytes.count else { throw .notANumber }
    return prefix.decimal
  }

  /// The longest numeral at `start`
  ///
  /// A sign, digits with `_` between them, and a fraction with a digit after its point.
  package static func prefix(
    of bytes: Swift.Span<UInt8>, from start: Int, allowsExponent: Bool
  ) throws(QuantityProblem) -> Prefix {
    var scanner = NumeralScanner(position: start)
    try scanner.scan(bytes)
    if allowsExponent { try scanner.scanExponent(bytes) }
    return Prefix(decimal: scanner.decimal, end: scanner.position)
  }
}

/// Reads one numeral, byte by byte
///
/// ```
/// -3.50      negative, magnitude 350, scale 2
/// 1_000      magnitude 1000, scale 0
/// 1e-05      magnitude 1, scale 5, if exponents are allowed; else the numeral ends before the e
/// 1.         the numeral is 1, and the point is left over
/// ```
private struct NumeralScanner {
  var position: Int

  /// `true` if it begins with `-`
  private var isNegative = false

  /// The digits so far as one integer, up to 19 of them
  private var magnitude: UInt64 = 0

  /// All digits, once there are more than 19; else empty
  private var digits: [UInt8] = []

  /// Digits of the numeral, less zeros in front
  private var significant = 0

  /// The number of digits after the point, less the exponent
  private var scale = 0

  init(position: Int) {
    self.position = position
  }

  var decimal: ExactDecimal {
    ExactDecimal(
      isNegative: isNegative, magnitude: digits.isEmpty ? magnitude : 0, digits: digits,
      scale: scale)
  }

  mutating func scan(_ bytes: Swift.Span<UInt8>) throws(QuantityProblem) {
    if position < bytes.count, bytes[position] == UInt8(ascii: "-") {
      isNegative = true
      position += 1
    }
    let count = try scanDigits(bytes)
    guard count > 0 else { throw .notANumber }
    if position + 1 < bytes.count, bytes[position] == UInt8(ascii: "."),
      isDigit(bytes[position + 1])
    {
      position += 1
      scale = try scanDigits(bytes)
    }
  }

  /// `e-05`, if it is one
  mutating func scanExponent(_ bytes: Swift.Span<UInt8>) throws(QuantityProblem) {
    guard position < bytes.count, bytes[position] | 0x20 == UInt8(ascii: "e") else { return }
    var index = position + 1
    var isBelow = false
    if index < bytes.count,
      bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+")
    {
      isBelow = bytes[index] == UInt8(ascii: "-")
      index += 1
    }
    guard index < bytes.count, isDigit(bytes[index]) else { return }
    var exponent = 0
    while index < bytes.count, isDigit(bytes[index]) {
      exponent = min(exponent * 10 + Int(bytes[index] - UInt8(ascii: "0")), 1_000_000)
      index += 1
    }
    scale += isBelow ? exponent : -exponent
    position = index
  }

  /// - Returns: how many digits there were.
  private mutating func scanDigits(_ bytes: Swift.Span<UInt8>) throws(QuantityProblem) -> Int {
    var count = 0
    while position < bytes.count {
      let byte = bytes[position]
      if isDigit(byte) {
        try append(byte - UInt8(ascii: "0"))
        count += 1
      } else {
        // A `_` is allowed between two digits only.
        guard byte == UInt8(ascii: "_"), count > 0, position + 1 < bytes.count,
          isDigit(bytes[position + 1])
        else { break }
      }
      position += 1
    }
    return count
  }

  /// Adds a digit; zeros in front are dropped
  private mutating func append(_ digit: UInt8) throws(QuantityProblem) {
    if significant == 0, digit == 0 { return }
    significant += 1
    guard significant <= ExactDecimal.maximumDigits else { throw .tooManyDigits }
    if significant <= 19 {
      magnitude = magnitude * 10 + UInt64(digit)
    } else {
      if digits.isEmpty { digits = Self.digits(of: magnitude) }
      digits.append(digit)
    }
  }

  /// The decimal digits of an integer, most significant first
  private static func digits(of magnitude: UInt64) -> [UInt8] {
    var rest = magnitude
    var found: [UInt8] = []
    while rest > 0 {
      found.append(UInt8(rest % 10))
      rest /= 10
    }
    found.reverse()
    return found
  }

  /// `true` if a byte is a digit of ASCII
  private func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
  }
}
