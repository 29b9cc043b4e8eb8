import Testing

/// An arrival that says what all the rows of a table are
@Suite struct WholeTableTests {
  @Test func `rows that are not among all of them go`() throws {
    try check(
      "table tasks by id { id: Text  cost: Number }",
      """
      00:05 tasks = id=a cost=1
      00:10 tasks + id=b cost=2
      00:15 tasks + id=c cost=4
      00:20 tasks = id=b cost=8
      00:25 tasks =
      00:30 tasks = id=a cost=16
      """,
      [
        ("count(tasks)", "00:00 unknown, 00:05 1, 00:10 2, 00:15 3, 00:20 1, 00:25 0, 00:30 1"),
        (
          "sum(tasks.cost)",
          "00:00 unknown, 00:05 1, 00:10 3, 00:15 7, 00:20 8, 00:25 0, 00:30 16"
        ),
      ])
  }
}
