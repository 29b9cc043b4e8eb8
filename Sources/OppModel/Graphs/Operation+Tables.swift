// The tables of operations: each has a row in all, and a new one does not compile without.

extension Operation {
  /// The properties of an operation: its row in the one table of them
  package var traits: OperationTraits {
    switch self {
    case .constant: OperationTraits(.constant, .never, .free)
    case .clock: OperationTraits(.present, .never, .free)
    case .period: OperationTraits(.computed, .never, .free, .isWhole)
    case .sun: OperationTraits(.sun, .ofOperands, .partial, [.readsData, .isWhole])
    case .sunAngle: OperationTraits(.sun, .ofOperands, .strict, .readsData)
    case .reading: OperationTraits(.data, .byItself, .partial, .readsData)
    case .address, .nearest: OperationTraits(.computed, .byItself, .partial, .readsData)
    case .rowField: OperationTraits(.data, .byItself, .free, .readsData)
    case .row: OperationTraits(.computed, .byItself, .free, .readsData)
    case .rowPart: OperationTraits(.computed, .byItself, .partial)

    case .not, .and, .or: OperationTraits(.computed, .ofOperands, .joined)
    case .conditional: OperationTraits(.computed, .ofOperands, .joined, .showsOperands)
    case .otherwise:
      OperationTraits(.computed, .ofOperands, .joined, [.fillsGaps, .showsOperands])
    case .known: OperationTraits(.knowledge, .never, .joined)
    case .lastKnown: OperationTraits(.computed, .byItself, .free, [.fillsGaps, .showsOperands])

    case .compare, .inRange: OperationTraits(.comparison, .ofOperands, .strict)
    case .element: OperationTraits(.computed, .ofOperands, .free)
    case .arithmetic: OperationTraits(.computed, .ofOperands, .strict)
    case .unary(let function, _):
      OperationTraits(
        .computed, function.isRoot ? .byItself : .ofOperands,
        function.isRoot ? .partial : .strict, function.properties)
    case .part: OperationTraits(.computed, .ofOperands, .strict, .isWhole)
    case .distance: OperationTraits(.computed, .ofOperands, .strict, .readsData)
    case .apply(let function, _):
      OperationTraits(.computed, .ofOperands, .strict, function.properties)

    case .text: OperationTraits(.text, .never, .free, .showsOperands)
    case .placeNamed: OperationTraits(.computed, .ofOperands, .strict)
    case .placePosition, .list: OperationTraits(.computed, .ofOperands, .strict, .showsOperands)

    case .lasting, .withinLast, .withinNext:
      OperationTraits(.computed, .byItself, .free, .looksAround)
    case .window(let function, _, _):
      OperationTraits(.computed, .byItself, .free, function.properties)
    case .began: OperationTraits(.computed, .byItself, .free, .isWhole)
    case .lastChange:
      OperationTraits(.computed, .byItself, .free, [.looksAround, .isWhole])
    case .occurrence:
      OperationTraits(.computed, .byItself, .free, [.looksAround, .isWhole])
    case .latch: OperationTraits(.computed, .byItself, .free, .looksAround)
    case .age:
      OperationTraits(
        .computed, .byItself, .free, [.readsData, .looksAround, .isWhole, .isNotNegative])

    case .aggregate(let aggregate, _):
      OperationTraits(
        .computed, .byItself, .free,
        aggregate == .count ? [.readsData, .isWhole, .isNotNegative] : .readsData)
    case .aggregateList(let aggregate, _):
      OperationTraits(
        .computed, .ofOperands, .partial, aggregate == .count ? [.isWhole, .isNotNegative] : [])
    case .gaps: OperationTraits(.computed, .ofOperands, .partial, .showsOperands)
    case .places: OperationTraits(.computed, .ofOperands, .strict, .showsOperands)
    }
  }
}

extension Operation {
  /// The part of the past that the operation looks at: its row in the one table of them
  package var past: OperationPast {
    switch self {
    case .lasting(_, let seconds), .withinLast(_, let seconds): .last(seconds: seconds)
    case .window(_, _, let span):
      switch span {
      case .last(let seconds): .last(seconds: seconds)
      case .since(let start): .since(start)
      case .next: .none
      }
    case .began, .lastChange, .latch, .age: .unbounded
    case .constant, .clock, .period, .sun, .sunAngle, .reading, .address, .nearest, .rowField, .row,
      .rowPart,
      .not, .and, .or, .conditional, .otherwise, .known, .lastKnown, .compare, .inRange, .element,
      .arithmetic, .unary, .part, .distance, .apply, .text, .placeNamed, .placePosition, .list,
      .withinNext, .occurrence, .aggregate, .aggregateList, .gaps, .places:
      .none
    }
  }
}

