/// The order of Opps: by name, then by the key of the row
///
/// A value of its own, because a closure that calls the engine copies all of it at every comparison.
///
///     "Due" row [1], "Due" row [2], "Lunch walk", "Umbrella"
struct OppOrder {
  /// The Opps; by rule, the place of its name in the order of names; and the rows of all tables
  let opps: [OppState]
  let ranks: [Int]
  let rows: [RowState]

  /// Whether an Opp, by its index, comes before another
  func comesBefore(_ left: OppID, _ right: OppID) -> Bool {
    let (rule, other) = (opps[left].rule, opps[right].rule)
    guard rule == other else { return ranks[rule] < ranks[other] }
    let (row, second) = (opps[left].row, opps[right].row)
    guard let row, let second else { return left < right }
    return KeyOrder.isLess(rows[row].key, rows[second].key)
  }

  /// Opps, by their indices, in order
  func sorted(_ opps: some Sequence<OppID>) -> [OppID] {
    opps.sorted { comesBefore($0, $1) }
  }

  /// Events by their seconds, and those of one second by their Opps; the order in which they wait is not kept over a restart
  func sorted(_ events: [PendingEvent]) -> [PendingEvent] {
    if events.count < 2 { return events }
    return events.sorted {
      $0.second == $1.second ? comesBefore($0.opp, $1.opp) : $0.second < $1.second
    }
  }
}
