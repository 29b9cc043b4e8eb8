/// The times that rows leave free
///
/// `gaps(today + 8:00..today + 20:00, agenda where busy, daily: 9:00..17:00)` has the instants of `from` and `to`, one pair of
/// lists, with the beginnings and the ends of busy events, and daily hours from 32 400 to 61 200 s.
package struct GapQuery: Hashable, Sendable {
  /// The Instants between which gaps lie
  package let from: NodeID
  package let to: NodeID

  /// Lists of Instants in pairs: the beginnings of some rows, and their ends
  package let lists: [NodeID]

  /// The hours of each day in which gaps lie; nil for all of them
  package let daily: DailyHours?

  /// The table that has a row for each gap there may be
  package let table: TableID

  package init(
    from: NodeID, to: NodeID, lists: [NodeID], daily: DailyHours?, table: TableID
  ) {
    self.from = from
    self.to = to
    self.lists = lists
    self.daily = daily
    self.table = table
  }

  /// The operands, in the order of the text
  package var operands: [NodeID] { [from, to] + lists }

  /// The same of other operands and another table
  package func with(table: TableID, _ other: (NodeID) -> NodeID) -> GapQuery {
    GapQuery(
      from: other(from), to: other(to), lists: lists.map(other), daily: daily, table: table)
  }
}

/// Hours of the wall clock, as `time in 9:00..17:00` has them
package struct DailyHours: Hashable, Sendable {
  /// In seconds since midnight; an end that is not after the start is on the next day
  package let start: Int64
  package let end: Int64

  package init(start: Int64, end: Int64) {
    self.start = start
    self.end = end
  }
}

extension Table {
  /// The table of the gaps of a query: each row has its place, and its fields follow from the list
  package static let gaps = Table(
    name: "gaps",
    fields: [
      Field(name: "place", type: .number), Field(name: "begins", type: .instant),
      Field(name: "ends", type: .instant), Field(name: "length", type: .duration),
    ],
    key: [0], isComputed: true)

  /// The table of the gaps of a query by their beginnings: a row stays when its gap is gone, and `ends` and `length` follow from
  /// the list
  package static func gaps(named name: String) -> Table {
    Table(
      name: name,
      fields: [
        Field(name: "begins", type: .instant), Field(name: "ends", type: .instant),
        Field(name: "length", type: .duration),
      ],
      key: [0], isComputed: true, isKept: true)
  }

  /// The table of the places of a list of values: each row has its place, and its value follows from the list
  package static let values = Table(
    name: "values", fields: [Field(name: "place", type: .number)], key: [0], isComputed: true)
}
