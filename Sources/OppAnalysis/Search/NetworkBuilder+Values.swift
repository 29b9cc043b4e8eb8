internal import OppModel

extension NetworkBuilder {
  /// Finds the value of a scalar or a text as a sum of columns
  ///
  /// By the first of these that fits:
  ///
  /// ```
  /// 20C                       a constant form
  /// time, now.hour            the one column of that field of the present second
  /// today + 8:00              a column of a moment
  /// 2 * rain + snow           the sum of the forms of its operands
  /// rain * snow               a column of its own, about which nothing is known but its domain
  /// temp, max(temp, last 3h)  a column of its own, with definitions and windows that relate it to others
  /// ```
  mutating func addValue(of node: NodeID, _ index: Int) {
    if let constant = constantForm(of: node) {
      forms[index] = constant
      return
    }
    if let field = timeField(of: node) {
      addColumn(column(of: field, for: index), index)
      return
    }
    if case .arithmetic(.combine, let date, let time) = graph[node].operation {
      addMoment(date, time, index)
      return
    }
    if case .arithmetic(let operation, let left, let right) = graph[node].operation {
      forms[index] = arithmetic(operation, left, right)
      wrapped[index] = wrappedClock(operation, left, right)
      if forms[index] != nil { return }
    }
    if case .unary(let function, let operand) = graph[node].operation,
      let factor = function.factor, let form = forms[self.operand(operand)]
    {
      let product = factor * form
      if product.isValid {
        forms[index] = product
        return
      }
    }
    addOwnColumn(of: node, index)
    addDefinitions(of: node, index)
  }

  /// Makes a column the whole value of a variable
  mutating func addColumn(_ column: Int, _ index: Int) {
    columns[index] = column
    forms[index] = LinearForm(column: column)
  }

  /// Gives a variable a column; none if the value is neither a text nor a number, as of a position
  private mutating func addOwnColumn(of node: NodeID, _ index: Int) {
    let type = graph[node].type
    if type == .text {
      columns[index] = newColumn(index, .text, .everything)
      return
    }
    guard type.isScalar else { return }
    let (domain, law) = domain(of: node)
    addColumn(
      newColumn(index, kind(of: node), domain, isWhole: isWhole(node), law: law), index)
  }

  /// The kind of the column of a node: data, sun at a constant place, or derived
  private func kind(of node: NodeID) -> Network.Column.Kind {
    let operation = graph[node].operation
    if operation.role == .data { return .data }
    guard let place = operation.placeOfSun, graph[place].operation.role == .constant else {
      return .derived
    }
    return .sun
  }

  /// The exact fraction of a constant number; `nil` if it is none, or does not fit
  private func constantForm(of node: NodeID) -> LinearForm? {
    guard case .constant(.scalar(let value)) = graph[node].operation else { return nil }
    let constant = Rational(nearest: value)
    return constant.isValid ? LinearForm(constant: constant) : nil
  }

  // MARK: The present second

  /// The field of the present second that a node is, however it is written
  ///
  /// `now.hour`, `time.hour` and `now.time.hour` are one field; `e.begins.hour` is none.
  func timeField(of node: NodeID) -> TimeField? {
    if case .clock(let field) = graph[node].operation { return TimeField(field) }
    guard case .part(let part, let operand) = graph[node].operation,
      let whole = timeField(of: operand)
    else { return nil }
    let hasDate = whole == .now || whole == .today
    let hasTime = whole == .now || whole == .time
    return switch part {
    case .year: hasDate ? .year : nil
    case .month: hasDate ? .month : nil
    case .day: hasDate ? .day : nil
    case .weekday: hasDate ? .weekday : nil
    case .week, .weekStart, .monthStart, .monthEnd, .yearStart: nil
    case .date: whole == .now ? .today : nil
    case .time: whole == .now ? .time : nil
    case .hour: hasTime ? .hour : nil
    case .minute: hasTime ? .minute : nil
    // Its arcs would be 1,440 a day; within its bounds it is taken for free.
    case .second: nil
    }
  }

