internal import OppJSON
internal import OppSemantics

/// `textDocument/documentSymbol` and `workspace/symbol`
struct SymbolRequests {
  let context: RequestContext

  func documentSymbols(_ parameters: Parameters) throws(ResponseError) -> String {
    let file = try context.file(parameters)
    let entries = file.snapshot.outline(of: file.index)
    var json = JSONText()
    json.array { array in
      for entry in entries {
        if context.client.nestsSymbols {
          array.object { write(entry, file, &$0) }
        } else {
          writeFlat(entry, container: nil, file, &array)
        }
      }
    }
    return json.text
  }

  /// Writes a `DocumentSymbol` with its children
  private func write(_ entry: OutlineEntry, _ file: RequestedFile, _ json: inout JSONText) {
    json.member("name", string: Self.shown(entry.name))
    if !entry.detail.isEmpty { json.member("detail", string: entry.detail) }
    json.member("kind", raw: "\(Self.kind(entry.kind))")
    json.member("range", raw: file.writer.range(entry.range))
    json.member("selectionRange", raw: file.writer.range(entry.nameRange))
    if entry.children.isEmpty { return }
    json.key("children")
    json.array { array in
      for child in entry.children { array.object { write(child, file, &$0) } }
    }
  }

  /// A `SymbolInformation`, for clients that show no trees
  private func writeFlat(
    _ entry: OutlineEntry, container: String?, _ file: RequestedFile, _ array: inout JSONText
  ) {
    if let location = file.writer.location(entry.range) {
      array.object { json in
        json.member("name", string: Self.shown(entry.name))
        json.member("kind", raw: "\(Self.kind(entry.kind))")
        json.member("location", raw: location)
        if let container { json.member("containerName", string: container) }
      }
    }
    for child in entry.children { writeFlat(child, container: entry.name, file, &array) }
  }

  func workspaceSymbols(_ parameters: Parameters) throws(ResponseError) -> String {
    let query = try parameters.requiredText("query")
    var json = JSONText()
    json.array { array in
      for state in context.workspace.orderedRuleSets {
        let snapshot = context.workspace.snapshot(of: state)
        let writer = PlaceWriter(texts: snapshot.texts, encoding: context.client.encoding)
        for symbol in snapshot.symbols(matching: query) {
          guard let location = writer.location(symbol.range) else { continue }
          array.object { json in
            json.member("name", string: Self.shown(symbol.name))
            json.member("kind", raw: "\(Self.kind(symbol.kind))")
            json.member("location", raw: location)
            if let container = symbol.container {
              json.member("containerName", string: container)
            }
          }
        }
      }
    }
    return json.text
  }

  /// A name as clients take it, who refuse empty ones
  private static func shown(_ name: String) -> String { name.isEmpty ? "\"\"" : name }

  /// The number of the protocol for an entry
  private static func kind(_ kind: OutlineEntry.Kind) -> Int {
    switch kind {
    case .symbol(let symbol): Self.kind(symbol)
    case .setting: 7
    case .connection: 11
    case .test: 6
    case .chart: 19
    }
  }

  /// The number of the protocol for a kind
  private static func kind(_ kind: SymbolKind) -> Int {
    switch kind {
    case .place: 14
    case .let: 13
    case .function: 12
    case .parameter, .row, .payload: 13
    case .source: 11
    case .field: 8
    case .table: 23
    case .enumeration: 10
    case .enumerationCase: 22
    case .opp: 24
    }
  }
}
