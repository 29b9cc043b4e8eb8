internal import OppModel
internal import OppSyntax

/// `raining` and `snowing`, which follow from the sky and the rates if a service does not report them
///
/// `raining` is short for
/// ```
/// if known(raining) then raining
/// else if known(sky) or known(rain)
///   then (sky in [rain, drizzle, thunderstorm] otherwise false) or (rain > 0mm/h otherwise false)
///   else sky in [rain, drizzle, thunderstorm]
/// ```
/// The last branch is unknown, for the reason of the sky. A `given` sets the reported field itself.
struct WeatherFields: CheckerPart {
  let checker: Checker

  /// The skies and the rate from which a field follows; nil for a field that is only reported
  ///
  ///     raining → [rain, drizzle, thunderstorm], rain     snowing → [snow], snow     busy → nil
  private static func signs(of field: String) -> (skies: [String], rate: String)? {
    switch field {
    case "raining": (["rain", "drizzle", "thunderstorm"], "rain")
    case "snowing": (["snow"], "snow")
    default: nil
    }
  }

  /// A field of the prelude's `weather` or `forecast`, which may follow from its neighbours
  ///
  /// - Parameter node: makes the node of a field, by its index.
  func weatherField(
    _ field: Int, of fields: [Field], _ node: (Int) -> NodeID
  ) -> NodeID {
    let reported = node(field)
    guard !local.namesReportedFields, let signs = Self.signs(of: fields[field].name),
      let sky = fields.firstIndex(where: { $0.name == "sky" }),
      let rate = fields.firstIndex(where: { $0.name == signs.rate })
    else { return reported }
    let skyNode = node(sky)
    let rateNode = node(rate)
    let skies = signs.skies.compactMap { nameTable.caseIndex($0, of: fields[sky].type) }
      .map { builder.constant(.scalar($0), fields[sky].type) }
    let isFalse = builder.constant(.truth(false), .bool)
    let bySky = builder.membership(skyNode, in: skies)
    let byRate = builder.node(
      .compare(.greater, rateNode, builder.constant(.scalar(0), .speed)), .bool)
    let either = builder.disjunction([
      builder.node(.otherwise(bySky, isFalse), .bool),
      builder.node(.otherwise(byRate, isFalse), .bool),
    ])
    // Without the sky and the rate, the result is unknown for the reason of the sky.
    let isDelivered = builder.disjunction([
      builder.node(.known(skyNode), .bool), builder.node(.known(rateNode), .bool),
    ])
    guard let either, let isDelivered else { return reported }
    let derived = builder.node(.conditional(if: isDelivered, then: either, else: bySky), .bool)
    return builder.node(
      .conditional(if: builder.node(.known(reported), .bool), then: reported, else: derived), .bool)
  }

  /// The fields of a source that a value is, or follows from, the one that is reported first
  ///
  ///     temp → temp     raining → raining, sky, rain     temp + 2C → none
  func readings(of node: NodeID) -> [NodeID] {
    if case .reading = builder.operation(of: node) { return [node] }
    guard
      case .conditional(let isReported, let reported, let derived) = builder.operation(of: node),
      case .known(reported) = builder.operation(of: isReported),
      case .reading = builder.operation(of: reported),
      case .conditional(let isDelivered, _, _) = builder.operation(of: derived),
      case .or(let parts) = builder.operation(of: isDelivered)
    else { return [] }
    var result = [reported]
    for part in parts {
      if case .known(let field) = builder.operation(of: part) { result.append(field) }
    }
    return result
  }
}
