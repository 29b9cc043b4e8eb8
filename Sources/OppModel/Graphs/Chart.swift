/// A chart: the value of an expression for each of the last so many periods
///
///     chart "Kilometres" for each m in distinct(trips each mode)
///       of sum(trips where mode == m and ended in period each distance) per week last 52
///
///     rows those of `trips`, the first of each mode · key `mode` · value the sum · period week · count 52
package struct Chart: Hashable, Sendable {
  package let name: String

  /// `for each`: the rows that each have a series; its value is that which names the series, nil for the row itself
  package let rows: RowQuery?

  /// `of`: a quantity, in the scope of the rows, as of the last second of a period, and of the present
  package let value: NodeID

  /// The same as of the end of a period, the second after its last, if windows reach to that; nil without such windows
  ///
  /// Windows are then those of the end, so that `total(power, since period)` has all of the period, and all other parts have
  /// their values of a second before.
  package let valueAtEnd: NodeID?
  package let period: CalendarPeriod

  /// The number of periods, the present one included
  package let count: Int

  package init(
    name: String, rows: RowQuery?, value: NodeID, valueAtEnd: NodeID?, period: CalendarPeriod,
    count: Int
  ) {
    self.name = name
    self.rows = rows
    self.value = value
    self.valueAtEnd = valueAtEnd
    self.period = period
    self.count = count
  }

  /// The nodes that it begins with
  package var nodes: [NodeID] {
    [rows?.predicate, rows?.value, value, valueAtEnd].compactMap { $0 }
  }
}

/// A period of the local calendar
package enum CalendarPeriod: UInt8, Hashable, Sendable, CaseIterable {
  /// From minute 0 of the wall clock to the next
  case hour
  case day
  /// From Monday
  case week
  case month
  case year

  /// The word in the language
  package var name: String {
    switch self {
    case .hour: "hour"
    case .day: "day"
    case .week: "week"
    case .month: "month"
    case .year: "year"
    }
  }

  /// The period of a word
  package init?(named name: String) {
    guard let found = CalendarPeriod.allCases.first(where: { $0.name == name }) else { return nil }
    self = found
  }
}