extension Operation {
  /// The words of the operation: its row in the one table of them
  package var words: OperationWords {
    switch self {
    case .constant: OperationWords("constant")
    case .clock(let field): OperationWords("clock", "field", field.name)
    case .period(let period, let isEnd):
      OperationWords(isEnd ? "period end" : "period start", "of", period.name)
    case .sun(let field, _):
      OperationWords("sun", "field", field.name, fingerprint: "sun " + field.fingerprintName)
    case .sunAngle(let angle, _): OperationWords("sun angle", "of", angle.name)
    case .reading: OperationWords("reading")
    case .address: OperationWords("address")
    case .nearest: OperationWords("nearest")
    case .rowField: OperationWords("row field")
    case .row: OperationWords("row")
    case .not: OperationWords("not")
    case .and: OperationWords("and")
    case .or: OperationWords("or")
    case .conditional: OperationWords("if")
    case .otherwise: OperationWords("otherwise")
    case .known: OperationWords("known")
    case .lastKnown: OperationWords("last known")
    case .compare(let comparison, _, _):
      OperationWords("compare", "comparison", comparison.sign, fingerprint: comparison.sign)
    case .inRange(_, _, _, let kind):
      OperationWords(
        "in range", "kind", kind.name,
        fingerprint: kind == .halfOpen ? "in range half open" : nil)
    case .element: OperationWords("element")
    case .arithmetic(let arithmetic, _, _):
      OperationWords(
        "arithmetic", "operator", arithmetic.name, fingerprint: arithmetic.fingerprintName)
    case .unary(let function, _): .function(function.name)
    case .part(let part, _): OperationWords("part", "part", part.name)
    case .distance: OperationWords("distance")
    case .apply(let function, _): function.words
    case .text: OperationWords("text")
    case .placePosition: OperationWords("place position")
    case .placeNamed: OperationWords("place", fingerprint: "place named")
    case .list: OperationWords("list")
    case .rowPart: OperationWords("row part")
    case .lasting(_, let seconds): OperationWords("for", seconds: seconds)
    case .withinLast(_, let seconds): OperationWords("within last", seconds: seconds)
    case .withinNext(_, let seconds): OperationWords("within next", seconds: seconds)
    case .window(let function, _, let span):
      OperationWords(
        function.name, "span", span.name, seconds: span.seconds,
        fingerprint: "window " + span.name + " " + function.name)
    case .began: OperationWords("began")
    case .lastChange: OperationWords("last change")
    case .occurrence(_, let seconds): OperationWords("occurrence", seconds: seconds)
    case .latch: OperationWords("until")
    case .age: OperationWords("age")
    case .aggregate(let aggregate, _): .aggregate(aggregate, fingerprint: "aggregate")
    case .aggregateList(let aggregate, _):
      .aggregate(aggregate, fingerprint: "elements " + aggregate.name)
    case .gaps(let query):
      if let daily = query.daily {
        OperationWords("gaps", "daily", "\(daily.start)..\(daily.end)")
      } else {
        OperationWords("gaps")
      }
    case .places: OperationWords("places")
    }
  }
}

extension Operation {
  /// The operand whose order decides the result, if not all values of a type have one; nil for any other operation
  var orderedOperand: NodeID? {
    switch self {
    case .compare(.less, let operand, _), .compare(.lessOrEqual, let operand, _),
      .compare(.greater, let operand, _), .compare(.greaterOrEqual, let operand, _),
      .inRange(let operand, _, _, _), .window(.minimum, let operand, _),
      .window(.maximum, let operand, _), .aggregateList(.minimum, let operand),
      .aggregateList(.maximum, let operand):
      operand
    case .aggregate(.minimum, let query), .aggregate(.maximum, let query): query.value
    case .apply(.ordered, let operands): operands.count > 1 ? operands[1] : nil
    case .constant, .clock, .period, .sun, .sunAngle, .reading, .address, .nearest, .rowField, .row,
      .rowPart,
      .not, .and, .or, .conditional, .otherwise, .known, .lastKnown, .compare, .element,
      .arithmetic, .unary, .part, .distance, .apply, .text, .placeNamed, .placePosition, .list,
      .lasting, .withinLast, .withinNext, .window, .began, .lastChange, .latch, .age, .occurrence,
      .aggregate,
      .aggregateList, .gaps, .places:
      nil
    }
  }
}

// MARK: - Operands

