/// An integer of any size, for the exact fractions of the reference: schoolbook arithmetic, sign and magnitude
struct BigInteger: Hashable {
  private(set) var isNegative: Bool

  /// The least significant first, without zeros at the end; none for 0
  private(set) var limbs: [UInt32]

  private init(isNegative: Bool, limbs: [UInt32]) {
    self.limbs = limbs
    while self.limbs.last == 0 { self.limbs.removeLast() }
    self.isNegative = isNegative && !self.limbs.isEmpty
  }

  init(_ value: Int64) {
    let magnitude = value.magnitude
    self.init(
      isNegative: value < 0,
      limbs: [UInt32(truncatingIfNeeded: magnitude), UInt32(truncatingIfNeeded: magnitude >> 32)])
  }

  /// - Requires: each byte is a digit of ASCII.
  init(digits: [UInt8]) {
    self.init(0)
    for digit in digits { self = times(10) + BigInteger(Int64(digit) - 48) }
  }

  var magnitude: BigInteger { BigInteger(isNegative: false, limbs: limbs) }
  var isOdd: Bool { limbs.first.map { $0 & 1 == 1 } ?? false }

  static prefix func - (value: BigInteger) -> BigInteger {
    BigInteger(isNegative: !value.isNegative, limbs: value.limbs)
  }

  static func + (left: BigInteger, right: BigInteger) -> BigInteger {
    if left.isNegative == right.isNegative {
      var (sum, carry): ([UInt32], UInt64) = ([], 0)
      for index in 0...max(left.limbs.count, right.limbs.count) {
        carry += UInt64(left.limb(index)) + UInt64(right.limb(index))
        sum.append(UInt32(truncatingIfNeeded: carry))
        carry >>= 32
      }
      return BigInteger(isNegative: left.isNegative, limbs: sum)
    }
    if left.isSmaller(than: right) { return right + left }
    var (difference, borrow): ([UInt32], Int64) = ([], 0)
    for index in left.limbs.indices {
      borrow += Int64(left.limb(index)) - Int64(right.limb(index))
      difference.append(UInt32(truncatingIfNeeded: borrow))
      borrow >>= 32
    }
    return BigInteger(isNegative: left.isNegative, limbs: difference)
  }

  static func - (left: BigInteger, right: BigInteger) -> BigInteger { left + -right }

  static func * (left: BigInteger, right: BigInteger) -> BigInteger {
    var result = BigInteger(0)
    for (index, limb) in right.limbs.enumerated() {
      let row = left.magnitude.times(limb)
      result =
        result
        + BigInteger(isNegative: false, limbs: Array(repeating: 0, count: index) + row.limbs)
    }
    return BigInteger(isNegative: left.isNegative != right.isNegative, limbs: result.limbs)
  }

  func times(_ factor: UInt32) -> BigInteger {
    var (product, carry): ([UInt32], UInt64) = ([], 0)
    for limb in limbs {
      carry += UInt64(limb) * UInt64(factor)
      product.append(UInt32(truncatingIfNeeded: carry))
      carry >>= 32
    }
    product.append(UInt32(truncatingIfNeeded: carry))
    return BigInteger(isNegative: isNegative, limbs: product)
  }

  /// Divided by a small number towards 0, with the rest of the magnitude
  func quotientAndRest(by divisor: UInt32) -> (BigInteger, UInt32) {
    var (quotient, rest) = (limbs, UInt64(0))
    for index in limbs.indices.reversed() {
      rest = rest << 32 | UInt64(limbs[index])
      quotient[index] = UInt32(rest / UInt64(divisor))
      rest %= UInt64(divisor)
    }
    return (BigInteger(isNegative: isNegative, limbs: quotient), UInt32(rest))
  }

  func shiftedLeft(_ count: Int) -> BigInteger {
    let shifted = times(1 << UInt32(count % 32))
    return BigInteger(
      isNegative: isNegative,
      limbs: Array(repeating: 0, count: count / 32) + shifted.limbs)
  }

  /// Whether its magnitude is less than that of another
  func isSmaller(than other: BigInteger) -> Bool {
    if limbs.count != other.limbs.count { return limbs.count < other.limbs.count }
    for index in limbs.indices.reversed() where limbs[index] != other.limbs[index] {
      return limbs[index] < other.limbs[index]
    }
    return false
  }

  static func < (left: BigInteger, right: BigInteger) -> Bool { (left - right).isNegative }

  /// About the value
  var estimate: Double {
    let size = limbs.reversed().reduce(0.0) { $0 * 0x1p32 + Double($1) }
    return isNegative ? -size : size
  }

  private func limb(_ index: Int) -> UInt32 { index < limbs.count ? limbs[index] : 0 }
}
