import OppModel
import OppTestLimits
import Testing

/// Differences of decimals are decimals
@Suite(.limited) struct DifferenceTests {
  @Test func `the difference of two decimals is the decimal that people would write`() {
    check(20.1, 19.9, is: 0.2)
    check(293.25, 293.05, is: 0.2)
    check(0.3, 0.1, is: 0.2)
    check(2333 * 0.3, 0, is: 699.9)
    check(0.5 / 3_600_000, 0.2 / 3_600_000, is: 8.333_333_333_333_3e-8, within: 1e-21)
    check(1_779_659_679, 1_779_658_991, is: 688)
    check(5e15, 3e15, is: 2e15)
    check(1, 1, is: 0)
    #expect(Difference.of(.nan, 1).isNaN)
    #expect(Difference.of(.infinity, 1) == .infinity)
  }

  @Test func `ends that move together keep their difference`() {
    for second in 0..<20_000 {
      let (start, end) = (Double(second) * 0.3, Double(second + 2333) * 0.3)
      check(end, start, is: 699.9)
    }
  }

  private func check(
    _ end: Double, _ start: Double, is expected: Double, within tolerance: Double = 0,
    _ location: SourceLocation = #_sourceLocation
  ) {
    #expect(abs(Difference.of(end, start) - expected) <= tolerance, sourceLocation: location)
    #expect(abs(Difference.of(start, end) + expected) <= tolerance, sourceLocation: location)
  }
}
