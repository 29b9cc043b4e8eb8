import OppModel
import OppTestLimits
import Testing

/// Percentages as numbers and back, compared with the C library's reading of the moved decimal
@Suite(.limited) struct PercentageTests {
  @Test(arguments: [
    (57, 0.57), (57.3, 0.573), (0, 0), (100, 1), (110, 1.1), (-2.5, -0.025), (12.5, 0.125),
    (0.1, 0.001), (33.3, 0.333), (7, 0.07), (29, 0.29), (1e-7, 1e-9), (1e21, 1e19),
  ])
  func `a percentage is the number with its point moved`(percent: Double, number: Double) {
    #expect(Percentage.ratio(ofPercent: percent) == number)
    #expect(Percentage.percent(ofRatio: number) == percent)
  }

  @Test func `numbers with a percentage get just that, others the nearest`() {
    #expect(Percentage.percent(ofRatio: 2.0 / 3) == 66.66666666666666)
    #expect(Percentage.percent(ofRatio: 1.0 / 3) == 33.33333333333333)
    #expect(Percentage.percent(ofRatio: 1e308) == .infinity)
  }

  @Test func `any double is read as the C library reads the moved digits`() {
    var random = SystemSeed(state: 57)
    for _ in 0..<20_000 {
      let value = random.number()
      let percent = Double(Self.moved(value, by: -2))
      #expect(Percentage.ratio(ofPercent: value) == percent, "\(value)")
      let back = Percentage.percent(ofRatio: value)
      // The percentage has just that number, if one of the neighbours has.
      let near = value * 100
      let candidates = [near, near.nextDown, near.nextUp, Double(Self.moved(value, by: 2)) ?? 0]
      let exact = candidates.filter { Double(Self.moved($0, by: -2)) == value }
      #expect(exact.isEmpty ? back == near : exact.contains(back), "\(value)")
    }
  }

  /// The decimal of a number with its point moved
  private static func moved(_ value: Double, by places: Int) -> String {
    let parts = value.description.split(separator: "e")
    let exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) + places
    return "\(parts[0])e\(exponent)"
  }
}

/// Numbers with many digits and with few, of all sizes that occur
private struct SystemSeed {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state >> 11
  }

  mutating func number() -> Double {
    let digits = Double(next() % 1_000_000)
    switch next() % 4 {
    case 0: return digits / 1000
    case 1: return digits / 7
    case 2: return -digits / 1e6
    default: return Double(next()) / Double(next() % 100_000 + 1)
    }
  }
}
