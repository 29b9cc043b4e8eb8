/// A checked rule set: the narrow model in which the front end and the engine meet
///
/// Nodes are in dependency order: the operands of a node come before it. Equal subexpressions are
/// one node, across all rules (hash-consing). A node names no text; a side table of the front end maps
/// its id back to the source.
///
/// A *scope* ranges over the rows of a table, for `where` and for `for each`. A node that uses the row
/// of a scope, directly or below, has one value a row; its ``Node/scopes`` say of which scopes.
///
/// Two rules and their nodes, as `opp compile` prints them (the constants of the prelude come first):
///
///     opp "x" when temp > 20C and time in 12:00..13:00
///     opp "y" on sunset when temp > 68F
///
///     14  reading      Temperature   request 1 (weather), field temp
///     15  constant     Temperature   20: 68F is the same value, and so the same node
///     16  compare >    Bool          14, 15              the condition of y
///     17  clock        TimeOfDay     time
///     18  constant     TimeOfDay     12:00:00
///     19  constant     TimeOfDay     13:00:00
///     20  in range     Bool          17, 18, 19          of times of day
///     21  and          Bool          16, 20              the condition of x
package struct ConditionGraph: Sendable {
  private let addressOnly = AddressOnly()

  /// The operations, operands first
  package var nodes: [Node] = []

  /// The sources of the prelude, then those of the rules
  package var sources: [Source] = []

  /// The tables of the prelude, then those of the rules
  package var tables: [Table] = []

  /// The enums of the prelude, then those of the rules
  package var enumerations: [Enumeration] = []

  /// The sources with arguments that nodes read, each once
  package var requests: [Request] = []

  /// The table that each scope ranges over
  package var scopes: [TableID] = []

  /// The number of scopes around each scope; none if the list is too short to say
  package var scopeDepths: [Int] = []

  /// The Opps in the order of the files
  package var rules: [Rule] = []

  /// The charts in the order of the files, which nothing but a report evaluates
  package var charts: [Chart] = []

  /// The nodes that were made for the charts, by their indices
  package var chartNodes = 0..<0

  /// The values of `set`
  package var settings = Settings()

  /// The sources and tables with a role of their own; see ``add(_:)`` and ``findWellKnown()``
  package var wellKnown = WellKnown()

  package init() {}

  package subscript(id: NodeID) -> Node {
    nodes[Int(id.index)]
  }
}

/// One operation, its type, and the row scopes it depends on
package struct Node: Hashable, Sendable {
  package let operation: Operation
  package let type: ValueType

  /// The scopes whose row this node or one below it uses, outermost first, less those bound below
  package let scopes: [ScopeID]

  package init(operation: Operation, type: ValueType, scopes: [ScopeID]) {
    self.operation = operation
    self.type = type
    self.scopes = scopes
  }
}

/// A source and the values of its parameters: the unit of a fetch
///
/// An argument that is nil is the parameter's default.
package struct Request: Hashable, Sendable {
  package let source: SourceID
  package let arguments: [NodeID?]

  package init(source: SourceID, arguments: [NodeID?]) {
    self.source = source
    self.arguments = arguments
  }
}

/// The settings that a rule set declares with `set`
package struct Settings: Hashable, Sendable {
  /// An IANA zone name; nil if the rule set names none
  package var zone: String?

  /// `set me "ada@example.org, ada@home.example"`: the addresses under which calendars invite the person
  package var addresses: [String] = []

  /// `set clock 12h`
  package var usesTwelveHourClock = false

  /// `set units us`: the units of texts
  package var units = UnitSystem.metric

  /// The condition while which notifications wait: that of `set quiet when C`, or, of `set quiet a..b`, `time in a..b`
  package var quiet: NodeID?

  /// `set quiet a..b`, in seconds since midnight
  package var quietHours: QuietHours?

  /// `set budget N per D`; nil if there is no limit
  package var budget: Budget?

  package init() {}
}

/// The greatest cost of all readings within a period
package struct Budget: Hashable, Sendable {
  /// In the unit of the sources' costs
  package let cost: Double
  package let seconds: Int64

  package init(cost: Double, seconds: Int64) {
    self.cost = cost
    self.seconds = seconds
  }
}

/// A window of times of day, over midnight if the end is not after the start
package struct QuietHours: Hashable, Sendable {
  package let start: Int64
  package let end: Int64

  package init(start: Int64, end: Int64) {
    self.start = start
    self.end = end
  }
}
