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
  func comesBefore(_ left: Int32, _ right: Int32) -> Bool {
    let (rule, other) = (opps[Int(left)].rule, opps[Int(right)].rule)
    guard rule == other else { return ranks[rule] < ranks[other] }
    let (row, second) = (opps[Int(left)].row, opps[Int(right)].row)
    guard row >= 0, second >= 0 else { return left < right }
    return KeyOrder.isLess(rows[Int(row)].key, rows[Int(second)].key)
  }

  /// Opps, by their indices, in order
  func sorted(_ opps: some Sequence<Int>) -> [Int] {
    opps.sorted {
      comesBefore(Int32(truncatingIfNeeded: $0), Int32(truncatingIfNeeded: $1))
    }
  }
}
