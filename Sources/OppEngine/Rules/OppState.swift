internal import OppModel

/// An Opp, or one row of an Opp that is `for each`, with its memory
struct OppState: Sendable {
  /// An index into ``ConditionGraph/rules``
  let rule: Int

  /// The row it is of; nil for an Opp without `for each`
  let row: RowIndex?

  /// The environment of the row, in which its instances are
  let environment: EnvironmentID

  /// The series of `again every` that its latest firing by condition or event has begun
  var series: RepetitionSeries
  var isDisabled: Bool

  /// Instances; nil where the rule has none
  /// `whole` is `for each` and `when`; `membership` is that the row is in the list of `for each`
  var whole: InstanceID?
  var condition: InstanceID?
  var membership: InstanceID?
  var events: [EventState] = []

  /// The last known truth of the whole condition
  var lastKnown = Truth.unknown

  /// The firings that `at most` has counted; with `in all` those are ``RuleMonitor/commonCounts``
  var counted = FiringCount()

  /// The latest second at which it was examined
  var lastExamined = Seconds.past

  /// The first second at which it is no longer snoozed
  var snoozedUntil: Int64?

  /// Whether an event of it was kept silent by a snooze, and fires at its end
  var wasSnoozedAway = false

  /// The second of its latest firing, until that is answered with `done` or `dismissed`
  var lastFired: Int64?

  /// The seconds of its firings that have not ended, where something reads their `ended`
  var openFirings: [Int64] = []

  /// The latest firing before an edit from which on something reads its end, until the condition is known
  var adoptedFiring: Int64?

  /// `true` if its condition is not tracked: it was undecided while the Opp could not fire, or an answer has ended that time
  ///
  /// An Opp with events is never untracked: each event compares with the last value that was known, whenever that was.
  var isUntracked = false

  /// Whether it is not examined yet: it is new after a restart, and no step has been made since
  var isNew = false

  /// Whether it has `again every`
  var isRepeated: Bool { series.duration > 0 }

  /// Whether nothing but its condition makes it fire: it has no events, is not repeated, and not snoozed
  var dependsOnConditionOnly: Bool {
    events.isEmpty && !isRepeated && snoozedUntil == nil && !series.isRunning
      && !isUntracked
  }

  /// The condition that decides a firing which waits; nil if nothing has to
  func condition(of kind: PendingEvent.Kind) -> InstanceID? {
    switch kind {
    case .event, .repetition: whole
    case .removal: condition
    case .words: nil
    }
  }
}

/// An event, with its memory of the seconds before
struct EventState: Sendable {
  let kind: Kind

  /// The last known truth of the Bool, or of the membership of the row
  var lastTruth = Truth.unknown

  /// The second since which an instant has been undecided; nil while it is not
  var undecidedSince: Int64?

  /// The last known value
  var lastValue = Reading.unknown

  /// `time >= e` at the last second that was looked at, and that second
  var reached = Truth.unknown
  var reachedSecond = Seconds.past

  /// The last local date that has had a second with `time >= e`
  var reachedDay = Seconds.past

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
    case becomes(InstanceID)
    /// The instance of `time >= e`
    case timeOfDay(InstanceID)
    /// The instance of the place, and seconds to add to the crossing
    case sun(SunField, place: InstanceID, offset: Int64)
    /// The instance of `now == x`
    case instant(InstanceID)
    /// Seconds, at least one
    case every(Int64)
    /// The instance of the value
    case changes(InstanceID)
    case rowAdded
    case rowRemoved
  }
}

extension OppState {
  /// Whether nothing that it remembers can make a difference any more
  ///
  /// The last known truth of an Opp with events counts for none of them. A firing without an answer is remembered for
  /// as long as it is a row of `firings`: a snooze has it delivered again.
  ///
  /// - Parameter sweep: the second at which everything was gone through last; nil for never.
  func isAtBeginning(asOf sweep: Int64?) -> Bool {
    guard !series.isRunning, counted.isNone, snoozedUntil == nil, !wasSnoozedAway,
      !isUntracked, openFirings.isEmpty, !events.isEmpty || lastKnown == .unknown
    else { return false }
    if let lastFired {
      guard let sweep, Seconds.add(lastFired, FiringLog.keeping) < sweep else { return false }
    }
    return events.allSatisfy { $0.isAtBeginning }
  }

