import OppTestLimits
import OppTimelines
import Testing

/// Kleene's three values, over the seconds at which they come and go
@Suite(.limited) struct LogicTests {
  private let rules = "source s { a, b: Bool  x: Number }"
  private let lines = """
    00:10 a=true
    00:20 a=true b=false
    00:30 b=false
    00:40 b=true x=0
    00:50 a=false b=true x=2
    """

  @Test func `what is unknown decides nothing that the other side decides`() throws {
    try check(
      rules, lines,
      [
        ("a and b", "00:00 unknown, 00:20 false, 00:40 unknown, 00:50 false"),
        ("a or b", "00:00 unknown, 00:10 true, 00:30 unknown, 00:40 true"),
        ("not a", "00:00 unknown, 00:10 false, 00:30 unknown, 00:50 true"),
        ("a == b", "00:00 unknown, 00:20 false, 00:30 unknown, 00:50 false"),
      ])
  }

  @Test func `known and otherwise are never unknown`() throws {
    try check(
      rules, lines,
      [
        ("known(a)", "00:00 false, 00:10 true, 00:30 false, 00:50 true"),
        ("x otherwise 7", "00:00 7, 00:40 0, 00:50 2"),
        ("a otherwise true", "00:00 true, 00:50 false"),
      ])
  }

  @Test func `if with an unknown condition is unknown, and its other branch is not requested`()
    throws
  {
    try check(
      rules, lines,
      [
        ("if a then 1 else x", "00:00 unknown, 00:10 1, 00:30 unknown, 00:50 2"),
        ("1 / x", "00:00 unknown, 00:50 0.5"),
      ])
  }

  @Test func `membership is Kleene's or of equalities`() throws {
    try check(
      rules, lines,
      [
        ("x in [0, 1]", "00:00 unknown, 00:40 true, 00:50 false"),
        ("0 in [x, 0]", "00:00 true"),
        ("1 in [x, 0]", "00:00 unknown, 00:40 false"),
      ])
  }
}
