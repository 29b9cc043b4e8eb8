internal import OppModel

/// An Opp, or one row of an Opp that is `for each`, with its memory
struct OppState: Sendable {
  /// An index into ``ConditionGraph/rules``
  let rule: Int

  /// The row it is of; -1 for none
  let row: Int32

  /// The environment of the row, in which its instances are; ``Environment/none`` for none
  let environment: Int32

  /// The parts of the rule that are needed at every second of change; the rule itself is costly to copy
  /// In seconds, 0 without `again every`
  let repetition: Int64
  var isDisabled: Bool

  /// Instances; nil where the rule has none
  /// `whole` is `for each` and `when`; `membership` is that the row is in the list of `for each`
  var whole: Int32?
  var condition: Int32?
  var membership: Int32?
  var events: [EventState] = []

  /// The last known truth of the whole condition
  var lastKnown = Truth.unknown

  /// The second from which `again every` counts, while the interval of truth that fired lasts
  var anchor: Int64?

  /// The period that the firings counted are of, and how many
  /// As ``RateLimit/Period/number(at:in:)`` numbers periods; where the period is a duration, ``recent`` counts
  var period: Int64 = Seconds.past
  var count = 0

  /// The latest firings, no more than `at most` counts
  /// Seconds, in ascending order
  var recent: [Int64] = []

  /// The latest second at which it was examined
  var lastExamined = Seconds.past

  /// The first second at which it is no longer snoozed
  var snoozedUntil: Int64?

  /// Whether an event of it was kept silent by a snooze, and fires at its end
  var wasSnoozedAway = false

  /// The second of its latest firing
  var lastFired: Int64?

  /// Whether its condition was undecided while it was idle
  var isLostSightOf = false

  /// Whether it is not examined yet: it is new after a restart, and no step has been made since
  var isNew = false

  /// Whether nothing but its condition makes it fire: it has no events, is not repeated, and not snoozed
  var dependsOnConditionOnly: Bool {
    events.isEmpty && repetition == 0 && snoozedUntil == nil && anchor == nil
  }

  /// Forgets that anything was undecided while it was idle
  mutating func forgetLostSight() {
    isLostSightOf = false
    for event in events.indices { events[event].isLostSightOf = false }
  }
}

/// An event, with what it remembers of the seconds before
struct EventState: Sendable {
  let kind: Kind

  /// The last known truth of the Bool, or of the membership of the row
  var lastTruth = Truth.unknown

  /// Whether what it looks at was undecided while the Opp was idle
  var isLostSightOf = false

  /// The second since which an instant has been undecided; nil while it is not
  var undecidedSince: Int64?

  /// The last known value
  var lastValue = Reading.unknown

  /// `time >= e` at the last second that was looked at, and that second
  var reached = Truth.unknown
  var reachedSecond = Seconds.past

  /// The last local date that has had a second with `time >= e`
  var reachedDay = Seconds.past

  /// Records the present reading as the last known one
  mutating func take(_ reading: Reading) {
    guard reading.isKnown else { return forgetOperand() }
    if reading.truth != .unknown { lastTruth = reading.truth }
    lastValue = reading
  }

  /// Forgets the last known value that it compares with
  mutating func forgetOperand() {
    switch kind {
    case .becomes: lastTruth = .unknown
    case .changes: lastValue = .unknown
    case .timeOfDay, .sun, .instant, .every, .rowAdded, .rowRemoved: break
    }
  }

  /// Whether it is the event that the row leaves its list
  var isRemoval: Bool {
    if case .rowRemoved = kind { return true }
    return false
  }

  enum Kind: Sendable {
    /// The instance of the condition
    case becomes(Int32)
    /// The instance of `time >= e`
    case timeOfDay(Int32)
    /// The instance of the place, and seconds to add to the crossing
    case sun(SunField, place: Int32, offset: Int64)
    /// The instance of `now == x`
    case instant(Int32)
    /// Seconds, at least one
    case every(Int64)
    /// The instance of the value
    case changes(Int32)
    case rowAdded
    case rowRemoved
  }
}
