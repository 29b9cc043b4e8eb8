package import OppModel

/// A replay that is done in portions, so that a caller can do other things in between
///
/// ```
///   begins            start = max(from, begins)                  to
///     ├─ not reported ──┼─ traced: conditions, values, firings ──┤
///     step a step b     step start     step c      step d        step to - 1, then the traces are closed
/// ```
///
/// A portion is some steps of the engine: each to the next second at which something arrives or, if that is far ahead,
/// to a second on the way. The results do not depend on the portions.
package struct ReplayRun: Sendable {
  /// The firings and traces so far; those of conditions and values come with the end
  package private(set) var result = ReplayResult()

  /// The engine, which may count junctions
  private var counting: Engine

  /// The engine at the last second that was stepped
  ///
  /// - Complexity: linear in its size, as it is a copy that is made to be read.
  package var engine: Engine {
    var engine = counting
    engine.stopCounting()
    return engine
  }

  /// The recording
  private let replay: Replay

  /// The first second that is reported
  private var start: Instant

  /// The second after the last that is reported
  private var to: Instant

  /// Whether the conditions of all Opps are traced
  private let conditions: Bool

  /// Whether anything is traced; firings are reported in any case
  private var traces: Bool

  /// The arrivals that have not been taken
  private var steps: ReplaySteps

  /// Whether ``start`` has been reached
  private var isTracing = false

  /// Whether ``result`` is complete
  private var isFinished = false

  /// - Parameters: as for ``Replay/run(from:to:watching:conditions:)``, and
  ///   - rules: the rules to follow; nil for all. It has those whose records one of them reads
  ///     (``ConditionGraph/rules(behind:)``).
  ///   - readsAtEvents: whether conditions of Opps that wait for events are evaluated at their events only. ``engine``
  ///     then has no truth for them in between.
  ///   - traces: false for a run of which only continuations are traced (``continued(from:to:)``).
  package init(
    _ replay: Replay, from: Instant, to: Instant, watching: [NodeID] = [],
    conditions: Bool = false, rules: Set<Int>? = nil, readsAtEvents: Bool = false,
    traces: Bool = true
  ) {
    self.replay = replay
    self.to = to
    self.conditions = conditions
    self.traces = traces
    start = max(from, replay.begins)
    steps = ReplaySteps(replay.arrivals, begins: replay.begins)
    counting = Engine(
      graph: replay.graph, zone: replay.zone, begins: replay.begins, watching: watching,
      rules: rules)
    counting.evaluator.readsAtEvents = readsAtEvents
    if !conditions { counting.beginCounting() }
  }

  /// Steps through at most `count` seconds at which something arrives
  ///
  /// - Parameter stretch: the most seconds that are run through in one step while nothing arrives.
  /// - Returns: `true` while there is more to do.
  package mutating func advance(by count: Int, stretch: Int64 = .max) -> Bool {
    guard !isFinished else { return false }
    for _ in 0..<count {
      guard let at = steps.second, at < to || at == replay.begins else {
        if pause(before: to, after: stretch) { continue }
        finish()
        return false
      }
      if pause(before: at, after: stretch) { continue }
      arrive()
    }
    return true
  }

  /// Runs up to a second, and pauses there with everything that arrives at it
  ///
  /// A copy of a paused run is a checkpoint: it goes on as the run itself does, as often as needed.
  ///
  /// - Parameter count: the most seconds to step to at which something arrives; if there are more, it pauses at the
  ///   last of these.
  /// - Returns: `true` while there is more to do.
  package mutating func run(until instant: Instant, by count: Int = .max) -> Bool {
    guard !isFinished else { return false }
    var left = count
    while let at = steps.second, at <= instant, at < to || at == replay.begins {
      guard left > 0 else { return true }
      left -= 1
      arrive()
    }
    guard instant < to.advanced(by: -1) else {
      finish()
      return false
    }
    if !isTracing, instant >= start { beginTracing() }
    if instant > counting.present { take(instant, []) }
    return true
  }

  /// Hands out the firings and records so far, which are then in no result; none as long as the delivery of one is to become known
  ///
  /// A replay may have more firings than fit well into memory, each of which is needed once.
  package mutating func takeSettled() -> (firings: [Firing], records: [Record]) {
    result.takeSettled()
  }

  /// Runs through a part of a long time in which nothing arrives
  ///
  /// - Returns: `true` if the end of that time is not reached yet.
  private mutating func pause(before end: Instant, after stretch: Int64) -> Bool {
    let stop = Instant(seconds: Seconds.add(counting.present.seconds, stretch))
    guard stop < end.advanced(by: -1) else { return false }
    if !isTracing, stop >= start { beginTracing() } else { take(stop, []) }
    return true
  }

  /// Steps to the next second at which something arrives, and begins to trace at the first one that is reported
  private mutating func arrive() {
    guard let (at, arrived) = steps.next() else { return }
    if !isTracing, at > start { beginTracing() }
    take(at, arrived)
    if !isTracing, at == start { trace() }
  }

  /// Steps to the first second that is reported, at which nothing arrives, and begins to trace
  private mutating func beginTracing() {
    take(start, [])
    trace()
  }

  /// Begins to trace at the present second, which is ``start``
  private mutating func trace() {
    if traces { counting.beginTracing(conditions: conditions) }
    isTracing = true
  }

  /// Steps to a second and adds its results
  private mutating func take(_ at: Instant, _ arrived: [Arrival]) {
    let step = counting.step(at: at, arrived: arrived)
    result.take(step, from: start, to: to)
  }

  /// Steps to the last second, and closes the traces
  private mutating func finish() {
    isFinished = true
    if start < to {
      if !isTracing { beginTracing() }
      take(to.advanced(by: -1), [])
      if traces { counting.finish(&result, conditions: conditions, to: to) }
    }
    result.work = counting.work
  }
}

