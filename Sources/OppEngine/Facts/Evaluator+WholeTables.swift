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
extension Evaluator {
  /// - Parameters:
  ///   - isBack: whether the table was unknown until now, so that all its rows are to be looked at anyway.
  ///   - wasKnown: whether rows that are new have become so while somebody looked.
  mutating func replaceRows(
    of index: Int, by new: [[Value?]], isBack: Bool, wasKnown: Bool
  ) {
    readKeptRows(of: index)
    let old = facts.tables[index].latest ?? []
    let oldRows = facts.tables[index].wholeRows
    var newRows: [Int32] = []
    newRows.reserveCapacity(new.count)
    // The place among the old rows at which the next one is expected.
    var next = 0
    // The dormant rows that are as they were, and the next event of any.
    var sameCount = 0
    var event = Seconds.never
    for values in new {
      let sleep = sleep(of: values, index)
      if let sleep {
        event = min(event, sleep)
        if let place = dormantPlace(of: values, near: next, in: index, old) {
          sameCount += 1
          next = place + 1
          newRows.append(-1)
          continue
        }
      }
      var row: Int32?
      // As expected: the same values at the same place.
      if next < old.count, let there = facts.placedRow(oldRows[next], at: next), old[next] == values
      {
        row = there
      } else if let known = knownRow(values, index) {
        // Elsewhere, or with other values: the next one is expected behind where its key was.
        let place = Int(facts.rows[Int(known)].place)
        if oldRows.indices.contains(place), oldRows[place] == known {
          next = place
          if old[place] == values { row = known }
        }
      }
      if let same = row, !facts.isIn(newRows, same) {
        if !facts.rows[Int(same)].isPresent { bringBack(same, isMarked: isBack) }
      } else if sleep == nil || knownRow(values, index) != nil {
        row = put(values, index, wasKnown: wasKnown)
      }
      next += 1
      if let row { facts.rows[Int(row)].place = Int32(truncatingIfNeeded: newRows.count) }
      newRows.append(row ?? -1)
    }
    // The rows that are left over have gone.
    for row in facts.tables[index].ordered
    where facts.rows[Int(row)].isPresent && !facts.isIn(newRows, row) {
      remove(row)
      markRow(row)
    }
    if facts.tables[index].clock != nil {
      let isSame = sameCount == newRows.count { $0 < 0 } && sameCount == oldRows.count { $0 < 0 }
      if !isSame { marks.dormantRows(index) }
      awaitAwakening(of: index, before: event)
    }
    facts.tables[index].whole = new
    facts.tables[index].wholeRows = newRows
    facts.tables[index].lost = nil
  }

  /// The row with the key of some values; nil where no row has ever had it
  private func knownRow(_ values: [Value?], _ index: Int) -> Int32? {
    facts.tables[index].rowOfKey[graph.tables[index].keyValues(of: values)]
  }
}
