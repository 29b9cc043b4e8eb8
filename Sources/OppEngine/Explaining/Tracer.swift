internal import OppModel

/// The traces that are recorded while an engine steps
struct Tracer: Sendable {
  /// Whether the values of watched nodes are traced
  var tracesWatched = false

  /// The second at which tracing began
  var begins: Int64 = 0

  /// One an Opp, in the order of its coming into being
  var conditions: [[TruthStretch]] = []

  /// The instances of the watched nodes, in the order in which they were requested
  private var watched: [InstanceID] = []

  /// One a watched node
  var values: [[ValueStretch]] = []

  /// Begins to trace at the present second, including its own values
  mutating func begin(
    conditions: Bool, _ watched: [InstanceID], _ opps: [OppState], _ evaluator: inout Evaluator
  ) {
    evaluator.tracesConditions = conditions
    tracesWatched = true
    begins = evaluator.now
    self.watched = watched
    values = Array(repeating: [], count: watched.count)
    // Nothing has changed at this second, so that what is so already is noted by hand: what drifts as it is by now, not
    // as it was when it was last evaluated.
    for watch in watched.indices {
      let reading = evaluator.reading(of: watched[watch], at: evaluator.now)
      note(watch: watch, reading, &evaluator)
    }
    guard conditions else { return }
    self.conditions = Array(repeating: [], count: opps.count)
    for opp in OppID.all(in: opps) { note(opp, evaluator.truth(opps[opp].whole), opps, &evaluator) }
  }

  /// Notes the truth of an Opp's condition from this second on, where conditions are traced
  ///
  /// An Opp that is new gets the intervals before it came, and so do those before it that are not noted yet.
  mutating func note(
    _ opp: OppID, _ truth: Truth, _ opps: [OppState], _ evaluator: inout Evaluator
  ) {
    guard evaluator.tracesConditions else { return }
    while conditions.count <= opp.place {
      let other = opps[conditions.count]
      let before = stretches(before: other, evaluator.begins, evaluator.now, evaluator.facts)
      conditions.append(before)
    }
    if let last = conditions[opp].last {
      guard last.truth != truth else { return }
      close(opp, at: evaluator.now)
    }
    var reasons: [UnknownReason] = []
    if truth == .unknown, let whole = opps[opp].whole { reasons = evaluator.reasons(of: whole) }
    conditions[opp].append(
      TruthStretch(
        truth: truth, from: Instant(seconds: evaluator.now), to: .distantFuture, reasons: reasons))
  }

  /// Ends the last interval of an Opp at this second, or removes it if it began here
  private mutating func close(_ opp: OppID, at now: Int64) {
    let last = conditions[opp].count - 1
    conditions[opp][last].to = Instant(seconds: now)
    if conditions[opp][last].from.seconds >= now { conditions[opp].removeLast() }
  }

  /// The stretches of a row's condition before the row was first seen: unknown with its table, else false
  ///
  /// With memory from 23:50 on, and `tasks` known from 00:00, lost at 00:20 and back at 00:30 with a row that is new:
  /// unknown from 23:50, false from 00:00, unknown from 00:20 to 00:30.
  private func stretches(
    before opp: OppState, _ memoryBegins: Instant, _ now: Int64, _ facts: Facts
  ) -> [TruthStretch] {
    guard let row = opp.row, now > begins else { return [] }
    let table = facts.rows[row].table
    var result: [TruthStretch] = []
    func append(_ truth: Truth, from: Int64, to: Int64) {
      let start = max(from, begins)
      guard start < to else { return }
      if let last = result.last, last.truth == truth {
        result[result.count - 1].to = Instant(seconds: to)
        return
      }
      result.append(
        TruthStretch(
          truth: truth, from: Instant(seconds: start), to: Instant(seconds: to),
          reasons: truth == .unknown ? [.unknownTable(table, reason: nil)] : []))
    }
    // From one turn of the table to the next: unknown before the first, then known without the row, or unknown again.
    var start = memoryBegins.seconds
    var truth = Truth.unknown
    for turn in facts.tables[table].turns {
      append(truth, from: start, to: min(turn.second, now))
      (start, truth) = (turn.second, turn.isKnown ? .false : .unknown)
    }
    append(truth, from: start, to: now)
    return result
  }

  /// Notes the reading of a watched node from this second on
  ///
  /// A reading that continues the last interval, as `free` does when the calendar is read again, begins none. A reading at
  /// the same second replaces the one before, and continues the interval before that if it is equal.
  mutating func note(watch: Int, _ reading: Reading, _ evaluator: inout Evaluator) {
    guard tracesWatched else { return }
    let instance = watched[watch]
    var reading = reading
    if reading.kind == .deferred { reading = evaluator.computed(instance) }
    let next = ValueStretch(
      value: evaluator.pool.value(reading), perSecond: reading.drift,
      isMoving: reading.kind == .curved || reading.kind == .moving,
      from: Instant(seconds: evaluator.now), to: .distantFuture,
      reasons: reading.isKnown ? [] : evaluator.reasons(of: instance))
    if let last = values[watch].last {
      if last.continues(with: next) { return }
      values[watch][values[watch].count - 1].to = next.from
      if last.from == next.from {
        values[watch].removeLast()
        if let earlier = values[watch].last, earlier.continues(with: next) {
          values[watch][values[watch].count - 1].to = .distantFuture
          return
        }
      }
    }
    values[watch].append(next)
  }
}

extension ValueStretch {
  /// Whether another stretch continues as this one would have
  fileprivate func continues(with next: ValueStretch) -> Bool {
    guard !isMoving, !next.isMoving, perSecond == next.perSecond else { return false }
    guard perSecond != 0 else { return value == next.value }
    guard case .scalar(let start)? = value, case .scalar(let other)? = next.value else {
      return false
    }
    // A value that was computed anew may be off by rounding.
    let expected = start + perSecond * Double(next.from.seconds(since: from))
    return (expected - other).magnitude <= 1e-9 * max(1, other.magnitude)
  }
}
