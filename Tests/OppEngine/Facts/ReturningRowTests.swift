import OppTestLimits
import OppTimelines
import Testing

/// A row that left its table and is there again begins anew, as one that comes for the first time
@Suite(.limited) struct ReturningRowTests {
  private let table = "table tasks by id { id: Text  cost: Number } "

  private func check(_ opp: String, _ lines: String, fires: String) throws {
    try OppTimelines.check(table + opp, lines, fires: fires)
  }

  @Test func `a row has to last from its return, whatever lasted while it was away`() throws {
    try check(
      #"opp "x" for each t in tasks when (temp > 2C and t.cost > 2) for 10min"#,
      """
      00:00 tasks
      00:00 temp=3C
      00:05 tasks + id=a cost=3
      00:20 tasks - a
      00:25 tasks + id=a cost=3
      """,
      fires: "[a] 00:15, [a] 00:35")
  }

  @Test func `what was so while a row was away is not within its last minutes`() throws {
    try check(
      #"opp "x" for each t in tasks when (temp > 2C and t.cost > 2) within last 9min and temp < 2C"#,
      """
      00:00 tasks + id=a cost=3
      00:00 temp=3C
      00:01 temp=1C
      00:05 tasks - a
      00:15 temp=3C
      00:16 temp=1C
      00:20 tasks + id=a cost=3
      """,
      fires: "[a] 00:01")
  }

  @Test func `what was false when a row left is not taken for false while it is away`() throws {
    try check(
      #"opp "x" for each t in tasks when not (t.cost > 2 for 9min)"#,
      """
      00:00 tasks
      00:01 tasks + id=a cost=1
      00:05 tasks - a
      00:20 tasks + id=a cost=3
      """,
      fires: "[a] 00:01")
  }

  @Test func `nothing is remembered of a row that came and left at one second`() throws {
    try check(
      #"opp "x" for each t in tasks when ago(t.cost > 2, 9min)"#,
      """
      00:00 tasks
      00:05 tasks + id=a cost=3
      00:05 tasks - a
      00:06 tasks + id=a cost=1
      00:10 tasks + id=b cost=3
      """,
      fires: "[b] 00:19")
  }

  @Test func `a text about a row that was away has nothing of that time`() throws {
    // Only the text needs the average: it is looked at when something else happens, at 00:13 or not before 00:20.
    for other in ["00:13 temp=1C", "00:01 temp=1C"] {
      try check(
        #"""
        opp "x" for each t in tasks on temp > 2C
          notify "{average(t.cost, last 1h)} {max(t.cost, last 19min)} {change(t.cost, last 18min)}"
        """#,
        """
        00:00 tasks
        00:00 temp=1C
        00:05 tasks + id=a cost=3
        00:10 tasks - a
        \(other)
        00:20 tasks + id=a cost=6
        00:30 temp=3C
        """,
        fires: "[a] 00:30")
    }
  }

  @Test func `an event of a row needs to have been false since it is back`() throws {
    try check(
      #"opp "x" for each t in tasks on (temp > 2C and t.cost > 2)"#,
      """
      00:00 tasks
      00:00 temp=1C
      00:05 tasks + id=a cost=3
      00:10 tasks - a
      00:20 tasks + id=a cost=3
      00:20 temp=3C
      00:25 temp=1C
      00:30 temp=3C
      """,
      fires: "[a] 00:30")
  }

  @Test func `an event of a row remembers what is kept from it by where alone`() throws {
    try check(
      #"opp "x" for each t in tasks where t.cost > 2 on temp > 2C"#,
      """
      00:00 tasks
      00:00 temp=1C
      00:05 tasks + id=a cost=1
      00:20 tasks + id=a cost=3
      00:20 temp=3C
      """,
      fires: "[a] 00:20")
  }

  @Test func `a sum over a window is known once a row is back for as long`() throws {
    try check(
      #"opp "x" for each t in tasks when total(temp > 2C and t.cost > 2, last 4min) >= 2min"#,
      """
      00:00 tasks
      00:00 temp=1C
      00:05 tasks + id=a cost=3
      00:06 temp=3C
      00:20 tasks - a
      00:25 tasks + id=a cost=3
      """,
      fires: "[a] 00:09, [a] 00:29")
  }

  @Test func `what lasted until a row left is so at that second`() throws {
    try check(
      #"opp "x" for each t in tasks on row removed when (t.cost > 2) for 5min"#,
      """
      00:00 tasks
      00:05 tasks + id=a cost=3
      00:20 tasks - a
      00:30 tasks + id=a cost=3
      00:34 tasks - a
      """,
      fires: "[a] 00:20")
  }
}
