import OppTestLimits
import Testing

/// Aggregates over the elements of a list, known or not, steady or drifting
@Suite(.limited) struct ListTests {
  private let lines = """
    00:00 temp=3C
    00:10 temp=3C humidity=50%
    """

  @Test func `any and none are Kleene's or and nor of the elements`() throws {
    try check(
      lines,
      [
        ("any([temp > 2C, humidity > 40%])", "00:00 true"),
        ("none([temp > 2C, humidity > 40%])", "00:00 false"),
        ("any([temp > 4C, humidity > 40%])", "00:00 unknown, 00:10 true"),
      ])
  }

  @Test func `an element that is unknown still counts`() throws {
    try check(
      lines,
      [
        ("count([temp, feels_like])", "00:00 2"),
        ("first([temp, feels_like])", "00:00 3°C"),
        ("max([temp, feels_like])", "00:00 unknown"),
      ])
  }

  @Test func `elements overtake each other as they drift`() throws {
    try check(
      lines, to: "00:30",
      [
        ("max([time - 00:00, 10min])", "00:00 600s, 00:10:01 601s +1"),
        (
          "min([abs(time - 00:20), 3min])",
          "00:00 180s, 00:17:01 179s -1, 00:20 0s +1, 00:23:01 180s"
        ),
        (
          "max([time - 00:00, 10min, 30min - (time - 00:00) * 0.5])",
          "00:00 1800s -0.5, 00:20:01 1201s +1"
        ),
      ])
    try check(
      lines, to: "01:10",
      [("sum([time.minute, 3]) > 8", "00:00 false, 00:06 true, 01:00 false, 01:06 true")])
  }

  @Test func `a list and a text of what drifts follow it`() throws {
    try check(
      lines,
      [
        ("00:20 in [time, 00:00]", "00:00 false, 00:20 true, 00:20:01 false"),
        ("\"{time}\" contains \"27\"", "00:00 false, 00:27 true, 00:28 false"),
      ])
  }
}
