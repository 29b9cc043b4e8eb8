internal import OppModel

/// Chooses positions by the distances that they should have
///
/// ```
/// one pin, less than 1 km        the pin itself, at a distance of 0
/// one pin, 100 m to 1000 m       550 m to the north of it
/// two pins                       distances from one of them, in eight directions, until the other one agrees
/// ```
struct PositionChoice: Sendable {
  /// Somewhere at sea, far from every address and pin
  static let anywhere = Position(latitude: 48.5, longitude: -20)

  /// A pin, and the distances to it that are allowed
  struct Target: Sendable {
    let position: Position
    let distances: IntervalSet
  }

  /// All that a position has to satisfy; empty for one that may be anywhere
  let targets: [Target]

  /// A position whose distance to each pin is allowed; `nil` if none was found
  func position() -> Position? {
    guard !targets.isEmpty else { return Self.anywhere }
    for target in targets {
      for distance in distances(of: target) {
        for turn in 0..<8 {
          guard
            let position = Self.move(target.position, by: distance, bearing: Double(turn) * 45),
            isAllowed(position)
          else { continue }
          return position
        }
      }
    }
    guard let anywhere = Self.anywhere, isAllowed(anywhere) else { return nil }
    return anywhere
  }

  /// `true` if the distances to all pins are allowed
  private func isAllowed(_ position: Position) -> Bool {
    targets.allSatisfy { target in
      target.distances.contains(
        Rational(rounding: Geodesic.distance(from: position, to: target.position)))
    }
  }

  /// Distances in metres to try around a pin: none, the middle, and just within both ends of each interval
  private func distances(of target: Target) -> [Double] {
    var result: [Double] = []
    for interval in target.distances.intervals {
      if interval.contains(.zero) { result.append(0) }
      let low = interval.low ?? .zero
      let high = interval.high ?? (low + low + Rational(1000))
      let middle = (low.double + high.double) / 2
      result += [middle, low.double * 1.001 + 0.01, high.double * 0.999]
    }
    return result
  }

  /// About the position that lies so many metres away
  ///
  /// On a sphere of 111.2 km a degree: the engine measures the distance exactly afterwards.
  ///
  /// - Parameter bearing: degrees clockwise from north.
  static func move(_ start: Position, by metres: Double, bearing: Double) -> Position? {
    let angle = bearing * Mathematics.radiansPerDegree
    let north = metres * Mathematics.cosine(angle) / 111_200
    let latitude = start.latitude + north
    let width = max(Mathematics.cosine(start.latitude * Mathematics.radiansPerDegree), 0.01)
    let longitude = start.longitude + metres * Mathematics.sine(angle) / 111_200 / width
    return Position(latitude: latitude, longitude: longitude)
  }
}
