internal import OppModel

/// The operators that look at one second (§4, §5, §7)
extension ReferenceEvaluator {
  /// What an operation says at a second of its operands at that second; nil where it is unknown
  func compute(_ operation: Operation, at second: Int64, _ rows: ChosenRows) -> Value? {
    func value(_ id: NodeID) -> Value? { self.value(id, at: second, rows) }
    func truth(_ id: NodeID) -> Truth { Truth(self.value(id, at: second, rows)) }
    switch operation {
    case .constant(let value): return value
    case .clock(let field): return clockValue(field, at: second)
    case .period(let period, let isEnd):
      let found = clock.period(period, around: second)
      return .scalar(Double(isEnd ? found.end : found.start))
    case .sun(let field, let place):
      return value(place)?.asPosition.flatMap { sunValue(field, at: second, $0) }
    // "Elevation is -90° to 90° of the sun's centre; azimuth is 0 to below 360, clockwise from north"
    case .sunAngle(let angle, let place):
      return value(place)?.asPosition.map { .scalar(sunDegrees(angle, at: second, $0)) }
    case .reading(let request, let field):
      return readingValue(request, field: field, at: second, rows)
    case .address(let text): return value(text).flatMap { addressValue($0, at: second) }
    case .nearest(let category, let from):
      guard let category = value(category), let from = value(from) else { return nil }
      return nearestValue(category, from: from, at: second)
    case .rowField(let scope, let field):
      return rowFieldOfScope(rows[scope], field: field, at: second)
    case .row(let scope): return rows[scope].map(Value.row)

    // §7: "Kleene's three values. false and unknown is false, true or unknown is true"
    case .not(let operand): return truth(operand).negated.value
    case .and(let operands): return (operands.map(truth).min() ?? .true).value
    case .or(let operands): return (operands.map(truth).max() ?? .false).value
    case .conditional(let condition, let then, let otherwise):
      switch truth(condition) {
      case .true: return value(then)
      case .false: return value(otherwise)
      case .unknown: return nil
      }
    case .otherwise(let first, let second): return value(first) ?? value(second)
    case .known(let operand): return .truth(value(operand) != nil)

    case .compare(let comparison, let left, let right):
      guard let left = value(left), let right = value(right) else { return nil }
      return comparison.holds(left, right).map(Value.truth)
    case .inRange(let operand, let low, let high, let kind):
      guard case .scalar(let operand) = value(operand), case .scalar(let low) = value(low),
        case .scalar(let high) = value(high)
      else { return nil }
      return .truth(kind.contains(operand, low: low, high: high))
    case .element(let element, let list):
      // §7: "`x in [a, b]` is Kleene's or of `==`"
      guard let elements = elements(of: list, at: second, rows) else { return nil }
      let element = value(element)
      return
        (elements.map { $0.flatMap { other in element.map { $0 == other } }.truth }.max()
        ?? .false).value

    case .arithmetic(let operation, let left, let right):
      guard case .scalar(let left) = value(left), case .scalar(let right) = value(right) else {
        return nil
      }
      return arithmetic(operation, left, right).known
    case .unary(let function, let operand):
      guard case .scalar(let operand) = value(operand) else { return nil }
      return function.applied(to: operand).known
    case .part(let part, let operand):
      guard case .scalar(let scalar) = value(operand) else { return nil }
      return self.part(part, of: scalar, graph[operand].type).known
    case .distance(let left, let right):
      guard let left = value(left)?.asPosition, let right = value(right)?.asPosition else {
        return nil
      }
      return .scalar(length(from: left, to: right))

    case .text(let pieces): return .text(text(pieces, at: second, rows))
    case .apply(let function, let operands):
      let values = operands.compactMap(value)
      return values.count == operands.count ? function.applied(to: values) : nil
    case .placePosition(let operand): return (value(operand)?.asPosition).map(Value.position)
    case .placeNamed(let operand, let name, let radius):
      return value(operand).flatMap { placeNamed($0, name, radius) }
    case .list(let elements):
      let values = elements.compactMap(value)
      return values.count == elements.count ? .list(values) : nil
    case .rowPart(let operand, let field):
      guard case .row(let row) = value(operand) else { return nil }
      return rowFieldValue(row, field: field, at: second)

    case .aggregate(let aggregate, let query):
      return self.aggregate(aggregate, query, at: second, rows)
    case .aggregateList(let aggregate, let list):
      guard let elements = elements(of: list, at: second, rows) else { return nil }
      return self.aggregate(aggregate, of: elements)

    case .age(let operand): return age(of: operand, at: second, rows)
    case .occurrence(let start, let period):
      guard case .scalar(let start) = value(start) else { return nil }
      return .scalar(occurrence(from: start, period, at: second))
    case .places(let list, _): return value(list)
    case .gaps(let query): return gaps(query.operands.compactMap(value), query)

    case .lastKnown, .lasting, .withinLast, .withinNext, .window, .began, .lastChange, .latch:
      // The checker has no window that uses a row inside `where`; the others have a column.
      return nil
    }
  }

