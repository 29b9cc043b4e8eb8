// The tables of operations: each has a row in all, and a new one does not compile without.

extension Operation {
  /// The properties of an operation: its row in the one table of them
  package var traits: OperationTraits {
    switch self {
    case .constant: OperationTraits(.constant, .never, .free)
    case .clock: OperationTraits(.present, .never, .free)
    case .period: OperationTraits(.computed, .never, .free, .isWhole)
    case .sun: OperationTraits(.sun, .ofOperands, .partial, [.readsData, .isWhole])
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
      OperationTraits(.computed, .ofOperands, .strict, function.properties)
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
    case .began, .latch, .age: .unbounded
    case .constant, .clock, .period, .sun, .reading, .address, .nearest, .rowField, .row, .rowPart,
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
