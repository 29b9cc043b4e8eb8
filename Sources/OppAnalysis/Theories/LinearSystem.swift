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
/// A system is decided when it is made: the last column gone, only constants are left, which hold or do not. The stages
/// are kept, so that ``values(choosing:)`` can walk them backwards and give each column a value within its bounds:
///
/// ```
///   y + 1 <= x   x <= 5   0 <= y      stage 1: x, bounded by y + 1 and 5      leaves y + 1 <= 5, 0 <= y
///                                     stage 2: y, bounded by 0 and 4          leaves 0 <= 4
///   values: y = 2, within [0, 4]; then x = 4, within [3, 5]
/// ```
///
/// Values are fractions: a system of whole numbers that only fractions satisfy counts as possible, and the engine
/// rejects its example.
///
/// - Complexity: doubly exponential in columns at worst; ``limit`` bounds each step.
///
/// Source: G. B. Dantzig, B. C. Eaves, "Fourier-Motzkin elimination and its dual", JCT A 14 (1973).
struct LinearSystem: Sendable {
  /// The greatest number of constraints that a step may leave; beyond, nothing is decided
  static let limit = 400

  /// `open` after the initializer: there are values
  private(set) var state = State.open

  /// The columns in the order of their elimination
  private(set) var stages: [Stage] = []

  /// The constraints on columns that are not eliminated yet
  private var constraints: [LinearConstraint] = []

  /// The verdict on a system
  enum State: Hashable, Sendable {
    /// Nothing contradicts: fractions satisfy it
    case open
    /// A constant is on the wrong side of zero
    case impossible
    /// A number or the system itself is too large
    case undecided
  }

  /// A column, and its bounds before it was eliminated
  struct Stage: Sendable {
    let column: Int

    /// All constraints that had the column, also those with columns that were eliminated later
    let constraints: [LinearConstraint]
  }

  /// - Parameter last: how late a column is to be eliminated; those eliminated last are chosen first.
  init(_ constraints: [LinearConstraint], last: (Int) -> Int) {
    self.constraints = constraints
    reduce()
    while state == .open, let column = nextColumn(last) { eliminate(column) }
  }

  // MARK: Elimination

  /// The column to eliminate next: late ones last, then one with an equality, then that which makes the fewest pairs
  ///
  /// - Returns: `nil` if no columns are left.
  private func nextColumn(_ last: (Int) -> Int) -> Int? {
    // Of each column: its bounds from below (a negative factor) and above, and whether an equality has it.
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

  /// Removes a column: by substitution of its first equality, else by pairing its bounds
  private mutating func eliminate(_ column: Int) {
    let own = constraints.filter { !$0.form.factor(of: column).isZero }
    var rest = constraints.filter { $0.form.factor(of: column).isZero }
    stages.append(Stage(column: column, constraints: own))
    if let equality = own.first(where: { $0.relation == .equal }) {
      // Every other constraint less a multiple of the equality, so that the column cancels out.
      let factor = equality.form.factor(of: column)
      for constraint in own where constraint != equality {
        let multiple = constraint.form.factor(of: column) / factor
        rest.append(
          LinearConstraint(
            form: constraint.form - multiple * equality.form, relation: constraint.relation))
      }
    } else {
      // Each bound from below beside each from above.
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

  /// The constraint that two bounds of a column have between them: `y + 1 <= x` and `x < 5` have `y + 1 < 5`
  ///
  /// Both factors that multiply are positive, so the relations keep their direction.
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

  /// Evaluates constraints that are constants by now, and keeps the tightest of those with equal factors
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
      // 2x + 2y < 4 and x + y < 3 are the same sum: the tighter one, x + y < 2, is kept.
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

  /// The sum of a constraint after its first factor was made 1 or -1; equalities are kept apart
  private struct Key: Hashable {
    let terms: [LinearForm.Term]
    let isEqual: Bool
  }

  /// The constraint divided by its first factor, or by that factor's magnitude if it is an inequality
  private func normalized(_ constraint: LinearConstraint) -> LinearConstraint {
    guard let first = constraint.form.terms.first, first.factor != .one else { return constraint }
    // An inequality may only be multiplied by a positive number.
    let keepsSign = constraint.relation == .equal || !first.factor.isNegative
    let factor = (keepsSign ? Rational.one : Rational(-1)) / first.factor
    return LinearConstraint(form: factor * constraint.form, relation: constraint.relation)
  }

  // MARK: Values

  /// Values for all columns, chosen one after another: each from the set that the earlier choices leave
  ///
  /// - Returns: nil if `choose` finds none.
  /// - Parameter choose: a value for a column out of a set of those possible; nil to give up.
  func values(choosing choose: (Int, IntervalSet) -> Rational?) -> [Int: Rational]? {
    guard state == .open else { return nil }
    var values: [Int: Rational] = [:]
    for stage in stages.reversed() {
      // Columns that went with one that was bounded on one side only are free.
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
    // Each constraint, with the other columns replaced by their values, bounds this column alone.
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
  /// `true` if this constraint leaves less room than another with the same sum: `x - 3 < 0` less than `x - 5 < 0`
  fileprivate func isTighter(than other: LinearConstraint) -> Bool {
    form.constant > other.form.constant
      || (form.constant == other.form.constant && relation == .less
        && other.relation == .lessOrEqual)
  }
}
