internal import OppModel

/// The properties of operations that rules ask about, whatever their operands are
///
/// ```
/// temp                       readsData
/// temp for 1h                looksAround; its operand readsData
/// round(litres)              rounds
/// temp otherwise 0C          fillsGaps
/// lower(title)               foldsCase
/// ```
///
/// A trait is of the operation alone; a rule walks over the operands where it wants to know of those.
struct OperationTraits: OptionSet, Sendable {
  let rawValue: UInt8

  /// Its value follows from more than the clock and the calendar of dates: from readings, rows, the sun or positions
  static let readsData = OperationTraits(rawValue: 1)

  /// It looks at other seconds than the present one
  static let looksAround = OperationTraits(rawValue: 2)

  /// It makes a whole number
  static let rounds = OperationTraits(rawValue: 4)

  /// It has a value in place of one that is missing
  static let fillsGaps = OperationTraits(rawValue: 8)

  /// It leaves no capitals, or nothing but capitals
  static let foldsCase = OperationTraits(rawValue: 16)
}

extension Operation {
  /// The one table of what rules distinguish operations by
  var traits: OperationTraits {
    switch self {
    case .reading, .address, .nearest, .rowField, .row, .sun, .aggregate, .distance: .readsData
    case .lasting, .withinLast, .withinNext, .window: .looksAround
    case .otherwise, .lastKnown: .fillsGaps
    case .unary(let function, _): function.isRounding ? .rounds : []
    case .textFunction(let function, _):
      function == .lower || function == .upper ? .foldsCase : []
    case .constant, .clock, .not, .and, .or, .conditional, .known, .compare, .inRange, .element,
      .containsText, .arithmetic, .part, .text, .placeName, .placePosition, .placeNamed, .list,
      .rowPart, .began, .aggregateList:
      []
    }
  }

  /// The value of which it is a part, with the part; nil for another operation
  var partOf: (part: OppModel.Part, value: NodeID)? {
    if case .part(let part, let value) = self { (part, value) } else { nil }
  }

  /// The operand of a window over time, of rounding or of a default whose kind of value it keeps; nil for another
  var keptOperand: NodeID? {
    switch self {
    case .otherwise(let inner, _), .lastKnown(let inner): inner
    case .unary(let function, let inner): function.isRounding ? inner : nil
    case .window(let function, let inner, _): function.keepsKind ? inner : nil
    case .constant, .clock, .sun, .reading, .address, .nearest, .rowField, .row, .not, .and, .or,
      .conditional, .known, .compare, .inRange, .element, .containsText, .arithmetic, .part,
      .distance, .text, .textFunction, .placeName, .placePosition, .placeNamed, .list, .rowPart,
      .lasting, .withinLast, .withinNext, .began, .aggregate, .aggregateList:
      nil
    }
  }
}

extension Unary {
  /// Whether the result is a whole number
  fileprivate var isRounding: Bool {
    switch self {
    case .round, .floor, .ceiling: true
    case .negate, .absolute: false
    }
  }
}

extension WindowFunction {
  /// `true` where it gives one of the values, or a mean of them
  fileprivate var keepsKind: Bool {
    switch self {
    case .average, .minimum, .maximum: true
    case .change, .total, .travelled: false
    }
  }
}

extension LintSubject {
  /// `true` for the time of day, however it is written
  func isTimeOfDay(_ node: NodeID) -> Bool {
    let operation = graph[node].operation
    if operation == .clock(.time) { return true }
    return operation.partOf.map { $0.part == .time && graph[$0.value].operation == .clock(.now) }
      ?? false
  }

  /// `true` for a comparison of times of day, or a window of them
  func comparesTimeOfDay(_ node: NodeID) -> Bool {
    let operation = graph[node].operation
    if case .compare(_, let left, _) = operation { return graph[left].type == .timeOfDay }
    if case .inRange(let value, _, _, _) = operation { return graph[value].type == .timeOfDay }
    return false
  }
}
