import OppTestLimits
import OppTimelines
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

  @Test func `a sum of a curve is a curve, and an extreme is what leads`() throws {
    try check(
      "00:00 busy 01:08:16..02:00",
      [
        ("sum([4096 / (free / 1s), 1])", "00:00 2 moving +0.000244140625"),
        ("average([4096 / (free / 1s), 1])", "00:00 1 moving +0.0001220703125"),
        ("max([4096 / (free / 1s), 0.5])", "00:00 1 moving +0.000244140625"),
        ("min([4096 / (free / 1s), 1])", "00:00 1"),
      ])
  }

  @Test func `a line that a curve meets for some seconds only is found`() throws {
    let line = "0.8957 + (time - 00:00) / 1s * 0.0004273"
    try check(
      "00:00 busy 01:08:16..02:00",
      [
        (
          "sum([4096 / (free / 1s), 0]) < \(line)",
          "00:00 false, 00:16:36 true, 00:16:45 false"
        ),
        (
          "max([4096 / (free / 1s), \(line)]) > 4096 / (free / 1s)",
          "00:00 false, 00:16:36 true, 00:16:45 false"
        ),
      ])
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
