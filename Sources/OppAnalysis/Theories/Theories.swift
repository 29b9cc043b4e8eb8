internal import OppModel

/// The verdict of all theories on an assignment
///
/// A theory is a type of its own; this is the one list of them. Each takes the values that are left to
/// columns, and says whether any are left that agree.
///
/// ```
/// clock       ClockTheory      time, hour and minute of the present second
/// calendar    CalendarTheory   date, year, month, day and weekday
/// zone        ZoneTheory       `now` beside local dates and times
/// sums        LinearSystem     everything that is linear, with the bounds of all columns
/// ```
///
/// The searcher calls ``narrowTimes(_:_:)`` while it concludes, ``judge(_:_:)`` once nothing follows any more, and
/// ``daysToTry(_:)`` when it has to choose.
struct Theories: Sendable {
  /// The columns and facts of the question
  let network: Network

  /// The zone of local times; `nil` if it is not known
  let zone: Zone?

  /// The day near which examples are sought
  ///
  /// Days since 1970-01-01.
  var reference: Int64

  /// The column of each field of the present second that the network has
  let fields: [TimeField: Int]

  /// The greatest number of days that are tried one by one
  private static let dayLimit: Int64 = 5

  init(_ network: Network, zone: Zone?, reference: Int64) {
    self.network = network
    self.zone = zone
    self.reference = reference
    var fields: [TimeField: Int] = [:]
    for (index, column) in network.columns.enumerated() {
      if case .time(let field) = column.kind { fields[field] = index }
    }
    self.fields = fields
  }

  /// The verdict of the theories
  enum Judgement: Hashable, Sendable {
    /// No theory objects; the engine may
    case possible
    case impossible
    /// A limit of ``LinearSystem`` was reached; the search continues as if values agreed
    case undecided
  }

  /// Whether values of the columns agree with all that is decided
  ///
  /// - Parameter constraints: those of decided atoms and definitions; facts and bounds are added here.
  func judge(_ assignment: Assignment, _ constraints: [LinearConstraint]) -> Judgement {
    if !fields.isEmpty {
      guard !times(assignment).isEmpty, !calendar(assignment).isEmpty(near: reference) else {
        return .impossible
      }
    }
    guard !constraints.isEmpty || !network.facts.isEmpty else { return .possible }
    switch system(assignment, constraints).state {
    case .open: return .possible
    case .impossible: return .impossible
    case .undecided: return .undecided
    }
  }

  // MARK: The present second

  /// The values left to a field of the present second; all of its domain if no condition reads it
  private func numbers(_ field: TimeField, _ assignment: Assignment) -> IntervalSet {
    fields[field].map { assignment.numbers[$0] } ?? field.domain
  }

  /// The times of day that are left
  func times(_ assignment: Assignment) -> IntervalSet {
    ClockTheory.times(
      time: numbers(.time, assignment), hour: numbers(.hour, assignment),
      minute: numbers(.minute, assignment))
  }

  /// The days that are left
  func calendar(_ assignment: Assignment) -> CalendarTheory {
    CalendarTheory(
      today: numbers(.today, assignment), year: numbers(.year, assignment),
      month: numbers(.month, assignment), day: numbers(.day, assignment),
      weekday: numbers(.weekday, assignment))
  }

  /// Narrows the fields of the present second to the values that the others leave them
  ///
  /// `now in 2026-06-03T9:00..2026-06-03T10:00` leaves that date and its neighbours, and on it one hour of times.
  ///
  /// - Returns: `false` if nothing is left.
  func narrowTimes(_ assignment: inout Assignment, _ isChanged: inout Bool) -> Bool {
    if let time = fields[.time] {
      narrow(time, to: times(assignment), &assignment, &isChanged)
    }
    // Only with a zone do instants and local times say anything of each other here.
    guard let zone, let now = fields[.now], assignment.numbers[now] != TimeField.now.domain else {
      return true
    }
    let instants = assignment.numbers[now]
    guard !instants.isEmpty else { return false }
    guard let today = fields[.today], let dates = ZoneTheory.dates(of: instants, in: zone) else {
      return true
    }
    narrow(today, to: .closed(dates.lowerBound, dates.upperBound), &assignment, &isChanged)
    // Times follow only once a single date is left; `daysToTry` gets there.
    guard let day = assignment.numbers[today].single, let time = fields[.time] else {
      return !assignment.numbers[today].isEmpty
    }
    narrow(
      time, to: ZoneTheory.times(on: day.numerator, during: instants, in: zone), &assignment,
      &isChanged)
    return !assignment.numbers[time].isEmpty
  }

  /// Leaves a column the whole numbers of a set
  private func narrow(
    _ column: Int, to numbers: IntervalSet, _ assignment: inout Assignment,
    _ isChanged: inout Bool
  ) {
    let left = assignment.numbers[column].intersection(numbers).wholeNumbers
    guard left != assignment.numbers[column] else { return }
    assignment.numbers[column] = left
    isChanged = true
  }

  /// The days to try one by one, if instants leave a few and local times are beside them
  ///
  /// - Returns: days since 1970-01-01, ascending; empty if nothing is to be tried, or more than ``dayLimit``.
  func daysToTry(_ assignment: Assignment) -> [Int64] {
    guard zone != nil, let now = fields[.now], let today = fields[.today], fields[.time] != nil,
      assignment.numbers[now] != TimeField.now.domain,
      assignment.numbers[today].single == nil, let hull = assignment.numbers[today].hull,
      let low = hull.low?.numerator, let high = hull.high?.numerator, high - low < Self.dayLimit
    else { return [] }
    return (low...high).filter { assignment.numbers[today].contains(Rational($0)) }
  }

  // MARK: Sums

  /// Constraints beside the bounds of their columns
  ///
  /// The system has decided itself when it is returned; it holds the facts of the network as well.
  func system(_ assignment: Assignment, _ constraints: [LinearConstraint]) -> LinearSystem {
    var all = constraints + network.facts.map { $0.constraint }
    let columns = Set(all.flatMap { $0.form.terms.map { $0.column } })
    for column in columns.sorted() {
      all += bounds(of: column, assignment.numbers[column])
    }
    // The columns with the greatest number are eliminated last and thus chosen first.
    return LinearSystem(all) { column in
      // The present second is chosen first, then the readings.
      switch network.columns[column].kind {
      case .time(.now): 4
      case .time: 3
      case .sun, .moment: 2
      case .data, .text: 1
      case .derived, .offset: 0
      }
    }
  }

  /// The least and the greatest value of a column as constraints; holes in between are left to the search
  private func bounds(of column: Int, _ numbers: IntervalSet) -> [LinearConstraint] {
    guard let hull = numbers.hull else { return [] }
    var result: [LinearConstraint] = []
    let value = LinearForm(column: column)
    if let low = hull.low {
      let bound = LinearForm(constant: low)
      result.append(hull.includesLow ? .lessOrEqual(bound, value) : .less(bound, value))
    }
    if let high = hull.high {
      let bound = LinearForm(constant: high)
      result.append(hull.includesHigh ? .lessOrEqual(value, bound) : .less(value, bound))
    }
    return result
  }
}
