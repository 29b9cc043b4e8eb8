/// Kleene's three truth values, in their order: false < unknown < true
///
/// `and` is the least of its operands, `or` the greatest, and `not` mirrors the order: so `not unknown` is unknown.
package enum Truth: Int8, Hashable, Sendable, Comparable {
  case `false` = 0
  case unknown = 1
  case `true` = 2

  package static func < (left: Truth, right: Truth) -> Bool { left.rawValue < right.rawValue }

  /// `not`: the other truth, and unknown of unknown
  package var negated: Truth {
    switch self {
    case .true: .false
    case .false: .true
    case .unknown: .unknown
    }
  }
}
