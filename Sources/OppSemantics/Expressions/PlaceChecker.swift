internal import OppModel
internal import OppSyntax

/// Checks places and positions: declared ones, addresses, the nearest of a kind, and `near`
///
/// ```
/// near home                     (<= (distance location.position @48.4284,-123.3656) 150m)      its own radius
/// near @48.4,-123.3             … 200m)                                                        the standard radius
/// near "Beacon Hill Park"       … (position-of (address "Beacon Hill Park")) …                 an address
/// near any "grocery store"      … (position-of (nearest "grocery store" location.position)) …
/// ```
struct PlaceChecker: CheckerPart {
  let checker: Checker

  /// The radius of `near` if neither it nor the place has one, in metres
  static let standardRadius = 200.0

  // MARK: Positions

  /// The position of a place: at once for one that is constant
  func position(of place: NodeID) -> NodeID {
    if case .place(let value)? = builder.constantValue(of: place) {
      return builder.constant(.position(value.position), .position)
    }
    return builder.node(.placePosition(place), .position)
  }

  /// The position of the person: `location.position`
  func currentPosition() -> NodeID? {
    guard let location = builder.wellKnown.location,
      case .value(let node, _) = fieldChecker.sourceField(location.source, [], location.position)
    else { return nil }
    return node
  }

  /// The position of the person for an expression that needs it; `nil` if it is lost with the prelude's `location`, which is reported
  func neededPosition(at range: SourceRange) -> NodeID? {
    guard case .source(let own)? = nameTable.user.symbols["location"]?.symbol,
      let location = builder.wellKnown.location, location.source != own
    else { return currentPosition() }
    nameResolver.reportLost("position", with: location.source, at: range)
    return nil
  }

  /// The position last known, however old
  func lastKnownPosition() -> NodeID? {
    currentPosition().map { builder.node(.lastKnown($0), .position) }
  }

  /// The node of a place: a name, an address, a pin, any Position, `any "category"`
  ///
  /// - Returns: a Place or a Position; `nil` if it is neither, which is reported.
  func place(_ expression: ExpressionSyntax, context: String) -> NodeID? {
    switch unitResolver.resolving({ expressions.check(expression, hint: .position) }) {
    case .value(let node, .place), .value(let node, .position): return node
    case .value(let node, .text):
      if context != "`place`", let name = declaredPlace(inQuotes: expression) {
        report(.quotedPlace(name), at: expression.range)
        return nil
      }
      return builder.node(.address(node), .place)
    case .value(_, let type):
      report(.mismatch(expected: .place, found: type, context: context), at: expression.range)
      return nil
    case .rows(let rows):
      report(
        .mismatch(expected: .place, found: .list(rows.element), context: context),
        at: expression.range)
      return nil
    case .ambiguous, .failure: return nil
    }
  }

  /// The declared place that a text names; nil for an address
  ///
  ///     near "Home", if `home` is declared   →   write `home`
  private func declaredPlace(inQuotes expression: ExpressionSyntax) -> String? {
    guard case .text(let text) = expression, let word = text.plainText?.lowercased() else {
      return nil
    }
    return definitions.places.first { $0.name.lowercased() == word }?.name
  }

  /// A position as it is, a place by its position
  func asPosition(_ node: NodeID) -> NodeID {
    builder.type(of: node) == .place ? position(of: node) : node
  }

  /// `any "category"`: the nearest place of that kind
  func checkNearest(_ prefix: PrefixSyntax) -> Checked {
    if case .name(let name) = prefix.operand, let token = name.token,
      nameResolver.isUnknown(name: token.text)
    {
      report(.unquotedText(token.text), at: token.range)
      return .failure
    }
    guard let category = expressions.value(prefix.operand, as: .text, context: "`any`"),
      let here = neededPosition(at: prefix.range)
    else { return .failure }
    return .value(builder.node(.nearest(category: category, from: here), .place), .place)
  }

  // MARK: Near

