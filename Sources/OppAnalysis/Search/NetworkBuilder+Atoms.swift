internal import OppModel

extension NetworkBuilder {
  /// The meaning of a comparison for columns; nil if theories know nothing of it
  ///
  /// ```
  /// temp > 30C                    numbers of the column of temp in (30, ∞)
  /// sky == rain                   numbers of the column of sky in {the index of rain}
  /// title == "a"                  texts of the column of title: only "a"
  /// title contains ""             texts of the column of title: all
  /// temp - feels_like > 5C        linear: when true 5 - temp + feels_like < 0, when false its opposite
  /// temp != feels_like            linear: when true temp < feels_like or feels_like < temp, one to be chosen
  /// ```
  func atom(of node: NodeID) -> Network.Atom? {
    if case .compare(let comparison, let left, let right) = graph[node].operation {
      if graph[left].type == .text { return textAtom(comparison, left, right) }
      if let atom = wrappedAtom(comparison, left, right) { return atom }
      guard let first = form(left), let second = form(right) else { return nil }
      return atom(
        whenTrue: alternatives(comparison, first, second),
        whenFalse: alternatives(comparison.opposite, first, second))
    }
    // Every text contains the empty one.
    if case .apply(.contains, let operands) = graph[node].operation,
      case .constant(.text("")) = graph[operands[1]].operation,
      let column = columns[operand(operands[0])]
    {
      return .texts(column: column, .allBut([]))
    }
    guard case .inRange(let value, let low, let high, let kind) = graph[node].operation else {
      return nil
    }
    if let atom = wrappedAtom(value, low, high, kind) { return atom }
    guard let value = form(value), let low = form(low), let high = form(high) else { return nil }
    return rangeAtom(kind, value, low, high)
  }

  /// The value of an operand as a sum of columns; `nil` if it is not linear, as a product of two readings
  private func form(_ node: NodeID) -> LinearForm? { forms[operand(node)] }

  /// The conjunctions of which one holds if a comparison does; two only of `!=`
  private func alternatives(
    _ comparison: Comparison, _ left: LinearForm, _ right: LinearForm
  ) -> [[LinearConstraint]] {
    switch comparison {
    case .equal: [[.equal(left, right)]]
    case .notEqual: [[.less(left, right)], [.less(right, left)]]
    case .less: [[.less(left, right)]]
    case .lessOrEqual: [[.lessOrEqual(left, right)]]
    case .greater: [[.less(right, left)]]
    case .greaterOrEqual: [[.lessOrEqual(right, left)]]
    }
  }

  /// `low..high` as conjunctions of which one holds
  ///
  /// Only the bounds of times and of cyclic values such as weekdays can be turned around: `22:00..2:00` is from 22:00
  /// to midnight and from midnight to 2:00. With ends that are readings the search has to try both orders.
  ///
  /// ```
  ///              in order                      turned around
  /// closed       low <= value <= high          never holds          20C..30C
  /// halfOpen     low <= value <  high          never holds          instants
  /// timeOfDay    low <= value <  high          low <= value or value < high
  /// cyclic       low <= value <= high          low <= value or value <= high
  /// ```
  private func rangeAtom(
    _ kind: RangeKind, _ value: LinearForm, _ low: LinearForm, _ high: LinearForm
  ) -> Network.Atom? {
    typealias Constraint = LinearConstraint
    let inOrder = kind == .cyclic ? Constraint.lessOrEqual(low, high) : .less(low, high)
    let turned = kind == .cyclic ? Constraint.less(high, low) : .lessOrEqual(high, low)
    let isAfterLow = Constraint.lessOrEqual(low, value)
    let isBeforeLow = Constraint.less(value, low)
    let isInTime =
      kind == .closed || kind == .cyclic
      ? Constraint.lessOrEqual(value, high) : .less(value, high)
    let isLate =
      kind == .closed || kind == .cyclic
      ? Constraint.less(high, value) : .lessOrEqual(high, value)
    switch kind {
    case .closed, .halfOpen:
      return atom(whenTrue: [[isAfterLow, isInTime]], whenFalse: [[isBeforeLow], [isLate]])
    case .timeOfDay, .cyclic:
      // A window of times with equal ends is the whole day: there, one of the two always holds.
      return atom(
        whenTrue: [[inOrder, isAfterLow, isInTime], [turned, isAfterLow], [turned, isInTime]],
        whenFalse: [[inOrder, isBeforeLow], [inOrder, isLate], [turned, isBeforeLow, isLate]])
    }
  }

