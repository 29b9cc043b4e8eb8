internal import OppModel

/// An Opp, or one row of an Opp that is `for each`, with its memory
struct OppState: Sendable {
  let rule: Int

  /// The row it is of; -1 for none
  let row: Int32
  let environment: Int32

  /// The parts of the rule that are needed at every second of change; the rule itself is costly to copy
  let repetition: Int64
  var isDisabled: Bool

  /// Instances; nil where the rule has none
  var whole: Int32?
  var condition: Int32?
  var membership: Int32?
  var events: [EventState] = []

  /// The last known truth of the whole condition
  var lastKnown = Truth.unknown

  /// The second from which `again every` counts, while the interval of truth that fired lasts
  var anchor: Int64?

  /// The period that the firings counted are of, and how many
  var period: Int64 = Seconds.past
  var count = 0

  /// The latest firings, no more than `at most` counts
  var recent: [Int64] = []
  var isTouched = false
  var lastExamined = Seconds.past

  /// The first second at which it is no longer snoozed
  var snoozedUntil: Int64?

  /// Whether an event of it was kept silent by a snooze, and fires at its end
  var wasSnoozedAway = false
  var lastFired: Int64?

  /// Whether its condition was undecided while it was idle
  var isLostSightOf = false

  /// Whether it is not examined yet: it is new after a restart, and no step has been made since
  var isNewcomer = false

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
    case becomes(Int32)
    case timeOfDay(Int32)
    case sun(SunField, place: Int32, offset: Int64)
    case instant(Int32)
    case every(Int64)
    case changes(Int32)
    case rowAdded
    case rowRemoved
  }
}