extension ConditionGraph {
  /// Calls `body` with each operand of an operation, in the order of the text
  ///
  /// The predicate and the value of a query are operands of its aggregate; the arguments of a
  /// request are operands of its reading.
  package func forEachOperand(of operation: Operation, _ body: (NodeID) -> Void) {
    if case .reading(let request, _) = operation {
      for case .some(let argument) in requests[Int(request.index)].arguments { body(argument) }
    } else {
      operation.forEachOperand(body)
    }
  }
}

extension Operation {
  /// Calls `body` with each operand, in the order of the text; without the arguments of a request,
  /// which only the graph knows
  package func forEachOperand(_ body: (NodeID) -> Void) {
    switch self {
    case .constant, .clock, .period, .rowField, .row, .reading: break
    case .and(let operands), .or(let operands), .list(let operands), .apply(_, let operands):
      operands.forEach(body)
    case .sun(_, let operand), .sunAngle(_, let operand), .address(let operand), .not(let operand),
      .known(let operand),
      .lastKnown(let operand), .unary(_, let operand), .part(_, let operand),
      .placePosition(let operand), .placeNamed(let operand, _, _), .rowPart(let operand, _),
      .lasting(let operand, _),
      .withinLast(let operand, _), .withinNext(let operand, _), .began(let operand),
      .lastChange(let operand), .age(let operand), .occurrence(let operand, _),
      .aggregateList(_, let operand),
      .places(let operand, _):
      body(operand)
    case .nearest(let first, let second), .otherwise(let first, let second),
      .compare(_, let first, let second), .element(let first, let second),
      .arithmetic(_, let first, let second),
      .distance(let first, let second), .latch(let first, let second):
      body(first)
      body(second)
    case .conditional(let condition, let first, let second),
      .inRange(let condition, let first, let second, _):
      body(condition)
      body(first)
      body(second)
    case .text(let pieces):
      for case .value(let operand, _) in pieces { body(operand) }
    case .window(_, let operand, let span):
      body(operand)
      if case .since(let start) = span { body(start) }
    case .aggregate(_, let query):
      if let predicate = query.predicate { body(predicate) }
      if let value = query.value { body(value) }
    case .gaps(let query): query.operands.forEach(body)
    }
  }

  /// The same operation with each operand replaced by another node, but for the arguments of a request
  package func mapOperands(_ other: (NodeID) -> NodeID) -> Operation {
    switch self {
    case .constant, .clock, .period, .rowField, .row, .reading: self
    case .sun(let field, let place): .sun(field, place: other(place))
    case .sunAngle(let angle, let place): .sunAngle(angle, place: other(place))
    case .address(let text): .address(other(text))
    case .nearest(let category, let from): .nearest(category: other(category), from: other(from))
    case .not(let operand): .not(other(operand))
    case .and(let operands): .and(operands.map(other))
    case .or(let operands): .or(operands.map(other))
    case .conditional(let condition, let first, let second):
      .conditional(if: other(condition), then: other(first), else: other(second))
    case .otherwise(let first, let second): .otherwise(other(first), other(second))
    case .known(let operand): .known(other(operand))
    case .lastKnown(let operand): .lastKnown(other(operand))
    case .compare(let comparison, let left, let right):
      .compare(comparison, other(left), other(right))
    case .inRange(let value, let low, let high, let kind):
      .inRange(other(value), low: other(low), high: other(high), kind: kind)
    case .element(let value, let list): .element(other(value), of: other(list))
    case .arithmetic(let arithmetic, let left, let right):
      .arithmetic(arithmetic, other(left), other(right))
    case .unary(let function, let operand): .unary(function, other(operand))
    case .part(let part, let operand): .part(part, other(operand))
    case .distance(let from, let to): .distance(other(from), other(to))
    case .apply(let function, let operands): .apply(function, operands.map(other))
    case .text(let pieces): .text(pieces.map { $0.mapOperand(other) })
    case .placePosition(let operand): .placePosition(other(operand))
    case .placeNamed(let operand, let name, let radius):
      .placeNamed(other(operand), name: name, radius: radius)
    case .list(let elements): .list(elements.map(other))
    case .rowPart(let row, let field): .rowPart(other(row), field: field)
    case .lasting(let operand, let seconds): .lasting(other(operand), seconds: seconds)
    case .withinLast(let operand, let seconds): .withinLast(other(operand), seconds: seconds)
    case .withinNext(let operand, let seconds): .withinNext(other(operand), seconds: seconds)
    case .window(let function, let operand, let span):
      .window(function, other(operand), span.mapOperand(other))
    case .began(let operand): .began(other(operand))
    case .lastChange(let operand): .lastChange(other(operand))
    case .age(let operand): .age(other(operand))
    case .occurrence(let start, let seconds): .occurrence(from: other(start), seconds: seconds)
    case .latch(let condition, let end): .latch(other(condition), until: other(end))
    case .aggregate(let aggregate, let query):
      .aggregate(
        aggregate,
        RowQuery(
          scope: query.scope, table: query.table, predicate: query.predicate.map(other),
          value: query.value.map(other)))
    case .aggregateList(let aggregate, let list): .aggregateList(aggregate, other(list))
    case .gaps(let query): .gaps(query.with(table: query.table, other))
    case .places(let list, let table): .places(other(list), table: table)
    }
  }
}

