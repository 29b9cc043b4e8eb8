package import OppModel

/// A person's override of an Opp while the engine runs
package enum ControlChange: Hashable, Sendable {
  /// It counts again, against the rules if need be, and its snoozes end
  case enable(opp: String)

  /// It does not fire, against the rules if need be
  case disable(opp: String)

  /// It does not fire before an instant; a row of it, or, for nil, all of it
  case snooze(opp: String, row: [Value]?, until: Instant)

  /// A snooze ends now
  case endSnooze(opp: String, row: [Value]?)

  /// Whether it concerns a single row
  var isOfRow: Bool {
    switch self {
    case .enable, .disable: false
    case .snooze(_, let row, _), .endSnooze(_, let row): row != nil
    }
  }
}

/// The person's overrides of an Opp as a whole
struct OppControl: Hashable, Sendable {
  var choice: Choice?

  /// The first second at which all of it is no longer snoozed
  var snoozedUntil: Int64?

  /// Whether it is disabled, and the state in the rules when that was decided
  ///
  /// It holds until the rules change: a later edit of `disabled` is meant.
  struct Choice: Hashable, Sendable {
    /// The choice of the person
    let isDisabled: Bool

    /// `isDisabled` of the rules at that time
    let overrides: Bool
  }
}

extension OppControl: Persisted {
  /// `1 T F -`: disabled, where the rules say that it is enabled, and not snoozed
  func write(to writer: inout MemoryWriter) {
    writer.add(choice.map { $0.isDisabled ? Truth.true : .false } ?? .unknown)
    writer.add(choice?.overrides ?? false)
    writer.add(snoozedUntil)
  }

  mutating func restore(from reader: inout MemoryReader) {
    let isDisabled = reader.truth()
    let overrides = reader.isTrue()
    snoozedUntil = reader.optionalSecond()
    if isDisabled != .unknown {
      choice = Choice(isDisabled: isDisabled == .true, overrides: overrides)
    }
  }
}
