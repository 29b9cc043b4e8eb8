package import OppModel

/// A second, and the readings at it, for which a question holds
///
/// For `temp > 30C for 1h`:
///
/// ```
/// begins   10:59:59   readings  temp = 31 °C       an hour and a second before, and the same ever since
/// instant  12:00:00   the literals hold
/// ```
///
/// It belongs to one graph; ``translated(_:)`` moves it to another.
package struct Witness: Hashable, Sendable {
  /// The second at which the literals hold
  package let instant: Instant

  /// The readings, in the order of the graph; a field that is not named is unknown
  package let readings: [Reading]

  /// Since when that has been read
  package let begins: Instant

  /// The earlier readings, if the question is about them as well; from `earlierBegins` on
  package let earlier: [Reading]
  package let earlierBegins: Instant

  /// `true` if the question is about the time before the second as well
  package var looksBack: Bool { begins < instant || !earlier.isEmpty }

  /// The first second at which anything was read
  package var firstReading: Instant { earlier.isEmpty ? begins : earlierBegins }

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

    /// The source and its arguments
    package let request: RequestID

    /// The index of the field in its source
    package let field: Int

    /// The value; a quantity in the base unit of its type
    package let value: Value
  }

  /// A row of a table; a value a field, `nil` if it is unknown
  package struct Row: Hashable, Sendable {
    /// The table of which it is a row
    package let table: TableID

    /// The scope of the question that stands for this row; nil of a row that an aggregate looks at
    package let scope: ScopeID?

    /// A value for each field of the table, in its order
    package let values: [Value?]
  }

  /// The place that geocoding finds for a text
  package struct Address: Hashable, Sendable {
    /// The text as the rules write it, such as `Hauptstrasse 1, Bern`
    package let text: String
    package let position: Position
  }

  /// The one place of a category that there is
  package struct Nearby: Hashable, Sendable {
    /// The category as the rules write it, such as `cafe`
    package let category: String
    package let position: Position
  }
}
