internal import OppModel

/// The ends of firings: the first second after each at which the condition of its Opp is known to be false
///
/// They are followed only where something reads the field `ended`. A firing that has not ended is *open*:
///
/// ```
/// leak             true    unknown    true    false    true
/// "Leak" fires     at 8:00                             at 9:30
/// its firing       open ─────────────────────┤ended    ended       since 9:00
/// ```
///
/// The end is in the row at its own second, so that `on f.ended` happens then. More may arrive at that second, and make the
/// condition true after all: ``takeBackEnds(_:)`` opens the firings again that have ended at it.
extension RuleMonitor {
  /// `true` if the condition of an Opp is followed because a firing of it is open
  func awaitsEnd(of opp: OppID) -> Bool {
    !opps[opp].openFirings.isEmpty || opps[opp].adoptedFiring != nil
  }

  /// Opens a firing whose end something reads
  mutating func open(firingAt second: Int64, of opp: OppID, _ evaluator: inout Evaluator) {
    guard log.follows(rule: opps[opp].rule), opps[opp].whole != nil else { return }
    opps[opp].openFirings.append(second)
    // Its condition may be false already, as of a firing that had to wait.
    oppTimers.insert(opp, at: Seconds.add(evaluator.now, 1))
    evaluator.areNeedsOutdated = true
  }

  /// Ends the open firings of the Opps that were touched and whose conditions are false now
  ///
  /// - Returns: the rows that change; none once all such firings have ended.
  mutating func endFirings(_ evaluator: inout Evaluator) -> [TableChange] {
    var changes: [TableChange] = []
    let now = evaluator.now
    for opp in evaluator.notices.opps where awaitsEnd(of: opp) && !opps[opp].isNew {
      let truth = evaluator.truth(opps[opp].whole)
      settleAdopted(opp, truth, &evaluator)
      guard truth == .false, opps[opp].openFirings.contains(where: { $0 < now }) else { continue }
      let ended = opps[opp].openFirings.filter { $0 < now }
      opps[opp].openFirings.removeAll { $0 < now }
      evaluator.marks.opp(opp)
      evaluator.areNeedsOutdated = true
      // What leaves because it is old has not ended.
      if hasLeftByAge(opps[opp].row, evaluator) { continue }
      if endedFirings.second < now { endedFirings = (now, []) }
      for second in ended {
        endedFirings.firings.append((opp, second))
        changes += rows(ofFiringAt: second, of: opp, ended: now, evaluator)
      }
    }
    return changes
  }

  /// Opens the firings again that have ended at this second, of which more has become known
  ///
  /// - Returns: the rows that change.
  mutating func takeBackEnds(_ evaluator: inout Evaluator) -> [TableChange] {
    guard endedFirings.second == evaluator.now else { return [] }
    var changes: [TableChange] = []
    for (opp, second) in endedFirings.firings {
      opps[opp].openFirings.append(second)
      evaluator.notices.touch(opp)
      changes += rows(ofFiringAt: second, of: opp, ended: nil, evaluator)
    }
    endedFirings.firings = []
    return changes
  }

  /// Forgets the open firings of rows that leave because they are old
  mutating func forgetFirings(ofRowsLeaving change: TableChange, _ evaluator: inout Evaluator) {
    for key in change.removedKeys {
      guard let row = evaluator.facts.tables[change.table].rowOfKey[key] else { continue }
      for opp in OppID.all(in: opps) where opps[opp].row == row && awaitsEnd(of: opp) {
        opps[opp].openFirings = []
        opps[opp].adoptedFiring = nil
        evaluator.marks.opp(opp)
      }
    }
  }

  /// The rows of a firing with another end
  private func rows(
    ofFiringAt second: Int64, of opp: OppID, ended: Int64?, _ evaluator: borrowing Evaluator
  ) -> [TableChange] {
    let row = evaluator.facts.rowID(opps[opp].row)
    return log.rows(ofFiringAt: second, of: opps[opp].rule, row, ended: ended, evaluator)
  }

  /// `true` if a row has left its table because it is old, as an event of the agenda does
  private func hasLeftByAge(_ row: RowIndex?, _ evaluator: borrowing Evaluator) -> Bool {
    guard let row, evaluator.facts.isAway(row), let agenda = evaluator.graph.wellKnown.agenda,
      evaluator.facts.rows[row].table == agenda.table, let ends = agenda.ends
    else { return false }
    let end = evaluator.facts.rows[row].fields[ends]
    guard end.kind == .scalar else { return false }
    return end.first < Double(Seconds.subtract(evaluator.now, Self.agendaAge))
  }

  /// The seconds for which an event is in the agenda after its end, but for the delay of a fetch
  private static let agendaAge: Int64 = 31 * 86_400

  // MARK: New readers

  /// Takes up the latest firing of each Opp whose ends were not followed before an edit, of a restored engine whose readings
  /// are those of its last second
  mutating func adoptFirings(_ evaluator: inout Evaluator) {
    guard log.followsAny else { return }
    for opp in OppID.all(in: opps) where log.follows(rule: opps[opp].rule) {
      if let second = opps[opp].lastFired, opps[opp].openFirings.isEmpty, opps[opp].whole != nil,
        log.isOpen(
          firingAt: second, of: opps[opp].rule, evaluator.facts.rowID(opps[opp].row), evaluator)
      {
        opps[opp].adoptedFiring = second
        let truth = evaluator.truth(opps[opp].whole)
        settleAdopted(opp, truth, &evaluator)
      }
      // A firing of this second has its row at the next one, and is looked at then.
      if !opps[opp].openFirings.isEmpty, !pendingRecords.isEmpty {
        oppTimers.insert(opp, at: Seconds.add(evaluator.now, 1))
      }
    }
  }

  /// Opens an adopted firing if the condition is true, and drops it if that is false: its beginning is not known
  private mutating func settleAdopted(
    _ opp: OppID, _ truth: Truth, _ evaluator: inout Evaluator
  ) {
    guard truth != .unknown, let second = opps[opp].adoptedFiring else { return }
    opps[opp].adoptedFiring = nil
    evaluator.areNeedsOutdated = true
    guard truth == .true else { return }
    opps[opp].openFirings.append(second)
    evaluator.marks.opp(opp)
  }
}
