import OppTestLimits
import OppTesting
import Testing

@testable import OppModel

/// Sums that depend on no order, rounded once
@Suite(.limited) struct ExactSumTests {
  @Test func `tenths add up, in any order, beside large numbers too`() {
    #expect(ExactSum.of(Array(repeating: 0.1, count: 10)) == 1)
    for order in [[1e19, 0.1, -1e19], [0.1, 1e19, -1e19], [1e19, -1e19, 0.1]] {
      #expect(ExactSum.of(order) == 0.1)
    }
    #expect(ExactSum.of([]) == 0)
    #expect(ExactSum.of([20.2, -20]) == 0.2)
    #expect(ExactSum.of([76338, 90199]) == 166_537)
    #expect(ExactSum.of([Double(1 << 53), -1]) == Double(1 << 53 - 1))
  }

  @Test func `the mean of equal numbers is the number, however large or fine it is`() {
    for number in [0.1, 1 / 3.0, -273.15, 1e9, 36.6, 200_203, 1e15, 1e300, 1e-300] {
      for count in [1, 3, 7, 1000] {
        #expect(ExactSum.mean(of: Array(repeating: number, count: count)) == number)
      }
    }
    #expect(ExactSum.mean(of: []) == nil)
  }

  @Test func `the difference of two decimals is the decimal that people would write`() {
    #expect(ExactSum.difference(20.1, 19.9) == 0.2)
    #expect(ExactSum.difference(293.25, 293.05) == 0.2)
    #expect(ExactSum.difference(0.3, 0.1) == 0.2)
    #expect(ExactSum.difference(5e15, 3e15) == 2e15)
    #expect(ExactSum.difference(4e30, 2e30) == 2e30)
    #expect(ExactSum.difference(.nan, 1).isNaN)
  }

  @Test func `a number is the nearest quantum to its shortest decimal, ties to even`() {
    let cases: [(Double, Int128)] = [
      (0.1, 360_000_000_000_000), (-0.1, -360_000_000_000_000), (1, 3_600_000_000_000_000),
      (13.7 / 3.6, 13_699_999_999_999_999), (1.25e-15, 4), (3.75e-15, 14), (1e-300, 0),
      (0x1p60, 1_152_921_504_606_847_000 * 3_600_000_000_000_000),
    ]
    for (scalar, quanta) in cases { #expect(Quanta.of(scalar) == quanta, "\(scalar)") }
    for scalar in [1e20, -1e20, .infinity, .nan] { #expect(Quanta.of(scalar) == nil) }
  }

  @Test func `numbers from the limit on have no sum, but a mean if they are equal`() {
    #expect(ExactSum.of([1, 1e20]) == nil)
    #expect(ExactSum.mean(of: [1, 1e20]) == nil)
    #expect(ExactSum.of(Array(repeating: 9e19, count: 1000)) == 9e22)
  }

  /// A number as a sensor, a bank, a meter or nobody at all would write it
  private static func number(_ random: inout SplitMix64) -> Double {
    let sign: Double = random.oneIn(3) ? -1 : 1
    func digits(_ count: Int) -> Double { Double(random.number(in: 0...count)) }
    switch random.number(in: 0...6) {
    case 0: return sign * digits(1 << 53)
    case 1: return sign * digits(1_000_000)
    case 2: return sign * digits(1_000_000_000) / 1000
    case 3: return sign * digits(100_000) / 3.6
    case 4: return sign * digits(1 << 53) / Double(1 << random.number(in: 0...60))
    case 5:
      return sign * (Double("\(random.next())e\(random.number(in: -36...(-2)))") ?? 0)
    default: return sign * Double(1 << random.number(in: 0...62))
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `lists have the sums and means of exact fractions, in any order`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<150 {
      let numbers = (0..<random.number(in: 1...12)).map { _ in Self.number(&random) }
      let sum = ExactSum.of(numbers)
      #expect(sum.map { .scalar($0) } == ReferenceSum(of: numbers).total, "\(numbers)")
      let mean = ExactSum.mean(of: numbers)
      #expect(mean.map { .scalar($0) } == ReferenceSum.mean(of: numbers), "\(numbers)")
      #expect(ExactSum.of(numbers.reversed()) == sum)
      #expect(ExactSum.of(numbers.sorted()) == sum)
    }
  }

  @Test func `so many times a number is the number so many times`() {
    for quanta: Int128 in [0, 1, -1, 3_600_000_000_000_001, -(1 << 118), 1 << 118, -(1 << 64)] {
      var sum = ExactSum()
      for count: Int64 in 0..<20 {
        #expect(ExactSum(quanta, times: count) == sum)
        sum = sum + ExactSum(quanta)
        #expect(sum - ExactSum(quanta, times: count) == ExactSum(quanta))
      }
    }
    let years = ExactSum(1 << 118, times: 1 << 38)
    #expect(years.scalar(over: 1 << 38) == 0x1p118 / 3.6e15)
    #expect(years.scalar() == 0x1p118 / 3.6e15 * 0x1p38)
  }
}
