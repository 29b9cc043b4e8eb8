internal import OppModel

/// The seconds of a day at which conditions on the clock may turn
///
/// ```
///   time in 8:00..9:30 and time.minute == 0       0:00  0:01  1:00  1:01 … 8:00  8:01 … 9:30 …
/// ```
///
/// Between two edges a condition either can or cannot be true throughout, as far as it depends on the clock. So one
/// proof for each arc decides a whole day.
struct DayEdges: Sendable {
  /// Beyond so many, a day is not cut up
  ///
  /// One minute that `time.minute` names makes 48 edges.
  static let limit = 200

  /// Ascending, from 0 to 86,400, both included
  private(set) var seconds: [Int64] = []

  /// The fields of the present second that conditions ask for, beside the time of day
  private(set) var dateFields: Set<TimeField> = []

  /// Days near which a date or an instant is named
  ///
  /// Days since 1970-01-01, from `today == 2026-08-02` or from comparisons of `now`.
  private(set) var days: Set<Int64> = []

  /// `true` if there were too many edges
  ///
  /// Nothing is concluded then.
  private(set) var isTooFine = false

  /// - Parameter network: that of the condition, whose atoms name the values.
  init(_ network: Network) {
    var edges: Set<Int64> = [0, 86_400]
    for column in network.columns {
      if case .time(let field) = column.kind, ![.time, .hour, .minute].contains(field) {
        dateFields.insert(field)
      }
    }
    for variable in network.variables {
      guard case .numbers(let column, let numbers) = variable.atom,
        case .time(let field) = network.columns[column].kind
      else { continue }
      for turn in numbers.turns { add(turn, of: field, to: &edges) }
    }
    isTooFine = edges.count > Self.limit
    seconds = edges.filter { $0 >= 0 && $0 <= 86_400 }.sorted()
  }

  /// Adds the seconds of the day at which a field passes a value
  ///
  /// `time` 28,800 and `hour` 8 add 8:00; `minute` 30 adds 0:30, 1:30 … 23:30. Weekdays turn at midnight.
  private mutating func add(_ turn: Int64, of field: TimeField, to edges: inout Set<Int64>) {
    switch field {
    case .time: edges.insert(turn)
    case .hour: edges.insert(turn &* 3600)
    case .minute:
      guard turn >= 0, turn <= 60 else { return }
      for hour: Int64 in 0..<24 { edges.insert(hour * 3600 + turn * 60) }
    case .today: days.insert(turn)
    case .now: days.insert(LocalDateTime(secondsSinceEpoch: turn).date.days)
    case .weekday, .month, .year, .day: return
    }
  }

  /// The intervals of a day between edges, by first and last second
  var arcs: [ClosedRange<Int64>] {
    zip(seconds, seconds.dropFirst()).map { $0...($1 - 1) }
  }
}

extension IntervalSet {
  /// The whole numbers at which the set begins, and those after its ends
  ///
  /// `[28800, 32399]` has the turns 28,800 and 32,400.
  fileprivate var turns: [Int64] {
    wholeNumbers.intervals.flatMap { interval in
      [interval.low?.numerator, interval.high.map { $0.numerator + 1 }].compactMap { $0 }
    }
  }
}
