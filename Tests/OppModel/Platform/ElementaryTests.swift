import Foundation
import OppTestLimits
import OppTesting
import Testing

@testable import OppModel

/// The elementary functions of our own, against those of the C library
@Suite(.limited) struct ElementaryTests {
  @Test(arguments: LawSeeds.seeds(4, long: 40))
  func `they are those of the C library, but for the last bits`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<2000 {
      let part = Double(random.number(in: -1_000_000...1_000_000)) / 1_000_000
      for scale in [1.0, 10, 1e4, 9e5] {
        let angle = part * scale
        #expect(abs(Elementary.sine(angle) - sin(angle)) <= 3e-16, "\(angle)")
        #expect(abs(Elementary.cosine(angle) - cos(angle)) <= 3e-16, "\(angle)")
      }
      let other = Double(random.number(in: -1000...1000)) / 300
      #expect(isClose(Elementary.arcTangent(part, other), atan2(part, other)), "\(part) \(other)")
      #expect(isClose(Elementary.arcSine(part), asin(part)), "\(part)")
      #expect(isClose(Elementary.arcCosine(part), acos(part)), "\(part)")
      #expect(isClose(Elementary.exponential(part * 700), exp(part * 700)), "\(part * 700)")
      let number = exp(part * 700)
      #expect(isClose(Elementary.logarithm(number), log(number)), "\(number)")
      #expect(isClose(Elementary.logarithm(1 + part / 100), log(1 + part / 100)), "\(part)")
    }
  }

  /// `true` if two numbers differ in their last three units at most
  private func isClose(_ found: Double, _ expected: Double) -> Bool {
    abs(found - expected) <= 3 * expected.ulp
  }

  @Test func `they end where the functions do`() {
    #expect(Elementary.exponential(710) == .infinity)
    #expect(Elementary.exponential(-800) == 0)
    #expect(Elementary.exponential(-.infinity) == 0)
    #expect(Elementary.exponential(-740) > 0)
    #expect(Elementary.exponential(.nan).isNaN)
    #expect(Elementary.logarithm(0) == -.infinity)
    #expect(Elementary.logarithm(-1).isNaN)
    #expect(isClose(Elementary.logarithm(.leastNonzeroMagnitude), log(.leastNonzeroMagnitude)))
    #expect(Elementary.sine(.infinity).isNaN)
    #expect(Elementary.arcTangent(0, 0) == 0)
    #expect(Elementary.arcTangent(0, -1) == .pi)
  }

  @Test(arguments: [
    (Unary.squareRoot, 2.0, 1.41421356237), (.squareRoot, 2.25, 1.5), (.squareRoot, 0, 0),
    (.squareRoot, 1e-300, 1e-150), (.exponential, 1, 2.71828182846), (.exponential, 0, 1),
    (.exponential, -800, 0), (.exponential, 700, 1.01423205474e304),
    (.exponential, -700, 9.85967654376e-305), (.logarithm, 10, 2.30258509299), (.logarithm, 1, 0),
    (.logarithm, 1.0001, 9.99950003333e-5), (.logarithm, .leastNonzeroMagnitude, -744.440071921),
  ])
  func `roots are rounded to twelve significant digits`(
    function: Unary, number: Double, expected: Double
  ) {
    #expect(function.value(number) == expected)
  }

  @Test(arguments: [
    (Unary.squareRoot, -1.0), (.exponential, 710), (.logarithm, 0), (.logarithm, -2),
  ])
  func `there is no root without a finite result`(function: Unary, number: Double) {
    #expect(!function.value(number).isFinite)
  }
}