  /// An atom of conjunctions; one on a single column becomes a set of numbers
  private func atom(
    whenTrue: [[LinearConstraint]], whenFalse: [[LinearConstraint]]
  ) -> Network.Atom? {
    // A constraint that overflowed makes the whole atom unusable.
    let (yes, no) = (simplified(whenTrue), simplified(whenFalse))
    for constraint in (yes + no).joined() where !constraint.form.isValid { return nil }
    // All constraints on one column: a set of its values, which propagation uses without any elimination.
    var column: Int?
    for constraint in (yes + no).joined() {
      guard let only = constraint.numbers?.column, column == nil || column == only else {
        return .linear(whenTrue: yes, whenFalse: no)
      }
      column = only
    }
    guard let column else { return .linear(whenTrue: yes, whenFalse: no) }
    let numbers = yes.reduce(IntervalSet.nothing) { union, conjunction in
      union.union(
        conjunction.reduce(.everything) { $0.intersection($1.numbers?.values ?? .everything) })
    }
    return .numbers(column: column, numbers)
  }

  /// Without constraints that hold of constants, and conjunctions in which one does not
  private func simplified(_ alternatives: [[LinearConstraint]]) -> [[LinearConstraint]] {
    alternatives.compactMap { conjunction in
      var rest: [LinearConstraint] = []
      for constraint in conjunction {
        switch constraint.truthOfConstants {
        case true: continue
        case false: return nil
        case nil: rest.append(constraint)
        }
      }
      return rest
    }
  }

  // MARK: Texts

  /// The atom of `field == "text"`, on either side; texts have no order that theories know
  private func textAtom(
    _ comparison: Comparison, _ left: NodeID, _ right: NodeID
  ) -> Network.Atom? {
    guard comparison == .equal || comparison == .notEqual else { return nil }
    for (side, other) in [(left, right), (right, left)] {
      guard case .constant(.text(let text)) = graph[other].operation,
        let column = columns[operand(side)]
      else { continue }
      return .texts(column: column, comparison == .equal ? .only([text]) : .allBut([text]))
    }
    return nil
  }

  // MARK: The time of day, moved around midnight

  /// A moved clock beside a constant, on either side: `time + 2h < 1:00`, `1:00 > time + 2h`
  private func wrappedAtom(
    _ comparison: Comparison, _ left: NodeID, _ right: NodeID
  ) -> Network.Atom? {
    // The comparison is turned around if the clock is on its right.
    for (side, other, wanted) in [(left, right, comparison), (right, left, comparison.mirrored)] {
      guard let clock = wrapped[operand(side)], let constant = form(other), constant.isConstant,
        constant.isValid
      else { continue }
      return wrappedAtom(clock, wanted.numbers(beside: constant.constant))
    }
    return nil
  }

  /// A moved clock in a range of constants: `time - 2h in 23:00..23:30`
  private func wrappedAtom(
    _ value: NodeID, _ low: NodeID, _ high: NodeID, _ kind: RangeKind
  ) -> Network.Atom? {
    guard let clock = wrapped[operand(value)], let low = form(low), let high = form(high),
      low.isConstant, high.isConstant, low.isValid, high.isValid
    else { return nil }
    return wrappedAtom(clock, kind.numbers(from: low.constant, to: high.constant))
  }

  /// The times of day for which the moved clock shows one of `numbers`
  ///
  /// `time + 2h < 1:00` moves [0:00, 1:00) back by two hours: [22:00, 23:00).
  private func wrappedAtom(_ clock: WrappedClock, _ numbers: IntervalSet) -> Network.Atom? {
    let day = IntervalSet.halfOpen(Rational(0), Rational(86_400))
    var times = IntervalSet.nothing
    let inDay = numbers.intersection(day)
    // The set as it would be a day earlier, on the day, and a day later; the part within the day counts.
    for turn in [-1, 0, 1] {
      let offset = clock.shift + Rational(Int64(turn) * 86_400)
      guard let moved = inDay.preimage(factor: .one, offset: offset) else { return nil }
      times = times.union(moved.intersection(day))
    }
    return .numbers(column: clock.column, times)
  }
}

extension Comparison {
  /// The comparison that holds of known values if this does not
  var opposite: Comparison {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  /// The numbers for which this holds with `value` on the right
  func numbers(beside value: Rational) -> IntervalSet {
    switch self {
    case .equal: .point(value)
    case .notEqual: IntervalSet.point(value).complement
    case .less: .below(value, including: false)
    case .lessOrEqual: .below(value, including: true)
    case .greater: .above(value, including: false)
    case .greaterOrEqual: .above(value, including: true)
    }
  }
}

extension RangeKind {
  /// The numbers in a range of this kind
  ///
  /// Times: 22:00 to 2:00 is (-∞, 7200) ∪ [79200, ∞), which the domain cuts to a day. Weekdays: `fri..mon`, 4 to 0, is
  /// (-∞, 0] ∪ [4, ∞).
  func numbers(from low: Rational, to high: Rational) -> IntervalSet {
    switch self {
    case .closed: return .closed(low, high)
    case .halfOpen: return .halfOpen(low, high)
    case .timeOfDay:
      if low < high { return .halfOpen(low, high) }
      return IntervalSet.below(high, including: false).union(.above(low, including: true))
    case .cyclic:
      if low <= high { return .closed(low, high) }
      return IntervalSet.below(high, including: true).union(.above(low, including: true))
    }
  }
}
