internal import OppModel

/// Places, and distances between them
///
/// Most distances are only ever compared, and most of them are far beyond the other side. So a distance between two steady positions is *deferred*: it starts as the straight chord
/// through the Earth, which is never longer than the way along its surface. The geodesic is computed
/// when the chord does not decide.
///
/// A degree of the equator is 111 319.5 m long on the surface, and its chord 111 318.1 m: `near park within 400m` is
/// false by the chord alone, a few multiplications in place of a geodesic.
extension Evaluator {
  /// The reading of the distance between two positions, in metres
  mutating func distance(_ instance: InstanceID) -> Reading {
    let left = operand(0, of: instance)
    let right = operand(1, of: instance)
    guard left.isKnown, right.isKnown else { return .unknown(left, right) }
    let until = min(left.until, right.until)
    if left.kind == .moving || right.kind == .moving {
      return movingDistanceReading(instance, until)
    }
    if moment.isPresent, let chord = chord(instance) {
      return Reading(kind: .deferred, first: Self.leastDistance(chord), until: until)
    }
    guard let first = pool.position(left), let other = pool.position(right) else {
      return .unknown(until: until)
    }
    return .scalar(Geodesic.distance(from: first, to: other), until: until)
  }

  /// Takes over the chord of a distance that was and is beyond each limit that it is compared with
  ///
  /// - Returns: whether it is such a distance, which nothing but those comparisons reads.
  mutating func staysFar(_ instance: InstanceID) -> Bool {
    let before = instances.readings[instance]
    guard before.kind == .deferred, !facts.fetchable.isAny,
      let limit = instances.greatestThreshold(ofOnlyCompared: instance),
      before.first > limit
    else { return false }
    var until = Seconds.never
    for side in 0..<2 {
      let reading = instances.readings[instances.operand(side, of: instance)]
      guard reading.isKnown, reading.kind != .moving else { return false }
      until = min(until, reading.until)
    }
    guard until == before.until, let chord = chord(instance),
      Self.leastDistance(chord) > limit
    else { return false }
    work.evaluations += 1
    instances.readings[instance].first = Self.leastDistance(chord)
    return true
  }

  /// The least distance that can belong to a chord: a micrometre in a million metres is more than rounding loses
  private static func leastDistance(_ chord: Double) -> Double { chord * (1 - 1e-12) - 1e-3 }

  /// The result at present of a comparison of a distance whose chord alone exceeds the other side, or `nil`
  ///
  /// A chord of 5 km is not within 3 km, and neither is the geodesic, which is longer.
  @inline(__always)
  mutating func farDistance(_ instance: InstanceID, _ comparison: Comparison) -> Reading? {
    guard instances.operandCount(of: instance) == 2 else { return nil }
    let distance = instances.operand(0, of: instance)
    let reading = instances.readings[distance]
    guard reading.kind == .deferred else { return nil }
    let limit = instances.readings[instances.operand(1, of: instance)]
    guard limit.kind == .scalar, reading.first > limit.first else { return nil }
    let until = min(reading.until, limit.until)
    switch comparison {
    case .greater, .greaterOrEqual, .notEqual: return .truth(true, until: until)
    case .less, .lessOrEqual, .equal: return .truth(false, until: until)
    }
  }

  /// The length of the straight line between the operands of a distance
  ///
  /// The point in space of either end is kept until that end moves.
  private mutating func chord(_ distance: InstanceID) -> Double? {
    guard let slot = instances.slot(of: distance)?.place else { return nil }
    for side in 0..<2 {
      let reading = instances.readings[instances.operand(side, of: distance)]
      if sites[slot + side].isOf(reading) { continue }
      if side == 0, lastSite.isOf(reading) {
        sites[slot] = lastSite
        continue
      }
      guard let position = pool.position(reading) else { return nil }
      sites[slot + side] = Site(reading, position)
      if side == 0 { lastSite = sites[slot] }
    }
    return sites[slot].chord(to: sites[slot + 1])
  }

  /// `any "category"`: the place of it that is nearest to a position
  mutating func nearest(_ category: Reading, from origin: Reading) -> Reading {
    guard category.isKnown, origin.isKnown else { return Reading.unknown(category, origin) }
    let until = min(category.until, origin.until)
    guard let name = pool.text(category), let position = pool.position(origin),
      let place = facts.places.nearest(name, to: position)
    else { return .unknown(until: until) }
    return .object(
      pool.index(
        of: .place(Place(name: place.name, position: place.position, radius: nil))), until: until)
  }

  /// A new place with the name and the radius of the node, or those of the operand if the node has none
  mutating func placeNamed(_ instance: InstanceID) -> Reading {
    let template = instances.template[instance]
    let (operand, until) = value(ofOperand: 0, of: instance)
    guard graph.nodes.has(template),
      case .placeNamed(_, let name, let radius) = graph.nodes[template].operation,
      let value = operand
    else { return .unknown(until: until) }
    switch value {
    case .place(let place):
      let named = Place(
        name: name ?? place.name, position: place.position, radius: radius ?? place.radius)
      return .object(pool.index(of: .place(named)), until: until)
    case .position(let position):
      let named = Place(
        name: name ?? valueText.text(of: value, type: .position), position: position,
        radius: radius)
      return .object(pool.index(of: .place(named)), until: until)
    case .truth, .scalar, .text, .list, .row: return .unknown(until: until)
    }
  }
}

/// A position as a point of space, in metres from the centre of the Earth
struct Site: Sendable {
  /// The kind, object, first and second of the reading that it was computed from
  private var identity: (Reading.Kind, ObjectID, Double, Double) = (
    .unknown, ObjectID(0), 0, 0
  )

  /// Towards 0°N 0°E
  private var x = 0.0

  /// Towards 0°N 90°E
  private var y = 0.0

  /// Towards the North Pole
  private var z = 0.0

  init() {}

  init(_ reading: Reading, _ position: Position) {
    identity = (reading.kind, reading.object, reading.first, reading.second)
    let latitude = position.latitude * Mathematics.radiansPerDegree
    let longitude = position.longitude * Mathematics.radiansPerDegree
    let sine = Mathematics.sine(latitude)
    // WGS 84: the equatorial radius in metres, and the square of the eccentricity
    let normal = 6_378_137 / (1 - 6.694_379_990_141_316e-3 * sine * sine).squareRoot()
    let across = normal * Mathematics.cosine(latitude)
    x = across * Mathematics.cosine(longitude)
    y = across * Mathematics.sine(longitude)
    z = normal * (1 - 6.694_379_990_141_316e-3) * sine
  }

  /// Whether it was computed from an equal reading
  func isOf(_ reading: Reading) -> Bool {
    reading.isKnown
      && identity == (reading.kind, reading.object, reading.first, reading.second)
  }

  /// The straight distance in metres, never longer than the geodesic
  func chord(to other: Site) -> Double {
    let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
    return (dx * dx + dy * dy + dz * dz).squareRoot()
  }
}
