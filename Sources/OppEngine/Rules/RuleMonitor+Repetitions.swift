internal import OppModel

/// The firings of `again every`
///
/// `when lit again every 10min`, lit from 00:05 to 00:25: the series begins at 00:05, fires again at 00:15, and ends at 00:25.
/// `on entering home again every 10min when lit`: at 00:25 it looks whether `lit` is true, and ends where it is false.
extension RuleMonitor {
  /// Whether an Opp fires again at this second
  ///
  /// - Parameters:
  ///   - isFirst: whether it is examined for the first time at this second.
  ///   - truth: that of its condition; nil while it is undecided.
  mutating func firesAgain(
    _ opp: OppID, _ isFirst: Bool, _ truth: Truth?, _ evaluator: inout Evaluator
  ) -> Bool {
    guard opps[opp].series.isRunning else { return false }
    let repeats = opps[opp].series.repeats(at: evaluator.now)
    if repeats, truth == .false { endSeries(opp, evaluator.now) }
    if repeats, truth == nil, isFirst, !opps[opp].isDisabled, !isMuted(opp, evaluator.now) {
      wait(for: opp, .repetition, &evaluator)
    }
    awaitRepetition(opp, evaluator.now)
    return repeats && truth == .true
  }

  /// Ends the series of an Opp whose condition is false; while it is snoozed, its condition counts at the end of that only
  mutating func endSeries(_ opp: OppID, _ second: Int64) {
    if !isMuted(opp, second) { opps[opp].series.end() }
  }

  /// Wakes the engine at the next second at which an Opp may fire again
  mutating func awaitRepetition(_ opp: OppID, _ second: Int64) {
    if let next = opps[opp].series.next(after: second) { oppTimers.insert(opp, at: next) }
  }

  /// Whether a snooze keeps an Opp silent at a second
  private func isMuted(_ opp: OppID, _ second: Int64) -> Bool {
    opps[opp].snoozedUntil.map { second < $0 } ?? false
  }
}
