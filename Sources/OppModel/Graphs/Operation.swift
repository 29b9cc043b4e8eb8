/// The computation of a node, from nodes before it in the graph
///
/// Truth is Kleene's three-valued logic. An operand that is unknown makes the result unknown except
/// if a case says otherwise.
///
/// ```
/// and        false  unknown  true        or         false    unknown  true
/// false      false  false    false       false      false    unknown  true
/// unknown    false  unknown  unknown     unknown    unknown  unknown  true
/// true       false  unknown  true        true       true     true     true
/// ```
///
/// A condition c that is unknown before 12:00:00, true from then on, and false from 12:30:00 on:
///
/// ```
///                       11:59:59  12:00:00  12:19:59  12:20:00  12:30:00  12:49:59  12:50:00
/// c                     unknown   true      true      true      false     false     false
/// c for 20min           unknown   unknown   unknown   true      false     false     false
/// c within last 20min   unknown   true      true      true      true      true      false
/// ```
///
/// A latch of two conditions:
///
/// ```
/// c             unknown  false    false  true   false  false  unknown  unknown
/// d             false    false    true   false  false  true   false    true
/// c until d     unknown  unknown  false  true   true   false  unknown  false
/// ```
package enum Operation: Hashable, Sendable {
  // Leaves
  case constant(Value)
  case clock(ClockField)
  /// The first second of the local period that the present second is in, or that of the next period: an Instant
  case period(CalendarPeriod, isEnd: Bool)
  /// A field of the sun at the position that the node gives
  case sun(SunField, place: NodeID)
  /// The elevation or the azimuth of the sun over the position that the node gives
  case sunAngle(SunAngle, place: NodeID)
  /// A field of a source's reading
  case reading(RequestID, field: Int)
  /// The place that geocoding finds for a text; its radius is nil
  case address(NodeID)
  /// The nearest place of a category (a text) to a position
  case nearest(category: NodeID, from: NodeID)
  /// A field of the row that a scope ranges over
  case rowField(ScopeID, field: Int)
  /// The row itself that a scope ranges over
  case row(ScopeID)

  // Logic
  case not(NodeID)
  /// - Invariant: at least two operands, none of them an `and`, in the order of the text.
  case and([NodeID])
  /// - Invariant: at least two operands, none of them an `or`, in the order of the text.
  case or([NodeID])
  case conditional(if: NodeID, then: NodeID, else: NodeID)
  /// The second if the first is unknown
  case otherwise(NodeID, NodeID)
  /// Whether the operand is known: never unknown
  case known(NodeID)
  /// The last known value of the operand, however old; unknown before there is one
  case lastKnown(NodeID)

  // Comparison
  case compare(Comparison, NodeID, NodeID)
  /// `low..high` in the way of `kind`
  case inRange(NodeID, low: NodeID, high: NodeID, kind: RangeKind)
  /// Whether a value is an element of a list value: Kleene's or of `==`
  case element(NodeID, of: NodeID)

  // Arithmetic
  case arithmetic(Arithmetic, NodeID, NodeID)
  case unary(Unary, NodeID)
  case part(Part, NodeID)
  /// The geodesic between two positions, in metres
  case distance(NodeID, NodeID)
  /// A function of the values of its operands, which are as many as it takes
  case apply(ValueFunction, [NodeID])

  // Texts and values with parts
  /// Pieces as people write them; never unknown: an unknown prints `?`
  case text([TextPiece])
  case placePosition(NodeID)
  /// A new place at a position (or of a place) with a name and a radius in metres; nil keeps the place's own
  case placeNamed(NodeID, name: String?, radius: Double?)
  case list([NodeID])
  /// A field of a row value, such as that of `first(…)`
  case rowPart(NodeID, field: Int)

  // Time
  /// `c for D`: the least value over the seconds t-D … t
  case lasting(NodeID, seconds: Int64)
  /// `c within last D`: the greatest value over the seconds t-D … t
  case withinLast(NodeID, seconds: Int64)
  /// `c within next D`: the greatest value over the seconds t … t+D
  case withinNext(NodeID, seconds: Int64)
  /// A window over time of the operand (for `travelled`, of a position)
  case window(WindowFunction, NodeID, Span)
  /// The first second of the present or latest interval of truth, an Instant
  case began(NodeID)
  /// The second of the last change of the value, an Instant, or the first second at which it was known
  case lastChange(NodeID)
  /// The time since the latest reading that had a field, a Duration; the operand reads the field
  case age(NodeID)
  /// The first of T, T + D, … that is not past: an Instant
  ///
  /// A D of whole days counts local dates, at the local time of T.
  case occurrence(from: NodeID, seconds: Int64)
  /// `c until d`: at each second `not d and (c or its own value the second before)`; unknown before memory begins
  case latch(NodeID, until: NodeID)

  // Rows
  /// An aggregate over the rows that a query finds
  case aggregate(Aggregate, RowQuery)
  /// An aggregate over the elements of a list value
  case aggregateList(Aggregate, NodeID)
  /// The beginning and the end of each gap that rows leave, a list of Instants
  case gaps(GapQuery)
  /// A list, the same as the operand, for each of whose places the table has a row
  case places(NodeID, table: TableID)
}

/// A quantity that the clock gives
package enum ClockField: Hashable, Sendable, CaseIterable {
  case now
  case time
  case today
  case weekday
  case month
}

/// A quantity of the sun, for the solar day nearest to today's noon
package enum SunField: Hashable, Sendable, CaseIterable {
  case sunrise
  case sunset
  case dawn
  case dusk
  case solarNoon
  case daylight
}

