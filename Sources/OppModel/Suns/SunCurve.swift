/// The elevation or the azimuth of the sun over one place, as a curve that rises and falls between known turns
///
/// ```
/// elevation                        azimuth in the north           azimuth in the tropics, the sun culminating in the north
///      noon                        360 ┤        ╭─               360 ┤           ╭─╮
///     ⟋‾‾‾⟍                            │      ╭─╯                    │          ─╯ ╰ turns
///   ⟋       ⟍         ⟋            180 ┤   ╭──╯                  180 ┤
///              ⟍____⟋                  │ ╭─╯                       90 ┤ ╭╮ turns
///             midnight               0 ┤─╯ midnight: from 360 to 0  0 ┤─╯╰ noon: from 0 to 360
/// ```
///
/// The elevation turns when the sun is highest and lowest, and the azimuth when the sun comes through the north, or, at places over
/// which the sun culminates lower on the other side of the zenith, when it stands due above its own path. So between two turns each
/// value is taken once, and the second at which it is reached is found by halving.
///
/// Both follow from the position of the earth by arithmetic alone (``Elementary``), the same on every machine. Civil time is taken as UT1. The
/// elevation is that of the sun's centre seen from the surface, without refraction.
package struct SunCurve: Sendable {
  private let angle: SunAngle
  private let path: SunPath

  /// The second around which the path is known, two days either way
  private let middle: Int64

  /// The seconds by which a second may be from the middle, so that the path knows it
  private static let reach: Int64 = 150_000

  /// The same, so that its next turn is within the path as well
  private static let reachOfTurns: Int64 = 43_200

  /// Six hours, in seconds
  private static let quarterDay: Int64 = 21_600

  /// The curve around a second
  package init(
    _ angle: SunAngle, over position: Position, near second: Int64, _ table: inout SunTable
  ) {
    self.angle = angle
    middle = Sun.held(second)
    path = SunPath(over: position, from: middle - 172_800, to: middle + 172_800, &table)
  }

  /// `true` if the curve is that of an angle, and its value at a second, or also the next turn, can be computed from it
  package func covers(_ second: Int64, _ angle: SunAngle, withTurn: Bool) -> Bool {
    let reach = withTurn ? Self.reachOfTurns : Self.reach
    return self.angle == angle && (middle - reach...middle + reach).contains(second)
  }

  /// The value at a second, in degrees
  ///
  /// - Requires: the second is within two days of that around which the curve is.
  package func degrees(at second: Int64) -> Double {
    let second = held(second)
    return switch angle {
    case .elevation: path.elevation(at: second)
    case .azimuth: path.azimuth(at: second)
    }
  }

  /// The first second of the next part of the curve that only rises or only falls
  ///
  /// - Requires: the curve covers the second with its turn.
  package func turn(after second: Int64) -> Int64 {
    let second = held(second)
    let turn =
      switch angle {
      case .elevation: extreme(after: second)
      case .azimuth: azimuthTurn(after: second)
      }
    return max(turn, second + 1)
  }

  /// A second within the path
  private func held(_ second: Int64) -> Int64 {
    min(max(second, middle - Self.reach), middle + Self.reach)
  }

  // MARK: Turns

  /// The upper and lower transits around a second, in their order: the first is before it, the last two days at most after
  private func transits(around second: Int64) -> [(second: Double, isLower: Bool)] {
    let noon = SolarArc.transit(near: Double(second), lower: false, path)
    return (-2...3).map { half in
      let isLower = half % 2 != 0
      let guess = noon + Double(half) * 43_200
      return (SolarArc.transit(near: guess, lower: isLower, path), isLower)
    }
  }

  /// The first second after another at which the sun is highest or lowest
  private func extreme(after second: Int64) -> Int64 {
    for transit in transits(around: second) {
      let near = Int64(transit.second.rounded(.up))
      guard near + Self.quarterDay > second else { continue }
      let turn = SolarArc.firstSecond(
        from: near - Self.quarterDay, to: near + Self.quarterDay, near: near
      ) { probe in
        let rises = path.altitudeSine(at: probe + 1) > path.altitudeSine(at: probe)
        return rises == transit.isLower
      }
      if turn > second { return turn }
    }
    return second + Self.quarterDay
  }

  /// The first second after another at which the azimuth passes the north, or begins to go the other way
  ///
  /// From one transit to the next it goes to one side, or to one side and then to the other.
  private func azimuthTurn(after second: Int64) -> Int64 {
    let bounds = transits(around: second).map { passage(near: $0.second) }
    guard let next = bounds.firstIndex(where: { $0 > second }), next > 0 else {
      return second + 1
    }
    let (start, end) = (bounds[next - 1], bounds[next])
    guard end - start > 3 else { return end }
    func grows(_ probe: Int64) -> Bool {
      path.azimuth(at: probe + 1) > path.azimuth(at: probe)
    }
    let growsFirst = grows(start)
    guard grows(end - 2) != growsFirst else { return end }
    let turn = SolarArc.firstSecond(from: start, to: end - 2) { grows($0) != growsFirst }
    return turn > second ? turn : end
  }

  /// The first second behind the meridian: if the azimuth jumps there, the one after the jump
  private func passage(near transit: Double) -> Int64 {
    let near = Int64(transit.rounded(.up))
    for second in near - 1...near + 1
    where abs(path.azimuth(at: second) - path.azimuth(at: second - 1)) > 180 {
      return second
    }
    return near
  }
}

extension Sun {
  /// The elevation or the azimuth of the sun over a place, in degrees
  package static func degrees(
    _ angle: SunAngle, at instant: Instant, over position: Position
  ) -> Double {
    var table = SunTable()
    return SunCurve(angle, over: position, near: instant.seconds, &table)
      .degrees(at: instant.seconds)
  }
}

// MARK: - Degrees

extension SunPath {
  /// The elevation of the sun's centre in degrees, as it is seen from the surface without the air
  fileprivate func elevation(at second: Int64) -> Double {
    let sine = altitudeSine(at: second)
    let cosine = max((1 - sine) * (1 + sine), 0).squareRoot()
    let geocentric = Elementary.arcSine(sine) / Mathematics.radiansPerDegree
    return min(max(geocentric - SunThreshold.parallax * cosine, -90), 90)
  }

  /// The azimuth in degrees, clockwise from the north, from 0 to below 360
  fileprivate func azimuth(at second: Int64) -> Double {
    let (east, north) = horizontal(at: second)
    let degrees = Elementary.arcTangent(east, north) / Mathematics.radiansPerDegree
    guard degrees < 0 else { return degrees }
    // A little west of the north rounds to a full turn.
    return degrees + 360 < 360 ? degrees + 360 : 0
  }
}