  /// The last known truth of its condition, the firings that `at most` counts, and the state of each event
  ///
  /// For a row of `opp "c" for each t in chores on t.due - 10min when not t.done`:
  ///
  /// ```
  /// 1 389f423f…                       the version, the meaning of the condition
  /// T -                               true when last known; nothing that `again every` counts from
  /// - -1152921504606846976 0 0        no `at most`: no period, none counted, no recent firing
  /// - F -                             not snoozed, nothing snoozed away, never fired
  /// 1 96a4e2bd… ? ? ? -115… 0         one event: its meaning, last truth and value, the truth and day it was reached
  /// 0 F 0 -                           no pending event; not untracked; no series
  /// ```
  ///
  /// Events of instants that are undecided follow, each with its meaning and since when, and then the seconds of its open
  /// firings; neither is there where both are none.
  ///
  /// - Parameter pending: its firings that wait.
  borrowing func write(
    to writer: inout MemoryWriter, _ meaning: RuleMeaning, _ pending: [PendingEvent],
    _ pool: ObjectPool
  ) {
    writer.add(meaning.condition)
    writer.add(lastKnown)
    writer.add(series.anchor)
    counted.write(to: &writer, meaning.limit)
    writer.add(snoozedUntil)
    writer.add(wasSnoozedAway)
    writer.add(lastFired)
    writer.add(events.count)
    for place in events.indices where meaning.events.indices.contains(place) {
      writer.add(meaning.events[place].meaning)
      events[place].write(to: &writer, meaning.events[place].type, pool)
    }
    writer.add(pending.count)
    for event in pending { event.write(to: &writer, meaning) }
    writer.add(isUntracked)
    // Earlier versions had the events here that were untracked.
    writer.add(0)
    writer.add(series.begins)
    let undecided = events.count { $0.undecidedSince != nil }
    if undecided == 0, openFirings.isEmpty { return }
    writer.add(undecided)
    for event in events.indices where events[event].undecidedSince != nil {
      writer.add(meaning.events[event].meaning)
      writer.add(events[event].undecidedSince)
    }
    if openFirings.isEmpty { return }
    writer.add(openFirings.count)
    for second in openFirings { writer.add(second) }
  }

  /// Takes over the entry of the same Opp
  ///
  /// Limits and snoozes count under any present condition; its last truth, pending events and anchor only if the
  /// condition is the same.
  ///
  /// - Parameter index: its own.
  /// - Returns: its firings that wait.
  mutating func restore(
    from reader: inout MemoryReader, _ meaning: RuleMeaning, _ pool: inout ObjectPool,
    index: OppID
  ) -> [PendingEvent] {
    let isSame = reader.meaning() == meaning.condition.fingerprint
    let truth = reader.truth()
    let start = reader.optionalSecond()
    if isSame {
      lastKnown = truth
    } else {
      // It waits for something else now, so that its last known truth does not count.
      isNew = true
    }
    counted.restore(from: &reader, meaning.limit)
    snoozedUntil = reader.optionalSecond()
    wasSnoozedAway = reader.isTrue()
    #if Relapses
      if Relapse.isOn(.limitIsForgotten) { counted = FiringCount() }
      if Relapse.isOn(.snoozedEventIsForgotten) { wasSnoozedAway = false }
    #endif
    lastFired = reader.optionalSecond()
    for _ in 0..<reader.count() { restoreEvent(from: &reader, meaning, &pool) }
    var pending: [PendingEvent] = []
    for _ in 0..<reader.count() {
      if let event = PendingEvent(of: index, from: &reader, meaning) { pending.append(event) }
    }
    restoreTracking(from: &reader, isSame: isSame)
    let begins = reader.isAtEnd ? nil : reader.optionalSecond()
    if isSame { series.restore(begins: begins, anchor: start) }
    if !reader.isAtEnd { restoreUndecided(from: &reader, meaning) }
    if !reader.isAtEnd { for _ in 0..<reader.count() { openFirings.append(reader.second()) } }
    // An event of a condition that is another one now waits for nothing.
    return isSame ? pending : []
  }

  /// Restores an event, found by its meaning among those that the Opp has now
  private mutating func restoreEvent(
    from reader: inout MemoryReader, _ meaning: RuleMeaning, _ pool: inout ObjectPool
  ) {
    let places = meaning.places(ofEvent: reader.meaning()).filter { events.indices.contains($0) }
    if places.isEmpty {
      var other = EventState(kind: .rowAdded)
      return other.restore(from: &reader, .number, &pool)
    }
    // Events that mean the same remember the same.
    let beginning = reader
    for place in places {
      reader = beginning
      events[place].restore(from: &reader, meaning.events[place].type, &pool)
    }
  }

  /// Restores since when instants have been undecided
  private mutating func restoreUndecided(from reader: inout MemoryReader, _ meaning: RuleMeaning) {
    for _ in 0..<reader.count() {
      let places = meaning.places(ofEvent: reader.meaning())
      let since = reader.optionalSecond()
      for place in places where events.indices.contains(place) {
        events[place].undecidedSince = since
      }
    }
  }

  /// Restores whether its condition is untracked, which the entries of the earliest versions do not say
  private mutating func restoreTracking(from reader: inout MemoryReader, isSame: Bool) {
    if reader.isAtEnd { return }
    let isUntracked = reader.isTrue()
    if isSame { self.isUntracked = isUntracked }
    // The untracked events of earlier versions: each goes on with its last known value.
    for _ in 0..<reader.count() { _ = reader.meaning() }
  }
}

extension EventState {
  /// Whether it remembers nothing
  var isAtBeginning: Bool {
    lastTruth == .unknown && lastValue.kind == .unknown && reached == .unknown
      && reachedDay == Seconds.past && undecidedSince == nil
  }

  /// The last truth and value, and the truth and day that it was reached
  func write(to writer: inout MemoryWriter, _ type: ValueType, _ pool: ObjectPool) {
    writer.add(lastTruth)
    writer.add(lastValue, type, pool)
    writer.add(reached)
    writer.add(reachedDay)
  }

  mutating func restore(
    from reader: inout MemoryReader, _ type: ValueType, _ pool: inout ObjectPool
  ) {
    lastTruth = reader.truth()
    lastValue = reader.reading(type, &pool)
    reached = reader.truth()
    reachedDay = reader.second()
  }
}
