/// The truth values that a variable may still have
///
/// A variable that is no Bool has `true` for a known value and `unknown` for none.
///
/// ```
/// {true, unknown}.negated                          {false, unknown}
/// {false, unknown, true}.notBelow({unknown})       {unknown, true}
/// {false, unknown, true}.notAbove({unknown})       {false, unknown}
/// {true, false}.minimum({unknown})                 {unknown, false}       `and` of each with each
/// {true, false}.maximum({unknown})                 {true, unknown}        `or` of each with each
/// ```
///
/// The bits are in the order false < unknown < true, so the lowest bit is the least truth.
struct TruthMask: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let `false` = TruthMask(rawValue: 1)
  static let unknown = TruthMask(rawValue: 2)

  /// Known, for a variable that is no Bool
  static let `true` = TruthMask(rawValue: 4)

  /// Nothing is decided
  static let all: TruthMask = [.false, .unknown, .true]

  /// The truths that are not unknown
  static let knownTruths: TruthMask = [.false, .true]

  /// `true` if one truth is left: the variable is decided
  var isSingle: Bool { rawValue.nonzeroBitCount == 1 }
  var mayBeUnknown: Bool { contains(.unknown) }

  /// Kleene's negation of each
  var negated: TruthMask {
    var result = self.intersection(.unknown)
    if contains(.true) { result.insert(.false) }
    if contains(.false) { result.insert(.true) }
    return result
  }

  /// The truths not below the least of `other`, in the order false < unknown < true
  func notBelow(_ other: TruthMask) -> TruthMask {
    guard !other.isEmpty else { return [] }
    let least = other.rawValue & (~other.rawValue &+ 1)
    return TruthMask(rawValue: rawValue & ~(least &- 1))
  }

  /// The truths not above the greatest of `other`
  func notAbove(_ other: TruthMask) -> TruthMask {
    if other.contains(.true) { return self }
    if other.contains(.unknown) { return subtracting(.true) }
    return other.contains(.false) ? intersection(.false) : []
  }

  /// The minimum of one of each, for every choice
  func minimum(_ other: TruthMask) -> TruthMask {
    union(other).notAbove(self).notAbove(other)
  }

  /// The maximum of one of each, for every choice
  func maximum(_ other: TruthMask) -> TruthMask {
    union(other).notBelow(self).notBelow(other)
  }
}
