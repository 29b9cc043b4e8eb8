internal import OppModel

/// All rows of a table at once: rows that differ from those before are put, and the others are left as they are
///
/// Both are in the same order nearly everywhere, so that hardly a key is looked up:
///
/// ```
/// before   a  b  c  d          whole[place], of row wholeRows[place]
/// now      a  c′ x  d
///          =  ≠  ≠  =          c′ and x are looked up by key; behind c′ goes on where c was
/// ```
extension Evaluator {
  /// Replaces the rows of a table
  ///
  /// - Parameters:
  ///   - isBack: whether the table was unknown until now, so that all its rows are to be looked at anyway.
  ///   - wasKnown: whether rows that are new have become so while somebody looked.
  mutating func replaceRows(of table: TableID, by new: [[Value?]], isBack: Bool, wasKnown: Bool) {
    readKeptRows(of: table)
    let old = facts.tables[table].latest ?? []
    let oldRows = facts.tables[table].wholeRows
    var newRows: [CompactOptional<RowIndex>] = []
    newRows.reserveCapacity(new.count)
    // The place among the old rows at which the next one is expected.
    var next = 0
    // The dormant rows that are as they were, whether some come before others now, and the next event of any.
    var sameCount = 0
    var isMoved = false
    var event = Seconds.never
    for values in new {
      let sleep = sleep(of: values, table)
      if let sleep {
        event = min(event, sleep)
        if let place = dormantPlace(of: values, near: next, in: table, old) {
          sameCount += 1
          isMoved = isMoved || place < next
          next = place + 1
          newRows.append(.none)
          continue
        }
      }
      var row: RowIndex?
      // As expected: the same values at the same place.
      if next < old.count, let there = facts.placedRow(oldRows[next].wrapped, at: next),
        old[next] == values
      {
        row = there
      } else if let known = knownRow(values, table) {
        // Elsewhere, or with other values: the next one is expected behind where its key was.
        if let place = facts.rows[known].place, oldRows.indices.contains(place),
          oldRows[place].wrapped == known
        {
          next = place
          if old[place] == values { row = known }
        }
      }
      if let same = row, !facts.isIn(newRows, same) {
        if !facts.rows[same].isPresent { bringBack(same, isMarked: isBack) }
      } else if sleep == nil || knownRow(values, table) != nil {
        row = put(values, table, wasKnown: wasKnown)
      }
      next += 1
      if let row {
        facts.rows[row].place = newRows.count
      } else if let sleep {
        marks.dormantEntry(table, DormantRows.name(ofEvent: sleep))
      }
      newRows.append(CompactOptional(row))
    }
    // The rows that are left over have gone.
    for row in facts.tables[table].ordered
    where !facts.isIn(newRows, row) {
      facts.rows[row].forgetReading()
      guard facts.rows[row].isPresent else { continue }
      remove(row)
      markRow(row)
    }
    if facts.tables[table].clock != nil {
      let isSame =
        sameCount == newRows.count { $0.isNone } && sameCount == oldRows.count { $0.isNone }
      if !isSame, isMoved {
        marks.dormantRows(table)
      } else if !isSame {
        marks.partlyDormantRows(table)
      }
      awaitAwakening(of: table, before: event)
    }
    facts.tables[table].whole = new
    facts.tables[table].wholeRows = newRows
    facts.tables[table].lost = nil
  }

  /// The row with the key of some values, or `nil` if no row has ever had it
  private mutating func knownRow(_ values: [Value?], _ table: TableID) -> RowIndex? {
    facts.tables[table].rowOfKey[graph.tables[table].keyValues(of: values)]
  }
}
