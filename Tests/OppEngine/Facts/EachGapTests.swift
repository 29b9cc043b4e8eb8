import OppTestLimits
import OppTimelines
import Testing

/// `for each g in gaps(…)`: a gap is known by its beginning
@Suite(.limited) struct EachGapTests {
  private let rules = """
    table tasks by id { id: Text  begins, ends: Instant }
    let free = gaps(today + 1:00..today + 5:00, tasks)

    """

  private let day = """
    00:00 tasks
    00:05 tasks + id=a begins=02:00 ends=03:00
    00:10 tasks + id=b begins=04:00 ends=04:30
    00:15 tasks + id=a begins=01:00 ends=03:00
    00:20 tasks - b
    00:25 tasks + id=a begins=02:00 ends=?
    00:30 tasks + id=a begins=01:00 ends=03:00
    """

  @Test func `a gap that a row moves is another one, and one that ends elsewhere the same`() throws
  {
    try check(
      rules + #"opp "gap" for each g in free when g.length > 0s"#, day,
      fires: "[2026-06-21T01:00:00Z] 00:00, [2026-06-21T03:00:00Z] 00:05, "
        + "[2026-06-21T04:30:00Z] 00:10")
  }

  @Test func `gaps are added and removed as they come and go`() throws {
    try check(
      rules + #"opp "new" for each g in free on row added"# + "\n"
        + #"opp "old" for each g in free where length >= 1h on row removed"#,
      day,
      fires: "new [2026-06-21T03:00:00Z] 00:05, new [2026-06-21T04:30:00Z] 00:10, "
        + "old [2026-06-21T01:00:00Z] 00:15")
  }

  @Test func `the fields of a gap are what the list says`() throws {
    try check(
      rules
        + #"opp "long" for each g in free where ends == today + 5:00 when g.length >= 2h"#,
      day,
      fires: "[2026-06-21T01:00:00Z] 00:00, [2026-06-21T03:00:00Z] 00:05, "
        + "[2026-06-21T03:00:00Z] 00:20")
  }
}