  // MARK: Arithmetic

  /// The sum of columns that an operation on two sums is; `nil` if it is not linear
  ///
  /// Dates count in days and durations in seconds: `today + 2 days` adds 172,800 / 86,400 = 2.
  private func arithmetic(
    _ operation: Arithmetic, _ left: NodeID, _ right: NodeID
  ) -> LinearForm? {
    guard let first = forms[operand(left)], let second = forms[operand(right)] else { return nil }
    let day = Rational(86_400)
    let result: LinearForm?
    switch operation {
    case .add: result = first + second
    case .subtract: result = first - second
    case .multiply: result = product(first, second)
    case .percentOf: result = product(first, second).map { .ratio(1, 100) * $0 }
    case .divide:
      result =
        second.isConstant && !second.constant.isZero
        ? (Rational.one / second.constant) * first : nil
    // Dates are in days, durations in seconds.
    case .dateAdvance: result = first + (Rational.one / day) * second
    case .dateRetreat: result = first - (Rational.one / day) * second
    case .dateDifference: result = day * (first - second)
    case .timeAdvance: result = withoutWrapping(first + second)
    case .timeRetreat: result = withoutWrapping(first - second)
    case .combine, .modulo: result = nil
    }
    guard let result, result.isValid else { return nil }
    return result
  }

  /// A time of day that cannot be moved over midnight; `nil` if it can
  ///
  /// Most columns of times span the day, so that any added duration may pass midnight; the sunrise at a pin spans less.
  private func withoutWrapping(_ form: LinearForm) -> LinearForm? {
    guard let term = form.onlyTerm, term.factor == .one,
      let hull = network.columns[term.column].domain.hull, let low = hull.low, let high = hull.high,
      (low + form.constant).isValid, !(low + form.constant).isNegative,
      high + form.constant < Rational(86_400)
    else { return nil }
    return form
  }

  /// The product if one factor is constant; nil of two sums with columns
  private func product(_ left: LinearForm, _ right: LinearForm) -> LinearForm? {
    if left.isConstant { return left.constant * right }
    return right.isConstant ? right.constant * left : nil
  }

  /// The column of the clock and the seconds by which a sum moves it; nil of anything but `time ± a constant`
  ///
  /// At most a day either way: `time + 2h`, `time - 30min`.
  private func wrappedClock(
    _ operation: Arithmetic, _ left: NodeID, _ right: NodeID
  ) -> WrappedClock? {
    guard operation == .timeAdvance || operation == .timeRetreat,
      let form = forms[operand(right)], form.isConstant
    else { return nil }
    let limit = Rational(86_400)
    let shift = operation == .timeAdvance ? form.constant : -form.constant
    guard shift <= limit, -shift <= limit else { return nil }
    guard timeField(of: left) == .time, let column = columns[operand(left)] else { return nil }
    return WrappedClock(column: column, shift: shift)
  }

  // MARK: Definitions

  /// Defines the column of a node that chooses among others
  ///
  /// ```
  /// if raining then a else b    raining true: value = a       raining false: value = b
  /// a otherwise b               a known: value = a            a unknown: value = b
  /// last known a                a known: value = a
  /// abs(a), floor(a) …          the alternatives of the function, while the value is known
  /// sunset - 1h                 value = sunset - 1h, or a day more or less
  /// ```
  private mutating func addDefinitions(of node: NodeID, _ index: Int) {
    // A column of its own is the subject of its definitions.
    guard let value = forms[index] else { return }
    func define(_ variable: Int, _ when: TruthMask, _ other: NodeID) {
      guard let form = forms[operand(other)] else { return }
      network.definitions.append(
        Network.Definition(
          variable: variable, when: when, alternatives: [[.equal(value, form)]], owner: index))
    }
    let operation = graph[node].operation
    if case .conditional(let condition, let then, let otherwise) = operation {
      define(operand(condition), .true, then)
      define(operand(condition), .false, otherwise)
    }
    if case .otherwise(let first, let second) = operation {
      define(operand(first), .true, first)
      define(operand(first), .unknown, second)
    }
    if case .lastKnown(let past) = operation { define(operand(past), .true, past) }
    if let times = movedTimes(operation, index) {
      network.definitions.append(
        Network.Definition(
          variable: index, when: .true, alternatives: times.map { [.equal(value, $0)] },
          owner: index))
    }
    if case .unary(let function, let argument) = operation, let form = forms[operand(argument)] {
      network.definitions.append(
        Network.Definition(
          variable: index, when: .true, alternatives: function.alternatives(of: value, form),
          owner: index))
    }
  }
}

