internal import OppModel

/// Chooses positions by the distances that they should have
struct PositionChoice: Sendable {
  /// Somewhere at sea, far from every address and pin
  static let anywhere = Position(latitude: 48.5, longitude: -20)

  /// A pin, and the distances to it that are allowed
  struct Target: Sendable {
    let position: Position
    let distances: IntervalSet
  }

  let targets: [Target]

  /// A position whose distance to each pin is allowed; nil where none was found
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

  private func isAllowed(_ position: Position) -> Bool {
    targets.allSatisfy { target in
      target.distances.contains(
        Rational(rounding: Geodesic.distance(from: position, to: target.position)))
    }
  }

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
  static func move(_ start: Position, by metres: Double, bearing: Double) -> Position? {
    let angle = bearing * Mathematics.radiansPerDegree
    let north = metres * Mathematics.cosine(angle) / 111_200
    let latitude = start.latitude + north
    let width = max(Mathematics.cosine(start.latitude * Mathematics.radiansPerDegree), 0.01)
    let longitude = start.longitude + metres * Mathematics.sine(angle) / 111_200 / width
    return Position(latitude: latitude, longitude: longitude)
  }
}
