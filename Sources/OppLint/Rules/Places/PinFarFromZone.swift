internal import OppModel
internal import OppSyntax

/// The rule `pin-far-from-zone`
///
/// ```
/// Europe/Berlin           @13.4050,52.5200     near Berlin with its numbers exchanged: found
/// America/Los_Angeles     @37.7749,122.4194    near Los Angeles with the other sign: found
/// Europe/Berlin           @40.7128,-74.0060    New York, near Berlin in no way: silent
/// any                     @0,0                 found
/// ```
enum PinFarFromZone {
  static let rule = LintRule(
    name: "pin-far-from-zone", category: .places, severity: .warning, precision: .high,
    fix: .unsafe,
    page: LintPage(
      headline: "this pin lies 4,900 km from Europe/Berlin; the other way round it is near",
      why: """
        A pin is latitude, then longitude; many maps and formats have it the other way round. A pin far from the zone
        of the rule set is reported where exchanging its numbers or a sign brings it near to the zone's city, and the
        pin `@0,0` is always reported. Other places abroad are silent.
        """,
      bad: """
        set zone "Europe/Berlin"
        place garden = @13.4050,52.5200 within 200m
        opp "Tomatoes" near garden at most once per day
        """,
      good: """
        set zone "Europe/Berlin"
        place garden = @52.5200,13.4050 within 200m
        opp "Tomatoes" near garden at most once per day
        """,
      related: ["imprecise-pin"])
  ) { subject, findings in
    let zone = subject.graph.settings.zone
    // A zone without a city, such as UTC, has nothing to be far from.
    let city = zone.flatMap { ZoneCities.city(of: $0) }.flatMap {
      Position(latitude: $0.latitude, longitude: $0.longitude)
    }
    for node in subject.nodes(.literal) {
      guard case .literal(let literal) = node.expression, literal.kind == .pin,
        case .position(let pin)? = subject.constant(node.expression),
        subject.ancestor(of: node, .testDeclaration) == nil
      else { continue }
      if pin.latitude == 0, pin.longitude == 0 {
        findings.report(
          node.range, "`@0,0` lies in the Gulf of Guinea, and mostly means no position")
        continue
      }
      guard let zone, let city, let other = meant(pin, near: city) else { continue }
      let kilometres = Int(Geodesic.distance(from: pin, to: city) / 1000)
      let text = "@\(other.first),\(other.second)"
      let numbers = literal.text.dropFirst().split(separator: ",").map { $0.trimmedSpaces }
      guard numbers.count == 2 else { continue }
      // Exchanged numbers are written as they were, with all their decimals.
      let written = other.isExchanged ? "@\(numbers[1]),\(numbers[0])" : text
      findings.report(
        node.range,
        "this pin lies \(kilometres) km from \(zone); `\(written)` is near",
        helps: ["write latitude, then longitude"],
        fix: .replacing(node.range, with: written, .unsafe))
    }
  }

  /// The pin that is near the city of the zone, if this one is far from it
  ///
  /// - Returns: its numbers, and whether they are those of the pin exchanged; nil within 1000 km of the city, or if
  ///   no change brings it near.
  private static func meant(
    _ pin: Position, near city: Position
  ) -> (first: Double, second: Double, isExchanged: Bool)? {
    let distance = Geodesic.distance(from: pin, to: city)
    guard distance > 1_000_000 else { return nil }
    let (latitude, longitude) = (pin.latitude, pin.longitude)
    // Exchanged, then the sign of the latitude, of the longitude, of both; the limit is in metres.
    let candidates = [
      (longitude, latitude, true, 1_000_000.0), (-latitude, longitude, false, 700_000),
      (latitude, -longitude, false, 700_000), (-latitude, -longitude, false, 700_000),
    ]
    for (first, second, isExchanged, limit) in candidates {
      guard let other = Position(latitude: first, longitude: second) else { continue }
      let rest = Geodesic.distance(from: other, to: city)
      // At least four times as near as before: in a small country either may be right.
      if rest < limit, rest * 4 < distance { return (first, second, isExchanged) }
    }
    return nil
  }
}

extension Substring {
  /// The text without the spaces before it
  fileprivate var trimmedSpaces: String { String(drop { $0 == " " }) }
}
