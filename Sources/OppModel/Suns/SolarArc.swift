/// One day of the sun over a place: from its lowest point through its highest to the next lowest
///
/// ```
///                  noon
///                 ⟋‾‾‾⟍ high
///      ─ ─ ─ ─ ─⟋─ ─ ─ ⟍─ ─ ─ ─ threshold
///             ⟋ rise  set⟍
///    ────⟍__⟋              ⟍__⟋────
///        low              nextLow
/// ```
///
/// On both sides the altitude is monotone, so every crossing of a threshold is found, once, by halving
/// the interval around an estimate. One that lies well between noon and midnight is the only one of its side, and
/// does not need the exact extremes: these are computed only for other crossings, and if there is none.
///
/// The extremes are sought within six hours of midnight and noon: near the poles, where the declination
/// changes the altitude more than the turn of the earth, they lie at those bounds, and the arcs still
/// tile time. Elsewhere they are seconds or minutes from midnight and noon.
struct SolarArc: Sendable {
  /// The first second not before the upper transit
  let noon: Int64

  /// The upper transit, a second with its fraction
  private let transit: Double

  /// `true` if the extremes may be hours from the transits
  private let isPolar: Bool

  /// The path of the sun over the place, two days either way
  private let path: SunPath

  /// Six hours, in seconds
  private static let quarterDay: Int64 = 21_600

  /// Beyond this latitude, in degrees, the extremes may be far from the transits
  private static let polarLatitude = 80.0

  /// Far more than extreme and transit differ by up to that latitude, in the sine of the altitude
  private static let clearance = 0.01

  /// The arc whose noon is the nearest to a second
  ///
  /// - Requires: the second is within the distant past and future, but for two days.
  init(noonNear second: Int64, over position: Position) {
    var table = SunTable()
    self.init(noonNear: second, over: position, &table)
  }

  init(noonNear second: Int64, over position: Position, _ table: inout SunTable) {
    let path = SunPath(over: position, from: second - 172_800, to: second + 172_800, &table)
    let transit = Self.transit(near: Double(second), lower: false, path)
    noon = Int64(transit.rounded(.up))
    self.transit = transit
    isPolar = abs(position.latitude) > Self.polarLatitude
    self.path = path
  }

  /// The second at which the sun is lowest before noon
  var low: Int64 { extreme(near: lowerTransit(from: transit - 43_200), highest: false) }

  /// The second at which it is highest
  var high: Int64 { extreme(near: transit, highest: true) }

  /// The second at which it is lowest after noon
  var nextLow: Int64 { extreme(near: lowerTransit(from: transit + 43_200), highest: false) }

  private func lowerTransit(from second: Double) -> Double {
    Self.transit(near: second, lower: true, path)
  }

  /// The second at which the hour angle is 0 or, for the lower transit, π
  static func transit(near second: Double, lower: Bool, _ path: SunPath) -> Double {
    var transit = second
    // The hour angle grows almost as fast as the clock: each round leaves less than a thousandth.
    for _ in 0..<3 {
      var angle = path.hourAngle(at: transit)
      if lower { angle += angle > 0 ? -Double.pi : Double.pi }
      transit -= angle / (2 * Double.pi) * 86_400
    }
    return transit
  }

  /// The second within six hours of a transit at which the sun is highest or lowest
  ///
  /// If no threshold is near, the transit itself will do: it is on the same side of all of them.
  private func extreme(near transit: Double, highest: Bool) -> Int64 {
    // Rounded, so that two neighbours that find the same transit agree on it.
    let middle = Int64((transit / 8).rounded()) * 8
    let sine = path.altitudeSine(at: middle)
    let isClear = SunThreshold.allCases.allSatisfy { abs(sine - $0.sine) > Self.clearance }
    if isClear, !isPolar { return middle }
    return Self.firstSecond(from: middle - Self.quarterDay, to: middle + Self.quarterDay) {
      second in
      let isRising = path.altitudeSine(at: second + 1) > path.altitudeSine(at: second)
      return isRising != highest
    }
  }

