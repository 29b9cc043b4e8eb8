internal import Foundation
internal import OppModel

extension Unary {
  func applied(to value: Double) -> Double {
    switch self {
    case .negate: 0 - value
    case .absolute: value.magnitude
    case .round: value.rounded(.toNearestOrAwayFromZero)
    case .floor: value.rounded(.down)
    case .ceiling: value.rounded(.up)
    case .ratio: Self.ratio(value)
    case .percentage: Self.percentage(value)
    case .squareRoot: Self.twelveDigits(sqrt(value))
    case .exponential: Self.twelveDigits(exp(value))
    case .logarithm: Self.twelveDigits(log(value))
    }
  }

  /// The Double nearest to a hundredth of the shortest decimal, by moving its point
  private static func ratio(_ percent: Double) -> Double {
    moved(percent, by: -2) ?? percent / 100
  }

  /// The percentage whose ratio is the number: that of its digits, else the nearest of those around 100·n
  private static func percentage(_ number: Double) -> Double {
    let near = number * 100
    let candidates = [moved(number, by: 2) ?? near, near, near.nextDown, near.nextUp]
    return candidates.first { ratio($0) == number } ?? near
  }

  /// The number whose decimal is that of another with the point so many places to the right, read by the C library
  private static func moved(_ value: Double, by places: Int) -> Double? {
    let parts = value.description.split(separator: "e")
    let exponent = (parts.count > 1 ? Int(parts[1]) ?? 0 : 0) + places
    return Double("\(parts[0])e\(exponent)")
  }

  /// "Rounded to 12 significant digits", by the C library
  private static func twelveDigits(_ value: Double) -> Double {
    value.isFinite ? Double(String(format: "%.11e", value)) ?? .nan : .nan
  }
}
