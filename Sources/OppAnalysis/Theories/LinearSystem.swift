/// Linear constraints over fractions, decided by Fourier and Motzkin's elimination
///
/// An equality removes a column by substitution. Without one, each bound from below of a column meets
/// each bound from above, and the column is gone:
///
/// ```
///   y + 1 <= x     x <= z     x < 5      becomes      y + 1 <= z     y + 1 < 5
/// ```
///
/// The remaining constants decide. Constraints of equal factors are one, the tightest, so that
/// differences of two columns stay as few as shortest paths between them (Bellman and Ford's case).
///
/// Source: G. B. Dantzig, B. C. Eaves, "Fourier-Motzkin elimination and its dual", JCT A 14 (1973).
struct LinearSystem: Sendable {
  /// The greatest number of constraints that a step may leave; beyond, nothing is decided
  static let limit = 400

  private(set) var state = State.open
  private(set) var stages: [Stage] = []
  private var constraints: [LinearConstraint] = []

  enum State: Hashable, Sendable {
    case open
    case impossible
    /// A number or the system itself is too large
    case undecided
  }

  /// A column, and what bounded it before it was eliminated
  struct Stage: Sendable {
    let column: Int
    let constraints: [LinearConstraint]
  }

  /// - Parameter last: how late a column is to be eliminated; those eliminated last are chosen first.
  init(_ constraints: [LinearConstraint], last: (Int) -> Int) {
    self.constraints = constraints
    reduce()
    while state == .open, let column = nextColumn(last) { eliminate(column) }
  }

  // MARK: Elimination

  private func nextColumn(_ last: (Int) -> Int) -> Int? {
    var counts: [Int: (below: Int, above: Int, isEqual: Bool)] = [:]
    for constraint in constraints {
      for term in constraint.form.terms {
        var count = counts[term.column] ?? (0, 0, false)
        if constraint.relation == .equal { count.isEqual = true }
        if term.factor.isNegative { count.below += 1 } else { count.above += 1 }
        counts[term.column] = count
      }
    }
    func cost(_ column: Int) -> (Int, Int, Int) {
      let count = counts[column] ?? (0, 0, false)
      return (last(column), count.isEqual ? -1 : count.below * count.above, column)
    }
    return counts.keys.min { cost($0) < cost($1) }
  }

  private mutating func eliminate(_ column: Int) {
    let own = constraints.filter { !$0.form.factor(of: column).isZero }
    var rest = constraints.filter { $0.form.factor(of: column).isZero }
    stages.append(Stage(column: column, constraints: own))
    if let equality = own.first(where: { $0.relation == .equal }) {
      let factor = equality.form.factor(of: column)
      for constraint in own where constraint != equality {
        let multiple = constraint.form.factor(of: column) / factor
        rest.append(
          LinearConstraint(
            form: constraint.form - multiple * equality.form, relation: constraint.relation))
      }
    } else {
      let below = own.filter { $0.form.factor(of: column).isNegative }
      let above = own.filter { !$0.form.factor(of: column).isNegative }
      guard rest.count + below.count * above.count <= 4 * Self.limit else {
        state = .undecided
        return
      }
      for low in below {
        for high in above { rest.append(sum(low, high, without: column)) }
      }
    }
    constraints = rest
    reduce()
  }

  private func sum(
    _ low: LinearConstraint, _ high: LinearConstraint, without column: Int
  ) -> LinearConstraint {
    let lowFactor = -low.form.factor(of: column)
    let highFactor = high.form.factor(of: column)
    let isStrict = low.relation == .less || high.relation == .less
    return LinearConstraint(
      form: highFactor * low.form + lowFactor * high.form,
      relation: isStrict ? .less : .lessOrEqual)
  }

  /// Judges what is left of constants, and keeps the tightest of constraints with equal factors
  private mutating func reduce() {
    var tightest: [Key: LinearConstraint] = [:]
    var order: [Key] = []
    for constraint in constraints {
      guard constraint.form.isValid else {
        state = .undecided
        return
      }
      if let truth = constraint.truthOfConstants {
        if truth { continue }
        state = .impossible
        return
      }
      let constraint = normalized(constraint)
      guard constraint.form.isValid else {
        state = .undecided
        return
      }
      let key = Key(terms: constraint.form.terms, isEqual: constraint.relation == .equal)
      guard let known = tightest[key] else {
        tightest[key] = constraint
        order.append(key)
        continue
      }
      if key.isEqual {
        guard known.form.constant == constraint.form.constant else {
          state = .impossible
          return
        }
      } else if constraint.isTighter(than: known) {
        tightest[key] = constraint
      }
    }
    constraints = order.compactMap { tightest[$0] }
    if constraints.count > Self.limit { state = .undecided }
  }

  private struct Key: Hashable {
    let terms: [LinearForm.Term]
    let isEqual: Bool
  }

  private func normalized(_ constraint: LinearConstraint) -> LinearConstraint {
    guard let first = constraint.form.terms.first, first.factor != .one else { return constraint }
    // An inequality may only be multiplied by what is positive.
    let keepsSign = constraint.relation == .equal || !first.factor.isNegative
    let factor = (keepsSign ? Rational.one : Rational(-1)) / first.factor
    return LinearConstraint(form: factor * constraint.form, relation: constraint.relation)
  }

  // MARK: Values

  /// Values for all columns, chosen one after another: of each, what is left to it
  ///
  /// - Returns: nil where `choose` finds none.
  func values(choosing choose: (Int, IntervalSet) -> Rational?) -> [Int: Rational]? {
    guard state == .open else { return nil }
    var values: [Int: Rational] = [:]
    for stage in stages.reversed() {
      // What went with a column that was bounded on one side only is free.
      for term in stage.constraints.flatMap({ $0.form.terms })
      where term.column != stage.column && values[term.column] == nil {
        values[term.column] = choose(term.column, .everything)
      }
      let room = room(for: stage, values)
      guard let room, !room.isEmpty, let value = choose(stage.column, room), value.isValid else {
        return nil
      }
      values[stage.column] = value
    }
    return values
  }

  /// The values that the constraints of a stage leave to its column, beside values of the others
  private func room(for stage: Stage, _ values: [Int: Rational]) -> IntervalSet? {
    var room = IntervalSet.everything
    for constraint in stage.constraints {
      var rest = LinearForm(constant: constraint.form.constant)
      for term in constraint.form.terms {
        if term.column == stage.column {
          rest = rest + LinearForm(terms: [term], constant: .zero)
        } else if let value = values[term.column] {
          rest.constant = rest.constant + term.factor * value
        }
      }
      guard rest.isValid,
        let numbers = LinearConstraint(form: rest, relation: constraint.relation).numbers
      else { return nil }
      room = room.intersection(numbers.values)
    }
    return room
  }
}

extension LinearConstraint {
  fileprivate func isTighter(than other: LinearConstraint) -> Bool {
    form.constant > other.form.constant
      || (form.constant == other.form.constant && relation == .less
        && other.relation == .lessOrEqual)
  }
}
