package import OppModel
package import OppSyntax

/// The identity of something that has a name
///
/// ```opp
/// opp "Tea" for each e in agenda when e.busy and temp > limit(20C)
/// ```
///
/// `Tea` is opp("Tea"), `e` row(its place) both times, `agenda` table(…), `busy` tableField(…, 5), `temp`
/// sourceField(weather, 1), and `limit`, a let of the rule set, let(…).
package enum SymbolID: Hashable, Sendable {
  /// By its place among the declared places, those of the prelude first
  case place(Int)

  /// By its place among the lets, those of the prelude first
  case `let`(Int)
  /// A parameter of a let, by its name
  case letParameter(Int, String)
  case source(SourceID)
  /// A parameter of a source, by its name
  case sourceParameter(SourceID, String)
  /// A field of a source, by its index
  case sourceField(SourceID, Int)
  case table(TableID)
  /// A field of a table, by its index
  case tableField(TableID, Int)
  case enumeration(EnumerationID)

  /// A spelling of a case; the other names of the same case are symbols of their own
  case enumerationCase(EnumerationID, String)
  /// An Opp by its name: Opps of one name are one symbol
  case opp(String)

  /// A row that `for each` or `as` names, by the place of its name
  case row(SourceRange)

  /// A name in `with { … }`, by its place
  case payload(SourceRange)
  /// A word that needs no declaration
  case builtIn(BuiltInKind, String)
}

/// The kinds of names that need no declaration and have none in the prelude
package enum BuiltInKind: UInt8, Hashable, Sendable, CaseIterable {
  /// A function of the language: `max`
  case function
  /// A type of the language: `Duration`
  case type

  /// A weekday, a month or a colour
  case value

  /// A part of a value: `date.year`
  case part
  /// A connector: `openmeteo`
  case connector
  /// An option of a connector, or `daily` of `gaps`
  case option

  /// A word in the braces of an option: `{title}`
  case placeholder

  /// A target of `connect` that is no source: `notifications`
  case service
  /// A setting: `zone`
  case setting

  /// A word after `per`
  case period

  /// The row of an event: `row`, `event`
  case row

  /// The word `unknown` in `given`, and its like
  case word
}

/// The kind of a declared name, as an editor shows it
package enum SymbolKind: UInt8, Hashable, Sendable, CaseIterable {
  case place
  case `let`
  case function
  case parameter
  case source
  case field
  case table
  case enumeration
  case enumerationCase
  case opp
  case row
  case payload
}

/// A name at its declaration
///
///     let score(d: Length) = …     one of `score`, kind function, and one of `d`, kind parameter, container `score`
package struct SymbolDeclaration: Sendable {
  package let id: SymbolID
  package let kind: SymbolKind
  package let name: String

  /// The place of the name; of an Opp, without the quotes
  package let range: SourceRange

  /// The declaration, or the part of one, that the name stands in
  package let node: SyntaxNode

  /// The type of a field, a parameter or a row
  package let type: ValueType?

  /// The name of the source, table, enum or let that it belongs to
  package let container: String?

  /// The lines of `///` before it
  package var documentation: [String] { node.documentation }
}

/// A name at one of its places
package struct SymbolUse: Hashable, Sendable {
  /// The place of the name
  package let range: SourceRange
  /// The thing that it means there
  package let id: SymbolID
}
