/// An integer of any size, not negative, with the few operations that exact conversion of long numerals needs
///
/// Schoolbook arithmetic on 32-bit limbs; a numeral of ``ExactDecimal/maximumDigits`` has about 104.
///
/// ```
/// 0               []
/// 5               [5]
/// 2³² + 7         [7, 1]
/// 10²⁰            [1661992960, 1808227885, 5]
/// ```
struct NaturalNumber: Comparable {
  /// The least significant first, without zeros at the end
  private(set) var limbs: [UInt32]

  init(_ value: UInt64) {
    limbs = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
    trim()
  }

  /// - Requires: each digit is 0 to 9.
  init(decimalDigits: [UInt8]) {
    limbs = []
    for digit in decimalDigits { multiplyAndAdd(10, UInt32(digit)) }
  }

  var isZero: Bool { limbs.isEmpty }

  /// The number of bits without zeros in front: 0 for 0, 3 for 5, 33 for 2³²
  var bitWidth: Int {
    guard let last = limbs.last else { return 0 }
    return limbs.count * 32 - last.leadingZeroBitCount
  }

  mutating func multiply(by factor: UInt64) {
    let high = UInt32(truncatingIfNeeded: factor >> 32)
    guard high != 0 else { return multiplyAndAdd(UInt32(truncatingIfNeeded: factor), 0) }
    var upper = self
    upper.multiplyAndAdd(high, 0)
    upper.shiftLeft(32)
    multiplyAndAdd(UInt32(truncatingIfNeeded: factor), 0)
    add(upper)
  }

  mutating func multiplyByPowerOfTen(_ exponent: Int) {
    for _ in 0..<(exponent / 9) { multiplyAndAdd(1_000_000_000, 0) }
    for _ in 0..<(exponent % 9) { multiplyAndAdd(10, 0) }
  }

  /// Multiplies by a power of two
  mutating func shiftLeft(_ count: Int) {
    guard !isZero, count > 0 else { return }
    let bits = UInt64(count % 32)
    var carry: UInt64 = 0
    for index in limbs.indices {
      let wide = UInt64(limbs[index]) << bits | carry
      limbs[index] = UInt32(truncatingIfNeeded: wide)
      carry = wide >> 32
    }
    if carry != 0 { limbs.append(UInt32(truncatingIfNeeded: carry)) }
    limbs.insert(contentsOf: repeatElement(0, count: count / 32), at: 0)
  }

  mutating func add(_ other: NaturalNumber) {
    var carry: UInt64 = 0
    for index in 0..<max(limbs.count, other.limbs.count) {
      if index == limbs.count { limbs.append(0) }
      let sum =
        UInt64(limbs[index]) + (index < other.limbs.count ? UInt64(other.limbs[index]) : 0) + carry
      limbs[index] = UInt32(truncatingIfNeeded: sum)
      carry = sum >> 32
    }
    if carry != 0 { limbs.append(UInt32(truncatingIfNeeded: carry)) }
  }

  /// - Requires: `other <= self`.
  mutating func subtract(_ other: NaturalNumber) {
    precondition(other <= self, "a natural number cannot go below zero")
    var borrow: Int64 = 0
    for index in limbs.indices {
      var difference = Int64(limbs[index]) - borrow
      if index < other.limbs.count { difference -= Int64(other.limbs[index]) }
      borrow = difference < 0 ? 1 : 0
      limbs[index] = UInt32(truncatingIfNeeded: difference)
    }
    trim()
  }

  static func < (left: NaturalNumber, right: NaturalNumber) -> Bool {
    if left.limbs.count != right.limbs.count { return left.limbs.count < right.limbs.count }
    for index in left.limbs.indices.reversed() where left.limbs[index] != right.limbs[index] {
      return left.limbs[index] < right.limbs[index]
    }
    return false
  }

  /// Multiplies by a factor and adds a summand, in one pass over the limbs
  private mutating func multiplyAndAdd(_ factor: UInt32, _ summand: UInt32) {
    var carry = UInt64(summand)
    for index in limbs.indices {
      let wide = UInt64(limbs[index]) * UInt64(factor) + carry
      limbs[index] = UInt32(truncatingIfNeeded: wide)
      carry = wide >> 32
    }
    if carry != 0 { limbs.append(UInt32(truncatingIfNeeded: carry)) }
    trim()
  }

  /// Removes the zeros at the end
  private mutating func trim() {
    while limbs.last == 0 { limbs.removeLast() }
  }
}
