/// The properties of an operation by which the other modules treat it
///
/// Every operation has a row in ``Operation/traits``. Code that would list operations asks for a property in their place;
/// a list that is left is of operations that are special to it.
///
/// ```
///                     role          absence       definition
/// temp                data          by itself     partial
/// temp > 20C          comparison    of operands   strict
/// known(temp)         knowledge     never         joined
/// raining for 1h      computed      by itself     free
/// ```
package struct OperationTraits: Sendable {
  package let role: OperationRole
  package let absence: Absence
  package let definition: Definition
  package let properties: Properties

  init(
    _ role: OperationRole, _ absence: Absence, _ definition: Definition,
    _ properties: Properties = []
  ) {
    self.role = role
    self.absence = absence
    self.definition = definition
    self.properties = properties
  }

  package func contains(_ property: Properties) -> Bool { properties.contains(property) }

  /// Whether its value may be missing
  package enum Absence: Sendable {
    /// It is always known
    case never
    /// It may be missing even if all operands are known: it depends on readings, rows or the past
    case byItself
    /// It may be missing if an operand may
    case ofOperands
  }

  /// The way in which whether it is known follows from its operands
  package enum Definition: Sendable {
    /// It is known wherever all operands are, such as comparisons and sums
    case strict
    /// It is unknown if an operand is, and maybe if all are known: a reading of a source with known arguments, the
    /// sunrise in the polar night
    case partial
    /// By a rule of its own, from the truths of its operands or from whether they are known
    case joined
    /// Nothing follows
    case free
  }

  package struct Properties: OptionSet, Sendable {
    package let rawValue: UInt16

    package init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Its value follows from more than the clock and the calendar of dates: from readings, rows, the sun or positions
    package static let readsData = Properties(rawValue: 1)

    /// It looks at other seconds than the present one
    package static let looksAround = Properties(rawValue: 2)

    /// It makes a whole number of another
    package static let rounds = Properties(rawValue: 4)

    /// It has a value in place of one that is missing
    package static let fillsGaps = Properties(rawValue: 8)

    /// It leaves no capitals, or nothing but capitals
    package static let foldsCase = Properties(rawValue: 16)

    /// Its value shows the value of an operand, or most of it
    package static let showsOperands = Properties(rawValue: 32)

    /// Its value is a whole number for all values of its operands
    package static let isWhole = Properties(rawValue: 64)

    /// Its value is a number that is not negative
    package static let isNotNegative = Properties(rawValue: 128)
  }
}

/// The part that an operation plays in a question, before any reasoning about its operands
package enum OperationRole: Sendable {
  /// A value written in the rules
  case constant
  /// A field of the present second
  case present
  /// A field of a source or of a row: it may have any value of its domain
  case data
  /// A time of the sun, `daylight` or its place in the sky, which follow from the present second and a place
  case sun
  /// Order or membership of values
  case comparison
  /// A text, which is never unknown
  case text
  /// `known(x)`, which is true or false
  case knowledge
  /// A value that follows from those of the operands
  case computed
}

extension WindowFunction {
  /// The properties of a window over time
  var properties: OperationTraits.Properties {
    switch self {
    case .average, .minimum, .maximum, .change, .total, .ago: .looksAround
    case .travelled, .increase: [.looksAround, .isNotNegative]
    case .times, .changes: [.looksAround, .isNotNegative, .isWhole]
    }
  }
}

extension Unary {
  /// The properties of a function of a number
  var properties: OperationTraits.Properties {
    switch self {
    case .round, .floor, .ceiling: [.rounds, .isWhole]
    case .absolute, .squareRoot, .exponential: .isNotNegative
    case .negate, .logarithm, .ratio, .percentage: []
    }
  }
}
