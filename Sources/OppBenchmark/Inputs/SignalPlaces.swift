internal import Foundation
internal import OppTesting

/// Twenty places in a town of 13 by 15 kilometres, on a plane
struct SignalPlaces {
  /// A point, in metres
  struct Point {
    var x: Double
    var y: Double
  }

  private(set) var centres: [Point] = []

  /// In metres, one a centre
  private(set) var radii: [Int] = []

  private static let width = 15_000.0
  private static let height = 13_000.0

  init(_ random: inout SplitMix64) {
    for _ in 0..<20 {
      centres.append(Self.anywhere(&random))
      radii.append(random.pick([100, 150, 200, 300, 500, 1000]))
    }
  }

  /// The position of somebody: in three cases of five at a place, the first ones more often, else anywhere
  func position(_ random: inout SplitMix64) -> Point {
    guard Double.random(in: 0..<1, using: &random) < 0.6 else { return Self.anywhere(&random) }
    // The place at index i is drawn as often as 1 / (i + 1) says.
    let weights = centres.indices.map { 1 / Double($0 + 1) }
    let place = random.index(weights: weights)
    let distance =
      0.9 * Double(radii[place]) * Double.random(in: 0..<1, using: &random).squareRoot()
    return Self.moved(centres[place], by: distance, &random)
  }

  /// A point so many metres away, in a direction by chance
  static func moved(_ point: Point, by distance: Double, _ random: inout SplitMix64) -> Point {
    let angle = Double.random(in: 0..<(2 * .pi), using: &random)
    return Point(x: point.x + distance * cos(angle), y: point.y + distance * sin(angle))
  }

  /// The distances of a point, in whole metres
  func distances(from point: Point) -> InlineArray<20, Int> {
    InlineArray { index in
      let x = point.x - centres[index].x
      let y = point.y - centres[index].y
      return Int((x * x + y * y).squareRoot().rounded())
    }
  }

  /// Any point of the town
  private static func anywhere(_ random: inout SplitMix64) -> Point {
    Point(
      x: Double.random(in: 0..<width, using: &random),
      y: Double.random(in: 0..<height, using: &random))
  }
}

extension SplitMix64 {
  /// An index, as often as its weight says
  mutating func index(weights: [Double]) -> Int {
    var rest = Double.random(in: 0..<weights.reduce(0, +), using: &self)
    for (index, weight) in weights.enumerated() {
      if rest < weight { return index }
      rest -= weight
    }
    return weights.count - 1
  }
}