extension TextPiece {
  /// The same piece with another node as its value; a literal stays
  fileprivate func mapOperand(_ other: (NodeID) -> NodeID) -> TextPiece {
    switch self {
    case .literal: self
    case .value(let operand, let format): .value(other(operand), format)
    }
  }
}

extension Span {
  /// The same span with another node as its start; only `since` has one
  fileprivate func mapOperand(_ other: (NodeID) -> NodeID) -> Span {
    switch self {
    case .last, .next: self
    case .since(let start): .since(other(start))
    }
  }
}

extension Operation {
  /// A quick hash of the parts that distinguish most operations: operands, numbers and durations
  ///
  /// Operations that differ in another part alone, such as `a < b` and `a <= b`, have the same one.
  var quickHash: UInt64 {
    var hash = QuickHash()
    switch self {
    case .constant(let value): hash.mix(value)
    case .reading(let request, let field):
      hash.mix(request.index, UInt64(truncatingIfNeeded: field))
    case .rowField(let scope, let field): hash.mix(scope.index, UInt64(truncatingIfNeeded: field))
    case .row(let scope): hash.mix(scope.index, 1)
    case .clock(let field): hash.mix(UInt64(truncatingIfNeeded: field.hashValue))
    case .period(let period, let isEnd): hash.mix(UInt64(period.rawValue) << 1 | (isEnd ? 1 : 0))
    case .and(let operands): hash.mix(operands, 2)
    case .or(let operands): hash.mix(operands, 3)
    case .list(let operands): hash.mix(operands, 4)
    case .text(let pieces): hash.mix(pieces)
    case .lasting(let operand, let seconds), .occurrence(let operand, let seconds):
      hash.mix(operand.index, UInt64(bitPattern: seconds))
    case .withinLast(let operand, let seconds), .withinNext(let operand, let seconds):
      hash.mix(operand.index, ~UInt64(bitPattern: seconds))
    case .window(_, let operand, let span): hash.mix(operand.index, span.quickHash)
    case .not(let operand): hash.mix(operand.index, 5)
    case .known(let operand): hash.mix(operand.index, 6)
    case .lastKnown(let operand): hash.mix(operand.index, 7)
    case .lastChange(let operand): hash.mix(operand.index, 11)
    case .apply(let function, let operands):
      hash.mix(operands, UInt64(truncatingIfNeeded: function.hashValue))
    case .sunAngle(let angle, let operand): hash.mix(operand.index, angle == .elevation ? 13 : 14)
    case .sun(_, let operand), .address(let operand), .unary(_, let operand), .part(_, let operand),
      .placePosition(let operand), .placeNamed(let operand, _, _), .rowPart(let operand, _),
      .began(let operand), .age(let operand), .aggregateList(_, let operand):
      hash.mix(operand.index, 8)
    case .compare(_, let first, let second), .arithmetic(_, let first, let second),
      .otherwise(let first, let second), .element(let first, let second),
      .distance(let first, let second),
      .nearest(let first, let second), .latch(let first, let second):
      hash.mix(first.index, UInt64(UInt32(bitPattern: second.index)))
    case .conditional(let first, let second, let third),
      .inRange(let first, let second, let third, _):
      hash.mix(first.index, UInt64(UInt32(bitPattern: second.index)))
      hash.mix(third.index, 9)
    case .aggregate(_, let query):
      hash.mix(query.scope.index, UInt64(UInt32(bitPattern: query.predicate?.index ?? -1)))
      hash.mix(query.table.index, UInt64(UInt32(bitPattern: query.value?.index ?? -1)))
    case .gaps(let query): hash.mix(query.operands, 10)
    case .places(let list, let table):
      hash.mix(list.index, UInt64(UInt32(bitPattern: table.index)))
    }
    return hash.value
  }
}

extension Span {
  /// The seconds, or the node of the start
  fileprivate var quickHash: UInt64 {
    switch self {
    case .last(let seconds): UInt64(bitPattern: seconds)
    case .next(let seconds): ~UInt64(bitPattern: seconds)
    case .since(let start): UInt64(UInt32(bitPattern: start.index)) << 32
    }
  }
}
