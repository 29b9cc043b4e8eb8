package import OppEngine
package import OppModel

/// The firings, and the traces of conditions and values, over a period of a recording
///
/// It is a ``Playback`` with a ``ReplayResult`` and ``Traces`` as observers. It is made in portions, so that a caller can do other
/// things in between.
///
/// ```
///   begins            start = max(from, begins)                  to
///     ├─ not reported ──┼─ traced: conditions, values, firings ──┤
///     next     next     reach(start)     next        next        reach(to - 1), then the traces are closed
/// ```
///
/// A portion is some steps of the engine: each to the next second at which something arrives or, if that is far ahead,
/// to a second on the way. The results do not depend on the portions.
package struct ReplayRun: Sendable {
  /// The firings and traces so far; those of conditions and values come with the end
  package private(set) var result = ReplayResult()

  private var playback: Playback

  /// The first second of memory
  private let begins: Instant

  /// The first second that is reported
  private var start: Instant

  /// The observer of conditions and values, with the second after the last that is reported
  private var traces: Traces

  /// `true` if anything is traced; firings are reported in any case
  private var isTraced: Bool

  /// `true` once ``start`` has been reached
  private var hasStarted = false

  /// `true` once ``result`` is complete
  private var isFinished = false

  /// - Parameters: as for ``Replay/run(from:to:watching:conditions:)``, and
  ///   - rules: the rules to follow; nil for all. It has those whose records one of them reads
  ///     (``ConditionGraph/rules(behind:)``).
  ///   - traces: false for a run of which only continuations are traced (``continued(from:to:)``).
  package init(
    _ replay: Replay, from: Instant, to: Instant, watching: [NodeID] = [],
    conditions: Bool = false, rules: Set<Int>? = nil, traces: Bool = true
  ) {
    self.traces = Traces(conditions: conditions, to: to)
    isTraced = traces
    begins = replay.begins
    start = max(from, replay.begins)
    playback = replay.playback(watching: watching, rules: rules)
  }

  /// The engine at the last second that was stepped
  ///
  /// - Complexity: linear in its size, as it is a copy that is made to be read.
  package var engine: Engine {
    var engine = playback.engine
    engine.followChanges()
    return engine
  }

  /// The second after the last that is run through, which is the first one at least
  private var end: Instant { max(traces.to, begins.advanced(by: 1)) }

  /// Makes at most `count` steps
  ///
  /// - Parameter stretch: the most seconds that are run through in one step while nothing arrives.
  /// - Returns: `true` while there is more to do.
  package mutating func advance(by count: Int, stretch: Int64 = .max) -> Bool {
    guard !isFinished else { return false }
    for _ in 0..<count {
      if step(before: end, at: .every(stretch)) { continue }
      finish()
      return false
    }
    return true
  }

  /// Runs up to a second, and pauses there with everything that arrives at it
  ///
  /// A copy of a paused run is a checkpoint: it goes on as the run itself does, as often as needed.
  ///
  /// - Parameter count: the most steps to make; if there are more, it pauses after the last of these.
  /// - Returns: `true` while there is more to do.
  package mutating func run(until instant: Instant, by count: Int = .max) -> Bool {
    guard !isFinished else { return false }
    let stop = min(instant, end).advanced(by: 1)
    for _ in 0..<count {
      if step(before: min(stop, end), at: .arrivals) { continue }
      guard stop < end else {
        finish()
        return false
      }
      note(playback.reach(instant))
      return true
    }
    return true
  }

  /// Makes the next step before a second; the step to the start is one with the step after it
  ///
  /// - Returns: `false` if there is none.
  private mutating func step(before second: Instant, at stops: Playback.Stops) -> Bool {
    if let step = playback.next(before: hasStarted ? second : min(start, second), at: stops) {
      note(step)
      return true
    }
    guard !hasStarted, start < second else { return false }
    note(playback.reach(start))
    if isTraced { traces.begin(&playback.engine) }
    hasStarted = true
    note(playback.next(before: second, at: stops))
    return true
  }

  /// Adds the results of a step
  private mutating func note(_ step: Step?) {
    if let step { result.take(step, from: start, to: traces.to) }
  }

  /// Steps to the last second, and closes the traces
  private mutating func finish() {
    isFinished = true
    if start < traces.to {
      note(playback.reach(traces.to.advanced(by: -1)))
      if isTraced { traces.add(to: &result, playback.engine) }
    }
    result.work = playback.engine.work
  }
}

// MARK: - Continuations

extension ReplayRun {
  /// The last second that was stepped to; the first of the recording before any was
  package var present: Instant { playback.present }

  /// A run that continues from here as this one does, and reports on `[from, to)` alone, traces included
  ///
  /// - Requires: this one is paused before `from` or was not begun, and nothing of it was traced.
  package func continued(from: Instant, to: Instant) -> ReplayRun {
    var run = copy()
    run.start = max(from, begins)
    run.traces = Traces(conditions: traces.conditions, to: to)
    run.hasStarted = false
    run.isFinished = false
    run.isTraced = true
    return run
  }

  /// Hands out the firings and records so far, which are then in no result; none as long as the delivery of one is to become known
  ///
  /// A replay may have more firings than fit well into memory, each of which is needed once.
  package mutating func takeSettled() -> (firings: [Firing], records: [Record]) {
    result.takeSettled()
  }

  /// Runs on after the end until the deliveries of the waiting firings are known, within ``SettledFirings/longestQuiet``
  ///
  /// Readings of the recording that come later arrive; after the last of them time alone passes. ``engine`` stays where it is.
  ///
  /// - Requires: the run is finished.
  package mutating func settleDeliveries() {
    guard isFinished, start < traces.to, let latest = result.settled.latestWaiting else { return }
    var ahead = playback.copy()
    let last = latest.advanced(by: SettledFirings.longestQuiet)
    while result.settled.isWaiting, let step = ahead.next(before: last, at: .changes) {
      result.settle(step.deliveries)
    }
  }
}

extension ReplayRun: Checkpointed {
  var stepCount: Int { playback.stepCount }
  var approximateSize: Int { playback.engine.approximateSize }

  /// The same run without its result so far
  func copy() -> ReplayRun {
    var run = self
    run.result = ReplayResult()
    return run
  }
}
