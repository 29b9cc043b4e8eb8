package import OppModel

/// The explanations of one Opp and row at any seconds of a recording, each of which runs through a part of it only
///
/// The first explanation runs from the beginning up to its second, and leaves checkpoints on the way. The explanations equal
/// those of ``Replay/explain(rule:row:at:)``.
package struct CheckpointedExplanations: Sendable {
  /// The run from the beginning, which explains nothing, and its checkpoints
  private var checkpoints: Checkpoints<ExplanationRun>

  /// The first second of memory
  private let begins: Instant

  /// The bytes that checkpoints may take, about
  private static let budget = 6 << 20

  /// - Parameter row: the key of the row; `nil` for an Opp without rows, or if the list is empty.
  package init(_ replay: Replay, rule: Int, row: [Value]?) {
    self.init(replay, rule: rule, row: row, every: .init())
  }

  init(
    _ replay: Replay, rule: Int, row: [Value]?, every distance: CheckpointDistance
  ) {
    begins = replay.begins
    let run = ExplanationRun(
      replay, rule: rule, row: row, at: replay.begins, rules: replay.graph.rules(behind: rule),
      findsRow: false)
    checkpoints = Checkpoints(run, every: distance, budget: Self.budget)
  }

  /// Runs on up to a second, so that earlier seconds can be explained quickly
  ///
  /// - Parameter count: about the most steps to make.
  /// - Returns: `true` while there is more to do.
  @discardableResult
  package mutating func run(until instant: Instant, by count: Int = .max) -> Bool {
    _ = checkpoints.run(until: instant, by: count)
    return checkpoints.run.present < instant
  }

  /// The explanation at a second
  ///
  /// - Parameter futureLimit: the most seconds after it that are run through to find until when each part holds.
  package mutating func explain(
    at instant: Instant, futureLimit: Int = ExplanationRun.longestFuture
  ) -> OppExplanation {
    let at = max(instant, begins)
    run(until: at.advanced(by: -1))
    var explaining = checkpoints.run(before: at).continued(to: at, futureLimit: futureLimit)
    while explaining.advance(by: .max) {}
    return explaining.result
  }
}
