import OppTestLimits
import OppTimelines
import Testing

/// A row of `for each` has memory from the second at which its key is first seen
@Suite(.limited) struct NewRowTests {
  private let table = "table tasks by id { id: Text  cost: Number } "

  @Test func `a row has to last from its coming, whatever lasted before`() throws {
    try check(
      table + #"opp "x" for each t in tasks when (temp > 2C and t.cost > 2) for 10min"#,
      """
      00:00 tasks
      00:00 temp=3C
      00:05 tasks + id=a cost=3
      """,
      fires: "[a] 00:15")
  }

  @Test func `what was so before a row came is not within its last minutes`() throws {
    try check(
      table
        + #"opp "x" for each t in tasks when (temp > 2C or t.cost > 2) within last 9min and temp < 2C"#,
      """
      00:00 tasks
      00:00 temp=3C
      00:04 temp=1C
      00:05 tasks + id=a cost=1
      00:20 temp=3C
      00:21 temp=1C
      """,
      fires: "[a] 00:21")
  }

  @Test func `an event of a row needs to have been false since the row came`() throws {
    try check(
      table + #"opp "x" for each t in tasks on (temp > 2C and t.cost > 2)"#,
      """
      00:00 tasks
      00:00 temp=1C
      00:05 temp=3C
      00:10 tasks + id=a cost=3
      00:15 temp=1C
      00:20 temp=3C
      """,
      fires: "[a] 00:20")
  }

  @Test func `a sum over a window is known once the row is as old`() throws {
    try check(
      table
        + #"opp "x" for each t in tasks when total(temp > 2C and t.cost > 2, last 4min) >= 2min"#,
      """
      00:00 tasks
      00:00 temp=1C
      00:05 tasks + id=a cost=3
      00:06 temp=3C
      """,
      fires: "[a] 00:09")
  }
}
