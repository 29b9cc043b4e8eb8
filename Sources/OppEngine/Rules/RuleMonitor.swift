internal import OppModel

/// The Opps of the rules: the memory of each, and whether it fires
///
/// The readings that decide this are the evaluator's, which every function is given. It touches an Opp by
/// ``Notices/touch(_:)`` where a condition of it changes; ``examineOpps(_:)`` looks at each of these at the end of a
/// second, and leaves its firings in ``outcome``.
struct RuleMonitor: Sendable {
  private let addressOnly = AddressOnly()

  /// One an Opp, or one a row of an Opp that is `for each`, in the order in which they came
  var opps: [OppState] = []

  /// The Opps that fire without being examined, while conditions are counted
  var plainOpps = PlainOpps()

  /// The firings that a limit with `in all` has counted, of all rows together
  var commonCounts: [RuleID: FiringCount] = [:]

  /// The rules whose limits may have counted fewer firings than there were, or `nil` for all rules
  var openLimits: Set<RuleID>?

  /// Whether any rule has a limit with `in all`
  var hasLimitInAll = false

  /// The place of each rule in the order of names
  var ranks: [Int] = []

  /// The seconds at which Opps are examined, whether or not a reading changes at them
  var oppTimers = TimerHeap<OppID>()

  /// The events of the sun, which come earlier or later where their places move
  var sunEvents = SunEvents()

  /// The time limits of events that wait for readings; nil where readings are there at their seconds
  var eventTimeouts: EventTimeouts?

  /// The firings that wait for readings, in the order in which they began to
  var pendingEvents: [PendingEvent] = []

  /// Whether any of them came to be known only after its second
  var hasPassedEvents = false

  /// The number of seconds before it matters that something is fetched
  var lead: Int64 = 0

  /// The person's overrides of Opps while the engine ran, by name
  var controls: [String: OppControl] = [:]

  /// The rows that rules have recorded and that come into their tables later, in the order of time
  var pendingRecords: [PendingRecord] = []

  /// The firings that rules read
  var log = FiringLog(ConditionGraph())

  /// The firings that wait until it is quiet no longer
  var hold = QuietHold(ConditionGraph())

  /// The firings that have ended at the latest second at which any did
  var endedFirings: (second: Int64, firings: [(opp: OppID, second: Int64)]) = (Seconds.past, [])

  /// The Opps that fired when Opps were last examined
  var dueOpps: [OppID] = []

  /// Opps that are looked at only from the first second on that is stepped to after a restart
  var newRules: [OppID] = []

  /// The rules that are `for each` and came with a restart: so are the Opps of rows that come before that second
  var unknownRules: Set<Int> = []

  /// `true` if firings that `at most` or `disabled` holds back are noted, for an explanation
  var notesHeldBack = false

  /// The firings, records and misses since a step was last handed out
  var outcome = Step()
}
