internal import OppModel

/// The least size that the value of a node has, as far as its constants say it
///
/// It is counted without the value, because thirty lines of `let b = "{a}{a}"` are a text of a thousand million bytes. Sums stop at the
/// greatest number of 32 bits.
///
/// ```
/// "Milk"              4 bytes                 "{title}: {temp}"    3 bytes: title may be empty, temp has a byte
/// upper("{a}{a}")     a third of its text     [a, b]               2 elements
/// ```
struct ValueSize {
  /// The bytes of the value in a text
  private(set) var bytes: UInt32

  /// The elements of a list, with those of the lists in it; 1 for any other value
  private(set) var elements: UInt32 = 1

  /// `true` if a text of that size is longer than ``TextLimit/bytes``
  var isLongText: Bool { bytes > TextLimit.bytes }

  /// `true` if a list of that size has more than ``TextLimit/elements``
  var isLongList: Bool { elements > TextLimit.elements }

  /// The size of a value whose type alone is known: a number has a digit, a text may be empty
  init(of type: ValueType) {
    switch type {
    case .text, .place, .list, .row: bytes = 0
    case .bool, .number, .percent, .length, .speed, .temperature, .temperatureDifference, .pressure,
      .angle, .elevation, .measure, .money, .duration, .timeOfDay, .date, .instant, .weekday,
      .month, .colour,
      .enumeration, .position:
      bytes = 1
    }
  }

  /// The size of a constant
  init(of value: Value) {
    self.init(bytes: 1)
    switch value {
    case .text(let text): bytes = UInt32(clamping: text.utf8.count)
    case .place(let place): bytes = UInt32(clamping: place.name.utf8.count)
    case .list(let values): self.init(of: values.map { ValueSize(of: $0) })
    case .truth, .scalar, .position, .row: break
    }
  }

  /// The size of a list of values of these sizes
  init(of elements: [ValueSize]) {
    // Two bytes of a comma and a space are between two elements.
    self.init(bytes: UInt32(clamping: 2 * max(0, elements.count - 1)))
    self.elements = 0
    for element in elements {
      bytes = Self.sum(bytes, element.bytes)
      self.elements = Self.sum(self.elements, element.elements)
    }
  }

  private init(bytes: UInt32) { self.bytes = bytes }

  /// The size of a text of pieces
  init(of pieces: [TextPiece], size: (NodeID) -> ValueSize) {
    self.init(bytes: 0)
    for piece in pieces {
      switch piece {
      case .literal(let text): bytes = Self.sum(bytes, UInt32(clamping: text.utf8.count))
      case .value(let node, _): bytes = Self.sum(bytes, size(node).bytes)
      }
    }
  }

  /// The lesser of two sizes
  func least(_ other: ValueSize) -> ValueSize {
    var result = self
    result.bytes = min(bytes, other.bytes)
    result.elements = min(elements, other.elements)
    return result
  }

  /// The least size of a text in other letters: three bytes of `ſ` may become one of `S`
  var inOtherLetters: ValueSize { ValueSize(bytes: bytes / 3) }

  private static func sum(_ first: UInt32, _ second: UInt32) -> UInt32 {
    let (sum, overflow) = first.addingReportingOverflow(second)
    return overflow ? .max : sum
  }
}

extension GraphBuilder {
  /// The least size of the value of an operation, whose operands have theirs
  func size(of operation: Operation, _ type: ValueType) -> ValueSize {
    switch operation {
    case .constant(let value): ValueSize(of: value)
    case .text(let pieces): ValueSize(of: pieces) { size(of: $0) }
    case .list(let elements): ValueSize(of: elements.map { size(of: $0) })
    case .conditional(_, let first, let second): size(of: first).least(size(of: second))
    case .apply(.lower, let operands), .apply(.upper, let operands):
      operands.first.map { size(of: $0).inOtherLetters } ?? ValueSize(of: type)
    case .clock, .period, .sun, .sunAngle, .reading, .address, .nearest, .rowField, .row, .not,
      .and, .or,
      .otherwise, .known, .lastKnown, .compare, .inRange, .element, .arithmetic, .unary, .part,
      .distance, .apply, .placePosition, .placeNamed, .rowPart, .lasting, .withinLast, .withinNext,
      .window, .began, .lastChange, .age, .occurrence, .latch, .aggregate, .aggregateList, .gaps,
      .places:
      ValueSize(of: type)
    }
  }
}
