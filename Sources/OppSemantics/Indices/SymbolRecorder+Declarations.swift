internal import OppModel
package import OppSyntax

extension SymbolRecorder {
  /// Notes the cases of an enum, every name of each
  func recordCases(_ view: EnumDeclarationSyntax, of id: EnumerationID) {
    guard isOn, let owner = view.name?.text else { return }
    var seen: Set<String> = []
    for item in view.cases {
      for name in item.names {
        let symbol = SymbolID.enumerationCase(id, name.text)
        if seen.insert(name.text).inserted {
          record(
            symbol, .enumerationCase, name, item.node, type: .enumeration(id), container: owner)
        } else {
          use(symbol, at: name.range)
        }
      }
    }
  }

  /// Notes a source, its parameters and its fields
  func recordSource(
    _ view: SourceDeclarationSyntax, _ id: SourceID, _ parameters: [Parameter], _ fields: [Field]
  ) {
    guard isOn, let token = view.name else { return }
    record(.source(id), .source, token, view.node)
    record(view.parameters, parameters, of: token.text) { .sourceParameter(id, $0) }
    record(view.fields, fields, of: token.text) { .sourceField(id, $0) }
  }

  /// Notes a table and its fields, and the names of its key as uses of these
  func recordTable(_ view: TableDeclarationSyntax, _ id: TableID, _ fields: [Field]) {
    guard isOn, let token = view.name else { return }
    record(.table(id), .table, token, view.node)
    record(view.fields, fields, of: token.text) { .tableField(id, $0) }
    for name in view.key {
      if let index = fields.firstIndex(where: { $0.name == name.text }) {
        use(.tableField(id, index), at: name.range)
      }
    }
  }

  /// Notes a let, as a function if it has parameters, and these
  func recordLet(_ view: LetDeclarationSyntax, _ index: Int, _ parameters: [Parameter]?) {
    guard isOn, let token = view.name else { return }
    record(.let(index), parameters == nil ? .let : .function, token, view.node)
    record(view.parameters, parameters ?? [], of: token.text) { .letParameter(index, $0) }
  }

  /// Notes an Opp by its name without the quotes; the first of each name is its declaration
  func recordOpp(
    _ name: String, _ text: TextSyntax, _ view: OppDeclarationSyntax, isFirst: Bool
  ) {
    guard isOn else { return }
    if isFirst {
      declare(
        SymbolDeclaration(
          id: .opp(name), kind: .opp, name: name, range: text.innerRange, node: view.node,
          type: nil, container: nil))
    } else {
      use(.opp(name), at: text.innerRange)
    }
  }

  /// Notes parameters in the order in which they were declared, less those that were declared before
  private func record(
    _ list: ParameterListSyntax?, _ parameters: [Parameter], of owner: String,
    _ symbol: (String) -> SymbolID
  ) {
    var next = 0
    for view in list?.parameters ?? [] {
      for name in view.names where next < parameters.count && parameters[next].name == name.text {
        record(
          symbol(name.text), .parameter, name, view.node, type: parameters[next].type,
          container: owner)
        next += 1
      }
    }
  }

  /// Notes fields in the order in which they were declared, less those that were declared before
  private func record(
    _ views: [FieldSyntax], _ fields: [Field], of owner: String, _ symbol: (Int) -> SymbolID
  ) {
    var next = 0
    for view in views {
      for name in view.names where next < fields.count && fields[next].name == name.text {
        record(symbol(next), .field, name, view.node, type: fields[next].type, container: owner)
        next += 1
      }
    }
  }
}

extension TextSyntax {
  /// The text between the quotes
  package var innerRange: SourceRange {
    let start = node.token(.openingQuote)?.range.end ?? range.start
    let end = node.token(.closingQuote)?.range.start ?? range.end
    return SourceRange(file: range.file, start: start, end: max(start, end))
  }
}
