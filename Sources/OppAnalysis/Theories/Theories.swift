internal import OppModel

/// What all theories say of an assignment
///
/// A theory is a type of its own; this is the one list of them. Each takes the values that are left to
/// columns, and says whether any are left that agree.
struct Theories: Sendable {
  let network: Network

  /// The day near which examples are sought
  let reference: Int64

  /// The column of each field of the present second that the network has
  let fields: [TimeField: Int]

  init(_ network: Network, reference: Int64) {
    self.network = network
    self.reference = reference
    var fields: [TimeField: Int] = [:]
    for (index, column) in network.columns.enumerated() {
      if case .time(let field) = column.kind { fields[field] = index }
    }
    self.fields = fields
  }

  enum Judgement: Hashable, Sendable {
    case possible
    case impossible
    case undecided
  }

  /// Whether values of the columns agree with all that is decided
  func judge(_ assignment: Assignment, _ constraints: [LinearConstraint]) -> Judgement {
    guard times(assignment).isEmpty == false, !calendar(assignment).isEmpty(near: reference) else {
      return .impossible
    }
    guard !constraints.isEmpty else { return .possible }
    switch system(assignment, constraints).state {
    case .open: return .possible
    case .impossible: return .impossible
    case .undecided: return .undecided
    }
  }

  // MARK: The present second

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

  // MARK: Sums

  /// Constraints beside the bounds of their columns
  func system(_ assignment: Assignment, _ constraints: [LinearConstraint]) -> LinearSystem {
    var all = constraints
    let columns = Set(constraints.flatMap { $0.form.terms.map(\.column) })
    for column in columns.sorted() {
      all += bounds(of: column, assignment.numbers[column])
    }
    return LinearSystem(all) { column in
      // The present second is chosen first, then what is read.
      switch network.columns[column].kind {
      case .time(.now): 4
      case .time: 3
      case .sun: 2
      case .data, .text: 1
      case .derived: 0
      }
    }
  }

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
