internal import OppModel

/// All rows of a table at once: what differs from the rows before is put, and the rest is left as it is
///
/// Both are in the same order nearly everywhere, so that hardly a key is looked up:
///
/// ```
/// before   a  b  c  d          whole[place], of row wholeRows[place]
/// now      a  c′ x  d
///          =  ≠  ≠  =          c′ and x are looked up by key; behind c′ goes on where c was
/// ```
struct WholeTableIntake {
  /// - Parameters:
  ///   - isBack: whether the table was unknown until now, so that all its rows are to be looked at anyway.
  ///   - wasKnown: whether rows that are new have become so while somebody looked.
  func replaceRows(
    of table: TableID, by new: [[Value?]], isBack: Bool, wasKnown: Bool,
    _ evaluator: inout Evaluator
  ) {
    evaluator.readKeptRows(of: table)
    let old = evaluator.facts.tables[table].latest ?? []
    let oldRows = evaluator.facts.tables[table].wholeRows
    var newRows: [CompactOptional<RowIndex>] = []
    newRows.reserveCapacity(new.count)
    // The place among the old rows at which the next one is expected.
    var next = 0
    // The dormant rows that are as they were, whether some come before others now, and the next event of any.
    var sameCount = 0
    var isMoved = false
    var event = Seconds.never
    for values in new {
      let sleep = evaluator.sleep(of: values, table)
      if let sleep {
        event = min(event, sleep)
        if let place = evaluator.dormantPlace(of: values, near: next, in: table, old) {
          sameCount += 1
          isMoved = isMoved || place < next
          next = place + 1
          newRows.append(.none)
          continue
        }
      }
      var row: RowIndex?
      // As expected: the same values at the same place.
      if next < old.count, let there = evaluator.facts.placedRow(oldRows[next].wrapped, at: next),
        old[next] == values
      {
        row = there
      } else if let known = knownRow(values, table, evaluator) {
        // Elsewhere, or with other values: the next one is expected behind where its key was.
        if let place = evaluator.facts.rows[known].place, oldRows.indices.contains(place),
          oldRows[place].wrapped == known
        {
          next = place
          if old[place] == values { row = known }
        }
      }
      if let same = row, !evaluator.facts.isIn(newRows, same) {
        if !evaluator.facts.rows[same].isPresent { evaluator.bringBack(same, isMarked: isBack) }
      } else if sleep == nil || knownRow(values, table, evaluator) != nil {
        row = evaluator.put(values, table, wasKnown: wasKnown)
      }
      next += 1
      if let row {
        evaluator.facts.rows[row].place = newRows.count
      } else if let sleep {
        evaluator.marks.dormantEntry(table, DormantRows.name(ofEvent: sleep))
      }
      newRows.append(CompactOptional(row))
    }
    // The rows that are left over have gone.
    for row in evaluator.facts.tables[table].ordered
    where !evaluator.facts.isIn(newRows, row) {
      evaluator.facts.rows[row].forgetReading()
      guard evaluator.facts.rows[row].isPresent else { continue }
      evaluator.remove(row)
      evaluator.markRow(row)
    }
    if evaluator.facts.tables[table].clock != nil {
      let isSame =
        sameCount == newRows.count { $0.isNone } && sameCount == oldRows.count { $0.isNone }
      if !isSame, isMoved {
        evaluator.marks.dormantRows(table)
      } else if !isSame {
        evaluator.marks.partlyDormantRows(table)
      }
      evaluator.awaitAwakening(of: table, before: event)
    }
    evaluator.facts.tables[table].whole = new
    evaluator.facts.tables[table].wholeRows = newRows
    evaluator.facts.tables[table].lost = nil
  }

  /// The row with the key of some values; nil where no row has ever had it
  private func knownRow(
    _ values: [Value?], _ table: TableID, _ evaluator: borrowing Evaluator
  ) -> RowIndex? {
    evaluator.facts.tables[table].rowOfKey[evaluator.graph.tables[table].keyValues(of: values)]
  }
}
