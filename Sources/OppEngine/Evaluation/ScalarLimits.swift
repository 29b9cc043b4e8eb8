internal import OppModel

/// The limits of the scalars of a type, in the room of one byte: each template has them
enum ScalarLimits {
  case none
  /// Those of an instant
  case instant
  /// Those of a date
  case date

  init(_ type: ValueType) {
    if case .instant = type {
      self = .instant
    } else if case .date = type {
      self = .date
    } else {
      self = .none
    }
  }

  /// The least and the greatest value
  var range: ClosedRange<Double> {
    switch self {
    case .none: ValueType.number.scalarLimits
    case .instant: ValueType.instant.scalarLimits
    case .date: ValueType.date.scalarLimits
    }
  }

  /// Whether a value is within them; nothing that is no number is
  @inline(__always)
  func contains(_ value: Double) -> Bool {
    if case .none = self { return !value.isNaN }
    return range.contains(value)
  }
}
