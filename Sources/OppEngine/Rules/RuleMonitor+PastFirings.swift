package import OppModel

/// A limit that may have counted fewer firings than there were: its Opp, row or rule
///
/// An edit has made it another one, or the Opp is new. A history of firings knows more.
package struct OpenCount: Hashable, Sendable {
  /// The name of the Opp
  package let name: String

  /// The row of `for each` whose firings count, or `nil` without one
  package let row: RowID?

  /// `true` if the firings of all rows count
  package let countsAllRows: Bool
  fileprivate let opp: OppID
}

extension RuleMonitor {
  /// The limits that may have counted fewer firings than there were
  func openCounts(_ evaluator: borrowing Evaluator) -> [OpenCount] {
    if let openLimits, openLimits.isEmpty { return [] }
    var result: [OpenCount] = []
    var common: Set<Int> = []
    for opp in OppID.all(in: opps) {
      let rule = opps[opp].rule
      guard let limit = evaluator.graph.rules[rule].limit,
        openLimits?.contains(RuleID(rule)) ?? true
      else { continue }
      if limit.isInAll, !common.insert(rule).inserted { continue }
      result.append(
        OpenCount(
          name: evaluator.graph.rules[rule].name,
          row: limit.isInAll ? nil : evaluator.facts.rowID(opps[opp].row),
          countsAllRows: limit.isInAll, opp: opp))
    }
    return result
  }

  /// Counts firings of the past for a limit
  ///
  /// - Parameter past: their seconds, in ascending order.
  mutating func count(_ past: [Int64], for open: OpenCount, _ evaluator: inout Evaluator) {
    let rule = opps[open.opp].rule
    guard !past.isEmpty, let limit = evaluator.graph.rules[rule].limit else { return }
    if limit.isInAll {
      countInAll(past, RuleID(rule), limit, &evaluator)
      for opp in OppID.all(in: opps) where opps[opp].rule == rule {
        awaitEndOfIdleness(opp, &evaluator)
      }
    } else {
      opps[open.opp].counted.recount(past, limit, at: evaluator.now, in: evaluator.zone)
      evaluator.marks.opp(open.opp)
      awaitEndOfIdleness(open.opp, &evaluator)
    }
  }

  /// Takes over the counts of the limits before an edit, and sets the timers of the new ones
  ///
  /// - Parameter edited: the rules with other limits than before.
  mutating func recount(_ edited: Set<RuleID>, _ evaluator: inout Evaluator) {
    var ofRows: [RuleID: [Int64]] = [:]
    for rule in edited where !(evaluator.graph.rules[rule.place].limit?.isInAll ?? true) {
      // Each row counts its own from now on; what all have counted would be counted again after the next edit.
      commonCounts[rule] = nil
      evaluator.marks.limit(rule)
    }
    for opp in OppID.all(in: opps) {
      let rule = RuleID(opps[opp].rule)
      guard edited.contains(rule), let limit = evaluator.graph.rules[rule.place].limit else {
        continue
      }
      var own = opps[opp].counted.firings
      if opps[opp].counted.isNone, let fired = opps[opp].lastFired { own = [fired] }
      if limit.isInAll {
        ofRows[rule, default: []] += own
      } else {
        opps[opp].counted.recount(own, limit, at: evaluator.now, in: evaluator.zone)
      }
    }
    for (rule, own) in ofRows {
      guard let limit = evaluator.graph.rules[rule.place].limit else { continue }
      // The latest firings of a row are among those that all rows have counted together.
      let common = commonCounts[rule]?.firings ?? []
      let earlier = own.filter { $0 < common.first ?? Seconds.never }
      countInAll(earlier.sorted() + common, rule, limit, &evaluator)
    }
    for opp in OppID.all(in: opps) where edited.contains(RuleID(opps[opp].rule)) {
      awaitEndOfIdleness(opp, &evaluator)
    }
  }

  private mutating func countInAll(
    _ past: [Int64], _ rule: RuleID, _ limit: RateLimit, _ evaluator: inout Evaluator
  ) {
    commonCounts[rule, default: FiringCount()]
      .recount(past, limit, at: evaluator.now, in: evaluator.zone)
    evaluator.marks.limit(rule)
  }
}

extension Engine {
  /// The limits that may have counted fewer firings than there were, of a new engine all
  package var openCounts: [OpenCount] { monitor.openCounts(evaluator) }

  /// Counts firings of the past for a limit, as a history has them
  ///
  /// - Requires: no second is open, and the engine is new or just restored.
  package mutating func count(_ past: [Instant], for open: OpenCount) {
    monitor.count(past.map { $0.seconds }.sorted(), for: open, &evaluator)
  }
}
