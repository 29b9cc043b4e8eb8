internal import OppModel

/// The outcomes that a node may still have, as bits
///
/// A node is *open* while it can still be true or false, and is neither yet. `and` of an unknown and an
/// open node may be false or remain unknown, but never true:
///
///     a               true, false
///     b               unknown
///     a and b         false (or unknown)     so a is worth fetching
///     a or b          true (or unknown)
struct PossibleOutcomes: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// It may be true
  static let yes = PossibleOutcomes(rawValue: 1)

  /// It may be false
  static let no = PossibleOutcomes(rawValue: 2)

  /// Neither, for the rest of this round
  static let unknown = PossibleOutcomes(rawValue: 4)

  /// The outcome is not settled yet
  static let open = PossibleOutcomes(rawValue: 8)

  /// It may be true or false
  static let decided: PossibleOutcomes = [.yes, .no]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ truth: Truth) {
    switch truth {
    case .true: self = .yes
    case .false: self = .no
    case .unknown: self = .unknown
    }
  }

  /// `yes` and `no` changed for one another
  var negated: PossibleOutcomes {
    let value = rawValue
    return PossibleOutcomes(rawValue: (value & 12) | ((value & 1) << 1) | ((value & 2) >> 1))
  }
}
