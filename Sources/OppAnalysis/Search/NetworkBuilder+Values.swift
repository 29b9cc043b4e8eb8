internal import OppModel

extension NetworkBuilder {
  /// Finds the value of a scalar or a text as a sum of columns
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
    if case .unary(.negate, let operand) = graph[node].operation,
      let form = forms[self.operand(operand)]
    {
      forms[index] = Rational(-1) * form
      return
    }
    addOwnColumn(of: node, index)
    addDefinitions(of: node, index)
  }

  mutating func addColumn(_ column: Int, _ index: Int) {
    columns[index] = column
    forms[index] = LinearForm(column: column)
  }

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

  private func kind(of node: NodeID) -> Network.Column.Kind {
    let operation = graph[node].operation
    if operation.role == .data { return .data }
    guard case .sun(_, let place) = operation, graph[place].operation.role == .constant else {
      return .derived
    }
    return .sun
  }

  private func constantForm(of node: NodeID) -> LinearForm? {
    guard case .constant(.scalar(let value)) = graph[node].operation else { return nil }
    let constant = Rational(nearest: value)
    return constant.isValid ? LinearForm(constant: constant) : nil
  }

  // MARK: The present second

  /// The field of the present second that a node is, however it is written
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
    case .date: whole == .now ? .today : nil
    case .time: whole == .now ? .time : nil
    case .hour: hasTime ? .hour : nil
    case .minute: hasTime ? .minute : nil
    }
  }

  // MARK: Arithmetic

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
    case .dateAdvance: result = first + (Rational.one / day) * second
    case .dateRetreat: result = first - (Rational.one / day) * second
    case .dateDifference: result = day * (first - second)
    case .timeAdvance: result = withoutWrapping(first + second)
    case .timeRetreat: result = withoutWrapping(first - second)
    case .combine: result = nil
    }
    guard let result, result.isValid else { return nil }
    return result
  }

  /// A time of day that cannot be moved over midnight; nil where it can
  private func withoutWrapping(_ form: LinearForm) -> LinearForm? {
    guard let term = form.onlyTerm, term.factor == .one,
      let hull = network.columns[term.column].domain.hull, let low = hull.low, let high = hull.high,
      (low + form.constant).isValid, !(low + form.constant).isNegative,
      high + form.constant < Rational(86_400)
    else { return nil }
    return form
  }

  private func product(_ left: LinearForm, _ right: LinearForm) -> LinearForm? {
    if left.isConstant { return left.constant * right }
    return right.isConstant ? right.constant * left : nil
  }

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
  private mutating func addDefinitions(of node: NodeID, _ index: Int) {
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
    if case .unary(let function, let argument) = operation, let form = forms[operand(argument)] {
      network.definitions.append(
        Network.Definition(
          variable: index, when: .true, alternatives: function.alternatives(of: value, form),
          owner: index))
    }
  }
}

extension Unary {
  /// The relations between the result of a function and its operand
  fileprivate func alternatives(
    of value: LinearForm, _ operand: LinearForm
  ) -> [[LinearConstraint]] {
    let zero = LinearForm(constant: .zero)
    let one = LinearForm(constant: .one)
    let half = LinearForm(constant: .ratio(1, 2))
    switch self {
    case .negate: return [[.equal(value, Rational(-1) * operand)]]
    case .absolute:
      return [
        [.lessOrEqual(zero, operand), .equal(value, operand)],
        [.less(operand, zero), .equal(value, Rational(-1) * operand)],
      ]
    case .floor: return [[.lessOrEqual(value, operand), .less(operand, value + one)]]
    case .ceiling: return [[.lessOrEqual(operand, value), .less(value, operand + one)]]
    case .round:
      return [[.lessOrEqual(value, operand + half), .lessOrEqual(operand, value + half)]]
    }
  }
}
