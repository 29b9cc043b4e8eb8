package import OppEngine
package import OppModel

/// A replay in portions, any part of which can be run again in detail without running through the time before it
///
/// A caller has it ``run(until:by:)`` on, and may look at any second: one that was not reached yet takes as long as it takes
/// to run up to it.
package struct CheckpointedReplay: Sendable {
  /// The recording with the parts that are traced
  private let truths: TruthReplay

  /// The run from the beginning, of which nothing is traced, and its checkpoints
  private var checkpoints: Checkpoints<ReplayRun>

  /// The first second of memory, and the second after the last
  private let begins: Instant
  private let to: Instant

  /// The bytes that checkpoints may take, about
  private static let budget = 20 << 20

  package init(_ replay: Replay, to: Instant) { self.init(replay, to: to, every: .init()) }

  init(_ replay: Replay, to: Instant, every distance: CheckpointDistance) {
    truths = TruthReplay(replay)
    begins = replay.begins
    self.to = to
    checkpoints = Checkpoints(
      truths.begin(from: begins, to: to, traces: false), every: distance, budget: Self.budget)
  }

  /// The firings and records so far
  package var result: ReplayResult { checkpoints.run.result }

  /// The last second that was reached
  package var present: Instant { checkpoints.run.present }

  /// Runs on up to a second, with everything that arrives at it
  ///
  /// - Parameter count: about the most steps to make.
  /// - Returns: `true` while there is more of the recording.
  package mutating func run(until instant: Instant, by count: Int = .max) -> Bool {
    guard checkpoints.hasMore else { return false }
    let hasMore = checkpoints.run(until: instant, by: count)
    if !hasMore { checkpoints.run.settleDeliveries() }
    return hasMore
  }

  /// The truths of all Opps and of their parts on `[from, to)`
  package mutating func truths(from: Instant, to: Instant) -> ReplayedTruths {
    var run = checkpoints.run(before: from).continued(from: from, to: min(to, self.to))
    return truths.finish(&run)
  }

  /// The engine as it is at a second of the recording, with everything up to it arrived
  package mutating func engine(at instant: Instant) -> Engine {
    var run = checkpoints.run(before: instant)
    _ = run.run(until: max(instant, begins))
    return run.engine
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
