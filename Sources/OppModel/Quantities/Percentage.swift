/// Percentages as numbers and numbers as percentages, as on paper
///
/// A Percent is kept in hundredths, 57% as 57. Its number is the Double nearest to a hundredth of the digits that people
/// see, not of the binary fraction next to them; the way back finds the percentage with just that number.
///
/// ```
/// 1.1%      11/1000       0.011, though the Double 1.1 divided by 100 is 0.011000000000000001
/// 0.57      57%           though the Double 0.57 times 100 is 56.99999999999999
/// 2/3       66.66666666666666%
/// ```
package enum Percentage {
  /// The number that a percentage is: the Double nearest to p/100, p as its shortest decimal
  ///
  ///     57 → 0.57     110 → 1.1     -2.5 → -0.025
  package static func ratio(ofPercent percent: Double) -> Double {
    guard percent.isFinite else { return percent }
    for scale in scales {
      guard let whole = whole(percent, times: scale) else { continue }
      return whole / (scale * 100)
    }
    guard let decimal = try? ExactDecimal.parse(percent.description, allowsExponent: true) else {
      return percent / 100
    }
    return decimal.hundredth.value ?? percent / 100
  }

  /// The percentage whose number this is, or the one nearest to 100·n if there is none; infinite beyond the largest
  ///
  ///     0.57 → 57     1.1 → 110     1/3 → 33.33333333333333
  package static func percent(ofRatio number: Double) -> Double {
    guard number.isFinite else { return number }
    for scale in scales {
      guard let whole = whole(number, times: scale * 100) else { continue }
      return whole / scale
    }
    let near = number * 100
    guard near.isFinite else { return near }
    // The digits of the number with the point moved come first, because a person writes these.
    let decimal = try? ExactDecimal.parse(number.description, allowsExponent: true)
    for candidate in [decimal?.hundredfold.value ?? near, near, near.nextDown, near.nextUp]
    where ratio(ofPercent: candidate) == number {
      return candidate
    }
    return near
  }

  /// The powers of ten that are tried before the digits are read: most numbers have few decimals
  private static let scales: [Double] = [1, 10, 100, 1000]

  /// A whole number that divided by a scale is just this Double, or `nil` if there is none of at most 15 digits
  ///
  /// No two decimals of at most 15 digits have the same Double, so that it has the digits of the shortest.
  private static func whole(_ value: Double, times scale: Double) -> Double? {
    let whole = (value * scale).rounded()
    guard whole.magnitude < 1e15, whole / scale == value else { return nil }
    return whole
  }
}
