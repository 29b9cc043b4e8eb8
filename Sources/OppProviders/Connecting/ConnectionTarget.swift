internal import OppEngine
internal import OppModel

/// A source or a table that is connected by itself
enum ConnectionTarget: Sendable {
  case source(SourceID, Source)
  case table(TableID, Table)

  /// The source of a name, else the table of it; nil if the rule set declares neither
  init?(named name: String, in graph: ConditionGraph) {
    if let index = graph.sourceIndex(named: name) {
      self = .source(SourceID(index: Int32(truncatingIfNeeded: index)), graph.sources[index])
    } else if let index = graph.tableIndex(named: name) {
      self = .table(TableID(index: Int32(truncatingIfNeeded: index)), graph.tables[index])
    } else {
      return nil
    }
  }
}

extension ConnectionTarget {
  /// Its place in the declaration of a provider
  var served: Provider.Offer {
    switch self {
    case .source(let id, _): .source(id)
    case .table(let id, _): .table(id)
    }
  }

  /// The fields that a response may fill, in the order of their declaration
  var fields: [Field] {
    switch self {
    case .source(_, let source): source.fields
    case .table(_, let table): table.fields
    }
  }
}
