internal import OppModel

/// Answers to firings, before anything fires at their second
///
/// `on 8:00 again every 30min`, which has fired at 8:00 and 8:30:
///
///     done at 8:40                    no firing until 8:00 of the next day
///     snoozed at 8:40 until 9:15      fires at 9:15, 9:45, …
///     … and done at 9:00              the snooze ends, and nothing fires
///
/// An answer may end the idleness of an Opp at a second that could not be foreseen: its readings need not have been
/// fetched until then. So an Opp without events that is idle at an answer begins anew with it, with the truth of that second.
/// An event goes on comparing with the last value that was known.
extension RuleMonitor {
  /// Applies an answer to the Opps that it is of, and to the rows of their firings
  ///
  /// - Returns: the rows that change.
  mutating func answer(_ given: GivenAnswer, _ evaluator: inout Evaluator) -> [TableChange] {
    guard let until = given.end(at: evaluator.now, evaluator.graph) else { return [] }
    if given.row == nil { answerAll(given, until, &evaluator) }
    answer(given, from: OppID(0), &evaluator)
    outcome.deliveries += hold.drop(answeredBy: given, &evaluator)
    return log.rows(answeredBy: given, until: until, &evaluator)
  }

  /// Applies an answer of this second to the Opps from one on, as to those of rows that have come after it
  mutating func answer(_ given: GivenAnswer, from first: OppID, _ evaluator: inout Evaluator) {
    guard let until = given.end(at: evaluator.now, evaluator.graph) else { return }
    evaluator.areNeedsOutdated = true
    let text = RowText(evaluator.graph)
    for opp in OppID.all(in: opps) where opp >= first {
      guard evaluator.graph.rules[opps[opp].rule].name == given.opp else { continue }
      if given.row != nil {
        let row = text.text(of: evaluator.facts.rowID(opps[opp].row))
        guard given.concerns(row: row) else { continue }
      }
      // One that is new at this second remembers nothing.
      let isKnown = opps[opp].lastExamined > Seconds.past && opps[opp].lastExamined < evaluator.now
      if isKnown, opps[opp].events.isEmpty, isSilenced(opp, &evaluator) {
        opps[opp].isUntracked = true
        oppTimers.insert(opp, at: evaluator.now)
      }
      if given.answer == .snoozed {
        snooze(opp, until: until, &evaluator)
      } else {
        settle(opp, &evaluator)
      }
    }
  }

  /// Notes a snooze of all of an Opp, rows to come included, or its end
  private mutating func answerAll(
    _ given: GivenAnswer, _ until: Int64, _ evaluator: inout Evaluator
  ) {
    if given.answer == .snoozed {
      controls[given.opp, default: OppControl()].snoozedUntil = until
    } else if controls[given.opp]?.snoozedUntil != nil {
      controls[given.opp]?.snoozedUntil = nil
    } else {
      return
    }
    evaluator.marks.control(given.opp)
  }

  /// Ends the series and the snooze that the firings of an Opp so far have begun
  private mutating func settle(_ opp: OppID, _ evaluator: inout Evaluator) {
    opps[opp].series.end()
    opps[opp].lastFired = nil
    opps[opp].snoozedUntil = nil
    opps[opp].wasSnoozedAway = false
    pendingEvents.removeAll { $0.opp == opp && $0.kind == .repetition }
    evaluator.marks.opp(opp)
  }
}