// MARK: - Continuations

extension ReplayRun {
  /// The last second that was stepped to; the first of the recording before any was
  package var present: Instant { counting.present }

  /// A run that continues from here as this one does, and reports on `[from, to)` alone, traces included
  ///
  /// - Requires: this one is paused before `from` or was not begun, and nothing of it was traced.
  package func continued(from: Instant, to: Instant) -> ReplayRun {
    var run = withoutResult
    run.start = max(from, replay.begins)
    run.to = to
    run.isTracing = false
    run.isFinished = false
    run.traces = true
    return run
  }

  /// The bytes of a copy, about
  var approximateSize: Int { counting.approximateSize }

  /// The same run without its result so far, for a checkpoint
  package var withoutResult: ReplayRun {
    var run = self
    run.result = ReplayResult()
    return run
  }
}

// MARK: - Deliveries

extension ReplayRun {
  /// Runs on after the end until the deliveries of the waiting firings are known, within ``SettledFirings/longestQuiet``
  ///
  /// Readings of the recording that come later arrive; after the last of them time alone passes. ``engine`` stays where it is.
  ///
  /// - Requires: the run is finished.
  package mutating func settleDeliveries() {
    guard isFinished, start < to, let latest = result.settled.latestWaiting else { return }
    var engine = counting
    let last = latest.advanced(by: SettledFirings.longestQuiet)
    var wake: Instant? = to
    while result.settled.isWaiting {
      let second = min(
        steps.second ?? last, max(wake ?? last, engine.present.advanced(by: 1)))
      guard second < last else { return }
      let arrived = steps.second == second ? steps.next()?.arrived : nil
      let step = engine.step(at: second, arrived: arrived ?? [])
      result.settle(step.deliveries)
      wake = step.wake
    }
  }
}

extension Engine {
  /// Begins to trace at the present second, including its own values
  mutating func beginTracing(conditions: Bool) {
    tracer.begin(conditions: conditions, watched, monitor.opps, &evaluator)
  }

  /// Closes the traces at the end of a replay
  fileprivate func finish(_ result: inout ReplayResult, conditions: Bool, to: Instant) {
    for (watch, stretches) in tracer.values.enumerated() {
      var trace = ValueTrace(
        node: NodeID(index: watched[watch].index), stretches: stretches)
      if let last = trace.stretches.indices.last { trace.stretches[last].to = to }
      result.values.append(trace)
    }
    guard conditions else { return }
    let order = order
    for index in order.sorted(OppID.all(in: tracer.conditions)) {
      var stretches = tracer.conditions[index]
      if let last = stretches.indices.last { stretches[last].to = to }
      let opp = opps[index]
      result.conditions.append(
        ConditionTrace(
          rule: opp.rule, row: rowID(opp.row), title: title(of: opp.row),
          begins: beginning(of: opp.row), stretches: stretches))
    }
  }
}