/// The place of the sun in the sky, along a curve
package enum SunAngle: Hashable, Sendable, CaseIterable {
  /// Over the horizon, from -90° to 90°: an Elevation
  case elevation
  /// Clockwise from the north: an Angle
  case azimuth
}

/// A comparison of two values of one type
package enum Comparison: Hashable, Sendable, CaseIterable {
  case equal
  case notEqual
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual

  /// The same with its two sides exchanged: `20C < temp` is `temp > 20C`
  package var mirrored: Comparison {
    switch self {
    case .equal, .notEqual: self
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}

/// The kind of a range: the ends that it includes, and whether it may wrap
///
/// ```
/// temp in 18C..22C         closed        18 °C and 22 °C are in it
/// time in 22:00..6:00      time of day   22:00:00 and 5:59:59 are in it, 6:00:00 is not
/// weekday in fri..mon      cyclic        Friday, Saturday, Sunday and Monday
/// ```
package enum RangeKind: Hashable, Sendable {
  /// Both ends
  case closed
  /// The start only: instants
  case halfOpen
  /// The start only, over midnight if the end is not after the start: times of day
  case timeOfDay
  /// Both ends, wrapping past the last if the start is after the end: weekdays and months
  case cyclic
}

/// Arithmetic on two scalars; the types have been checked
///
/// ```
/// 80 * 25%                    percentOf        20
/// 2026-06-21 + 2d             dateAdvance      2026-06-23
/// 2026-06-23 - 2026-06-21     dateDifference   172 800 s
/// 23:00 + 2h                  timeAdvance      01:00
/// 2026-06-21 + 12:00          combine          the second at which clocks of the zone show that
/// mod(-1, 7)                  modulo           6
/// ```
package enum Arithmetic: Hashable, Sendable {
  case add
  case subtract
  case multiply
  case divide
  /// `mod(a, b)`: `a - b * floor(a / b)`
  case modulo
  /// `X * 25%`
  case percentOf
  /// Date + whole days given as a Duration in seconds
  case dateAdvance
  /// Date - whole days given as a Duration in seconds
  case dateRetreat
  /// Date - Date, a Duration in seconds
  case dateDifference
  /// TimeOfDay + Duration, wrapping within the day
  case timeAdvance
  /// TimeOfDay - Duration, wrapping within the day
  case timeRetreat
  /// Date + TimeOfDay: the local time as an Instant
  case combine
}

extension Arithmetic {
  /// `left - right * floor(left / right)`, exactly and rounded once; not a number if the right is 0
  ///
  ///     7.5, 2 → 1.5     -1, 7 → 6     1, -7 → -6
  package static func modulo(_ left: Double, _ right: Double) -> Double {
    let rest = left.truncatingRemainder(dividingBy: right)
    if rest == 0 { return 0 }
    return (rest < 0) == (right < 0) ? rest : rest + right
  }
}

/// A function of one scalar
package enum Unary: Hashable, Sendable {
  case negate
  case absolute
  case round
  case floor
  case ceiling
  /// The number that a percentage is: 57% is 0.57
  case ratio
  /// The percentage that a number is: 0.57 is 57%
  case percentage
  /// `sqrt`, `exp` and `ln`, to 12 significant digits; none if the result is no finite number
  case squareRoot
  case exponential
  case logarithm
}

/// A part of a date, a time or an instant, in local time
package enum Part: Hashable, Sendable {
  case year
  case month
  case day
  case weekday
  /// The number of the week, by ISO 8601
  case week
  /// The Monday of the week
  case weekStart
  case monthStart
  /// The last day of the month
  case monthEnd
  case yearStart
  case hour
  case minute
  case second
  /// The local date of an instant
  case date
  /// The local time of day of an instant
  case time
}

/// A piece of an interpolated text
package enum TextPiece: Hashable, Sendable {
  case literal(String)
  /// A value, written in its usual way if it has no format
  case value(NodeID, ValueFormat?)
}

/// The result of a window over time
package enum WindowFunction: Hashable, Sendable {
  case average
  case minimum
  case maximum
  case change
  case total
  case travelled
  /// The sum of the rises of a meter, which counts from 0 again after a fall below 0.9 of its earlier value
  case increase
  /// The number of seconds at which a condition became true
  case times
  /// The number of seconds at which a value was another than when last known
  case changes
  /// The value at the first second: `ago(x, D)` is that of `last D`
  case ago
}

/// The seconds that a window covers
package enum Span: Hashable, Sendable {
  case last(seconds: Int64)
  case next(seconds: Int64)
  /// From an Instant that does not drift
  case since(NodeID)
}

/// The result computed over rows or elements
package enum Aggregate: Hashable, Sendable {
  case any
  case none
  /// Whether so many of them are true, at least one: true once they are, false once too few still can be
  case atLeast(Int)
  case count
  case sum
  case minimum
  case maximum
  case average
  /// The least row by key, or the first element
  case first
  /// The values of all rows in the order of their keys, a list: `to friends.name`, `{chores.name}`
  case collect
}

/// The rows of a table for which a predicate holds, and the value that is taken of each
package struct RowQuery: Hashable, Sendable {
  /// The scope that ranges over the rows while `predicate` and `value` are evaluated
  package let scope: ScopeID
  package let table: TableID

  /// A Bool in `scope`; nil for all rows
  package let predicate: NodeID?

  /// The value that is aggregated, in `scope`; nil for the row itself (`count`, `first`, `any`, `none` of rows)
  package let value: NodeID?

  package init(scope: ScopeID, table: TableID, predicate: NodeID?, value: NodeID?) {
    self.scope = scope
    self.table = table
    self.predicate = predicate
    self.value = value
  }
}
