package import OppModel

/// A replay in portions, any part of which can be run again in detail without running through the time before it
///
/// ```
///   begins ──┼────────┼────────┼──▶ present          one run, of which the firings are kept
///            checkpoint        │
///                              └──▶ truths(from:to:), engine(at:)   continued from the last checkpoint
/// ```
///
/// A caller has it ``run(until:by:)`` on, and may look at any second: one that was not reached yet takes as long as it takes
/// to run up to it.
package struct CheckpointedReplay: Sendable {
  /// The recording with the parts that are traced
  private let truths: TruthReplay

  /// The run from the beginning, of which nothing is traced
  private var run: ReplayRun
  private var checkpoints: Checkpoints<ReplayRun>

  /// The first second of memory, and the second after the last
  private let begins: Instant
  private let to: Instant

  /// Whether there is more to run through
  private var hasMore = true

  /// The bytes that checkpoints may take, about
  private static let budget = 20 << 20

  /// The steps to a second from which on a copy is kept there
  private static let longWay = 100

  package init(_ replay: Replay, to: Instant) { self.init(replay, to: to, every: .init()) }

  init(_ replay: Replay, to: Instant, every distance: CheckpointDistance) {
    truths = TruthReplay(replay)
    run = truths.begin(from: replay.begins, to: to, traces: false)
    checkpoints = Checkpoints(run, every: distance, budget: Self.budget)
    begins = replay.begins
    self.to = to
  }

  /// The firings and records so far
  package var result: ReplayResult { run.result }

  /// The last second that was reached
  package var present: Instant { run.present }

  /// Runs on up to a second, with everything that arrives at it
  ///
  /// - Parameter count: about the most steps to make.
  /// - Returns: `true` while there is more of the recording.
  package mutating func run(until instant: Instant, by count: Int = .max) -> Bool {
    var left = count
    repeat {
      guard hasMore, left > 0 else { break }
      let made = run.result.stepCount
      let stop = min(instant, checkpoints.due(begins))
      hasMore = run.run(until: stop, by: min(left, checkpoints.portion))
      left -= max(run.result.stepCount - made, 1)
      let run = run
      checkpoints.note(
        steps: run.result.stepCount - made, at: run.present, begins: begins,
        size: run.approximateSize
      ) { run.withoutResult }
      if !hasMore { self.run.settleDeliveries() }
    } while run.present < instant
    return hasMore
  }

  /// The truths of all Opps and of their parts on `[from, to)`
  package mutating func truths(from: Instant, to: Instant) -> ReplayedTruths {
    var run = run(before: Checkpoints<ReplayRun>.dayBefore(from))
      .continued(from: from, to: min(to, self.to))
    return truths.finish(&run)
  }

  /// The engine as it is at a second of the recording, with everything up to it arrived
  package mutating func engine(at instant: Instant) -> Engine {
    var run = run(before: Checkpoints<ReplayRun>.dayBefore(instant))
    _ = run.run(until: max(instant, begins))
    return run.engine
  }

  /// A run that pauses right before a second, and before everything that arrives at it
  private mutating func run(before second: Instant) -> ReplayRun {
    var run = base(before: second)
    let last = second.advanced(by: -1)
    guard last > begins else { return begin }
    guard run.present < last else { return run }
    let made = run.result.stepCount
    _ = run.run(until: last)
    let isLong = run.result.stepCount - made > Self.longWay
    run = run.withoutResult
    if isLong { checkpoints.keep(run, at: last) }
    return run
  }

  /// The run before its first second
  private var begin: ReplayRun { checkpoints.last(before: .distantPast, orAtIt: false).run }

  /// The run to continue from
  private func base(before second: Instant) -> ReplayRun {
    let last = checkpoints.last(before: second, orAtIt: false)
    if run.result.stepCount > 0, run.present < second, run.present > last.at {
      return run.withoutResult
    }
    return last.run
  }
}

extension Engine {
  /// The truth of each condition below an Opp at the present second; of `for each`, of the row that is nearest to it
  package mutating func truths(ofRule rule: Int) -> [NodeID: Truth] {
    var found: [NodeID: Truth] = [:]
    guard let opp = nearestOpp(of: rule), let whole = explanation(ofOpp: opp) else { return found }
    var waiting = [whole]
    while let part = waiting.popLast() {
      if part.type == .bool, case .node(let node) = part.subject { found[node] = part.truth }
      waiting += part.parts
    }
    return found
  }

  /// The key of the row that is nearest to being true; `nil` if there are no rows
  package mutating func nearestKey(of rule: Int) -> [Value]? {
    nearestOpp(of: rule).flatMap { key(ofOpp: $0) }
  }

  /// The rows of an Opp that is `for each` at the present second, in the order of their keys
  package func rows(ofOpps rule: Int) -> [RowID] {
    opps(of: rule).compactMap { row(ofOpp: $0) }
  }
}
