internal import OppModel
internal import OppSyntax

/// The rule `imprecise-pin`
///
/// ```
/// @47.4,8.5 within 100m             one decimal, 11.1 km: found
/// @48.12,11.57 within 50m           two decimals, 1110 m: found
/// @48.123,11.578 within 50m         three decimals, 111 m, less than three circles: silent
/// @48.1,11.6 of `weather(valley)`   no circle: silent
/// ```
enum ImprecisePin {
  static let rule = LintRule(
    name: "imprecise-pin", category: .places, severity: .warning, precision: .veryHigh,
    page: LintPage(
      headline: "a pin of one decimal is 11 km wide, its circle 100 m",
      why: """
        Each decimal of a degree is ten times as precise: one is 11 km, two 1.1 km, three 110 m, four 11 m. A circle
        that is much smaller than its pin lies somewhere else. A pin that only says for where the weather or the sun
        is meant needs no more than one.
        """,
      bad: """
        place library = @47.4,8.5 within 100m
        opp "Books" near library at most once per day
        """,
      good: """
        place library = @47.3741,8.5376 within 100m
        opp "Books" near library at most once per day
        """,
      related: ["radius-below-accuracy", "pin-far-from-zone"])
  ) { subject, findings in
    for (pin, radius) in circledPins(subject) {
      guard case .literal(let literal) = pin.withoutParentheses, literal.kind == .pin else {
        continue
      }
      // The more precise of both numbers, since people drop a zero at the end.
      let decimals = literal.text.split(separator: ",").map { number in
        number.split(separator: ".").dropFirst().first?.utf8.count ?? 0
      }
      guard let most = decimals.max(), most <= 3 else { continue }
      // Metres of a degree of latitude, by the number of decimals.
      let width = [111_000.0, 11_100, 1110, 111][most]
      guard width > 3 * radius else { continue }
      let size = width >= 1000 ? "\(Int(width / 1000)) km" : "\(Int(width)) m"
      let count = ["no decimal", "one decimal", "two decimals", "three decimals"][most]
      findings.report(
        pin.range, "a pin of \(count) is \(size) wide, its circle \(Int(radius)) m",
        helps: ["write four decimals, or a wider circle"])
    }
  }
}

extension ImprecisePin {
  /// The pins that somebody is near to, each with the radius of its circle in metres
  ///
  /// Declared places with a radius, places in `near` of something else, and the pins of both.
  private static func circledPins(_ subject: LintSubject) -> [(
    pin: ExpressionSyntax, radius: Double
  )] {
    var found: [(pin: ExpressionSyntax, radius: Double)] = []
    var places: [String: ExpressionSyntax] = [:]
    for case .place(let view) in subject.declarations {
      if let radius = view.radius.flatMap({ subject.scalar($0) }) {
        found.append((view.place, radius))
      } else if let name = view.name {
        places[name.text] = view.place
      }
    }
    for circle in subject.allUses.flatMap({ $0.circles }).sorted(by: { $0.range < $1.range }) {
      if let pin = places.removeValue(forKey: circle.name) { found.append((pin, circle.radius)) }
    }
    for near in nears(subject) where near.name == nil { found.append((near.place, near.radius)) }
    return found
  }

  /// The circles around declared places, each with the node that draws it
  static func circles(_ subject: LintSubject) -> [(node: LintedNode, circle: PlaceCircle)] {
    nears(subject).compactMap { near in
      near.name.map {
        (near.node, PlaceCircle(name: $0, range: near.node.range, radius: near.radius))
      }
    }
  }

  /// A place that somebody is near to, enters or leaves
  ///
  /// The node of the syntax
  private struct Near {
    let node: LintedNode

    /// The place as it is written: a name or a pin
    let place: ExpressionSyntax

    /// In metres
    let radius: Double

    /// The name of a place; nil for a pin without a declaration
    let name: String?
  }

  /// The places of `near`, `entering` and `leaving`; 200 m if no radius is written
  private static func nears(_ subject: LintSubject) -> [Near] {
    subject.nodes([.nearExpression, .nearClause, .enteringEvent, .leavingEvent]).compactMap {
      guard let place = $0.node.optionalExpression(0) else { return nil }
      let radius = $0.node.child(.radius)?.optionalExpression(0).flatMap { subject.scalar($0) }
      var name: String?
      if case .name(let view) = place.withoutParentheses { name = view.token?.text }
      return Near(node: $0, place: place, radius: radius ?? 200, name: name)
    }
  }
}
