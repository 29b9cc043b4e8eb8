internal import OppModel

/// Places, and distances between them
///
/// Most distances are only ever compared, and most of those are far beyond what they are compared
/// with. So a distance between two steady positions is *deferred*: it starts as the straight chord
/// through the Earth, which is never longer than the way along its surface. The geodesic is computed
/// when the chord does not decide.
///
/// A degree of the equator is 111 319.5 m long on the surface, and its chord 111 318.1 m: `near park within 400m` is
/// false by the chord alone, a few multiplications in place of a geodesic.
struct PlaceEvaluation {
  let instance: InstanceID

  /// The second of the evaluation: the present one, or that of `ahead`
  let second: Int64

  init(_ instance: InstanceID, _ second: Int64) {
    self.instance = instance
    self.second = second
  }

  /// The reading of the distance between two positions, in metres
  func distance(
    _ ahead: inout Ahead?, _ evaluator: inout Evaluator
  ) -> Reading {
    let left = evaluator.operand(0, instance, &ahead)
    let right = evaluator.operand(1, instance, &ahead)
    guard left.isKnown, right.isKnown else { return .unknown(left, right) }
    let until = min(left.until, right.until)
    if left.kind == .moving || right.kind == .moving {
      return MovingDistanceEvaluation(instance, second)
        .reading(until, &ahead, &evaluator)
    }
    if ahead == nil, let chord = chord(instance, &evaluator) {
      return Reading(kind: .deferred, first: Self.leastDistance(chord), until: until)
    }
    guard let first = evaluator.pool.position(left), let other = evaluator.pool.position(right)
    else {
      return .unknown(until: until)
    }
    return .scalar(Geodesic.distance(from: first, to: other), until: until)
  }

  /// Takes over the chord of a distance that was and is beyond all that it is compared with
  ///
  /// - Returns: whether it is such a distance, which nothing else follows.
  func staysFar(_ evaluator: inout Evaluator) -> Bool {
    let before = evaluator.instances.readings[instance]
    guard before.kind == .deferred, !evaluator.facts.fetchable.isAny,
      let limit = evaluator.instances.greatestThreshold(ofOnlyCompared: instance),
      before.first > limit
    else { return false }
    var until = Seconds.never
    for side in 0..<2 {
      let reading = evaluator.instances.readings[evaluator.instances.operand(side, of: instance)]
      guard reading.isKnown, reading.kind != .moving else { return false }
      until = min(until, reading.until)
    }
    guard until == before.until, let chord = chord(instance, &evaluator),
      Self.leastDistance(chord) > limit
    else { return false }
    evaluator.work.evaluations += 1
    evaluator.instances.readings[instance].first = Self.leastDistance(chord)
    return true
  }

  /// A distance that none with a chord is less than: a micrometre in a million metres is more than rounding loses
  private static func leastDistance(_ chord: Double) -> Double { chord * (1 - 1e-12) - 1e-3 }

  /// The result of a comparison of a distance whose chord alone exceeds what it is compared with
  ///
  /// A chord of 5 km is not within 3 km, and neither is the geodesic, which is longer.
  @inline(__always)
  func farDistance(
    _ comparison: Comparison, _ isNow: Bool, _ evaluator: inout Evaluator
  ) -> Reading? {
    guard isNow, evaluator.instances.operandCount(of: instance) == 2 else { return nil }
    let distance = evaluator.instances.operand(0, of: instance)
    let reading = evaluator.instances.readings[distance]
    guard reading.kind == .deferred else { return nil }
    let limit = evaluator.instances.readings[evaluator.instances.operand(1, of: instance)]
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
  private func chord(_ distance: InstanceID, _ evaluator: inout Evaluator) -> Double? {
    guard let slot = evaluator.instances.slot(of: distance)?.place else { return nil }
    for side in 0..<2 {
      let reading = evaluator.instances.readings[
        evaluator.instances.operand(side, of: distance)]
      if evaluator.sites[slot + side].isOf(reading) { continue }
      if side == 0, evaluator.lastSite.isOf(reading) {
        evaluator.sites[slot] = evaluator.lastSite
        continue
      }
      guard let position = evaluator.pool.position(reading) else { return nil }
      evaluator.sites[slot + side] = Site(reading, position)
      if side == 0 { evaluator.lastSite = evaluator.sites[slot] }
    }
    return evaluator.sites[slot].chord(to: evaluator.sites[slot + 1])
  }

  /// `any "category"`: the place of it that is nearest to a position
  func nearest(_ category: Reading, from origin: Reading, _ evaluator: inout Evaluator) -> Reading {
    guard category.isKnown, origin.isKnown else { return Reading.unknown(category, origin) }
    let until = min(category.until, origin.until)
    guard let name = evaluator.pool.text(category), let position = evaluator.pool.position(origin),
      let place = evaluator.facts.places.nearest(name, to: position)
    else { return .unknown(until: until) }
    return .object(
      evaluator.pool.index(
        of: .place(Place(name: place.name, position: place.position, radius: nil))), until: until)
  }

  /// A new place with the name and the radius of the node, and what these leave out from the operand
  func placeNamed(_ ahead: inout Ahead?, _ evaluator: inout Evaluator) -> Reading {
    let template = evaluator.instances.template[instance]
    let (operand, until) = evaluator.value(ofOperand: 0, instance, at: second, &ahead)
    guard evaluator.graph.nodes.has(template),
      case .placeNamed(_, let name, let radius) = evaluator.graph.nodes[template].operation,
      let value = operand
    else { return .unknown(until: until) }
    switch value {
    case .place(let place):
      let named = Place(
        name: name ?? place.name, position: place.position, radius: radius ?? place.radius)
      return .object(evaluator.pool.index(of: .place(named)), until: until)
    case .position(let position):
      let named = Place(
        name: name ?? evaluator.valueText.text(of: value, type: .position), position: position,
        radius: radius)
      return .object(evaluator.pool.index(of: .place(named)), until: until)
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
