import OppTestLimits
import Testing

@testable import OppModel

@Suite(.limited) struct DecimalTextTests {
  @Test func `a number is rounded by arithmetic as its digits are`() {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var quick = 0
    for index in 0..<4_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let fraction = Double(state >> 11) / 0x1p53
      let exponent = index % 90 - 45
      let value =
        (index % 2 == 0 ? 1 : -1) * (1 + fraction)
        * Double(sign: .plus, exponent: exponent, significand: 1)
      guard let found = DecimalText.quicklyRounded(value, significantDigits: 12) else { continue }
      quick += 1
      #expect(found == DecimalText.roundedDigits(value, significantDigits: 12), "\(value)")
    }
    #expect(quick > 3_000)
  }

  @Test(arguments: [
    (2.0.squareRoot(), 1.41421356237), (1, 1), (-2.5, -2.5), (999_999_999_999.6, 1e12),
    (9.9999999999996, 10), (123_456_789_012.5, 123_456_789_013), (0.1, 0.1), (1e22, 1e22),
    (Double.leastNonzeroMagnitude, Double.leastNonzeroMagnitude), (1e300, 1e300),
    (1.000000000005, 1.00000000001),
  ]) func `numbers near the edges are rounded to twelve digits`(value: Double, rounded: Double) {
    #expect(DecimalText.rounded(value, significantDigits: 12) == rounded)
  }
}