  /// `near P` or `near P within R`: the distance of the person is at most the radius
  func checkNear(_ place: ExpressionSyntax, radius: ExpressionSyntax?) -> Checked {
    let limit = radius.map { expressions.value($0, as: .length, context: "`within`") }
    guard let found = self.place(place, context: "`near`"),
      let here = neededPosition(at: place.range)
    else { return .failure }
    guard let bound = limit ?? self.radius(of: found) else { return .failure }
    let distance = builder.node(.distance(here, asPosition(found)), .length)
    return .value(builder.node(.compare(.lessOrEqual, distance, bound), .bool), .bool)
  }

  /// The radius within which one is at a place: its own, else the standard one
  ///
  ///     place spot = home     the radius of `home`, if `spot` has none
  ///     if busy then office else home     the radius of the one or the other
  private func radius(of place: NodeID) -> NodeID {
    let operation = builder.operation(of: place)
    if case .placeNamed(let inner, _, let radius) = operation {
      guard let radius else { return self.radius(of: inner) }
      return builder.constant(.scalar(radius), .length)
    }
    if case .conditional(let condition, let first, let second) = operation {
      let (left, right) = (radius(of: first), radius(of: second))
      if left == right { return left }
      return builder.node(.conditional(if: condition, then: left, else: right), .length)
    }
    if case .otherwise(let first, let second) = operation {
      let (left, right) = (radius(of: first), radius(of: second))
      if left == right { return left }
      let known = builder.node(.known(first), .bool)
      return builder.node(.conditional(if: known, then: left, else: right), .length)
    }
    guard case .constant(.place(let value)) = operation else {
      return builder.constant(.scalar(Self.standardRadius), .length)
    }
    return builder.constant(.scalar(value.radius ?? Self.standardRadius), .length)
  }

  // MARK: Declared places

  /// The value of a declared place, checked when it is first needed
  func value(ofPlace index: Int, at range: SourceRange) -> Checked {
    switch definitions.places[index].state {
    case .checked(let result): return result
    case .checking:
      report(.cyclicLet([definitions.places[index].name], declared: []), at: range)
      return .failure
    case .unchecked: break
    }
    definitions.begin(placeAt: index)
    let result = letChecker.alone { declaredPlace(definitions.places[index]) }
    definitions.keep(result, ofPlace: index)
    return result
  }

  /// A place with the name and the radius that it is declared with
  ///
  ///     place park = "Beacon Hill Park, Victoria" within 300m   →   (place "park" (address "…") within 300m)
  private func declaredPlace(_ symbol: PlaceSymbol) -> Checked {
    let radius = symbol.syntax.radius.map { constantLength($0) }
    guard let found = place(symbol.syntax.place, context: "`place`") else { return .failure }
    // Nil without `within`; if it is wrong there is no place.
    let metres: Double?
    switch radius {
    case .some(.none): return .failure
    case .some(.some(let value)): metres = value
    case .none: metres = nil
    }
    let constant = builder.constantValue(of: found)
    if case .position(let position)? = constant {
      let place = Place(name: symbol.name, position: position, radius: metres)
      return .value(builder.constant(.place(place), .place), .place)
    }
    if case .place(let place)? = constant {
      let named = Place(
        name: symbol.name, position: place.position, radius: metres ?? place.radius)
      return .value(builder.constant(.place(named), .place), .place)
    }
    // The nearest shop keeps its own name; an address has its name in the rule set.
    var name: String? = symbol.name
    if case .nearest = builder.operation(of: found) { name = nil }
    let node = builder.node(.placeNamed(found, name: name, radius: metres), .place)
    return .value(node, .place)
  }

  /// A length that is constant and not negative, in metres; `nil` if it is not, which is reported
  private func constantLength(_ expression: ExpressionSyntax) -> Double? {
    guard let node = expressions.value(expression, as: .length, context: "`within`") else {
      return nil
    }
    guard let metres = builder.constantScalar(of: node) else {
      report(.notConstant(what: "the radius of a place"), at: expression.range)
      return nil
    }
    return metres
  }
}
