/// The fate of one Opp between two versions of a rule set
///
/// ```
/// opp "A" when temp > 30C      →  when 30C < temp              same
/// opp "A" when temp > 30C      →  when temp > 32C              stricter, clauses [when], lost at 31 °C
/// opp "A" on 9:00              →  on 9:00 or 10:00             looser, clauses [on]
/// opp "A" on 9:00 notify "a"   →  notify "b" colour red        worded, clauses [notify, colour]
/// ```
package struct RuleChange: Hashable, Sendable {
  /// Its name, in the new version if it is there
  package let name: String

  /// Its index in the old rule set; `nil` if it is new
  package let old: Int?

  /// Its index in the new rule set; `nil` if it is gone
  package let new: Int?

  /// The change as a whole, of which ``clauses`` are the details
  package let kind: Kind

  /// The clauses that mean something else now, in the order of the language
  package let clauses: [Clause]

  /// A second at which the new condition is true and the old one is not
  package let gained: Witness?

  /// A second at which the old condition was true and the new one is not
  package let lost: Witness?

  /// The change of when an Opp fires
  package enum Kind: Hashable, Sendable, CaseIterable {
    /// It means the same, however it is written
    case same
    /// It fires as before, and says something else
    case worded
    /// It fires as before under another name
    case renamed
    /// It fires at fewer occasions
    case stricter
    /// It fires at more occasions
    case looser
    /// It fires at other occasions
    case different
    /// It is written otherwise, and whether it means the same was not decided
    case undecided
    /// There is no such Opp in the old version
    case added
    /// There is no such Opp in the new version
    case removed

    /// `true` if anything that fires may have changed
    package var changesFirings: Bool {
      switch self {
      case .same, .worded, .renamed: false
      case .stricter, .looser, .different, .undecided, .added, .removed: true
      }
    }
  }

  /// A clause of an Opp
  package enum Clause: Hashable, Sendable, CaseIterable {
    case forEach
    case on
    case when
    case notify
    case to
    case with
    case record
    case colour
    case atMost
    case again
    case snooze
    case expires
    case urgent
    case disabled
  }
}

/// The direction of a change, as each clause that decides when an Opp fires has one
///
/// They form a lattice with `same` at the bottom and `different` at the top:
///
/// ```
/// stricter + same       stricter
/// stricter + looser     different       it fires at occasions that it did not fire at, and the other way round
/// undecided + looser    undecided
/// undecided + different different
/// ```
enum Direction {
  case same
  case stricter
  case looser
  case different
  case undecided

  /// The direction of two changes together
  func combined(with other: Direction) -> Direction {
    switch (self, other) {
    case (.same, let direction), (let direction, .same): direction
    case (.different, _), (_, .different): .different
    case (.undecided, _), (_, .undecided): .undecided
    case (.stricter, .stricter): .stricter
    case (.looser, .looser): .looser
    case (.stricter, .looser), (.looser, .stricter): .different
    }
  }

  /// The kind of change of an Opp of which this is the direction of all clauses
  var kind: RuleChange.Kind {
    switch self {
    case .same: .same
    case .stricter: .stricter
    case .looser: .looser
    case .different: .different
    case .undecided: .undecided
    }
  }
}
