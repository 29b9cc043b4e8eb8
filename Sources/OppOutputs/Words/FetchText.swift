package import OppEngine
package import OppModel
package import OppSession

/// A description of a fetch, as people read it
package struct FetchText {
  /// The graph with the names of sources and tables
  private let graph: ConditionGraph

  /// The words of arguments
  private let readable: ReadableValue

  package init(graph: ConditionGraph, zone: Zone) {
    self.graph = graph
    readable = ReadableValue(graph: graph, zone: zone)
  }

  /// `weather @48.4,-123.4`, `resort("Whistler")`, `agenda`, `"Beacon Hill Park"`
  package func text(of fetch: Fetch) -> String {
    let place = fetch.position.map { " \(readable.text(of: .position($0), type: .position))" } ?? ""
    return text(of: fetch.subject) + place
  }

  /// The name that `connect` has for a subject; `?` for one of another version of the rules
  package func connection(of subject: FetchKey) -> String {
    switch subject {
    case .source(let id, _):
      graph.sources.indices.contains(Int(id.index)) ? graph.sources[Int(id.index)].name : "?"
    case .table: text(of: subject)
    case .address: "addresses"
    case .places: "places"
    }
  }

  /// The subject of a fetch without its place; `?` for one of another version of the rules
  private func text(of subject: FetchKey) -> String {
    switch subject {
    case .source(let id, let arguments):
      guard graph.sources.indices.contains(Int(id.index)) else { return "?" }
      let source = graph.sources[Int(id.index)]
      let given = zip(arguments, source.parameters).compactMap { value, parameter in
        value.map { readable.text(of: $0, type: type(of: $0, declared: parameter.type)) }
      }
      return given.isEmpty ? source.name : "\(source.name)(\(given.joined(separator: ", ")))"
    case .table(let id):
      return graph.tables.indices.contains(Int(id.index)) ? graph.tables[Int(id.index)].name : "?"
    case .address(let text): return "the address \(ValueNotation.textLiteral(text))"
    case .places(let category): return "places for \(ValueNotation.textLiteral(category))"
    }
  }

  /// A place is fetched by the position that it rounds to
  private func type(of value: Value, declared: ValueType) -> ValueType {
    if case .position = value { .position } else { declared }
  }
}