  /// A value; unknown where it is a date or an instant outside of the years 1 to 9999
  func onCalendar(_ value: Value?, _ type: ValueType) -> Value? {
    guard type == .instant || type == .date, case .scalar(let scalar) = value else { return value }
    let days = type == .date ? scalar : (scalar / 86_400).rounded(.down)
    // Nothing lies between the last second of the year 9999 and the first of the next.
    let isLate = type == .instant && (scalar.rounded(.up) / 86_400) >= 2_932_897
    let year = CivilDate(days: Int64(days.rounded(.up))).year
    return year >= 1 && year <= 9999 && !isLate ? value : nil
  }

  /// The elements of a list, each known or not
  private func elements(of list: NodeID, at second: Int64, _ rows: ChosenRows) -> [Value?]? {
    if case .list(let elements) = graph[list].operation {
      return elements.map { value($0, at: second, rows) }
    }
    guard case .list(let elements) = value(list, at: second, rows) else { return nil }
    return elements
  }

  private func placeNamed(_ value: Value, _ name: String?, _ radius: Double?) -> Value? {
    switch value {
    case .place(let place):
      .place(
        OppModel.Place(
          name: name ?? place.name, position: place.position, radius: radius ?? place.radius))
    case .position(let position):
      .place(
        OppModel.Place(
          name: name ?? valueText(.position(position), .position), position: position,
          radius: radius))
    default: nil
    }
  }

  /// §4: what `+ - * /` mean for the types
  private func arithmetic(_ operation: Arithmetic, _ left: Double, _ right: Double) -> Double {
    switch operation {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    case .modulo: modulo(left, right)
    case .percentOf: left * right / 100
    case .dateAdvance: right.remainder(dividingBy: 86_400) == 0 ? left + right / 86_400 : .nan
    case .dateRetreat: right.remainder(dividingBy: 86_400) == 0 ? left - right / 86_400 : .nan
    case .dateDifference: (left - right) * 86_400
    case .timeAdvance: wrapped(left + right)
    case .timeRetreat: wrapped(left - right)
    case .combine: Double(clock.instant(day: Int64(left), secondOfDay: right))
    }
  }

  /// "`a - b * floor(a / b)`, exactly; unknown where b is 0", rounded once
  private func modulo(_ left: Double, _ right: Double) -> Double {
    var quotient = (left / right).rounded(.down)
    guard quotient.isFinite else { return .nan }
    // The quotient is rounded, so that it may be one too many or too few.
    func rest() -> Double { left.addingProduct(-quotient, right) }
    if rest() != 0, (rest() < 0) != (right < 0) { quotient -= 1 }
    if rest() != 0, rest().magnitude >= right.magnitude, left.magnitude >= right.magnitude {
      quotient += 1
    }
    return rest() == 0 ? 0 : rest()
  }

  /// "At X, X + D, …, none before. Where D is whole days they count in local dates at X's time of day"
  private func occurrence(from start: Double, _ period: Int64, at second: Int64) -> Double {
    let first = Int64(start.rounded(.up))
    guard second > first else { return Double(first) }
    let (day, time) = (clock.day(first), clock.secondOfDay(first))
    guard period % 86_400 == 0 else {
      return Double(first + (second - first + period - 1) / period * period)
    }
    var number = max(1, (clock.day(second) - day) / (period / 86_400) - 1)
    while true {
      let next = clock.instant(day: day + number * (period / 86_400), secondOfDay: Double(time))
      if next >= second { return Double(next) }
      number += 1
    }
  }

  /// "`TimeOfDay ± Duration` wraps within the day"
  private func wrapped(_ seconds: Double) -> Double {
    let rest = seconds.truncatingRemainder(dividingBy: 86_400)
    return rest < 0 ? rest + 86_400 : rest
  }

  private func part(_ part: Part, of scalar: Double, _ type: ValueType) -> Double {
    let second = Int64(scalar.rounded(.down))
    let isInstant = type == .instant
    let day = CivilDate(days: isInstant ? clock.day(second) : second)
    let secondOfDay = isInstant ? clock.secondOfDay(second) : second
    switch part {
    case .year: return Double(day.year)
    case .month: return Double(day.month)
    case .day: return Double(day.day)
    case .weekday: return Double(day.weekday)
    // The week of a date is that of its Thursday, counted in that one's year.
    case .week:
      let thursday = CivilDate(days: day.days - Int64(day.weekday) + 3)
      return Double((thursday.dayOfYear - 1) / 7 + 1)
    case .weekStart: return Double(day.days - Int64(day.weekday))
    case .monthStart: return Double(day.days - Int64(day.day) + 1)
    case .monthEnd:
      let last = (day.days...day.days + 30).last { CivilDate(days: $0).month == day.month }
      return Double(last ?? day.days)
    case .yearStart:
      return Double(CivilDate(year: day.year, month: 1, day: 1)?.days ?? day.days)
    case .hour: return Double(secondOfDay / 3600)
    case .minute: return Double(secondOfDay / 60 % 60)
    case .second: return Double(secondOfDay % 60)
    case .date: return Double(clock.day(second))
    case .time: return Double(clock.secondOfDay(second))
    }
  }
}

