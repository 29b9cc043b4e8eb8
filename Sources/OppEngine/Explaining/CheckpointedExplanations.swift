package import OppModel

/// The explanations of one Opp and row at any seconds of a recording, each of which runs through a part of it only
///
/// The first explanation runs from the beginning up to its second, and leaves checkpoints on the way. The explanations equal
/// those of ``Replay/explain(rule:row:at:)``.
package struct CheckpointedExplanations: Sendable {
  /// The run from the beginning, which explains nothing
  private var run: ExplanationRun
  private var checkpoints: Checkpoints<ExplanationRun>

  /// The first second of memory
  private let begins: Instant

  /// The bytes that checkpoints may take, about
  private static let budget = 6 << 20

  /// The steps to a second from which on a copy is kept there
  private static let longWay = 100

  /// - Parameter row: the key of the row; `nil` for an Opp without rows, or if the list is empty.
  package init(_ replay: Replay, rule: Int, row: [Value]?) {
    self.init(replay, rule: rule, row: row, every: .init())
  }

  init(
    _ replay: Replay, rule: Int, row: [Value]?, every distance: CheckpointDistance
  ) {
    begins = replay.begins
    run = ExplanationRun(
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
    var left = count
    while left > 0 {
      let portion = min(left, checkpoints.portion)
      let stop = min(instant, checkpoints.due(begins))
      let hasMore = run.run(until: stop, by: portion)
      left -= portion
      let run = run
      // At the stop, or between two steps on the way.
      checkpoints.note(
        steps: portion, at: hasMore ? run.present : stop, begins: begins, size: run.approximateSize
      ) { run }
      if !hasMore, stop >= instant { return false }
    }
    return true
  }

  /// The explanation at a second
  ///
  /// - Parameter futureLimit: the most seconds after it that are run through to find until when each part holds.
  package mutating func explain(
    at instant: Instant, futureLimit: Int = ExplanationRun.longestFuture
  ) -> OppExplanation {
    let at = max(instant, begins)
    let near = Checkpoints<ExplanationRun>.dayBefore(at)
    if run.present < at { run(until: at) }
    let last = checkpoints.last(before: at, orAtIt: true)
    var base = run.present <= at && run.present > last.at ? run : last.run
    if near > begins, base.present < near {
      var steps = 0
      while base.run(until: near, by: checkpoints.portion) { steps += checkpoints.portion }
      if steps > Self.longWay { checkpoints.keep(base, at: near) }
    }
    var explaining = base.continued(to: at, futureLimit: futureLimit)
    while explaining.advance(by: .max) {}
    return explaining.result
  }
}