  /// The first second in `start...end` from which on a condition holds; `end` if there is none
  ///
  /// - Parameter estimate: a second near it. The result does not depend on it, but the time of the search does:
  ///  bounds are sought at growing distances from there, and the interval between them is halved.
  static func firstSecond(
    from start: Int64, to end: Int64, near estimate: Int64? = nil, _ condition: (Int64) -> Bool
  ) -> Int64 {
    var (low, high) = (start, end)
    if let estimate, low < estimate, estimate < high {
      var step: Int64 = 1
      if condition(estimate) {
        high = estimate
        while high - step > low, condition(high - step) {
          high -= step
          step *= 2
        }
        low = max(low, high - step)
      } else {
        low = estimate + 1
        while low + step < high, !condition(low + step) {
          low += step + 1
          step *= 2
        }
        high = min(high, low + step)
      }
    }
    return (low..<max(low, high)).partitionPoint(isBehind: condition)
  }
}

// MARK: - Crossings

extension SolarArc {
  /// The sun stays on one side of a threshold
  enum Absence: Error {
    case staysAbove
    case staysBelow
  }

  /// The first second at which the sun is above a threshold
  func rise(above threshold: SunThreshold) -> Result<Int64, Absence> {
    let estimate = path.crossing(of: threshold.sine, near: noon, isRising: true)
    let usual = noon - Self.latest...noon - Self.earliest
    if let second = crossing(near: estimate, within: usual, { isAbove(threshold, at: $0) }) {
      return .success(second)
    }
    let (low, high) = (low, high)
    if isAbove(threshold, at: low) { return .failure(.staysAbove) }
    guard isAbove(threshold, at: high) else { return .failure(.staysBelow) }
    return .success(
      Self.firstSecond(from: low, to: high, near: estimate) { isAbove(threshold, at: $0) })
  }

  /// The first second after its highest point at which the sun is no longer above a threshold
  func set(below threshold: SunThreshold) -> Result<Int64, Absence> {
    let estimate = path.crossing(of: threshold.sine, near: noon, isRising: false)
    let usual = noon + Self.earliest...noon + Self.latest
    if let second = crossing(near: estimate, within: usual, { !isAbove(threshold, at: $0) }) {
      return .success(second)
    }
    let (high, nextLow) = (high, nextLow)
    guard isAbove(threshold, at: high) else { return .failure(.staysBelow) }
    if isAbove(threshold, at: nextLow) { return .failure(.staysAbove) }
    return .success(
      Self.firstSecond(from: high, to: nextLow, near: estimate) { !isAbove(threshold, at: $0) })
  }

  /// The only second on its side of noon at which a condition becomes true, if it lies well between the extremes; nil for
  /// any other
  ///
  /// - Parameter condition: it turns once between the extremes at most.
  private func crossing(
    near estimate: Int64?, within usual: ClosedRange<Int64>, _ condition: (Int64) -> Bool
  ) -> Int64? {
    guard !isPolar, let estimate, usual.contains(estimate) else { return nil }
    let second = Self.firstSecond(
      from: usual.lowerBound, to: usual.upperBound, near: estimate, condition)
    // At a bound it may have turned before, or not at all.
    return second > usual.lowerBound && second < usual.upperBound ? second : nil
  }

  /// Half an hour, in seconds: up to the polar latitude, the highest point is less than that from noon
  private static let earliest: Int64 = 1800

  /// Half an hour less than half a day, in seconds: the lowest points are farther from noon
  private static let latest: Int64 = 41_400

  /// `true` if the sun's centre is above a threshold at a second
  private func isAbove(_ threshold: SunThreshold, at second: Int64) -> Bool {
    path.altitudeSine(at: second) > threshold.sine
  }
}

/// An altitude of the sun's centre at which something begins or ends
enum SunThreshold: CaseIterable {
  /// The upper limb at the horizon: a radius of 16′ and a refraction of 34′
  case horizon
  /// Civil twilight
  case twilight

  /// The sine of the altitude as it would be seen from the centre of the earth
  ///
  /// From the surface the sun seems 8.8″ lower, by its parallax.
  var sine: Double {
    switch self {
    case .horizon: Self.horizonSine
    case .twilight: Self.twilightSine
    }
  }

  /// Degrees by which the sun seems lower from the surface than from the centre of the earth: 8.794″
  static let parallax = 8.794 / 3600

  /// The sine of −0.8333° and of the parallax
  private static let horizonSine = Elementary.sine(
    (-0.8333 + parallax) * Mathematics.radiansPerDegree)

  /// The sine of −6° and of the parallax
  private static let twilightSine = Elementary.sine((-6 + parallax) * Mathematics.radiansPerDegree)
}