extension Truth {
  var negated: Truth {
    switch self {
    case .true: .false
    case .false: .true
    case .unknown: .unknown
    }
  }
}

extension Optional<Bool> {
  /// Unknown of nil
  var truth: Truth {
    switch self {
    case true: .true
    case false: .false
    case nil: .unknown
    }
  }
}

extension Double {
  /// Unknown where it is not a number: a division by nothing
  var known: Value? { isFinite ? .scalar(self) : nil }
}

extension Comparison {
  /// Whether two known values compare so; nil where they have no order
  func holds(_ left: Value, _ right: Value) -> Bool? {
    switch self {
    case .equal: return left.isSame(as: right)
    case .notEqual: return !left.isSame(as: right)
    case .less, .lessOrEqual, .greater, .greaterOrEqual: break
    }
    if left.isSame(as: right) { return self == .lessOrEqual || self == .greaterOrEqual }
    let isLess = TableHistory.isOrdered([left], [right])
    return (self == .less || self == .lessOrEqual) ? isLess : !isLess
  }
}

extension Value {
  /// A place stands for its position where it is compared with one
  func isSame(as other: Value) -> Bool {
    switch (self, other) {
    case (.place(let place), .position(let position)), (.position(let position), .place(let place)):
      place.position == position
    default: self == other
    }
  }
}

extension RangeKind {
  /// §5: "`a..b` on times of day and instants includes `a` and stops before `b`"
  func contains(_ value: Double, low: Double, high: Double) -> Bool {
    switch self {
    case .closed: low <= value && value <= high
    case .halfOpen: low <= value && value < high
    case .timeOfDay:
      low < high
        ? low <= value && value < high
        : low == high || low <= value || value < high
    case .cyclic:
      low <= high ? low <= value && value <= high : low <= value || value <= high
    }
  }
}

extension ValueFunction {
  /// The value, found independently of the engine; nil for operands of another type
  func applied(to values: [Value]) -> Value? {
    switch (self, values[0]) {
    case (.lower, .text(let text)): .text(text.lowercased())
    case (.upper, .text(let text)): .text(text.uppercased())
    case (.length, .text(let text)): .scalar(Double(text.count))
    case (.contains, .text(let text)):
      if case .text(let part) = values[1] { .truth(text.hasPart(part)) } else { nil }
    case (.startsWith, .text(let text)):
      if case .text(let part) = values[1] {
        .truth(Array(text).prefix(part.count) == Array(part)[...])
      } else {
        nil
      }
    case (.endsWith, .text(let text)):
      if case .text(let part) = values[1] {
        .truth(Array(text).suffix(part.count) == Array(part)[...])
      } else {
        nil
      }
    case (.placeName, .place(let place)): .text(place.name)
    case (.ordered, .list(let items)): Self.ordered(items, values).map(Value.list)
    case (.firstFew, .list(let items)):
      if case .scalar(let count) = values[1] { .list(Array(items.prefix(Int(count)))) } else { nil }
    case (.distinct, .list(let items)): .list(Self.places(of: items).map { items[$0] })
    case (.distinctRows, .list(let items)):
      if case .list(let keys) = values[1] {
        .list(Self.places(of: keys).map { items[$0] })
      } else {
        nil
      }
    case (.placeInList, .list(let items)):
      .scalar(Double(items.firstIndex(of: values[1]) ?? items.count))
    case (.elementAt, .list(let items)):
      if case .scalar(let place) = values[1], place >= 0, place < Double(items.count) {
        items[Int(place)]
      } else {
        nil
      }
    case (.lower, _), (.upper, _), (.length, _), (.contains, _), (.startsWith, _), (.endsWith, _),
      (.placeName, _), (.ordered, _),
      (.firstFew, _), (.distinct, _), (.distinctRows, _), (.placeInList, _), (.elementAt, _):
      nil
    }
  }

  /// An insertion sort for each key, the plainest that keeps what is equal
  private static func ordered(_ items: [Value], _ values: [Value]) -> [Value]? {
    var places = Array(items.indices)
    for pair in stride(from: 1, to: values.count, by: 2) {
      guard case .list(let keys) = values[pair], case .truth(let isDescending) = values[pair + 1]
      else { return nil }
      var result: [Int] = []
      for place in places {
        let after = result.firstIndex {
          isDescending
            ? TableHistory.isOrdered([keys[$0]], [keys[place]])
            : TableHistory.isOrdered([keys[place]], [keys[$0]])
        }
        result.insert(place, at: after ?? result.count)
      }
      places = result
    }
    return places.map { items[$0] }
  }

  /// The places of the values that none before them equals
  private static func places(of values: [Value]) -> [Int] {
    values.indices.filter { place in
      !values[..<place].contains(values[place])
    }
  }

}

extension String {
  /// Whether a text occurs in this one, character by character
  func hasPart(_ part: String) -> Bool {
    let (whole, part) = (Array(self), Array(part))
    if part.isEmpty { return true }
    guard whole.count >= part.count else { return false }
    return (0...whole.count - part.count).contains {
      Array(whole[$0..<$0 + part.count]) == part
    }
  }
}
