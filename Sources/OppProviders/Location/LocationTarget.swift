internal import OppEngine
internal import OppModel

/// The source that reports the person's position, and the conversion of a fix to a reading of it
///
/// It is `location` of the prelude, or a source of the rule set's own without parameters that has a field
/// `position`. Fields `accuracy`, a length, and `speed` are filled if it has them.
struct LocationTarget: Sendable {
  /// The source whose readings are made
  let source: SourceID

  /// Its fields, in the order of a reading's values
  private let fields: [Field]

  /// - Throws: if the target is no such source.
  init(_ settings: ConnectorSettings) throws(ConnectorProblem) {
    let (options, graph) = (settings.options, settings.graph)
    guard let index = graph.sourceIndex(named: options.target),
      graph.sources[index].parameters.isEmpty,
      graph.sources[index].fields.contains(Field(name: "position", type: .position))
    else {
      throw ConnectorProblem(
        "\(options.kind)() provides the position of the person: it can be connected to `location`, not to `\(options.target)`"
      )
    }
    source = SourceID(index: Int32(truncatingIfNeeded: index))
    fields = graph.sources[index].fields
  }

  /// A reading of the instant of the fix
  ///
  /// - Parameters:
  ///   - now: for a fix without an instant, or with one that has not come yet.
  ///   - isLasting: whether it holds until the next one, without regard to the freshness of the source.
  /// - Returns: a reading of the source; a field that the fix does not know is missing.
  func reading(of fix: Fix, at now: Instant, isLasting: Bool = false) -> Arrival {
    let values = fields.map { field -> FieldReading in
      switch (field.name, field.type) {
      case ("position", .position): .known(.position(fix.position))
      case ("accuracy", .length): fix.accuracy.map { .known(.scalar($0)) } ?? .missing
      case ("speed", .speed): fix.speed.map { .known(.scalar($0)) } ?? .missing
      default: .missing
      }
    }
    return .reading(
      SourceReading(
        source: source, arguments: [], instant: min(fix.instant ?? now, now), fields: values,
        freshness: nil, isLasting: isLasting))
  }
}
