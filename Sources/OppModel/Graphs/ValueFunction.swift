/// A function of the values that its operands have at one second, and of nothing else
///
/// It is unknown if an operand is. Operators of this kind are data: a new one is a case here, with a row in each of
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
  /// Whether a text begins with another, which the empty one is the beginning of
  case startsWith
  case endsWith
  case lower
  case upper
  /// The number of characters of a text
  case length
  case placeName

  /// A list in another order
  ///
  /// Behind it come pairs, of a list with the key of each element and whether the greatest come first. Each pair orders the elements
  /// that those before it have left equal; elements with equal keys keep their order.
  case ordered
  /// So many elements of a list, the first
  case firstFew
  /// Each value of a list once, in the order of first appearance
  case distinct
  /// The elements of a list at whose place another list has a value for the first time
  case distinctRows
  /// The number of elements before a value in a list: all of them if it is not there
  case placeInList
  /// The element of a list at a place, of which the first is 0; none if there is no such element
  case elementAt
}

extension ValueFunction {
  /// The value of the function; nil if it has none, or if the operands are not of its types
  package func value(of operands: [Value]) -> Value? {
    switch self {
    case .contains: return operands.bothTexts.map { .truth($0.hasPart($1)) }
    case .startsWith: return operands.bothTexts.map { .truth($0.starts(with: $1)) }
    case .endsWith:
      return operands.bothTexts.map { .truth($0.reversed().starts(with: $1.reversed())) }
    case .lower: return operands.onlyText.map { .text(TextCase.lower($0)) }
    case .upper: return operands.onlyText.map { .text(TextCase.upper($0)) }
    case .length: return operands.onlyText.map { .scalar(Double($0.count)) }
    case .placeName:
      guard operands.count == 1, case .place(let place) = operands[0] else { return nil }
      return .text(place.name)
    case .ordered: return ValueLists.ordered(operands).map { .list($0) }
    case .firstFew:
      guard operands.count == 2, case .list(let values) = operands[0],
        case .scalar(let count) = operands[1]
      else { return nil }
      return .list(Array(values.prefix(Int(exactly: count) ?? 0)))
    case .distinct:
      guard operands.count == 1, case .list(let values) = operands[0] else { return nil }
      return .list(ValueLists.firstAppearances(of: values).map { values[$0] })
    case .distinctRows:
      guard operands.count == 2, case .list(let rows) = operands[0],
        case .list(let values) = operands[1], rows.count == values.count
      else { return nil }
      return .list(ValueLists.firstAppearances(of: values).map { rows[$0] })
    case .placeInList:
      guard operands.count == 2, case .list(let values) = operands[0] else { return nil }
      let place = values.firstIndex(of: operands[1])
      return .scalar(Double(place ?? values.count))
    case .elementAt:
      guard operands.count == 2, case .list(let values) = operands[0],
        case .scalar(let scalar) = operands[1], let place = Int(exactly: scalar),
        values.indices.contains(place)
      else { return nil }
      return values[place]
    }
  }

  /// The words of the function, in `opp compile` and in fingerprints: once released, they never change
  var words: OperationWords {
    switch self {
    case .contains: OperationWords("contains")
    case .startsWith: OperationWords("starts with")
    case .endsWith: OperationWords("ends with")
    case .lower: .function("lower")
    case .upper: .function("upper")
    case .length: .function("length")
    case .placeName: OperationWords("place name")
    case .ordered: OperationWords("by")
    case .firstFew: .function("first")
    case .distinct: .function("distinct")
    case .distinctRows: OperationWords("distinct rows")
    case .placeInList: OperationWords("place in list")
    case .elementAt: OperationWords("element at")
    }
  }

  /// The properties that operations of the function have
  var properties: OperationTraits.Properties {
    switch self {
    case .contains, .startsWith, .endsWith, .placeName: []
    case .ordered, .firstFew, .distinct, .distinctRows, .elementAt: .showsOperands
    case .placeInList: [.isWhole, .isNotNegative]
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

  /// The texts that the two elements are; nil for anything else
  fileprivate var bothTexts: (String, String)? {
    guard count == 2, case .text(let first) = self[0], case .text(let second) = self[1] else {
      return nil
    }
    return (first, second)
  }
}

extension String {
  /// `true` if a text occurs in this one, character by character
  ///
  /// The standard library has no such search in Embedded Swift. This is that of Knuth, Morris and Pratt ("Fast pattern matching in strings",
  /// SIAM Journal on Computing 6, 1977), because both texts may be as long as a text can be.
  ///
  /// - Complexity: O(*n* + *m*) in the lengths.
  fileprivate func hasPart(_ part: String) -> Bool {
    let part = Array(part)
    guard let first = part.first else { return true }
    // By place: how much of the beginning of the part has been met again there. Most texts have nothing of the part.
    var borders: [Int] = []
    var met = 0
    for character in self {
      if met == 0, character != first { continue }
      if borders.isEmpty { borders = part.borders }
      while met > 0, part[met] != character { met = borders[met - 1] }
      if part[met] == character { met += 1 }
      if met == part.count { return true }
    }
    return false
  }
}

extension [Character] {
  /// By place: the length of the longest beginning of the array that ends there, and is not all of it
  ///
  /// `a b a b c` has 0 0 1 2 0.
  fileprivate var borders: [Int] {
    var borders = [0]
    for place in indices.dropFirst() {
      var length = borders[place - 1]
      while length > 0, self[length] != self[place] { length = borders[length - 1] }
      borders.append(self[length] == self[place] ? length + 1 : 0)
    }
    return borders
  }
}
