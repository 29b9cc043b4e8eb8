package import OppModel

/// A second, and what is read at it, for which a question holds
package struct Witness: Hashable, Sendable {
  package let instant: Instant

  /// The readings, in the order of the graph; a field that is not named is unknown
  package let readings: [Reading]

  /// Since when that has been read
  package let begins: Instant

  /// The earlier readings, where the question is about them as well; from `earlierBegins` on
  package let earlier: [Reading]
  package let earlierBegins: Instant

  /// The rows that the literals' scopes stand for, and those of tables that are aggregated
  package let rows: [Row]

  /// The places of addresses
  package let addresses: [Address]

  /// The only places of categories
  package let places: [Nearby]

  /// A field of a request and its value
  package struct Reading: Hashable, Sendable {
    /// The node of the field
    package let node: NodeID
    package let request: RequestID
    package let field: Int
    package let value: Value
  }

  /// A row of a table; a value a field, nil where it is unknown
  package struct Row: Hashable, Sendable {
    package let table: TableID

    /// The scope of the question that stands for this row; nil of a row that an aggregate looks at
    package let scope: ScopeID?
    package let values: [Value?]
  }

  /// The place that geocoding finds for a text
  package struct Address: Hashable, Sendable {
    package let text: String
    package let position: Position
  }

  /// The one place of a category that there is
  package struct Nearby: Hashable, Sendable {
    package let category: String
    package let position: Position
  }
}
