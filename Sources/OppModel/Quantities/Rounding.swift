/// Quotients of integers as the nearest Double, ties to even
///
/// ```
/// 1 / 3                  0x1.5555555555555p-2, below
/// (2⁵³ + 1) / 1          2⁵³: half way between two Doubles, of which this one is even
/// (2⁵³ + 3) / 1          2⁵³ + 4
/// ```
enum Rounding {
  /// `numerator / divisor`
  ///
  /// - Requires: `divisor` is not zero.
  static func quotient(_ numerator: UInt128, by divisor: UInt64) -> Double {
    precondition(divisor != 0, "a quotient needs a divisor")
    guard numerator != 0 else { return 0 }
    // With the top bit at 127, at least 64 bits are left of the quotient.
    let shift = numerator.leadingZeroBitCount
    let (quotient, remainder) = (numerator << UInt128(shift)).quotientAndRemainder(
      dividingBy: UInt128(divisor))
    let width = 128 - quotient.leadingZeroBitCount
    let kept = UInt64(truncatingIfNeeded: quotient >> UInt128(width - 64))
    let dropped = quotient & ((UInt128(1) << UInt128(width - 64)) - 1)
    return nearest(kept, isInexact: dropped != 0 || remainder != 0, exponent: width - 64 - shift)
  }

  /// `numerator / divisor` of numbers that have no quotient below the normal Doubles, by one division
  ///
  /// - Requires: `divisor` is not zero.
  @inline(__always)
  static func nearest(_ numerator: UInt128, over divisor: UInt64) -> Double {
    guard numerator != 0 else { return 0 }
    // With the top bits at 125 and 63, the quotient has 62 or 63 bits, of which the last shows whether more follow.
    let width = numerator.leadingZeroBitCount
    let shift = divisor.leadingZeroBitCount
    let all = numerator &<< UInt128(truncatingIfNeeded: width)
    let head = (
      high: UInt64(truncatingIfNeeded: all &>> 66), low: UInt64(truncatingIfNeeded: all &>> 2)
    )
    let (quotient, rest) = (divisor &<< UInt64(truncatingIfNeeded: shift)).dividingFullWidth(head)
    let more: UInt64 = rest != 0 || UInt64(truncatingIfNeeded: all) & 3 != 0 ? 1 : 0
    // 2 to the power of the exponent, by its bits.
    let scale = Double(bitPattern: UInt64(truncatingIfNeeded: shift &- width &+ 2 &+ 1023) &<< 52)
    return Double(Int64(truncatingIfNeeded: quotient | more)) * scale
  }

  /// `numerator / divisor` of long numbers, bit by bit
  ///
  /// - Requires: `divisor` is not zero.
  static func quotient(_ numerator: NaturalNumber, by divisor: NaturalNumber) -> Double {
    precondition(!divisor.isZero, "a quotient needs a divisor")
    guard !numerator.isZero else { return 0 }
    // Scaled so that the quotient lies in [2^63, 2^65): 64 bits are then taken one at a time.
    let exponent = numerator.bitWidth - divisor.bitWidth - 64
    var rest = numerator
    var step = divisor
    if exponent < 0 { rest.shiftLeft(-exponent) } else { step.shiftLeft(exponent) }
    var bits: [NaturalNumber] = [step]
    bits.reserveCapacity(66)
    for index in 0..<65 {
      var next = bits[index]
      next.shiftLeft(1)
      bits.append(next)
    }
    var quotient: UInt128 = 0
    for bit in bits.reversed() {
      quotient <<= 1
      if rest >= bit {
        rest.subtract(bit)
        quotient |= 1
      }
    }
    let width = 128 - quotient.leadingZeroBitCount
    let excess = max(0, width - 64)
    let kept = UInt64(truncatingIfNeeded: quotient >> UInt128(excess))
    let dropped = quotient & ((UInt128(1) << UInt128(excess)) - 1)
    return nearest(kept, isInexact: dropped != 0 || !rest.isZero, exponent: exponent + excess)
  }

  /// The greatest integer that is not above `value`, clamped to the range of an Int64; 0 for NaN
  ///
  /// Unlike `rounded(.down)`, it needs no function of the platform's C library.
  static func floor(_ value: Double) -> Int64 {
    guard value == value else { return 0 }
    guard value.magnitude < 9e18 else { return value < 0 ? .min : .max }
    let whole = Int64(value)
    return Double(whole) > value ? whole - 1 : whole
  }

  /// The integer nearest to `value`, halves away from zero, held like ``floor(_:)``
  static func nearest(_ value: Double) -> Int64 {
    value < 0 ? -floor(0.5 - value) : floor(value + 0.5)
  }

  /// The Double nearest to `(bits + a part below one where inexact) · 2^exponent`
  private static func nearest(_ bits: UInt64, isInexact: Bool, exponent: Int) -> Double {
    guard bits != 0 else { return 0 }
    let width = 64 - bits.leadingZeroBitCount
    // A subnormal keeps fewer than 53 bits: none below 2^-1074.
    let lost = max(width - 53, -1074 - exponent)
    guard lost > 0 else {
      return Double(sign: .plus, exponent: exponent, significand: Double(bits))
    }
    guard lost <= 64 else { return 0 }
    var kept = lost == 64 ? 0 : bits >> UInt64(lost)
    let half = UInt64(1) << UInt64(lost - 1)
    let rest = lost == 64 ? bits : bits & ((UInt64(1) << UInt64(lost)) - 1)
    if rest > half || (rest == half && (isInexact || kept & 1 == 1)) { kept += 1 }
    return Double(sign: .plus, exponent: exponent + lost, significand: Double(kept))
  }
}
