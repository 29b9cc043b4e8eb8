package import OppModel

extension Analysis {
  /// `true` if a name stands for something that does not move between readings, as the clock and `free` do
  ///
  ///     home → true     temp → true     now → false     free → false     a `let` of `time in 9:00..17:00` → true
  ///     mon → true      an Opp, a source, a parameter → false, as they have no value of their own
  package func isSteady(_ id: SymbolID) -> Bool {
    switch id {
    case .place, .enumerationCase: true
    case .builtIn(let kind, _): kind == .value
    case .let(let index):
      if case .checked(.value(let node, _)) = checker.definitions.lets[index].state,
        checker.definitions.lets[index].parameters == nil
      {
        !checker.builder.traits(of: node).contains(.drifts)
      } else {
        false
      }
    case .sourceField(let source, let field):
      !drifts(field: field, of: source)
    case .tableField: true
    case .letParameter, .source, .sourceParameter, .table, .enumeration, .opp, .row, .payload: false
    }
  }

  /// `true` if a node's value changes continuously, as that of `now` and `free` does
  package func drifts(_ node: NodeID) -> Bool {
    checker.builder.traits(of: node).contains(.drifts)
  }

  /// `true` if a field of the prelude moves between readings: `now`, `time` and `free` do
  private func drifts(field: Int, of source: SourceID) -> Bool {
    let wellKnown = checker.builder.wellKnown
    if let calendar = wellKnown.calendar, calendar.source == source {
      return field == calendar.free
    }
    let fields = checker.builder.source(source).fields
    guard source == wellKnown.clock, fields.indices.contains(field) else { return false }
    return ["now", "time"].contains(fields[field].name)
  }
}
