package import OppSemantics
package import OppSyntax

/// An entry of the outline of a file
package struct OutlineEntry: Sendable {
  package enum Kind: Hashable, Sendable {
    case symbol(SymbolKind)
    case setting
    case connection
    case test
    case chart
  }

  package let name: String

  /// A few words beside the name: the type, the connector
  package let detail: String
  package let kind: Kind
  package let range: SourceRange

  /// The place of the name, inside ``range``
  package let nameRange: SourceRange
  package let children: [OutlineEntry]
}

extension RuleSetSnapshot {
  /// The declarations of a file with their parts, in the order of the text
  package func outline(of file: Int) -> [OutlineEntry] {
    tree(at: file).file.declarations.compactMap { Outline.entry($0) }
  }

  /// The declared names of the rule set whose letters hold those of `query` in order, at most `limit`
  ///
  /// Names that begin with the query come first.
  package func symbols(matching query: String, limit: Int = 256) -> [SymbolDeclaration] {
    let wanted = Array(query.lowercased().unicodeScalars)
    var found: [(rank: Int, declaration: SymbolDeclaration)] = []
    for declaration in analysis.declarations where !isPrelude(declaration.range.file) {
      guard declaration.kind != .row, declaration.kind != .payload,
        let rank = Outline.rank(of: declaration.name, for: wanted)
      else { continue }
      found.append((rank, declaration))
    }
    let sorted = found.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    return sorted.prefix(limit).map { $0.element.declaration }
  }
}

/// Makes the entries of declarations, and ranks names for queries
enum Outline {
  /// 0 for a name that begins with a query, 1 for one that has it, 2 for one that has its letters in order
  ///
  /// | name | query | rank |
  /// | --- | --- | --- |
  /// | `sunset` | `sun` | 0 |
  /// | `sunset` | `set` | 1 |
  /// | `sunset` | `sst` | 2 |
  /// | `sunset` | `tse` | nil |
  static func rank(of name: String, for query: [Unicode.Scalar]) -> Int? {
    if query.isEmpty { return 0 }
    let letters = Array(name.lowercased().unicodeScalars)
    if letters.starts(with: query) { return 0 }
    if letters.count >= query.count {
      for start in 1..<(letters.count - query.count + 2) where letters[start...].starts(with: query)
      {
        return 1
      }
    }
    var next = 0
    for letter in letters where next < query.count && letter == query[next] { next += 1 }
    return next == query.count ? 2 : nil
  }

  static func entry(_ declaration: DeclarationSyntax) -> OutlineEntry? {
    switch declaration {
    case .place(let view):
      named(.symbol(.place), view.node, view.name, detail: view.place.node.text)
    case .let(let view):
      named(
        .symbol(view.parameters == nil ? .let : .function), view.node, view.name,
        children: parameters(view.parameters))
    case .enumeration(let view):
      named(.symbol(.enumeration), view.node, view.name, children: view.cases.flatMap(cases))
    case .source(let view):
      named(
        .symbol(.source), view.node, view.name,
        children: parameters(view.parameters) + view.fields.flatMap(fields))
    case .table(let view):
      named(.symbol(.table), view.node, view.name, children: view.fields.flatMap(fields))
    case .setting(let view): named(.setting, view.node, view.name, detail: view.value.node.text)
    case .connection(let view):
      named(.connection, view.node, view.names.first, detail: view.connector?.name?.text ?? "")
    case .test(let view): quoted(.test, view.node, view.name)
    case .chart(let view): quoted(.chart, view.node, view.name)
    case .opp(let view): quoted(.symbol(.opp), view.node, view.name)
    }
  }

  /// An entry with the name of a token; nil if the name is missing
  private static func named(
    _ kind: OutlineEntry.Kind, _ node: SyntaxNode, _ name: SyntaxToken?, detail: String = "",
    children: [OutlineEntry] = []
  ) -> OutlineEntry? {
    name.map {
      OutlineEntry(
        name: $0.text, detail: detail, kind: kind, range: node.range, nameRange: $0.range,
        children: children)
    }
  }

  /// An entry with a text as its name; nil for a text that holds values
  private static func quoted(
    _ kind: OutlineEntry.Kind, _ node: SyntaxNode, _ text: TextSyntax?
  ) -> OutlineEntry? {
    guard let text, let name = text.plainText else { return nil }
    // Editors want a name that is not empty.
    return OutlineEntry(
      name: name.isEmpty ? "\"\"" : name, detail: "", kind: kind, range: node.range,
      nameRange: text.range, children: [])
  }

  /// The entry of each name; `(a, b: Number)` has two
  private static func parameters(_ list: ParameterListSyntax?) -> [OutlineEntry] {
    list?.parameters.flatMap { view in
      view.names.map { leaf(.parameter, $0, view.node, view.type) }
    } ?? []
  }

  /// The entry of each name of a field
  private static func fields(_ view: FieldSyntax) -> [OutlineEntry] {
    view.names.map { leaf(.field, $0, view.node, view.type) }
  }

  /// The entry of each name of a case
  private static func cases(_ view: EnumCaseSyntax) -> [OutlineEntry] {
    view.names.map { leaf(.enumerationCase, $0, view.node, nil) }
  }

  /// An entry without children, with its type as it is written
  private static func leaf(
    _ kind: SymbolKind, _ name: SyntaxToken, _ node: SyntaxNode, _ type: TypeSyntax?
  ) -> OutlineEntry {
    let detail = type.map { node.tree.source.text($0.range) } ?? ""
    return OutlineEntry(
      name: name.text, detail: detail, kind: .symbol(kind), range: node.range,
      nameRange: name.range, children: [])
  }
}
