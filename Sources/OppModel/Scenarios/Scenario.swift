/// A `test` declaration, checked: its data over time, and the expected firings of the rules
///
/// A runner replays the graph from the instant of the first step. ``givens`` and the givens of the
/// first step hold from that second on; those of a later step from its own second on.
///
///     test "warm at noon"
///       given temp = 15C                                              givens
///       at 2026-06-21T11:59  expect "Warm" quiet                      steps[0]
///       at 2026-06-21T12:00  given temp = 25C  expect "Warm" fires    steps[1], with a datum from 12:00:00 on
package struct Scenario: Hashable, Sendable {
  package let name: String

  /// The data given before the first `at`
  package let givens: [Given]

  /// In the order of time; no two at one instant in a zone
  package let steps: [ScenarioStep]

  package init(name: String, givens: [Given], steps: [ScenarioStep]) {
    self.name = name
    self.givens = givens
    self.steps = steps
  }
}

/// `at INSTANT [given …] [expect …]…`
package struct ScenarioStep: Hashable, Sendable {
  package let instant: ScenarioInstant
  package let givens: [Given]
  package let expectations: [Expectation]

  package init(instant: ScenarioInstant, givens: [Given], expectations: [Expectation]) {
    self.instant = instant
    self.givens = givens
    self.expectations = expectations
  }
}

/// An instant as a test writes it
package enum ScenarioInstant: Hashable, Sendable {
  case absolute(Instant)

  /// By the wall clock of the run's zone: days since 1970-01-01, seconds since midnight
  case local(day: Int64, secondOfDay: Int64)
}

/// A datum that a test gives, which holds until the test gives another
///
/// The values are nodes whose value is taken at the second of their step; most are constants.
package enum Given: Hashable, Sendable {
  /// A field of a source's reading, which holds in spite of the freshness; nil for `unknown`
  case reading(RequestID, field: Int, value: NodeID?)

  /// A row put in: one value a field in the table's order, nil if unknown
  case row(TableID, values: [NodeID?])

  /// A row taken away, by the values of its key in the order of `by`
  case noRow(TableID, key: [NodeID])

  /// All rows of a table taken away: it is known, and empty
  case noRows(TableID)

  /// The position of an address; nil if there is no such address
  case address(String, NodeID?)

  /// The positions of all places of a category there are: a list
  case places(category: String, NodeID)

  /// An answer to the firings of an Opp, by its index in ``ConditionGraph/rules``, or of one row of it
  case answer(rule: Int, key: [NodeID]?, Answer)
}

/// The expected outcome for one Opp after the step before, up to and including this second
package struct Expectation: Hashable, Sendable {
  /// The index of the Opp in ``ConditionGraph/rules``
  package let rule: Int

  /// `for KEY`: the key of one row of its `for each`; nil if any row counts
  package let key: [NodeID]?
  package let outcome: Outcome

  package init(rule: Int, key: [NodeID]?, outcome: Outcome) {
    self.rule = rule
    self.key = key
    self.outcome = outcome
  }

  package enum Outcome: Hashable, Sendable {
    /// It fired, with this text if one is given
    case fires(text: NodeID?)

    /// It did not fire
    case quiet

    /// It did not fire, and its condition is unknown at the second of the step
    case unknown
  }
}
