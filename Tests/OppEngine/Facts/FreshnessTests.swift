import OppTestLimits
import OppTimelines
import Testing

/// How long a reading counts
@Suite(.limited) struct FreshnessTests {
  private let rules = """
    source fridge fresh for 10min { x: Number  y: Number }
    source shelf { z: Number }
    """

  @Test func `a reading is known while it is no older than it may be`() throws {
    try check(
      rules,
      """
      00:05 x=1 z=1
      00:30 x=2
      00:40 x=3
      """,
      [
        ("x", "00:00 unknown, 00:05 1, 00:15:01 unknown, 00:30 2, 00:40 3, 00:50:01 unknown"),
        ("known(x)", "00:00 false, 00:05 true, 00:15:01 false, 00:30 true, 00:50:01 false"),
        ("z", "00:00 unknown, 00:05 1"),
        ("x + z", "00:00 unknown, 00:05 2, 00:15:01 unknown, 00:30 3, 00:40 4, 00:50:01 unknown"),
      ])
  }

  @Test func `a reading that comes as the last one grows stale leaves no gap`() throws {
    try check(
      rules,
      """
      00:05 x=1
      00:15:01 x=1
      00:25:02 x=1
      """, to: "00:25:10",
      [("x", "00:00 unknown, 00:05 1")])
  }

  @Test func `a field that a reading does not have is unknown until the next`() throws {
    try check(
      rules,
      """
      00:05 x=1 y=1
      00:07 x=2
      00:09 x=2 y=3
      """,
      to: "00:12",
      [
        ("x", "00:00 unknown, 00:05 1, 00:07 2"),
        ("y", "00:00 unknown, 00:05 1, 00:07 unknown, 00:09 3"),
      ])
  }

  @Test func `of two readings at one second the last counts, and both are there before it`() throws
  {
    try check(
      rules,
      """
      00:05 x=1
      00:05 x=2
      00:08 x=3
      00:08 x=2
      """,
      to: "00:12",
      [
        ("x", "00:00 unknown, 00:05 2"),
        ("x == 1", "00:00 unknown, 00:05 false"),
        ("max(x, last 5min)", "00:00 unknown, 00:05 2"),
      ])
  }

  @Test func `the sun keeps the last position, however old, and near does not`() throws {
    try check(
      "00:10 position=@48.43,-123.37",
      [
        (
          "near @48.43,-123.37",
          "00:00 unknown, 00:10 true, 00:25:01 unknown"
        ),
        ("daylight", "00:00 unknown, 00:10 true"),
      ])
  }

  @Test func `a source that is lost is unknown until it is read again`() throws {
    try check(
      rules,
      """
      00:05 z=1
      00:10 lost shelf the service answered 429
      00:20 z=1
      """,
      [("z", "00:00 unknown, 00:05 1, 00:10 unknown, 00:20 1")])
  }

  @Test func `a reading that nothing has requested yet expires all the same`() throws {
    let lines = """
      00:05 stock(Lidl,milk) count=3
      00:10 fridge(Lidl) x=1
      00:15 want=Aldi
      00:16 want=Lidl
      00:25 want=Aldi
      00:26 want=Lidl
      """
    try check(
      """
      source list { want: Text }
      source fridge(place: Text) fresh for 10min { x: Number }
      """,
      lines, to: "00:40",
      [
        ("fridge(want).x", "00:00 unknown, 00:16 1, 00:20:01 unknown"),
        ("stock(want, \"milk\").count", "00:00 unknown, 00:16 3, 00:25 unknown, 00:26 3"),
      ])
    try check(
      """
      source list { want: Text }
      source fridge(place: Text) fresh for 5min { x: Number }
      """,
      lines, to: "00:40", [("fridge(want).x", "00:00 unknown")])
  }

  @Test func `each choice of arguments has readings of its own`() throws {
    try check(
      """
      00:05 stock(Lidl,milk) count=3
      00:10 stock(Lidl,bread) count=0
      00:15 stock(Aldi,milk) count=7
      """,
      [
        (#"stock(store: "Lidl", item: "milk").count"#, "00:00 unknown, 00:05 3"),
        (#"stock(store: "Lidl", item: "bread").count"#, "00:00 unknown, 00:10 0"),
        (#"stock(item: "milk", store: "Aldi").count"#, "00:00 unknown, 00:15 7"),
      ])
  }
}
