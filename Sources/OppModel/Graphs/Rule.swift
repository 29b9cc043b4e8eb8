/// An Opp: its condition, its events and its effects
///
///     opp "Chore" for each c in chores where not c.done
///       on c.due - 10min                                    events: an instant
///       near home                                           condition
///       notify "{c.name} is due" to c.owner                 text, recipient
///       snooze 30min at most 3 per day                      snooze 1800, limit 3 per day
///       expires 2h                                          expires 7200
package struct Rule: Hashable, Sendable {
  package let name: String

  /// `for each`: the rows that each have an Opp of their own; its scope is that of every node below
  package let rows: RowQuery?

  /// `on`: empty if the Opp fires when its condition comes true
  package let events: [Event]

  /// `when` and `near`, and-ed; nil if the Opp has neither (it has events then)
  package let condition: NodeID?

  /// The text of the notification, a Text; nil for an Opp without a notification (`record` without `notify`)
  package let text: NodeID?

  /// `to`: a Text or a list of Texts
  package let recipient: NodeID?

  /// `with`: names and values, in the order of the text
  package let payload: [NamedNode]
  package let record: RecordAction?

  /// `colour`: a Colour, as of the firing; nil for none
  package let colour: NodeID?

  /// `at most N per …`; nil for no limit
  package var limit: RateLimit?

  /// `again every D`, in seconds
  package let repetition: Int64?

  /// `again every D for D2`: the seconds after the firing that begins a series in which it fires again; nil for no end
  package let repetitionSpan: Int64?

  /// `snooze D`, in seconds
  package let snooze: Int64

  /// `expires D`: the seconds after a firing in which its notification is still of use; nil for no end
  package let expires: Int64?
  package let isUrgent: Bool

  /// `disabled`: it does not fire until a person enables it
  package let isDisabled: Bool

  package init(
    name: String, rows: RowQuery?, events: [Event], condition: NodeID?, text: NodeID?,
    recipient: NodeID?, payload: [NamedNode], record: RecordAction?, colour: NodeID?,
    limit: RateLimit?, repetition: Int64?, repetitionSpan: Int64? = nil, snooze: Int64,
    expires: Int64? = nil, isUrgent: Bool, isDisabled: Bool
  ) {
    self.name = name
    self.rows = rows
    self.events = events
    self.condition = condition
    self.text = text
    self.recipient = recipient
    self.payload = payload
    self.record = record
    self.colour = colour
    self.limit = limit
    self.repetition = repetition
    self.repetitionSpan = repetitionSpan
    self.snooze = snooze
    self.expires = expires
    self.isUrgent = isUrgent
    self.isDisabled = isDisabled
  }
}

extension Rule {
  /// The nodes of the notification: its text, its recipient, its colour and the values with it
  package var noticeNodes: [NodeID] {
    [text, recipient, colour].compactMap { $0 } + payload.map { $0.node }
  }

  /// The nodes of the values that it records
  package var recordNodes: [NodeID] { record?.values.compactMap { $0 } ?? [] }
}

extension ConditionGraph {
  /// The condition of `set quiet` while which the firings of a rule wait; nil for one that is urgent or has no notification
  package func quietCondition(of rule: Rule) -> NodeID? {
    rule.isUrgent || rule.text == nil ? nil : settings.quiet
  }

  /// The colour of a rule as 0xRRGGBB, if it is the same at every firing; nil for none
  package func constantColour(of rule: Rule) -> Int32? {
    guard let node = rule.colour, case .constant(.scalar(let colour)) = self[node].operation else {
      return nil
    }
    return Int32(exactly: colour)
  }
}

/// A name and the node of its value
package struct NamedNode: Hashable, Sendable {
  package let name: String
  package let node: NodeID

  package init(name: String, node: NodeID) {
    self.name = name
    self.node = node
  }
}

/// An event at one second (language reference, "Events")
package enum Event: Hashable, Sendable {
  /// The condition is true and, when last known, was false
  case becomes(NodeID)
  /// The first second of a local date at or after a time of day
  case timeOfDay(NodeID)
  /// A crossing of the sun, moved by seconds
  case sun(SunField, place: NodeID, offset: Int64)
  /// `now == x`
  case instant(NodeID)
  /// Local midnight + k·D in elapsed seconds
  case every(seconds: Int64)
  /// The value is known and differs from its last known one
  case changes(NodeID)
  /// The row of `for each` came into its list
  case rowAdded
  /// The row of `for each` left its list
  case rowRemoved

  /// The node that it looks at; nil for one of the clock or of rows
  package var node: NodeID? {
    switch self {
    case .becomes(let node), .timeOfDay(let node), .sun(_, let node, _), .instant(let node),
      .changes(let node):
      node
    case .every, .rowAdded, .rowRemoved: nil
    }
  }
}

/// `record TABLE { field: value … }`
package struct RecordAction: Hashable, Sendable {
  package let table: TableID

  /// The node of each field of the table, in the table's order; nil for a field that is not given
  package let values: [NodeID?]

  package init(table: TableID, values: [NodeID?]) {
    self.table = table
    self.values = values
  }
}

/// `at most N per … [in all]`
package struct RateLimit: Hashable, Sendable {
  package let count: Int
  package let period: Period

  /// `in all`: whether the firings of all rows of `for each` count together
  package let isInAll: Bool

  package init(count: Int, period: Period, isInAll: Bool = false) {
    self.count = count
    self.period = period
    self.isInAll = isInAll
  }

  /// The time within which firings are counted: a calendar period of the zone, a number of seconds, or all time
  package enum Period: Hashable, Sendable {
    case hour
    case day
    /// From Monday
    case week
    case month
    case seconds(Int64)
    /// `at most once`
    case ever
  }
}