extension NetworkBuilder {
  /// The times that a time of day moved by a constant may be, on this day or around midnight; nil for other operations
  ///
  /// Less than a day either way; the clock itself is moved by ``WrappedClock``.
  private func movedTimes(_ operation: Operation, _ index: Int) -> [LinearForm]? {
    guard case .arithmetic(let arithmetic, let left, let right) = operation,
      arithmetic == .timeAdvance || arithmetic == .timeRetreat, wrapped[index] == nil,
      let time = forms[operand(left)], let shift = forms[operand(right)], shift.isConstant
    else { return nil }
    let day = LinearForm(constant: Rational(86_400))
    let limit = Rational(86_400)
    guard shift.constant < limit, -shift.constant < limit else { return nil }
    let moved = arithmetic == .timeAdvance ? time + shift : time - shift
    let times = [moved, moved - day, moved + day]
    return times.allSatisfy({ $0.isValid }) ? times : nil
  }
}

extension Unary {
  /// The number by which the function multiplies its operand, or `nil` if it does something else
  fileprivate var factor: Rational? {
    switch self {
    case .negate: Rational(-1)
    case .ratio: .ratio(1, 100)
    case .percentage: Rational(100)
    case .absolute, .floor, .ceiling, .round, .squareRoot, .exponential, .logarithm: nil
    }
  }

  /// The relations between the result of a function and its operand
  ///
  /// Each alternative is a conjunction. `abs` has two; `floor(x) = n` is `n <= x < n + 1`; `round` leaves both halves
  /// possible at its edge, since its rule there does not matter to a proof.
  fileprivate func alternatives(
    of value: LinearForm, _ operand: LinearForm
  ) -> [[LinearConstraint]] {
    let zero = LinearForm(constant: .zero)
    let one = LinearForm(constant: .one)
    let half = LinearForm(constant: .ratio(1, 2))
    switch self {
    // A multiple has a form, unless its fractions do not fit: then nothing relates it to its operand.
    case .negate, .ratio, .percentage: return [[]]
    case .absolute:
      return [
        [.lessOrEqual(zero, operand), .equal(value, operand)],
        [.less(operand, zero), .equal(value, Rational(-1) * operand)],
      ]
    case .floor: return [[.lessOrEqual(value, operand), .less(operand, value + one)]]
    case .ceiling: return [[.lessOrEqual(operand, value), .less(value, operand + one)]]
    case .round:
      return [[.lessOrEqual(value, operand + half), .lessOrEqual(operand, value + half)]]
    // Bounds that hold of the rounded results as well.
    case .squareRoot:
      return [
        [.lessOrEqual(zero, operand), .lessOrEqual(operand, value), .lessOrEqual(value, one)],
        [.lessOrEqual(one, value), .lessOrEqual(value, operand)],
      ]
    case .exponential:
      return [
        [.lessOrEqual(operand, zero), .lessOrEqual(value, one)],
        [.lessOrEqual(zero, operand), .lessOrEqual(one, value), .lessOrEqual(operand, value)],
      ]
    case .logarithm:
      return [
        [.less(zero, operand), .lessOrEqual(operand, one), .lessOrEqual(value, zero)],
        [.lessOrEqual(one, operand), .lessOrEqual(zero, value), .lessOrEqual(value, operand)],
      ]
    }
  }
}
