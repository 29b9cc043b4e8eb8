extension Unary {
  /// `true` for `sqrt`, `exp` and `ln`, which have no value for some numbers
  package var isRoot: Bool {
    switch self {
    case .squareRoot, .exponential, .logarithm: true
    case .negate, .absolute, .round, .floor, .ceiling, .ratio, .percentage: false
    }
  }

  /// The significant digits of a root: fewer than a Double has, so that the last bits of two ways to compute it do not show
  private static let rootDigits = 12

  /// The result of a function of one number; not finite if it has none
  ///
  ///     sqrt 2 → 1.41421356237     ln 0 → -∞     sqrt -1 → not a number     round 2.5 → 3
  package func value(_ value: Double) -> Double {
    switch self {
    case .negate: 0 - value
    case .absolute: value.magnitude
    case .round: value.rounded(.toNearestOrAwayFromZero)
    case .floor: value.rounded(.down)
    case .ceiling: value.rounded(.up)
    case .ratio: Percentage.ratio(ofPercent: value)
    case .percentage: Percentage.percent(ofRatio: value)
    case .squareRoot: Self.root(value.squareRoot())
    case .exponential: Self.root(Elementary.exponential(value))
    case .logarithm: Self.root(Elementary.logarithm(value))
    }
  }

  private static func root(_ value: Double) -> Double {
    // The root of -0 is -0.
    value == 0 ? 0 : DecimalText.rounded(value, significantDigits: rootDigits)
  }
}
