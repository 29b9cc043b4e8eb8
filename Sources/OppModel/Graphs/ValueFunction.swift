/// A function of the values that its operands have at one second, and of nothing else
///
/// It is unknown where an operand is. Operators of this kind are data: a new one is a case here, with a row in each of
/// the three tables below, and a line of the checker that gives it its types.
///
/// ```
/// title contains "Dr"     contains      [title, "Dr"]
/// upper(title)            upper         [title]
/// home.name               placeName     [home]
/// ```
package enum ValueFunction: Hashable, Sendable, CaseIterable {
  /// Whether a text contains another
  case contains
  case lower
  case upper
  /// The number of characters of a text
  case length
  case placeName
}

extension ValueFunction {
  /// The value of the function; nil where it has none, or where the operands are not of its types
  package func value(of operands: [Value]) -> Value? {
    switch self {
    case .contains:
      guard operands.count == 2, case .text(let whole) = operands[0],
        case .text(let part) = operands[1]
      else { return nil }
      return .truth(whole.hasPart(part))
    case .lower: return operands.onlyText.map { .text($0.lowercased()) }
    case .upper: return operands.onlyText.map { .text($0.uppercased()) }
    case .length: return operands.onlyText.map { .scalar(Double($0.count)) }
    case .placeName:
      guard operands.count == 1, case .place(let place) = operands[0] else { return nil }
      return .text(place.name)
    }
  }

  /// The words of the function, in `opp compile` and in fingerprints: once released, they never change
  var words: OperationWords {
    switch self {
    case .contains: OperationWords("contains")
    case .lower: .function("lower")
    case .upper: .function("upper")
    case .length: .function("length")
    case .placeName: OperationWords("place name")
    }
  }

  /// The properties that operations of the function have
  var properties: OperationTraits.Properties {
    switch self {
    case .contains, .placeName: []
    case .lower, .upper: [.foldsCase, .showsOperands]
    case .length: [.isWhole, .isNotNegative]
    }
  }
}

extension [Value] {
  /// The text that is the one element; nil for anything else
  fileprivate var onlyText: String? {
    guard count == 1, case .text(let text) = self[0] else { return nil }
    return text
  }
}

extension String {
  /// Whether a text occurs in this one, character by character
  ///
  /// - Complexity: O(*n* · *m*) in the lengths; the standard library has no such search in Embedded Swift.
  fileprivate func hasPart(_ part: String) -> Bool {
    if part.isEmpty { return true }
    var start = startIndex
    while start < endIndex {
      // From each character on, the part is compared with what follows.
      var (own, other) = (start, part.startIndex)
      while own < endIndex, other < part.endIndex, self[own] == part[other] {
        own = index(after: own)
        other = part.index(after: other)
      }
      if other == part.endIndex { return true }
      start = index(after: start)
    }
    return false
  }
}
