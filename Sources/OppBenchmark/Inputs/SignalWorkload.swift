internal import Foundation
internal import OppTesting

/// Random rules over 27 signals and readings of them, the same each time
///
/// Six rules of ten are conjunctions of two to five comparisons of different signals; a quarter has an inner `or` of two or
/// three; the others are nested, of three to ten comparisons. The signals are the time, the weekday, the sky, the
/// temperature, the moisture of the air, the wind, the free time, and the distances of twenty places.
///
/// ```opp
/// opp "Rule 0" when moisture >= 55% and minute in 21:30..23:30 and d14 <= 300m
/// opp "Rule 1" when (sky == fog or wind < 4m/s) and weekday in [sat, sun]
/// opp "Rule 2" when (not (temp > 3C) and free >= 45min) or (sky == rain and d0 <= 150m and wind >= 9m/s)
/// ```
///
/// Rules, readings and small steps are drawn from seeds of their own: more rules leave the first ones and the readings as
/// they are.
struct SignalWorkload {
  let places: SignalPlaces

  /// The conditions, which the yardstick walks
  private(set) var rules: [SignalTree] = []

  private let seed: UInt64

  init(seed: UInt64, rules count: Int) {
    self.seed = seed
    var random = SplitMix64(seed: seed)
    places = SignalPlaces(&random)
    var builder = SignalRuleBuilder(random: SplitMix64(seed: seed &+ 1), radii: places.radii)
    for _ in 0..<count { rules.append(builder.rule()) }
  }

  /// The declaration of the source, and the Opps
  var text: String {
    var lines = ["source signals {"]
    for (name, type) in SignalReading.fieldTypes { lines.append("  \(name): \(type)") }
    lines.append("}")
    for (index, rule) in rules.enumerated() {
      lines.append("opp \"Rule \(index)\" when \(rule.text)")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: Readings

  /// Readings that have nothing to do with one another: every signal changes
  func independentReadings(_ count: Int) -> [SignalReading] {
    var random = SplitMix64(seed: seed &+ 2)
    return (0..<count).map { _ in
      let point = places.position(&random)
      return reading(at: point, &random)
    }
  }

  /// Readings of which each changes one signal, to any value
  func singleChanges(_ count: Int) -> [SignalReading] {
    var random = SplitMix64(seed: seed &+ 3)
    let others = independentReadings(count)
    var present = others[0]
    return others.map { other in
      present.take(random.number(in: 0...SignalReading.signalCount - 1), from: other)
      return present
    }
  }

  /// Readings in which each number moves a small step: a minute, a tenth of a degree, a percent, fifteen metres
  func smallSteps(_ count: Int) -> [SignalReading] {
    var random = SplitMix64(seed: seed &+ 4)
    var point = places.position(&random)
    var present = reading(at: point, &random)
    return (0..<count).map { _ in
      point = SignalPlaces.moved(point, by: 15, &random)
      present.distances = places.distances(from: point)
      present.minute = (present.minute + 1) % 1440
      present.temp = Self.tenths(present.temp + (random.oneIn(2) ? 0.1 : -0.1))
      present.wind = Self.tenths(max(0, present.wind + (random.oneIn(2) ? 0.1 : -0.1)))
      present.moisture = min(100, max(5, present.moisture + (random.oneIn(2) ? 1 : -1)))
      present.free = present.free > 0 ? present.free - 1 : 240
      return present
    }
  }

  /// A reading at a point, its other signals by chance
  private func reading(
    at point: SignalPlaces.Point, _ random: inout SplitMix64
  ) -> SignalReading {
    var reading = SignalReading()
    reading.distances = places.distances(from: point)
    reading.minute = random.number(in: 0...1439)
    reading.weekday = random.number(in: 0...6)
    reading.sky = random.index(weights: [30, 25, 15, 8, 3, 5, 7, 7])
    reading.temp = Self.tenths(min(38, max(-15, 14 + 9 * Self.normal(&random))))
    reading.moisture = Int(min(100, max(5, 65 + 20 * Self.normal(&random))))
    reading.wind = Self.tenths(min(30, -2.2 * log(Self.product(of: 2, &random))))
    reading.free = random.number(in: 1...10) <= 4 ? 0 : random.number(in: 1...300)
    return reading
  }

  /// Rounded to a tenth
  private static func tenths(_ value: Double) -> Double { (value * 10).rounded() / 10 }

  /// A number of the standard normal distribution, by the method of Box and Muller
  private static func normal(_ random: inout SplitMix64) -> Double {
    let radius = (-2 * log(product(of: 1, &random))).squareRoot()
    return radius * cos(Double.random(in: 0..<(2 * .pi), using: &random))
  }

  /// The product of numbers above 0 and up to 1
  private static func product(of count: Int, _ random: inout SplitMix64) -> Double {
    (0..<count).reduce(1) { product, _ in product * (1 - Double.random(in: 0..<1, using: &random)) }
  }
}
