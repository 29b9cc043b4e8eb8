import OppTestLimits
import Testing

@testable import OppEngine

/// Sums that depend on no order
@Suite(.limited) struct ExactSumTests {
  private func sum(_ scalars: [Double]) -> ExactSum {
    var sum = ExactSum()
    for scalar in scalars { sum.add(scalar) }
    return sum
  }

  @Test func `tenths add up, in any order, beside large numbers too`() {
    #expect(sum(Array(repeating: 0.1, count: 10)).total == 1)
    for order in [[1e9, 0.1, -1e9], [0.1, 1e9, -1e9], [1e9, -1e9, 0.1]] {
      #expect(sum(order).total == 0.1)
    }
    #expect(sum([]).total == 0)
  }

  @Test func `the mean of equal numbers is the number`() {
    for number in [0.1, 1 / 3.0, -273.15, 1e9, 36.6] {
      for count in [1, 3, 7, 1000] {
        let mean = sum(Array(repeating: number, count: count)).mean(over: Int64(count))
        #expect(abs(mean - number) <= abs(number) * 1e-15 + 1e-15, "\(number), \(count)")
      }
    }
  }

  @Test(
    arguments: [
      (7, 2, 4), (-7, 2, -4), (7, 3, 2), (8, 3, 3), (-8, 3, -3), (0, 5, 0), (9, 3, 3), (-1, 3, 0),
    ] as [(Int, Int64, Int)])
  func `a mean of quanta is rounded to the nearest, halves away from zero`(
    quanta: Int, count: Int64, mean: Int
  ) {
    #expect(ExactSum.mean(Int128(quanta), over: count) == Int128(mean))
  }

  @Test func `quanta become the nearest number`() {
    var values: [Int128] = [0, 1, -1, .max, .min + 1]
    for shift in [52, 53, 54, 63, 64, 65, 100, 126] {
      for offset: Int128 in [-3, -2, -1, 0, 1, 2, 3] {
        values += [(Int128(1) << shift) + offset, -(Int128(1) << shift) + offset]
        values.append((Int128(3) << (shift - 1)) + offset)
      }
    }
    for value in values { #expect(ExactSum.double(value) == Double(value), "\(value)") }
  }

  @Test func `quanta of a number are the nearest whole ones`() {
    for scalar in [0, 1, -1, 0.1, 1e3, 2562.5, 1e9, -1e9, 12345.678] {
      let expected = Int128((scalar * ExactSum.quantaPerUnit).rounded())
      #expect(ExactSum.quanta(of: scalar) == expected, "\(scalar)")
    }
    for scalar in [1e15, -1e15, .infinity, .nan] { #expect(ExactSum.quanta(of: scalar) == nil) }
  }

  @Test func `a summand or a sum that is too large makes the sum no number`() {
    #expect(sum([1, 1e20]).isOverflown)
    #expect(sum([1, 1e20]).total.isNaN && sum([1, .nan]).mean(over: 2).isNaN)
    var sum = ExactSum()
    sum.add(quanta: .max)
    #expect(!sum.isOverflown)
    sum.add(quanta: 1)
    #expect(sum.isOverflown)
  }
}
