import OppTestLimits
import OppTimelines
import Testing

/// `for each`: one Opp a key, with its own memory
@Suite(.limited) struct EachRowTests {
  private let table = "table tasks by id { id: Text  cost: Number }"

  @Test func `each row fires for itself`() throws {
    try check(
      table + #" opp "x" for each t in tasks when t.cost > 2"#,
      """
      00:05 tasks + id=a cost=1
      00:10 tasks + id=b cost=3
      00:15 tasks + id=a cost=4
      00:20 tasks + id=b cost=1
      00:25 tasks + id=b cost=5
      """,
      fires: "[b] 00:10, [a] 00:15, [b] 00:25")
  }

  @Test func `a missing row is false, so that it fires again when it is back`() throws {
    try check(
      table + #" opp "x" for each t in tasks when t.cost > 2"#,
      """
      00:05 tasks + id=a cost=3
      00:10 tasks - a
      00:15 tasks + id=a cost=3
      """,
      fires: "[a] 00:05, [a] 00:15")
  }

  @Test func `what is unknown between two stretches of truth does not fire again`() throws {
    try check(
      table + #" opp "x" for each t in tasks when t.cost > 2"#,
      """
      00:05 tasks + id=a cost=3
      00:10 tasks + id=a
      00:15 tasks + id=a cost=3
      00:20 lost tasks the disk is full
      00:25 tasks + id=a cost=3
      00:30 tasks + id=a cost=1
      00:35 lost tasks the disk is full
      00:40 tasks + id=a cost=3
      """,
      fires: "[a] 00:05, [a] 00:40")
  }

  @Test
  func `a table that is given whole is as it was given last, however often it is lost between`()
    throws
  {
    try check(
      table + #" opp "x" for each t in tasks on every 5min when t.cost > 2"#,
      """
      00:03 tasks = id=a cost=3
      00:08 tasks = id=a cost=3
      00:13 lost tasks the disk is full
      00:18 tasks = id=a cost=3
      00:23 tasks + id=b cost=3
      00:28 tasks = id=a cost=3
      00:33 tasks =
      00:38 tasks = id=a cost=3
      00:43 tasks = id=a cost=1
      """,
      fires: """
        [a] 00:05, [a] 00:10, [a] 00:20, [a] 00:25, [b] 00:25, [a] 00:30, [a] 00:40
        """)
  }

  @Test func `rows at one second fire in the order of their keys`() throws {
    try check(
      table + #" opp "x" for each t in tasks when time >= 00:20"#,
      """
      00:05 tasks + id=c
      00:06 tasks + id=a
      00:07 tasks + id=b
      """,
      fires: "[a] 00:20, [b] 00:20, [c] 00:20")
  }

  @Test func `a filtered list is left and entered as its rows change`() throws {
    try check(
      table + #" opp "x" for each t in tasks where cost > 2 when time >= 00:10"#,
      """
      00:05 tasks + id=a cost=3
      00:15 tasks + id=a cost=1
      00:20 tasks + id=a cost=3
      """,
      fires: "[a] 00:10, [a] 00:20")
  }

  @Test func `rows have a past of their own`() throws {
    try check(
      table + #" opp "x" for each t in tasks when t.cost > 2 for 5min"#,
      """
      00:05 tasks + id=a cost=3
      00:08 tasks + id=b cost=3
      00:09 tasks + id=a cost=1
      00:10 tasks + id=a cost=3
      """,
      fires: "[b] 00:13, [a] 00:15")
  }

  @Test func `at most counts each row alone`() throws {
    try check(
      table + #" opp "x" for each t in tasks on every 10min at most 2 per day"#,
      """
      00:05 tasks + id=a
      00:15 tasks + id=b
      """,
      fires: "[a] 00:10, [a] 00:20, [b] 00:20, [b] 00:30")
  }

  @Test func `an unknown table makes its rows unknown, whatever its filter says`() throws {
    try check(
      table + #" source s { lit: Bool } opp "x" for each t in tasks where lit when t.cost > 0"#,
      """
      00:05 tasks + id=a cost=1
      00:06 lit=true
      00:10 lost tasks the disk is full
      00:15 lit=false
      00:20 lit=true
      00:25 tasks + id=a cost=1
      00:30 lit=false
      00:35 lit=true
      """,
      fires: "[a] 00:06, [a] 00:35")
  }
}
